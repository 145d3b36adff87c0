/* The hands that can be dealt beside a flop, by the suits of the hole cards. */
#pragma once

#include "math/strategy/strategy_tables.h"

/* Those of one lane, and what they do on the flop. A pair is held once, not in both orders. */
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

/* What is bet before the flop, in Antes, by lane and pair; 0: a check or a fold. */
typedef uint8_t start_bets[LANES][PAIRS];
void start_bets_make(const struct class_tables *t, const struct strategy *play, start_bets out);
