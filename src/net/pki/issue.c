/* Makes keys and signs certificates; see issue.h. */
#include "net/pki/issue.h"

#include "base/err.h"

#include <arpa/inet.h>
#include <gnutls/x509.h>
#include <sodium.h>
#include <string.h>

/* Each step runs only when those before went well. */
#define STEP(rc, call)                                                                             \
    do {                                                                                           \
        if ((rc) >= 0)                                                                             \
            (rc) = (call);                                                                         \
    } while (0)

struct parts {
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t crt;
};

static int parts_init(struct parts *p)
{
    *p = (struct parts){0};
    int rc = gnutls_x509_privkey_init(&p->key);
    STEP(rc, gnutls_x509_crt_init(&p->crt));
    return rc;
}

static void parts_free(struct parts *p)
{
    if (p->crt)
        gnutls_x509_crt_deinit(p->crt);
    if (p->key)
        gnutls_x509_privkey_deinit(p->key);
}

static int import(struct parts *p, const struct issue_pair *from)
{
    gnutls_datum_t key = {(void *)(uintptr_t)from->key, (unsigned)from->key_len};
    gnutls_datum_t crt = {(void *)(uintptr_t)from->certificate, (unsigned)from->certificate_len};
    int rc = parts_init(p);
    STEP(rc, gnutls_x509_privkey_import(p->key, &key, GNUTLS_X509_FMT_PEM));
    STEP(rc, gnutls_x509_crt_import(p->crt, &crt, GNUTLS_X509_FMT_PEM));
    return rc;
}

static int set_name(gnutls_x509_crt_t crt, const char *oid, const char *text)
{
    return text ? gnutls_x509_crt_set_dn_by_oid(crt, oid, 0, text, (unsigned)strlen(text)) : 0;
}

static int add_host(gnutls_x509_crt_t crt, const char *host)
{
    unsigned char address[16];
    if (inet_pton(AF_INET, host, address) == 1)
        return gnutls_x509_crt_set_subject_alt_name(crt, GNUTLS_SAN_IPADDRESS, address, 4,
                                                    GNUTLS_FSAN_APPEND);
    if (inet_pton(AF_INET6, host, address) == 1)
        return gnutls_x509_crt_set_subject_alt_name(crt, GNUTLS_SAN_IPADDRESS, address, 16,
                                                    GNUTLS_FSAN_APPEND);
    return gnutls_x509_crt_set_subject_alt_name(crt, GNUTLS_SAN_DNSNAME, host,
                                                (unsigned)strlen(host), GNUTLS_FSAN_APPEND);
}

/* A server's certificate cannot be a client's, nor the other way round; only the authority's can
 * sign others. */
static int set_purpose(gnutls_x509_crt_t crt, enum issue_purpose purpose)
{
    if (purpose == ISSUE_AUTHORITY) {
        int rc = gnutls_x509_crt_set_basic_constraints(crt, 1, 0);
        STEP(rc, gnutls_x509_crt_set_key_usage(crt, GNUTLS_KEY_KEY_CERT_SIGN));
        return rc;
    }
    int rc = gnutls_x509_crt_set_basic_constraints(crt, 0, -1);
    STEP(rc, gnutls_x509_crt_set_key_usage(crt, GNUTLS_KEY_DIGITAL_SIGNATURE));
    STEP(rc, gnutls_x509_crt_set_key_purpose_oid(
                 crt, purpose == ISSUE_SERVER ? GNUTLS_KP_TLS_WWW_SERVER : GNUTLS_KP_TLS_WWW_CLIENT,
                 0));
    return rc;
}

static int set_serial(gnutls_x509_crt_t crt)
{
    unsigned char serial[16];
    randombytes_buf(serial, sizeof(serial));
    serial[0] = (unsigned char)((serial[0] & 0x3f) | 0x40); /* positive, and always as long */
    return gnutls_x509_crt_set_serial(crt, serial, sizeof(serial));
}

static int set_key_ids(gnutls_x509_crt_t crt, gnutls_x509_crt_t issuer)
{
    unsigned char id[64];
    size_t size = sizeof(id);
    int rc = gnutls_x509_crt_get_key_id(crt, GNUTLS_KEYID_USE_SHA256, id, &size);
    STEP(rc, gnutls_x509_crt_set_subject_key_id(crt, id, size));
    if (rc < 0 || issuer == crt)
        return rc;
    size = sizeof(id);
    STEP(rc, gnutls_x509_crt_get_subject_key_id(issuer, id, &size, NULL));
    STEP(rc, gnutls_x509_crt_set_authority_key_id(crt, id, size));
    return rc;
}

static int fill(const struct parts *p, const struct issue_request *r)
{
    int rc = gnutls_x509_privkey_generate(p->key, GNUTLS_PK_ECDSA,
                                          GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    STEP(rc, gnutls_x509_crt_set_version(p->crt, 3));
    STEP(rc, gnutls_x509_crt_set_key(p->crt, p->key));
    STEP(rc, gnutls_x509_crt_set_activation_time(p->crt, r->since));
    STEP(rc, gnutls_x509_crt_set_expiration_time(p->crt, r->until));
    STEP(rc, set_serial(p->crt));
    STEP(rc, set_name(p->crt, GNUTLS_OID_X520_ORGANIZATIONAL_UNIT_NAME, r->unit));
    STEP(rc, set_name(p->crt, GNUTLS_OID_X520_COMMON_NAME, r->name));
    for (size_t i = 0; i < r->host_count; i++)
        STEP(rc, add_host(p->crt, r->hosts[i]));
    STEP(rc, set_purpose(p->crt, r->purpose));
    return rc;
}

static int export_pair(const struct parts *p, struct issue_pair *out)
{
    out->key_len = sizeof(out->key);
    out->certificate_len = sizeof(out->certificate);
    int rc = gnutls_x509_privkey_export_pkcs8(p->key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN,
                                              out->key, &out->key_len);
    STEP(rc, gnutls_x509_crt_export(p->crt, GNUTLS_X509_FMT_PEM, out->certificate,
                                    &out->certificate_len));
    return rc;
}

int issue_pair(const struct issue_request *request, const struct issue_pair *authority,
               struct issue_pair *out, struct cr_err *err)
{
    struct parts own = {0}, above = {0};
    int rc = parts_init(&own);
    if (authority)
        STEP(rc, import(&above, authority));
    const struct parts *issuer = authority ? &above : &own;
    STEP(rc, fill(&own, request));
    STEP(rc, set_key_ids(own.crt, issuer->crt));
    STEP(rc, gnutls_x509_crt_sign2(own.crt, issuer->crt, issuer->key, GNUTLS_DIG_SHA256, 0));
    STEP(rc, export_pair(&own, out));
    parts_free(&above);
    parts_free(&own);
    if (rc < 0)
        return err_set(err, CR_E_INPUT, "the certificate of '%s' cannot be made: %s", request->name,
                       gnutls_strerror(rc));
    return CR_OK;
}
