/* Answers what other threads ask the notary for: checkpoints and proofs. */
#include "log/proof/proof_text.h"
#include "service/notary/notary_internal.h"

bool notary_latest(struct notary *n, struct checkpoint *out)
{
    mutex_lock(&n->latest_lock);
    const bool has = n->has_latest;
    *out = n->latest;
    mutex_unlock(&n->latest_lock);
    return has;
}

int notary_list(struct notary *n, uint64_t from, uint64_t limit, struct text *out, uint64_t *next,
                struct cr_err *err)
{
    mutex_lock(&n->files_lock);
    const int rc = witness_file_list(&n->files[0], from, limit, out, next, err);
    mutex_unlock(&n->files_lock);
    return rc;
}

/* ---- Proofs ---- */

static int need_covered(struct notary *n, uint64_t seq, struct checkpoint *latest,
                        struct cr_err *err)
{
    if (!notary_latest(n, latest))
        return err_set(err, CR_E_NOT_FOUND, "no checkpoint has been made yet");
    if (seq == 0 || seq > latest->seq)
        return err_set(err, CR_E_NOT_FOUND, "the last checkpoint covers events 1 to %llu",
                       (unsigned long long)latest->seq);
    return 0;
}

int notary_prove_event(struct notary *n, struct store *store, uint64_t seq, uint64_t of,
                       char **text, size_t *len, struct cr_err *err)
{
    struct checkpoint latest;
    int rc = need_covered(n, seq, &latest, err);
    if (rc == 0 && of != 0)
        rc = need_covered(n, of, &latest, err);
    if (rc != 0)
        return rc;
    mutex_lock(&n->lock);
    rc = proof_make_event(&n->log.tree, store, seq, of != 0 ? of : latest.seq, text, len, err);
    mutex_unlock(&n->lock);
    return rc;
}

int notary_prove_growth(struct notary *n, struct store *store, uint64_t from, uint64_t to,
                        char **text, size_t *len, struct cr_err *err)
{
    struct checkpoint latest;
    int rc = need_covered(n, to == 0 ? 1 : to, &latest, err);
    if (rc != 0)
        return rc;
    if (to == 0)
        to = latest.seq;
    if (from == 0 || from > to)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "from",
                          "expected an event before %llu", (unsigned long long)to);
    mutex_lock(&n->lock);
    rc = proof_make_growth(&n->log.tree, store, from, to, text, len, err);
    mutex_unlock(&n->lock);
    return rc;
}
