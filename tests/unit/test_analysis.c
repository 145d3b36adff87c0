/* The analysis of whole base games: the manual's tables and headline figures (MATH-1, MATH-2), the
 * published figures of Ultimate Texas Hold'em (MATH-5), and edited rules against the analysis of
 * single positions, which shares no code with the kernels.
 *
 * Usage: test_analysis [sizes]. With "sizes", the tests of Trips of any size and of large Antes,
 * which need an analysis for each size; without it, all other tests. */
#include "data/manual_base_game.h"
#include "math/games/pg.h"
#include "math/games/uth.h"
#include "math/rational.h"
#include "support/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct cr_rules load(const char *name)
{
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(name, &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

static const struct cr_analysis *analysis_of(const char *name)
{
    static struct cr_analysis analysis;
    struct cr_rules rules = load(name);
    struct cr_err err = {0};
    if (cr_analyze(&rules, NULL, &analysis, &err) != CR_OK)
        fail_msg("%s", err.text);
    return &analysis;
}

static void same_exact(struct cr_rational r, const char *text)
{
    char is[CR_RATIONAL_TEXT_MAX];
    cr_rational_format(r, is);
    assert_string_equal(is, text);
}

/* The value as a percentage with that many decimals must read as printed. */
static void same_percent(double value, int decimals, const char *printed)
{
    char is[32];
    snprintf(is, sizeof is, "%.*f", decimals, 100 * value);
    assert_string_equal(is, printed);
}

static double frequency(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->frequency_count; i++)
        if (strcmp(a->frequencies[i].name, name) == 0)
            return cr_rational_value(a->frequencies[i].value);
    fail_msg("no frequency %s", name);
    return 0;
}

/* The starting hands that fold, in the order of the analysis's list, must be these. */
static void same_folds(const struct cr_analysis *a, const char *expected)
{
    char folds[256] = "";
    for (unsigned i = 0; i < a->start_count; i++)
        if (strcmp(a->starts[i].decision, "fold") == 0)
            snprintf(folds + strlen(folds), sizeof folds - strlen(folds), "%s%s",
                     folds[0] ? " " : "", a->starts[i].hand);
    assert_string_equal(folds, expected);
}

/* ---- The manual ---- */

static void the_manuals_figures_come_out(void **state)
{
    (void)state;
    const struct cr_analysis *a = analysis_of("pg-flush");
    same_percent(a->house_edge, 4, "5.5935");
    same_percent(a->element_of_risk, 4, "1.4744"); /* 1.4743 in the manual: an erratum */
    same_percent(frequency(a, "fold"), 4, "5.4299");
    same_percent(cr_rational_value(a->average_wager) / 100, 4, "3.7939");
    same_folds(a, "72o 62o 52o 43o 42o 32o");
    same_exact(a->ev, "-19447087313/347672625300");
    a = analysis_of("pg-straight");
    same_percent(a->house_edge, 2, "2.04");
    same_percent(a->element_of_risk, 2, "0.53");
    same_percent(frequency(a, "fold"), 4, "4.5249");
    same_percent(cr_rational_value(a->average_wager) / 100, 4, "3.8181");
    same_folds(a, "72o 62o 52o 42o 32o");
    same_exact(a->ev, "-578107733/28381438800");
}

static void same_cell(struct cr_rational r, const struct manual_outcomes *table, unsigned result,
                      unsigned river)
{
    char is[MANUAL_TEXT_MAX];
    const char *correct = table->correct[result][river];
    manual_percent(r.num, r.den, is);
    assert_string_equal(is, correct ? correct : table->printed[result][river]);
}

static void same_column(const struct cr_outcome_counts *counts, const struct manual_outcomes *table,
                        unsigned river)
{
    same_cell(counts->win, table, MANUAL_WIN, river);
    same_cell(counts->loss, table, MANUAL_LOSS, river);
    same_cell(counts->tie, table, MANUAL_TIE, river);
    same_cell(counts->win_less, table, MANUAL_WIN_LESS, river);
    same_cell(counts->total, table, MANUAL_TOTAL, river);
}

/* Tables A.1, A.2, A.4 and A.5, every cell. */
static void frequency_distributions_come_out(void **state)
{
    (void)state;
    const cr_card ace_jack[2] = {cr_card_make(12, 3), cr_card_make(9, 1)};
    for (unsigned i = 0; i < MANUAL_OUTCOMES; i++) {
        const struct manual_outcomes *table = &manual_outcomes[i];
        struct cr_rules rules = load(table->rules);
        struct cr_outcome_table out;
        char is[MANUAL_TEXT_MAX];
        assert_int_equal(cr_outcomes(&rules, ace_jack, NULL, &out, NULL), CR_OK);
        assert_string_equal(out.hand, "AJo");
        same_column(&out.parts[table->turn_bet][0], table, MANUAL_RIVER_CHECK);
        same_column(&out.parts[table->turn_bet][1], table, MANUAL_RIVER_BET);
        same_column(&out.totals[table->turn_bet], table, MANUAL_RIVER_ALL);
        const struct cr_rational ev = out.ev[table->turn_bet];
        assert_string_equal(manual_percent(ev.num, ev.den, is), table->expectation);
        manual_percent(out.total_ev.num, out.total_ev.den, is);
        assert_string_equal(is, strcmp(table->rules, "pg-flush") == 0 ? MANUAL_AJO_FLUSH
                                                                      : MANUAL_AJO_STRAIGHT);
    }
}

/* The counts behind those tables must be exact. */
static void every_deal_of_ace_jack_is_counted(void **state)
{
    (void)state;
    const cr_card ace_jack[2] = {cr_card_make(9, 0), cr_card_make(12, 2)};
    struct cr_rules rules = load("pg-straight");
    struct cr_outcome_table out;
    assert_int_equal(cr_outcomes(&rules, ace_jack, NULL, &out, NULL), CR_OK);
    for (unsigned i = 0; i < 4; i++) {
        const struct manual_ajo_counts *counts = &manual_ajo_counts[i / 2][i % 2];
        const struct cr_outcome_counts *is = &out.parts[i / 2][i % 2];
        const cr_wide values[5][2] = {{is->total.num, is->total.den},
                                      {is->loss.num, is->loss.den},
                                      {is->win.num, is->win.den},
                                      {is->win_less.num, is->win_less.den},
                                      {is->tie.num, is->tie.den}};
        const int64_t expected[5] = {counts->deals, counts->loss, counts->win_straight,
                                     counts->win - counts->win_straight,
                                     counts->deals - counts->win - counts->loss};
        for (unsigned x = 0; x < 5; x++)
            assert_true((wide)values[x][0] * MANUAL_AJO_DEALS == (wide)expected[x] * values[x][1]);
    }
}

/* ---- Ultimate Texas Hold'em ---- */

static void the_published_figures_come_out(void **state)
{
    (void)state;
    const struct cr_analysis *a = analysis_of("uth-cn");
    same_percent(a->house_edge, 3, "2.185");
    same_percent(a->element_of_risk, 3, "0.526");
    same_exact(a->ev, "-50643648973/2317817502000");
    assert_string_equal(a->sides[0].name, "trips");
    same_percent(-cr_rational_value(a->sides[0].ev), 2, "1.90");
    same_percent(frequency(a, "preflop_4x"), 2, "37.71");
    assert_true(frequency(a, "preflop_3x") == 0); /* three is never better than four */
    const double sum = frequency(a, "preflop_4x") + frequency(a, "flop_2x") +
                       frequency(a, "river_1x") + frequency(a, "fold");
    assert_true(fabs(sum - 1) < 1e-12);
    /* a fold forfeits Trips, so betting both loses more than the sum of each bet alone */
    assert_true(cr_rational_value(a->sides[1].ev) <
                cr_rational_value(a->ev) + cr_rational_value(a->sides[0].ev));
}

/* Trips is given as a ratio to the Ante. A tiny Trips bet leaves the base game as it is. */
static void trips_can_have_any_size(void **state)
{
    (void)state;
    struct cr_rules rules = load("uth-cn");
    static struct cr_analysis small, half;
    const struct cr_analysis_options tiny = {.trips = {1, 1000}}, two = {.trips = {1, 2}},
                                     third = {.trips = {333333, 1000000}},
                                     none = {.trips = {1, 1000000000}};
    assert_int_equal(cr_analyze(&rules, &tiny, &small, NULL), CR_OK);
    assert_int_equal(cr_analyze(&rules, &two, &half, NULL), CR_OK);
    assert_int_equal(rational_compare(small.sides[0].ev, half.sides[0].ev), 0);
    assert_true(fabs(cr_rational_value(small.sides[1].ev) - cr_rational_value(small.ev)) < 1e-4);
    assert_int_equal(rational_compare(small.ev, half.ev), 0);
    assert_true(cr_rational_value(half.sides[1].ev) < cr_rational_value(half.ev));
    /* A Trips bet so small that the sums need 128 bits: the base game has the same value. */
    assert_int_equal(cr_analyze(&rules, &none, &half, NULL), CR_OK);
    assert_int_equal(rational_compare(small.ev, half.ev), 0);
    assert_int_equal(rational_compare(small.sides[0].ev, half.sides[0].ev), 0);
    assert_true(fabs(cr_rational_value(half.sides[1].ev) - cr_rational_value(half.ev)) < 1e-9);
    assert_true(half.std_dev == small.std_dev);
    assert_int_equal(cr_analyze(&rules, &third, &half, NULL), CR_OK);
    assert_int_equal(rational_compare(small.ev, half.ev), 0);
    assert_true(cr_rational_value(half.sides[1].ev) < cr_rational_value(small.sides[1].ev));
}

/* UTH-11: the limit does not affect a small Ante; with a large one it cuts royal flushes. */
static void the_limit_counts_for_large_antes(void **state)
{
    (void)state;
    struct cr_rules rules = load("uth-rp");
    static struct cr_analysis without, small, large;
    const struct cr_analysis_options ten = {.ante = cr_money_from_units(10)},
                                     two_hundred = {.ante = cr_money_from_units(200)};
    assert_int_equal(cr_analyze(&rules, NULL, &without, NULL), CR_OK);
    assert_int_equal(cr_analyze(&rules, &ten, &small, NULL), CR_OK);
    assert_int_equal(cr_analyze(&rules, &two_hundred, &large, NULL), CR_OK);
    assert_int_equal(rational_compare(without.ev, small.ev), 0);
    assert_true(without.std_dev == small.std_dev);
    assert_true(large.house_edge > without.house_edge + 0.007);
    assert_true(large.std_dev < without.std_dev);
    assert_int_equal(large.side_count, 1);
    /* An Ante and a Trips bet are listed together only where both stay below the limit. */
    assert_int_equal(small.side_count, 2);
    assert_int_equal(rational_compare(without.sides[1].ev, small.sides[1].ev), 0);
    const struct cr_analysis_options only_base = {.ante = cr_money_from_units(97), .trips = {2, 1}};
    assert_int_equal(cr_analyze(&rules, &only_base, &small, NULL), CR_OK);
    assert_int_equal(rational_compare(without.ev, small.ev), 0);
    assert_int_equal(small.side_count, 1);
}

/* A Trips bet of zero is refused. */
static void trips_must_be_above_zero(void **state)
{
    (void)state;
    struct cr_rules rules = load("uth-cn");
    static struct cr_analysis analysis;
    const struct cr_analysis_options none = {.trips = {0, 1}};
    struct cr_err err = {0};
    assert_int_equal(cr_analyze(&rules, &none, &analysis, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "above zero"));
    /* Only 0 to 0 stands for the size of the Ante. */
    static const struct cr_ratio no_sizes[] = {{1, 0},   {-1, 0}, {2, -1},
                                               {-2, -1}, {0, -1}, {-1, 2}};
    for (size_t i = 0; i < sizeof no_sizes / sizeof *no_sizes; i++) {
        const struct cr_analysis_options odd = {.trips = no_sizes[i]};
        assert_int_equal(cr_analyze(&rules, &odd, &analysis, &err), CR_E_INPUT);
    }
}

/* More threads than a machine can start would end the program. */
static void threads_have_a_limit(void **state)
{
    (void)state;
    struct cr_rules rules = load("tcp-cn"), pg = load("pg-flush");
    static struct cr_analysis analysis;
    const cr_card ace_jack[2] = {cr_card_make(12, 3), cr_card_make(9, 1)};
    const struct cr_analysis_options most = {.threads = CR_ANALYSIS_THREADS_MAX},
                                     more = {.threads = CR_ANALYSIS_THREADS_MAX + 1};
    struct cr_outcome_table outcomes;
    struct cr_err err = {0};
    assert_int_equal(cr_analyze(&rules, &most, &analysis, &err), CR_OK);
    assert_int_equal(cr_analyze(&rules, &more, &analysis, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "1024 threads"));
    assert_int_equal(cr_outcomes(&pg, ace_jack, &more, &outcomes, &err), CR_E_INPUT);
}

/* ---- Edited rules ---- */

/* A shipped rules file with pieces of its text replaced. */
static struct cr_rules edited(const char *name, const char *const (*changes)[2])
{
    static char text[16384];
    struct cr_rules rules;
    struct cr_err err = {0};
    snprintf(text, sizeof text, "%s", cr_shipped_find(name)->text);
    for (; (*changes)[0]; changes++) {
        char rest[sizeof text];
        char *at = strstr(text, (*changes)[0]);
        assert_non_null(at);
        snprintf(rest, sizeof rest, "%s", at + strlen((*changes)[0]));
        const size_t before = (size_t)(at - text);
        snprintf(text + before, sizeof text - before, "%s%s", (*changes)[1], rest);
    }
    if (cr_rules_parse(name, text, strlen(text), &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    return rules;
}

static const cr_card flop[3] = {3 * 4 + 1, 8 * 4 + 1, 11 * 4 + 2}; /* 5d Td Kh */

/* The sum of the best values of all hands of one class at one flop, each analysed as a position. */
static double sum_by_positions(const struct cr_rules *rules, unsigned high, unsigned low,
                               bool suited, const cr_action *done, size_t count)
{
    double sum = 0;
    for (unsigned i = 0; i < 16; i++) {
        const cr_card hole[2] = {cr_card_make(high, i / 4), cr_card_make(low, i % 4)};
        const cr_card all[5] = {hole[0], hole[1], flop[0], flop[1], flop[2]};
        struct cr_position position;
        if ((i / 4 == i % 4) != suited || cr_cards_repeated(all, 5) != CR_NO_CARD ||
            (high == low && i / 4 < i % 4))
            continue;
        assert_int_equal(cr_analyze_position(rules, hole, flop, 3, done, count, &position, NULL),
                         CR_OK);
        sum += cr_rational_value(position.options[position.best].ev);
    }
    return sum;
}

static struct flop one_flop(void)
{
    struct flop f = {.weight = 1};
    for (unsigned i = 0; i < 3; i++)
        f.masks[cr_card_suit(flop[i])] =
            (uint16_t)(f.masks[cr_card_suit(flop[i])] | 1u << cr_card_rank(flop[i]));
    return f;
}

static void edited_uth_agrees_with_positions(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"flop: [2]", "flop: [1, 3]"},
        {"river: [1]", "river: [1, 2]"},
        {"dealer_qualifies: pair", "dealer_qualifies: pair of eights"},
        {"flush: 3 to 2", "flush: 7 to 3"},
        {NULL, NULL}};
    const struct cr_rules rules = edited("uth-cn", changes);
    const struct flop f = one_flop();
    static struct uth_sums_wide sums;
    assert_int_equal(uth_sum_flops(&rules, kernels_find(NULL),
                                   &(struct uth_options){.trips = {1, 1}}, &f, 1, &sums, NULL),
                     CR_OK);
    struct rng rng = {5};
    for (unsigned n = 0; n < 12; n++) {
        unsigned high = rng_below(&rng, CR_RANKS), low = rng_below(&rng, high + 1);
        bool suited = high != low && rng_below(&rng, 2);
        const double by_kernel = (double)sums.of[UTH_SUM_CHECK][suited][pair_index(high, low)] /
                                 (3.0 * RUNOUTS * DEALER_HANDS); /* in thirds, because of 7 to 3 */
        assert_true(fabs(by_kernel - sum_by_positions(&rules, high, low, suited, NULL, 0)) < 1e-9);
    }
}

static void edited_pg_agrees_with_positions(void **state)
{
    (void)state;
    static const char *const changes[][2] = {{"flop: [2]", "flop: [3]"},
                                             {"turn: [1]", "turn: [2]"},
                                             {"river: [1]", "river: [4]"},
                                             {"ante_pays_from: flush", "ante_pays_from: two pair"},
                                             {NULL, NULL}};
    const struct cr_rules rules = edited("pg-flush", changes);
    const struct flop f = one_flop();
    const cr_action done[1] = {cr_action_bet(3)};
    static struct pg_sums sums;
    assert_int_equal(pg_sum_flops(&rules, kernels_find(NULL), &f, 1, &sums, NULL), CR_OK);
    struct rng rng = {6};
    for (unsigned n = 0; n < 12; n++) {
        unsigned high = rng_below(&rng, CR_RANKS), low = rng_below(&rng, high + 1);
        bool suited = high != low && rng_below(&rng, 2);
        int64_t of[PG_SUMS];
        for (unsigned s = 0; s < PG_SUMS; s++)
            of[s] = sums.of[s][suited][pair_index(high, low)];
        const double value = (double)(of[PG_M] - of[PG_N] + of[PG_D] + 3 * of[PG_D] +
                                      2 * of[PG_TURN_D] + 4 * of[PG_RIVER_D]) /
                             ((double)RUNOUTS * DEALER_HANDS);
        assert_true(fabs(value - sum_by_positions(&rules, high, low, suited, done, 1)) < 1e-9);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest sizes[] = {
        cmocka_unit_test(trips_can_have_any_size),
        cmocka_unit_test(the_limit_counts_for_large_antes),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_manuals_figures_come_out),
        cmocka_unit_test(frequency_distributions_come_out),
        cmocka_unit_test(every_deal_of_ace_jack_is_counted),
        cmocka_unit_test(the_published_figures_come_out),
        cmocka_unit_test(trips_must_be_above_zero),
        cmocka_unit_test(threads_have_a_limit),
        cmocka_unit_test(edited_uth_agrees_with_positions),
        cmocka_unit_test(edited_pg_agrees_with_positions),
    };
    if (argc > 1 && strcmp(argv[1], "sizes") == 0)
        return cmocka_run_group_tests(sizes, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
