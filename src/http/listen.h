/* The socket a server listens on. */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H

#include <croupier/error.h>

#include <stdint.h>

/* Loopback addresses only. Port 0 is any free one; *actual is the one in use. */
int listen_open(const char *address, uint16_t port, int *out, uint16_t *actual, struct cr_err *err);

#endif
