/* The figures of a progressive side bet (MATH-4): tables A.7 to A.13 of the maker's manual, for
 * any pay table, exactly and with the manual's rounding.
 *
 * A bet adds c to a meter and d to its reserve. With probability w it wins the whole meter, which
 * then restarts from its seed and its reserve; with probability p it wins a part f of it; fixed
 * awards take F from it on average. What the hand will be does not depend on the meter, so the
 * meter that a winner finds is on average the one that any bet finds, J. In the long run as much
 * goes in as comes out:
 *
 *   c + d + seed * w = F + (w + sum of f * p) * J
 *
 * and so, with R = seed + d / w, the average it restarts from,
 *
 *   J = (R + (c - F) / w) / (1 + sum of f * p / w)
 *
 * which is the manual's average jackpot. The house keeps its share less what it pays from the
 * tray and the seeds. What the manual leaves out are a meter's ends (meter_chain.h): contributions
 * that its limit keeps out (REG-7), which are taken off c and stay with the house, and fixed awards
 * that it cannot cover (MET-4), which are taken off F and paid by the house. Not considered, as in
 * the manual: what rounding to the cent leaves in it.
 */
#include "base/check.h"
#include "base/err.h"
#include "math/progressive/meter_chain.h"
#include "math/progressive/progressive_figures.h"
#include "math/rational.h"

#include <croupier/analysis.h>

#include <math.h>

void cr_five_card_counts(struct cr_category_counts *out)
{
    *out = (struct cr_category_counts){
        .of = {[CR_HIGH_CARD] = 1302540,
               [CR_PAIR] = 1098240,
               [CR_TWO_PAIR] = 123552,
               [CR_THREE_OF_A_KIND] = 54912,
               [CR_STRAIGHT] = 10200,
               [CR_FLUSH] = 5108,
               [CR_FULL_HOUSE] = 3744,
               [CR_FOUR_OF_A_KIND] = 624,
               [CR_STRAIGHT_FLUSH] = 36,
               [CR_ROYAL_FLUSH] = 4},
        .total = 2598960,
    };
}

/* Checks the counts. Their sum may be less than the total: a fold that forfeits the bet leaves
 * hands uncounted. */
static int check_counts(const struct cr_category_counts *counts, struct cr_err *err)
{
    int64_t left = counts->total;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        if (counts->of[c] < 0 || counts->of[c] > left)
            return err_set(err, CR_E_INPUT,
                           "the counts of hands are negative or more than their total");
        left -= counts->of[c];
    }
    if (counts->total <= 0)
        return err_set(err, CR_E_INPUT, "the counts of hands have no total");
    return CR_OK;
}

/* ---- The manual's rounding ---- */

#define TWELVE_DECIMALS INT64_C(1000000000000)
#define EIGHT_DECIMALS  INT64_C(100000000)

static int64_t round_to(int64_t count, int64_t total, int64_t parts)
{
    return (int64_t)(((wide)count * parts * 2 + total) / ((wide)total * 2));
}

/* The distribution with which the manual calculates, in parts of 10^12: the royal flush at twelve
 * decimals, every other hand at eight; "Nothing" is the rest of the whole, which is why it reads
 * 0.50117738 and not …739. */
static void round_counts(const struct cr_category_counts *counts, struct cr_category_counts *out)
{
    int64_t all = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        all += counts->of[c];
    int64_t left = round_to(all, counts->total, TWELVE_DECIMALS);
    out->total = TWELVE_DECIMALS;
    for (unsigned c = CR_ROYAL_FLUSH; c > CR_HIGH_CARD; c--) {
        const int64_t parts = c == CR_ROYAL_FLUSH ? TWELVE_DECIMALS : EIGHT_DECIMALS;
        out->of[c] = round_to(counts->of[c], counts->total, parts) * (TWELVE_DECIMALS / parts);
        left -= out->of[c];
    }
    out->of[CR_HIGH_CARD] = left > 0 ? left : 0;
}

/* ---- Sums over awards ---- */

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

static double share(uint32_t billionths)
{
    return (double)billionths / CR_SHARE_ALL;
}

