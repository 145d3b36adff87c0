/* A server's key and certificate as its files were at one moment; see tls.h. */
#include "net/tls.h"

#include "base/dates.h"
#include "base/err.h"
#include "base/hex.h"
#include "net/pem_file.h"
#include "net/target.h"
#include "os/secret_file.h"

#include <gnutls/x509.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHAIN_MAX 8

struct tls_pair {
    atomic_uint holders;
    gnutls_certificate_credentials_t credentials;
    gnutls_x509_crt_t chain[CHAIN_MAX]; /* the server's own first, then those that signed it */
    unsigned chain_len;
};

static gnutls_datum_t datum_of(const char *text)
{
    return (gnutls_datum_t){(void *)(uintptr_t)text, (unsigned)strlen(text)};
}

static int read_chain(struct tls_pair *pair, const char *path, const gnutls_datum_t *pem,
                      struct cr_err *err)
{
    unsigned count = CHAIN_MAX;
    int rc = gnutls_x509_crt_list_import(pair->chain, &count, pem, GNUTLS_X509_FMT_PEM,
                                         GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED);
    if (rc < 1)
        return err_set(err, CR_E_INPUT, "%s: is no certificate: %s", path, gnutls_strerror(rc));
    pair->chain_len = count;
    return CR_OK;
}

static int read_key(struct tls_pair *pair, const struct tls_papers *papers,
                    const gnutls_datum_t *certificate, const char *text, struct cr_err *err)
{
    const gnutls_datum_t key = datum_of(text), authority = datum_of(papers->authority_text);
    if (gnutls_certificate_allocate_credentials(&pair->credentials) != 0)
        return err_set(err, CR_E_IO, "http server: out of memory");
    int rc = gnutls_certificate_set_x509_key_mem(pair->credentials, certificate, &key,
                                                 GNUTLS_X509_FMT_PEM);
    if (rc < 0)
        return err_set(err, CR_E_INPUT, "%s: is not the key of %s: %s", papers->key,
                       papers->certificate, gnutls_strerror(rc));
    rc = gnutls_certificate_set_x509_trust_mem(pair->credentials, &authority, GNUTLS_X509_FMT_PEM);
    return rc > 0 ? CR_OK : err_set(err, CR_E_INPUT, "%s: holds no certificate", papers->authority);
}

int tls_pair_load(const struct tls_papers *papers, struct tls_pair **out, struct cr_err *err)
{
    char key[TLS_PEM_MAX];
    gnutls_datum_t pem = {0};
    struct tls_pair *pair = calloc(1, sizeof *pair);
    if (!pair)
        return err_set(err, CR_E_IO, "http server: out of memory");
    atomic_init(&pair->holders, 1);
    int rc = secret_file_read(papers->key, key, sizeof key, NULL, err);
    if (rc == CR_OK && pem_file_load(papers->certificate, &pem) != 0)
        rc =
            err_set(err, CR_E_IO, "%s: cannot be read; croupier pki makes it", papers->certificate);
    if (rc == CR_OK)
        rc = read_chain(pair, papers->certificate, &pem, err);
    if (rc == CR_OK)
        rc = read_key(pair, papers, &pem, key, err);
    sodium_memzero(key, sizeof key);
    gnutls_free(pem.data);
    return err_or_made(rc, out, pair, tls_pair_let_go);
}

struct tls_pair *tls_pair_hold(struct tls_pair *pair)
{
    atomic_fetch_add(&pair->holders, 1);
    return pair;
}

void tls_pair_let_go(struct tls_pair *pair)
{
    if (!pair || atomic_fetch_sub(&pair->holders, 1) > 1)
        return;
    for (unsigned i = 0; i < pair->chain_len; i++)
        gnutls_x509_crt_deinit(pair->chain[i]);
    if (pair->credentials)
        gnutls_certificate_free_credentials(pair->credentials);
    free(pair);
}

static const char *fault_of(unsigned status)
{
    const unsigned others = GNUTLS_CERT_INVALID | GNUTLS_CERT_EXPIRED | GNUTLS_CERT_NOT_ACTIVATED |
                            GNUTLS_CERT_PURPOSE_MISMATCH;
    if (status & ~others)
        return "is not signed by the authority";
    if (status & GNUTLS_CERT_EXPIRED)
        return "is over";
    if (status & GNUTLS_CERT_NOT_ACTIVATED)
        return "is not good yet; compare the clocks";
    return "is not made for servers";
}

int tls_pair_check(const struct tls_pair *pair, const struct tls_papers *papers, struct cr_err *err)
{
    static unsigned char purpose[] = GNUTLS_KP_TLS_WWW_SERVER;
    gnutls_typed_vdata_st wanted = {.type = GNUTLS_DT_KEY_PURPOSE_OID, .data = purpose};
    const gnutls_datum_t authority = datum_of(papers->authority_text);
    gnutls_x509_crt_t chain[CHAIN_MAX];
    gnutls_x509_trust_list_t list;
    unsigned status = 0;
    char words[TLS_PAIR_WORDS];
    memcpy(chain, pair->chain, sizeof chain);
    if (gnutls_x509_trust_list_init(&list, 0) != 0)
        return err_set(err, CR_E_IO, "http server: out of memory");
    int rc =
        gnutls_x509_trust_list_add_trust_mem(list, &authority, NULL, GNUTLS_X509_FMT_PEM, 0, 0);
    if (rc >= 0)
        rc = gnutls_x509_trust_list_verify_crt2(list, chain, pair->chain_len, &wanted, 1, 0,
                                                &status, NULL);
    gnutls_x509_trust_list_deinit(list, 1);
    if (rc < 0)
        return err_set(err, CR_E_IO, "%s: cannot be judged: %s", papers->certificate,
                       gnutls_strerror(rc));
    if (status != 0)
        return err_set(err, CR_E_INPUT, "%s: by %s the certificate %s: %s", papers->certificate,
                       papers->authority, fault_of(status), tls_pair_say(pair, words));
    return CR_OK;
}

bool tls_pair_use(const struct tls_pair *pair, gnutls_session_t session)
{
    gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST);
    return gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, pair->credentials) == 0;
}

bool tls_pair_is_name(const struct tls_pair *pair, const char *host)
{
    char name[256];
    return target_host(host, name, sizeof name) &&
           gnutls_x509_crt_check_hostname(pair->chain[0], name) != 0;
}

const char *tls_pair_say(const struct tls_pair *pair, char out[TLS_PAIR_WORDS])
{
    unsigned char serial[20];
    char hex[sizeof serial * 2 + 1] = "?", when[WHEN_TEXT_MAX] = "?";
    size_t size = sizeof serial;
    const time_t until = gnutls_x509_crt_get_expiration_time(pair->chain[0]);
    if (gnutls_x509_crt_get_serial(pair->chain[0], serial, &size) == 0)
        hex_encode(serial, size, hex);
    if (until != (time_t)-1)
        when_format((int64_t)until * 1000, when);
    snprintf(out, TLS_PAIR_WORDS, "serial %s, until %s UTC", hex, when);
    return out;
}
