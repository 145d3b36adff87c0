/* A year of a floor before it opens. */
#include "sim/house_year.h"

#include "base/err.h"

#include <limits.h>
#include <math.h>

/* splitmix64: the same numbers on every machine. */
struct draw {
    uint64_t state;
};

static uint64_t draw_next(struct draw *d)
{
    uint64_t z = (d->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Above 0, at most 1. */
static double draw_part(struct draw *d)
{
    return ((double)(draw_next(d) >> 11) + 1) * 0x1p-53;
}

/* Bets up to and including the next that wins, when each wins with that chance. */
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

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

static void book_coins(const struct house_link *link, uint64_t bets, struct ledger *books)
{
    while (bets > 0) {
        const unsigned part = bets > 1000000 ? 1000000 : (unsigned)bets;
        ledger_coin_in(link->progressive, books, part);
        bets -= part;
    }
}

static void book_award(const struct house_link *link, unsigned category, struct ledger *books,
                       struct house_year *out)
{
    const struct cr_award *award = &link->progressive->awards[category];
    const struct ledger_award taken = ledger_freeze(link->progressive, books, award);
    ledger_pay(books, award->from, &taken);
    out->hits[category]++;
    if (award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM) {
        out->jackpots++;
        out->jackpot_sum += units(taken.amount);
    }
    const int64_t seats = (int64_t)llround(link->other_seats);
    if (award->envy.micro > 0 && seats > 0)
        ledger_pay_envy(books, cr_money_from_micro(award->envy.micro * seats));
}

static void close_year(const struct house_link *link, const struct ledger *books,
                       struct house_year *out)
{
    double seeded = 0, first = 0;
    for (unsigned m = 0; m < link->progressive->meter_count; m++) {
        seeded += units(books->levels[m].seeded);
        first += units(link->progressive->meters[m].seed);
    }
    out->share = units(books->house);
    out->paid_in = units(books->tray_paid) + units(books->envy_paid) + units(books->house_funded) +
                   seeded - first;
    out->house = out->share - out->paid_in;
    out->meter = units(books->levels[0].meter.amount);
    out->reserve = units(books->levels[0].meter.reserve);
}

int house_year_play(const struct house_link *link, uint64_t seed, uint64_t year,
                    struct house_year *out, struct cr_err *err)
{
    struct draw d = {seed * UINT64_C(0xd1342543de82ef95) + year};
    struct ledger books;
    double any = 0;
    uint64_t left = link->bets;
    *out = (struct house_year){0};
    ledger_init(link->progressive, &books);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        any += link->chance[c];
    while (left > 0) {
        const uint64_t gap = any > 0 ? draw_gap(&d, any) : left + 1;
        book_coins(link, gap > left ? left : gap, &books);
        if (gap > left)
            break;
        left -= gap;
        book_award(link, draw_category(&d, link->chance, any), &books, out);
    }
    close_year(link, &books, out);
    return ledger_check(link->progressive, &books, err);
}
