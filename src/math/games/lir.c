/* Let It Ride, exactly (LIR-1 to LIR-7), in units of one bet. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/games/streets_game.h"
#include "math/protect/engine.h"
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
    struct street_result *result;
    struct cr_analysis analysis = {0};
    (void)kernels;
    (void)live;
    int rc = streets_solved(rules, &terms, &game, &result, err);
    if (rc == CR_OK && !(streets_headlines(&game, result, &analysis) &&
                         frequencies(rules, &game, result, &analysis) &&
                         (game_math_limited(rules, options->ante) ||
                          streets_returns(rules, &game, result, &analysis)) &&
                         streets_bonus(rules, &analysis)))
        rc = streets_too_large(rules, err);
    if (rc == CR_OK)
        *out = analysis;
    free(result);
    return rc;
}

const struct game_math math_lir = {
    .game = &game_lir,
    .analyze = analyze,
    .position = streets_hand,
    .position_with = streets_position_with,
    .limit_binds = streets_limit_binds,
    .limited_position = streets_limited_hand,
    .seen = seen_streets,
    .strategy = &strategy_lir,
    .list_endings = list_endings_streets,
};
