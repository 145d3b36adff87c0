/* A TLS client without manners: any version, any certificate, any bytes. */
#pragma once

#include "net/pki/issue.h"

#include <gnutls/abstract.h>
#include <stdbool.h>
#include <stdint.h>

#define PEER_ROOM 65536

/* NULL: TLS 1.3 as the server wants it; no certificate. */
struct peer_options {
    const char *priorities;
    const struct issue_pair *certificate;
};

struct tls_peer {
    int fd;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    gnutls_pcert_st pcert;
    gnutls_privkey_t key;
    bool has_certificate;
    char data[PEER_ROOM + 1];
    size_t len;
    int fault; /* of the handshake */
};

/* The connection alone. */
int peer_dial(uint16_t port);

/* Connects and shakes hands; false: that failed, see fault. */
bool peer_connect(struct tls_peer *p, uint16_t port, const struct peer_options *o);
void peer_hang_up(struct tls_peer *p);

bool peer_send(struct tls_peer *p, const char *text);
/* Waits until what came holds the text; false: the end came first. */
bool peer_wait_for(struct tls_peer *p, const char *text);

/* A connection, a GET and its answer's status; 0: none came. The body is in p->data. */
unsigned peer_get(struct tls_peer *p, uint16_t port, const struct peer_options *o,
                  const char *path);

/* Waits until the other end closes; how many milliseconds that took, -1 when it does not. */
int64_t peer_wait_end(int fd);
