/* The Coin-In report (REC-2): what the tables took in and where it went, between two readings of
 * the hard meters. */
#include "base/check.h"
#include "base/err.h"
#include "base/list.h"
#include "base/money.h"
#include "reports/floor/report_ends.h"
#include "reports/floor/report_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The coins of one table on one link. Coins of dead rounds are taken off where they had gone. */
struct flow {
    uint32_t link, table;
    uint64_t rounds, coins;
    struct cr_money coin_in, returned, house, reserved, overflow;
    struct cr_money contributed[CR_METERS];
};

struct coin_in {
    const struct report_query *query;
    const struct floor *floor; /* for names only: its books are being undone */
    struct flow *flows;        /* in the order in which they were seen */
    size_t count, room;
    size_t *latest; /* by table: index of the flow that was found last */
    bool is_out_of_memory;
};

/* ---- Summing ---- */

static struct flow *flow_of(struct coin_in *c, uint32_t link, uint32_t table)
{
    for (size_t n = 0, i = c->latest[table]; n < c->count; n++, i++) {
        i = i < c->count ? i : 0;
        if (c->flows[i].link != link || c->flows[i].table != table)
            continue;
        c->latest[table] = i;
        return &c->flows[i];
    }
    if (!list_grow(&c->flows, &c->room, c->count, sizeof *c->flows)) {
        c->is_out_of_memory = true;
        return NULL;
    }
    c->flows[c->count] = (struct flow){.link = link, .table = table};
    c->latest[table] = c->count;
    return &c->flows[c->count++];
}

static void see_event(void *context, const struct floor_event *e, const struct ledger *before,
                      const struct ledger *after)
{
    struct coin_in *c = context;
    if (!before ||
        (e->kind != FLOOR_COIN_IN && e->kind != FLOOR_ROUND_DEAD && e->kind != FLOOR_COIN_RETURNED))
        return;
    const uint32_t link = floor_find_link(c->floor, e->link);
    const uint32_t table = floor_find_table(c->floor, e->table);
    CHECK(link != FLOOR_NONE && table != FLOOR_NONE);
    struct flow *f = flow_of(c, link, table);
    if (!f)
        return;
    f->rounds += e->kind == FLOOR_COIN_IN;
    f->coins += after->coins - before->coins;
    report_add_difference(&f->coin_in, before->coin_in, after->coin_in);
    report_add_difference(&f->returned, before->returned, after->returned);
    report_add_difference(&f->house, before->house, after->house);
    for (unsigned m = 0; m < CR_METERS; m++) {
        const struct ledger_level *was = &before->levels[m], *is = &after->levels[m];
        report_add_difference(&f->contributed[m], was->contributed, is->contributed);
        report_add_difference(&f->reserved, was->reserved, is->reserved);
        report_add_difference(&f->overflow, was->meter.overflow, is->meter.overflow);
    }
}

static void forget(void *context)
{
    struct coin_in *c = context;
    c->count = 0;
}

static void add_flow(struct flow *sum, const struct flow *f)
{
    sum->rounds += f->rounds;
    sum->coins += f->coins;
    report_add(&sum->coin_in, f->coin_in);
    report_add(&sum->returned, f->returned);
    report_add(&sum->house, f->house);
    report_add(&sum->reserved, f->reserved);
    report_add(&sum->overflow, f->overflow);
    for (unsigned m = 0; m < CR_METERS; m++)
        report_add(&sum->contributed[m], f->contributed[m]);
}

static int by_table(const void *a, const void *b)
{
    const struct flow *f = a, *g = b;
    return f->table < g->table ? -1 : f->table > g->table;
}

/* ---- Printing ---- */

static bool is_wanted(const struct coin_in *c, const struct flow *f, uint32_t link)
{
    return f->link == link &&
           (!c->query->table[0] || strcmp(c->floor->tables[f->table].id, c->query->table) == 0);
}

static void add_row(struct paper *p, const char *name, const struct flow *f, unsigned meters)
{
    PAPER_CELLS(p, name, f->rounds, f->coins, f->coin_in, f->returned, f->house);
    for (unsigned m = 0; m < meters; m++)
        paper_cell_money(p, f->contributed[m]);
    paper_cell_money(p, f->reserved);
    paper_cell_money(p, f->overflow);
}

static void begin_table(struct paper *p, const struct cr_progressive *rules)
{
    struct paper_column columns[PAPER_COLUMNS_MAX] = {
        {"table", "Table", PAPER_TEXT},        {"rounds", "Rounds", PAPER_COUNT},
        {"coins", "Coins", PAPER_COUNT},       {"coin_in", "Coin-in", PAPER_MONEY},
        {"returned", "Returned", PAPER_MONEY}, {"house", "House share", PAPER_MONEY},
    };
    char keys[CR_METERS][CR_NAME_MAX + 8], heads[CR_METERS][CR_NAME_MAX + 8];
    unsigned n = 6;
    for (unsigned m = 0; m < rules->meter_count; m++) {
        snprintf(keys[m], sizeof keys[m], "to_%s", rules->meters[m].name);
        snprintf(heads[m], sizeof heads[m], "To %s", rules->meters[m].name);
        columns[n++] = (struct paper_column){keys[m], heads[m], PAPER_MONEY};
    }
    columns[n++] = (struct paper_column){"reserve", "To reserves", PAPER_MONEY};
    columns[n++] = (struct paper_column){"overflow", "Overflow", PAPER_MONEY};
    paper_table(p, "tables", columns, n);
}

