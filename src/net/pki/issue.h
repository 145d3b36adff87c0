/* Makes keys and signs certificates, in memory. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>
#include <time.h>

#define ISSUE_PEM_MAX 8192

enum issue_purpose { ISSUE_AUTHORITY, ISSUE_SERVER, ISSUE_CLIENT };

struct issue_request {
    enum issue_purpose purpose;
    const char *name; /* common name */
    const char *unit; /* NULL: none */
    const char *const *hosts;
    size_t host_count;
    time_t since, until;
};

/* A key and its certificate as PEM text. */
struct issue_pair {
    char key[ISSUE_PEM_MAX];
    char certificate[ISSUE_PEM_MAX];
    size_t key_len, certificate_len;
};

/* Makes a new key and its certificate, signed by the authority, or by itself when that is NULL.
 * The caller wipes the pair. */
int issue_pair(const struct issue_request *request, const struct issue_pair *authority,
               struct issue_pair *out, struct cr_err *err);
