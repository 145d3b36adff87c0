/* A floor that is checked after every step; see harness.h. */
#include "floor/harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)

static void *get_memory(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static bool report(struct harness *h, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool report(struct harness *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(h->fault, sizeof h->fault, format, args);
    va_end(args);
    return false;
}

void harness_start(struct harness *h, const struct floor_limits *limits)
{
    memset(h, 0, sizeof *h);
    h->limits = *limits;
    h->now_ms = INT64_C(1790000000000);
    h->memory = get_memory(floor_memory_size(limits));
    h->twin_memory = get_memory(floor_memory_size(limits));
    floor_init(&h->floor, limits, h->memory);
    floor_init(&h->twin, limits, h->twin_memory);
}

void harness_stop(struct harness *h)
{
    for (size_t i = 0; i < h->row_count; i++)
        free(h->rows[i].body);
    for (size_t i = 0; i < h->log_count; i++)
        free(h->log[i]);
    free(h->rows);
    free(h->log);
    free(h->memory);
    free(h->twin_memory);
}

/* ---- Comparing two floors, byte for byte ---- */

static bool same(const void *a, const void *b, const void *a_end)
{
    return memcmp(a, b, (size_t)((const char *)a_end - (const char *)a)) == 0;
}

/* Says what differs, or NULL. The parsed documents are left out, because they may hold padding. */
static const char *difference(const struct floor *a, const struct floor *b)
{
    if (a->seq != b->seq || a->time_ms != b->time_ms)
        return "number or time of the last event";
    if (memcmp(&a->general, &b->general, sizeof a->general) != 0)
        return "the general row";
    if (a->table_count != b->table_count || a->link_count != b->link_count ||
        a->claim_count != b->claim_count || a->dispute_count != b->dispute_count ||
        a->alarm_count != b->alarm_count || a->person_count != b->person_count ||
        a->document_count != b->document_count || a->token_count != b->token_count)
        return "how many there are of something";
    if (!same(a->tables, b->tables, a->plays))
        return "tables";
    if (!same(a->plays, b->plays, a->links))
        return "plays";
    if (!same(a->links, b->links, a->claims))
        return "links";
    if (!same(a->claims, b->claims, a->claims + a->claim_count + 1))
        return "claims"; /* and the unused place behind the last claim */
    if (!same(a->disputes, b->disputes, a->parsed))
        return "disputes, alarms, people, tokens or documents";
    if (!same(a->raised, b->raised, a->table_index))
        return "limits, the house, messages or patrons";
    if (memcmp(&a->limits, &b->limits, sizeof a->limits) != 0)
        return "the limits in force";
    if (!same(a->table_index, b->table_index, a->dirty))
        return "the index of tables";
    if (a->dirty_count != b->dirty_count || !same(a->dirty, b->dirty, a->dirty + a->dirty_count) ||
        !same(a->dirty_plays, b->dirty_plays, a->dirty_links + a->limits.links))
        return "what was touched";
    return NULL;
}

static bool check_unread(struct harness *h)
{
    const unsigned char *at = (const unsigned char *)&h->floor.parsed[h->floor.document_count];
    if (h->floor.document_count == h->limits.documents)
        return true;
    for (size_t i = 0; i < sizeof h->floor.parsed[0]; i++)
        if (at[i] != 0)
            return report(h, "a refused document was left behind");
    return true;
}

/* ---- Steps ---- */

static void keep_log(struct harness *h, const char *text, size_t len)
{
    if (h->log_count == h->log_room) {
        h->log_room = h->log_room * 2 + 64;
        h->log = realloc(h->log, h->log_room * sizeof *h->log);
        if (h->log == NULL)
            abort();
    }
    char *copy = get_memory(len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    h->log[h->log_count++] = copy;
}

/* V4: the given members of a recorded event, stepped again, must give the same text. */
static bool fold(struct harness *h, struct floor *f, const char *text, size_t len)
{
    static struct floor_event recorded, again;
    static char own[ROOM];
    struct cr_err err = {0};
    if (event_decode(text, len, &recorded, &err) != 0)
        return report(h, "cannot be read back: %s: %.*s", err.text, (int)len, text);
    event_copy_given(&again, &recorded);
    if (floor_step(f, &again, recorded.time_ms, &err) != 0)
        return report(h, "refused when repeated: %s: %.*s", err.text, (int)len, text);
    if (event_encode(&again, own, sizeof own) != len || memcmp(own, text, len) != 0)
        return report(h, "repeated, %.300s comes to %.300s", text, own);
    return true;
}

bool harness_step(struct harness *h, struct floor_event *e, int *rc, struct cr_err *err)
{
    static char text[ROOM];
    uint8_t before[CR_HASH_BYTES], after[CR_HASH_BYTES];
    floor_configuration(&h->floor, before);
    *rc = floor_step(&h->floor, e, h->now_ms, err);
    floor_configuration(&h->floor, after);
    if (memcmp(before, after, CR_HASH_BYTES) != 0 &&
        (event_kind(e->kind)->flags & EVENT_CONFIGURES) == 0)
        return report(h, "the configuration changed by an event that cannot change it");
    if (*rc == 0) {
        const size_t len = event_encode(e, text, sizeof text);
        keep_log(h, text, len);
        if (!fold(h, &h->twin, text, len))
            return false;
    } else if (err->text[0] == '\0' || err->code != *rc) {
        return report(h, "refused without a reason");
    }
    const char *what = difference(&h->floor, &h->twin);
    if (what != NULL)
        return report(h, "%s: %s differs between the floor and the fold of its log",
                      *rc == 0 ? "after an event" : "after a refusal", what);
    struct cr_err unbalanced = {0};
    if (floor_check(&h->floor, &unbalanced) != 0)
        return report(h, "%s", unbalanced.text);
    return check_unread(h);
}

/* ---- The store ---- */

static void keep_row(struct harness *h, uint64_t id, const void *body, uint32_t len)
{
    size_t at = 0;
    while (at < h->row_count && h->rows[at].id < id)
        at++;
    if (at == h->row_count || h->rows[at].id != id) {
        if (h->row_count == h->row_room) {
            h->row_room = h->row_room * 2 + 64;
            h->rows = realloc(h->rows, h->row_room * sizeof *h->rows);
            if (h->rows == NULL)
                abort();
        }
        memmove(&h->rows[at + 1], &h->rows[at], (h->row_count - at) * sizeof *h->rows);
        h->rows[at] = (struct harness_row){id, len, get_memory(len)};
        h->row_count++;
    }
    memcpy(h->rows[at].body, body, len);
}

bool harness_clean(struct harness *h)
{
    for (uint32_t i = 0; i < h->floor.dirty_count; i++) {
        uint32_t len = 0;
        const void *body = floor_row(&h->floor, h->floor.dirty[i], &len);
        if (body == NULL)
            return report(h, "row %llx was touched and is not there",
                          (unsigned long long)h->floor.dirty[i]);
        keep_row(h, h->floor.dirty[i], body, len);
    }
    floor_clean(&h->floor);
    floor_clean(&h->twin);
    const char *what = difference(&h->floor, &h->twin);
    return what == NULL || report(h, "after cleaning: %s differs", what);
}

/* True if the store has a row of each kind for everything that exists. */
static bool check_stored(struct harness *h)
{
    const struct floor *f = &h->floor;
    enum { KINDS = FLOOR_ROW_LIMITS + 1 };
    size_t expected[KINDS] = {0}, stored[KINDS] = {0};
    expected[FLOOR_ROW_DOCUMENT] = f->document_count;
    expected[FLOOR_ROW_LINK] = f->link_count;
    expected[FLOOR_ROW_TABLE] = f->table_count;
    expected[FLOOR_ROW_PLAY] = floor_play_rows(f);
    expected[FLOOR_ROW_PERSON] = f->person_count;
    expected[FLOOR_ROW_TOKEN] = f->token_count;
    expected[FLOOR_ROW_PATRON] = f->patron_count;
    expected[FLOOR_ROW_LIMITS] = f->raised->set != 0;
    for (size_t i = 0; i < h->row_count; i++)
        stored[h->rows[i].id >> 48]++;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (expected[kind] > stored[kind])
            return report(h, "a row of kind %u was never stored", kind);
    return true;
}

bool harness_restart(struct harness *h)
{
    if (!harness_clean(h) || !check_stored(h))
        return false;
    struct cr_err err = {0};
    floor_init(&h->floor, &h->limits, h->memory);
    for (size_t i = 0; i < h->row_count; i++)
        /* The row with the layout's version is compared by a start and never loaded. */
        if (h->rows[i].id >> 48 != FLOOR_ROW_LAYOUT &&
            floor_load_row(&h->floor, h->rows[i].id, h->rows[i].body, h->rows[i].len, &err) != 0)
            return report(h, "loading: %s", err.text);
    floor_loaded(&h->floor, h->twin.seq, h->twin.time_ms);
    const char *what = difference(&h->floor, &h->twin);
    return what == NULL || report(h, "after a restart: %s differs", what);
}

bool harness_replay(struct harness *h, unsigned every)
{
    if (!harness_clean(h))
        return false;
    struct floor again;
    void *memory = get_memory(floor_memory_size(&h->limits));
    floor_init(&again, &h->limits, memory);
    bool good = true;
    for (size_t i = 0; good && i < h->log_count; i++) {
        good = fold(h, &again, h->log[i], strlen(h->log[i]));
        if (i % every == every - 1)
            floor_clean(&again);
    }
    floor_clean(&again);
    const char *what = good ? difference(&h->floor, &again) : NULL;
    free(memory);
    return good && (what == NULL || report(h, "the log folded again: %s differs", what));
}
