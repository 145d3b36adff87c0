/* A whole question: all cases, or cases that are drawn, cut into units for threads. */
#pragma once

#include "math/protect/engine.h"

/* What one unit, all cases with one class of the seat's hands, comes to. Plain memory: it is kept
 * in files. */
struct seen_sums {
    wide value, cases;           /* with what is seen */
    wide base_value, base_cases; /* without it */
    wide acts[CR_STAGES][PROTECT_ACTIONS];
    wide base_first[PROTECT_ACTIONS]; /* first decisions without it */
    /* Of drawn cases, the gain of each as a mean of its deals: in parts of an Ante, and squares of
     * such parts. Whole numbers, so that it does not matter in which order they are added. */
    wide gain, gain_squares;
    uint32_t sights[SIGHTS_MAX]; /* by sight: bit a: action a is the best first decision */
};

#define GAIN_PARTS 4294967296.0 /* of an Ante: 2 to the power of 32 */

struct seen_run {
    const struct seen_engine *engine;
    const struct cr_sees *sees;
    const struct cr_protect_options *options;
    const struct card_classes *hands;
    uint64_t rounds;                     /* cases to draw; 0: all cases */
    unsigned sight_count, sights_inside; /* as engine.h has them */
    uint32_t actions[CR_STAGES];         /* bit a: the decision can come to action a */
    struct seen_sums *units;
};

/* Fills units, one for each class of hands; in a process of a crew that is not the first, only
 * those that it did. CR_E_RANGE without memory. */
int seen_run(const struct seen_run *run, unsigned own_cards, struct cr_err *err);
