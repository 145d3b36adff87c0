/* MET-4, REG-7: progressives drawn at random whose meters run dry or reach their limit. Their
 * analysis is compared with simulated bets on the same meters that tables use. The argument is the
 * number of progressives. */
#include "game/meters/meters.h"
#include "support/extreme_files.h"

#include <croupier/analysis.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned files = 30;

/* Winning hands come often, so that a simulation reaches the long-run averages. */
static const struct cr_category_counts frequent = {.of = {[CR_HIGH_CARD] = 60000,
                                                          [CR_PAIR] = 20000,
                                                          [CR_TWO_PAIR] = 10000,
                                                          [CR_THREE_OF_A_KIND] = 5000,
                                                          [CR_STRAIGHT] = 2000,
                                                          [CR_FLUSH] = 1500,
                                                          [CR_FULL_HOUSE] = 700,
                                                          [CR_FOUR_OF_A_KIND] = 300,
                                                          [CR_STRAIGHT_FLUSH] = 200,
                                                          [CR_ROYAL_FLUSH] = 300},
                                                   .total = 100000};

#define BATCHES 20
#define BETS    50000 /* in each batch */

/* A simulated figure: the sum and the sum of squares of its means over batches. */
struct played {
    double sum, squares;
};

struct run {
    struct cr_progressive progressive;
    struct cr_meters meters;
    struct rng rng;
    struct played jackpot, funded, overflow, house;
};

static double units(struct cr_money m)
{
    return (double)m.micro / CR_MICRO_PER_UNIT;
}

static enum cr_category draw(struct rng *rng)
{
    int64_t at = rng_below(rng, (unsigned)frequent.total);
    unsigned c = 0;
    while (at >= frequent.of[c])
        at -= frequent.of[c++];
    return (enum cr_category)c;
}

static void add_batch(struct played *p, double mean)
{
    p->sum += mean;
    p->squares += mean * mean;
}

static void play_batch(struct run *r, bool counts)
{
    double jackpot = 0, funded = 0, house = 0;
    const double before = units(r->meters.meters[0].overflow);
    for (unsigned n = 0; n < BETS; n++) {
        house += units(meters_contribute(&r->progressive, &r->meters, 1));
        jackpot += units(r->meters.meters[0].amount);
        const struct cr_award *award = &r->progressive.awards[draw(&r->rng)];
        if (award->kind == CR_AWARD_NONE)
            continue;
        const struct meters_hit hit =
            meters_pay(&r->progressive, &r->meters, award, cr_money_from_micro(INT64_MAX));
        funded += units(hit.house_funded);
        house -= units(hit.house_funded) + units(hit.reseeded) +
                 (award->from == CR_FROM_TRAY ? units(hit.amount) : 0);
    }
    const double overflow = units(r->meters.meters[0].overflow) - before;
    if (!counts)
        return;
    add_batch(&r->jackpot, jackpot / BETS);
    add_batch(&r->funded, funded / BETS);
    add_batch(&r->overflow, overflow / BETS);
    add_batch(&r->house, (house + overflow) / BETS);
}

/* The analysis may differ from the simulation by six standard errors and by what it does not model:
 * cents lost to rounding, limits that are hardly ever met, and the remaining error of its grid. */
static void hold(const char *what, double is, const struct played *p, double least,
                 const char *yaml)
{
    const double mean = p->sum / BATCHES;
    const double error = sqrt(fmax(0, p->squares / BATCHES - mean * mean) / (BATCHES - 1));
    if (!(fabs(is - mean) <= 6 * error + 0.01 * fabs(mean) + least))
        fail_msg("%s: %.6f analysed, %.6f bet by bet, standard error %.6f\n%s", what, is, mean,
                 error, yaml);
}

static void hold_one(struct rng *rng)
{
    struct text yaml = {0};
    struct run *r = calloc(1, sizeof *r);
    struct cr_progressive_analysis a;
    struct cr_err err = {0};
    assert_non_null(r);
    short_progressive(rng, &yaml);
    if (cr_progressive_parse("short", yaml.data, yaml.len, &r->progressive, &err) != CR_OK ||
        cr_analyze_progressive(&r->progressive, &frequent, &a, &err) != CR_OK)
        fail_msg("%s\n%s", err.text, yaml.data);
    r->rng = (struct rng){rng_below(rng, 1000000)};
    cr_meters_init(&r->progressive, &r->meters);
    for (unsigned i = 0; i <= BATCHES; i++)
        play_batch(r, i > 0); /* the first batch only settles the meter and is not counted */
    if (!isnan(a.exact.average_jackpot[0]))
        hold("average jackpot", a.exact.average_jackpot[0], &r->jackpot, 0.3, yaml.data);
    hold("house funded", a.exact.house_funded[0], &r->funded, 0.0003, yaml.data);
    hold("overflow", a.exact.overflow[0], &r->overflow, 0.0003, yaml.data);
    hold("house advantage", a.exact.house_advantage, &r->house, 0.0006, yaml.data);
    text_free(&yaml);
    free(r);
}

static void meters_that_meet_their_ends(void **state)
{
    struct rng rng = {12};
    (void)state;
    for (unsigned i = 0; i < files; i++)
        hold_one(&rng);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meters_that_meet_their_ends)};
    if (argc > 1)
        files = (unsigned)strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests_name("meters at their ends", tests, NULL, NULL);
}
