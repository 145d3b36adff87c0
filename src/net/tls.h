/* TLS of a server: the files of its key and certificate, and which pair of them is in use.
 *
 * Files that are renewed are taken without a restart, for the connections that come then. What does
 * not fit together, or what no client would believe, is not taken: the pair before stays.
 */
#pragma once

#include "net/pki/certificate.h"

#include <gnutls/gnutls.h>
#include <stdbool.h>

/* Nothing older than TLS 1.3. */
#define TLS_PRIORITIES "SECURE128:-VERS-ALL:+VERS-TLS1.3"

struct http_tls;
struct tls;

/* Reads the files that it names. */
int tls_new(const struct http_tls *files, struct tls **out, struct cr_err *err);
void tls_free(struct tls *tls);

/* The pair in use; the caller's until tls_pair_let_go(). From any thread. */
struct tls_pair *tls_hold_pair(struct tls *tls);

/* Looks at the files again; to be called a few times a second, by one thread. True: there is news
 * for people, of a pair that was taken or of one that was not; each is told once. */
bool tls_look_again(struct tls *tls, char news[CR_ERR_TEXT_MAX]);

/* ---- tls_pair.c: a key and certificate as the files were at one moment ----
 * A connection keeps the pair that it began with, whatever the files become; whoever lets go of it
 * last frees it. */

#define TLS_PEM_MAX 16384

/* The files, and the authority by which certificates of both ends are judged, as it was at the
 * start. */
struct tls_papers {
    const char *certificate, *key, *authority;
    const char *authority_text; /* PEM */
};

struct tls_pair;

/* Refuses a key that is not the certificate's. */
int tls_pair_load(const struct tls_papers *papers, struct tls_pair **out, struct cr_err *err);
/* Checks that a client would believe it: from the authority, made for servers, in its time. */
int tls_pair_check(const struct tls_pair *pair, const struct tls_papers *papers,
                   struct cr_err *err);

struct tls_pair *tls_pair_hold(struct tls_pair *pair);
/* NULL is ignored. */
void tls_pair_let_go(struct tls_pair *pair);

/* Gives the pair to a session whose handshake is still to come, and asks for the other end's
 * certificate too. The pair must outlive the session. */
bool tls_pair_use(const struct tls_pair *pair, gnutls_session_t session);

/* True when the certificate is for the name in a Host header's value. */
bool tls_pair_is_name(const struct tls_pair *pair, const char *host);

/* "serial 5f…, until 2027-11-15 12:00:00 UTC" */
#define TLS_PAIR_WORDS 128
const char *tls_pair_say(const struct tls_pair *pair, char out[TLS_PAIR_WORDS]);

/* ---- tls_peer.c: whose certificate the other end of a connection shows ---- */

enum tls_machine_state {
    TLS_MACHINE_NONE, /* no certificate: a browser */
    TLS_MACHINE_GOOD,
    TLS_MACHINE_BAD /* one that must not be believed */
};

struct tls_machine {
    enum tls_machine_state state;
    struct certificate certificate; /* of a good one */
};

/* Reads the other end's certificate, after the handshake. A good machine's certificate is from our
 * authority, for clients, and of the unit. The caller must check that it is still good at a later
 * request. */
void tls_look_at_peer(gnutls_session_t session, const char *unit, struct tls_machine *out);

bool tls_hands_are_shaken(gnutls_session_t session);
