/* One hand on one board, against all hands of two cards that hold a card of each kind. */
#pragma once

#include <croupier/cards.h>

#define PAIR_KINDS (2 * CR_RANKS) /* a rank, of the flush suit or not */
#define PAIR_LANES 32             /* the same, padded to whole vectors */

/* Beside one board: the ranks of two kinds (signed for vectors), and the cards of each kind that
 * are left. */
struct pair_board {
    const int16_t (*ranks)[PAIR_LANES]; /* [PAIR_KINDS] */
    int16_t left[PAIR_LANES];
};

/* Partners of a card of each kind with which it makes a hand that is worse than a rank, no better,
 * or does not qualify. */
struct pair_partners {
    int16_t worse[PAIR_LANES], no_better[PAIR_LANES], unqualified[PAIR_LANES];
};
