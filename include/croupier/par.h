/* The PAR sheet of a game as tables, with which a laboratory compares a pay table.
 *
 * It is made from the analysis and the list of endings: every outcome of every wager, every result
 * of a round, how often a round wins, and the limits between which the hold of many rounds lies.
 * For the progressive use cr_analyze_progressive with the hands of cr_endings_awards.
 */
#ifndef CROUPIER_PAR_H
#define CROUPIER_PAR_H

#include <croupier/risk.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CR_PAR_LIMITS  3 /* limits with a confidence of 90 %, 95 %, 99 % */
#define CR_PAR_HANDLES 6 /* for 1,000 rounds, 10,000 … 100,000,000 */

/* The normal deviates of those confidences, two-sided. */
extern CR_API const double cr_par_deviates[CR_PAR_LIMITS];

/* The limits between which the hold of that many rounds lies, by the normal approximation. */
struct cr_par_hold {
    double rounds, handle; /* handle: the sum of all wagers, in Antes */
    double low[CR_PAR_LIMITS], high[CR_PAR_LIMITS];
};

struct cr_par {
    double average_wager, hold; /* in Antes; the part of all wagers that the house keeps */
    /* The parts of all rounds with a net win, and with a net result of zero. */
    double hit_frequency, returned;
    double volatility_index; /* with 90 % a round is within this distance of its mean, in Antes */
    unsigned wager_count;
    struct cr_wager_returns wagers[CR_SLOTS]; /* in payment order, side bets included */
    /* The results of the base game with an Ante at which no pay is rounded: 1 or, where the pays
     * require it, another amount. Divided by that Ante they are exact, in Antes. */
    struct cr_distribution round;
    struct cr_money ante;
    struct cr_par_hold holds[CR_PAR_HANDLES];
};

/* analysis: of the same rules, by cr_analyze without an Ante. A limit on one hand's pays depends on
 * the stakes and is left out. On success cr_par_free frees the tables. */
CR_API int cr_par_make(const struct cr_rules *rules, const struct cr_analysis *analysis,
                       struct cr_par *out, struct cr_err *err);
CR_API void cr_par_free(struct cr_par *par);

#ifdef __cplusplus
}
#endif
#endif
