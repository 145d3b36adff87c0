/* Which part of the log a report is about. */
#include "reports/floor/report_span.h"

#include "base/err.h"

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
    /* The first two people were brought in by "setup", who is none of them. */
    if (query->user[0] && !floor_knows(f, query->user) && strcmp(query->user, "setup") != 0)
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_PERSON, "user",
                          "there is nobody called \"%s\"", query->user);
    return CR_OK;
}

/* ---- Reading ---- */

struct reading {
    struct floor_event *event;
    report_event_fn *each; /* NULL: one event is read */
    void *context;
    uint64_t last;
    bool found;
    struct cr_err *err;
};

#define READ_ENOUGH 1

static int read_one(void *context, const struct store_event *stored)
{
    struct reading *r = context;
    if (stored->seq > r->last)
        return READ_ENOUGH;
    int rc = event_decode(stored->body, stored->len, r->event, r->err);
    if (rc != CR_OK)
        return err_prefix(r->err, "event %llu", (unsigned long long)stored->seq);
    r->found = true;
    return r->each ? r->each(r->context, r->event) : CR_OK;
}

int report_read_event(struct store *store, uint64_t seq, struct floor_event *out,
                      struct cr_err *err)
{
    struct reading r = {.event = out, .last = seq, .err = err};
    int rc = seq == 0 ? CR_OK : store_read(store, seq, 1, read_one, &r, err);
    if (rc == CR_OK && !r.found)
        rc = err_set(err, CR_E_NOT_FOUND, "the log has no event %llu", (unsigned long long)seq);
    return rc;
}

int report_read(struct store *store, uint64_t first, uint64_t last, report_event_fn *each,
                void *context, struct cr_err *err)
{
    if (last < first)
        return CR_OK;
    struct floor_event *event = malloc(sizeof *event);
    if (!event)
        return err_set(err, CR_E_IO, "out of memory");
    struct reading r = {event, each, context, last, false, err};
    int rc = store_read(store, first, last - first + 1, read_one, &r, err);
    free(event);
    return rc;
}

int report_find_time(struct store *store, int64_t time_ms, uint64_t head, uint64_t *seq,
                     struct cr_err *err)
{
    struct floor_event *event = malloc(sizeof *event);
    uint64_t low = 1, high = head + 1;
    int rc = event ? CR_OK : err_set(err, CR_E_IO, "out of memory");
    while (rc == CR_OK && low < high) {
        const uint64_t middle = low + (high - low) / 2;
        rc = report_read_event(store, middle, event, err);
        if (rc == CR_OK && event->time_ms < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    free(event);
    *seq = low;
    return rc;
}

/* ---- A shift ---- */

/* Shifts follow one another: the first one closed after it was opened is this one. */
static int find_closed(void *context, const struct store_event *stored)
{
    static const char kind[] = ",\"kind\":\"shift_closed\",";
    struct report_span *span = context;
    char head[128];
    const size_t len = stored->len < sizeof head - 1 ? stored->len : sizeof head - 1;
    memcpy(head, stored->body, len);
    head[len] = '\0';
    if (!strstr(head, kind))
        return CR_OK;
    span->closed = stored->seq;
    return READ_ENOUGH;
}

static int find_shift(struct store *store, uint64_t number, struct floor_event *e,
                      struct report_span *out, struct cr_err *err)
{
    int rc = number <= out->head ? report_read_event(store, number, e, err) : CR_E_NOT_FOUND;
    if (rc == CR_E_NOT_FOUND || (rc == CR_OK && e->kind != FLOOR_SHIFT_OPENED))
        return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_SHIFT, "shift",
                          "no shift was opened by event %llu; the number of a shift is that "
                          "of the event that opened it",
                          (unsigned long long)number);
    if (rc != CR_OK)
        return rc;
    out->shift = number;
    out->first = number + 1;
    out->begin_ms = e->time_ms;
    memcpy(out->name, e->item, sizeof out->name);
    memcpy(out->opened_by, e->user, sizeof out->opened_by);
    rc = store_read(store, out->first, out->head, find_closed, out, err);
    if (rc < 0)
        return rc;
    if (out->closed == 0)
        return CR_OK;
    rc = report_read_event(store, out->closed, e, err);
    if (rc != CR_OK)
        return rc;
    out->last = out->closed - 1;
    out->end_ms = e->time_ms;
    memcpy(out->closed_by, e->user, sizeof out->closed_by);
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
        rc = report_find_time(store, query->since_ms, head, &out->first, err);
    if (rc == CR_OK && query->until_ms != 0)
        rc = report_find_time(store, query->until_ms, head, &end, err);
    out->last = end - 1;
    out->begin_ms = query->since_ms;
    out->end_ms = query->until_ms;
    return rc;
}

/* ---- What every report begins with ---- */

void report_add_query(struct paper *p, const struct report_query *query,
                      const struct report_span *span)
{
    paper_fact(p, "link", "Link", query->link[0] ? query->link : "all");
    paper_fact(p, "table", "Table", query->table[0] ? query->table : "all");
    if (span->shift != 0) {
        paper_fact(p, "shift_name", "Shift", span->name);
        paper_fact_count(p, "shift", "Shift number", span->shift);
    }
    if (span->begin_ms != 0)
        paper_fact_time(p, "begin", "From", span->begin_ms);
    else
        paper_fact(p, "begin", "From", "the beginning");
    if (span->end_ms != 0)
        paper_fact_time(p, "end", "Until", span->end_ms);
    else
        paper_fact(p, "end", "Until", "now");
    paper_fact_count(p, "first_event", "First event", span->first);
    paper_fact_count(p, "last_event", "Last event", span->last);
}
