/* The floor as a store has it. */
#include "log/replay/stored_floor.h"

#include "base/err.h"
#include "log/replay/floor_memory.h"

#include <stdlib.h>

/* ---- Memory ---- */

static struct stored_floor *allocate(void)
{
    struct stored_floor *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->memory = floor_memory_new(&floor_limits_largest);
    if (!f->memory) {
        free(f);
        return NULL;
    }
    floor_init_in_zeros(&f->floor, &floor_limits_largest, &floor_limits_largest, f->memory);
    return f;
}

void stored_floor_free(struct stored_floor *f)
{
    if (f)
        floor_memory_free(f->memory, &floor_limits_largest);
    free(f);
}

/* ---- Reading ---- */

static int fill(struct store *store, struct stored_floor *f, struct cr_err *err)
{
    enum stored_rows rows;
    struct store_head beginning = {0};
    int rc = store_head(store, &f->head, err);
    if (rc != CR_OK || f->head.seq == 0)
        return rc;
    rc = stored_look(store, &rows, err);
    if (rc != CR_OK)
        return rc;
    return rows == STORED_ROWS_FIT ? stored_load(store, &f->head, &f->floor, err)
                                   : stored_fold(store, &beginning, &f->head, &f->floor, err);
}

int stored_floor_read_held(struct store *store, struct stored_floor **out, struct cr_err *err)
{
    struct stored_floor *f = allocate();
    if (!f)
        return err_set(err, CR_E_IO, "not enough memory to read the floor");
    int rc = fill(store, f, err);
    return err_or_made(rc, out, f, stored_floor_free);
}

int stored_floor_read(struct store *store, struct stored_floor **out, struct cr_err *err)
{
    int rc = store_hold(store, err);
    if (rc != CR_OK)
        return rc;
    rc = stored_floor_read_held(store, out, err);
    store_release(store);
    return rc;
}

/* ---- Making rows again ---- */

int stored_floor_rebuild(struct store *store, uint64_t *row_count, struct cr_err *err)
{
    struct stored_floor *f = allocate();
    if (!f)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = store_begin(store, &f->head, err);
    if (rc == CR_OK) {
        rc = stored_rebuild(store, &f->head, &f->floor, row_count, err);
        if (rc == CR_OK)
            rc = store_commit(store, err);
        else
            store_abandon(store);
    }
    stored_floor_free(f);
    return rc;
}
