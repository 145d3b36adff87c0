/* A copy of the floor as a store has it at one moment, in memory of its own. */
#pragma once

#include "log/replay/stored.h"

struct stored_floor {
    struct floor floor;
    struct store_head head;
    void *memory;
};

/* Reads the floor of one moment, also beside a running manager. An empty store gives an empty
 * floor. Free it with stored_floor_free. */
int stored_floor_read(struct store *store, struct stored_floor **out, struct cr_err *err);
/* The same for a store on which the caller has called store_hold. */
int stored_floor_read_held(struct store *store, struct stored_floor **out, struct cr_err *err);
void stored_floor_free(struct stored_floor *f);

/* V4: removes all rows and makes them again from the log, in one transaction. The store is open for
 * writing. */
int stored_floor_rebuild(struct store *store, uint64_t *row_count, struct cr_err *err);
