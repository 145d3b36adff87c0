/* All cases of seen cards with one hand of the seat, one for each class (equal up to the names of
 * the suits). */
#pragma once

#include "math/protect/engine.h"

#define CASE_RENAMINGS 24

/* The renamings of the suits that leave a hand unchanged, without the one that changes nothing. */
struct case_symmetry {
    unsigned count;
    uint8_t suits[CASE_RENAMINGS][CR_SUITS];
};

/* Calls visit for one case of each class with that hand and that many cards of the dealer and dead
 * cards. weight: how many cases it represents. */
typedef void visit_case(void *context, const struct seen_case *c, unsigned weight);
void each_case(card_set own, unsigned dealer, unsigned dead, visit_case *visit, void *context);

/* About how many classes there are, over all hands of a seat. */
double cases_count(unsigned own, unsigned dealer, unsigned dead);
