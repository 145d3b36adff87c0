/* Simulates the events of a year of a link: bets between awards, and awards. */
#include "math/risk/link_walk.h"

#include "base/err.h"
#include "math/kernels/generator.h"

#include <math.h>

/* A number of awards that a year has practically never more of than, when this is the mean. */
#define HITS_MOST(mean) (2 * (mean) + 30)

/* A splitmix64 generator: the same numbers on every machine. */
struct draw {
    uint64_t state;
};

/* A random number above 0 and at most 1. */
static double draw_part(struct draw *d)
{
    return ((double)(splitmix(&d->state) >> 11) + 1) * 0x1p-53;
}

/* The number of bets up to and including the next one that wins, when each wins with that
 * chance. */
static uint64_t draw_gap(struct draw *d, double chance)
{
    const double gap = floor(log(draw_part(d)) / log1p(-chance)) + 1;
    return gap < 1e15 ? (uint64_t)gap : UINT64_C(1000000000000000);
}

static unsigned draw_category(struct draw *d, const double chance[CR_CATEGORIES], double any)
{
    double left = draw_part(d) * any;
    unsigned category = CR_CATEGORIES - 1;
    while (category > 0 && (chance[category] == 0 || left > chance[category]))
        left -= chance[category--];
    return category;
}

/* A random whole number with that mean: one of the two nearest. */
static int64_t draw_count(struct draw *d, double mean)
{
    const double whole = floor(mean);
    return (int64_t)whole + (mean > whole && draw_part(d) <= mean - whole);
}

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

static void take_bets(const struct link_books *books, uint64_t bets)
{
    while (bets > 0) {
        const unsigned part = bets > 1000000 ? 1000000 : (unsigned)bets;
        books->take_bets(books->context, part);
        bets -= part;
    }
}

static void pay_award(const struct cr_link *link, unsigned category, struct draw *d,
                      const struct link_books *books, struct cr_link_year *out)
{
    const struct cr_award *award = &link->progressive->awards[category];
    const int64_t seats = award->envy.micro > 0 ? draw_count(d, link->other_seats) : 0;
    const struct cr_money amount = books->pay_award(books->context, award, seats);
    out->hits[category]++;
    if (award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM) {
        out->meters[award->from].jackpots++;
        out->meters[award->from].jackpot_sum += units(amount);
    }
}

int link_check(const struct cr_link *link, struct cr_err *err)
{
    const struct cr_progressive *p = link->progressive;
    const double bets = (double)link->bets;
    double most = bets * (double)p->bet.micro;
    for (unsigned m = 0; m < p->meter_count; m++)
        most += (double)p->meters[m].seed.micro;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *award = &p->awards[c];
        double each =
            (double)award->amount.micro + (double)award->envy.micro * ceil(link->other_seats);
        if (award->kind == CR_AWARD_NONE)
            continue;
        if (award->kind == CR_AWARD_PERCENT)
            each += (double)p->meters[award->from].seed.micro;
        most += HITS_MOST(bets * link->chance[c]) * each;
    }
    return most < (double)(INT64_MAX / 4)
               ? CR_OK
               : err_set(err, CR_E_RANGE,
                         "%s: a year of so many bets comes to amounts that cannot be written; ask "
                         "for fewer seats, hours or rounds",
                         p->name);
}

void link_walk(const struct cr_link *link, uint64_t seed, uint64_t year,
               const struct link_books *books, struct cr_link_year *out)
{
    struct draw d = {seed * UINT64_C(0xd1342543de82ef95) + year};
    double any = 0;
    uint64_t left = link->bets;
    *out = (struct cr_link_year){0};
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        any += link->chance[c];
    any = fmin(any, 1); /* where every hand wins, rounding errors can make it more */
    while (left > 0) {
        const uint64_t gap = any > 0 ? draw_gap(&d, any) : left + 1;
        take_bets(books, gap > left ? left : gap);
        if (gap > left)
            break;
        left -= gap;
        pay_award(link, draw_category(&d, link->chance, any), &d, books, out);
    }
}

void link_close(const struct cr_link *link, const struct link_totals *totals,
                struct cr_link_year *out)
{
    for (unsigned m = 0; m < link->progressive->meter_count; m++) {
        out->meters[m].amount = units(totals->meters[m]);
        out->meters[m].reserve = units(totals->reserves[m]);
    }
    out->share = units(totals->share);
    out->paid_in = units(totals->tray) + units(totals->envy) + units(totals->house_funded) +
                   units(totals->reseeded);
    out->house = out->share - out->paid_in;
    out->uncovered = units(totals->house_funded);
}
