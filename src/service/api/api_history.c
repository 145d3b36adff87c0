/* Answers requests about the past: the course of a link's meters, for a chart, and the closed
 * shifts. */
#include "service/api/api_internal.h"

#include "base/check.h"
#include "reports/floor/report_span.h"

#include <stdlib.h>
#include <string.h>

/* ---- The course of a link ---- */

#define POINTS_USUAL 200
#define POINTS_MAX   1000
/* How many events are read to find the value for one point. More are read for the last point,
 * because a range may end with a quiet time. */
#define BLOCK        64
#define BLOCK_LAST   4096
#define HISTORY_ROOM (512u * 1024)

struct course {
    const struct api_paper *asked;
    struct store *store;
    struct text t;
    unsigned meters;
    struct floor_event event;
    /* The newest value found by look_at(): */
    uint64_t seq;
    int64_t time_ms;
    struct cr_money amounts[CR_METERS];
    /* The value when the request was made: */
    uint64_t now_seq;
    int64_t now_ms;
    struct cr_money now[CR_METERS];
    /* The last point written: */
    uint64_t written_seq;
    int64_t written_ms;
    struct cr_err err;
};

static int see_event(void *context, const struct floor_event *e)
{
    struct course *c = context;
    if (e->meter_count != c->meters || strcmp(e->link, c->asked->query.link) != 0)
        return 0;
    c->seq = e->seq;
    c->time_ms = e->time_ms;
    memcpy(c->amounts, e->after, sizeof(c->amounts));
    return 0;
}

static void add_point(struct course *c)
{
    if (c->seq <= c->written_seq || c->time_ms <= c->written_ms)
        return;
    json_open(&c->t, NULL, '{');
    json_count(&c->t, "time", (uint64_t)c->time_ms);
    json_count(&c->t, "seq", c->seq);
    json_open(&c->t, "amounts", '[');
    for (unsigned m = 0; m < c->meters; m++)
        json_money(&c->t, NULL, c->amounts[m]);
    json_close(&c->t, ']');
    json_close(&c->t, '}');
    c->written_seq = c->seq;
    c->written_ms = c->time_ms;
}

/* Adds a point with the newest value found in the `block` events that end with `seq`. */
static int look_at(struct course *c, uint64_t seq, uint64_t first, uint64_t block)
{
    const uint64_t from = seq - first >= block ? seq - block + 1 : first;
    int rc = log_read_events(c->store, from, seq, see_event, c, &c->err);
    if (rc == 0 && c->seq != 0)
        add_point(c);
    return rc;
}

static int add_points(struct course *c, uint64_t first, uint64_t last)
{
    const uint64_t points = c->asked->points, span = last - first;
    int rc = 0;
    /* The last point is the value at the end of the range. */
    for (uint64_t i = 0; rc == 0 && i + 1 < points; i++) {
        const uint64_t seq = first + span / points * i + span % points * i / points;
        rc = look_at(c, seq, first, BLOCK);
    }
    return rc == 0 ? look_at(c, last, first, BLOCK_LAST) : rc;
}

/* REG-8: adds the last 25 hits of the link, as far as they lie in the range. */
static int add_hits(struct course *c, uint64_t first, uint64_t last)
{
    const struct api_paper *asked = c->asked;
    int rc = 0;
    for (unsigned i = 0; rc == 0 && i < asked->hit_count; i++) {
        if (asked->hits[i] < first || asked->hits[i] > last)
            continue;
        rc = log_read_event(c->store, asked->hits[i], &c->event, &c->err);
        if (rc != 0)
            break;
        json_open(&c->t, NULL, '{');
        json_count(&c->t, "time", (uint64_t)c->event.time_ms);
        JSON_MEMBERS(&c->t, &c->event, seq, table);
        json_text(&c->t, "award", view_words_of(FLOOR_CLAIM_PAID, "award")[c->event.award - 1]);
        JSON_MEMBERS(&c->t, &c->event, from, amount);
        json_close(&c->t, '}');
    }
    return rc;
}

/* Takes the names of the meters, the hits and the present amounts from the floor. CR_E_NOT_FOUND:
 * there is no such link. */
