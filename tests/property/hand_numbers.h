/* Hands of three, four or five cards by number, the worst one 0, equal ones alike: the tests' own
 * evaluator (slow_eval.h), asked once for every set of ranks, for whoever walks through millions of
 * hands. */
#pragma once

#include "slow_eval.h"

struct numbers {
    unsigned cards, count;
    uint16_t *of;            /* by ranks in ascending order and whether all are of one suit */
    struct slow_hand *hands; /* by number … */
    cr_card (*samples)[5];   /* … with cards of such a hand */
};

void numbers_make(unsigned cards, struct numbers *out);
void numbers_free(struct numbers *n);

/* The number of a hand of so many cards, in ascending order. */
static inline unsigned number_of(const struct numbers *n, const cr_card *cards)
{
    unsigned key = 0, suits = 0;
    for (unsigned i = 0; i < n->cards; i++) {
        key = key * CR_RANKS + cards[i] / CR_SUITS;
        suits |= 1u << cards[i] % CR_SUITS;
    }
    return n->of[2 * key + ((suits & (suits - 1)) == 0)];
}

/* The best hand among count cards, at most seven, in ascending order. */
unsigned number_of_best(const struct numbers *n, const cr_card *cards, unsigned count);
