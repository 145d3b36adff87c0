/* Sets of cards, numbered, and their classes up to a permutation of the suits.
 *
 * A set of n cards in ascending order has the number choose(c1, 1) + choose(c2, 2) + …: adding a
 * higher card to a set adds one binomial to its number. Two sets that differ only by the names of
 * the suits are worth the same in every game here, so sums are kept for one of each class.
 */
#pragma once

#include <croupier/cards.h>

#include <stdint.h>

#define SET_CARDS_MAX 6

/* One bit for each card. */
typedef uint64_t card_set;

static inline card_set set_with(card_set set, cr_card card)
{
    return set | UINT64_C(1) << card;
}

static inline bool set_has(card_set set, cr_card card)
{
    return set >> card & 1;
}

/* The cards of a set in ascending order; returns how many. */
unsigned set_cards(card_set set, cr_card out[SET_CARDS_MAX]);

/* choose(n, k), by k. */
extern const uint32_t set_binomials[SET_CARDS_MAX + 1][CR_DECK_CARDS + 1];

static inline uint32_t choose(unsigned n, unsigned k)
{
    return set_binomials[k][n];
}

/* The number of a set among all sets of its size. */
uint32_t set_number(card_set set);

/* All classes of sets of one size, 1 to 5 cards. */
struct card_classes {
    uint32_t count;
    uint32_t *of;    /* the class of a set, by the set's number */
    card_set *first; /* one set of each class */
    uint8_t *weight; /* how many sets a class has: 24 at most */
};

/* False when there is not enough memory; then nothing is to be freed. */
bool card_classes_make(unsigned size, struct card_classes *out);
void card_classes_free(struct card_classes *classes);

static inline uint32_t class_of(const struct card_classes *classes, card_set set)
{
    return classes->of[set_number(set)];
}

/* Calls visit once for each class of sets of that size, with one of its sets and the number of
 * sets that it stands for. */
typedef void visit_class(void *context, card_set set, unsigned weight);
void each_class(unsigned size, visit_class *visit, void *context);
