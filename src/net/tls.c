/* TLS of a server: its files, and which pair of them is in use; see tls.h. */
#include "net/tls.h"

#include "base/err.h"
#include "net/pem_file.h"
#include "net/server.h"
#include "os/mutex.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looks between two tries of files that were refused: what was wrong may be the hour, or a folder's
 * rights, and not the files. */
#define LOOKS_BETWEEN_TRIES 40

struct marks {
    uint64_t certificate, key;
};

struct tls {
    char *certificate, *key, *authority; /* paths */
    char authority_text[TLS_PEM_MAX];
    struct mutex lock;
    struct tls_pair *pair; /* in use; under the lock */
    struct marks seen;     /* at the last look */
    struct marks tried;    /* of the files that were tried last */
    bool is_refused;       /* those files were not taken */
    unsigned looks;        /* looks since then */
    char fault[CR_ERR_TEXT_MAX];
    bool is_told; /* people were told the fault */
};

static struct marks marks_of(const struct tls *tls)
{
    return (struct marks){.certificate = pem_file_mark(tls->certificate),
                          .key = pem_file_mark(tls->key)};
}

static bool marks_equal(struct marks a, struct marks b)
{
    return a.certificate == b.certificate && a.key == b.key;
}

static struct tls_papers papers_of(const struct tls *tls)
{
    return (struct tls_papers){.certificate = tls->certificate,
                               .key = tls->key,
                               .authority = tls->authority,
                               .authority_text = tls->authority_text};
}

static int load_authority(const char *path, char out[TLS_PEM_MAX], struct cr_err *err)
{
    gnutls_datum_t pem = {0};
    if (pem_file_load(path, &pem) != 0 || pem.size >= TLS_PEM_MAX) {
        gnutls_free(pem.data);
        return err_set(err, CR_E_IO, "%s: cannot be read; croupier pki makes it", path);
    }
    memcpy(out, pem.data, pem.size);
    out[pem.size] = '\0';
    gnutls_free(pem.data);
    return CR_OK;
}

/* An expired certificate does not keep the server from starting: people are told, and a new
 * certificate is loaded as soon as its files are there. */
static int load_first(struct tls *tls, struct cr_err *err)
{
    struct cr_err doubt = {0};
    int rc = load_authority(tls->authority, tls->authority_text, err);
    if (rc != CR_OK)
        return rc;
    const struct tls_papers papers = papers_of(tls);
    tls->seen = tls->tried = marks_of(tls);
    rc = tls_pair_load(&papers, &tls->pair, err);
    tls->is_told = true;
    if (rc == CR_OK && tls_pair_check(tls->pair, &papers, &doubt) != CR_OK) {
        snprintf(tls->fault, sizeof tls->fault, "%.400s; clients will refuse it", doubt.text);
        tls->is_told = false;
    }
    return rc;
}

int tls_new(const struct http_tls *files, struct tls **out, struct cr_err *err)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return err_set(err, CR_E_IO, "http server: out of memory");
    mutex_init(&tls->lock);
    tls->certificate = strdup(files->certificate);
    tls->key = strdup(files->key);
    tls->authority = strdup(files->authority);
    int rc = tls->certificate && tls->key && tls->authority
                 ? load_first(tls, err)
                 : err_set(err, CR_E_IO, "http server: out of memory");
    return err_or_made(rc, out, tls, tls_free);
}

void tls_free(struct tls *tls)
{
    if (!tls)
        return;
    tls_pair_let_go(tls->pair);
    mutex_destroy(&tls->lock);
    free(tls->certificate);
    free(tls->key);
    free(tls->authority);
    free(tls);
}

struct tls_pair *tls_hold_pair(struct tls *tls)
{
    mutex_lock(&tls->lock);
    struct tls_pair *pair = tls_pair_hold(tls->pair);
    mutex_unlock(&tls->lock);
    return pair;
}

/* ---- Renewal ---- */

/* True when the files are to be tried. Files that changed since the last look are perhaps still
 * being written, or only the key has been moved into place yet. */
static bool is_due(struct tls *tls)
{
    const struct marks now = marks_of(tls);
    const bool is_still = marks_equal(now, tls->seen);
    tls->seen = now;
    tls->looks++;
    return is_still && (!marks_equal(now, tls->tried) ||
                        (tls->is_refused && tls->looks >= LOOKS_BETWEEN_TRIES));
}

static void take(struct tls *tls, struct tls_pair *pair)
{
    mutex_lock(&tls->lock);
    struct tls_pair *before = tls->pair;
    tls->pair = pair;
    mutex_unlock(&tls->lock);
    tls_pair_let_go(before);
}

/* Notes why files were refused. People are told once for the same files, and once more for other
 * ones. */
static void refuse(struct tls *tls, bool is_other, const struct cr_err *why)
{
    char fault[CR_ERR_TEXT_MAX];
    snprintf(fault, sizeof fault, "%.400s; the certificate before stays in use", why->text);
    tls->is_told = tls->is_told && !is_other && strcmp(fault, tls->fault) == 0;
    memcpy(tls->fault, fault, sizeof tls->fault);
}

static bool try_files(struct tls *tls, char news[CR_ERR_TEXT_MAX])
{
    struct cr_err why = {0};
    struct tls_pair *pair = NULL;
    char words[TLS_PAIR_WORDS];
    const struct tls_papers papers = papers_of(tls);
    const bool is_other = !marks_equal(tls->tried, tls->seen);
    tls->tried = tls->seen;
    tls->looks = 0;
    int rc = tls_pair_load(&papers, &pair, &why);
    if (rc == CR_OK)
        rc = tls_pair_check(pair, &papers, &why);
    tls->is_refused = rc != CR_OK;
    if (rc != CR_OK) {
        tls_pair_let_go(pair);
        refuse(tls, is_other, &why);
        return false;
    }
    tls->is_told = true;
    tls->fault[0] = '\0';
    snprintf(news, CR_ERR_TEXT_MAX, "%.300s: the new certificate is in use: %s", tls->certificate,
             tls_pair_say(pair, words));
    take(tls, pair);
    return true;
}

bool tls_look_again(struct tls *tls, char news[CR_ERR_TEXT_MAX])
{
    if (is_due(tls) && try_files(tls, news))
        return true;
    if (tls->is_told)
        return false;
    snprintf(news, CR_ERR_TEXT_MAX, "%s", tls->fault);
    tls->is_told = true;
    return true;
}
