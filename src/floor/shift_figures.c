/* The reconciliation of one meter over a shift. */
#include "floor/shift_figures.h"

#include "base/money.h"

__extension__ typedef __int128 wide;

/* MET-1: a share of these bets, with the fraction that the shift before left over, and without the
 * one that it leaves to the next, so that it is exact to the millionth. */
static struct cr_money share_with_carry(wide worth, uint32_t share, const struct cr_meter *begin,
                                        const struct cr_meter *end)
{
    const wide parts = (worth * share + begin->carry - end->carry) / CR_SHARE_ALL;
    /* A counter that is wrong may show more than anybody can have bet. */
    if (parts > MONEY_PRODUCT_MAX_MICRO || parts < -MONEY_PRODUCT_MAX_MICRO)
        return cr_money_from_micro(parts > 0 ? MONEY_PRODUCT_MAX_MICRO : -MONEY_PRODUCT_MAX_MICRO);
    return cr_money_from_micro((int64_t)parts);
}

static struct cr_money bound_of(const struct cr_progressive *progressive, unsigned meter)
{
    return meters_share(cr_money_from_micro(progressive->bet.micro * SHIFT_VARIANCE_COINS),
                        progressive->meters[meter].share);
}

bool shift_is_off(const struct cr_progressive *progressive, unsigned meter,
                  struct cr_money variance)
{
    const struct cr_money bound = bound_of(progressive, meter);
    return variance.micro > bound.micro || variance.micro < -bound.micro;
}

struct cr_money shift_expected(const struct cr_progressive *progressive, unsigned meter,
                               const struct ledger *begin, const struct ledger *end, int64_t coins)
{
    const wide worth = (wide)progressive->bet.micro * coins;
    return share_with_carry(worth, progressive->meters[meter].share, &begin->levels[meter].meter,
                            &end->levels[meter].meter);
}

struct cr_money shift_add_expected(struct cr_money sum, struct cr_money part)
{
    const wide most = INT64_MAX / 4 * 3, both = (wide)sum.micro + part.micro;
    if (both > most || both < -most)
        return cr_money_from_micro((int64_t)(both > 0 ? most : -most));
    return cr_money_from_micro((int64_t)both);
}

struct shift_figures shift_figures_of(const struct cr_progressive *progressive, unsigned meter,
                                      const struct ledger *begin, const struct ledger *end,
                                      struct cr_money expected)
{
    const struct ledger_level *then = &begin->levels[meter], *now = &end->levels[meter];
    struct shift_figures s = {
        .begin = then->meter.amount, .end = now->meter.amount, .expected = expected};
    s.returned = money_sub(now->returned, then->returned);
    s.overflow = money_sub(now->meter.overflow, then->meter.overflow);
    s.awards = money_sub(now->frozen, then->frozen);
    s.reseeds = money_sub(now->seeded, then->seeded);
    s.moved_in = money_sub(now->moved_in, then->moved_in);
    s.corrected = money_sub(now->corrected, then->corrected);
    const struct cr_money less = money_add(s.returned, money_add(s.overflow, s.awards));
    const struct cr_money more = money_add(s.reseeds, money_add(s.moved_in, s.corrected));
    const struct cr_money explained = money_add(money_sub(s.expected, less), more);
    s.variance = money_sub(money_sub(s.end, s.begin), explained);
    s.is_alarm = shift_is_off(progressive, meter, s.variance);
    return s;
}

struct shift_coins shift_coins_of(const struct floor *f, uint32_t link)
{
    const struct floor_link *l = &f->links[link];
    return (struct shift_coins){(int64_t)l->at_shift.coins + l->drift_at_shift,
                                (int64_t)l->books.coins + l->drift};
}

struct shift_figures shift_figures_now(const struct floor *f, uint32_t link, unsigned meter)
{
    const struct floor_link *l = &f->links[link];
    const struct cr_progressive *p = floor_progressive(f, link);
    const int64_t coins =
        (int64_t)(l->books.coins - l->at_part.coins) + l->drift - l->drift_at_part;
    const struct cr_money expected = shift_add_expected(
        l->earlier[meter], shift_expected(p, meter, &l->at_part, &l->books, coins));
    return shift_figures_of(p, meter, &l->at_shift, &l->books, expected);
}

bool shift_table_is_off(const struct floor_table *table)
{
    const int64_t drift = table->drift - table->drift_at_shift;
    return drift > SHIFT_VARIANCE_COINS || drift < -SHIFT_VARIANCE_COINS;
}

bool shift_figures_coins(const struct cr_progressive *progressive, unsigned meter,
                         struct cr_money variance, int64_t *hundredths)
{
    const wide coin = (wide)progressive->bet.micro * progressive->meters[meter].share;
    if (coin == 0)
        return false;
    const wide all = (wide)variance.micro * CR_SHARE_ALL * 100 / coin;
    *hundredths = (int64_t)all;
    return all == *hundredths;
}
