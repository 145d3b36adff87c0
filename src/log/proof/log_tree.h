/* The Merkle tree over a store's log, which follows the log as it grows; the chain of hashes is
 * checked on the way. The hashes of full blocks are kept in a file beside the checkpoints, so that
 * a start need not read the whole log. */
#pragma once

#include "log/proof/checkpoint.h"
#include "log/store/store.h"

struct log_tree {
    struct tree tree;                /* of events 1 … tree.count */
    uint8_t chain[STORE_HASH_BYTES]; /* hash of the last of these events */
    /* True when one of the events that were added may have changed the configuration (V10); the
     * caller sets it back to false. */
    bool configured;
};

/* Adds the events of the log up to `to`. CR_E_STATE: the chain of hashes is broken, or an event is
 * missing. After a failure the tree has the events before the fault. */
int log_tree_follow(struct log_tree *t, struct store *store, uint64_t to, struct cr_err *err);

/* True when the tree has as many events as the checkpoint, and the same hashes. */
bool log_tree_is(const struct log_tree *t, const struct checkpoint *c);

/* Reads the leaves of a block out of a store: a tree_leaves_fn whose context is a struct store. */
int log_tree_leaves(void *store, uint64_t block, unsigned count, struct tree_hash *out,
                    struct cr_err *err);

/* ---- The file of blocks ---- */

/* Adds whole blocks from the file, none beyond event `to`; none at all when the file is of another
 * floor. */
int log_tree_load(struct log_tree *t, int fd, struct store *store, uint64_t to, struct cr_err *err);
/* Writes the blocks of the tree from block `from` on into the file; 0 begins the file anew. The
 * file only saves time, so that one that cannot be written is no fault. */
void log_tree_save(const struct log_tree *t, int fd, const char *floor, size_t from);
