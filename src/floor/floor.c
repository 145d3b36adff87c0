/* The floor's state: memory, names, and which step an event takes. */
#include "floor/floor.h"

#include "base/check.h"
#include "base/err.h"
#include "base/money.h"
#include "floor/floor_internal.h"

#include <string.h>

const struct floor_limits floor_limits_usual = {.tables = 1024,
                                                .links = 64,
                                                .claims = 1024,
                                                .disputes = 1024,
                                                .alarms = 1024,
                                                .people = 1024,
                                                .documents = 128,
                                                .tokens = 256};

const struct floor_limits floor_limits_largest = {.tables = FLOOR_TABLES_MAX,
                                                  .links = FLOOR_LINKS_MAX,
                                                  .claims = FLOOR_CLAIMS_MAX,
                                                  .disputes = FLOOR_DISPUTES_MAX,
                                                  .alarms = FLOOR_ALARMS_MAX,
                                                  .people = FLOOR_PEOPLE_MAX,
                                                  .documents = FLOOR_DOCUMENTS_MAX,
                                                  .tokens = FLOOR_TOKENS_MAX};

/* The most events between two calls of floor_clean, and the most rows that one of them can touch: a
 * ruling on claims touches the most. Rows of plays and links are counted separately, because each
 * is noted only once. */
#define DIRTY_EVENTS    1024
#define DIRTY_PER_EVENT (FLOOR_ORDER_MAX + 4)

static size_t rounded(size_t size)
{
    return (size + 15) / 16 * 16;
}

