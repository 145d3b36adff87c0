/* What Let It Ride and Mississippi Stud share: their house rules in the form that the kernel of
 * streets solves (math/kernels/streets.h), and their figures. */
#pragma once

#include "math/games/repeated.h"
#include "math/kernels/streets.h"
#include "math/on_felt.h"
#include "math/position.h"

/* What decides the value of a round besides the rules. */
struct streets_terms {
    /* LIR-7, MS-7: with an Ante (in lir: one bet) the limit on a hand's pays counts; with zero it
     * does not. */
    struct cr_money ante;
    /* LINK-5: what the progressive pays a hand that is not folded, in Antes; NULL: it is not bet.
     */
    const struct cr_rational *awards; /* CR_CATEGORIES of them */
};

/* The rules as a game of streets. CR_E_RANGE when the pays have no common denominator that can be
 * calculated with; then *out is unchanged. */
int streets_game_make(const struct cr_rules *rules, const struct streets_terms *terms,
                      struct street_game *out, struct cr_err *err);

/* Makes that game and solves it: *result has the results of its best play. The caller frees
 * *result, whatever is returned. */
int streets_solved(const struct cr_rules *rules, const struct streets_terms *terms,
                   struct street_game *game, struct street_result **result, struct cr_err *err);

/* The whole analysis: the figures that all these games have, and those that `fill` adds for one of
 * them; fill returns false when a figure is too large. live may be NULL; LINK-3: the categories of
 * the five cards of hands that are not folded. */
typedef bool streets_fill_fn(const struct cr_rules *rules, const struct street_game *game,
                             const struct street_result *result, struct cr_analysis *out);
int streets_analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                    streets_fill_fn *fill, struct cr_analysis *out, struct cr_category_counts *live,
                    struct cr_err *err);

/* As position, limit_binds and limited_position of struct game_math. LIR: the value of the bet
 * in question alone, which is zero when it is taken back; under a limit, what it adds to the
 * others. */
position_fn streets_hand;
bool streets_limit_binds(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio side);
limited_position_fn streets_limited_hand;

/* As game_math's position_with. */
position_with_fn streets_position_with;

/* As game_math's repeated. */
extern const struct repeated_math repeated_streets;

/* The members that the descriptions of the games of streets have in common. */
#define STREETS_MATH                                                                               \
    .position = streets_hand, .position_with = streets_position_with,                              \
    .limit_binds = streets_limit_binds, .limited_position = streets_limited_hand,                  \
    .repeated = &repeated_streets, .seen = seen_streets, .list_endings = list_endings_streets

/* Sets the fault that a figure cannot be written exactly; returns CR_E_RANGE. */
int streets_too_large(const struct cr_rules *rules, struct cr_err *err);
