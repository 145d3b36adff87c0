/* Loads the floor from a store's rows, and makes the rows again from the log. */
#include "log/replay/stored.h"

#include "base/check.h"
#include "base/err.h"
#include "base/list.h"
#include "floor/semantics.h"
#include "log/replay/replay.h"

#include <stdlib.h>
#include <string.h>

#define LAYOUT_ID FLOOR_ROW_ID(FLOOR_ROW_LAYOUT, 0)

static int look_at_layout(void *context, const struct store_row *row)
{
    enum stored_rows *out = context;
    *out = STORED_ROWS_OTHER;
    for (unsigned semantics = 1; semantics <= floor_semantics_known; semantics++) {
        const uint64_t layout = floor_layout(semantics);
        if (row->len == sizeof(layout) && memcmp(row->body, &layout, sizeof(layout)) == 0)
            *out = STORED_ROWS_FIT;
    }
    return 0;
}

/* ---- Rows as they are ---- */

const struct stored_rows_name stored_rows_names[STORED_ROWS_COUNT] = {
    [STORED_ROWS_FIT] = {"current", "of this program"},
    [STORED_ROWS_OTHER] = {"other", "of another version; the manager rebuilds them when it starts"},
    [STORED_ROWS_MISSING] = {"none", "none; the manager makes them when it starts"},
};

int stored_look(struct store *store, enum stored_rows *out, struct cr_err *err)
{
    *out = STORED_ROWS_MISSING;
    return store_rows(store, LAYOUT_ID, LAYOUT_ID, look_at_layout, out, err);
}

static int find_one(void *context, const struct store_row *row)
{
    *(bool *)context = *(bool *)context || row->len > 0;
    return 0;
}

int stored_has_floor(struct store *store, bool *out, struct cr_err *err)
{
    *out = false;
    return store_rows(store, FLOOR_ROW_ID(FLOOR_ROW_DOCUMENT, 0),
                      FLOOR_ROW_ID(FLOOR_ROW_TOKEN + 1, 0) - 1, find_one, out, err);
}

/* ---- From the rows ---- */

struct loading {
    struct floor *floor;
    struct floor_event last;
    struct cr_err *err;
};

static int load_row(void *context, const struct store_row *row)
{
    struct loading *l = context;
    return floor_load_row(l->floor, row->id, row->body, row->len, l->err);
}

/* The log's last event tells the floor's time. */
static int load_last(void *context, const struct store_event *event)
{
    struct loading *l = context;
    int rc = event_decode(event->body, event->len, &l->last, l->err);
    if (rc != 0)
        return err_prefix(l->err, "event %llu", (unsigned long long)event->seq);
    floor_loaded(l->floor, event->seq, l->last.time_ms);
    return 0;
}

