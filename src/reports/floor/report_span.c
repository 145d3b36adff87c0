/* Finds the part of the log that a report is about. */
#include "reports/floor/report_span.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int report_check_names(const struct floor *f, const struct report_query *query, struct cr_err *err)
{
    if (query->link[0] && floor_find_link(f, query->link) == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link", "there is no \"%s\"",
                          query->link);
    if (query->table[0] && floor_find_table(f, query->table) == FLOOR_NONE)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table", "there is no \"%s\"",
                          query->table);
    /* "setup", which added the first people, is no person of the floor. */
    if (query->user[0] && !floor_knows(f, query->user) && strcmp(query->user, "setup") != 0)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_PERSON, "user",
                          "there is nobody called \"%s\"", query->user);
    return CR_OK;
}

/* ---- A shift ---- */

#define FOUND 1

/* Whether the event begins a shift: it opens one, or closes the one before and names this one. */
static bool begins_shift(const struct floor_event *e)
{
    return e->kind == FLOOR_SHIFT_OPENED || (e->kind == FLOOR_SHIFT_CLOSED && e->next[0] != '\0');
}

static bool is_of_kind(const struct store_event *stored, unsigned kind)
{
    return event_text_kind(stored->body, stored->len) == kind;
}

/* Finds the event that closed the shift: the first closing after its beginning, because shifts
 * follow one another. */
static int find_closed(void *context, const struct store_event *stored)
{
    struct report_span *span = context;
    if (!is_of_kind(stored, FLOOR_SHIFT_CLOSED))
        return CR_OK;
    span->closed = stored->seq;
    return FOUND;
}

static int find_opened(void *context, const struct store_event *stored)
{
    uint64_t *opened = context;
    if (!is_of_kind(stored, FLOOR_SHIFT_OPENED))
        return CR_OK;
    *opened = stored->seq;
    return FOUND;
}

/* Notes whether the shift is the first of the log. Only one that does not say where the last one
 * ended can be. */
static int look_before(struct store *store, const struct floor_event *e, struct report_span *out,
                       struct cr_err *err)
{
    uint64_t opened = 0;
    if (e->kind != FLOOR_SHIFT_OPENED || e->prev != 0)
        return CR_OK;
    const int rc = store_read(store, 1, e->seq, find_opened, &opened, err);
    out->is_first = opened == e->seq;
    return rc < 0 ? rc : CR_OK;
}

/* PIT-6: a shift that was named later began where the one before was closed. */
static int begin_where_the_last_ended(struct store *store, struct floor_event *e,
                                      struct report_span *out, struct cr_err *err)
{
    if (e->kind != FLOOR_SHIFT_OPENED || e->prev == 0)
        return CR_OK;
    out->first = e->prev + 1;
    const int rc = log_read_event(store, e->prev, e, err);
    if (rc == CR_OK)
        out->begin_ms = e->time_ms;
    return rc;
}

static int find_shift(struct store *store, uint64_t number, struct floor_event *e,
                      struct report_span *out, struct cr_err *err)
{
    int rc = number <= out->head ? log_read_event(store, number, e, err) : CR_E_NOT_FOUND;
    if (rc == CR_E_NOT_FOUND || (rc == CR_OK && !begins_shift(e)))
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_SHIFT, "shift",
                          "no shift was opened by event %llu; the number of a shift is that "
                          "of the event that opened it",
                          (unsigned long long)number);
    if (rc != CR_OK)
        return rc;
    out->shift = number;
    out->first = number + 1;
    out->begin_ms = e->time_ms;
    out->number = e->number;
    memcpy(out->day, e->day, sizeof out->day);
    memcpy(out->name, e->kind == FLOOR_SHIFT_CLOSED ? e->next : e->item, sizeof out->name);
    memcpy(out->opened_by, e->user, sizeof out->opened_by);
    rc = look_before(store, e, out, err);
    if (rc == CR_OK)
        rc = begin_where_the_last_ended(store, e, out, err);
    if (rc != CR_OK)
        return rc;
    rc = store_read(store, number + 1, out->head, find_closed, out, err);
    if (rc < 0)
        return rc;
    if (out->closed == 0)
        return CR_OK;
    rc = log_read_event(store, out->closed, e, err);
    if (rc != CR_OK)
        return rc;
    out->last = out->closed - 1;
    out->end_ms = e->time_ms;
    memcpy(out->closed_by, e->user, sizeof out->closed_by);
    memcpy(out->taken_by, e->person, sizeof out->taken_by);
    out->open_count = e->order_count;
    memcpy(out->open, e->order, sizeof out->open);
    out->more = e->more;
    out->in_play = e->in_play;
    return CR_OK;
}

int report_span_find(struct store *store, const struct report_query *query, uint64_t head,
                     struct report_span *out, struct cr_err *err)
{
    *out = (struct report_span){.first = 1, .last = head, .head = head};
    const bool has_range = query->since_ms != 0 || query->until_ms != 0;
    if (query->shift != 0 && has_range)
        return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "shift",
                          "a shift, or since and until; not both");
    if (query->until_ms != 0 && query->until_ms <= query->since_ms)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "until",
                          "the range ends before it begins");
    if (query->shift != 0) {
        struct floor_event *event = malloc(sizeof *event);
        int rc = event ? find_shift(store, query->shift, event, out, err)
                       : err_set(err, CR_E_IO, "out of memory");
        free(event);
        return rc;
    }
    uint64_t end = head + 1;
    int rc = CR_OK;
    if (query->since_ms != 0)
        rc = log_find_time(store, 1, head, query->since_ms, &out->first, err);
    if (rc == CR_OK && query->until_ms != 0)
        rc = log_find_time(store, 1, head, query->until_ms, &end, err);
    out->last = end - 1;
    out->begin_ms = query->since_ms;
    out->end_ms = query->until_ms;
    return rc;
}

/* ---- What every report begins with ---- */

void report_add_shift_name(struct paper *p, const struct report_span *span)
{
    char name[CR_NAME_MAX + CR_TITLE_MAX + 2];
    snprintf(name, sizeof name, "%s%s%s", span->day, span->day[0] ? " " : "", span->name);
    paper_fact(p, "shift_name", "Shift", name);
}

void report_add_time(struct paper *p, const char *key, const char *label, int64_t ms,
                     const char *none)
{
    if (ms != 0)
        paper_fact_time(p, key, label, ms);
    else
        paper_fact(p, key, label, none);
}

void report_add_query(struct paper *p, const struct report_query *query,
                      const struct report_span *span)
{
    paper_fact(p, "link", "Link", query->link[0] ? query->link : "all");
    paper_fact(p, "table", "Table", query->table[0] ? query->table : "all");
    if (span->shift != 0) {
        report_add_shift_name(p, span);
        paper_fact_count(p, "shift", "Shift number", span->shift);
    }
    report_add_time(p, "begin", "From", span->begin_ms, "the beginning");
    report_add_time(p, "end", "Until", span->end_ms, "now");
    paper_fact_count(p, "first_event", "First event", span->first);
    paper_fact_count(p, "last_event", "Last event", span->last);
}