static uint32_t slots_for(uint32_t count)
{
    uint32_t slots = 16;
    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

/* Cuts pieces off a block of memory; when `at` is NULL it only counts their sizes. */
struct cutter {
    char *at;
    size_t used;
};

static void *cut(struct cutter *c, size_t size)
{
    void *piece = c->at == NULL ? NULL : c->at + c->used;
    c->used += rounded(size);
    return piece;
}

static void lay_out(struct floor *f, const struct floor_limits *room, struct cutter *c)
{
    f->room = f->limits = *room;
    f->table_slots = slots_for(room->tables);
    const size_t play_rows = (room->tables + FLOOR_PLAYS_IN_ROW - 1) / FLOOR_PLAYS_IN_ROW;
    /* Taking approvals back touches a claim's row at most once before they are given again. */
    f->dirty_max =
        DIRTY_EVENTS * (DIRTY_PER_EVENT + 1) + room->claims + (uint32_t)play_rows + room->links;
    /* The end of a shift touches every table whose counter was read or was off. */
    f->dirty_max += 2 * room->tables;
    f->tables = cut(c, room->tables * sizeof(*f->tables));
    f->plays = cut(c, play_rows * FLOOR_PLAYS_IN_ROW * sizeof(*f->plays));
    f->links = cut(c, room->links * sizeof(*f->links));
    /* Finished claims, disputes and alarms stay in their lists until the next floor_clean, and must
     * not use up the limit. */
    f->claims = cut(c, (room->claims + DIRTY_EVENTS) * sizeof(*f->claims));
    f->disputes = cut(c, (room->disputes + DIRTY_EVENTS) * sizeof(*f->disputes));
    f->alarms = cut(c, (room->alarms + FLOOR_HALT_PLACES + DIRTY_EVENTS) * sizeof(*f->alarms));
    f->people = cut(c, room->people * sizeof(*f->people));
    f->tokens = cut(c, room->tokens * sizeof(*f->tokens));
    f->documents = cut(c, room->documents * sizeof(*f->documents));
    f->parsed = cut(c, room->documents * sizeof(*f->parsed));
    f->raised = cut(c, sizeof(*f->raised));
    f->house = cut(c, sizeof(*f->house));
    f->messages = cut(c, sizeof(*f->messages));
    f->patrons = cut(c, FLOOR_PATRONS * sizeof(*f->patrons));
    f->table_index = cut(c, f->table_slots * sizeof(*f->table_index));
    f->dirty = cut(c, f->dirty_max * sizeof(*f->dirty));
    f->dirty_plays = cut(c, play_rows);
    f->dirty_links = cut(c, room->links);
}

size_t floor_memory_size(const struct floor_limits *room)
{
    struct floor f;
    struct cutter c = {NULL, 0};
    lay_out(&f, room, &c);
    return c.used;
}

void floor_init_in_zeros(struct floor *f, const struct floor_limits *room,
                         const struct floor_limits *limits, void *zeros)
{
    struct cutter c = {zeros, 0};
    memset(f, 0, sizeof(*f));
    lay_out(f, room, &c);
    f->limits = *limits;
    f->layout = floor_layout(1);
}

void floor_init(struct floor *f, const struct floor_limits *room, void *memory)
{
    memset(memory, 0, floor_memory_size(room));
    floor_init_in_zeros(f, room, room, memory);
}

/* ---- Names ---- */

static uint32_t hash_of(const char *id)
{
    uint32_t h = 2166136261u;
    for (; *id != '\0'; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

void floor_index_table(struct floor *f, uint32_t table)
{
    uint32_t slot = hash_of(f->tables[table].id) & (f->table_slots - 1);
    while (f->table_index[slot] != 0)
        slot = (slot + 1) & (f->table_slots - 1);
    f->table_index[slot] = table + 1;
}

uint32_t floor_find_table(const struct floor *f, const char *id)
{
    uint32_t slot = hash_of(id) & (f->table_slots - 1);
    for (; f->table_index[slot] != 0; slot = (slot + 1) & (f->table_slots - 1))
        if (strcmp(f->tables[f->table_index[slot] - 1].id, id) == 0)
            return f->table_index[slot] - 1;
    return FLOOR_NONE;
}

uint32_t floor_find_link(const struct floor *f, const char *id)
{
    for (uint32_t i = 0; i < f->link_count; i++)
        if (strcmp(f->links[i].id, id) == 0)
            return i;
    return FLOOR_NONE;
}

uint32_t floor_find_document(const struct floor *f, const uint8_t hash[CR_HASH_BYTES])
{
    for (uint32_t i = 0; i < f->document_count; i++)
        if (memcmp(f->documents[i].hash, hash, CR_HASH_BYTES) == 0)
            return i;
    return FLOOR_NONE;
}

struct floor_claim *floor_find_claim(const struct floor *f, uint64_t seq)
{
    for (uint32_t i = 0; i < f->claim_count; i++)
        if (f->claims[i].seq == seq)
            return &f->claims[i];
    return NULL;
}

const struct cr_progressive *floor_progressive(const struct floor *f, uint32_t link)
{
    CHECK(link < f->link_count);
    return &f->parsed[f->links[link].document].progressive;
}

const struct cr_rules *floor_rules(const struct floor *f, uint32_t table)
{
    CHECK(table < f->table_count);
    uint32_t document = f->tables[table].document;
    return document == FLOOR_NONE ? NULL : &f->parsed[document].rules;
}

unsigned floor_meter_find(const struct cr_progressive *progressive, const char *name)
{
    for (unsigned m = 0; m < progressive->meter_count; m++)
        if (strcmp(progressive->meters[m].name, name) == 0)
            return m;
    return CR_METERS;
}

/* ---- What several steps use ---- */

int floor_refuse_full(uint32_t most, const char *what, const char *todo, struct cr_err *err)
{
    return err_refuse(
        err, CR_E_RANGE, REASON_NO_ROOM, NULL,
        "no room for more than %u %s: %stwo people raise the limit (croupier limits raise %s)",
        (unsigned)most, what, todo, what);
}

int floor_need_running(const struct floor *f, struct cr_err *err)
{
    if (!f->general.halted)
        return 0;
    return err_refuse(
        err, CR_E_STATE, REASON_FLOOR_HALTED, NULL,
        "the floor is halted: the store is not what a table, a witness or the log says "
        "it must be; two people acknowledge that alarm first");
}

int floor_need_link(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err)
{
    *out = floor_find_link(f, id);
    return *out != FLOOR_NONE ? 0
                              : err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link",
                                           "there is no \"%s\"", id);
}

int floor_need_table(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err)
{
    *out = floor_find_table(f, id);
    return *out != FLOOR_NONE ? 0
                              : err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table",
                                           "there is no \"%s\"", id);
}

int floor_need_next(const struct floor *f, const struct floor_event *e, uint32_t *table,
                    struct cr_err *err)
{
    int rc = floor_need_table(f, e->table, table, err);
    if (rc != 0)
        return rc;
    const struct floor_play *play = &f->plays[*table];
    if (!f->tables[*table].joined)
        return err_refuse(err, CR_E_STATE, REASON_NOT_JOINED, NULL,
                          "table %s has not joined; it joins first", e->table);
    if (e->epoch != play->epoch)
        return err_refuse(err, CR_E_STATE, REASON_WRONG_EPOCH, "epoch",
                          "table %s is in epoch %llu, not %llu; join again", e->table,
                          (unsigned long long)play->epoch, (unsigned long long)e->epoch);
    if (e->table_seq != play->seq + 1)
        return err_refuse(err, CR_E_STATE, REASON_WRONG_NUMBER, "table_seq",
                          "the next of table %s is %llu, not %llu", e->table,
                          (unsigned long long)play->seq + 1, (unsigned long long)e->table_seq);
    return 0;
}

void floor_table_done(struct floor *f, struct floor_event *e, uint32_t table)
{
    struct floor_play *play = &f->plays[table];
    e->prev = play->last;
    play->seq++;
    play->last = f->seq + 1;
    floor_touch_play(f, table);
}

void floor_note_meters(struct floor_event *e, const struct cr_progressive *progressive,
                       const struct ledger *before, const struct ledger *after)
{
    e->meter_count = progressive->meter_count;
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        e->before[m] = before->levels[m].meter.amount;
        e->after[m] = after->levels[m].meter.amount;
        e->reserves[m] = after->levels[m].meter.reserve;
    }
}

