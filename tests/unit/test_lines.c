/* Strategies that consist of a few lines of rules: their values against other ways of adding them
 * up, and against the published strategies of the same length.
 *
 * Usage: test_lines [RULES…]: the rules files whose published rule of thumb must be reached;
 * without any, those that take little time. */
#include "game/games/game.h"
#include "game/round/settle.h"
#include "math/endings/list_endings.h"
#include "math/rational.h"
#include "math/simulate/simulate.h"
#include "math/strategy/line_search.h"

#include <croupier/endings.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const short_names[] = {"tcp-cn", "lir-rp"};
static const char *const *names = short_names;
static unsigned name_count = 2;

static void load(const char *name, struct cr_rules *rules)
{
    struct cr_err err;
    assert_int_equal(cr_rules_load(name, rules, &err), CR_OK);
}

/* More lines are never worth less, no strategy beats the best play, and with as many lines as the
 * published rule of thumb the found one is worth at least as much. */
static void test_frontier(void **state)
{
    struct cr_found_plays *found = malloc(sizeof *found), *again = malloc(sizeof *again);
    (void)state;
    assert_true(found && again);
    for (unsigned n = 0; n < name_count; n++) {
        struct cr_rules rules;
        struct cr_play_costs costs;
        struct cr_found_play published;
        struct cr_err err;
        load(names[n], &rules);
        const unsigned lines = cr_play_words(&rules, &published);
        assert_true(lines > 0);
        assert_int_equal(cr_play_costs(&rules, &costs, &err), CR_OK);
        assert_int_equal(cr_plays_find(&rules, lines, found, &err), CR_OK);
        assert_true(found->count > 1);
        for (unsigned i = 1; i < found->count; i++) {
            assert_true(found->plays[i].lines > found->plays[i - 1].lines);
            assert_true(rational_compare(found->plays[i].ev, found->plays[i - 1].ev) > 0);
        }
        const struct cr_found_play *last = &found->plays[found->count - 1];
        assert_true(last->lines <= lines);
        assert_true(rational_compare(last->ev, costs.simple) >= 0);
        assert_true(rational_compare(last->ev, costs.best) <= 0);
        if (names == short_names) {
            assert_int_equal(cr_plays_find(&rules, lines, again, &err), CR_OK);
            assert_memory_equal(found, again, sizeof *found);
        }
    }
    free(found);
    free(again);
}

/* For Three Card Poker one line is found, and it is the well-known one. */
static void test_famous(void **state)
{
    struct cr_found_plays *found = malloc(sizeof *found);
    struct cr_rules rules;
    struct cr_err err;
    (void)state;
    assert_non_null(found);
    load("tcp-cn", &rules);
    assert_int_equal(cr_plays_find(&rules, 4, found, &err), CR_OK);
    const struct cr_found_play *last = &found->plays[found->count - 1];
    assert_int_equal(last->lines, 1);
    assert_string_equal(last->of[0].action, "play");
    assert_string_equal(last->of[0].hands, "Q-6-4 or better");
    assert_string_equal(last->of[1].action, "fold");
    assert_string_equal(last->of[1].hands, "");
    assert_int_equal(cr_plays_find(&rules, CR_FOUND_LINES_MAX + 1, found, &err), CR_E_INPUT);
    free(found);
}

/* The strategies that a search found, with a player that follows one of them. */
struct searched {
    struct cr_rules rules;
    struct cr_analysis analysis;
    struct line_play plays[SEARCH_LINES_MAX + 1];
    struct strategy *play;
};

static struct searched *search(const char *name, unsigned lines)
{
    struct searched *s = calloc(1, sizeof *s);
    struct cr_err err;
    assert_non_null(s);
    load(name, &s->rules);
    assert_int_equal(cr_analyze(&s->rules, NULL, &s->analysis, &err), CR_OK);
    assert_int_equal(line_search(&s->rules, &s->analysis, lines, NULL, s->plays, &s->play, &err),
                     CR_OK);
    return s;
}

static void searched_free(struct searched *s)
{
    strategy_free(s->play);
    free(s);
}

/* A strategy that folds too much: its value is the sum over all 22,100 hands, each with the value
 * of its position when played or folded as the line says. */
static void test_hand_by_hand(void **state)
{
    static const struct saying queens = {
        .text = "queen high or better", .needs = {{0, 0, 400}}, .need_count = 1};
    struct searched *s = search("tcp-cn", 1);
    struct line_play play = {.stages = {{.count = 1}}};
    struct cr_rational listed;
    struct cr_err err;
    double sum = 0;
    (void)state;
    play.stages[0].of[0].said.saying = &queens;
    play.stages[0].of[0].code = 2;
    strategy_follow(s->play, &play);
    assert_int_equal(endings_value(&s->rules, s->play, &listed, &err), CR_OK);
    for (cr_card a = 0; a < CR_DECK_CARDS; a++)
        for (cr_card b = 0; b < a; b++)
            for (cr_card c = 0; c < b; c++) {
                const cr_card hand[] = {a, b, c};
                struct cr_position at;
                assert_int_equal(cr_analyze_position(&s->rules, hand, NULL, 0, NULL, 0, &at, &err),
                                 CR_OK);
                sum += cr_rational_value(at.options[cr_eval3(hand) <= 400].ev);
            }
    assert_true(fabs(sum / 22100 - cr_rational_value(listed)) < 1e-12);
    searched_free(s);
}

/* Simulated rounds with a strategy of few lines must agree with its exact value. */
static void test_simulated(void **state)
{
    struct searched *s = search("lir-rp", 3);
    struct cr_rational exact;
    struct cr_err err;
    struct simulate_sums sums;
    (void)state;
    strategy_follow(s->play, &s->plays[3]);
    assert_int_equal(line_play_lines(&s->plays[3]), 3);
    assert_int_equal(endings_value(&s->rules, s->play, &exact, &err), CR_OK);
    const struct simulate_options options = {.rounds = 400000,
                                             .seed = 7,
                                             .seats = 1,
                                             .settle = settle_checked,
                                             .decide = strategy_decide_all,
                                             .decide_context = s->play};
    assert_int_equal(simulate(&s->rules, &options, &sums, &err), CR_OK);
    const double unit = (double)simulate_ante(&s->rules).micro, rounds = (double)sums.rounds;
    const double mean = (double)sums.lines[SIMULATE_BASE].sum / unit / rounds;
    const double square = (double)sums.lines[SIMULATE_BASE].squares / unit / unit / rounds;
    const double error = sqrt((square - mean * mean) / rounds);
    assert_true(fabs(mean - cr_rational_value(exact)) < 4.5 * error);
    assert_true(cr_rational_value(exact) < cr_rational_value(s->analysis.ev) - 0.001);
    searched_free(s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest all[] = {cmocka_unit_test(test_frontier), cmocka_unit_test(test_famous),
                                     cmocka_unit_test(test_hand_by_hand),
                                     cmocka_unit_test(test_simulated)};
    const struct CMUnitTest frontier[] = {cmocka_unit_test(test_frontier)};
    if (argc < 2)
        return cmocka_run_group_tests(all, NULL, NULL);
    names = (const char *const *)argv + 1;
    name_count = (unsigned)argc - 1;
    return cmocka_run_group_tests(frontier, NULL, NULL);
}
