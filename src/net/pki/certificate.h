/* What a certificate says of a machine, and the hash by which the machine is known. */
#pragma once

#include <croupier/error.h>

#include <gnutls/x509.h>
#include <stdint.h>

#define CERTIFICATE_NAME_MAX   64
#define CERTIFICATE_MARK_BYTES 32

struct certificate {
    char name[CERTIFICATE_NAME_MAX]; /* common name; empty when there is none, or a longer one */
    char unit[CERTIFICATE_NAME_MAX]; /* organizational unit, likewise */
    int64_t since_ms, until_ms;
    /* BLAKE2b-256 of the SubjectPublicKeyInfo in DER: of the key, so that a certificate renewed for
     * the same key is the same machine. */
    uint8_t mark[CERTIFICATE_MARK_BYTES];
};

int certificate_read(gnutls_x509_crt_t from, struct certificate *out, struct cr_err *err);

/* The first certificate of a PEM file. */
int certificate_load(const char *path, struct certificate *out, struct cr_err *err);
