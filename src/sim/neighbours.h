/* Simulated patrons (the player's neighbours): their wagers and decisions, and the steps of a round
 * that need no player. How they play each game is in game_play.h. */
#pragma once

#include "game/round/round.h"

/* Chooses seats for that many neighbours that the player does not have. own and the result are sets
 * of seats, bit s for seat s. */
unsigned neighbour_seats(unsigned own, unsigned count);

/* The wagers of the neighbour at a seat: varied, legal, and the same for the same seed, round and
 * seat. They are drawn from a stream of their own, never from the deck's. */
void neighbour_wagers(const struct cr_rules *rules, const struct cr_progressive *progressive,
                      struct cr_money ante, uint64_t seed, uint64_t round, unsigned seat,
                      struct cr_money out[CR_SLOTS]);

/* The action of the neighbour whose turn it is, from its own cards and the open board. */
cr_action neighbour_action(const struct round *r);

/* Places the wagers of all neighbours (bit s for seat s). */
int neighbours_place(struct round *r, unsigned seats, struct cr_money ante, uint64_t seed,
                     uint64_t number, struct cr_err *err);

/* The next event, when no player is asked: a card, a neighbour's decision, or the settlement. */
struct round_event neighbours_next(const struct round *r, struct cr_deck *deck);
