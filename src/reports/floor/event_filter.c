/* Decides which events of the log are wanted; see event_filter.h. */
#include "reports/floor/event_filter.h"

#include "base/err.h"
#include "base/list.h"
#include "reports/floor/report_span.h"

#include <stdlib.h>
#include <string.h>

/* The table and link of an event that others refer to (a claim, an alarm, a dispute); cached. */
#define SUBJECTS 64

struct subject {
    uint64_t seq;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
};

/* The link that a table belonged to. */
struct place {
    char table[FLOOR_ID_MAX];
    uint64_t configured;     /* the table's last configuration; 0: none */
    uint64_t first, last;    /* the range of events … */
    char link[FLOOR_ID_MAX]; /* … for which this is known; empty when last < first */
};

struct event_filter {
    struct event_wish wish;
    uint64_t seen;
    struct place *places; /* in order of their tables */
    size_t place_count, place_room;
    struct subject subjects[SUBJECTS];
    struct floor_event other;
};

/* ---- The links of tables ---- */

/* The index of the first place whose table is not before that name. */
static size_t place_find(const struct event_filter *f, const char *table)
{
    size_t low = 0, high = f->place_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(f->places[middle].table, table) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct place *place_at(const struct event_filter *f, size_t i, const char *table)
{
    return i < f->place_count && strcmp(f->places[i].table, table) == 0 ? &f->places[i] : NULL;
}

/* Sets a table's place to its last configuration. False: out of memory. */
static bool place_set(struct event_filter *f, const char *table, uint64_t configured)
{
    const size_t i = place_find(f, table);
    struct place *place = place_at(f, i, table);
    if (!place && !list_grow(&f->places, &f->place_room, f->place_count, sizeof *f->places))
        return false;
    if (!place) {
        place = &f->places[i];
        memmove(place + 1, place, (f->place_count - i) * sizeof *place);
        f->place_count++;
    }
    *place = (struct place){.configured = configured, .first = 1};
    memcpy(place->table, table, strlen(table));
    return true;
}

/* Finds the link at event `seq`: the configurations of a table are chained, the newest first. */
static int place_look(struct event_filter *f, struct store *store, struct place *place,
                      uint64_t seq, struct cr_err *err)
{
    uint64_t at = place->configured, last = UINT64_MAX;
    while (at != 0) {
        int rc = log_read_event(store, at, &f->other, err);
        if (rc != CR_OK)
            return rc;
        if (at <= seq)
            break;
        last = at - 1;
        at = f->other.prev;
    }
    place->first = at;
    place->last = last;
    memcpy(place->link, at != 0 ? f->other.link : "", at != 0 ? sizeof place->link : 1);
    return CR_OK;
}

/* Finds the link that the table belonged to at event `seq`; "" for none. */
static int link_of(struct event_filter *f, struct store *store, const char *table, uint64_t seq,
                   const char **out, struct cr_err *err)
{
    struct place *place = place_at(f, place_find(f, table), table);
    *out = "";
    if (!place)
        return CR_OK;
    int rc = CR_OK;
    if (seq < place->first || seq > place->last)
        rc = place_look(f, store, place, seq, err);
    if (rc == CR_OK)
        *out = place->link;
    return rc;
}

/* ---- What an event is about ---- */

static void subject_add(struct subject *s, const struct floor_event *e)
{
    if (!s->table[0])
        memcpy(s->table, e->table, sizeof s->table);
    if (!s->link[0])
        memcpy(s->link, e->link, sizeof s->link);
}

static int subject_of(struct event_filter *f, struct store *store, uint64_t seq,
                      const struct subject **out, struct cr_err *err)
{
    struct subject *kept = &f->subjects[seq % SUBJECTS], s = {.seq = seq};
    *out = kept;
    if (kept->seq == seq)
        return CR_OK;
    int rc = log_read_event(store, seq, &f->other, err);
    if (rc != CR_OK)
        return rc;
    subject_add(&s, &f->other);
    /* A dispute about a claim names the claim only. */
    if (f->other.claim != 0 && (!s.table[0] || !s.link[0])) {
        rc = log_read_event(store, f->other.claim, &f->other, err);
        if (rc != CR_OK)
            return rc;
        subject_add(&s, &f->other);
    }
    *kept = s;
    return CR_OK;
}

/* ---- The filter ---- */

struct event_filter *event_filter_new(const struct event_wish *wish, const struct floor *f)
{
    struct event_filter *filter = calloc(1, sizeof *filter);
    if (!filter)
        return NULL;
    filter->wish = *wish;
    filter->seen = UINT64_MAX;
    if (!wish->link[0])
        return filter;
    filter->seen = f->seq;
    for (uint32_t t = 0; t < f->table_count; t++)
        if (!place_set(filter, f->tables[t].id, f->tables[t].configured)) {
            event_filter_free(filter);
            return NULL;
        }
    return filter;
}

void event_filter_free(struct event_filter *filter)
{
    if (filter)
        free(filter->places);
    free(filter);
}

uint64_t event_filter_seen(const struct event_filter *filter)
{
    return filter->seen;
}

static bool is_asked_for(const struct event_wish *wish, const struct floor_event *e)
{
    return event_kinds_has(wish->kinds, e->kind) &&
           (!wish->user[0] || strcmp(e->user, wish->user) == 0 ||
            strcmp(e->approver, wish->user) == 0);
}

static int is_there(struct event_filter *filter, struct store *store, const struct floor_event *e,
                    bool *out, struct cr_err *err)
{
    const struct event_wish *wish = &filter->wish;
    const uint64_t about = e->claim != 0 ? e->claim : e->dispute != 0 ? e->dispute : e->alarm;
    const char *table = e->table, *link = e->link;
    int rc = CR_OK;
    if (about != 0 && (!table[0] || !link[0])) {
        const struct subject *s;
        rc = subject_of(filter, store, about, &s, err);
        if (rc != CR_OK)
            return rc;
        table = table[0] ? table : s->table;
        link = link[0] ? link : s->link;
    }
    *out = !wish->table[0] || strcmp(table, wish->table) == 0;
    if (!*out || !wish->link[0])
        return CR_OK;
    if (table[0] && !link[0])
        rc = link_of(filter, store, table, e->seq, &link, err);
    *out = strcmp(link, wish->link) == 0 || strcmp(e->to_link, wish->link) == 0;
    return rc;
}

int event_filter_takes(struct event_filter *filter, struct store *store,
                       const struct floor_event *e, bool *out, struct cr_err *err)
{
    const struct event_wish *wish = &filter->wish;
    if (e->kind == FLOOR_TABLE_CONFIGURED && e->seq > filter->seen &&
        !place_set(filter, e->table, e->seq))
        return err_set(err, CR_E_IO, "out of memory");
    *out = is_asked_for(wish, e);
    return *out && (wish->table[0] || wish->link[0]) ? is_there(filter, store, e, out, err) : CR_OK;
}
