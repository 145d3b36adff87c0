/* The tables of an analysis by wager: their lines cover every deal, add up to the expectations that
 * the analysis finds in other ways, and agree with counting hands one by one.
 *
 * Usage: test_returns [long]. With "long", only the results of Four Card Poker, which take long. */
#include "game/games/game.h"
#include "rules_text.h"

#include "math/rational.h"

#include <croupier/par.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct cr_analysis *analysis_of(const char *name)
{
    const struct cr_rules rules = rules_load_shipped(name);
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    assert_int_equal(cr_analyze(&rules, NULL, a, NULL), CR_OK);
    return a;
}

static const struct cr_wager_returns *wager(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->wager_count; i++)
        if (strcmp(a->wagers[i].name, name) == 0)
            return &a->wagers[i];
    fail_msg("no wager %s", name);
    return NULL;
}

static int64_t line(const struct cr_wager_returns *w, const char *name)
{
    for (unsigned i = 0; i < w->row_count; i++)
        if (strcmp(w->rows[i].name, name) == 0)
            return w->rows[i].combinations;
    fail_msg("%s has no line %s", w->name, name);
    return 0;
}

static double side_value(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->side_count; i++)
        if (strcmp(a->sides[i].name, name) == 0)
            return cr_rational_value(a->sides[i].ev);
    fail_msg("no side bet %s", name);
    return 0;
}

/* Each deal is counted in one line, and the lines add up to the value of the wager. */
static double lines_add_up(const struct cr_wager_returns *w)
{
    int64_t deals = 0;
    double worth = 0;
    for (unsigned i = 0; i < w->row_count; i++) {
        const struct cr_return *row = &w->rows[i];
        const double pays = row->pays.den == 0 ? -1 : (double)row->pays.num / row->pays.den;
        deals += row->combinations;
        worth += (double)row->combinations / (double)w->total * cr_rational_value(row->bets) * pays;
    }
    assert_true(deals == w->total);
    assert_true(fabs(worth - cr_rational_value(w->ev)) < 1e-12);
    return cr_rational_value(w->ev);
}

static void wagers_add_up_to_the_game(void **state)
{
    static const char *const names[] = {"tcp-cn", "lir-rp", "ms-rp", "fcp-rp", "pg-flush"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct cr_analysis *a = analysis_of(names[i]);
        double base = 0;
        for (unsigned w = 0; w < a->wager_count; w++) {
            const double worth = lines_add_up(&a->wagers[w]);
            if (a->wagers[w].is_side)
                assert_true(fabs(worth - side_value(a, a->wagers[w].name)) < 1e-15);
            else
                base += worth;
        }
        assert_true(fabs(base - cr_rational_value(a->ev)) < 1e-12);
        free(a);
    }
}

/* Counts the five-card hands that the four-card ranking puts into a category. */
static int64_t four_card_hands(enum cr_category category)
{
    int64_t count = 0;
    cr_card h[5];
    for (h[0] = 4; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 3; h[1] < h[0]; h[1]++)
            for (h[2] = 2; h[2] < h[1]; h[2]++)
                for (h[3] = 1; h[3] < h[2]; h[3]++)
                    for (h[4] = 0; h[4] < h[3]; h[4]++)
                        count += ranking_four.category(cr_eval4(h, 5)) == category;
    return count;
}

static void hands_are_counted(void **state)
{
    (void)state;
    struct cr_analysis *a = analysis_of("tcp-cn");
    assert_true(line(wager(a, "pair_plus"), "straight flush") == 48);
    assert_true(line(wager(a, "pair_plus"), "pair") == 3744);
    assert_true(wager(a, "pair_plus")->total == 22100);
    free(a);
    a = analysis_of("fcp-rp");
    assert_true(line(wager(a, "aces_up"), "flush") == four_card_hands(CR_FLUSH));
    assert_true(line(wager(a, "aces_up"), "pair of aces") < four_card_hands(CR_PAIR));
    free(a);
    a = analysis_of("lir-rp");
    /* Nobody folds, so flushes come as often as in five cards, times the orders of the board's two
     * cards. */
    assert_true(line(wager(a, "bet3"), "flush") == (int64_t)5108 * 20);
    free(a);
}

