/* The reconciliation of one meter over a shift (REC-3):
 *
 *     end − begin = expected − returned − overflow − awards + reseeds + reserve moved in
 *                   + corrections                                              (+ variance)
 *
 * where expected is what the coins that the tables counted make at the increment rate. A counter
 * never counts back: coins that were returned are a figure of their own, and may be coins of an
 * earlier shift. */
#pragma once

#include "floor/floor.h"

#define SHIFT_VARIANCE_COINS 100

struct shift_figures {
    struct cr_money begin, end, expected;
    struct cr_money returned; /* what went back of this meter's share in dead rounds */
    struct cr_money overflow; /* what went above its limit, or came back from there */
    struct cr_money awards, reseeds, moved_in, corrected, variance;
    bool is_alarm; /* the variance is more than SHIFT_VARIANCE_COINS */
};

/* The amount that so many coins of the hard meters make at the increment rate, under one set of
 * rules. Below zero where counters show less than was booked. */
struct cr_money shift_expected(const struct cr_progressive *progressive, unsigned meter,
                               const struct ledger *begin, const struct ledger *end, int64_t coins);

/* Adds the expected amount of a part of the shift. The sum is bounded: counters that are wrong,
 * over and over, may show more than anybody can have bet. */
struct cr_money shift_add_expected(struct cr_money sum, struct cr_money part);

/* The figures of a meter over a shift. expected: the sum over the parts of the shift (PIT-5: split
 * where the rules were changed). */
struct shift_figures shift_figures_of(const struct cr_progressive *progressive, unsigned meter,
                                      const struct ledger *begin, const struct ledger *end,
                                      struct cr_money expected);

/* What the hard meters of a link's tables counted for it: coins booked, and what the counters
 * showed beyond them. */
struct shift_coins {
    int64_t begin, end;
};
struct shift_coins shift_coins_of(const struct floor *f, uint32_t link);
/* The reconciliation of a meter over the open shift, so far. */
struct shift_figures shift_figures_now(const struct floor *f, uint32_t link, unsigned meter);

/* Whether the variance is more than SHIFT_VARIANCE_COINS at the increment rate of that meter. */
bool shift_is_off(const struct cr_progressive *progressive, unsigned meter,
                  struct cr_money variance);
/* Whether in this shift a table's counter moved by more than SHIFT_VARIANCE_COINS against what was
 * booked. */
bool shift_table_is_off(const struct floor_table *table);

/* The variance in hundredths of a coin, rounded towards zero; false when no part of a coin goes to
 * the meter, or the number is too large. */
bool shift_figures_coins(const struct cr_progressive *progressive, unsigned meter,
                         struct cr_money variance, int64_t *hundredths);
