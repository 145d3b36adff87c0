/* The checkpoint that seals an archive: finds it in the floor's file of checkpoints, and compares
 * it with the archive's events. */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

/* The text of a file of checkpoints. The caller sets `key` and `floor`, which must outlive it. */
struct archive_seals {
    char *text;
    size_t len;
    uint8_t key[TREE_HASH]; /* public key that must have signed them */
    const char *floor;
};

int archive_seals_read(const char *path, struct archive_seals *out, struct cr_err *err);
void archive_seals_free(struct archive_seals *s);

/* Finds the first checkpoint whose last event is `seq` or a later one; *end is the place after it
 * in the text. False when there is none, or when a checkpoint before it is of another floor or key.
 * The file may end with a checkpoint that is only partly written. */
bool archive_seals_find(const struct archive_seals *s, uint64_t seq, struct checkpoint *out,
                        size_t *end);

/* Reads the whole archive and compares the tree of its events with the signed one. CR_E_STATE when
 * they differ. */
int archive_seal_check(struct store *archive, const struct checkpoint *seal, struct cr_err *err);
