/* What plays that are not the best one cost. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/rational.h"

#include <stdio.h>
#include <stdlib.h>

int endings_value(const struct cr_rules *rules, const struct strategy *play,
                  struct cr_rational *out, struct cr_err *err)
{
    struct cr_endings endings;
    struct cr_moments moments;
    int rc = endings_list_played(rules, play, &endings, err);
    if (rc == CR_OK)
        rc = cr_endings_moments(rules, &endings, &moments, err);
    if (rc == CR_OK)
        *out = moments.mean;
    cr_endings_free(&endings);
    return rc;
}

/* "preflop: always 4x", "preflop: 3x instead of 4x", "never folds". */
static void name_mistake(const struct cr_rules *rules, const struct strategy *play,
                         enum strategy_mistake mistake, unsigned stage, char out[CR_TITLE_MAX])
{
    if (mistake == MISTAKE_NO_FOLD) {
        snprintf(out, CR_TITLE_MAX, "never folds");
        return;
    }
    const struct strategy_options o = strategy_options(play, stage);
    char word[CR_ACTION_TEXT_MAX], right[CR_ACTION_TEXT_MAX];
    cr_action_format(rules, stage,
                     mistake == MISTAKE_LEAST  ? o.least
                     : mistake == MISTAKE_MOST ? o.most
                                               : o.small,
                     word);
    cr_action_format(rules, stage, o.most, right);
    if (mistake == MISTAKE_SMALL_BET)
        snprintf(out, CR_TITLE_MAX, "%s: %s instead of %s", rules->game->stages[stage].name, word,
                 right);
    else
        snprintf(out, CR_TITLE_MAX, "%s: always %s", rules->game->stages[stage].name, word);
}

/* Puts a mistake in its place, the dearest first. */
static void add_mistake(const struct cr_mistake *mistake, struct cr_play_costs *out)
{
    unsigned at = out->count++;
    while (at > 0 && rational_compare(out->mistakes[at - 1].ev, mistake->ev) > 0) {
        out->mistakes[at] = out->mistakes[at - 1];
        at--;
    }
    out->mistakes[at] = *mistake;
}

static int try_mistake(const struct cr_rules *rules, struct strategy *play,
                       enum strategy_mistake mistake, unsigned stage, struct cr_play_costs *out,
                       struct cr_err *err)
{
    struct cr_mistake m;
    if (out->count == CR_MISTAKES_MAX)
        return CR_OK;
    name_mistake(rules, play, mistake, stage, m.name);
    strategy_err(play, mistake, stage);
    int rc = endings_value(rules, play, &m.ev, err);
    strategy_err(play, MISTAKE_NONE, 0);
    if (rc == CR_OK)
        add_mistake(&m, out);
    return rc;
}

/* Whether a mistake is one that people make: nobody folds every hand at once. */
static bool is_made(const struct cr_rules *rules, const struct strategy *play,
                    enum strategy_mistake mistake, unsigned stage)
{
    const struct strategy_options o = strategy_options(play, stage);
    (void)rules;
    return mistake == MISTAKE_SMALL_BET ? o.count > 2
                                        : mistake == MISTAKE_MOST || o.least != CR_FOLD;
}

static int try_mistakes(const struct cr_rules *rules, struct strategy *play,
                        struct cr_play_costs *out, struct cr_err *err)
{
    int rc = CR_OK;
    bool folds_among_sizes = false;
    for (unsigned stage = 0; stage < rules->game->stage_count; stage++) {
        const struct strategy_options o = strategy_options(play, stage);
        folds_among_sizes = folds_among_sizes || (o.least == CR_FOLD && o.count > 2);
        for (enum strategy_mistake m = MISTAKE_LEAST; m <= MISTAKE_SMALL_BET && rc == CR_OK; m++)
            if (is_made(rules, play, m, stage))
                rc = try_mistake(rules, play, m, stage, out, err);
    }
    if (rc == CR_OK && folds_among_sizes)
        rc = try_mistake(rules, play, MISTAKE_NO_FOLD, CR_STAGES, out, err);
    return rc;
}

int cr_play_costs(const struct cr_rules *rules, struct cr_play_costs *out, struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    struct strategy *play = NULL;
    *out = (struct cr_play_costs){0};
    if (!analysis)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = cr_analyze(rules, NULL, analysis, err);
    if (rc == CR_OK) {
        out->best = analysis->ev;
        play = strategy_new(rules, analysis, STRATEGY_OPTIMAL, false, err);
        rc = play ? try_mistakes(rules, play, out, err) : err->code;
        strategy_free(play);
    }
    out->has_simple = rc == CR_OK && cr_play_words(rules, &(struct cr_found_play){0}) > 0;
    if (out->has_simple) {
        play = strategy_new(rules, analysis, STRATEGY_SIMPLE, false, err);
        rc = play ? endings_value(rules, play, &out->simple, err) : err->code;
        strategy_free(play);
    }
    free(analysis);
    return rc;
}
