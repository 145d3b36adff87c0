/* Everything that lies on the felt before a seat: what its side bets and its progressive are worth
 * besides the base game, for a hand that plays on and for one that folds.
 *
 * A fold may lose them too (UTH-6, TCP-2, LINK-3). Where it is the last chance to fold, they are
 * simply added to the values of the options; where a later fold could still lose them, the game's
 * own position_with answers, because they change what is the best play.
 */
#pragma once

#include "math/rational.h"

/* In Antes. A slot without a bet, or one that is not counted, has zero. */
struct felt {
    struct cr_money ante;
    struct cr_rational side[CR_SLOTS];        /* side bets */
    struct cr_rational progressive;           /* the bet */
    struct cr_rational awards[CR_CATEGORIES]; /* what it pays, the meters being as they are */
    uint8_t counted; /* bit s: the wager in slot s is part of the values, or has a value */
    uint8_t left;    /* bit s: it lies there and is not counted */
};

/* The wagers of one seat before a decision. */
struct felt_wagers {
    struct cr_money wagers[CR_SLOTS];
    const struct cr_progressive *progressive; /* NULL for none */
    const struct cr_meters *meters;           /* before the round's bets go into them */
    unsigned bets;                            /* progressive bets in this round */
};

/* UTH-11: where the limit on one hand's pays cuts a pay of base game and side bets together, the
 * side bets are left out. CR_E_RANGE for amounts that have no common part with the Ante. */
int felt_make(const struct cr_rules *rules, const struct felt_wagers *from, struct felt *out,
              struct cr_err *err);

/* The cards that a seat sees. */
struct felt_cards {
    const cr_card *hole, *board;
    unsigned open; /* cards of the board; none are of the dealer */
};

/* Whether a fold at this decision, or at a later one, loses something that is counted. */
bool felt_may_be_lost(const struct cr_rules *rules, const struct felt *felt, unsigned stage);

/* What the progressive brings on average, whatever else is decided. False when it is
 * too fine to be written exactly. */
bool felt_progressive(const struct cr_rules *rules, const struct felt *felt,
                      const struct felt_cards *cards, bool folded, struct cr_rational *out);

/* Adds both to values of the base game, and finds the best option again. */
int felt_add(const struct cr_rules *rules, const struct felt *felt, const struct felt_cards *cards,
             struct cr_position *position, struct cr_err *err);

/* What one side bet brings for a hand of that rank, in Antes: its pay, or minus itself. */
struct cr_rational felt_pays(const struct cr_rules *rules, const struct felt *felt, unsigned slot,
                             uint16_t rank);
