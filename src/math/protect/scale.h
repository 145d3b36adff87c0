/* A common denominator for the pays of a table, so that values are whole numbers. */
#pragma once

#include "base/err.h"
#include "game/games/game.h"
#include "math/rational.h"

/* With a finer scale the sums over all deals would not fit. */
#define SEEN_SCALE_MAX ((wide)1 << 32)

/* Makes the scale a multiple of a pay's denominator; false when it becomes too large. */
static inline bool scale_take(wide *scale, struct cr_ratio pay)
{
    struct cr_rational rest = {0, 1};
    if (pay.num == 0)
        return true;
    if (!rational_reduce(*scale % pay.den, pay.den, &rest))
        return false;
    *scale *= rest.den;
    return *scale < SEEN_SCALE_MAX;
}

/* The pay of a table in parts; 0 for a wager that it returns or loses. */
static inline wide scaled_pay(wide scale, struct cr_ratio pay)
{
    return pay.num > 0 ? scale / pay.den * pay.num : 0;
}

/* FCP-6, TCP-6: the Ante Bonus of each rank, in parts of a scale that starts with the parts in
 * which bets are counted. False when the scale becomes too large. */
static inline bool scaled_bonus(const struct cr_rules *rules, uint16_t worst_rank, wide *scale,
                                wide *by_rank)
{
    const unsigned slot = cr_slot_find(rules->game, "ante_bonus", 10);
    *scale = rules->bet_parts;
    for (uint16_t r = 1; r <= worst_rank; r++)
        if (!scale_take(scale, slot_pays(rules, slot, r)))
            return false;
    for (uint16_t r = 1; r <= worst_rank; r++)
        by_rank[r] = scaled_pay(*scale, slot_pays(rules, slot, r));
    return true;
}

static inline int scale_fault(const struct cr_rules *rules, const char *wager, struct cr_err *err)
{
    return err_set(err, CR_E_RANGE,
                   "%s: pays.%s: the pays are too high, with so large a common denominator, for "
                   "exact sums over all deals; give it pays with a smaller denominator",
                   rules->name, wager);
}
