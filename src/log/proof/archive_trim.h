/* REG-15: removing from a store what an archive has, so that it does not grow without bound.
 *
 * Nothing is removed that was not read back: the whole archive must be what a checkpoint of the
 * floor's own file signed, its files must be durable, and its chain must meet the store's. The cut
 * is at a block of the log's tree (log_tree.h), so that the tree goes on from its file of blocks
 * without the events that left, and never after the last month, so that a store is never empty. */
#pragma once

#include "log/proof/archive_write.h"

struct archive_trimmed {
    uint64_t first;   /* with this event the store now begins */
    uint64_t removed; /* 0: only the archive's place was noted anew */
};

/* The store is open for writing, by nobody else: CR_E_STATE while a manager runs. In one
 * transaction; whatever fails leaves the store as it was, and the handle is to be closed. */
int archive_trim(struct store *store, const struct archive_order *order,
                 struct archive_trimmed *out, struct cr_err *err);
