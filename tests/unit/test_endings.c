/* How rounds end: the list of endings adds up to the analysis exactly, for every shipped game.
 *
 * Usage: test_endings [long]. With "long", the games with more than five cards beside the hand,
 * whose lists take many seconds each, and how often mistakes arise; without it, the other games.
 * test_extremes compares generated files of the long games with the analysis. */
#include "game/games/game.h"
#include "math/endings/endings.h"
#include "math/rational.h"

#include <croupier/endings.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Sums over the list of endings ---- */

/* The average total wager of the base game, in Antes. */
static struct cr_rational average_wager(const struct cr_rules *rules, const struct cr_endings *list)
{
    struct cr_rational mean;
    wide sum = 0;
    for (size_t i = 0; i < list->count; i++)
        for (unsigned s = 0; s < rules->game->slot_count; s++) {
            const struct game_slot *slot = &rules->game->slots[s];
            if (!slot->is_side && !slot->is_progressive)
                sum += (wide)list->at[i].deals * list->at[i].bets[s];
        }
    assert_true(rational_reduce(sum, list->deals, &mean));
    return mean;
}

/* The expectation of the side bet per unit. The stakes make every pay a whole number of cents. */
static struct cr_rational side_ev(const struct cr_rules *rules, const struct cr_endings *list)
{
    struct cr_stakes stakes = {.ante = cr_money_from_units(1000)};
    struct cr_rational mean;
    wide sum = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct cr_money with, without;
        struct cr_err err;
        stakes.side = cr_money_from_units(1000);
        assert_int_equal(cr_ending_net(rules, &list->at[i], &stakes, &with, &err), CR_OK);
        stakes.side = cr_money_from_units(0);
        assert_int_equal(cr_ending_net(rules, &list->at[i], &stakes, &without, &err), CR_OK);
        sum += (wide)list->at[i].deals * (with.micro - without.micro);
    }
    assert_true(rational_reduce(sum, (wide)list->deals * 1000 * CR_MICRO_PER_UNIT, &mean));
    return mean;
}

/* The expectation of the base game, from the returns of each wager summed over the endings. */
static struct cr_rational returns_ev(const struct cr_rules *rules, const struct cr_endings *list)
{
    struct cr_rational sum = {0, 1};
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        struct cr_wager_returns table;
        if (rules->game->slots[s].is_side || rules->game->slots[s].is_progressive)
            continue;
        assert_true(ending_returns(rules, list, s, &table));
        assert_true(rational_sum(sum, table.ev, &sum));
    }
    return sum;
}

static bool side_is_forfeited(const struct cr_rules *rules)
{
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (rules->game->slots[s].is_side && (rules->fold_forfeits >> s & 1))
            return true;
    return false;
}

static void assert_same(struct cr_rational a, struct cr_rational b)
{
    assert_true(a.num == b.num && a.den == b.den);
}

/* ---- Tests ---- */

static bool long_lists_only;

/* Whether this run leaves the game out: games with long lists are tested with "long" only. */
static bool is_left_out(const struct cr_rules *rules)
{
    return (rules->game->board_cards + rules->game->dealer_cards > 5) != long_lists_only;
}

static void check_best(const char *name)
{
    struct cr_rules rules;
    struct cr_endings list;
    struct cr_moments moments;
    struct cr_err err;
    assert_int_equal(cr_rules_load(name, &rules, &err), CR_OK);
    if (is_left_out(&rules))
        return;
    struct cr_analysis *analysis = malloc(sizeof *analysis);
    assert_non_null(analysis);
    rules.has_hand_limit = false;
    assert_int_equal(cr_analyze(&rules, NULL, analysis, &err), CR_OK);
    assert_int_equal(cr_endings_list(&rules, CR_PLAY_BEST, &list, &err), CR_OK);
    assert_int_equal(cr_endings_moments(&rules, &list, &moments, &err), CR_OK);
    assert_same(moments.mean, analysis->ev);
    const double mean = cr_rational_value(moments.mean);
    const double deviation = sqrt(cr_rational_value(moments.square) - mean * mean);
    assert_true(fabs(deviation - analysis->std_dev) < 1e-12 * deviation);
    assert_same(average_wager(&rules, &list), analysis->average_wager);
    if (rules.game->dealer_cards > 0 && rules.game->slots[0].kind == SLOT_ACTION)
        assert_same(returns_ev(&rules, &list), analysis->ev);
    if (analysis->side_count > 0 && !side_is_forfeited(&rules))
        assert_same(side_ev(&rules, &list), analysis->sides[0].ev);
    cr_endings_free(&list);
    free(analysis);
}

