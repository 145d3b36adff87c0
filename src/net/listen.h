/* The socket a server listens on. */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stdint.h>

/* Opens a listening socket. An address that other machines can reach is refused unless for_others
 * is true. Port 0 is any free one; *actual is the port in use. */
int listen_open(const char *address, uint16_t port, bool for_others, int *out, uint16_t *actual,
                struct cr_err *err);

/* True when a Host header's value means this machine. Any other name comes from a browser that a
 * foreign page has led here (DNS rebinding): nobody else calls a loopback server by it. */
bool listen_is_own_name(const char *host);
