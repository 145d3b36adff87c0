/* Plays a year of a link on its meters, with the arithmetic of the tables. */
#include "base/err.h"
#include "base/money.h"
#include "game/meters/meters.h"
#include "math/risk/link_walk.h"

struct meter_books {
    const struct cr_progressive *progressive;
    struct cr_meters meters;
    struct cr_money taken, from_meters; /* all bets; what awards took from the meters */
    struct link_totals totals;
};

static void add(struct cr_money *to, struct cr_money amount)
{
    *to = money_add(*to, amount);
}

static void take_bets(void *context, unsigned bets)
{
    struct meter_books *b = context;
    add(&b->taken, cr_money_from_micro(b->progressive->bet.micro * bets));
    add(&b->totals.share, meters_contribute(b->progressive, &b->meters, bets));
}

static struct cr_money pay_award(void *context, const struct cr_award *award, int64_t envy_seats)
{
    static const struct cr_money no_cap = {INT64_MAX};
    struct meter_books *b = context;
    const struct meters_hit hit = meters_pay(b->progressive, &b->meters, award, no_cap);
    if (award->from == CR_FROM_TRAY)
        add(&b->totals.tray, hit.amount);
    else
        add(&b->from_meters, money_sub(hit.amount, hit.house_funded));
    add(&b->totals.house_funded, hit.house_funded);
    add(&b->totals.reseeded, hit.reseeded);
    add(&b->totals.envy, cr_money_from_micro(award->envy.micro * envy_seats));
    return hit.amount;
}

/* MET-6: all money that came in or was put in is in the house's share, in meters, in reserves or
 * overflow, or was paid. */
static int check_books(const struct meter_books *b, struct cr_err *err)
{
    struct cr_money in = money_add(b->taken, b->totals.reseeded);
    struct cr_money there = money_add(b->totals.share, b->from_meters);
    for (unsigned m = 0; m < b->progressive->meter_count; m++) {
        const struct cr_meter *meter = &b->meters.meters[m];
        add(&in, b->progressive->meters[m].seed);
        add(&there, money_add(meter->amount, money_add(meter->reserve, meter->overflow)));
    }
    if (in.micro == there.micro)
        return CR_OK;
    return err_set(err, CR_E_RANGE, "%s: %s came in and %s is there", b->progressive->name,
                   money_text(in).text, money_text(there).text);
}

int cr_link_year_play(const struct cr_link *link, uint64_t seed, uint64_t year,
                      struct cr_link_year *out, struct cr_err *err)
{
    struct meter_books b = {.progressive = link->progressive};
    const struct link_books books = {take_bets, pay_award, &b};
    int rc = link_check(link, err);
    if (rc != CR_OK)
        return rc;
    cr_meters_init(link->progressive, &b.meters);
    link_walk(link, seed, year, &books, out);
    for (unsigned m = 0; m < link->progressive->meter_count; m++) {
        b.totals.meters[m] = b.meters.meters[m].amount;
        b.totals.reserves[m] = b.meters.meters[m].reserve;
    }
    link_close(link, &b.totals, out);
    return check_books(&b, err);
}
