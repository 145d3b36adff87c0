/* A progressive beside a base game whose folds and limits change what the progressive pays (UTH-6,
 * UTH-15, PG-1): the figures against an independent count of all deals, and against rounds that are
 * dealt, decided and settled.
 *
 * Usage: test_progressive_beside [RULES…]: the rules files whose rounds are settled; pg-flush if
 * none is named. */
#include "game/round/settle.h"
#include "math/simulate/simulate.h"
#include "math/study/study.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* It is large, so it is allocated. */
struct made {
    struct subject subject;
    struct cr_rules rules;
    struct analyses analyses;
    struct study study;
};

/* Studies a progressive beside the rules in m, or beside the base game that the shipped file names.
 */
static const struct progressive_report *study(struct made *m, const char *name, bool has_rules)
{
    const struct study_options options = {.rules = has_rules ? &m->rules : NULL,
                                          .ante = cr_money_from_units(10)};
    struct cr_err err = {0};
    if (name)
        assert_int_equal(cr_progressive_load(name, &m->subject.progressive, NULL), CR_OK);
    m->subject.is_progressive = true;
    if (study_run(&m->study, &m->analyses, &m->subject, &options, &err) != CR_OK)
        fail_msg("%s", err.text);
    return &m->study.progressive;
}

static struct made *made_new(const char *rules)
{
    struct made *m = calloc(1, sizeof *m);
    assert_non_null(m);
    if (rules)
        assert_int_equal(cr_rules_load(rules, &m->rules, NULL), CR_OK);
    return m;
}

static void assert_close(double is, double expected)
{
    if (!(fabs(is - expected) <= 5e-9))
        fail_msg("%.12f, not %.12f", is, expected);
}

/* ---- Envy ---- */

/* A seat that folded gets no Envy, whoever wins. The figures are from an independent count of all
 * deals of two seats. */
static void envy_is_for_seats_that_did_not_fold(void **state)
{
    (void)state;
    struct made *m = made_new(NULL);
    const struct progressive_report *report = study(m, "cn", false);
    assert_true(report->has_folded);
    assert_close(cr_rational_value(report->dealt.figures.envy_per_seat), 0.0056945855265);
    assert_close(cr_rational_value(report->folded.figures.envy_per_seat), 0.0046948755847);
    free(m);
}

/* Makes Envy frequent, so that a simulation can measure it. All awards but one are fixed and paid
 * from the tray, so whatever is won beyond them is Envy. */
static void make_common_envy(struct cr_progressive *p)
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        p->awards[c] = (struct cr_award){.kind = c >= CR_PAIR ? CR_AWARD_FIXED : CR_AWARD_NONE,
                                         .from = c == CR_ROYAL_FLUSH ? 0 : CR_FROM_TRAY,
                                         .amount = cr_money_from_units(1),
                                         .envy = cr_money_from_units(c == CR_PAIR ? 3 : 1)};
}

/* The mean Envy of a seat over settled rounds; *error is its standard error. */
static double simulated_envy(const struct made *m, uint64_t rounds, double *error)
{
    struct cr_err err = {0};
    struct strategy *strategy =
        strategy_new(&m->rules, &m->study.made->analysis, STRATEGY_OPTIMAL, false, &err);
    struct simulate_sums sums;
    assert_non_null(strategy);
    const struct simulate_options options = {.rounds = rounds,
                                             .seed = 3,
                                             .seats = 2,
                                             .progressive = &m->subject.progressive,
                                             .settle = settle_checked,
                                             .decide = strategy_decide_all,
                                             .decide_context = strategy};
    if (simulate(&m->rules, &options, &sums, &err) != CR_OK)
        fail_msg("%s", err.text);
    const struct simulate_sum *all = &sums.lines[SIMULATE_PROGRESSIVE];
    const double seats = 2 * (double)rounds, bet = (double)m->subject.progressive.bet.micro;
    const double mean = (double)all->sum / (double)rounds;
    *error = sqrt(((double)all->squares / (double)rounds - mean * mean) / (double)rounds) / 2 /
             CR_MICRO_PER_UNIT;
    strategy_free(strategy);
    return ((double)(all->sum - sums.lines[SIMULATE_FIXED].sum) / seats + bet) / CR_MICRO_PER_UNIT;
}

