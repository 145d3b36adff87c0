/* Mississippi Stud, exactly (MS-1 to MS-7), in units of the Ante. */
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "math/games/streets_game.h"
#include "math/progressive/live_pairs.h"
#include "math/protect/engine.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often each bet is made and, last, how often a hand folds on any street. */
static bool frequencies(const struct cr_rules *rules, const struct street_game *game,
                        const struct street_result *result, struct cr_analysis *out)
{
    int64_t folded = 0;
    bool fits = true;
    for (unsigned s = 0; s < street_stages(game); s++) {
        cr_action actions[CR_LEGAL_MAX];
        const size_t count = actions_at(rules, s, actions);
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

/* Fills one starting hand: the value of every bet, the largest first, and the decision. */
static bool start_fill(const struct cr_rules *rules, const struct street_game *game,
                       const struct street_start *from, struct cr_start *out)
{
    cr_action actions[CR_LEGAL_MAX];
    const wide parts = streets_deals_after(2) * game->scale;
    bool fits = true;
    for (size_t o = actions_at(rules, 0, actions); o-- > 0;) {
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

static bool fill(const struct cr_rules *rules, const struct street_game *game,
                 const struct street_result *result, struct cr_analysis *out)
{
    return frequencies(rules, game, result, out) && starts_fill(rules, game, result, out);
}

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    (void)kernels;
    return streets_analyze(rules, options, fill, out, live, err);
}

static int joint(const struct cr_rules *rules, struct cr_money ante,
                 const struct cr_rational awards[CR_CATEGORIES], struct cr_rational *out,
                 struct cr_err *err)
{
    const struct streets_terms terms = {.ante = ante, .awards = awards};
    struct street_game game;
    struct street_result *result;
    int rc = streets_solved(rules, &terms, &game, &result, err);
    if (rc == CR_OK && !rational_reduce(result->sum, result->deals * game.scale, out))
        rc = streets_too_large(rules, err);
    free(result);
    return rc;
}

const struct game_math math_ms = {
    GAME_MATH(ms),
    .live_pairs = live_pairs_count,
    .joint = joint,
    STREETS_MATH,
};
