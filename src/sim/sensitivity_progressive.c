/* The sensitivity of a progressive: the value of each award and of the amount on each meter. All
 * figures are linear in them, so every line is answered at once. */
#include "sim/practice_internal.h"

#include "base/json_write.h"
#include "base/money.h"
#include "os/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PATH_BYTES 64

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

struct progressive_figures {
    const struct cr_progressive *progressive;
    struct cr_category_counts counts;
    struct cr_progressive_analysis analysis;
    struct cr_meter_analysis meters[CR_METERS];
};

static int figures_fill(const struct cr_progressive *progressive, struct progressive_figures *out,
                        struct cr_err *err)
{
    double std_dev, house_share;
    out->progressive = progressive;
    cr_five_card_counts(&out->counts);
    int rc = cr_analyze_progressive(progressive, &out->counts, &out->analysis, err);
    if (rc == CR_OK)
        rc = cr_analyze_meters(progressive, &out->counts, 0, 0, out->meters, &std_dev, &house_share,
                               err);
    return rc;
}

/* ---- Awards ---- */

/* Writes the line of a fixed award raised by one bet. */
static int write_award(struct ask *a, const struct progressive_figures *f,
                       const struct cr_award_figures *award, struct text *t)
{
    struct cr_progressive changed = *f->progressive;
    struct cr_progressive_analysis after;
    struct cr_money *amount = &changed.awards[award->category].amount;
    const char *hand = cr_category_name(award->category);
    char path[PATH_BYTES], delta[CR_MONEY_TEXT_MAX + 1];
    const struct cr_money before = *amount;
    *amount = money_add(before, changed.bet);
    int rc = cr_analyze_progressive(&changed, &f->counts, &after, &a->err);
    if (rc != CR_OK)
        return rc;
    snprintf(path, sizeof path, "awards.%s", hand);
    delta[0] = '+';
    cr_money_format(changed.bet, delta + 1);
    const double base = f->analysis.exact.house_advantage;
    json_open(t, NULL, '{');
    json_text(t, "path", path);
    json_text(t, "label", hand);
    json_text(t, "of", "progressive");
    json_money(t, "pays", before);
    json_text(t, "delta", delta);
    json_money(t, "becomes", *amount);
    json_number(t, "base_edge", base);
    json_number(t, "house_edge", after.exact.house_advantage);
    json_number(t, "change", after.exact.house_advantage - base);
    json_number(t, "return_change", cr_rational_value(award->probability));
    json_close(t, '}');
    return CR_OK;
}

static int write_awards(struct ask *a, const struct progressive_figures *f, const char *path,
                        struct text *t)
{
    unsigned written = 0;
    int rc = CR_OK;
    for (unsigned i = 0; i < f->analysis.award_count && rc == CR_OK; i++) {
        const struct cr_award_figures *award = &f->analysis.awards[i];
        char own[PATH_BYTES];
        snprintf(own, sizeof own, "awards.%s", cr_category_name(award->category));
        if (f->progressive->awards[award->category].kind == CR_AWARD_FIXED &&
            (!path || strcmp(path, own) == 0)) {
            rc = write_award(a, f, award, t);
            written++;
        }
    }
    if (rc == CR_OK && path && written == 0)
        return ask_fault(a, CR_E_INPUT, "path", "no fixed award of %s is called that",
                         f->progressive->name);
    return rc;
}

/* ---- Meters ---- */

/* The mean payment of one bet with the meters at their averages; *taken: the part of one meter that
 * a bet takes on average. */
static double mean_pays(const struct progressive_figures *f, unsigned meter, double *taken)
{
    double mean = 0;
    *taken = 0;
    for (unsigned i = 0; i < f->analysis.award_count; i++) {
        const struct cr_award *award = &f->progressive->awards[f->analysis.awards[i].category];
        const double odds = cr_rational_value(f->analysis.awards[i].probability);
        const double share = (double)award->ppm / CR_PPM;
        if (award->kind == CR_AWARD_FIXED)
            mean += odds * units(award->amount);
        if (award->kind != CR_AWARD_PERCENT)
            continue;
        mean += odds * share * f->analysis.exact.average_jackpot[award->from];
        if (award->from == meter)
            *taken += odds * share;
    }
    return mean;
}

#define POINTS_MAX 8

static void add_point(double points[POINTS_MAX], unsigned *count, double value)
{
    unsigned at = *count;
    if (!isfinite(value) || value < 0)
        return;
    while (at > 0 && points[at - 1] > value) {
        points[at] = points[at - 1];
        at--;
    }
    points[at] = value;
    ++*count;
}

static void write_meter(const struct progressive_figures *f, unsigned m, struct text *t)
{
    static const double parts[] = {0.5, 0.9, 1, 1.1, 1.5, 2};
    const struct cr_meter_rules *meter = &f->progressive->meters[m];
    const double average = f->analysis.exact.average_jackpot[m], bet = units(f->progressive->bet);
    double points[POINTS_MAX], taken;
    unsigned count = 0;
    const double mean = mean_pays(f, m, &taken), even = f->meters[m].break_even;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        add_point(points, &count, parts[i] * average);
    add_point(points, &count, units(meter->seed));
    add_point(points, &count, even);
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, meter, name, seed);
    json_number(t, "average", average);
    json_number(t, "break_even", even < 0 ? 0 : even);
    json_number(t, "return_per_1000", taken * 1000 / bet);
    json_open(t, "points", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(t, NULL, '{');
        json_number(t, "meter", points[i]);
        json_number(t, "return", (mean + taken * (points[i] - average)) / bet);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_close(t, '}');
}

int sensitivity_progressive(struct ask *a, const struct cr_progressive *progressive,
                            const char *path, struct text *t)
{
    const int64_t began = clock_mono_ms();
    struct progressive_figures f;
    int rc = figures_fill(progressive, &f, &a->err);
    if (rc != CR_OK)
        return rc;
    sensitivity_open(t, "progressive", progressive->name, progressive->hash,
                     f.analysis.exact.house_advantage);
    rc = write_awards(a, &f, path, t);
    json_close(t, ']');
    json_open(t, "meters", '[');
    for (unsigned m = 0; m < progressive->meter_count; m++)
        write_meter(&f, m, t);
    json_close(t, ']');
    json_count(t, "took_ms", (uint64_t)(clock_mono_ms() - began));
    json_close(t, '}');
    return rc;
}
