/* Let It Ride, exactly (LIR-1 to LIR-7), in units of one bet. */
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/games/streets_game.h"
#include "math/protect/engine.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

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
    (void)kernels;
    (void)live;
    return streets_analyze(rules, options, frequencies, out, NULL, err);
}

const struct game_math math_lir = {
    GAME_MATH(lir),
    .own_order = &ranking_three,
    STREETS_MATH,
};
