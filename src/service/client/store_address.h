/* Reads the addresses of stores and servers that are given to commands. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ADDRESS_TEXT_MAX 512

/* Copies an address for display, with "*" instead of the password that a PostgreSQL address may
 * hold. Returns out. */
const char *address_show(const char *address, char out[ADDRESS_TEXT_MAX]);

/* The path of an SQLite store, or NULL when the address is of another engine. */
const char *address_path(const char *address);

/* Whether the address begins with "http://" or "https://": that of a manager, not of a store. */
bool address_is_url(const char *address);

/* Splits HOST:PORT, on which to listen; false when the text has another form or host is too
 * small. */
bool address_listen(const char *text, char *host, size_t size, uint16_t *port);

/* Writes "http://127.0.0.1:8080", with the brackets that an IPv6 address has there. Returns out. */
#define ADDRESS_URL_MAX 96
const char *address_url(const char *scheme, const char *host, unsigned port,
                        char out[ADDRESS_URL_MAX]);

/* Whether the text can be the id of a table or manager: a-z, 0-9 and '-', a letter first, at most
 * 23 characters. */
bool address_is_id(const char *text);