static const char *const *settled_rules;
static unsigned settled_count;

static void envy_is_what_settled_rounds_pay(void **state)
{
    (void)state;
    const char *const *rules = settled_rules;
    for (unsigned i = 0; i < settled_count; i++) {
        struct made *m = made_new(rules[i]);
        double error;
        m->rules.fold_forfeits |= (uint8_t)(1u << cr_slot_find(m->rules.game, "progressive", 11));
        assert_int_equal(cr_progressive_load("cn", &m->subject.progressive, NULL), CR_OK);
        m->subject.progressive.meter_count = 1;
        make_common_envy(&m->subject.progressive);
        const struct progressive_report *report = study(m, NULL, true);
        assert_true(report->has_folded);
        const double exact = cr_rational_value(report->folded.figures.envy_per_seat);
        const double dealt = cr_rational_value(report->dealt.figures.envy_per_seat);
        const double is = simulated_envy(m, 100000, &error);
        assert_true(error > 0 && error < 0.01);
        if (fabs(is - exact) > 4 * error)
            fail_msg("%s: %.6f settled, %.6f expected, error %.6f", rules[i], is, exact, error);
        assert_true(dealt - exact > 5 * error); /* the simulation can tell the two apart */
        free(m);
    }
}

/* ---- Folds of pg ---- */

static void folds_of_pg_forfeit_awards(void **state)
{
    (void)state;
    struct made *m = made_new("pg-flush");
    assert_false(study(m, "ptha-2", true)->has_folded); /* PG-7: a fold keeps the progressive */
    m->rules.fold_forfeits |= (uint8_t)(1u << cr_slot_find(m->rules.game, "progressive", 11));
    m->rules.hash[0] ^= 1;
    const struct progressive_report *report = study(m, "ptha-2", true);
    assert_true(report->has_folded);
    assert_close(report->folded.figures.exact.hit_frequency, 0.07285530);
    assert_close(report->folded.figures.exact.fixed_not_from_meter, 0.18780682);
    assert_true(fabs(report->folded.figures.exact.house_advantage - 0.116802) < 5e-7);
    free(m);
}

/* ---- A limit on a round's fixed awards ---- */

static void fixed_awards_are_cut_to_the_limit_of_a_round(void **state)
{
    (void)state;
    struct made *m = made_new("pg-flush");
    m->rules.has_aggregate_limit = true;
    m->rules.aggregate_limit = cr_money_from_units(100);
    const struct progressive_report *report = study(m, "ptha-2", true);
    assert_true(report->is_cut);
    /* four of a kind pays 100 instead of 500; 624, 3,744 and 5,108 hands of 2,598,960 */
    assert_close(report->dealt.figures.exact.fixed_from_meter,
                 (624 * 100.0 + 3744 * 100.0 + 5108 * 50.0) / 2598960);
    m->rules.aggregate_limit = cr_money_from_units(500);
    report = study(m, "ptha-2", true);
    assert_false(report->is_cut);
    assert_close(report->dealt.figures.exact.fixed_from_meter, 0.36237572105);
    free(m);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"pg-flush"};
    settled_rules = argc > 1 ? (const char *const *)argv + 1 : usual;
    settled_count = argc > 1 ? (unsigned)argc - 1 : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(envy_is_for_seats_that_did_not_fold),
        cmocka_unit_test(envy_is_what_settled_rounds_pay),
        cmocka_unit_test(folds_of_pg_forfeit_awards),
        cmocka_unit_test(fixed_awards_are_cut_to_the_limit_of_a_round),
    };
    return cmocka_run_group_tests_name("progressives beside a base game", tests, NULL, NULL);
}
