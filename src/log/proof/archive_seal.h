/* The checkpoint that seals an archive: found in the floor's own file, and held against the
 * archive's events. */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

/* A file of checkpoints, whole. */
struct archive_seals {
    char *text;
    size_t len;
    uint8_t key[TREE_HASH]; /* who signs them */
    const char *floor;
};

int archive_seals_read(const char *path, struct archive_seals *out, struct cr_err *err);
void archive_seals_free(struct archive_seals *s);

/* The first checkpoint of an event from `seq` on; *end is where it ends in the text. False: there
 * is none, or one before it is not of this floor and this key. A file may end within one that is
 * being written. */
bool archive_seals_find(const struct archive_seals *s, uint64_t seq, struct checkpoint *out,
                        size_t *end);

/* Reads the whole archive: a tree of what is in the files, against the signature. */
int archive_seal_check(struct store *archive, const struct checkpoint *seal, struct cr_err *err);