int stored_load(struct store *store, const struct store_head *head, struct floor *f,
                struct cr_err *err)
{
    CHECK(head->seq > 0);
    struct loading *l = calloc(1, sizeof(*l));
    if (l == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    l->floor = f;
    l->err = err;
    int rc = store_rows(store, 0, LAYOUT_ID - 1, load_row, l, err);
    if (rc == 0)
        rc = store_rows(store, LAYOUT_ID + 1, INT64_MAX, load_row, l, err);
    if (rc == 0)
        rc = store_read(store, head->seq, 1, load_last, l, err);
    free(l);
    return rc;
}

/* ---- From the log ---- */

/* The row of something that is done with and has left the floor, such as a cleared claim. The store
 * keeps such rows. */
struct kept {
    uint64_t id;
    uint32_t len;
    void *body;
};

struct folding {
    struct replay replay;
    bool keeping; /* true: collect such rows */
    struct kept *kept;
    size_t kept_count, kept_room;
    struct cr_err *err;
};

static bool can_leave(uint64_t id)
{
    return id >> 48 >= FLOOR_ROW_CLAIM && id >> 48 <= FLOOR_ROW_ALARM;
}

static int keep_row(struct folding *f, uint64_t id)
{
    if (!list_grow(&f->kept, &f->kept_room, f->kept_count, sizeof *f->kept))
        return err_set(f->err, CR_E_IO, "out of memory");
    struct kept *row = &f->kept[f->kept_count];
    const void *body = floor_row(f->replay.floor, id, &row->len);
    CHECK(body != NULL);
    row->id = id;
    row->body = malloc(row->len);
    if (row->body == NULL)
        return err_set(f->err, CR_E_IO, "out of memory");
    memcpy(row->body, body, row->len);
    f->kept_count++;
    return 0;
}

static int fold_event(void *context, const struct store_event *event)
{
    struct folding *f = context;
    struct floor *floor = f->replay.floor;
    const size_t before = f->kept_count;
    int rc = replay_event(&f->replay, event, f->err);
    for (uint32_t i = 0; rc == 0 && f->keeping && i < floor->dirty_count; i++)
        if (can_leave(floor->dirty[i]))
            rc = keep_row(f, floor->dirty[i]);
    floor_clean(floor);
    /* What is still on the floor is written with the floor's own rows, so it is dropped here. */
    size_t gone = before;
    for (size_t i = before; i < f->kept_count; i++) {
        uint32_t len;
        if (floor_row(floor, f->kept[i].id, &len) == NULL)
            f->kept[gone++] = f->kept[i];
        else
            free(f->kept[i].body);
    }
    f->kept_count = gone;
    return rc;
}

static void free_kept(struct folding *f)
{
    for (size_t i = 0; i < f->kept_count; i++)
        free(f->kept[i].body);
    free(f->kept);
    free(f);
}

static int fold(struct store *store, const struct store_head *head, struct folding *f)
{
    const uint64_t before = f->replay.head.seq;
    if (head->seq == before)
        return 0;
    int rc = store_read(store, before + 1, head->seq - before, fold_event, f, f->err);
    if (rc == 0 && f->replay.head.seq != head->seq)
        rc = err_set(f->err, CR_E_INPUT, "the log ends at %llu, not at %llu",
                     (unsigned long long)f->replay.head.seq, (unsigned long long)head->seq);
    return rc;
}

int stored_fold(struct store *store, struct store_head *from, const struct store_head *head,
                struct floor *f, struct cr_err *err)
{
    struct folding *folding = calloc(1, sizeof(*folding));
    if (folding == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    folding->replay.floor = f;
    folding->replay.head = *from;
    folding->err = err;
    int rc = fold(store, head, folding);
    *from = folding->replay.head;
    free_kept(folding);
    return rc;
}

/* ---- Making rows again ---- */

struct listing {
    const struct floor *floor;
    store_row_fn *each;
    void *context;
};

static int list_row(const struct listing *l, unsigned kind, uint64_t key)
{
    struct store_row row = {.id = FLOOR_ROW_ID(kind, key)};
    row.body = floor_row(l->floor, row.id, &row.len);
    CHECK(row.body != NULL);
    return l->each(l->context, &row);
}

static int list_waiting(const struct listing *l)
{
    const struct floor *f = l->floor;
    int rc = 0;
    for (uint32_t i = 0; rc == 0 && i < f->claim_count; i++)
        rc = list_row(l, FLOOR_ROW_CLAIM, f->claims[i].seq);
    for (uint32_t i = 0; rc == 0 && i < f->dispute_count; i++)
        rc = list_row(l, FLOOR_ROW_DISPUTE, f->disputes[i].seq);
    for (uint32_t i = 0; rc == 0 && i < f->alarm_count; i++)
        rc = list_row(l, FLOOR_ROW_ALARM, f->alarms[i].seq);
    return rc;
}

int stored_each_row(const struct floor *f, store_row_fn *each, void *context)
{
    const struct listing l = {f, each, context};
    const struct {
        unsigned kind;
        uint32_t count;
    } lists[] = {{FLOOR_ROW_LAYOUT, 1},
                 {FLOOR_ROW_GENERAL, 1},
                 {FLOOR_ROW_DOCUMENT, f->document_count},
                 {FLOOR_ROW_LINK, f->link_count},
                 {FLOOR_ROW_TABLE, f->table_count},
                 {FLOOR_ROW_PLAY, floor_play_rows(f)},
                 {FLOOR_ROW_PERSON, f->person_count},
                 {FLOOR_ROW_TOKEN, f->token_count},
                 {FLOOR_ROW_HOUSE, f->house->set != 0},
                 {FLOOR_ROW_MESSAGES, f->messages->set != 0},
                 {FLOOR_ROW_PATRON, f->patron_count},
                 {FLOOR_ROW_LIMITS, f->raised->set != 0}};
    int rc = 0;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        for (uint32_t key = 0; rc == 0 && key < lists[i].count; key++)
            rc = list_row(&l, lists[i].kind, key);
    return rc == 0 ? list_waiting(&l) : rc;
}

struct writing {
    struct store *store;
    uint64_t count;
    struct cr_err *err;
};

static int write_row(void *context, const struct store_row *row)
{
    struct writing *w = context;
    w->count++;
    return store_append(w->store, NULL, 0, row, 1, w->err);
}

static int write_kept(struct writing *w, const struct folding *f)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < f->kept_count; i++) {
        const struct store_row row = {f->kept[i].id, f->kept[i].body, f->kept[i].len};
        rc = write_row(w, &row);
    }
    return rc;
}

int stored_rebuild(struct store *store, const struct store_head *head, struct floor *f,
                   uint64_t *row_count, struct cr_err *err)
{
    struct writing w = {store, 0, err};
    struct folding *folding = calloc(1, sizeof(*folding));
    if (folding == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    folding->replay.floor = f;
    folding->keeping = true;
    folding->err = err;
    int rc = store_clear_rows(store, err);
    if (rc == 0)
        rc = fold(store, head, folding);
    if (rc == 0)
        rc = stored_each_row(f, write_row, &w);
    if (rc == 0)
        rc = write_kept(&w, folding);
    *row_count = w.count;
    free_kept(folding);
    return rc;
}
