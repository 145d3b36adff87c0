/* TLS of a server: the files of its key and certificate, and which pair of them is in use.
 *
 * Files that are renewed are taken without a restart, for the connections that come then. What does
 * not fit together, or what no client would believe, is not taken: the pair before stays.
 */
#pragma once

#include "net/tls_pair.h"

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
