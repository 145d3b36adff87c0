/* Gathers the jackpots of a span of the log; see report_hits.h. */
#include "reports/floor/report_hits.h"

#include "base/err.h"
#include "base/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
    struct report_job *job;
    struct hits *out;
    size_t room;
    uint64_t earliest; /* the oldest claim from before the span; 0: none */
    struct floor_event other;
    struct cr_err *err;
};

static bool is_asked(const struct gathering *g, const struct floor_event *made)
{
    const struct report_query *q = g->job->query;
    return (!q->link[0] || strcmp(made->link, q->link) == 0) &&
           (!q->table[0] || strcmp(made->table, q->table) == 0);
}

static struct hit *find(struct gathering *g, uint64_t seq)
{
    for (size_t i = g->out->count; i > 0; i--)
        if (g->out->list[i - 1].seq == seq)
            return &g->out->list[i - 1];
    return NULL;
}

static int add_hit(struct gathering *g, const struct floor_event *made, struct hit **out)
{
    if (!list_grow(&g->out->list, &g->room, g->out->count, sizeof *g->out->list))
        return err_set(g->err, CR_E_IO, "out of memory");
    struct hit *k = &g->out->list[g->out->count++];
    *k = (struct hit){.seq = made->seq,
                      .made_ms = made->time_ms,
                      .round = made->round,
                      .seat = made->seat,
                      .award = made->award,
                      .key = made->key,
                      .amount = made->amount};
    memcpy(k->table, made->table, sizeof k->table);
    memcpy(k->link, made->link, sizeof k->link);
    memcpy(k->from, made->from, sizeof k->from);
    *out = k;
    return CR_OK;
}

/* Finds the claim of that number; one that was made before the span is looked up in the log. NULL:
 * it is not asked for. */
static int claim_of(struct gathering *g, uint64_t seq, struct hit **out)
{
    *out = find(g, seq);
    if (*out || seq >= g->job->span.first)
        return CR_OK;
    int rc = log_read_event(g->job->store, seq, &g->other, g->err);
    if (rc != CR_OK || !is_asked(g, &g->other) || g->other.kind == FLOOR_AWARD_PENDING)
        return rc;
    if (g->earliest == 0 || seq < g->earliest)
        g->earliest = seq;
    return add_hit(g, &g->other, out);
}

static void note_paid(struct hit *k, const struct floor_event *e)
{
    k->state = HIT_PAID;
    k->paid = e->seq;
    k->paid_ms = e->time_ms;
    k->amount = e->amount;
    k->house_funded = e->house_funded;
    k->reseeded = e->reseeded;
    k->envy = e->envy;
    k->method = e->method;
    memcpy(k->from, e->from, sizeof k->from);
}

/* Whether the list has that name. While people are gathered, a line break separates them: no name
 * has one, though a name may have a comma, or be the beginning of another. */
static bool has_person(const char *list, const char *name)
{
    const size_t len = strlen(name);
    for (const char *at = list; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, len) == 0 && (at[len] == '\0' || strncmp(at + len, ",\n", 2) == 0))
            return true;
    }
    return false;
}

static void add_person(char room[HITS_PEOPLE], const char *name)
{
    const size_t len = strlen(room);
    snprintf(room + len, HITS_PEOPLE - len, "%s%s", len > 0 ? ",\n" : "", name);
}

/* Makes one line of the list. */
static void join_people(char room[HITS_PEOPLE])
{
    for (char *at = strchr(room, '\n'); at; at = strchr(at, '\n'))
        *at = ' ';
}

static void note_people(struct hit *k, const struct floor_event *e)
{
    if (e->kind == FLOOR_CLAIM_VERIFIED && !has_person(k->verified, e->user))
        add_person(k->verified, e->user);
    if (e->kind == FLOOR_CLAIM_APPROVED)
        add_person(k->approved, e->user);
    if (e->kind == FLOOR_CLAIM_CLEARED)
        memcpy(k->cleared, e->user, sizeof k->cleared);
}

/* UTH-18: a dead round makes its pending claims void, without an event of their own. */
static void void_round(struct gathering *g, const struct floor_event *e, bool in_span)
{
    for (size_t i = 0; i < g->out->count; i++) {
        struct hit *k = &g->out->list[i];
        if (k->state != HIT_PENDING || k->round != e->round || strcmp(k->table, e->table) != 0)
            continue;
        k->state = in_span ? HIT_CANCELLED : HIT_LATER;
        g->out->cancelled += in_span;
    }
}

