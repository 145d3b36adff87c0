/* A floor where everybody shows who they are: an authority, a certificate for each table, enrolled;
 * a token for screens; and connections with TLS. */
#pragma once

#include "served.h"

#include "net/pki/issue.h"

struct closed {
    struct issue_pair *tables; /* by number: t0, t1 … */
    unsigned count;
    char token[64]; /* of every screen */
};

/* In the folder of a manager that has been stopped and has those tables: makes the authority
 * (trust) and the certificates, and enrols them. */
void closed_make(struct closed *c, const struct served *s, const char *croupier, unsigned tables);
void closed_drop(struct closed *c);

/* A connection of table number t, or without a certificate (a screen's). It waits for the
 * handshake.
 */
void closed_open(const struct closed *c, struct wire *w, uint16_t port,
                 const struct issue_pair *own, unsigned number);
