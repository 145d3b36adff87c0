/* A TLS client for tests that can use any version, any certificate and any bytes. */
#pragma once

#include "net/pki/issue.h"

#include <gnutls/abstract.h>
#include <stdbool.h>
#include <stdint.h>

#define PEER_ROOM 65536

/* Options of a connection; NULL: TLS 1.3 as the server wants it, without a certificate. */
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
    int fault; /* the handshake's error */
};

/* Connects without a handshake. Returns the socket. */
int peer_dial(uint16_t port);

/* Connects and makes the handshake. Returns false if that failed, with the reason in fault. */
bool peer_connect(struct tls_peer *p, uint16_t port, const struct peer_options *o);
void peer_hang_up(struct tls_peer *p);

bool peer_send(struct tls_peer *p, const char *text);
/* Waits until the received data contain the text. Returns false if the connection ends before. */
bool peer_wait_for(struct tls_peer *p, const char *text);

/* Connects, sends a GET and returns the status of the answer, 0 if there is none. The body is in
 * p->data. */
unsigned peer_get(struct tls_peer *p, uint16_t port, const struct peer_options *o,
                  const char *path);

/* Waits until the other end closes. Returns after how many milliseconds, or -1 if it does not. */
int64_t peer_wait_end(int fd);