static int look_at_floor(struct api *api, struct api_paper *asked, struct course *c)
{
    const struct floor *f = writer_lock(api->writer);
    const uint32_t link = floor_find_link(f, asked->query.link);
    if (link != FLOOR_NONE) {
        const struct cr_progressive *p = floor_progressive(f, link);
        const struct floor_link *l = &f->links[link];
        c->meters = p->meter_count;
        c->now_seq = f->seq;
        c->now_ms = f->time_ms;
        for (unsigned m = 0; m < p->meter_count; m++)
            c->now[m] = l->books.levels[m].meter.amount;
        json_open(&c->t, "meters", '[');
        for (unsigned m = 0; m < p->meter_count; m++)
            json_text(&c->t, NULL, p->meters[m].name);
        json_close(&c->t, ']');
        for (unsigned i = 0; i < FLOOR_HITS; i++) {
            const struct floor_hit *hit = &l->hits[(l->hit_next + i) % FLOOR_HITS];
            if (hit->seq != 0)
                asked->hits[asked->hit_count++] = hit->seq;
        }
    }
    writer_unlock(api->writer);
    return link != FLOOR_NONE ? 0
                              : err_refuse(&c->err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link",
                                           "there is no \"%s\"", asked->query.link);
}

/* A range without an end gets the present amounts as its last point, however long ago the last coin
 * was. */
static void add_now(struct course *c)
{
    if (c->asked->query.until_ms != 0)
        return;
    c->seq = c->now_seq;
    c->time_ms = c->now_ms;
    memcpy(c->amounts, c->now, sizeof(c->amounts));
    add_point(c);
}

static int write_course(const struct api_paper *asked, struct course *c)
{
    const struct report_query *q = &asked->query;
    struct store_head head;
    uint64_t first = 1, end = 0;
    int rc = store_head(c->store, &head, &c->err);
    if (rc == 0 && q->since_ms != 0)
        rc = log_find_time(c->store, 1, head.seq, q->since_ms, &first, &c->err);
    if (rc == 0 && q->until_ms != 0)
        rc = log_find_time(c->store, 1, head.seq, q->until_ms, &end, &c->err);
    else if (rc == 0)
        end = head.seq + 1;
    json_open(&c->t, "points", '[');
    if (rc == 0 && end > first)
        rc = add_points(c, first, end - 1);
    if (rc == 0)
        add_now(c);
    json_close(&c->t, ']');
    json_open(&c->t, "hits", '[');
    if (rc == 0)
        rc = add_hits(c, first, end - 1);
    json_close(&c->t, ']');
    return rc;
}

static void run_history(struct api *api, struct api_paper *asked, struct store *store)
{
    struct course *c = calloc(1, sizeof(*c));
    char *room = malloc(HISTORY_ROOM);
    if (c == NULL || room == NULL) {
        api_later_fail(asked->req, "out of memory");
    } else {
        c->asked = asked;
        c->store = store;
        text_init(&c->t, room, HISTORY_ROOM);
        json_open(&c->t, NULL, '{');
        json_text(&c->t, "link", asked->query.link);
        int rc = look_at_floor(api, asked, c);
        if (rc == 0) {
            api_log_lock(api);
            rc = write_course(asked, c);
            api_log_unlock(api);
        }
        json_close(&c->t, '}');
        CHECK(rc != 0 || !c->t.cut);
        api_later_answer(asked->req, rc, HTTP_JSON, &c->t, &c->err);
    }
    free(room);
    free(c);
}

void api_run_history(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper asked = {.run = run_history};
    struct cr_err err = {0};
    struct report_query *q = &asked.query;
    const char *link = http_request_param(req, row->param);
    if (strlen(link) < FLOOR_ID_MAX)
        memcpy(q->link, link, strlen(link) + 1);
    else
        err_refuse(&err, CR_E_NOT_FOUND, REASON_NO_SUCH_LINK, "link",
                   "there is no link of that name");
    if (api_query_count(req, "points", POINTS_USUAL, &asked.points, &err) == 0 &&
        (asked.points < 2 || asked.points > POINTS_MAX))
        err_refuse(&err, CR_E_INPUT, REASON_INVALID_VALUE, "points", "expected 2 to %d",
                   POINTS_MAX);
    if (api_query_span(req, 0, &q->since_ms, &q->until_ms, &err) == 0 && q->until_ms != 0 &&
        q->until_ms <= q->since_ms)
        err_refuse(&err, CR_E_INPUT, REASON_INVALID_VALUE, "until",
                   "the range ends before it begins");
    api_paper_later(api, req, &asked, &err);
}

/* ---- Shifts ---- */

/* How many events the first request looks back. The shifts found are kept for later requests. */
#define SHIFTS_LOOK  2000000
#define SHIFTS_BLOCK 4096

struct shift_search {
    struct api_shifts found; /* newest first */
    struct store *store;
    uint64_t closed[SHIFTS_BLOCK]; /* events that closed a shift, of one block, ascending */
    unsigned closed_count;
    struct floor_event event;
    struct cr_err err;
};

