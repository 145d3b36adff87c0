/* The Activity Log as a report (REC-1, REC-2): every event of the span in words. It is made as one
 * paper, or in pieces. */
#include "reports/floor/report_activity.h"

#include "base/err.h"
#include "floor/event_words.h"
#include "floor/house_items.h"
#include "reports/floor/event_filter.h"
#include "reports/floor/report_kinds.h"

#include <stdlib.h>
#include <string.h>

#define DETAILS_MAX (FLOOR_TEXT_MAX + 1024)

struct activity {
    const struct floor *floor; /* for the names of meters */
    struct event_filter *filter;
    struct paper *paper;
    struct store *store;
    bool is_limited; /* false when it is made in pieces */
    uint64_t rows;
    char details[DETAILS_MAX];
    struct event_words_style style;
    struct cr_err *err;
};

/* ---- A row ---- */

static void add_member(struct activity *a, const struct floor_event *e, const char *name)
{
    char room[64];
    struct text t = text_in(room, sizeof room);
    event_words_member(e, name, event_words_plain, &t);
    paper_cell(a->paper, room);
}

static void add_seats(struct activity *a, const struct floor_event *e)
{
    add_member(a, e, e->seat != 0 ? "seat" : "seats");
}

static void add_people(struct activity *a, const struct floor_event *e)
{
    char room[2 * FLOOR_PERSON_MAX + 8];
    struct text t = text_in(room, sizeof room);
    event_words_people(e, event_words_plain, &t);
    paper_cell(a->paper, room);
}

static void add_amount(struct activity *a, const struct floor_event *e)
{
    if (e->amount.micro != 0)
        paper_cell_money(a->paper, e->amount);
    else if (e->change.micro != 0)
        paper_cell_money(a->paper, e->change);
    else
        paper_cell(a->paper, "");
}

static void add_meter(struct activity *a, const struct floor_event *e)
{
    const struct floor *f = a->floor;
    const int m = event_words_meter(e);
    const uint32_t link = e->link[0] ? floor_find_link(f, e->link) : FLOOR_NONE;
    if (m < 0 || link == FLOOR_NONE) {
        for (unsigned i = 0; i < 3; i++)
            paper_cell(a->paper, "");
        return;
    }
    /* Names and order of a link's meters never change (ledger_check_rules). */
    PAPER_CELLS(a->paper, floor_progressive(f, link)->meters[m].name, e->before[m], e->after[m]);
}

/* A whole paper is kept in memory, so its rows are limited. */
static int check_rows(struct activity *a)
{
    if (!a->is_limited || a->rows <= PAPER_ROWS_MAX)
        return CR_OK;
    return err_set(a->err, CR_E_RANGE,
                   "more than %d events; give a shorter range, a table, a link, a kind or "
                   "a person, or ask for CSV or JSON",
                   PAPER_ROWS_MAX);
}

static int see_event(void *context, const struct floor_event *e)
{
    struct activity *a = context;
    bool wanted;
    int rc = event_filter_takes(a->filter, a->store, e, &wanted, a->err);
    if (rc != CR_OK || !wanted)
        return rc;
    a->rows++;
    paper_cell_count(a->paper, e->seq);
    paper_cell_time(a->paper, e->time_ms);
    paper_cell(a->paper, e->table);
    add_seats(a, e);
    add_people(a, e);
    paper_cell(a->paper, event_kind(e->kind)->title);
    struct text t = text_in(a->details, sizeof a->details);
    event_words_details(e, &a->style, event_words_plain, &t);
    paper_cell(a->paper, a->details);
    add_amount(a, e);
    add_meter(a, e);
    return check_rows(a);
}

static void add_wish(struct paper *p, const struct report_query *q)
{
    char room[EVENT_KINDS_TEXT_MAX];
    struct text t = text_in(room, sizeof room);
    event_kinds_write(q->kinds, &t);
    paper_fact(p, "kind", "Kind", q->kinds != 0 ? room : "all");
    paper_fact(p, "user", "Person", q->user[0] ? q->user : "all");
}

static struct event_filter *filter_of(const struct report_query *q, const struct floor *f)
{
    struct event_wish wish = {.kinds = q->kinds};
    memcpy(wish.table, q->table, sizeof wish.table);
    memcpy(wish.link, q->link, sizeof wish.link);
    memcpy(wish.user, q->user, sizeof wish.user);
    return event_filter_new(&wish, f);
}