/* MET-6: the balance, so that readers can check it. */
static void add_balance(struct paper *p, const struct flow *sum)
{
    struct cr_money out = sum->house, in = sum->coin_in;
    report_add(&out, sum->reserved);
    report_add(&out, sum->overflow);
    for (unsigned m = 0; m < CR_METERS; m++)
        report_add(&out, sum->contributed[m]);
    report_add(&in, cr_money_from_micro(-sum->returned.micro));
    paper_fact_money(p, "net", "Coin-in less returned", in);
    paper_fact_money(p, "accounted", "Accounted for", out);
    paper_fact(p, "balances", "Balances", in.micro == out.micro ? "yes" : "NO");
}

/* What a table took in on a link; NULL: it was not on the link, or took nothing. */
static const struct flow *flow_on(const struct coin_in *c, uint32_t link, uint32_t table)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->flows[i].link == link && c->flows[i].table == table)
            return &c->flows[i];
    return NULL;
}

/* The hard meter belongs to the table and goes with it from link to link (PIT-5), so the coins of
 * this link are listed apart from those of others. */
static void add_hard_meters(struct paper *p, const struct coin_in *c,
                            const struct report_ends *ends, uint32_t link)
{
    uint64_t begin = 0, end = 0, coins = 0;
    PAPER_TABLE(p, "hard_meters", {"table", "Table", PAPER_TEXT},
                {"begin", "Hard meter begin", PAPER_COUNT}, {"end", "Hard meter end", PAPER_COUNT},
                {"coins", "Coins", PAPER_COUNT}, {"elsewhere", "On other links", PAPER_COUNT});
    for (uint32_t t = 0; t < ends->table_count; t++) {
        const char *id = c->floor->tables[t].id;
        const struct flow *here = flow_on(c, link, t);
        if ((ends->table_link[t] != link && here == NULL) ||
            (c->query->table[0] && strcmp(id, c->query->table) != 0))
            continue;
        const uint64_t all = ends->end_coins[t] - ends->begin_coins[t];
        const uint64_t of_link = here != NULL ? here->coins : 0;
        PAPER_CELLS(p, id, ends->begin_coins[t], ends->end_coins[t], of_link, all - of_link);
        coins += of_link;
        begin += ends->begin_coins[t];
        end += ends->end_coins[t];
    }
    PAPER_CELLS(p, "Total", begin, end, coins, end - begin - coins);
    paper_total(p);
}

static void add_link(struct paper *p, const struct coin_in *c, const struct report_ends *ends,
                     uint32_t link)
{
    const struct cr_progressive *rules = &c->floor->parsed[ends->document[link]].progressive;
    struct flow sum = {0};
    char heading[FLOOR_ID_MAX + CR_TITLE_MAX + 16];
    snprintf(heading, sizeof heading, "Link %s: %s", c->floor->links[link].id, rules->title);
    paper_section(p, c->floor->links[link].id, heading);
    begin_table(p, rules);
    for (size_t i = 0; i < c->count; i++) {
        if (!is_wanted(c, &c->flows[i], link))
            continue;
        add_row(p, c->floor->tables[c->flows[i].table].id, &c->flows[i], rules->meter_count);
        add_flow(&sum, &c->flows[i]);
    }
    add_row(p, "Total", &sum, rules->meter_count);
    paper_total(p);
    add_balance(p, &sum);
    add_hard_meters(p, c, ends, link);
}

static void add_links(struct paper *p, const struct coin_in *c, const struct report_ends *ends)
{
    const struct report_query *q = c->query;
    for (uint32_t l = 0; l < ends->link_count; l++) {
        bool is_asked = !q->link[0] || strcmp(c->floor->links[l].id, q->link) == 0;
        bool has_flow = !q->table[0];
        for (size_t i = 0; i < c->count && !has_flow; i++)
            has_flow = is_wanted(c, &c->flows[i], l);
        for (uint32_t t = 0; t < ends->table_count && !has_flow; t++)
            has_flow = ends->table_link[t] == l && strcmp(c->floor->tables[t].id, q->table) == 0;
        if (is_asked && has_flow && ends->document[l] != FLOOR_NONE)
            add_link(p, c, ends, l);
    }
}

int report_coin_in(struct report_job *job, struct paper *p, struct cr_err *err)
{
    struct coin_in c = {.query = job->query, .floor = &job->now->floor};
    struct report_ends ends = {0};
    c.latest = calloc(c.floor->table_count + 1u, sizeof *c.latest);
    if (!c.latest)
        return err_set(err, CR_E_IO, "out of memory");
    const struct report_watch watch = {see_event, forget, &c};
    int rc = report_ends_find(job->store, &job->span, &job->now->floor, &watch, &ends, err);
    if (rc == CR_OK && c.is_out_of_memory)
        rc = err_set(err, CR_E_IO, "out of memory");
    if (rc == CR_OK) {
        if (c.count > 0)
            qsort(c.flows, c.count, sizeof *c.flows, by_table);
        report_add_query(p, job->query, &job->span);
        add_links(p, &c, &ends);
    }
    report_ends_free(&ends);
    free(c.flows);
    free(c.latest);
    return rc;
}