/* The number of hands of seven cards in a category, counted without the analysis. */
static void trips_are_counted(void **state)
{
    (void)state;
    struct cr_analysis *a = analysis_of("uth-cn");
    const struct cr_wager_returns *w = wager(a, "trips");
    assert_true(w->total == 133784560);
    lines_add_up(w);
    /* Hands with a royal flush: the five of a suit and any two of the 47 other cards. */
    assert_true(line(w, "royal flush") == (int64_t)4 * 47 * 46 / 2);
    /* Four of a kind: a rank, and any three of the 48 other cards. */
    assert_true(line(w, "four of a kind") == (int64_t)13 * (48 * 47 * 46 / 6));
    assert_true(fabs(side_value(a, "trips") - cr_rational_value(w->ev)) < 1e-15);
    free(a);
}

/* Where a limit cuts pays, the cut belongs to no single wager: only the side bets keep their
 * tables. */
static void limits_leave_the_side_bets(void **state)
{
    const struct cr_rules rules = rules_load_shipped("ms-rp");
    const struct cr_analysis_options options = {.ante = cr_money_from_units(1000)};
    struct cr_analysis *a = malloc(sizeof *a);
    (void)state;
    assert_non_null(a);
    assert_int_equal(cr_analyze(&rules, &options, a, NULL), CR_OK);
    assert_int_equal(a->wager_count, 1);
    assert_true(a->wagers[0].is_side);
    free(a);
}

/* Pays in thirds, sevenths and millionths are not whole cents of an Ante of 1; the results of a
 * round must add up to the expectation exactly even so. */
static bool long_games_only;

static void results_add_up(void **state)
{
    static const struct {
        const char *rules, *from, *to;
        int64_t cents; /* the Ante, in cents */
    } files[] = {
        {"lir-rp", "flush: 8 to 1", "flush: 41 to 7", 7},
        {"ms-rp", "two pair: 2 to 1", "two pair: 4 to 3", 3},
        {"tcp-cn", "straight: 1 to 1", "straight: 499979 to 999983", 999983},
        {"tcp-cn", "three of a kind: 4 to 1", "three of a kind: 7 to 2", 100},
        {"fcp-rp", "three of a kind: 2 to 1", "three of a kind: 4 to 3", 3}, /* takes long */
    };
    const size_t count = COUNT(files);
    static struct cr_analysis analysis;
    (void)state;
    const size_t first = long_games_only ? count - 1 : 0;
    for (size_t i = first; i < first + (long_games_only ? 1 : count - 1); i++) {
        struct cr_rules rules;
        struct cr_par par;
        rules_accept(files[i].rules, files[i].from, files[i].to, &rules);
        assert_int_equal(cr_analyze(&rules, NULL, &analysis, NULL), CR_OK);
        assert_int_equal(cr_par_make(&rules, &analysis, &par, NULL), CR_OK);
        assert_int_equal(par.ante.micro, files[i].cents * CR_MICRO_PER_CENT);
        wide sum = 0;
        struct cr_rational ev;
        for (size_t k = 0; k < par.round.count; k++)
            sum += (wide)par.round.at[k].net.micro * par.round.at[k].deals;
        assert_true(rational_reduce(sum, (wide)par.ante.micro * par.round.deals, &ev));
        assert_int_equal(rational_compare(ev, analysis.ev), 0);
        cr_par_free(&par);
    }
}

/* 180 to 6 is 30 to 1: what its line contributes is the same ratio in lowest terms. */
static void ratios_are_in_lowest_terms(void **state)
{
    struct cr_analysis *plain = analysis_of("tcp-cn"), *other = malloc(sizeof *other);
    struct cr_rules rules;
    (void)state;
    assert_non_null(other);
    rules_accept("tcp-cn", "three of a kind: 30 to 1", "three of a kind: 180 to 6", &rules);
    assert_int_equal(cr_analyze(&rules, NULL, other, NULL), CR_OK);
    const struct cr_wager_returns *is = wager(other, "pair_plus"),
                                  *want = wager(plain, "pair_plus");
    assert_int_equal(is->row_count, want->row_count);
    for (unsigned i = 0; i < is->row_count; i++) {
        assert_true(is->rows[i].contributes.num == want->rows[i].contributes.num);
        assert_true(is->rows[i].contributes.den == want->rows[i].contributes.den);
    }
    free(plain);
    free(other);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest long_games[] = {cmocka_unit_test(results_add_up)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wagers_add_up_to_the_game),  cmocka_unit_test(hands_are_counted),
        cmocka_unit_test(trips_are_counted),          cmocka_unit_test(limits_leave_the_side_bets),
        cmocka_unit_test(ratios_are_in_lowest_terms), cmocka_unit_test(results_add_up),
    };
    long_games_only = argc > 1 && strcmp(argv[1], "long") == 0;
    if (long_games_only)
        return cmocka_run_group_tests(long_games, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
