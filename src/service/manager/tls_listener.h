/* The manager's second listener: TLS, for tables and browsers on other machines. */
#pragma once

#include "net/server.h"

struct tls_listener {
    char host[64]; /* "": there is no such listener */
    uint16_t port;
    const char *trust;    /* the folder that croupier pki made */
    uint64_t per_address; /* connections from one address */
    unsigned tables;      /* tables the floor has room for; each may hold a connection */
};

#define TLS_PER_ADDRESS_USUAL 64

/* The unit of a table's certificate; its common name is the table's id. */
#define TLS_TABLE_UNIT "table"

/* Starts a server with the routes of the plain one, on threads of its own, so that neither server
 * can starve the other. The caller stops *out with http_server_stop(). */
int tls_listener_start(const struct tls_listener *l, const struct http_config *plain,
                       struct http_server **out, struct cr_err *err);
