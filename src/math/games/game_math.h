/* Everything that the mathematics knows about one game, as one description.
 *
 * Every question about a game goes through its description and nowhere else. A game without a
 * description, or with parts of it missing, is refused by name; nothing falls back to another
 * game's figures.
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

    /* Fills *out and, in a game with live_pairs, *live with the categories of the progressive's
     * five cards among hands that are not folded under the best play. options is never NULL. */
    int (*analyze)(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err);
    bool takes_long;  /* the analysis takes about a second, not milliseconds */
    bool takes_trips; /* it takes cr_analysis_options.trips, the size of a side bet */

    /* Where folded hands could have won the progressive: counts how often one seat has a hand of
     * each category in the mask (bit c) and neither it nor another given seat folds. Categories
     * that are not in the mask keep their values. analysis: that of the same rules. NULL: folds do
     * not matter in this game. */
    int (*live_pairs)(const struct cr_rules *rules, const struct cr_analysis *analysis,
                      unsigned categories, struct cr_category_counts *out, struct cr_err *err);

    /* LINK-5: what a round is worth, in Antes, when a hand that is not folded is also paid
     * awards[category] Antes, under the best play for both together. ante: as in
     * cr_analysis_options. NULL: not known. */
    int (*joint)(const struct cr_rules *rules, struct cr_money ante,
                 const struct cr_rational awards[CR_CATEGORIES], struct cr_rational *out,
                 struct cr_err *err);

    /* Figures for many pay tables of one game (math/games/repeated.h). NULL: each takes a whole
     * analysis. */
    const struct repeated_math *repeated;

    /* ---- Single hands ---- */

    /* As cr_analyze_position. */
    position_fn *position;
    /* UTH-11: limit_binds says whether the rules' limit on one hand's pays cuts any pay of the base
     * game with such an Ante, and with that much of the side bet per Ante; limited_position is
     * cr_analyze_position_for where it does. NULL: the game has no such limit. */
    bool (*limit_binds)(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio side);
    limited_position_fn *limited_position;
    /* What each option is worth with everything that lies on the felt, side bets and progressive
     * included. NULL where `position` alone is enough, because no decision that can fold loses
     * those bets later. In hold'em games the flop must be open; in games of streets the values
     * count all bets in action, not only the one in question. */
    position_with_fn *position_with;
    /* The analysis of the whole game answers the first decision for each of the 169 starting hands,
     * so `position` works from the flop on. */
    bool starts_in_analysis;
    /* For games of hold'em (two hole cards, flop, turn and river against the dealer): what a
     * complete board pays. NULL for any other game. */
    const struct holdem_pays *holdem;
    /* As cr_outcomes and cr_turn_cards; NULL where the game has no bets on turn and river. */
    int (*outcomes)(const struct cr_rules *rules, const struct kernels *kernels,
                    const cr_card hole[2], struct cr_outcome_table *out, struct cr_err *err);
    int (*turn_cards)(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                      struct cr_turn_table *out, struct cr_err *err);

    /* ---- Seen cards ---- */

    /* The ranking by which the hands made by a seat's own cards are ordered and named in lists.
     * NULL: a seat has two cards, and the 169 starting hands are listed. */
    const struct ranking *own_order;
    /* Makes the engine that cr_protect works with (math/protect/engine.h). NULL: there is none. */
    int (*seen)(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
                struct cr_err *err);

    /* ---- Playing many hands ---- */

    const struct game_strategy *strategy; /* NULL: the game cannot be simulated */

    /* ---- How rounds end ---- */

    list_endings *list_endings; /* under the play of a strategy; NULL: there is no lister */
};

/* The members with which every description begins: the game, the analyze function of its file, and
 * its strategy. */
#define GAME_MATH(id) .game = &game_##id, .analyze = analyze, .strategy = &strategy_##id

/* The members that the descriptions of the hold'em games have in common. */
#define HOLDEM_MATH                                                                                \
    .takes_long = true, .live_pairs = live_pairs_count, .position = holdem_position,               \
    .starts_in_analysis = true, .holdem = &board_pays, .seen = seen_holdem

/* The descriptions of all games that can be analysed; NULL ends the list. It has a file of its own,
 * as game_list has. */
extern const struct game_math *const game_math_list[];

/* The description of a game; NULL for none. */
const struct game_math *game_math_of(const struct cr_game *game);

/* The same; CR_E_NOT_FOUND where there is none: "no exact analysis for …". */
int game_math_find(const struct cr_game *game, const struct game_math **out, struct cr_err *err);

/* Whether the limit on one hand's pays changes the base game with such an Ante (zero: never); and
 * whether it does with that much of the side bet per Ante too. */
bool game_math_limited(const struct cr_rules *rules, struct cr_money ante);
bool game_math_limited_with(const struct cr_rules *rules, struct cr_money ante,
                            struct cr_ratio side);

/* Whether folding loses the progressive and so changes how often each hand wins it (UTH-6). */
bool game_math_forfeits(const struct cr_rules *rules);
