/* The reconciliation of one meter over a shift. */
#include "floor/shift_figures.h"

#include "base/money.h"

static struct cr_money share_of(struct cr_money amount, uint32_t share)
{
    struct cr_money part;
    CHECK(money_mul_floor(amount, share, CR_SHARE_ALL, &part));
    return part;
}

/* MET-1: with the fractions of a bet that the shift before left over, and without those that it
 * leaves to the next, so that it comes out even to the millionth. */
static struct cr_money share_with_carry(struct cr_money worth, uint32_t share,
                                        const struct cr_meter *begin, const struct cr_meter *end)
{
    __extension__ typedef __int128 wide;
    const wide parts = (wide)worth.micro * share + begin->carry - end->carry;
    return cr_money_from_micro(parts < 0 ? 0 : (int64_t)(parts / CR_SHARE_ALL));
}

struct shift_figures shift_figures_of(const struct cr_progressive *progressive, unsigned meter,
                                      const struct ledger *begin, const struct ledger *end,
                                      uint64_t coins)
{
    const struct ledger_level *then = &begin->levels[meter], *now = &end->levels[meter];
    const uint32_t share = progressive->meters[meter].share;
    struct shift_figures s = {.begin = then->meter.amount, .end = now->meter.amount};
    const struct cr_money worth = cr_money_from_micro(progressive->bet.micro * (int64_t)coins);
    const struct cr_money returned = money_sub(end->returned, begin->returned);
    s.expected = share_with_carry(worth, share, &then->meter, &now->meter);
    s.expected = money_sub(s.expected, money_min(s.expected, share_of(returned, share)));
    s.expected = money_sub(s.expected, money_sub(now->meter.overflow, then->meter.overflow));
    s.awards = money_sub(now->frozen, then->frozen);
    s.reseeds = money_sub(now->seeded, then->seeded);
    s.moved_in = money_sub(now->moved_in, then->moved_in);
    s.corrected = money_sub(now->corrected, then->corrected);
    const struct cr_money explained = money_add(
        money_sub(s.expected, s.awards), money_add(s.reseeds, money_add(s.moved_in, s.corrected)));
    s.variance = money_sub(money_sub(s.end, s.begin), explained);
    const struct cr_money bound =
        share_of(cr_money_from_micro(progressive->bet.micro * SHIFT_VARIANCE_COINS), share);
    s.is_alarm = s.variance.micro > bound.micro || s.variance.micro < -bound.micro;
    return s;
}

struct shift_coins shift_coins_of(const struct floor *f, uint32_t link)
{
    struct shift_coins sum = {0, 0};
    for (uint32_t i = 0; i < f->table_count; i++) {
        if (f->tables[i].link != link)
            continue;
        sum.begin += f->plays[i].coins_at_shift;
        sum.end += f->plays[i].coins;
    }
    return sum;
}

struct shift_figures shift_figures_now(const struct floor *f, uint32_t link, unsigned meter)
{
    const struct shift_coins coins = shift_coins_of(f, link);
    return shift_figures_of(floor_progressive(f, link), meter, &f->links[link].at_shift,
                            &f->links[link].books, coins.end - coins.begin);
}

bool shift_figures_coins(const struct cr_progressive *progressive, unsigned meter,
                         struct cr_money variance, int64_t *hundredths)
{
    __extension__ typedef __int128 wide;
    const wide coin = (wide)progressive->bet.micro * progressive->meters[meter].share;
    if (coin == 0)
        return false;
    *hundredths = (int64_t)((wide)variance.micro * CR_SHARE_ALL * 100 / coin);
    return true;
}
