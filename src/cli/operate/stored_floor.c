/* The floor as a store has it. */
#include "cli/operate/stored_floor.h"

#include "base/err.h"
#include "manager/replay.h"
#include "store/backend.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A floor file may raise a manager's limits; whatever it wrote can be read. */
static const struct floor_limits limits = {.tables = 16384,
                                           .links = 256,
                                           .claims = 8192,
                                           .disputes = 8192,
                                           .alarms = 8192,
                                           .people = 8192,
                                           .documents = 512};

#define LAYOUT_ID FLOOR_ROW_ID(FLOOR_ROW_LAYOUT, 0)

/* ---- Rows as they are ---- */

static const struct {
    const char *word, *text;
} rows_words[STORED_ROWS_COUNT] = {
    [STORED_ROWS_FIT] = {"current", "of this program"},
    [STORED_ROWS_OTHER] = {"other", "of another version; the manager rebuilds them when it starts"},
    [STORED_ROWS_MISSING] = {"none", "none; the manager makes them when it starts"},
};

const char *stored_rows_word(enum stored_rows rows)
{
    return rows_words[rows].word;
}

const char *stored_rows_text(enum stored_rows rows)
{
    return rows_words[rows].text;
}

static int look_at_layout(void *context, const struct store_row *row)
{
    enum stored_rows *out = context;
    const uint64_t layout = floor_layout();
    const bool fits = row->len == sizeof layout && memcmp(row->body, &layout, sizeof layout) == 0;
    *out = fits ? STORED_ROWS_FIT : STORED_ROWS_OTHER;
    return 0;
}

int stored_rows_look(struct store *store, enum stored_rows *out, struct cr_err *err)
{
    *out = STORED_ROWS_MISSING;
    return store_rows(store, LAYOUT_ID, LAYOUT_ID, look_at_layout, out, err);
}

/* ---- Memory ---- */

static struct stored_floor *allocate(void)
{
    struct stored_floor *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->memory = malloc(floor_memory_size(&limits));
    if (!f->memory) {
        free(f);
        return NULL;
    }
    floor_init(&f->floor, &limits, f->memory);
    return f;
}

void stored_floor_free(struct stored_floor *f)
{
    if (!f)
        return;
    free(f->memory);
    free(f);
}

/* ---- From the log ---- */

struct folding {
    struct replay replay;
    struct cr_err *err;
};

static int fold_event(void *context, const struct store_event *event)
{
    struct folding *f = context;
    int rc = replay_event(&f->replay, event, f->err);
    floor_clean(f->replay.floor);
    return rc;
}

static int fold_log(struct store *store, struct stored_floor *f, struct cr_err *err)
{
    struct folding *folding = calloc(1, sizeof *folding);
    if (!folding)
        return err_set(err, CR_E_IO, "out of memory");
    folding->replay.floor = &f->floor;
    folding->err = err;
    int rc = store_read(store, 1, f->head.seq, fold_event, folding, err);
    if (rc == CR_OK && folding->replay.head.seq != f->head.seq)
        rc = err_set(err, CR_E_INPUT, "the log ends at %" PRIu64 ", not at %" PRIu64,
                     folding->replay.head.seq, f->head.seq);
    free(folding);
    return rc;
}

/* ---- From the rows ---- */

struct loading {
    struct stored_floor *f;
    struct floor_event last;
    struct cr_err *err;
};

static int load_row(void *context, const struct store_row *row)
{
    struct loading *l = context;
    return floor_load_row(&l->f->floor, row->id, row->body, row->len, l->err);
}

static int load_last(void *context, const struct store_event *event)
{
    struct loading *l = context;
    int rc = event_decode(event->body, event->len, &l->last, l->err);
    if (rc != CR_OK)
        return err_prefix(l->err, "event %" PRIu64, event->seq);
    floor_loaded(&l->f->floor, event->seq, l->last.time_ms);
    return CR_OK;
}

static int load_rows(struct store *store, struct stored_floor *f, struct cr_err *err)
{
    struct loading *l = calloc(1, sizeof *l);
    if (!l)
        return err_set(err, CR_E_IO, "out of memory");
    l->f = f;
    l->err = err;
    int rc = store_rows(store, 0, LAYOUT_ID - 1, load_row, l, err);
    if (rc == CR_OK)
        rc = store_read(store, f->head.seq, 1, load_last, l, err);
    free(l);
    return rc;
}

