/* Three Card Poker, exactly (MATH-5): the whole game, and one hand before its decision. */
#pragma once

#include "math/games/dealer_ends.h"

#include <croupier/analysis.h>

/* All 22,100 hands against all 18,424 of the dealer, for any rules of the game tcp.
 *
 * The decision is made for each hand of three cards, suits included, because the cards that are
 * gone change what the dealer can have. cutoff is the hand rank (of 741) such that it and every
 * better rank play and every worse one folds, whatever the suits. It is written as the hand is
 * read, "Q-6-4" or "8-8-2", and is empty where no rank divides the hands so. On failure
 * (CR_E_RANGE: a fraction is too large) *out is unchanged.
 */
int analyze_tcp(const struct cr_rules *rules, struct cr_analysis *out, struct cr_err *err);

/* One hand with an Ante and nothing else bet: the legal actions in ascending order of money, each
 * worth per unit of the Ante. Where options are equal the smaller wager is the best. On failure
 * (CR_E_INPUT: not three different cards; CR_E_RANGE) *out is unchanged. */
int tcp_position(const struct cr_rules *rules, const cr_card hole[3], struct cr_position *out,
                 struct cr_err *err);

#define TCP_DEALERS 18424 /* hands of three of the other 49 cards */

/* How the dealer's hands compare with one hand; tie: equal hands of a dealer who qualifies. */
struct tcp_odds {
    struct dealer_ends ends;
    int64_t tie;
};

/* Calls visit with each of the 22,100 hands, from the best rank downward. */
typedef void tcp_visit(void *context, const cr_card hand[3], const struct tcp_odds *odds);
void tcp_each_hand(const struct cr_rules *rules, tcp_visit *visit, void *context);
