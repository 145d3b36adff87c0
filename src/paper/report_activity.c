/* The Activity Log as a report (REC-1, REC-2): every event of the span in words. */
#include "base/err.h"
#include "paper/event_words.h"
#include "paper/report_kinds.h"

#include <stdlib.h>
#include <string.h>

#define DETAILS_MAX (FLOOR_TEXT_MAX + 1024)
/* What events refer to (a claim, an alarm, a dispute), looked up once. */
#define SUBJECTS 64

struct subject {
    uint64_t seq;
    char table[FLOOR_ID_MAX], link[FLOOR_ID_MAX];
};

struct activity {
    struct report_job *job;
    struct paper *paper;
    uint64_t rows;
    struct subject subjects[SUBJECTS];
    struct floor_event other;
    char details[DETAILS_MAX];
    struct cr_err *err;
};

/* ---- Which ---- */

static int subject_of(struct activity *a, uint64_t seq, const struct subject **out)
{
    struct subject *s = &a->subjects[seq % SUBJECTS];
    *out = s;
    if (s->seq == seq)
        return CR_OK;
    int rc = report_read_event(a->job->store, seq, &a->other, a->err);
    if (rc != CR_OK)
        return rc;
    s->seq = seq;
    memcpy(s->table, a->other.table, sizeof s->table);
    memcpy(s->link, a->other.link, sizeof s->link);
    /* A dispute about a claim names the claim only. */
    if (!s->table[0] && a->other.claim != 0) {
        rc = report_read_event(a->job->store, a->other.claim, &a->other, a->err);
        memcpy(s->table, a->other.table, sizeof s->table);
        memcpy(s->link, a->other.link, sizeof s->link);
    }
    return rc;
}

static bool is_on_link(const struct activity *a, const char *table, const char *link)
{
    const struct floor *f = &a->job->now->floor;
    const uint32_t t = table[0] && !link[0] ? floor_find_table(f, table) : FLOOR_NONE;
    if (t != FLOOR_NONE && f->tables[t].link != FLOOR_NONE)
        link = f->links[f->tables[t].link].id;
    return strcmp(link, a->job->query->link) == 0;
}

static bool is_asked_for(const struct report_query *q, const struct floor_event *e)
{
    return event_kinds_has(q->kinds, e->kind) &&
           (!q->user[0] || strcmp(e->user, q->user) == 0 || strcmp(e->approver, q->user) == 0);
}

static int is_wanted(struct activity *a, const struct floor_event *e, bool *out)
{
    const struct report_query *q = a->job->query;
    const uint64_t about = e->claim != 0 ? e->claim : e->dispute != 0 ? e->dispute : e->alarm;
    const char *table = e->table, *link = e->link;
    *out = is_asked_for(q, e);
    if (!*out || (!q->table[0] && !q->link[0]))
        return CR_OK;
    if (about != 0 && (!table[0] || !link[0])) {
        const struct subject *s;
        int rc = subject_of(a, about, &s);
        if (rc != CR_OK)
            return rc;
        table = table[0] ? table : s->table;
        link = link[0] ? link : s->link;
    }
    *out = (!q->table[0] || strcmp(table, q->table) == 0) &&
           (!q->link[0] || is_on_link(a, table, link) || strcmp(e->to_link, q->link) == 0);
    return CR_OK;
}

/* ---- A row ---- */

static void add_member(struct activity *a, const struct floor_event *e, const char *name)
{
    char room[64];
    struct text t;
    text_init(&t, room, sizeof room);
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
    struct text t;
    text_init(&t, room, sizeof room);
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
    const struct floor *f = &a->job->now->floor;
    const int m = event_words_meter(e);
    const uint32_t link = e->link[0] ? floor_find_link(f, e->link) : FLOOR_NONE;
    if (m < 0 || link == FLOOR_NONE) {
        for (unsigned i = 0; i < 3; i++)
            paper_cell(a->paper, "");
        return;
    }
    /* Names and order of a link's meters never change (ledger_check_rules). */
    paper_cell(a->paper, floor_progressive(f, link)->meters[m].name);
    paper_cell_money(a->paper, e->before[m]);
    paper_cell_money(a->paper, e->after[m]);
}

static int see_event(void *context, const struct floor_event *e)
{
    struct activity *a = context;
    struct report_job *job = a->job;
    bool wanted;
    int rc = is_wanted(a, e, &wanted);
    if (job->progress && e->seq % 1024 == 0)
        job->progress(job->progress_context, e->seq - job->span.first,
                      job->span.last - job->span.first + 1);
    if (rc != CR_OK || !wanted)
        return rc;
    if (++a->rows > PAPER_ROWS_MAX)
        return err_set(a->err, CR_E_RANGE,
                       "more than %d events; give a shorter range, a table, a link, a kind or "
                       "a person",
                       PAPER_ROWS_MAX);
    struct text t;
    paper_cell_count(a->paper, e->seq);
    paper_cell_time(a->paper, e->time_ms);
    paper_cell(a->paper, e->table);
    add_seats(a, e);
    add_people(a, e);
    paper_cell(a->paper, event_words_title(e->kind));
    text_init(&t, a->details, sizeof a->details);
    event_words_details(e, event_words_plain, &t);
    paper_cell(a->paper, a->details);
    add_amount(a, e);
    add_meter(a, e);
    return CR_OK;
}

static void add_wish(struct paper *p, const struct report_query *q)
{
    char room[EVENT_KINDS_TEXT_MAX];
    struct text t;
    text_init(&t, room, sizeof room);
    event_kinds_write(q->kinds, &t);
    paper_fact(p, "kind", "Kind", q->kinds != 0 ? room : "all");
    paper_fact(p, "user", "Person", q->user[0] ? q->user : "all");
}

int report_activity(struct report_job *job, struct paper *p, struct cr_err *err)
{
    static const struct paper_column columns[] = {
        {"seq", "Event", PAPER_COUNT},      {"time", "Time", PAPER_TIME},
        {"table", "Table", PAPER_TEXT},     {"seat", "Seat", PAPER_TEXT},
        {"who", "Who", PAPER_TEXT},         {"what", "What", PAPER_TEXT},
        {"details", "Details", PAPER_TEXT}, {"amount", "Amount", PAPER_MONEY},
        {"meter", "Meter", PAPER_TEXT},     {"before", "Before", PAPER_MONEY},
        {"after", "After", PAPER_MONEY},
    };
    struct activity *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, CR_E_IO, "out of memory");
    a->job = job;
    a->paper = p;
    a->err = err;
    report_add_query(p, job->query, &job->span);
    add_wish(p, job->query);
    paper_section(p, "events", NULL);
    paper_table(p, "events", columns, sizeof columns / sizeof *columns);
    int rc = report_read(job->store, job->span.first, job->span.last, see_event, a, err);
    free(a);
    return rc;
}
