/* TLS of a server: its certificate, and whose certificate the other end shows. */
#ifndef HTTP_TLS_H
#define HTTP_TLS_H

#include "pki/certificate.h"

#include <gnutls/gnutls.h>
#include <stdbool.h>

/* Nothing older than TLS 1.3. */
#define TLS_PRIORITIES "SECURE128:-VERS-ALL:+VERS-TLS1.3"

struct http_tls;
struct tls;

enum tls_machine_state {
    TLS_MACHINE_NONE, /* no certificate: a browser */
    TLS_MACHINE_GOOD,
    TLS_MACHINE_BAD /* one that must not be believed */
};

struct tls_machine {
    enum tls_machine_state state;
    struct certificate certificate; /* of a good one */
};

/* Reads the files that it names. */
int tls_new(const struct http_tls *files, struct tls **out, struct cr_err *err);
void tls_free(struct tls *tls);

/* As PEM text, terminated; they live as long as tls. */
const char *tls_key(const struct tls *tls);
const char *tls_certificate(const struct tls *tls);
const char *tls_authority(const struct tls *tls);

/* A Host header's value that the certificate is for. */
bool tls_is_own_name(const struct tls *tls, const char *host);

/* After the handshake. A good machine's certificate is from our authority, for clients, and of a
 * table; that it is still good at a later request is the caller's to see. */
void tls_look_at_peer(gnutls_session_t session, struct tls_machine *out);

bool tls_hands_are_shaken(gnutls_session_t session);

#endif