static void test_best(void **state)
{
    static const char *const names[] = {"tcp-cn", "lir-rp", "ms-rp",
                                        "fcp-rp", "uth-rp", "pg-flush"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_best(names[i]);
}

/* The five cards that decide the progressive's awards have the known frequencies, whether the hand
 * folds or not. */
static void test_awards(void **state)
{
    static const char *const names[] = {"lir-rp", "ms-rp", "uth-cn"};
    struct cr_category_counts five;
    (void)state;
    cr_five_card_counts(&five);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct cr_rules rules;
        struct cr_endings list;
        struct cr_err err;
        int64_t of[CR_CATEGORIES] = {0};
        assert_int_equal(cr_rules_load(names[n], &rules, &err), CR_OK);
        if (is_left_out(&rules))
            continue;
        assert_int_equal(cr_endings_list(&rules, CR_PLAY_SIMPLE, &list, &err), CR_OK);
        for (size_t i = 0; i < list.count; i++)
            of[list.at[i].award] += list.at[i].deals;
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            assert_true((wide)of[c] * five.total == (wide)five.of[c] * list.deals);
        cr_endings_free(&list);
    }
}

/* No way of playing beats the best play. Playing every hand of Three Card Poker has the published
 * house edge of 7.65 %. */
static void test_costs(void **state)
{
    static const char *const names[] = {"tcp-cn", "lir-rp"};
    struct cr_play_costs costs;
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct cr_rules rules;
        struct cr_err err;
        assert_int_equal(cr_rules_load(names[n], &rules, &err), CR_OK);
        assert_int_equal(cr_play_costs(&rules, &costs, &err), CR_OK);
        assert_true(costs.has_simple && costs.count > 0);
        assert_true(rational_compare(costs.simple, costs.best) <= 0);
        for (unsigned i = 0; i < costs.count; i++)
            assert_true(rational_compare(costs.mistakes[i].ev, costs.best) <= 0);
        if (n == 0) {
            assert_string_equal(costs.mistakes[0].name, "play: always play");
            assert_true(fabs(cr_rational_value(costs.mistakes[0].ev) + 0.0765) < 0.00005);
        }
    }
}

static struct cr_rational frequency(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->frequency_count; i++)
        if (strcmp(a->frequencies[i].name, name) == 0)
            return a->frequencies[i].value;
    fail_msg("no frequency %s", name);
    return a->ev;
}

/* How often a mistake arises is how often the best play decides otherwise. The analysis counts that
 * in another way, as its frequencies. */
static void test_arises(void **state)
{
    static const struct {
        const char *rules, *mistake, *of[3];
    } cases[] = {{"tcp-cn", "play: always play", {"fold"}},
                 {"lir-rp", "first: always pull", {"ride_1"}},
                 {"lir-rp", "second: always pull", {"ride_2"}},
                 {"ms-rp", "third: 1x instead of 3x", {"third_2x", "third_3x"}},
                 {"ms-rp", "fifth: 1x instead of 3x", {"fifth_2x", "fifth_3x"}},
                 {"ms-rp", "never folds", {"fold"}}};
    static struct cr_analysis a;
    static struct cr_play_costs costs;
    const char *now = "";
    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct cr_rules rules;
        struct cr_rational sum = {0, 1};
        struct cr_err err;
        unsigned i = 0;
        if (strcmp(now, cases[n].rules) != 0) {
            now = cases[n].rules;
            assert_int_equal(cr_rules_load(now, &rules, &err), CR_OK);
            assert_int_equal(cr_play_costs(&rules, &costs, &err), CR_OK);
            assert_int_equal(cr_analyze(&rules, NULL, &a, &err), CR_OK);
        }
        for (unsigned f = 0; f < 3 && cases[n].of[f]; f++)
            assert_true(rational_sum(sum, frequency(&a, cases[n].of[f]), &sum));
        while (i < costs.count && strcmp(costs.mistakes[i].name, cases[n].mistake) != 0)
            i++;
        assert_true(i < costs.count);
        assert_int_equal(rational_compare(costs.mistakes[i].arises, sum), 0);
    }
}

int main(int argc, char **argv)
{
    long_lists_only = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest long_lists[] = {
        cmocka_unit_test(test_best), cmocka_unit_test(test_awards), cmocka_unit_test(test_arises)};
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_best), cmocka_unit_test(test_awards),
                                       cmocka_unit_test(test_costs)};
    if (long_lists_only)
        return cmocka_run_group_tests(long_lists, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
