/* A server's key and certificate as its files were at one moment. A connection keeps the pair that
 * it began with, whatever the files become; whoever lets go of it last frees it. */
#pragma once

#include <croupier/error.h>

#include <gnutls/gnutls.h>
#include <stdbool.h>

#define TLS_PEM_MAX 16384

/* Files, and the authority by which both ends' certificates are judged: as it was at the start. */
struct tls_papers {
    const char *certificate, *key, *authority;
    const char *authority_text; /* PEM */
};

struct tls_pair;

/* Refuses a key that is not the certificate's. */
int tls_pair_load(const struct tls_papers *papers, struct tls_pair **out, struct cr_err *err);
/* Whether a client would believe it: from the authority, made for servers, in its time. */
int tls_pair_check(const struct tls_pair *pair, const struct tls_papers *papers,
                   struct cr_err *err);

struct tls_pair *tls_pair_hold(struct tls_pair *pair);
/* NULL is nothing to let go of. */
void tls_pair_let_go(struct tls_pair *pair);

/* For a session whose handshake is still to come; asks for the other end's certificate too. The
 * pair must outlive the session. */
bool tls_pair_use(const struct tls_pair *pair, gnutls_session_t session);

/* A Host header's value that the certificate is for. */
bool tls_pair_is_name(const struct tls_pair *pair, const char *host);

/* "serial 5f…, until 2027-11-15 12:00:00 UTC" */
#define TLS_PAIR_WORDS 128
const char *tls_pair_say(const struct tls_pair *pair, char out[TLS_PAIR_WORDS]);
