/* Pay tables for a wanted edge: against all tables one by one, and against new analyses. */
#include "game/games/game.h"

#include <croupier/design.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct cr_rules rules;
static struct cr_design_answer answer;

static int setup(void **state)
{
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_rules_load("tcp-cn", &rules, &err), CR_OK);
    return 0;
}

static struct cr_design_question question(const char *wager)
{
    return (struct cr_design_question){.slot = cr_slot_find(rules.game, wager, strlen(wager)),
                                       .edge = NAN,
                                       .element_of_risk = NAN,
                                       .hit_frequency = NAN,
                                       .std_dev = NAN,
                                       .within = 0.001,
                                       .keep = 50,
                                       .analyses = 100};
}

/* The three-card hands of Pair Plus, from the published counts. */
static double pair_plus_edge(int straight_flush, int three, int straight, int flush)
{
    const int paid = 48 * straight_flush + 52 * three + 720 * straight + 1096 * flush + 3744;
    return (16440 - paid) / 22100.0;
}

static void test_side_bet(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_err err = {0};
    unsigned reached = 0;
    (void)state;
    q.edge = 0.05;
    q.row_count = 4;
    q.rows[0] = (struct cr_design_row){CR_STRAIGHT_FLUSH, 30, 45};
    q.rows[1] = (struct cr_design_row){CR_THREE_OF_A_KIND, 20, 35};
    q.rows[2] = (struct cr_design_row){CR_STRAIGHT, 5, 7};
    q.rows[3] = (struct cr_design_row){CR_FLUSH, 3, 4};
    for (int a = 30; a <= 45; a++)
        for (int b = 20; b <= 35; b++)
            for (int c = 5; c <= 7; c++)
                for (int d = 3; d <= 4; d++)
                    reached += fabs(pair_plus_edge(a, b, c, d) - 0.05) <= 0.001;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_int_equal(answer.tries, 16 * 16 * 3 * 2);
    assert_int_equal(answer.reached, reached);
    assert_true(answer.count > 0 && answer.is_complete);
    for (unsigned i = 0; i < answer.count; i++) {
        const int32_t *p = answer.tables[i].pays;
        assert_true(fabs(answer.tables[i].figures.edge - pair_plus_edge(p[0], p[1], p[2], p[3])) <
                    1e-12);
    }
}

/* The figures of a table are those of a new analysis, fraction for fraction. */
static void assert_analysed(const struct cr_design_question *q, const struct cr_design_table *t)
{
    struct cr_rules changed;
    struct cr_err err = {0};
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    cr_design_apply(&rules, q, t->pays, &changed);
    assert_int_equal(cr_analyze(&changed, NULL, a, &err), CR_OK);
    const struct cr_rational ev = rules.game->slots[q->slot].is_side ? a->sides[0].ev : a->ev;
    if (!rules.game->slots[q->slot].is_side || !(rules.fold_forfeits >> q->slot & 1))
        assert_true(ev.num == t->figures.ev.num && ev.den == t->figures.ev.den);
    free(a);
}

static void test_base_game(void **state)
{
    struct cr_design_question q = question("ante_bonus");
    struct cr_err err = {0};
    unsigned reached = 0;
    (void)state;
    q.edge = 0.03;
    q.within = 0.004;
    q.row_count = 3;
    q.rows[0] = (struct cr_design_row){CR_STRAIGHT_FLUSH, 4, 7};
    q.rows[1] = (struct cr_design_row){CR_THREE_OF_A_KIND, 3, 5};
    q.rows[2] = (struct cr_design_row){CR_STRAIGHT, 1, 2};
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    for (int32_t x = 4; x <= 7; x++)
        for (int32_t y = 3; y <= 5; y++)
            for (int32_t z = 1; z <= 2; z++) {
                struct cr_rules changed;
                cr_design_apply(&rules, &q, (const int32_t[CR_DESIGN_ROWS]){x, y, z}, &changed);
                assert_int_equal(cr_analyze(&changed, NULL, a, &err), CR_OK);
                reached += fabs(a->house_edge - 0.03) <= 0.004;
            }
    free(a);
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_OK);
    assert_true(answer.is_complete);
    assert_int_equal(answer.reached, reached);
    assert_int_equal(answer.count, reached);
    for (unsigned i = 0; i < answer.count; i++)
        assert_analysed(&q, &answer.tables[i]);
}

static void test_faults(void **state)
{
    struct cr_design_question q = question("pair_plus");
    struct cr_err err = {0};
    (void)state;
    q.row_count = 1;
    q.rows[0] = (struct cr_design_row){CR_FLUSH, 3, 4};
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* nothing wanted */
    q.edge = 0.05;
    q.rows[0].to = 2;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* no range */
    q.rows[0].to = 1000000000;
    assert_int_equal(cr_design(&rules, &q, &answer, &err), CR_E_INPUT); /* too many */
}

/* Every combination one by one: the same count, and figures of a new analysis. */
static void test_progressive(void **state)
{
    static struct cr_progressive_answer found;
    struct cr_progressive rp, changed;
    struct cr_category_counts counts;
    struct cr_progressive_analysis a;
    struct cr_err err = {0};
    const struct cr_progressive_question q = {
        .row_count = 2,
        .rows = {{.what = CR_DESIGN_SEED, .from = 5000, .to = 15000, .step = 1000},
                 {.what = CR_DESIGN_SHARE, .from = 15, .to = 25, .step = 1}},
        .house_advantage = 0.21,
        .average_jackpot = NAN,
        .within = 0.01,
        .keep = 50};
    unsigned reached = 0;
    (void)state;
    cr_five_card_counts(&counts);
    assert_int_equal(cr_progressive_load("rp", &rp, &err), CR_OK);
    for (int32_t seed = 5000; seed <= 15000; seed += 1000)
        for (int32_t share = 15; share <= 25; share++) {
            assert_true(
                cr_design_progressive_apply(&rp, &q, (const int32_t[]){seed, share}, &changed));
            assert_int_equal(cr_analyze_progressive(&changed, &counts, &a, &err), CR_OK);
            reached += fabs(a.exact.house_advantage - 0.21) <= 0.01;
        }
    assert_int_equal(cr_design_progressive(&rp, &q, &found, &err), CR_OK);
    assert_int_equal(found.tries, 11 * 11);
    assert_int_equal(found.reached, reached);
    assert_true(reached > 0 && found.count > 0);
    assert_true(cr_design_progressive_apply(&rp, &q, found.tables[0].values, &changed));
    assert_int_equal(cr_analyze_progressive(&changed, &counts, &a, &err), CR_OK);
    assert_true(a.exact.house_advantage == found.tables[0].house_advantage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_side_bet), cmocka_unit_test(test_base_game),
        cmocka_unit_test(test_progressive), cmocka_unit_test(test_faults)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
