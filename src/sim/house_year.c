/* Plays a year of a link on the ledger that a floor uses. */
#include "sim/house_year.h"

#include "math/risk/link_walk.h"

struct link_ledger {
    const struct cr_progressive *progressive;
    struct ledger books;
};

static void take_bets(void *context, unsigned bets)
{
    struct link_ledger *l = context;
    ledger_coin_in(l->progressive, &l->books, bets);
}

static struct cr_money pay_award(void *context, const struct cr_award *award, int64_t envy_seats)
{
    struct link_ledger *l = context;
    const struct ledger_award taken = ledger_freeze(l->progressive, &l->books, award);
    ledger_pay(&l->books, award->from, &taken);
    if (envy_seats > 0)
        ledger_pay_envy(&l->books, cr_money_from_micro(award->envy.micro * envy_seats));
    return taken.amount;
}

static struct link_totals totals_of(const struct link_ledger *l)
{
    struct link_totals t = {.share = l->books.house,
                            .tray = l->books.tray_paid,
                            .envy = l->books.envy_paid,
                            .house_funded = l->books.house_funded};
    for (unsigned m = 0; m < l->progressive->meter_count; m++) {
        const struct ledger_level *level = &l->books.levels[m];
        t.reseeded.micro += level->seeded.micro - l->progressive->meters[m].seed.micro;
        t.meters[m] = level->meter.amount;
        t.reserves[m] = level->meter.reserve;
    }
    return t;
}

int house_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                    struct cr_link_year *out, struct cr_err *err)
{
    struct link_ledger l = {.progressive = link->progressive};
    const struct link_books books = {take_bets, pay_award, &l};
    int rc = link_check(link, err);
    if (rc != CR_OK)
        return rc;
    ledger_init(link->progressive, &l.books);
    link_walk(link, seed, year, &books, out);
    const struct link_totals totals = totals_of(&l);
    link_close(link, &totals, out);
    return ledger_check(link->progressive, &l.books, err);
}
