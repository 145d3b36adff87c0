/* The possible results of a session: exact results of one round, and of many.
 *
 * The distribution of one round is a list of whole amounts with whole numbers of deals, side bets
 * and progressive included. That of many rounds is its convolution with itself, calculated in
 * double precision with a stated error.
 */
#ifndef CROUPIER_RISK_H
#define CROUPIER_RISK_H

#include <croupier/endings.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cr_result_count {
    struct cr_money net; /* the net result of a round */
    int64_t deals;
};

/* The distribution of one round: each result once, the smallest first. */
struct cr_distribution {
    int64_t deals;
    size_t count;
    struct cr_result_count *at;
};

/* cr_distribution_free frees the list. On failure *out is empty. */
CR_API int cr_distribution_make(const struct cr_rules *rules, const struct cr_endings *endings,
                                const struct cr_stakes *stakes, struct cr_distribution *out,
                                struct cr_err *err);
CR_API void cr_distribution_free(struct cr_distribution *distribution);

/* Of one round, in currency units. */
CR_API double cr_distribution_mean(const struct cr_distribution *d);
CR_API double cr_distribution_std_dev(const struct cr_distribution *d);

#define CR_SESSION_QUANTILES  9 /* 1 %, 5 %, 10 %, 25 %, 50 %, 75 %, 90 %, 95 %, 99 % */
#define CR_SESSION_STEPS      10
#define CR_SESSION_ROUNDS_MAX 100000

extern CR_API const double cr_session_levels[CR_SESSION_QUANTILES];

/* The distribution of the result after `rounds` rounds. */
struct cr_session_step {
    unsigned rounds;
    double mean, std_dev; /* in currency units */
    double ahead, even;   /* the probabilities of being above zero, and at zero */
    struct cr_money quantiles[CR_SESSION_QUANTILES];
};

struct cr_session {
    unsigned step_count;
    struct cr_session_step steps[CR_SESSION_STEPS]; /* the last step is the whole session */
    struct cr_money cell; /* the grid of amounts: results between two multiples of it were split */
    double error;         /* bound for the error of the probabilities above */
};

/* rounds: 1 to CR_SESSION_ROUNDS_MAX. On failure *out is unchanged. */
CR_API int cr_session_make(const struct cr_distribution *round, unsigned rounds,
                           struct cr_session *out, struct cr_err *err);

/* Ruin means to be at or below zero after some round of the session. bankroll: the smallest one
 * with which the probability of ruin is at most `wanted` (0 < wanted < 1). chance: the probability
 * with the bankroll `given`; zero where `given` is zero. Amounts are rounded up to whole cells. */
#define CR_RUIN_POINTS 24

struct cr_ruin {
    struct cr_money bankroll;
    double chance;
    struct cr_money cell;
    /* The probability by bankroll: points from one cell up to twice what is needed. */
    unsigned point_count;
    struct {
        struct cr_money bankroll;
        double chance;
    } points[CR_RUIN_POINTS];
};
CR_API int cr_ruin_make(const struct cr_distribution *round, unsigned rounds, double wanted,
                        struct cr_money given, struct cr_ruin *out, struct cr_err *err);

/* Seats of one table share a dealer's hand or a board, so they win and lose together. The variance
 * of a round with n seats is n * std_dev² + n * (n - 1) * covariance, in Antes. */
struct cr_seat_covariance {
    double covariance, std_error; /* of two seats, by simulation */
    double std_dev;               /* of one seat, exactly */
};

/* Estimates the covariance by dealing, playing and settling that many rounds (at least 16) with
 * every seat taken, under the best play. The same seed gives the same figures on any number of
 * threads. */
CR_API int cr_seat_covariance(const struct cr_rules *rules, uint64_t rounds, uint64_t seed,
                              struct cr_seat_covariance *out, struct cr_err *err);

#ifdef __cplusplus
}
#endif
#endif