static void add_head(struct paper *p, const struct report_query *query,
                     const struct report_span *span)
{
    report_add_query(p, query, span);
    add_wish(p, query);
    paper_section(p, "events", NULL);
    PAPER_TABLE(p, "events", {"seq", "Event", PAPER_COUNT}, {"time", "Time", PAPER_TIME},
                {"table", "Table", PAPER_TEXT}, {"seat", "Seat", PAPER_TEXT},
                {"who", "Who", PAPER_TEXT}, {"what", "What", PAPER_TEXT},
                {"details", "Details", PAPER_TEXT}, {"amount", "Amount", PAPER_MONEY},
                {"meter", "Meter", PAPER_TEXT}, {"before", "Before", PAPER_MONEY},
                {"after", "After", PAPER_MONEY}, );
}

static void activity_close(struct activity *a)
{
    if (a)
        event_filter_free(a->filter);
    free(a);
}

/* Gives the paper its head and an empty table. Only query, span and floor of the job are used; the
 * floor must outlive the activity. */
static int activity_open(const struct report_job *job, struct paper *p, struct activity **out,
                         struct cr_err *err)
{
    struct activity *a = calloc(1, sizeof *a);
    if (a)
        a->filter = filter_of(job->query, &job->now->floor);
    if (!a || !a->filter) {
        activity_close(a);
        return err_set(err, CR_E_IO, "out of memory");
    }
    a->floor = &job->now->floor;
    a->style =
        (struct event_words_style){.zone = house_zone(a->floor), .money = house_money(a->floor)};
    a->paper = p;
    add_head(p, job->query, &job->span);
    *out = a;
    return CR_OK;
}

/* Adds the rows of events first … last. */
static int activity_read(struct activity *a, struct store *store, uint64_t first, uint64_t last,
                         struct cr_err *err)
{
    a->store = store;
    a->err = err;
    return log_read_events(store, first, last, see_event, a, err);
}

int report_activity(struct report_job *job, struct paper *p, struct cr_err *err)
{
    struct activity *a;
    int rc = activity_open(job, p, &a, err);
    if (rc != CR_OK)
        return rc;
    a->is_limited = true;
    rc = activity_read(a, job->store, job->span.first, job->span.last, err);
    activity_close(a);
    return rc;
}

/* ---- In pieces ---- */

#define PIECE 128 /* events read for a piece */

struct report_stream {
    struct report_query query;
    struct report_job job;
    struct paper *paper;
    struct activity *activity;
    enum paper_format format;
    uint64_t next;
    bool is_begun;
};

bool report_can_stream(enum report_kind kind, enum paper_format format)
{
    return kind == REPORT_ACTIVITY && paper_can_stream(format);
}

void report_stream_close(struct report_stream *stream)
{
    if (!stream)
        return;
    activity_close(stream->activity);
    paper_free(stream->paper);
    stored_floor_free(stream->job.now);
    free(stream);
}

static int prepare(struct report_stream *stream, struct cr_err *err)
{
    int rc = store_hold(stream->job.store, err);
    if (rc != CR_OK)
        return rc;
    rc = report_prepare(&stream->job, &stream->paper, err);
    store_release(stream->job.store);
    if (rc != CR_OK)
        return rc;
    stream->next = stream->job.span.first;
    return activity_open(&stream->job, stream->paper, &stream->activity, err);
}

int report_stream_open(struct store *store, const struct report_query *query,
                       enum paper_format format, struct report_stream **out, struct cr_err *err)
{
    int rc = report_check_query(query, err);
    if (rc != CR_OK)
        return rc;
    struct report_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return err_set(err, CR_E_IO, "out of memory");
    stream->query = *query;
    stream->job = (struct report_job){.store = store, .query = &stream->query};
    stream->format = format;
    rc = prepare(stream, err);
    if (rc != CR_OK)
        report_stream_close(stream);
    else
        *out = stream;
    return rc;
}

/* Adds the rows of the next events. */
static int add_rows(struct report_stream *stream, struct store *store, struct text *out,
                    struct cr_err *err)
{
    const uint64_t end = stream->job.span.last;
    const uint64_t last = stream->next + PIECE <= end ? stream->next + PIECE - 1 : end;
    int rc = activity_read(stream->activity, store, stream->next, last, err);
    if (rc != CR_OK)
        return rc;
    stream->next = last + 1;
    return paper_stream(stream->paper, stream->format, PAPER_NEW_ROWS, out, err);
}

int report_stream_next(struct report_stream *stream, struct store *store, struct text *out,
                       bool *is_last, struct cr_err *err)
{
    int rc = CR_OK;
    if (!stream->is_begun)
        rc = paper_stream(stream->paper, stream->format, PAPER_BEGINNING, out, err);
    stream->is_begun = true;
    if (rc == CR_OK && stream->next <= stream->job.span.last)
        rc = add_rows(stream, store, out, err);
    *is_last = rc == CR_OK && stream->next > stream->job.span.last;
    return *is_last ? paper_stream(stream->paper, stream->format, PAPER_ENDING, out, err) : rc;
}
