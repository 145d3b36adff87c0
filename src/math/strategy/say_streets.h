/* What players look at, and the sentences they say, about the known cards of Let It Ride and
 * Mississippi Stud. */
#pragma once

#include "math/strategy/sayings.h"

/* What there is to see in some known cards. */
struct look {
    unsigned count;
    unsigned pair;        /* the highest rank that occurs twice or more; CR_RANKS: none */
    bool better;          /* two pairs or three of a kind */
    bool suited;          /* all of one suit */
    unsigned low, high;   /* ranks; an ace beside low cards counts as high here */
    unsigned gaps;        /* ranks missing between low and high */
    unsigned tens, jacks; /* number of cards from the ten, and from the jack, upward */
    unsigned middle;      /* number of cards from six to ten */
};

/* Fills *out. bets: what earlier decisions put into action, in Antes. */
void looks_of_streets(const struct look *look, unsigned bets, struct looks *out);

extern const struct saying say_lir[], say_ms[];
