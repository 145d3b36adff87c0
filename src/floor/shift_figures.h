/* The reconciliation of one meter over a shift (REC-3):
 *
 *     end − begin = expected − awards + reseeds + reserve moved in + corrections   (+ variance)
 *
 * where expected is what the coins that the tables counted make at the increment rate. */
#ifndef FLOOR_SHIFT_FIGURES_H
#define FLOOR_SHIFT_FIGURES_H

#include "floor/floor.h"

#define SHIFT_VARIANCE_COINS 100

struct shift_figures {
    struct cr_money begin, end, expected, awards, reseeds, moved_in, corrected, variance;
    bool is_alarm; /* more than SHIFT_VARIANCE_COINS */
};

/* coins: what the hard meters of the link's tables went up by. */
struct shift_figures shift_figures_of(const struct cr_progressive *progressive, unsigned meter,
                                      const struct ledger *begin, const struct ledger *end,
                                      uint64_t coins);

/* What the tables of a link counted since the open shift began. */
struct shift_coins {
    uint64_t begin, end;
};
struct shift_coins shift_coins_of(const struct floor *f, uint32_t link);
/* The reconciliation of a meter over the open shift, so far. */
struct shift_figures shift_figures_now(const struct floor *f, uint32_t link, unsigned meter);

/* The variance in hundredths of a coin, towards zero; false when the meter takes nothing of a coin.
 */
bool shift_figures_coins(const struct cr_progressive *progressive, unsigned meter,
                         struct cr_money variance, int64_t *hundredths);

#endif