static int see_claim(struct gathering *g, const struct floor_event *e, bool in_span)
{
    struct hit *k = NULL;
    int rc = claim_of(g, e->claim, &k);
    if (rc != CR_OK || !k)
        return rc;
    note_people(k, e);
    if (e->kind == FLOOR_CLAIM_CLEARED && k->state == HIT_PENDING)
        k->state = HIT_BEFORE;
    const bool is_void = e->kind == FLOOR_CLAIM_RULED && strcmp(e->item, "void") == 0;
    if (e->kind != FLOOR_CLAIM_PAID && e->kind != FLOOR_CLAIM_CANCELLED && !is_void)
        return CR_OK;
    if (!in_span) {
        k->state = HIT_LATER; /* it was still pending when the span ended */
    } else if (e->kind == FLOOR_CLAIM_PAID) {
        note_paid(k, e);
    } else {
        k->state = HIT_CANCELLED;
        g->out->cancelled++;
    }
    return CR_OK;
}

static int see_event(void *context, const struct floor_event *e)
{
    struct gathering *g = context;
    struct report_job *job = g->job;
    const bool in_span = e->seq <= job->span.last;
    struct hit *k;
    int rc = CR_OK;
    if (e->kind == FLOOR_CLAIM_MADE || e->kind == FLOOR_AWARD_PAID) {
        if (in_span && is_asked(g, e))
            rc = add_hit(g, e, &k);
        if (rc == CR_OK && in_span && e->kind == FLOOR_AWARD_PAID && is_asked(g, e))
            note_paid(k, e);
    } else if (e->kind == FLOOR_ROUND_DEAD) {
        void_round(g, e, in_span);
    } else if (e->claim != 0 && e->claim <= job->span.last && e->kind != FLOOR_DISPUTE_OPENED) {
        rc = see_claim(g, e, in_span);
    }
    return rc;
}

/* Notes what was confirmed of a claim before the span began. */
static int see_earlier(void *context, const struct floor_event *e)
{
    struct gathering *g = context;
    struct hit *k = e->claim != 0 ? find(g, e->claim) : NULL;
    if (k && k->seq < g->job->span.first)
        note_people(k, e);
    return CR_OK;
}

/* Adds claims from before the span that are still pending now. */
static int add_waiting(struct gathering *g)
{
    const struct floor *f = &g->job->now->floor;
    int rc = CR_OK;
    for (uint32_t i = 0; rc == CR_OK && i < f->claim_count; i++) {
        struct hit *k = NULL;
        if (f->claims[i].claim.state != CLAIM_PENDING || f->claims[i].seq >= g->job->span.first)
            continue;
        rc = claim_of(g, f->claims[i].seq, &k);
    }
    return rc;
}

static int by_seq(const void *a, const void *b)
{
    const struct hit *h = a, *k = b;
    const uint64_t x = h->paid != 0 ? h->paid : h->seq, y = k->paid != 0 ? k->paid : k->seq;
    return x < y ? -1 : x > y;
}

static int gather(struct gathering *g)
{
    struct report_job *job = g->job;
    int rc = log_read_events(job->store, job->span.first, job->span.head, see_event, g, g->err);
    if (rc == CR_OK)
        rc = add_waiting(g);
    if (rc == CR_OK && g->earliest != 0)
        rc = log_read_events(job->store, g->earliest, job->span.first - 1, see_earlier, g, g->err);
    for (size_t i = 0; i < g->out->count; i++) {
        join_people(g->out->list[i].verified);
        join_people(g->out->list[i].approved);
    }
    if (rc == CR_OK && g->out->count > 0)
        qsort(g->out->list, g->out->count, sizeof *g->out->list, by_seq);
    return rc;
}

int hits_gather(struct report_job *job, struct hits *out, struct cr_err *err)
{
    struct gathering *g = calloc(1, sizeof *g);
    *out = (struct hits){0};
    if (!g)
        return err_set(err, CR_E_IO, "out of memory");
    g->job = job;
    g->out = out;
    g->err = err;
    int rc = gather(g);
    free(g);
    return rc;
}

void hits_free(struct hits *hits)
{
    free(hits->list);
    *hits = (struct hits){0};
}

/* ---- Sums ---- */

struct hit_sums hits_sum(const struct hits *hits, const char *link, const char *from)
{
    struct hit_sums sums = {0};
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *k = &hits->list[i];
        if (k->state != HIT_PAID || (link != NULL && strcmp(k->link, link) != 0) ||
            (from != NULL && strcmp(k->from, from) != 0))
            continue;
        sums.count++;
        sums.amount += k->amount.micro;
        sums.house_funded += k->house_funded.micro;
        sums.reseeded += k->reseeded.micro;
        sums.envy += k->envy.micro;
    }
    return sums;
}

void hits_cell_sum(struct paper *p, hit_wide micro)
{
    if (micro > INT64_MAX || micro < INT64_MIN)
        paper_cell(p, "beyond 9 trillion");
    else
        paper_cell_money(p, cr_money_from_micro((int64_t)micro));
}
