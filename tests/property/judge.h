/* Uses the second settlement (second_settlement.h) to settle whole games: each kind of ending is
 * settled once and remembered for all deals that end so. A kind of ending is told by the seat's
 * actions, the category and first deciding rank of its hand, whether the dealer qualifies, and how
 * the two hands compare; settlement depends on nothing else.
 *
 * The Ante is chosen such that every pay of a table is a whole number of cents, so all sums are
 * exact. */
#pragma once

#include "game/games/game.h"
#include "math/rational.h"
#include "second_settlement.h"

/* Results of one seat in one round, in cents. */
struct money {
    int64_t base, side;     /* net results of the base game and of the side bet */
    int64_t staked;         /* the wagers of the base game together */
    int64_t slot[CR_SLOTS]; /* the net result of each wager */
};

struct judge {
    const struct house *house;
    const struct cr_game *game;
    int64_t ante, side; /* the stakes in cents; side: the side bet, 0 without one */
    struct remembered *entries;
};

/* with_side: the side bet is placed. This is only possible where the seat's own hand decides it. */
void judge_make(const struct house *house, const struct cr_game *game, bool with_side,
                struct judge *out);
void judge_free(struct judge *j);

/* The result of a seat's round. It is remembered by the seat's actions, mine, compared and
 * qualified; the cards are used only when such an ending occurs for the first time. The judge owns
 * the result. */
const struct money *judge_settled(struct judge *j, const struct cr_round *round,
                                  const struct cr_seat *seat, const struct slow_hand *mine,
                                  int compared, bool qualified);

/* The common denominator of a pay table's pays; 1 if there is no such table. */
int64_t table_parts(const struct house *house, const char *table);

/* Fails unless the figure is exactly sum / parts; the message has the text of the rules file.
 * figures_held counts the comparisons. */
void hold(const char *what, const struct house *house, struct cr_rational is, wide sum, wide parts);
extern unsigned long figures_held;
