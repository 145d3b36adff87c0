/* Addresses of stores, as they may be shown. */
#ifndef OPERATE_ADDRESS_H
#define OPERATE_ADDRESS_H

#include <stdbool.h>

#define ADDRESS_TEXT_MAX 512

/* Without the password that a PostgreSQL address may hold; returns out. */
const char *address_show(const char *address, char out[ADDRESS_TEXT_MAX]);

/* The path of an SQLite store, or NULL when the address is of another engine. */
const char *address_path(const char *address);

/* "http://…" or "https://…": a manager, not a store. */
bool address_is_url(const char *address);

#endif
