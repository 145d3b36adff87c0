/* Whose certificate the other end of a connection shows. */
#pragma once

#include "net/pki/certificate.h"

#include <gnutls/gnutls.h>
#include <stdbool.h>

enum tls_machine_state {
    TLS_MACHINE_NONE, /* no certificate: a browser */
    TLS_MACHINE_GOOD,
    TLS_MACHINE_BAD /* one that must not be believed */
};

struct tls_machine {
    enum tls_machine_state state;
    struct certificate certificate; /* of a good one */
};

/* After the handshake. A good machine's certificate is from our authority, for clients, and of
 * the unit; that it is still good at a later request is the caller's to see. */
void tls_look_at_peer(gnutls_session_t session, const char *unit, struct tls_machine *out);

bool tls_hands_are_shaken(gnutls_session_t session);
