/* A second evaluator for the tests, written from the rules alone: it sorts, counts and compares,
 * and shares no table and no code with the one it checks. */
#pragma once

#include <croupier/cards.h>

/* A better hand compares greater, field by field. */
struct slow_hand {
    int strength; /* of the category, in the order of the hand's game */
    int ranks[5]; /* in the order in which they decide */
    enum cr_category category;
};

/* CARD-2: the best five-card hand in 5 to 7 cards. */
struct slow_hand slow_eval(const cr_card *cards, size_t count);

/* FCP-3: the best four-card hand in 4 to 6 cards. */
struct slow_hand slow_eval4(const cr_card *cards, size_t count);

/* CARD-3: a hand of three cards. */
struct slow_hand slow_eval3(const cr_card cards[3]);

/* Returns a number below, at or above zero where a is worse than b, ties with b or beats b. */
int slow_compare(const struct slow_hand *a, const struct slow_hand *b);
