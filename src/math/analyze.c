/* Exact analysis: finds the mathematics of the game and the kernels for this machine, sets the
 * number of threads, and runs the analysis. */
#include "math/analyze.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "math/study/position_values.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* The kernels that the options ask for, with the number of threads set; NULL, with err set, where
 * this machine cannot run them, or that many threads. */
static const struct kernels *choose(const struct cr_analysis_options *options, struct cr_err *err)
{
    const char *isa = options ? options->isa : NULL;
    if (options && options->threads > CR_ANALYSIS_THREADS_MAX) {
        err_set(err, CR_E_INPUT, "at most %d threads work", CR_ANALYSIS_THREADS_MAX);
        return NULL;
    }
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
    static const struct cr_analysis_options usual = {0};
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    const struct kernels *kernels = choose(options, err);
    if (!kernels)
        return CR_E_INPUT;
    *has_live = math->live_pairs != NULL;
    return math->analyze(rules, options ? options : &usual, kernels, out, live, err);
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
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    if (!math->outcomes)
        return err_set(err, CR_E_INPUT, "%s has no turn and river bets to tell apart",
                       rules->game->title);
    rc = position_check_cards(hole, 2, NULL, 0, err);
    if (rc != CR_OK)
        return rc;
    const struct kernels *kernels = choose(options, err);
    return kernels ? math->outcomes(rules, kernels, hole, out, err) : CR_E_INPUT;
}

int cr_turn_cards(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                  struct cr_turn_table *out, struct cr_err *err)
{
    const struct game_math *math;
    int rc = game_math_find(rules->game, &math, err);
    if (rc != CR_OK)
        return rc;
    if (!math->turn_cards)
        return err_set(err, CR_E_INPUT, "%s is not a game with a turn bet and a river bet",
                       rules->game->title);
    return math->turn_cards(rules, hole, flop, out, err);
}

int analyze_preflop(const struct cr_rules *rules, struct cr_money ante, const cr_card hole[2],
                    struct cr_position *out, struct cr_err *err)
{
    const struct cr_analysis_options options = {.ante = ante};
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    if (!analysis)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = cr_analyze(rules, &options, analysis, err);
    if (rc == CR_OK) {
        struct start_hand starts[CR_STARTS];
        starts_list(starts);
        rc = position_of_start(rules, &analysis->starts[starts_find(starts, hole)], out, err);
    }
    free(analysis);
    return rc;
}
