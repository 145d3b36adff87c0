/* Four Card Poker, exactly: what one hand should bet. */
#pragma once

#include <croupier/rules.h>

/* How many parts of an Ante (bet_parts) to bet with a hand of that four-card rank when that many of
 * the dealer's FOUR_CARD_DEALERS hands are better and equal; 0 folds. with_side: an Aces Up bet as
 * large as the Ante is on the table. Where two bets are worth the same, the smaller. */
unsigned fcp_best_multiple(const struct cr_rules *rules, uint16_t rank, uint32_t better,
                           uint32_t equal, bool with_side);

/* What such a hand is worth, in Antes, when it bets `multiple` parts of an Ante; 0: when it
 * folds. */
double fcp_value(const struct cr_rules *rules, uint16_t rank, uint32_t better, uint32_t equal,
                 unsigned multiple);
