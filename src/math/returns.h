/* How often a wager ends how, what it then pays, and what that is worth: the tables of an analysis
 * by wager. The games count; what a line contributes is worked out here. */
#pragma once

#include "math/rational.h"

/* The table of a wager, or of all that share its pay table, without lines yet; total: all deals
 * that its lines are parts of. */
struct cr_wager_returns *returns_new(struct cr_analysis *analysis, const struct cr_rules *rules,
                                     unsigned slot, int64_t total);

/* What a line pays when it is no line of a pay table. */
extern const struct cr_ratio returns_even, returns_back, returns_lost;

/* Adds a line; one that never comes is left out. bets: the bets in action, in units, summed over
 * the combinations. False when the sum is too large to be written exactly. */
bool returns_add(struct cr_wager_returns *w, const char *name, int64_t combinations, wide bets,
                 struct cr_ratio pays);

/* A bet against the dealer: "wins", "ties", "loses", each with what was bet in front of it where
 * `made` is not empty ("3x"). */
bool returns_add_showdown(struct cr_wager_returns *w, const char *made, unsigned bet, int64_t win,
                          int64_t tie, int64_t loss);

/* So many hands of one rank, and the bets in action with all of them together. */
struct returns_hand {
    uint16_t rank;
    int64_t combinations, bets;
};

/* Adds a line for each one of the wager's pay table, and one for all other hands. A bonus without a
 * stake of its own loses nothing. */
bool returns_add_hands(struct cr_wager_returns *w, const struct cr_rules *rules, unsigned slot,
                       const struct returns_hand *hands, unsigned count);

/* A side bet of one that is decided by a hand alone: its table, and its place among the sides.
 * by_rank: how many hands there are of each rank of the slot's ranking. */
bool returns_add_side(struct cr_analysis *analysis, const struct cr_rules *rules, unsigned slot,
                      const int64_t *by_rank);

/* How many hands of three cards there are of each rank. */
void returns_three_cards(int64_t by_rank[CR_RANKS_THREE + 1]);
