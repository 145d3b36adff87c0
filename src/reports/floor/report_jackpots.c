/* The Progressive Jackpot report (REC-2): what was paid, from which meter, released by whom; what
 * waits; what was cancelled. */
#include "base/check.h"
#include "reports/floor/report_hits.h"

#include <string.h>

static const char *word_of(unsigned kind, const char *member, uint8_t value)
{
    const struct event_member *m = event_member_find(event_kind(kind), member, strlen(member));
    CHECK(m);
    return value > 0 ? m->field->words[value - 1] : "";
}

static void add_place(struct paper *p, const struct hit *k)
{
    PAPER_CELLS(p, k->link, k->table, k->seat, word_of(FLOOR_CLAIM_MADE, "award", k->award),
                k->key != 0 ? word_of(FLOOR_CLAIM_MADE, "key", k->key) : "none");
}

static void add_paid(struct paper *p, const struct hits *hits)
{
    const struct hit_sums sums = hits_sum(hits, NULL, NULL);
    paper_section(p, "paid", "Paid");
    PAPER_TABLE(p, "paid", {"number", "Number", PAPER_COUNT}, {"time", "Paid", PAPER_TIME},
                {"link", "Link", PAPER_TEXT}, {"table", "Table", PAPER_TEXT},
                {"seat", "Seat", PAPER_COUNT}, {"hand", "Hand", PAPER_TEXT},
                {"key", "Key", PAPER_TEXT}, {"from", "From", PAPER_TEXT},
                {"amount", "Amount", PAPER_MONEY}, {"house_funded", "House funded", PAPER_MONEY},
                {"reseeded", "Reseeded", PAPER_MONEY}, {"envy", "Envy", PAPER_MONEY}, );
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *k = &hits->list[i];
        if (k->state != HIT_PAID)
            continue;
        paper_cell_count(p, k->seq);
        paper_cell_time(p, k->paid_ms);
        add_place(p, k);
        PAPER_CELLS(p, k->from, k->amount, k->house_funded, k->reseeded, k->envy);
    }
    PAPER_CELLS(p, "", "", "Total");
    for (unsigned i = 0; i < 5; i++)
        paper_cell(p, "");
    hits_cell_sum(p, sums.amount);
    hits_cell_sum(p, sums.house_funded);
    hits_cell_sum(p, sums.reseeded);
    hits_cell_sum(p, sums.envy);
    paper_total(p);
}

static void add_released(struct paper *p, const struct hits *hits)
{
    paper_section(p, "released", "Released");
    PAPER_TABLE(p, "released", {"number", "Number", PAPER_COUNT},
                {"claimed", "Claimed", PAPER_TIME}, {"method", "Method", PAPER_TEXT},
                {"verified", "Verified by", PAPER_TEXT}, {"approved", "Approved by", PAPER_TEXT},
                {"cleared", "Cleared by", PAPER_TEXT}, );
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *k = &hits->list[i];
        if (k->state != HIT_PAID || k->paid == k->seq)
            continue;
        paper_cell_count(p, k->seq);
        paper_cell_time(p, k->made_ms);
        PAPER_CELLS(p, word_of(FLOOR_CLAIM_PAID, "method", k->method), k->verified, k->approved,
                    k->cleared);
    }
}

/* The row of one meter of a link, or of the tray. */
static void add_level(struct paper *p, const struct hits *hits, const char *link, const char *from)
{
    const struct hit_sums sums = hits_sum(hits, link, from);
    if (sums.count == 0)
        return;
    PAPER_CELLS(p, link, from, sums.count);
    hits_cell_sum(p, sums.amount);
    hits_cell_sum(p, sums.house_funded);
    hits_cell_sum(p, sums.reseeded);
}

static void add_levels(struct paper *p, const struct hits *hits, const struct floor *f)
{
    paper_section(p, "levels", "By level");
    PAPER_TABLE(p, "levels", {"link", "Link", PAPER_TEXT}, {"from", "From", PAPER_TEXT},
                {"hits", "Hits", PAPER_COUNT}, {"amount", "Amount", PAPER_MONEY},
                {"house_funded", "House funded", PAPER_MONEY},
                {"reseeded", "Reseeded", PAPER_MONEY}, );
    for (uint32_t l = 0; l < f->link_count; l++) {
        const struct cr_progressive *rules = floor_progressive(f, l);
        for (unsigned m = 0; m < rules->meter_count; m++)
            add_level(p, hits, f->links[l].id, rules->meters[m].name);
        add_level(p, hits, f->links[l].id, "tray");
    }
}

static void add_pending(struct paper *p, const struct hits *hits)
{
    paper_section(p, "pending", "Pending at the end");
    PAPER_TABLE(p, "pending", {"number", "Number", PAPER_COUNT}, {"claimed", "Claimed", PAPER_TIME},
                {"link", "Link", PAPER_TEXT}, {"table", "Table", PAPER_TEXT},
                {"seat", "Seat", PAPER_COUNT}, {"hand", "Hand", PAPER_TEXT},
                {"key", "Key", PAPER_TEXT}, {"from", "From", PAPER_TEXT},
                {"amount", "Frozen amount", PAPER_MONEY}, );
    for (size_t i = 0; i < hits->count; i++) {
        const struct hit *k = &hits->list[i];
        if (k->state != HIT_PENDING && k->state != HIT_LATER)
            continue;
        paper_cell_count(p, k->seq);
        paper_cell_time(p, k->made_ms);
        add_place(p, k);
        paper_cell(p, k->from);
        if (k->amount.micro > 0)
            paper_cell_money(p, k->amount);
        else
            paper_cell(p, "");
    }
}

int report_jackpots(struct report_job *job, struct paper *p, struct cr_err *err)
{
    struct hits hits;
    int rc = hits_gather(job, &hits, err);
    if (rc == CR_OK) {
        report_add_query(p, job->query, &job->span);
        paper_fact_count(p, "cancelled", "Claims cancelled", hits.cancelled);
        add_paid(p, &hits);
        add_levels(p, &hits, &job->now->floor);
        add_released(p, &hits);
        add_pending(p, &hits);
    }
    hits_free(&hits);
    return rc;
}
