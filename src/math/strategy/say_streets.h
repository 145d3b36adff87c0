/* What players say about the known cards of Let It Ride and Mississippi Stud. */
#pragma once

#include "math/strategy/sayings.h"

/* Some known cards. */
struct look {
    unsigned count;
    unsigned pair;        /* the highest rank that is there twice or more, CR_RANKS for none */
    bool better;          /* two pairs or three of a kind */
    bool suited;          /* all of one suit */
    unsigned low, high;   /* ranks; an ace beside low cards counts as high here */
    unsigned gaps;        /* ranks missing between low and high */
    unsigned tens, jacks; /* cards from the ten, from the jack upward */
    unsigned middle;      /* cards from the six to the ten */
};

/* bets: that earlier decisions put into action, in Antes. */
void looks_of_streets(const struct look *look, unsigned bets, struct looks *out);

extern const struct saying say_lir[], say_ms[];
