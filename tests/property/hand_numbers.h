/* Numbers hands of three, four or five cards by strength: the worst hand has number 0 and equal
 * hands have the same number. The tests' own evaluator (slow_eval.h) is asked once for every set of
 * ranks, so that tests can compare millions of hands quickly. */
#pragma once

#include "slow_eval.h"

struct numbers {
    unsigned cards, count;
    uint16_t *of;            /* by ranks in ascending order and whether the suits are equal */
    struct slow_hand *hands; /* a hand for each number … */
    cr_card (*samples)[5];   /* … and cards of such a hand */
};

void numbers_make(unsigned cards, struct numbers *out);
void numbers_free(struct numbers *n);

/* The number of a hand of n->cards cards in ascending order. */
static inline unsigned number_of(const struct numbers *n, const cr_card *cards)
{
    unsigned key = 0, suits = 0;
    for (unsigned i = 0; i < n->cards; i++) {
        key = key * CR_RANKS + cards[i] / CR_SUITS;
        suits |= 1u << cards[i] % CR_SUITS;
    }
    return n->of[2 * key + ((suits & (suits - 1)) == 0)];
}

/* The number of the best hand among count cards in ascending order; count is at most seven. */
unsigned number_of_best(const struct numbers *n, const cr_card *cards, unsigned count);
