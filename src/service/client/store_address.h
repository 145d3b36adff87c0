/* Addresses of stores, as they may be shown, and of servers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ADDRESS_TEXT_MAX 512

/* Without the password that a PostgreSQL address may hold; returns out. */
const char *address_show(const char *address, char out[ADDRESS_TEXT_MAX]);

/* The path of an SQLite store, or NULL when the address is of another engine. */
const char *address_path(const char *address);

/* "http://…" or "https://…": a manager, not a store. */
bool address_is_url(const char *address);

/* HOST:PORT to listen on; false when text is anything else or host too small. */
bool address_listen(const char *text, char *host, size_t size, uint16_t *port);

/* A name as tables and managers have: a-z, 0-9 and '-', a letter first, at most 23 long. */
bool address_is_id(const char *text);