/* Looks only at the kind in the text, because most events need no decoding. */
static int see_text(void *context, const struct store_event *stored)
{
    struct shift_search *s = context;
    if (event_text_kind(stored->body, stored->len) == FLOOR_SHIFT_CLOSED)
        s->closed[s->closed_count++] = stored->seq;
    return 0;
}

static int add_shift(struct shift_search *s, uint64_t closed)
{
    struct api_shift *shift = &s->found.list[s->found.count];
    int rc = log_read_event(s->store, closed, &s->event, &s->err);
    if (rc != 0)
        return rc;
    *shift = (struct api_shift){.shift = s->event.prev, .end_ms = s->event.time_ms};
    memcpy(shift->closed_by, s->event.user, sizeof(shift->closed_by));
    memcpy(shift->name, s->event.item, sizeof(shift->name));
    rc = log_read_event(s->store, shift->shift, &s->event, &s->err);
    if (rc != 0)
        return rc;
    shift->begin_ms = s->event.time_ms;
    memcpy(shift->opened_by, s->event.user, sizeof(shift->opened_by));
    memcpy(shift->day, s->event.day, sizeof(shift->day));
    shift->number = s->event.number;
    s->found.count++;
    return 0;
}

/* Searches from event `end` back to the one after `stop`, until API_SHIFTS_MAX shifts are found. */
static int search_back(struct shift_search *s, uint64_t end, uint64_t stop)
{
    int rc = 0;
    while (rc == 0 && end > stop && s->found.count < API_SHIFTS_MAX) {
        const uint64_t from = end - stop > SHIFTS_BLOCK ? end - SHIFTS_BLOCK + 1 : stop + 1;
        s->closed_count = 0;
        rc = store_read(s->store, from, end - from + 1, see_text, s, &s->err);
        while (rc == 0 && s->closed_count > 0 && s->found.count < API_SHIFTS_MAX)
            rc = add_shift(s, s->closed[--s->closed_count]);
        end = from - 1;
    }
    s->found.from = end + 1;
    return rc;
}

static int search_shifts(struct api *api, struct shift_search *s)
{
    const struct api_shifts *known = api_shifts_of(api);
    struct store_head head;
    int rc = store_head(s->store, &head, &s->err);
    if (rc != 0)
        return rc;
    s->found.seen = head.seq;
    if (known->seen == 0) {
        rc = search_back(s, head.seq, head.seq > SHIFTS_LOOK ? head.seq - SHIFTS_LOOK : 0);
    } else {
        rc = search_back(s, head.seq, known->seen);
        for (unsigned i = 0; rc == 0 && i < known->count && s->found.count < API_SHIFTS_MAX; i++)
            s->found.list[s->found.count++] = known->list[i];
        s->found.from = known->from;
    }
    if (rc == 0)
        *api_shifts_of(api) = s->found;
    return rc;
}

static void write_shifts(struct text *t, const struct api_shifts *s)
{
    json_open(t, NULL, '{');
    json_open(t, "shifts", '[');
    for (unsigned i = 0; i < s->count; i++) {
        const struct api_shift *shift = &s->list[i];
        json_open(t, NULL, '{');
        JSON_MEMBERS(t, shift, shift, name);
        json_text_or_null(t, "day", shift->day);
        json_count_or_null(t, "number", shift->number);
        json_count(t, "begin", (uint64_t)shift->begin_ms);
        json_count(t, "end", (uint64_t)shift->end_ms);
        JSON_MEMBERS(t, shift, opened_by, closed_by);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_flag(t, "cut", s->count == API_SHIFTS_MAX || s->from > 1);
    json_close(t, '}');
}

static void run_shifts(struct api *api, struct api_paper *asked, struct store *store)
{
    /* In JSON, each byte of a name takes at most six (\u00xx). */
    const size_t size = 256 + API_SHIFTS_MAX * (256 + 6 * sizeof(struct api_shift));
    struct shift_search *s = calloc(1, sizeof(*s));
    char *room = malloc(size);
    if (s == NULL || room == NULL) {
        api_later_fail(asked->req, "out of memory");
    } else {
        s->store = store;
        api_log_lock(api);
        int rc = search_shifts(api, s);
        api_log_unlock(api);
        struct text t = text_in(room, size);
        write_shifts(&t, &s->found);
        CHECK(!t.cut);
        api_later_answer(asked->req, rc == 0 ? 0 : CR_E_IO, HTTP_JSON, &t, &s->err);
    }
    free(room);
    free(s);
}

void api_run_shifts(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    api_paper_later(api, req, &(struct api_paper){.run = run_shifts}, NULL);
}
