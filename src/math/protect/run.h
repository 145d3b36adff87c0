/* The run of a whole question: all cases, or drawn ones, divided into units for threads. */
#pragma once

#include "math/protect/engine.h"

/* The result of one unit: all cases with one class of the seat's hands. It is plain memory, because
 * it is stored in files. */
struct seen_sums {
    wide value, cases;           /* with the seen cards */
    wide base_value, base_cases; /* without them */
    wide acts[CR_STAGES][PROTECT_ACTIONS];
    wide base_first[PROTECT_ACTIONS]; /* first decisions without the seen cards */
    /* Of drawn cases: the gain of each, as a mean of its deals, in GAIN_PARTS of an Ante, and the
     * squares of these. They are whole numbers, so that the order of adding does not matter. */
    wide gain, gain_squares;
    /* by sight: bit a is set where action a is the best first decision */
    uint32_t sights[SIGHTS_MAX];
};

#define GAIN_PARTS 4294967296.0 /* of an Ante: 2 to the power of 32 */

struct seen_run {
    const struct seen_engine *engine;
    const struct cr_sees *sees;
    const struct cr_protect_options *options;
    const struct card_classes *hands;
    uint64_t rounds;                     /* cases to draw; 0: all cases */
    unsigned sight_count, sights_inside; /* as sights_count and sights_inside say */
    uint32_t actions[CR_STAGES];         /* bit a: the decision may have action a */
    struct seen_sums *units;
};

/* Fills the units, one for each class of hands; in a crew, a process other than the first fills
 * only those that it did. CR_E_RANGE when memory is short. */
int seen_run(const struct seen_run *run, unsigned own_cards, struct cr_err *err);