/* Fixed awards from one source (a meter, or CR_FROM_TRAY), in millionths, summed over all hands.
 * The sum fits: ten amounts of at most 2^50, with counts of at most 2^63 together. */
static wide fixed_from(const struct cr_progressive *p, const struct cr_category_counts *counts,
                       unsigned from)
{
    wide sum = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind == CR_AWARD_FIXED && p->awards[c].from == from)
            sum += (wide)p->awards[c].amount.micro * counts->of[c];
    return sum;
}

static wide fixed_from_meters(const struct cr_progressive *p,
                              const struct cr_category_counts *counts)
{
    wide sum = 0;
    for (unsigned m = 0; m < p->meter_count; m++)
        sum += fixed_from(p, counts, m);
    return sum;
}

static int64_t hits(const struct cr_progressive *p, const struct cr_category_counts *counts)
{
    int64_t sum = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind != CR_AWARD_NONE)
            sum += counts->of[c];
    return sum;
}

/* ---- One meter ---- */

/* The flow of money of one meter: means per bet, in currency units. */
struct flow {
    double whole;    /* probability of its 100 % awards */
    double part;     /* sum of fraction * probability of those below */
    double fixed;    /* fixed awards from it, with the part that the house pays … */
    double funded;   /* … which is this part (MET-4) */
    double income;   /* share, reserve and seeds, with what its limit keeps out … */
    double overflow; /* … which is this part (REG-7) */
    double reset;    /* average amount that it restarts with; its seed where it never does */
};

/* The course of one meter: its contributions, and its awards with their probabilities. */
static struct meter_course meter_course(const struct cr_progressive *p,
                                        const struct cr_category_counts *counts, unsigned m)
{
    const struct cr_meter_rules *meter = &p->meters[m];
    const double bet = units(p->bet);
    int64_t whole = 0;
    struct meter_course course = {.coin = bet * share(meter->share),
                                  .reserve_coin = bet * share(meter->reserve_share),
                                  .seed = units(meter->seed),
                                  .limit = meter->has_limit ? units(meter->limit) : INFINITY};
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *award = &p->awards[c];
        const double probability = (double)counts->of[c] / (double)counts->total;
        if (award->kind == CR_AWARD_NONE || award->from != m || counts->of[c] == 0)
            continue;
        if (award->kind == CR_AWARD_FIXED) {
            course.fixed[course.fixed_count].amount = units(award->amount);
            course.fixed[course.fixed_count++].probability = probability;
        } else if (award->ppm == CR_PPM) {
            whole += counts->of[c];
        } else {
            course.parts[course.part_count].part = (double)award->ppm / CR_PPM;
            course.parts[course.part_count++].probability = probability;
        }
    }
    course.whole = (double)whole / (double)counts->total;
    return course;
}

/* False when memory is short. */
static bool meter_flow(const struct cr_progressive *p, const struct cr_category_counts *counts,
                       unsigned m, unsigned grid, struct flow *out)
{
    const struct meter_course course = meter_course(p, counts, m);
    struct meter_ends ends;
    wide part = 0; /* in millionths of the meter */
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind == CR_AWARD_PERCENT && p->awards[c].from == m &&
            p->awards[c].ppm < CR_PPM)
            part += (wide)counts->of[c] * p->awards[c].ppm;
    if (!meter_ends(&course, grid, &ends))
        return false;
    *out = (struct flow){.whole = course.whole,
                         .part = (double)part / CR_PPM / (double)counts->total,
                         .fixed = (double)fixed_from(p, counts, m) / CR_MICRO_PER_UNIT /
                                  (double)counts->total,
                         .funded = ends.funded,
                         .income = course.coin,
                         .overflow = ends.overflow,
                         .reset = course.seed};
    if (out->whole > 0) {
        out->income += course.reserve_coin + out->reset * out->whole;
        out->reset += course.reserve_coin / out->whole;
    }
    return true;
}

/* The average jackpot J. The formula also holds without a 100 % award: J is then the level at which
 * partial awards take what comes in. A meter of which no percentage is ever paid has no jackpot:
 * NAN. */
