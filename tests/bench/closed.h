/* Makes a floor for benchmarks on which everybody must authenticate: an authority, an enrolled
 * certificate for each table, a token for the screens, and TLS connections. */
#pragma once

#include "served.h"

#include "net/pki/issue.h"

struct closed {
    struct issue_pair *tables; /* by table number: t0, t1 … */
    unsigned count;
    char token[64]; /* the same for all screens */
};

/* Makes the authority (trust) and the certificates of the tables, and enrols them, in the folder of
 * a manager that was stopped and has those tables. closed_drop frees the memory. */
void closed_make(struct closed *c, const struct served *s, const char *croupier, unsigned tables);
void closed_drop(struct closed *c);

/* Opens a connection with the certificate own, or without one (NULL, a screen's). The number
 * chooses the client's address. Waits until the handshake is done. */
void closed_open(const struct closed *c, struct wire *w, uint16_t port,
                 const struct issue_pair *own, unsigned number);
