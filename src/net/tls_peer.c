/* Whose certificate the other end of a connection shows; see tls.h. */
#include "net/tls.h"

#include <string.h>

static bool is_verified(gnutls_session_t session)
{
    static unsigned char purpose[] = GNUTLS_KP_TLS_WWW_CLIENT;
    gnutls_typed_vdata_st wanted = {.type = GNUTLS_DT_KEY_PURPOSE_OID, .data = purpose};
    unsigned status = 0;
    return gnutls_certificate_verify_peers(session, &wanted, 1, &status) == 0 && status == 0;
}

static bool read_peer(gnutls_session_t session, const char *unit, struct certificate *out)
{
    unsigned count = 0;
    gnutls_x509_crt_t crt;
    const gnutls_datum_t *chain = gnutls_certificate_get_peers(session, &count);
    if (!chain || count == 0 || gnutls_x509_crt_init(&crt) != 0)
        return false;
    const bool good = gnutls_x509_crt_import(crt, &chain[0], GNUTLS_X509_FMT_DER) == 0 &&
                      certificate_read(crt, out, NULL) == CR_OK;
    gnutls_x509_crt_deinit(crt);
    return good && out->name[0] != '\0' && strcmp(out->unit, unit) == 0;
}

void tls_look_at_peer(gnutls_session_t session, const char *unit, struct tls_machine *out)
{
    unsigned count = 0;
    *out = (struct tls_machine){0};
    if (!session || !gnutls_certificate_get_peers(session, &count) || count == 0)
        return;
    out->state = is_verified(session) && read_peer(session, unit, &out->certificate)
                     ? TLS_MACHINE_GOOD
                     : TLS_MACHINE_BAD;
}

/* GnuTLS can describe a session only after its handshake. */
bool tls_hands_are_shaken(gnutls_session_t session)
{
    char *words = gnutls_session_get_desc(session);
    gnutls_free(words);
    return words != NULL;
}
