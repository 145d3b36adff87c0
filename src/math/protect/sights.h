/* What is seen before the first decision, told apart by ranks alone: a sight. Suits and the order
 * of cards in one part are left out. A sight has a number with a digit for each part, the last part
 * counting fastest: the dealer's cards of the case, its dead cards, then the engine's own parts. */
#pragma once

#include "math/protect/engine.h"

/* How many sights there are inside a case, and in all; 0 in all: more than SIGHTS_MAX. */
unsigned sights_inside(const struct seen_engine *e);
unsigned sights_count(const struct seen_engine *e);

/* The first sight of a case. */
unsigned sight_of_case(const struct seen_engine *e, const struct seen_case *c);

void sight_name(const struct seen_engine *e, unsigned number, char out[CR_SIGHT_MAX]);
