/* One claim as an archive that stands for itself (UTH-20, REG-10): its events, how its amount
 * arose, the configuration in force, who approved it, and a proof for each event against one
 * checkpoint. */
#pragma once

#include "base/text.h"
#include "log/proof/checkpoint.h"
#include "log/store/store.h"

/* The proof of one event against the tree of the first tree_size events, as text to be freed.
 * CR_E_NOT_FOUND: the event is newer. */
typedef int archive_prove_fn(void *prover, struct store *store, uint64_t seq, uint64_t tree_size,
                             char **text, size_t *len, struct cr_err *err);

/* What proves it: whoever keeps the tree, and the checkpoint that it fits; or neither, and the
 * archive says that it proves nothing. */
struct archive_source {
    struct store *store;
    archive_prove_fn *prove;
    void *prover;
    const struct checkpoint *checkpoint;
};

/* CR_E_NOT_FOUND: there is no such claim. Equal stores and checkpoints give equal bytes. */
int archive_claim(const struct archive_source *source, uint64_t claim, struct text *tar,
                  struct cr_err *err);
