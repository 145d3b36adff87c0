/* What a game is worth: everything that the mathematics knows of one game, as one description.
 *
 * Every question about a game goes through its description and nowhere else. A game without one,
 * or with parts of it missing, is refused by name; nothing falls back to another game's figures.
 */
#pragma once

#include "math/endings/list_endings.h"
#include "math/kernels/kernels.h"
#include "math/position.h"

#include <croupier/analysis.h>

struct cr_sees;
struct game_strategy;
struct repeated_math;
struct seen_engine;

struct game_math {
    const struct cr_game *game;

    /* ---- The whole game ---- */

    /* Fills *out; and *live where there is live_pairs, with the categories of the progressive's
     * five cards among hands that are not folded under the best play. options is never NULL. */
    int (*analyze)(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err);
    bool takes_long;  /* about a second, not milliseconds */
    bool takes_trips; /* cr_analysis_options.trips: another size of a side bet */

    /* Where the hands that are folded could have won the progressive: how often one seat has a hand
     * of each category in the mask (bit c) and neither it nor another given seat folds; the others
     * stay as they are. analysis: that of the same rules. */
    int (*live_pairs)(const struct cr_rules *rules, const struct cr_analysis *analysis,
                      unsigned categories, struct cr_category_counts *out, struct cr_err *err);

    /* LINK-5: what a round is worth, in Antes, when a hand that is not folded is also paid
     * awards[category] Antes, under the best play for both together. ante: as in
     * cr_analysis_options. NULL: not known. */
    int (*joint)(const struct cr_rules *rules, struct cr_money ante,
                 const struct cr_rational awards[CR_CATEGORIES], struct cr_rational *out,
                 struct cr_err *err);

    /* Many pay tables of one game (math/games/repeated.h). NULL: each is a whole analysis. */
    const struct repeated_math *repeated;

    /* ---- Single hands ---- */

    /* As cr_analyze_position. */
    position_fn *position;
    /* UTH-11: whether the rules' limit on one hand's pays cuts any pay of the base game with such
     * an Ante, and so much of the side bet per Ante; and cr_analyze_position_for where it does.
     * NULL: the game has no such limit. */
    bool (*limit_binds)(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio side);
    limited_position_fn *limited_position;
    /* What each option is worth with everything that lies on the felt, side bets and progressive
     * too; where no decision with a fold comes later than one that loses them, NULL does. In
     * hold'em games the flop is open; in those of streets all bets in action count, not only the
     * one in question. */
    position_with_fn *position_with;
    /* The analysis of the whole game answers the first decision, for each of the 169 starting
     * hands; `position` works from the flop on. */
    bool starts_in_analysis;
    /* Two hole cards and a flop, turn and river against the dealer: what such a board pays. NULL
     * for any other game. */
    const struct holdem_pays *holdem;
    /* As cr_outcomes and cr_turn_cards; NULL where the game has no bets on turn and river. */
    int (*outcomes)(const struct cr_rules *rules, const struct kernels *kernels,
                    const cr_card hole[2], struct cr_outcome_table *out, struct cr_err *err);
    int (*turn_cards)(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                      struct cr_turn_table *out, struct cr_err *err);

    /* ---- Seen cards ---- */

    /* By which order, and by whose names, the hands are listed that a seat's own cards alone make.
     * NULL: they are two, and listed as the 169 starting hands. */
    const struct ranking *own_order;
    /* Makes what cr_protect works with (math/protect/engine.h). NULL: not known. */
    int (*seen)(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
                struct cr_err *err);

    /* ---- Playing many hands ---- */

    const struct game_strategy *strategy; /* NULL: it cannot be simulated */

    /* ---- How rounds end ---- */

    list_endings *list_endings; /* under the play of a strategy; NULL: not known */
};

/* What the description of every game begins with: the game, its file's analyze, its strategy. */
#define GAME_MATH(id) .game = &game_##id, .analyze = analyze, .strategy = &strategy_##id

/* What the descriptions of the hold'em games have in common. */
#define HOLDEM_MATH                                                                                \
    .takes_long = true, .live_pairs = live_pairs_count, .position = holdem_position,               \
    .starts_in_analysis = true, .holdem = &board_pays, .seen = seen_holdem

/* What the mathematics knows; NULL ends the list. It stands alone in its file, as game_list. */
extern const struct game_math *const game_math_list[];

/* The description of a game; NULL for none. */
const struct game_math *game_math_of(const struct cr_game *game);

/* The same, or CR_E_NOT_FOUND: "no exact analysis for …". */
int game_math_find(const struct cr_game *game, const struct game_math **out, struct cr_err *err);

/* Whether a limit on one hand's pays changes the base game with such an Ante (zero: never); and the
 * same with so much of the side bet per Ante. */
bool game_math_limited(const struct cr_rules *rules, struct cr_money ante);
bool game_math_limited_with(const struct cr_rules *rules, struct cr_money ante,
                            struct cr_ratio side);

/* Whether folding loses the progressive and so changes how often each hand wins it (UTH-6). */
bool game_math_forfeits(const struct cr_rules *rules);
