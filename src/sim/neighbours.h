/* Simulated patrons: what they bet and how they decide, and the steps of a round that need no
 * player. How they decide in each game is in game_play.h. */
#pragma once

#include "game/round/round.h"

/* Seats for that many neighbours among those not taken by the player (bit s for seat s). */
unsigned neighbour_seats(unsigned own, unsigned count);

/* What the neighbour at a seat puts down: varied, legal, and the same for the same seed, round
 * and seat. Drawn from a stream of its own, never from the deck's. */
void neighbour_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      struct cr_money ante, uint64_t seed, uint64_t round, unsigned seat,
                      struct cr_money out[CR_SLOTS]);

/* What the neighbour whose turn it is does, from its own cards and the open board. */
cr_action neighbour_action(const struct round *r);

/* Lays the wagers of all neighbours down (bit s for seat s). */
int neighbours_place(struct round *r, unsigned seats, struct cr_money ante, uint64_t seed,
                     uint64_t number, struct cr_err *err);

/* The next thing that needs no player: a card, a neighbour's decision, the settlement. */
struct round_event neighbours_next(const struct round *r, struct cr_deck *deck);
