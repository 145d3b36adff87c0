/* The part of one table in the jackpots of its links. */
#include "reports/floor/shift_table.h"

#include "base/money.h"
#include "reports/floor/report_documents.h"
#include "reports/floor/report_ends.h"

#include <stdio.h>

void shift_table_see(struct shift_table *t, const struct floor_event *e,
                     const struct ledger *before, const struct ledger *after)
{
    const bool is_back = e->kind == FLOOR_ROUND_DEAD || e->kind == FLOOR_COIN_RETURNED;
    report_add_difference(&t->tray_paid, before->tray_paid, after->tray_paid);
    report_add_difference(&t->tray_corrected, before->tray_corrected, after->tray_corrected);
    report_add_difference(&t->envy_paid, before->envy_paid, after->envy_paid);
    if (e->kind == FLOOR_METER_READ && e->from[0] == '\0')
        t->off += (int64_t)(e->coins - e->booked);
    if (e->kind != FLOOR_COIN_IN && !is_back)
        return;
    if (!is_back)
        t->coins += __builtin_popcount(e->seats);
    struct cr_money *to = is_back ? &t->returned : &t->worth;
    report_add(to, e->amount);
    for (unsigned m = 0; m < CR_METERS; m++)
        report_add_difference(&t->entered[m], e->before[m], e->after[m]);
}

__extension__ typedef __int128 wide;

/* What this worth of coins makes at the increment rate. */
static struct cr_money change_of(wide worth, const struct cr_meter_rules *meter)
{
    const wide change = worth * meter->share / CR_SHARE_ALL;
    /* A faulty counter may show more than anybody can have bet. */
    if (change > MONEY_PRODUCT_MAX_MICRO || change < -MONEY_PRODUCT_MAX_MICRO)
        return cr_money_from_micro(change > 0 ? MONEY_PRODUCT_MAX_MICRO : -MONEY_PRODUCT_MAX_MICRO);
    return cr_money_from_micro((int64_t)change);
}

static void add_row(struct paper *p, const struct floor *f, uint32_t link, unsigned meter,
                    const struct shift_table *t)
{
    const struct cr_progressive *rules = floor_progressive(f, link);
    char coins[32];
    snprintf(coins, sizeof coins, "%lld", (long long)(t->coins + t->off));
    PAPER_CELLS(p, f->links[link].id, rules->meters[meter].name, coins);
    if (t->is_changed) {
        PAPER_CELLS(p, "see the parts of the link", "", "");
    } else {
        paper_cell(p, document_share(rules->meters[meter].share, (char[DOCUMENT_SHARE_MAX]){0}));
        paper_cell_money(p, change_of((wide)t->worth.micro + (wide)t->off * rules->bet.micro,
                                      &rules->meters[meter]));
        paper_cell_money(p, change_of(t->returned.micro, &rules->meters[meter]));
    }
    paper_cell_money(p, t->entered[meter]);
}

static bool has_played(const struct shift_table *t)
{
    return t->coins != 0 || t->off != 0 || t->returned.micro != 0 || t->tray_paid.micro != 0 ||
           t->tray_corrected.micro != 0 || t->envy_paid.micro != 0;
}

/* The section of a link is about all its tables; this is what this one took in and paid. */
static void add_books(struct paper *p, const struct floor *f, const struct shift_table *by_link,
                      uint32_t link_count)
{
    PAPER_TABLE(p, "books", {"link", "Link", PAPER_TEXT}, {"coin_in", "Coin-in", PAPER_MONEY},
                {"returned", "Returned", PAPER_MONEY}, {"tray_paid", "From the tray", PAPER_MONEY},
                {"tray_corrected", "Corrected", PAPER_MONEY}, {"envy_paid", "Envy", PAPER_MONEY});
    for (uint32_t l = 0; l < link_count; l++) {
        const struct shift_table *t = &by_link[l];
        if (!has_played(t))
            continue;
        PAPER_CELLS(p, f->links[l].id, t->worth, t->returned, t->tray_paid, t->tray_corrected,
                    t->envy_paid);
    }
}

void shift_table_add(struct paper *p, const struct floor *f, const char *table, const char *result,
                     const struct shift_table *by_link, uint32_t link_count)
{
    char heading[FLOOR_ID_MAX + 64];
    snprintf(heading, sizeof heading, "The part of table %s in its jackpots", table);
    paper_section(p, "part", heading);
    paper_fact(p, "result", "Result of the table's counter", result);
    paper_emphasis(p);
    add_books(p, f, by_link, link_count);
    PAPER_TABLE(p, "parts", {"link", "Link", PAPER_TEXT}, {"meter", "Meter", PAPER_TEXT},
                {"coins", "Total hard meter", PAPER_COUNT},
                {"increment_rate", "Increment rate", PAPER_TEXT},
                {"change", "Change in jackpot value", PAPER_MONEY},
                {"returned", "Less returned", PAPER_MONEY},
                {"booked", "Booked to the meter", PAPER_MONEY});
    for (uint32_t l = 0; l < link_count; l++)
        for (unsigned m = 0; m < floor_progressive(f, l)->meter_count; m++)
            if (has_played(&by_link[l]))
                add_row(p, f, l, m, &by_link[l]);
}
