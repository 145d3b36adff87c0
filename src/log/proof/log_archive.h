/* REG-15: whole past months of a log as files, sealed by a signed checkpoint.
 *
 * The folder holds a file for each month, after.jsonl with the events from there to the checkpoint
 * (the checkpoint is rarely of a month's last event, and proves only what is there up to its own),
 * the checkpoints up to that one, and a manifest (log/store/archive_store.h). All files in the
 * manifest's order are the beginning of an export: croupier-verify takes them as one. */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

struct archive_order {
    const char *folder;      /* new */
    const char *checkpoints; /* a file of them */
    uint8_t key[TREE_HASH];  /* who signs them */
    int64_t now_ms;          /* months before this one are past */
};

struct archive_made {
    unsigned months;
    uint64_t last;      /* the last event of the last month */
    uint64_t sealed_by; /* the event of the checkpoint */
};

/* Writes it and reads it back: the archive that is there is the one that was signed. The store is
 * left as it is. Whatever fails leaves no manifest, and a folder without one is no archive. */
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
    uint64_t removed; /* 0: only the archive's place was noted anew */
};

/* The store is open for writing, by nobody else: CR_E_STATE while a manager runs. In one
 * transaction; whatever fails leaves the store as it was, and the handle is to be closed. */
int archive_trim(struct store *store, const struct archive_order *order,
                 struct archive_trimmed *out, struct cr_err *err);
