/* Mississippi Stud, exactly (MS-1 to MS-7), in units of the Ante. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/games/streets_game.h"
#include "math/progressive/live_pairs.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often each bet is made, and the fold, on whatever street, last. */
static bool frequencies(const struct cr_rules *rules, const struct street_game *game,
                        const struct street_result *result, struct cr_analysis *out)
{
    int64_t folded = 0;
    bool fits = true;
    for (unsigned s = 0; s < street_stages(game); s++) {
        cr_action actions[CR_LEGAL_MAX];
        const size_t count = streets_actions(rules, s, actions);
        for (size_t o = 0; o < count; o++) {
            char name[CR_FIGURE_MAX];
            frequency_name(rules, s, actions[o], name);
            if (actions[o] == CR_FOLD)
                folded += result->chosen[s][o];
            else
                fits = fits && frequency_add(out, name, result->chosen[s][o], result->deals);
        }
    }
    return fits && frequency_add(out, "fold", folded, result->deals);
}

/* One starting hand: the value of every bet, the largest first, and what to do. */
static bool start_fill(const struct cr_rules *rules, const struct street_game *game,
                       const struct street_start *from, struct cr_start *out)
{
    cr_action actions[CR_LEGAL_MAX];
    const wide parts = streets_deals_after(2) * game->scale;
    bool fits = true;
    for (size_t o = streets_actions(rules, 0, actions); o-- > 0;) {
        char action[CR_ACTION_TEXT_MAX], name[CR_FIGURE_MAX];
        cr_action_format(rules, 0, actions[o], action);
        snprintf(name, sizeof name, "ev_%s", action);
        if (actions[o] != CR_FOLD)
            fits = fits && option_add(out, name, from->options[o], parts);
        if (o == from->choice)
            memcpy(out->decision, action, sizeof out->decision);
    }
    return fits && rational_reduce(from->options[from->choice], parts, &out->ev);
}

static bool starts_fill(const struct cr_rules *rules, const struct street_game *game,
                        const struct street_result *result, struct cr_analysis *out)
{
    struct start_hand list[CR_STARTS];
    bool fits = true;
    starts_list(list);
    out->start_count = CR_STARTS;
    for (unsigned i = 0; i < CR_STARTS; i++) {
        const unsigned place = starts_find(list, result->starts[i].cards);
        struct cr_start *start = &out->starts[place];
        memcpy(start->hand, list[place].name, sizeof start->hand);
        start->combos = list[place].combos;
        fits = fits && start_fill(rules, game, &result->starts[i], start);
    }
    return fits;
}

/* LINK-3: the five cards of hands that are not folded. */
static void live_fill(const struct street_game *game, const struct street_result *result,
                      struct cr_category_counts *live)
{
    *live = (struct cr_category_counts){.total = result->deals};
    for (unsigned u = 0; u <= STREET_UNITS; u++)
        for (unsigned r = 0; r < game->row_count; r++)
            live->of[game->row_category[r]] += result->ended[u][r];
}

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    const struct streets_terms terms = {.ante = options->ante};
    struct street_game game;
    struct street_result *result = malloc(sizeof *result);
    struct cr_analysis *analysis = calloc(1, sizeof *analysis);
    (void)kernels;
    int rc = streets_game_make(rules, &terms, &game, err);
    if (rc == CR_OK && (!result || !analysis || !streets_solve(&game, result)))
        rc = err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    if (rc == CR_OK &&
        !(streets_headlines(&game, result, analysis) &&
          frequencies(rules, &game, result, analysis) &&
          starts_fill(rules, &game, result, analysis) && streets_bonus(rules, analysis)))
        rc = streets_too_large(rules, err);
    if (rc == CR_OK) {
        *out = *analysis;
        live_fill(&game, result, live);
    }
    free(analysis);
    free(result);
    return rc;
}

static int position(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                    size_t board_count, const cr_action *done, size_t done_count,
                    struct cr_position *out, struct cr_err *err)
{
    const struct streets_terms terms = {.ante = {0}};
    struct actions_before before = {.done = done, .count = done_count};
    struct street_game game;
    int rc = position_check(rules, hole, board, board_count, &before, err);
    if (rc == CR_OK)
        rc = streets_game_make(rules, &terms, &game, err);
    if (rc != CR_OK)
        return rc;
    cr_card cards[5] = {hole[0], hole[1]};
    const unsigned known = 2 + (unsigned)board_count, stage = (unsigned)before.count;
    unsigned units = game.units;
    for (size_t i = 0; i < board_count; i++)
        cards[2 + i] = board[i];
    for (size_t i = 0; i < before.count; i++)
        units += cr_action_multiple(before.done[i]);
    wide sums[STREET_OPTIONS];
    cr_action actions[CR_LEGAL_MAX];
    struct cr_position p = {.best = (uint8_t)streets_position(&game, cards, known, units, sums),
                            .option_count = (uint8_t)streets_actions(rules, stage, actions)};
    for (uint8_t i = 0; i < p.option_count; i++) {
        p.options[i].action = actions[i];
        cr_action_format(rules, stage, actions[i], p.options[i].name);
        if (!rational_reduce(sums[i], streets_deals_after(known) * game.scale, &p.options[i].ev))
            return streets_too_large(rules, err);
    }
    *out = p;
    return CR_OK;
}

const struct game_math math_ms = {
    .game = &game_ms,
    .analyze = analyze,
    .folds_change_awards = true,
    .live_pairs = live_pairs_count,
    .position = position,
    .strategy = &strategy_ms,
};