void floor_add_hit(struct floor *f, const struct floor_event *e, uint32_t link, uint32_t table,
                   uint8_t meter)
{
    struct floor_link *l = &f->links[link];
    struct floor_hit *hit = &l->hits[l->hit_next];
    hit->seq = f->seq + 1;
    hit->table = table;
    hit->seat = e->seat;
    hit->award = e->award;
    hit->meter = meter;
    hit->amount = e->amount;
    l->hit_next = (uint8_t)((l->hit_next + 1) % FLOOR_HITS);
}

/* ---- Rows touched ---- */

void floor_touch(struct floor *f, enum floor_row_kind kind, uint64_t key)
{
    CHECK(f->dirty_count < f->dirty_max);
    f->dirty[f->dirty_count++] = FLOOR_ROW_ID(kind, key);
}

void floor_touch_play(struct floor *f, uint32_t table)
{
    const uint32_t row = table / FLOOR_PLAYS_IN_ROW;
    if (!f->dirty_plays[row])
        floor_touch(f, FLOOR_ROW_PLAY, row);
    f->dirty_plays[row] = 1;
}

void floor_touch_link(struct floor *f, uint32_t link)
{
    if (!f->dirty_links[link])
        floor_touch(f, FLOOR_ROW_LINK, link);
    f->dirty_links[link] = 1;
}

/* ---- The step ---- */

static floor_step_fn *const steps[FLOOR_KIND_COUNT] = {
#define EVENT(name, NAME, ...) [FLOOR_##NAME] = step_##name,
#define TABLE_EVENT(name, NAME, ...)
#include "floor/event_list.h"
};

static floor_table_step_fn *const table_steps[FLOOR_KIND_COUNT] = {
#define EVENT(name, NAME, ...)
#define TABLE_EVENT(name, NAME, ...) [FLOOR_##NAME] = step_##name,
#include "floor/event_list.h"
};

static int step(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    uint32_t table;
    if (table_steps[e->kind] == NULL)
        return steps[e->kind](f, e, err);
    int rc = floor_need_next(f, e, &table, err);
    if (rc == 0)
        rc = table_steps[e->kind](f, e, table, err);
    if (rc == 0)
        floor_table_done(f, e, table);
    return rc;
}

/* The given members have been checked. */
static int step_given(struct floor *f, struct floor_event *e, int64_t now_ms, struct cr_err *err)
{
    int rc = floor_check_people(f, e, err);
    if (rc != 0)
        return rc;
    e->seq = f->seq + 1;
    /* The log has no time before 1970. */
    e->time_ms = now_ms > f->time_ms ? now_ms : f->time_ms > 0 ? f->time_ms : 1;
    rc = step(f, e, err);
    if (rc != 0)
        return rc;
    f->seq++;
    f->time_ms = e->time_ms;
    return 0;
}

int floor_step(struct floor *f, struct floor_event *e, int64_t now_ms, struct cr_err *err)
{
    event_clean_given(e);
    const int rc = event_check_given(e, err);
    return rc != 0 ? rc : step_given(f, e, now_ms, err);
}

int floor_step_again(struct floor *f, struct floor_event *e, struct cr_err *err)
{
    const int rc = event_check_required(e, err);
    return rc != 0 ? rc : step_given(f, e, e->time_ms, err);
}

static int check_books(const struct floor *f, uint32_t link, struct cr_err *err)
{
    const int rc = ledger_check(floor_progressive(f, link), &f->links[link].books, err);
    return rc != 0 ? err_prefix(err, "link %s", f->links[link].id) : 0;
}

int floor_check(const struct floor *f, struct cr_err *err)
{
    int rc = 0;
    for (uint32_t i = 0; rc == 0 && i < f->link_count; i++)
        rc = check_books(f, i, err);
    return rc;
}

int floor_check_touched(const struct floor *f, struct cr_err *err)
{
    int rc = 0;
    for (uint32_t i = 0; rc == 0 && i < f->dirty_count; i++)
        if (f->dirty[i] >> 48 == FLOOR_ROW_LINK)
            rc = check_books(f, (uint32_t)f->dirty[i], err);
    return rc;
}
