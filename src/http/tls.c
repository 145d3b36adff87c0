/* TLS of a server; see tls.h. */
#include "http/tls.h"

#include "base/err.h"
#include "http/server.h"
#include "pki/secret_file.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define PEM_MAX 16384

struct tls {
    char key[PEM_MAX], certificate[PEM_MAX], authority[PEM_MAX];
    gnutls_x509_crt_t own;
};

static int load_public(const char *path, char out[PEM_MAX], struct cr_err *err)
{
    gnutls_datum_t pem = {0};
    if (gnutls_load_file(path, &pem) != 0 || pem.size >= PEM_MAX) {
        gnutls_free(pem.data);
        return err_set(err, CR_E_IO, "%s: cannot be read; croupier pki makes it", path);
    }
    memcpy(out, pem.data, pem.size);
    out[pem.size] = '\0';
    gnutls_free(pem.data);
    return CR_OK;
}

static gnutls_datum_t datum_of(const char *text)
{
    return (gnutls_datum_t){(void *)(uintptr_t)text, (unsigned)strlen(text)};
}

/* Here rather than in the library, which would only say that it cannot start. */
static int check_pair(struct tls *t, const struct http_tls *files, struct cr_err *err)
{
    gnutls_certificate_credentials_t both;
    const gnutls_datum_t crt = datum_of(t->certificate), key = datum_of(t->key),
                         ca = datum_of(t->authority);
    int rc = gnutls_x509_crt_init(&t->own);
    if (rc == 0)
        rc = gnutls_x509_crt_import(t->own, &crt, GNUTLS_X509_FMT_PEM);
    if (rc != 0)
        return err_set(err, CR_E_INPUT, "%s: is no certificate: %s", files->certificate,
                       gnutls_strerror(rc));
    if (gnutls_certificate_allocate_credentials(&both) != 0)
        return err_set(err, CR_E_IO, "http server: out of memory");
    rc = gnutls_certificate_set_x509_key_mem(both, &crt, &key, GNUTLS_X509_FMT_PEM);
    const int trusted = gnutls_certificate_set_x509_trust_mem(both, &ca, GNUTLS_X509_FMT_PEM);
    gnutls_certificate_free_credentials(both);
    if (rc != 0)
        return err_set(err, CR_E_INPUT, "%s: is not the key of %s: %s", files->key,
                       files->certificate, gnutls_strerror(rc));
    if (trusted < 1)
        return err_set(err, CR_E_INPUT, "%s: holds no certificate", files->authority);
    return CR_OK;
}

int tls_new(const struct http_tls *files, struct tls **out, struct cr_err *err)
{
    struct tls *t = calloc(1, sizeof *t);
    if (!t)
        return err_set(err, CR_E_IO, "http server: out of memory");
    int rc = secret_file_read(files->key, t->key, sizeof t->key, NULL, err);
    if (rc == CR_OK)
        rc = load_public(files->certificate, t->certificate, err);
    if (rc == CR_OK)
        rc = load_public(files->authority, t->authority, err);
    if (rc == CR_OK)
        rc = check_pair(t, files, err);
    if (rc != CR_OK) {
        tls_free(t);
        return rc;
    }
    *out = t;
    return CR_OK;
}

void tls_free(struct tls *tls)
{
    if (!tls)
        return;
    if (tls->own)
        gnutls_x509_crt_deinit(tls->own);
    sodium_memzero(tls->key, sizeof tls->key);
    free(tls);
}

const char *tls_key(const struct tls *tls)
{
    return tls->key;
}

const char *tls_certificate(const struct tls *tls)
{
    return tls->certificate;
}

const char *tls_authority(const struct tls *tls)
{
    return tls->authority;
}

bool tls_is_own_name(const struct tls *tls, const char *host)
{
    char name[256];
    const bool quoted = host[0] == '[';
    const size_t size = strcspn(host + quoted, quoted ? "]" : ":");
    const char *rest = host + quoted + size;
    if (size == 0 || size >= sizeof name || (quoted && *rest++ != ']') ||
        (*rest != '\0' && *rest != ':'))
        return false;
    memcpy(name, host + quoted, size);
    name[size] = '\0';
    return gnutls_x509_crt_check_hostname(tls->own, name) != 0;
}

static bool is_verified(gnutls_session_t session)
{
    static unsigned char purpose[] = GNUTLS_KP_TLS_WWW_CLIENT;
    gnutls_typed_vdata_st wanted = {.type = GNUTLS_DT_KEY_PURPOSE_OID, .data = purpose};
    unsigned status = 0;
    return gnutls_certificate_verify_peers(session, &wanted, 1, &status) == 0 && status == 0;
}

static bool read_peer(gnutls_session_t session, struct certificate *out)
{
    unsigned count = 0;
    gnutls_x509_crt_t crt;
    const gnutls_datum_t *chain = gnutls_certificate_get_peers(session, &count);
    if (!chain || count == 0 || gnutls_x509_crt_init(&crt) != 0)
        return false;
    const bool good = gnutls_x509_crt_import(crt, &chain[0], GNUTLS_X509_FMT_DER) == 0 &&
                      certificate_read(crt, out, NULL) == CR_OK;
    gnutls_x509_crt_deinit(crt);
    return good && out->name[0] != '\0' && strcmp(out->unit, CERTIFICATE_TABLE) == 0;
}

void tls_look_at_peer(gnutls_session_t session, struct tls_machine *out)
{
    unsigned count = 0;
    *out = (struct tls_machine){0};
    if (!session || !gnutls_certificate_get_peers(session, &count) || count == 0)
        return;
    out->state = is_verified(session) && read_peer(session, &out->certificate) ? TLS_MACHINE_GOOD
                                                                               : TLS_MACHINE_BAD;
}

/* There is nothing to describe before. */
bool tls_hands_are_shaken(gnutls_session_t session)
{
    char *words = gnutls_session_get_desc(session);
    gnutls_free(words);
    return words != NULL;
}
