/* The values of a seat's side bets and progressive bet, beside the base game, for a hand that plays
 * on and for one that folds.
 *
 * A fold may lose these bets too (UTH-6, TCP-2, LINK-3). Where a decision is the last one that can
 * fold, their values are simply added to those of the options. Where a later fold could still lose
 * them, they change the best play, and the game's own position_with answers.
 */
#pragma once

#include "math/rational.h"

/* The bets, in Antes. A slot without a bet, or one that is not counted, is zero. */
struct felt {
    struct cr_money ante;
    struct cr_rational side[CR_SLOTS];        /* side bets */
    struct cr_rational progressive;           /* the progressive bet */
    struct cr_rational awards[CR_CATEGORIES]; /* what it pays with the meters as they are */
    uint8_t counted; /* bit s: the wager in slot s is counted in the values */
    uint8_t left;    /* bit s: the wager in slot s is not counted */
};

/* The wagers of one seat before a decision. */
struct felt_wagers {
    struct cr_money wagers[CR_SLOTS];
    const struct cr_progressive *progressive; /* NULL for none */
    const struct cr_meters *meters;           /* before the round's bets go into them */
    unsigned bets;                            /* progressive bets in this round */
};

/* Finds what is counted. UTH-11: where the limit on one hand's pays cuts a pay of base game and
 * side bets together, the side bets are left out. CR_E_RANGE for amounts that are no exact fraction
 * of the Ante. */
int felt_make(const struct cr_rules *rules, const struct felt_wagers *from, struct felt *out,
              struct cr_err *err);

/* The cards that a seat sees. */
struct felt_cards {
    const cr_card *hole, *board;
    unsigned open; /* open cards of the board; the dealer's do not count */
};

/* Whether a fold at this decision, or at a later one, loses something that is counted. */
bool felt_may_be_lost(const struct cr_rules *rules, const struct felt *felt, unsigned stage);

/* The mean result of the progressive bet, whatever is decided later. False when it cannot be
 * written exactly. */
bool felt_progressive(const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, bool folded, struct cr_rational *out);

/* Adds the side bets and the progressive to a position's values of the base game, and finds the
 * best option again. */
int felt_add(const struct cr_rules *rules, const struct felt *felt, const struct felt_cards *cards,
             struct cr_position *position, struct cr_err *err);

/* The result of a side bet for a hand of that rank, in Antes: its pay, or minus the bet. */
struct cr_rational felt_pays(const struct cr_rules *rules, const struct felt *felt, unsigned slot,
                             uint16_t rank);
