/* Prices plays that are not the best one: the best play with one mistake each, and the published
 * rule of thumb. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/endings/play_watch.h"
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

/* ---- Names of mistakes ---- */

/* The name of a mistake: "preflop: always 4x", "preflop: 3x instead of 4x", "never folds". */
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

/* ---- How often a mistake arises ---- */

/* What the best play did at one decision of a round with this ending, in parts of an Ante; 0 for a
 * fold or a check. False: the round did not reach the decision. */
static bool decided_at(const struct cr_rules *rules, const struct cr_ending *e, unsigned stage,
                       unsigned *out)
{
    const struct cr_game *game = rules->game;
    *out = e->bets[game->stages[stage].slot];
    if (!game->one_bet) { /* a fold is a stage without its bet, and nothing comes after it */
        bool over = false;
        for (unsigned s = 0; s < stage; s++)
            over = over || (e->folded && e->bets[game->stages[s].slot] == 0);
        return !over;
    }
    for (unsigned s = 0; s < stage; s++)
        if (*out > 0 && (rules->multiples[s] >> *out & 1))
            return false;
    if (*out > 0 && !(rules->multiples[stage] >> *out & 1))
        *out = 0;
    return true;
}

static bool is_mistaken(const struct strategy_options *o, enum strategy_mistake mistake,
                        unsigned decided)
{
    switch (mistake) {
    case MISTAKE_LEAST:
        return decided > 0;
    case MISTAKE_MOST:
        return o->count == 2 ? decided == 0 : decided != cr_action_multiple(o->most);
    case MISTAKE_SMALL_BET:
        return decided > 0 && decided != cr_action_multiple(o->small);
    case MISTAKE_NO_FOLD:
    case MISTAKE_NONE:
        break;
    }
    return false;
}

/* In a game with a single bet, whether its size tells at which decision it was made. */
static bool sizes_tell(const struct cr_rules *rules)
{
    unsigned seen = 0;
    for (unsigned s = 0; rules->game->one_bet && s < rules->game->stage_count; s++) {
        if (seen & rules->multiples[s])
            return false;
        seen |= rules->multiples[s];
    }
    return true;
}

/* Counts the rounds in which a mistake arises. best: the endings of the best play, which serve
 * because a mistake at a decision does not change which rounds reach it. */
static void count_mistaken(const struct cr_rules *rules, const struct strategy *play,
                           const struct cr_endings *best, enum strategy_mistake mistake,
                           unsigned stage, struct cr_rational *out)
{
    int64_t deals = 0;
    for (size_t i = 0; i < best->count; i++) {
        const struct cr_ending *e = &best->at[i];
        bool counts = mistake == MISTAKE_NO_FOLD && e->folded;
        unsigned decided;
        if (mistake != MISTAKE_NO_FOLD && decided_at(rules, e, stage, &decided)) {
            const struct strategy_options o = strategy_options(play, stage);
            counts = is_mistaken(&o, mistake, decided);
        }
        deals += counts ? e->deals : 0;
    }
    if (!sizes_tell(rules) || !rational_reduce(deals, best->deals, out))
        *out = (struct cr_rational){0, 0};
}

/* ---- What it costs ---- */

/* Inserts a mistake in order, the most expensive first. */
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
                       const struct cr_endings *best, enum strategy_mistake mistake, unsigned stage,
                       struct cr_play_costs *out, struct cr_err *err)
{
    struct cr_mistake m;
    if (out->count == CR_MISTAKES_MAX)
        return CR_OK;
    name_mistake(rules, play, mistake, stage, m.name);
    count_mistaken(rules, play, best, mistake, stage, &m.arises);
    strategy_err(play, mistake, stage);
    int rc = endings_value(rules, play, &m.ev, err);
    strategy_err(play, MISTAKE_NONE, 0);
    if (rc == CR_OK)
        add_mistake(&m, out);
    return rc;
}

/* Whether a mistake is worth pricing: always to fold, for instance, is one that nobody makes. */
static bool is_made(const struct cr_rules *rules, const struct strategy *play,
                    enum strategy_mistake mistake, unsigned stage)
{
    const struct strategy_options o = strategy_options(play, stage);
    (void)rules;
    return mistake == MISTAKE_SMALL_BET ? o.count > 2
                                        : mistake == MISTAKE_MOST || o.least != CR_FOLD;
}

/* How many plays are priced: each mistake, and the rule of thumb. */
static unsigned count_prices(const struct cr_rules *rules, const struct strategy *play)
{
    unsigned count = cr_play_words(rules, &(struct cr_found_play){0}) > 0;
    bool folds_among_sizes = false;
    for (unsigned stage = 0; stage < rules->game->stage_count; stage++) {
        const struct strategy_options o = strategy_options(play, stage);
        folds_among_sizes = folds_among_sizes || (o.least == CR_FOLD && o.count > 2);
        for (enum strategy_mistake m = MISTAKE_LEAST; m <= MISTAKE_SMALL_BET; m++)
            count += is_made(rules, play, m, stage);
    }
    return count + folds_among_sizes;
}

static int try_mistakes(const struct cr_rules *rules, struct strategy *play,
                        const struct play_watch *watch, struct cr_play_costs *out,
                        struct cr_err *err)
{
    struct cr_endings best;
    const unsigned all = count_prices(rules, play);
    play_say(watch, PLAY_PRICES, 0, all);
    int rc = endings_list_played(rules, play, &best, err);
    bool folds_among_sizes = false;
    for (unsigned stage = 0; stage < rules->game->stage_count; stage++) {
        const struct strategy_options o = strategy_options(play, stage);
        folds_among_sizes = folds_among_sizes || (o.least == CR_FOLD && o.count > 2);
        for (enum strategy_mistake m = MISTAKE_LEAST; m <= MISTAKE_SMALL_BET && rc == CR_OK; m++)
            if (is_made(rules, play, m, stage)) {
                play_say(watch, PLAY_PRICES, out->count, all);
                rc = try_mistake(rules, play, &best, m, stage, out, err);
            }
    }
    play_say(watch, PLAY_PRICES, out->count, all);
    if (rc == CR_OK && folds_among_sizes)
        rc = try_mistake(rules, play, &best, MISTAKE_NO_FOLD, CR_STAGES, out, err);
    cr_endings_free(&best);
    return rc;
}

int play_costs(const struct cr_rules *rules, const struct play_watch *watch,
               struct cr_play_costs *out, struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    struct strategy *play = NULL;
    struct cr_err own = {0};
    err = err_or(err, &own);
    *out = (struct cr_play_costs){0};
    if (!analysis)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = cr_analyze(rules, NULL, analysis, err);
    if (rc == CR_OK) {
        out->best = analysis->ev;
        play = strategy_new(rules, analysis, STRATEGY_OPTIMAL, false, err);
        rc = play ? try_mistakes(rules, play, watch, out, err) : err->code;
        strategy_free(play);
    }
    out->has_simple = rc == CR_OK && cr_play_words(rules, &(struct cr_found_play){0}) > 0;
    if (out->has_simple) {
        play_say(watch, PLAY_PRICES, out->count, out->count + 1);
        play = strategy_new(rules, analysis, STRATEGY_SIMPLE, false, err);
        rc = play ? endings_value(rules, play, &out->simple, err) : err->code;
        strategy_free(play);
    }
    free(analysis);
    return rc;
}

int cr_play_costs(const struct cr_rules *rules, struct cr_play_costs *out, struct cr_err *err)
{
    return play_costs(rules, NULL, out, err);
}
