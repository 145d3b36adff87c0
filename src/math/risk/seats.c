/* The covariance of two seats of one table, estimated by simulation. */
#include "base/err.h"
#include "game/round/settle.h"
#include "math/simulate/simulate.h"

#include <croupier/risk.h>

#include <math.h>
#include <stdlib.h>

#define BATCHES 16

/* The covariance of two seats from one batch of rounds, in Antes. The square of a round's result
 * less the squares of its seats' results is twice the sum over its pairs of seats, and the mean is
 * known exactly. */
static int play_batch(const struct cr_rules *rules, const struct cr_analysis *analysis,
                      const struct simulate_options *options, double *out, struct cr_err *err)
{
    const double pairs = (double)options->seats * (options->seats - 1);
    const double unit = (double)simulate_ante(rules).micro, mean = cr_rational_value(analysis->ev);
    struct simulate_sums sums;
    int rc = simulate(rules, options, &sums, err);
    if (rc != CR_OK)
        return rc;
    const wide products = sums.lines[SIMULATE_BASE].squares - sums.seat_squares;
    const double product = (double)products / unit / unit / (double)options->rounds / pairs;
    const double single =
        (double)sums.lines[SIMULATE_BASE].sum / unit / (double)options->rounds / options->seats;
    *out = product - 2 * mean * single + mean * mean;
    return CR_OK;
}

static int play_batches(const struct cr_rules *rules, const struct cr_analysis *analysis,
                        struct simulate_options *options, uint64_t seed,
                        struct cr_seat_covariance *out, struct cr_err *err)
{
    double sum = 0, squares = 0;
    for (unsigned b = 0; b < BATCHES; b++) {
        double each;
        options->seed = seed * BATCHES + b;
        int rc = play_batch(rules, analysis, options, &each, err);
        if (rc != CR_OK)
            return rc;
        sum += each;
        squares += each * each;
    }
    const double mean = sum / BATCHES;
    *out = (struct cr_seat_covariance){
        .covariance = mean,
        .std_error = sqrt(fmax(0, squares / BATCHES - mean * mean) / (BATCHES - 1)),
        .std_dev = analysis->std_dev};
    return CR_OK;
}

int cr_seat_covariance(const struct cr_rules *rules, uint64_t rounds, uint64_t seed,
                       struct cr_seat_covariance *out, struct cr_err *err)
{
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    struct strategy *best = NULL;
    struct cr_err own = {0};
    err = err_or(err, &own);
    if (!analysis)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = rounds >= BATCHES ? cr_analyze(rules, NULL, analysis, err)
                               : err_set(err, CR_E_INPUT, "at least %d rounds", BATCHES);
    if (rc == CR_OK) {
        best = strategy_new(rules, analysis, STRATEGY_OPTIMAL, false, err);
        rc = best ? CR_OK : err->code;
    }
    if (rc == CR_OK) {
        struct simulate_options options = {.rounds = rounds / BATCHES,
                                           .seats = CR_SEATS,
                                           .settle = settle_checked,
                                           .decide = strategy_decide_all,
                                           .decide_context = best};
        rc = play_batches(rules, analysis, &options, seed, out, err);
    }
    strategy_free(best);
    free(analysis);
    return rc;
}
