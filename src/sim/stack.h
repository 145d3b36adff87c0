/* A stacked deck, for demonstrations only: the hand that a high award is paid for, at one seat. */
#ifndef SIM_STACK_H
#define SIM_STACK_H

#include "game/round/round.h"

/* Puts the cards so that the five that the progressive looks at make the nth of its high awards at
 * that seat (n counts around). False when there is none. The deck is shuffled, the round is
 * locked. */
bool stack_deck(const struct round *r, unsigned seat, unsigned nth, struct cr_deck *deck);

#endif
