/* How often two seats of one round both stay in, where a fold forfeits the progressive (UTH-6,
 * UTH-15). */
#pragma once

#include <croupier/analysis.h>

/* Counts how often one seat has a hand of each category and neither it nor another given seat
 * folds, under the best play of the rules' base game. The two share the board, so this is not a
 * product. Only the categories in the mask (bit c) are counted; the others keep their values.
 * analysis: that of the same rules. For games of two hole cards and a board of three or five. */
int live_pairs_count(const struct cr_rules *rules, const struct cr_analysis *analysis,
                     unsigned categories, struct cr_category_counts *out, struct cr_err *err);

/* The same for Four Card Poker: the seats share the dealer's open card, and no board. */
int live_pairs_four_card(const struct cr_rules *rules, const struct cr_analysis *analysis,
                         unsigned categories, struct cr_category_counts *out, struct cr_err *err);
