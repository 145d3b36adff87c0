/* REG-15: writes whole past months of a log into files, sealed by a signed checkpoint.
 *
 * The folder holds a file for each month; after.jsonl with the events that follow, up to that of
 * the checkpoint (which rarely is a month's last event, and proves the log only as a whole up to
 * it); the checkpoints up to that one; and a manifest (log/store/archive_store.h). The files, read
 * in the manifest's order, are the beginning of an export, and croupier-verify takes them as one.
 */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

struct archive_order {
    const char *folder;      /* archive_write: must not exist; archive_trim: an archive */
    const char *checkpoints; /* path of the floor's file of checkpoints */
    uint8_t key[TREE_HASH];  /* public key that must have signed them */
    int64_t now_ms;          /* months before this one are past */
};

struct archive_made {
    unsigned months;
    uint64_t last;      /* the last event of the last month */
    uint64_t sealed_by; /* the event of the checkpoint */
};

/* Writes the archive and reads it back, so that what is on disk is known to be what was signed. The
 * store is not changed. After a failure there is no manifest, and a folder without one is no
 * archive. */
int archive_write(struct store *store, const struct archive_order *order, struct archive_made *out,
                  struct cr_err *err);

/* REG-15: removing from a store what an archive has, so that it does not grow without bound.
 *
 * Nothing is removed that was not read back: the whole archive must be what a checkpoint of the
 * floor's own file signed, its files must be durable, and its chain must meet the store's. The cut
 * is at a block of the log's tree (log_tree.h), so that the tree goes on from its file of blocks
 * without the events that left, and never after the last month, so that a store is never empty. */
struct archive_trimmed {
    uint64_t first;   /* with this event the store now begins */
    uint64_t removed; /* 0: only the archive's folder was noted again */
};

/* Removes the events in one transaction. The store is open for writing; CR_E_STATE while a manager
 * runs on it. After a failure the store is as it was, and the handle must be closed. */
int archive_trim(struct store *store, const struct archive_order *order,
                 struct archive_trimmed *out, struct cr_err *err);
