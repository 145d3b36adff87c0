/* Let It Ride, exactly (LIR-1 to LIR-7), in units of one bet. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/games/streets_game.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>

/* How often the bet of each decision is let ride. */
static bool frequencies(const struct cr_rules *rules, const struct street_game *game,
                        const struct street_result *result, struct cr_analysis *out)
{
    bool fits = true;
    for (unsigned s = 0; s < street_stages(game); s++) {
        int64_t deals = 0;
        char name[CR_FIGURE_MAX];
        for (unsigned o = 0; o < game->stages[s].option_count; o++)
            deals += game->stages[s].options[o].adds > 0 ? result->chosen[s][o] : 0;
        frequency_name(rules, s, CR_CHECK, name);
        fits = fits && frequency_add(out, name, deals, result->deals);
    }
    return fits;
}

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    const struct streets_terms terms = {.ante = options->ante};
    struct street_game game;
    struct street_result *result = malloc(sizeof *result);
    struct cr_analysis analysis = {0};
    (void)kernels;
    (void)live;
    int rc = streets_game_make(rules, &terms, &game, err);
    if (rc == CR_OK && (!result || !streets_solve(&game, result)))
        rc = err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    if (rc == CR_OK &&
        !(streets_headlines(&game, result, &analysis) &&
          frequencies(rules, &game, result, &analysis) && streets_bonus(rules, &analysis)))
        rc = streets_too_large(rules, err);
    if (rc == CR_OK)
        *out = analysis;
    free(result);
    return rc;
}

/* The bet in question alone: to take it back is worth nothing, and what becomes of the others does
 * not depend on it. */
static int position(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                    size_t board_count, const cr_action *done, size_t done_count,
                    struct cr_position *out, struct cr_err *err)
{
    static const struct street_stage no_choice = {.option_count = 1};
    const struct streets_terms terms = {.ante = {0}};
    struct actions_before before = {.done = done, .count = done_count};
    struct street_game game;
    int rc = position_check(rules, hole, board, board_count, &before, err);
    if (rc == CR_OK)
        rc = streets_game_make(rules, &terms, &game, err);
    if (rc != CR_OK)
        return rc;
    for (unsigned s = 0; s < CR_STAGES; s++)
        game.stages[s] = no_choice;
    game.units = 1;
    cr_card cards[5] = {hole[0], hole[1], hole[2], board_count > 0 ? board[0] : CR_NO_CARD};
    const unsigned known = 3 + (unsigned)board_count;
    wide sum[STREET_OPTIONS];
    streets_position(&game, cards, known, 1, sum);

    cr_action actions[CR_LEGAL_MAX];
    const unsigned stage = (unsigned)before.count;
    struct cr_position p = {.option_count = (uint8_t)streets_actions(rules, stage, actions)};
    for (uint8_t i = 0; i < p.option_count; i++) {
        const bool rides = actions[i] != CR_PULL;
        p.options[i].action = actions[i];
        cr_action_format(rules, stage, actions[i], p.options[i].name);
        if (!rational_reduce(rides ? sum[0] : 0, streets_deals_after(known) * game.scale,
                             &p.options[i].ev))
            return streets_too_large(rules, err);
        if (rides && sum[0] > 0)
            p.best = i;
    }
    *out = p;
    return CR_OK;
}

const struct game_math math_lir = {
    .game = &game_lir,
    .analyze = analyze,
    .position = position,
    .strategy = &strategy_lir,
};
