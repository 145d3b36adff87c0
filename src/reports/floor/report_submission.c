/* What an operator files before go-live (REG-17): the documents in force with their hashes, what
 * they pay, and their exact figures. */
#include "reports/floor/report_documents.h"
#include "reports/floor/report_kinds.h"

#include <stdio.h>
#include <string.h>

static bool is_on_link(const struct report_job *job, uint32_t table)
{
    const struct floor *f = &job->now->floor;
    const uint32_t link = f->tables[table].link;
    return !job->query->link[0] ||
           (link != FLOOR_NONE && strcmp(f->links[link].id, job->query->link) == 0);
}

/* ---- A link ---- */

/* The house rules of some table on the link, NULL for none: a fold may forfeit the bet, which
 * changes the odds. */
static const struct cr_rules *rules_on(const struct floor *f, uint32_t link)
{
    for (uint32_t t = 0; t < f->table_count; t++)
        if (f->tables[t].link == link && floor_rules(f, t))
            return floor_rules(f, t);
    return NULL;
}

static void add_policy(struct paper *p, const struct floor_link *l)
{
    static const char *const policies[] = {"in order: the second gets what the first left",
                                           "the full amount to each", "split in equal parts"};
    paper_fact(p, "policy", "Simultaneous wins", policies[l->policy]);
    paper_fact(p, "claim_lock", "Amount is taken",
               l->claim_lock ? "with the claim (claim lock)" : "with the payment");
    paper_fact_count(p, "high_approvals", "Approvals, high jackpot", l->high_approvals);
    paper_fact_count(p, "low_approvals", "Approvals, low jackpot", l->low_approvals);
    if (l->coins_per_minute != 0)
        paper_fact_count(p, "coins_per_minute", "Most coins a minute", l->coins_per_minute);
    else
        paper_fact(p, "coins_per_minute", "Most coins a minute", "no bound");
}

static void add_tables(struct paper *p, const struct floor *f, uint32_t link)
{
    PAPER_TABLE(p, "tables", {"table", "Table", PAPER_TEXT}, {"game", "Game", PAPER_TEXT},
                {"rules", "House rules", PAPER_TEXT}, {"dealt", "Dealt by", PAPER_TEXT});
    for (uint32_t t = 0; t < f->table_count; t++) {
        if (f->tables[t].link != link)
            continue;
        const struct cr_rules *rules = floor_rules(f, t);
        PAPER_CELLS(p, f->tables[t].id, f->tables[t].item, rules ? rules->name : "none",
                    f->tables[t].is_live ? "a dealer" : "the table");
    }
}

static int add_link(struct paper *p, const struct floor *f, uint32_t link, struct cr_err *err)
{
    const struct floor_link *l = &f->links[link];
    const struct cr_progressive *progressive = floor_progressive(f, link);
    char heading[FLOOR_ID_MAX + CR_TITLE_MAX + 16];
    snprintf(heading, sizeof heading, "Link %s: %s", l->id, progressive->title);
    paper_section(p, l->id, heading);
    document_add_progressive(p, progressive);
    add_policy(p, l);
    add_tables(p, f, link);
    return document_add_odds(p, progressive, rules_on(f, link), err);
}

/* ---- The floor ---- */

static void add_thresholds(struct paper *p, const struct floor *f)
{
    if (f->general.threshold_count == 0)
        return;
    paper_section(p, "thresholds", "Dated thresholds");
    PAPER_TABLE(p, "thresholds", {"threshold", "Threshold", PAPER_TEXT},
                {"amount", "From", PAPER_MONEY}, {"effective", "In force from", PAPER_TIME});
    for (unsigned i = 0; i < f->general.threshold_count; i++) {
        const struct floor_threshold *t = &f->general.thresholds[i];
        paper_cell(p, threshold_name(t->kind));
        paper_cell_money(p, t->amount);
        paper_cell_time(p, t->effective_ms);
    }
}

static int add_all_rules(const struct report_job *job, struct paper *p, struct cr_err *err)
{
    const struct floor *f = &job->now->floor;
    int rc = CR_OK;
    for (uint32_t d = 0; rc == CR_OK && d < f->document_count; d++) {
        bool in_force = false;
        for (uint32_t t = 0; t < f->table_count && !in_force; t++)
            in_force = f->tables[t].document == d && is_on_link(job, t);
        if (in_force)
            rc = document_add_rules(p, &f->parsed[d].rules, err);
    }
    return rc;
}

/* The files themselves, so that they can be compared with their hashes. */
static void add_texts(const struct report_job *job, struct paper *p)
{
    const struct floor *f = &job->now->floor;
    for (uint32_t d = 0; d < f->document_count; d++) {
        bool in_force = false;
        for (uint32_t l = 0; l < f->link_count; l++)
            in_force = in_force ||
                       (f->links[l].document == d &&
                        (!job->query->link[0] || strcmp(f->links[l].id, job->query->link) == 0));
        for (uint32_t t = 0; t < f->table_count; t++)
            in_force = in_force || (f->tables[t].document == d && is_on_link(job, t));
        if (in_force)
            document_add_text(p, &f->documents[d]);
    }
}

static void add_signatures(struct paper *p)
{
    paper_note(p, "The figures are sums over all deals, worked out from the very documents named "
                  "here, which are those that run.");
    paper_signature(p, "General manager");
    paper_signature(p, "Director of table games");
    paper_signature(p, "Compliance officer");
    paper_signature(p, "Regulator");
}

int report_submission(struct report_job *job, struct paper *p, struct cr_err *err)
{
    const struct floor *f = &job->now->floor;
    int rc = CR_OK;
    paper_fact(p, "link", "Link", job->query->link[0] ? job->query->link : "all");
    paper_fact_time(p, "as_of", "As of", f->time_ms);
    paper_fact_count(p, "last_event", "Last event", f->seq);
    paper_fact(p, "version", "Program version", f->general.version);
    document_add_hash(p, "program", "Program hash", f->general.program);
    for (uint32_t l = 0; rc == CR_OK && l < f->link_count; l++)
        if (!job->query->link[0] || strcmp(f->links[l].id, job->query->link) == 0)
            rc = add_link(p, f, l, err);
    if (rc == CR_OK)
        rc = add_all_rules(job, p, err);
    if (rc != CR_OK)
        return rc;
    add_thresholds(p, f);
    add_texts(job, p);
    add_signatures(p);
    return CR_OK;
}
