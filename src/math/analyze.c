/* Exact analysis: which game, which kernels, how many threads. */
#include "math/analyze.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/pg.h"
#include "math/games/tcp.h"
#include "math/games/uth.h"
#include "math/kernels/kernels.h"
#include "math/position.h"
#include "math/starts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* The kernels that the options ask for; NULL with err set. */
static const struct kernels *choose(const struct cr_analysis_options *options, struct cr_err *err)
{
    const char *isa = options ? options->isa : NULL;
    const struct kernels *kernels = kernels_find(isa);
    if (!kernels)
        err_set(err, CR_E_INPUT, "this machine cannot run '%s'; leave it out, or use portable",
                isa);
#ifdef _OPENMP
    if (kernels)
        omp_set_num_threads(options && options->threads > 0 ? (int)options->threads
                                                            : omp_get_num_procs());
#endif
    return kernels;
}

int analyze_with_live(const struct cr_rules *rules, const struct cr_analysis_options *options,
                      struct cr_analysis *out, struct cr_category_counts *live, bool *has_live,
                      struct cr_err *err)
{
    const struct kernels *kernels = choose(options, err);
    if (!kernels)
        return CR_E_INPUT;
    struct uth_options uth = {.trips = {1, 1}};
    if (options)
        uth.ante = options->ante;
    if (options && options->trips.den > 0)
        uth.trips = options->trips;
    *has_live = rules->game == &game_uth;
    if (rules->game == &game_uth)
        return analyze_uth(rules, kernels, &uth, out, live, err);
    return rules->game == &game_pg ? analyze_pg(rules, kernels, out, err)
                                   : analyze_tcp(rules, out, err);
}

int cr_analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
               struct cr_analysis *out, struct cr_err *err)
{
    struct cr_category_counts live;
    bool has_live;
    return analyze_with_live(rules, options, out, &live, &has_live, err);
}

int cr_outcomes(const struct cr_rules *rules, const cr_card hole[2],
                const struct cr_analysis_options *options, struct cr_outcome_table *out,
                struct cr_err *err)
{
    if (rules->game != &game_pg)
        return err_set(err, CR_E_INPUT, "%s has no turn and river bets to tell apart",
                       rules->game->title);
    const struct kernels *kernels = choose(options, err);
    return kernels ? pg_outcomes(rules, kernels, hole, out, err) : CR_E_INPUT;
}

/* The value of an option of a starting hand by its name in the analysis; false when it has none. */
static bool find_option(const struct cr_start *start, const char *name, struct cr_rational *out)
{
    for (unsigned i = 0; i < start->option_count; i++) {
        if (strcmp(start->options[i].name, name) == 0) {
            *out = start->options[i].value;
            return true;
        }
    }
    return false;
}

/* What an action before the flop is worth: a fold is the Ante, a bet or a check is in the list. */
static struct cr_rational option_value(const struct cr_start *start, const char *action)
{
    struct cr_rational value = {-1, 1};
    char name[CR_FIGURE_MAX];
    snprintf(name, sizeof name, "ev_%s", action);
    if (!find_option(start, name, &value))
        find_option(start, strcmp(action, "fold") == 0 ? "" : "ev_play", &value);
    return value;
}

int analyze_preflop(const struct cr_rules *rules, const cr_card hole[2], struct cr_position *out,
                    struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    if (!analysis)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = cr_analyze(rules, NULL, analysis, err);
    if (rc == CR_OK) {
        struct start_hand starts[CR_STARTS];
        cr_action legal[CR_LEGAL_MAX];
        starts_list(starts);
        const struct cr_start *start = &analysis->starts[starts_find(starts, hole)];
        *out = (struct cr_position){0};
        out->option_count = (uint8_t)cr_legal_actions(rules, NULL, 0, legal);
        for (unsigned i = 0; i < out->option_count; i++) {
            out->options[i].action = legal[i];
            cr_action_format(rules, 0, legal[i], out->options[i].name);
            out->options[i].ev = option_value(start, out->options[i].name);
            if (rational_compare(out->options[i].ev, out->options[out->best].ev) > 0)
                out->best = (uint8_t)i;
        }
    }
    free(analysis);
    return rc;
}
