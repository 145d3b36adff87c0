/* A stacked deck, for demonstrations only: the hand that a high award is paid for, at one seat. */
#ifndef SIM_STACK_H
#define SIM_STACK_H

#include "game/round/round.h"

/* Puts the cards so that the seat's two cards and the flop make the nth of the progressive's
 * high awards (n counts around). False when there is none, or the game has no flop. The deck is
 * shuffled, the round is locked. */
bool stack_deck(const struct round *r, unsigned seat, unsigned nth, struct cr_deck *deck);

#endif
