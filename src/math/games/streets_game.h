/* What Let It Ride and Mississippi Stud share: house rules as a game of streets, and its figures.
 */
#ifndef MATH_GAMES_STREETS_GAME_H
#define MATH_GAMES_STREETS_GAME_H

#include "math/kernels/streets.h"
#include "math/on_felt.h"

/* What besides the rules decides the value of a round. */
struct streets_terms {
    /* LIR-7, MS-7: with an Ante (one bet in lir) the limit on a hand's pays counts; zero: it does
     * not. */
    struct cr_money ante;
    /* LINK-5: what the progressive pays a hand that is not folded, in Antes; NULL: it is not bet.
     */
    const struct cr_rational *awards; /* CR_CATEGORIES of them */
};

/* The rules as a game of streets. CR_E_RANGE when the pays have no common denominator that can be
 * calculated with; then *out is unchanged. */
int streets_game_make(const struct cr_rules *rules, const struct streets_terms *terms,
                      struct street_game *out, struct cr_err *err);

/* That game and what its best play comes to; the caller frees *result, whatever is returned. */
int streets_solved(const struct cr_rules *rules, const struct streets_terms *terms,
                   struct street_game *game, struct street_result **result, struct cr_err *err);

/* Expectation, average wager, element of risk and standard deviation. False when a figure is too
 * large to be written exactly. */
bool streets_headlines(const struct street_game *game, const struct street_result *result,
                       struct cr_analysis *out);

/* The table of the bets that all ride on the same five cards. */
bool streets_returns(const struct cr_rules *rules, const struct street_game *game,
                     const struct street_result *result, struct cr_analysis *out);

/* LIR-6, MS-6: the 3-Card Bonus, decided by three cards alone. */
bool streets_bonus(const struct cr_rules *rules, struct cr_analysis *out);

/* As game_math's position, limit_binds and limited_position. LIR: the bet in question alone, which
 * is worth nothing when it is taken back; under a limit, what it adds to the others. */
int streets_hand(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                 size_t board_count, const cr_action *done, size_t done_count,
                 struct cr_position *out, struct cr_err *err);
bool streets_limit_binds(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio side);
int streets_limited_hand(const struct cr_rules *rules, struct cr_money ante, const cr_card *hole,
                         const cr_card *board, size_t board_count, const cr_action *done,
                         size_t done_count, struct cr_position *out, struct cr_err *err);

/* As game_math's position_with. */
int streets_position_with(const struct cr_rules *rules, const struct felt *felt,
                          const struct felt_cards *cards, const cr_action *done, size_t done_count,
                          struct cr_position *out, struct cr_err *err);

/* The fault that such a figure is. */
int streets_too_large(const struct cr_rules *rules, struct cr_err *err);

#endif
