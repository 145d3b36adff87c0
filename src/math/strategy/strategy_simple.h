/* What the rules of thumb that players know by heart look at, in games of hold'em.
 *
 * Such a rule answers with a code of strategy_tables.h: 0 the smallest decision (fold or check), 1
 * the smallest bet, 2 the largest.
 */
#pragma once

#include <croupier/rules.h>

struct strategy;

/* Ranks, as cards.h counts them. */
enum { RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8, RANK_9, RANK_T, RANK_J, RANK_Q };
#define RANK_K 11u
#define RANK_A 12u

/* A starting hand: its ranks, and whether the suits are the same. */
struct thumb_start {
    unsigned high, low;
    bool suited;
};

struct thumb_start thumb_start(const cr_card hole[2]);

/* Fills the actions of all starting hands from a rule that gives the code of one. */
typedef unsigned thumb_code(const struct cr_rules *rules, struct thumb_start hand);
void thumb_fill_starts(struct strategy *s, thumb_code *code);

/* Whether a hole card makes a pair: with the other hole card or with the board. */
bool thumb_hidden_pair(const cr_card *hole, const cr_card *board, unsigned open);

/* The rank of two hole cards with at least three open board cards. */
uint16_t thumb_rank(const cr_card *hole, const cr_card *board, unsigned open);

/* Whether there are four or more cards of one suit, among them a hole card of at least that
 * rank. */
bool thumb_four_flush(const cr_card *hole, const cr_card *board, unsigned open, unsigned rank);

/* The number of unseen cards that alone, with a complete board, would beat a hand of that rank. */
unsigned thumb_dealer_outs(const cr_card *hole, const cr_card *board, uint16_t mine);