static int read_held(struct store *store, struct stored_floor *f, struct cr_err *err)
{
    enum stored_rows rows;
    int rc = store_head(store, &f->head, err);
    if (rc != CR_OK || f->head.seq == 0)
        return rc;
    rc = stored_rows_look(store, &rows, err);
    if (rc != CR_OK)
        return rc;
    return rows == STORED_ROWS_FIT ? load_rows(store, f, err) : fold_log(store, f, err);
}

int stored_floor_read(struct store *store, struct stored_floor **out, struct cr_err *err)
{
    struct stored_floor *f = allocate();
    if (!f)
        return err_set(err, CR_E_IO, "out of memory");
    /* Head and rows must be of one moment: a manager may be writing. */
    int rc = store->ops->hold(store, err);
    if (rc == CR_OK) {
        rc = read_held(store, f, err);
        store->ops->release(store);
    }
    if (rc != CR_OK) {
        stored_floor_free(f);
        return rc;
    }
    *out = f;
    return CR_OK;
}

/* ---- Rows again ---- */

struct rewriting {
    struct store *store;
    const struct floor *floor;
    uint64_t count;
    struct cr_err *err;
};

static int write_row(struct rewriting *w, unsigned kind, uint64_t key)
{
    struct store_row row = {.id = FLOOR_ROW_ID(kind, key)};
    row.body = floor_row(w->floor, row.id, &row.len);
    w->count++;
    return store_append(w->store, NULL, 0, &row, 1, w->err);
}

/* Rows of a kind that are numbered by their place. */
static int write_places(struct rewriting *w, unsigned kind, uint32_t count)
{
    int rc = CR_OK;
    for (uint32_t i = 0; i < count && rc == CR_OK; i++)
        rc = write_row(w, kind, i);
    return rc;
}

static int write_waiting(struct rewriting *w)
{
    const struct floor *f = w->floor;
    int rc = CR_OK;
    for (uint32_t i = 0; i < f->claim_count && rc == CR_OK; i++)
        rc = write_row(w, FLOOR_ROW_CLAIM, f->claims[i].seq);
    for (uint32_t i = 0; i < f->dispute_count && rc == CR_OK; i++)
        rc = write_row(w, FLOOR_ROW_DISPUTE, f->disputes[i].seq);
    for (uint32_t i = 0; i < f->alarm_count && rc == CR_OK; i++)
        rc = write_row(w, FLOOR_ROW_ALARM, f->alarms[i].seq);
    return rc;
}

static int write_rows(struct rewriting *w)
{
    const struct floor *f = w->floor;
    const struct {
        unsigned kind;
        uint32_t count;
    } lists[] = {{FLOOR_ROW_GENERAL, 1},           {FLOOR_ROW_DOCUMENT, f->document_count},
                 {FLOOR_ROW_LINK, f->link_count},  {FLOOR_ROW_TABLE, f->table_count},
                 {FLOOR_ROW_PLAY, f->table_count}, {FLOOR_ROW_PERSON, f->person_count}};
    const uint64_t layout = floor_layout();
    const struct store_row row = {LAYOUT_ID, &layout, sizeof layout};
    int rc = store_append(w->store, NULL, 0, &row, 1, w->err);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && rc == CR_OK; i++)
        rc = write_places(w, lists[i].kind, lists[i].count);
    return rc == CR_OK ? write_waiting(w) : rc;
}

static int rebuild_in_batch(struct store *store, struct stored_floor *f, uint64_t *row_count,
                            struct cr_err *err)
{
    struct rewriting w = {store, &f->floor, 1, err};
    int rc = fold_log(store, f, err);
    if (rc == CR_OK)
        rc = store_clear_rows(store, err);
    if (rc == CR_OK && f->head.seq > 0)
        rc = write_rows(&w);
    *row_count = f->head.seq > 0 ? w.count : 0;
    return rc;
}

int stored_floor_rebuild(struct store *store, uint64_t *row_count, struct cr_err *err)
{
    struct stored_floor *f = allocate();
    if (!f)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = store_begin(store, &f->head, err);
    if (rc == CR_OK) {
        rc = rebuild_in_batch(store, f, row_count, err);
        if (rc == CR_OK)
            rc = store_commit(store, err);
        else
            store_abandon(store);
    }
    stored_floor_free(f);
    return rc;
}
