/* One claim as an archive that stands for itself (UTH-20, REG-10): its events, how its amount
 * arose, the configuration in force, who approved it, and a proof for each event against one
 * checkpoint. */
#ifndef EVIDENCE_ARCHIVE_H
#define EVIDENCE_ARCHIVE_H

#include "evidence/notary.h"
#include "paper/paper_bytes.h"

/* What proves it: a running notary, or a tree and the checkpoint that it fits; or neither, and the
 * archive says that it proves nothing. */
struct archive_source {
    struct store *store;
    struct notary *notary;
    const struct tree *tree;
    const struct checkpoint *checkpoint;
};

/* CR_E_NOT_FOUND: there is no such claim. Equal stores and checkpoints give equal bytes. */
int archive_claim(const struct archive_source *source, uint64_t claim, struct paper_bytes *tar,
                  struct cr_err *err);

#endif
