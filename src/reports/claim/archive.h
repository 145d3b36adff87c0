/* One claim as an archive that can be checked without the floor (UTH-20, REG-10): its events, how
 * its amount arose, the configuration in force, who approved it, and a proof for each event against
 * one checkpoint. */
#pragma once

#include "base/text.h"
#include "log/proof/checkpoint.h"
#include "log/store/store.h"

/* Makes the proof of one event against the tree of the first tree_size events, as text that the
 * caller frees. CR_E_NOT_FOUND: the event is newer. */
typedef int archive_prove_fn(void *prover, struct store *store, uint64_t seq, uint64_t tree_size,
                             char **text, size_t *len, struct cr_err *err);

/* What an archive is made from. With a checkpoint, prove (called with prover) makes proofs against
 * its tree. checkpoint may be NULL: the archive then says that it proves nothing. */
struct archive_source {
    struct store *store;
    archive_prove_fn *prove;
    void *prover;
    const struct checkpoint *checkpoint;
};

/* Appends the archive to tar; on a fault tar is freed. CR_E_NOT_FOUND: there is no such claim.
 * Equal stores and checkpoints give equal bytes. */
int archive_claim(const struct archive_source *source, uint64_t claim, struct text *tar,
                  struct cr_err *err);
