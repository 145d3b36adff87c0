/* The floor as a store has it: from its rows, or from its log when the rows are of no use. */
#ifndef OPERATE_STORED_FLOOR_H
#define OPERATE_STORED_FLOOR_H

#include "manager/stored.h"

/* "current", "other", "none". */
const char *stored_rows_word(enum stored_rows rows);
/* A sentence. */
const char *stored_rows_text(enum stored_rows rows);

struct stored_floor {
    struct floor floor;
    struct store_head head;
    void *memory;
};

/* Reads one moment of a store, also beside a running manager. An empty store gives an empty floor.
 * Freed by stored_floor_free. */
int stored_floor_read(struct store *store, struct stored_floor **out, struct cr_err *err);
void stored_floor_free(struct stored_floor *f);

/* V4: forgets the rows and makes them again from the log, in one transaction. The store is open for
 * writing. */
int stored_floor_rebuild(struct store *store, uint64_t *row_count, struct cr_err *err);

#endif
