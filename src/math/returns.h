/* The tables of an analysis by wager: how often a wager ends in each way, what it then pays, and
 * what that contributes to the expectation. The games count the deals; the contributions are
 * calculated here. */
#pragma once

#include "math/rational.h"

/* Adds the table of a wager, or of all wagers that share its pay table, without lines. total: the
 * deals of which its lines are parts. */
struct cr_wager_returns *returns_new(struct cr_analysis *analysis, const struct cr_rules *rules,
                                     unsigned slot, int64_t total);

/* The pays of lines that are not lines of a pay table: won at 1 to 1, returned, lost. */
extern const struct cr_ratio returns_even, returns_back, returns_lost;

/* Adds a line; a line without deals is left out. bets: the bets in action, in parts of an Ante
 * (bet_parts), summed over the combinations. False when the sum cannot be written exactly. */
bool returns_add(struct cr_wager_returns *w, const char *name, int64_t combinations, wide bets,
                 struct cr_ratio pays);

/* Adds the lines of a bet against the dealer: "wins", "ties" and "loses", each after the size of
 * the bet where `made` is not empty ("3x wins"). */
bool returns_add_showdown(struct cr_wager_returns *w, const char *made, unsigned bet, int64_t win,
                          int64_t tie, int64_t loss);

/* The number of hands of one rank, and the bets in action with all of them together. */
struct returns_hand {
    uint16_t rank;
    int64_t combinations, bets;
};

/* Adds a line for each line of the wager's pay table, and one for all other hands, which lose; a
 * bonus without a stake of its own loses nothing. */
bool returns_add_hands(struct cr_wager_returns *w, const struct cr_rules *rules, unsigned slot,
                       const struct returns_hand *hands, unsigned count);

/* Adds the table of a side bet that is decided by a hand alone, and its figures among the sides.
 * by_rank: the number of hands of each rank of the slot's ranking. */
bool returns_add_side(struct cr_analysis *analysis, const struct cr_rules *rules, unsigned slot,
                      const int64_t *by_rank);

/* Counts the hands of three cards of each rank. */
void returns_three_cards(int64_t by_rank[CR_RANKS_THREE + 1]);