static double average_jackpot(const struct flow *f)
{
    const double taken = f->whole + f->part;
    const double left = f->income - f->overflow - (f->fixed - f->funded);
    return taken > 0 ? fmax(0, left) / taken : NAN;
}

/* ---- The analysis ---- */

bool progressive_figures(const struct cr_progressive *p, const struct cr_category_counts *counts,
                         unsigned grid, struct cr_progressive_figures *out)
{
    const double total = (double)counts->total, bet = units(p->bet);
    const double scale = (double)p->bet.micro * total;
    *out = (struct cr_progressive_figures){
        .hit_frequency = (double)hits(p, counts) / total,
        .fixed_from_meter = (double)fixed_from_meters(p, counts) / scale,
        .fixed_not_from_meter = (double)fixed_from(p, counts, CR_FROM_TRAY) / scale,
    };
    out->house_advantage = share(p->house_share) - out->fixed_not_from_meter;
    for (unsigned m = 0; m < p->meter_count; m++) {
        struct flow f;
        if (!meter_flow(p, counts, m, grid, &f))
            return false;
        out->average_reset[m] = f.reset;
        out->average_jackpot[m] = average_jackpot(&f);
        out->house_funded[m] = f.funded;
        out->overflow[m] = f.overflow;
        out->house_advantage -= (units(p->meters[m].seed) * f.whole + f.funded - f.overflow) / bet;
    }
    return true;
}

/* Fills in the awards, the royal flush first. */
static bool fill_awards(const struct cr_progressive *p, const struct cr_category_counts *counts,
                        const struct cr_category_counts *rounded,
                        struct cr_progressive_analysis *out)
{
    bool fits = true;
    out->award_count = CR_CATEGORIES;
    for (unsigned i = 0; i < CR_CATEGORIES; i++) {
        const unsigned c = CR_ROYAL_FLUSH - i;
        struct cr_award_figures *award = &out->awards[i];
        award->category = (enum cr_category)c;
        fits &= rational_reduce(counts->of[c], counts->total, &award->probability);
        award->printed_probability = (double)rounded->of[c] / (double)rounded->total;
        if (p->awards[c].kind == CR_AWARD_FIXED)
            award->contribution =
                units(p->awards[c].amount) * (double)counts->of[c] / (double)counts->total;
    }
    return fits;
}

bool progressive_envy(const struct cr_progressive *p, const struct cr_category_counts *counts,
                      struct cr_rational *out)
{
    wide sum = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind != CR_AWARD_NONE)
            sum += (wide)p->awards[c].envy.micro * counts->of[c];
    return rational_reduce(sum, (wide)CR_MICRO_PER_UNIT * counts->total, out);
}

int cr_analyze_progressive(const struct cr_progressive *progressive,
                           const struct cr_category_counts *counts,
                           struct cr_progressive_analysis *out, struct cr_err *err)
{
    int rc = check_counts(counts, err);
    if (rc)
        return rc;
    CHECK(progressive->bet.micro > 0 && progressive->meter_count <= CR_METERS);
    struct cr_category_counts rounded;
    round_counts(counts, &rounded);
    struct cr_progressive_analysis a = {0};
    const wide scale = (wide)progressive->bet.micro * counts->total;
    if (!fill_awards(progressive, counts, &rounded, &a) ||
        !rational_reduce(hits(progressive, counts), counts->total, &a.hit_frequency) ||
        !rational_reduce(fixed_from_meters(progressive, counts), scale, &a.fixed_from_meter) ||
        !rational_reduce(fixed_from(progressive, counts, CR_FROM_TRAY), scale,
                         &a.fixed_not_from_meter) ||
        !progressive_envy(progressive, counts, &a.envy_per_seat))
        return err_set(err, CR_E_RANGE,
                       "%s: an exact figure has too many digits; give the awards in rounder "
                       "amounts",
                       progressive->name);
    if (!progressive_figures(progressive, counts, METER_GRID, &a.exact) ||
        !progressive_figures(progressive, &rounded, METER_GRID, &a.printed))
        return err_set(err, CR_E_RANGE, "not enough memory for the meters");
    *out = a;
    return CR_OK;
}
