/* Proofs as text: that an event is in the log of a checkpoint, and that the log of one checkpoint
 * is the beginning of that of another. */
#pragma once

#include "base/text.h"
#include "log/proof/merkle_tree.h"
#include "log/store/store.h"

#define PROOF_TEXT_ROOM (TREE_PATH_MAX * 72u + 256u) /* without the event */

/* "croupier inclusion 1", seq, of, path …, event, and an empty line. */
struct proof_of_event {
    uint64_t seq;
    uint64_t of; /* the checkpoint's seq */
    struct tree_proof path;
    const char *event; /* borrowed; no line end in it */
    size_t event_len;
};

/* "croupier consistency 1", from, to, path …, and an empty line. */
struct proof_of_growth {
    uint64_t from, to;
    struct tree_proof path;
};

void proof_write_event(struct text *t, const struct proof_of_event *p);
void proof_write_growth(struct text *t, const struct proof_of_growth *p);

int proof_read_event(const char *text, size_t len, struct proof_of_event *out, struct cr_err *err);
int proof_read_growth(const char *text, size_t len, struct proof_of_growth *out,
                      struct cr_err *err);

/* ---- Making proofs from a tree and the store that it is of; the caller frees the texts ---- */

/* The proof that event `seq` is among the first `of` events. */
int proof_make_event(const struct tree *tree, struct store *store, uint64_t seq, uint64_t of,
                     char **text, size_t *len, struct cr_err *err);
/* The proof that the first `from` events are the beginning of the first `to` events. */
int proof_make_growth(const struct tree *tree, struct store *store, uint64_t from, uint64_t to,
                      char **text, size_t *len, struct cr_err *err);
