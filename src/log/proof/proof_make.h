/* Proofs as text, out of a tree and the store that it is of. The texts are the caller's to free. */
#pragma once

#include "log/proof/merkle_tree.h"
#include "log/store/store.h"

/* That event seq is among the first `of`. */
int proof_make_event(const struct tree *tree, struct store *store, uint64_t seq, uint64_t of,
                     char **text, size_t *len, struct cr_err *err);
/* That the first `from` events are the beginning of the first `to`. */
int proof_make_growth(const struct tree *tree, struct store *store, uint64_t from, uint64_t to,
                      char **text, size_t *len, struct cr_err *err);
