/* What a certificate says of a machine; see certificate.h. */
#include "net/pki/certificate.h"

#include "base/err.h"
#include "net/pem_file.h"

#include <gnutls/abstract.h>
#include <sodium.h>
#include <string.h>

/* Reads a part of the name. There must be exactly one, without a zero byte: a name that two
 * readers could read differently is none. */
static void read_part(gnutls_x509_crt_t from, const char *oid, char out[CERTIFICATE_NAME_MAX])
{
    size_t size = CERTIFICATE_NAME_MAX, second = 0;
    if (gnutls_x509_crt_get_dn_by_oid(from, oid, 0, 0, out, &size) != 0 || size == 0 ||
        strlen(out) != size ||
        gnutls_x509_crt_get_dn_by_oid(from, oid, 1, 0, NULL, &second) !=
            GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE)
        out[0] = '\0';
}

static int read_mark(gnutls_x509_crt_t from, uint8_t mark[CERTIFICATE_MARK_BYTES])
{
    gnutls_pubkey_t key;
    gnutls_datum_t der = {0};
    int rc = gnutls_pubkey_init(&key);
    if (rc != 0)
        return rc;
    rc = gnutls_pubkey_import_x509(key, from, 0);
    if (rc == 0)
        rc = gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, &der);
    if (rc == 0)
        crypto_generichash(mark, CERTIFICATE_MARK_BYTES, der.data, der.size, NULL, 0);
    gnutls_free(der.data);
    gnutls_pubkey_deinit(key);
    return rc;
}

int certificate_read(gnutls_x509_crt_t from, struct certificate *out, struct cr_err *err)
{
    struct certificate c = {0};
    read_part(from, GNUTLS_OID_X520_COMMON_NAME, c.name);
    read_part(from, GNUTLS_OID_X520_ORGANIZATIONAL_UNIT_NAME, c.unit);
    c.since_ms = (int64_t)gnutls_x509_crt_get_activation_time(from) * 1000;
    c.until_ms = (int64_t)gnutls_x509_crt_get_expiration_time(from) * 1000;
    int rc = read_mark(from, c.mark);
    if (rc != 0)
        return err_set(err, CR_E_INPUT, "the certificate's key cannot be read: %s",
                       gnutls_strerror(rc));
    *out = c;
    return CR_OK;
}

int certificate_load(const char *path, struct certificate *out, struct cr_err *err)
{
    gnutls_datum_t pem = {0};
    gnutls_x509_crt_t from;
    int rc = pem_file_load(path, &pem);
    if (rc != 0)
        return err_set(err, CR_E_IO, "%s: cannot be read", path);
    rc = gnutls_x509_crt_init(&from);
    if (rc == 0) {
        rc = gnutls_x509_crt_import(from, &pem, GNUTLS_X509_FMT_PEM);
        rc = rc == 0
                 ? certificate_read(from, out, err)
                 : err_set(err, CR_E_INPUT, "%s: is no certificate: %s", path, gnutls_strerror(rc));
        gnutls_x509_crt_deinit(from);
    }
    gnutls_free(pem.data);
    return rc;
}
