/* The log of a store as a tree that follows it, with the chain checked on the way; its blocks are
 * remembered in a file beside the checkpoints, from which a start goes on. */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

struct log_tree {
    struct tree tree;                /* of events 1 … tree.count */
    uint8_t chain[STORE_HASH_BYTES]; /* after them */
    bool configured;                 /* one of those read last changed the configuration (V10) */
};

/* Takes in events up to `to`. CR_E_STATE: the log does not chain. On failure the tree is of the
 * events before the fault. */
int log_tree_follow(struct log_tree *t, struct store *store, uint64_t to, struct cr_err *err);

/* Whether the tree, of as many events, is what the checkpoint says. */
bool log_tree_is(const struct log_tree *t, const struct checkpoint *c);

/* A tree_leaves_fn; the context is a struct store. */
int log_tree_leaves(void *store, uint64_t block, unsigned count, struct tree_hash *out,
                    struct cr_err *err);

/* ---- The file of blocks ---- */

/* Takes in whole blocks up to an event; none when the file is of something else. */
int log_tree_load(struct log_tree *t, int fd, struct store *store, uint64_t to, struct cr_err *err);
/* Adds the blocks from `from` on. The file proves nothing, so one that cannot be written is no
 * fault. */
void log_tree_save(const struct log_tree *t, int fd, const char *floor, size_t from);
