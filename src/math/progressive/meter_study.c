/* Questions about the meters of a progressive (MATH-4): when the bet becomes fair, how many bets
 * pass until a jackpot is won, and how large it is then.
 *
 * Envy is left out, because it depends on how many others play.
 */
#include "base/err.h"
#include "math/study/analysis_report.h"

#include <float.h>
#include <math.h>

const double report_quantiles[CR_QUANTILES] = {0.05, 0.25, 0.50, 0.75, 0.95};

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

/* ---- One bet ---- */

/* What an award pays with the meters at their average amounts. The bet itself is not returned. */
static double award_pays(const struct cr_award *award, const double jackpot[CR_METERS])
{
    if (award->kind == CR_AWARD_PERCENT)
        return (double)award->ppm / CR_PPM * jackpot[award->from];
    return award->kind == CR_AWARD_FIXED ? units(award->amount) : 0;
}

/* The payment of one bet in currency units: its mean and the mean of its square. */
struct moments {
    double mean, square;
};

static struct moments payment_moments(const struct cr_progressive *p,
                                      const struct cr_progressive_analysis *a)
{
    struct moments sum = {0, 0};
    for (unsigned i = 0; i < a->award_count; i++) {
        const double probability = cr_rational_value(a->awards[i].probability);
        if (probability <= 0) /* its meter may have no average */
            continue;
        const double pays = award_pays(&p->awards[a->awards[i].category], a->exact.average_jackpot);
        sum.mean += probability * pays;
        sum.square += probability * pays * pays;
    }
    return sum;
}

/* ---- One meter ---- */

/* What one bet takes from the meter on average. */
struct meter_odds {
    double whole; /* probability of its 100 % awards */
    double part;  /* sum of fraction * probability of those below */
    double fixed; /* fixed awards from it, in currency units */
};

static struct meter_odds meter_odds(const struct cr_progressive *p,
                                    const struct cr_progressive_analysis *a, unsigned m)
{
    struct meter_odds odds = {0, 0, 0};
    for (unsigned i = 0; i < a->award_count; i++) {
        const struct cr_award *award = &p->awards[a->awards[i].category];
        const double probability = cr_rational_value(a->awards[i].probability);
        if (award->kind == CR_AWARD_NONE || award->from != m)
            continue;
        if (award->kind == CR_AWARD_FIXED)
            odds.fixed += probability * units(award->amount);
        else if (award->ppm == CR_PPM)
            odds.whole += probability;
        else
            odds.part += probability * award->ppm / CR_PPM;
    }
    return odds;
}

/* The amount of this meter at which a bet is paid back `target` on average, with all other meters
 * at their averages; others: what the rest pays. Where the rest pays enough by itself the amount is
 * not above zero: the bet is always fair. INFINITY where the amount exceeds the meter's limit.
 * Where nothing is paid in percent of this meter, its amount makes no difference: -1 when the bet
 * is fair anyway, INFINITY when no amount makes it fair. */
static double break_even(double target, double others, double taken, double most)
{
    const double amount = (target - others) / taken;
    if (taken > 0)
        return amount > most ? INFINITY : amount;
    return others >= target ? -1 : INFINITY;
}

/* The most that a meter can reach: its limit, unless a reserve lifts it above that at a restart. */
static double most_of(const struct cr_meter_rules *meter)
{
    return meter->has_limit && meter->reserve_share == 0 ? units(meter->limit) : INFINITY;
}

/* The smallest n with 1 - (1 - p)^n >= q; 0: never. A quotient that misses a whole number only by
 * its rounding error must not cost a bet: p = 1/2 reaches q = 3/4 with the second. */
static double bets_until(double p, double q)
{
    if (p <= 0)
        return 0; /* never */
    if (p >= 1)
        return 1;
    const double bets = log1p(-q) / log1p(-p);
    return ceil(bets - bets * 4 * DBL_EPSILON);
}

/* The expected meter at the n-th bet after a restart, with the coin of this bet, given that none
 * of the bets before took it all.
 *
 * Without fixed and partial awards it would grow by the same amount each time. With them this is
 * the mean of its possible amounts: a bet that does not take it all leaves
 *
 *   next = this * (1 - part') + coin - fixed'
 *
 * where a prime means "given no 100 % hit". It starts from the average restart. Its mean over all n
 * is the average jackpot. */
static double expected_growth(const struct meter_odds *odds, double reset, double coin, double n)
{
    const double first = reset + coin, steps = n - 1;
    if (steps <= 0)
        return first;
    const double part = odds->part / (1 - odds->whole);
    const double gain = coin - odds->fixed / (1 - odds->whole);
    if (part <= 0)
        return fmax(0, first + steps * gain);
    const double shrunk = steps * log1p(-part); /* the logarithm of what is left of the first */
    return fmax(0, first * exp(shrunk) - expm1(shrunk) * gain / part);
}

/* Growth ends at the limit, but a restart may be above it. */
static double limited(const struct cr_meter_rules *meter, double amount, double reset)
{
    return meter->has_limit ? fmin(amount, fmax(units(meter->limit), reset)) : amount;
}

static void fill_meter(const struct cr_progressive *p, const struct cr_progressive_analysis *a,
                       unsigned m, double base_loss, struct cr_meter_analysis *out)
{
    const struct meter_odds odds = meter_odds(p, a, m);
    const double bet = units(p->bet), taken = odds.whole + odds.part;
    const double own = taken > 0 ? taken * a->exact.average_jackpot[m] : 0;
    const double others = payment_moments(p, a).mean - own;
    const double most = most_of(&p->meters[m]);
    const double coin = bet * p->meters[m].share / CR_SHARE_ALL;
    out->hit_probability = odds.whole;
    out->break_even = break_even(bet, others, taken, most);
    out->break_even_with_base = break_even(bet + base_loss, others, taken, most);
    for (unsigned i = 0; i < CR_QUANTILES; i++) {
        const double n = bets_until(odds.whole, report_quantiles[i]);
        out->bets_to_hit[i] = n;
        out->jackpot_at_hit[i] =
            n > 0
                ? limited(&p->meters[m], expected_growth(&odds, a->exact.average_reset[m], coin, n),
                          a->exact.average_reset[m])
                : 0;
    }
}

/* ---- The analysis ---- */

int cr_analyze_meters(const struct cr_progressive *progressive,
                      const struct cr_category_counts *counts, double base_edge, double ante,
                      struct cr_meter_analysis out[CR_METERS], double *std_dev, double *house_share,
                      struct cr_err *err)
{
    if (!isfinite(base_edge) || !isfinite(ante) || ante < 0)
        return err_set(err, CR_E_INPUT, "the base game's edge and Ante must be plain numbers");
    struct cr_progressive_analysis a;
    int rc = cr_analyze_progressive(progressive, counts, &a, err);
    if (rc)
        return rc;
    for (unsigned m = 0; m < CR_METERS; m++) {
        out[m] = (struct cr_meter_analysis){0};
        if (m < progressive->meter_count)
            fill_meter(progressive, &a, m, base_edge * ante, &out[m]);
    }
    const struct moments payment = payment_moments(progressive, &a);
    *std_dev =
        sqrt(fmax(0, payment.square - payment.mean * payment.mean)) / units(progressive->bet);
    *house_share = a.exact.house_advantage;
    return CR_OK;
}
