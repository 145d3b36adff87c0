/* The hands that can be dealt beside a flop, by the suits of the hole cards. */
#pragma once

#include "math/strategy/strategy_tables.h"

/* The hands of one lane (hole cards by suit) and their actions on the flop. A pair of ranks is held
 * once, not in both orders. */
struct flop_hands {
    unsigned count;
    struct hand_cards cards[PAIRS]; /* with the flop on the board */
    uint16_t which[PAIRS];          /* 0, 1, 2, …: for strategy_decide_all */
    uint8_t pair[PAIRS];
    uint8_t award[PAIRS]; /* category of hole cards and flop */
    cr_action actions[PAIRS];
};

void flop_hands_make(const struct class_tables *t, const struct strategy *play,
                     const struct flop *flop, unsigned lane, struct flop_hands *out);

/* The bets before the flop, in parts of an Ante, by lane and pair; 0: a check or a fold. */
typedef uint8_t start_bets[LANES][PAIRS];
void start_bets_make(const struct class_tables *t, const struct strategy *play, start_bets out);
