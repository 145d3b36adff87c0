/* The PAR sheet of a game as tables: what a laboratory holds a pay table against.
 *
 * It stands on the analysis and on the list of endings: every outcome of every wager, every result
 * of a round, how often a round wins, and between which limits the hold of many rounds lies. The
 * progressive beside it is cr_analyze_progressive with the hands of cr_endings_awards.
 */
#ifndef CROUPIER_PAR_H
#define CROUPIER_PAR_H

#include <croupier/risk.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CR_PAR_LIMITS  3 /* of a confidence of 90 %, 95 %, 99 % */
#define CR_PAR_HANDLES 6 /* of 1,000 rounds, 10,000 … 100,000,000 */

/* The normal deviates of those confidences, two-sided. */
extern CR_API const double cr_par_deviates[CR_PAR_LIMITS];

/* Between which limits the hold of so many rounds lies; the normal approximation. */
struct cr_par_hold {
    double rounds, handle; /* what is wagered in them, in Antes */
    double low[CR_PAR_LIMITS], high[CR_PAR_LIMITS];
};

struct cr_par {
    double average_wager, hold;     /* in Antes; of all that is wagered, what the house keeps */
    double hit_frequency, returned; /* rounds that win, and those that return what was bet */
    double volatility_index;        /* so far from its mean is a round, with 90 % */
    unsigned wager_count;
    struct cr_wager_returns wagers[CR_SLOTS]; /* in payment order, side bets too */
    /* The base game with an Ante with which no pay is rounded: 1, or a fraction or a multiple of it
     * where the pays ask for that. Its results divided by it are exact, in Antes. */
    struct cr_distribution round;
    struct cr_money ante;
    struct cr_par_hold holds[CR_PAR_HANDLES];
};

/* analysis: that of the same rules by cr_analyze, without an Ante: a limit on one hand's pays is a
 * matter of stakes and is left out. On success the tables are to be freed. */
CR_API int cr_par_make(const struct cr_rules *rules, const struct cr_analysis *analysis,
                       struct cr_par *out, struct cr_err *err);
CR_API void cr_par_free(struct cr_par *par);

#ifdef __cplusplus
}
#endif
#endif
