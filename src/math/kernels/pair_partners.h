/* One hand on one board against all hands of the dealer, counted by the kinds of cards that those
 * hands contain. */
#pragma once

#include <croupier/cards.h>

#define PAIR_KINDS (2 * CR_RANKS) /* a rank, in the flush suit or not */
#define PAIR_LANES 32             /* padded to whole vectors */

/* One board: the hand rank of every two kinds of cards with it (signed, for vectors), and how many
 * cards of each kind are left. */
struct pair_board {
    const int16_t (*ranks)[PAIR_LANES]; /* [PAIR_KINDS] */
    int16_t left[PAIR_LANES];
};

/* For a card of each kind: how many other cards make with it a hand that is worse than a given
 * rank, that is no better, or that does not qualify. */
struct pair_partners {
    int16_t worse[PAIR_LANES], no_better[PAIR_LANES], unqualified[PAIR_LANES];
};
