/* Pay tables that only some houses have: a bonus left out, a row of its own for the best hand, pays
 * that return the wager. Their values follow from the published counts of hands. */
#include "math/rational.h"
#include "rules_text.h"

#include "game/games/game.h"

#include <croupier/analysis.h>

#include <stdlib.h>
#include <string.h>

#define HANDS_THREE 22100     /* hands of three cards */
#define HANDS_SEVEN 133784560 /* hands of seven cards */

static struct cr_analysis *analyse(const struct cr_rules *rules)
{
    static struct cr_analysis out;
    struct cr_err err = {0};
    if (cr_analyze(rules, NULL, &out, &err) != CR_OK)
        fail_msg("%s", err.text);
    return &out;
}

static struct cr_rational side_of(const struct cr_analysis *a, const char *name)
{
    for (unsigned i = 0; i < a->side_count; i++)
        if (strcmp(a->sides[i].name, name) == 0)
            return a->sides[i].ev;
    fail_msg("no side bet %s", name);
    return (struct cr_rational){0, 1};
}

/* after must be larger than before by num / den. */
static void assert_more(struct cr_rational after, struct cr_rational before, int64_t num,
                        int64_t den)
{
    struct cr_rational sum;
    assert_true(rational_reduce((wide)before.num * den + (wide)num * before.den,
                                (wide)before.den * den, &sum));
    assert_int_equal(rational_compare(after, sum), 0);
}

/* TCP-6: the bonus pays 48 straight flushes, 52 threes of a kind and 720 straights; none of them
 * folds. */
static void a_house_without_ante_bonus(void **state)
{
    (void)state;
    struct cr_rules rules = rules_load_shipped("tcp-cn");
    const struct cr_rational usual = analyse(&rules)->ev;
    rules_accept("tcp-cn",
                 "  ante_bonus:                 # TC l, TCP-6; win or lose, unless folded\n"
                 "    straight flush: 5 to 1\n    three of a kind: 4 to 1\n    straight: 1 to 1\n",
                 "  ante_bonus: none\n", &rules);
    struct pay_row rows[PAY_ROWS_MAX];
    assert_int_equal(pay_rows(&rules, cr_slot_find(rules.game, "ante_bonus", 10), rows), 0);
    assert_more(analyse(&rules)->ev, usual, -(48 * 5 + 52 * 4 + 720), HANDS_THREE);
}

/* Four of the 48 straight flushes are mini royals. */
static void mini_royal(void **state)
{
    (void)state;
    struct cr_rules rules = rules_load_shipped("tcp-cn");
    const struct cr_rational usual = analyse(&rules)->ev,
                             usual_side = side_of(analyse(&rules), "pair_plus");
    rules_accept("tcp-cn", "    straight flush: 40 to 1",
                 "    mini royal: 200 to 1\n    straight flush: 40 to 1", &rules);
    assert_more(side_of(analyse(&rules), "pair_plus"), usual_side, 4 * 160, HANDS_THREE);
    assert_int_equal(rational_compare(analyse(&rules)->ev, usual), 0);
    rules_accept("tcp-cn", "    straight flush: 5 to 1",
                 "    mini royal: 15 to 2\n    straight flush: 5 to 1", &rules);
    assert_more(analyse(&rules)->ev, usual, 4 * 5, 2 * HANDS_THREE);
    struct cr_position at;
    const cr_card best[3] = {cr_card_make(12, 1), cr_card_make(11, 1), cr_card_make(10, 1)};
    struct cr_position before;
    const struct cr_rules shipped = rules_load_shipped("tcp-cn");
    assert_int_equal(cr_analyze_position(&shipped, best, NULL, 0, NULL, 0, &before, NULL), CR_OK);
    assert_int_equal(cr_analyze_position(&rules, best, NULL, 0, NULL, 0, &at, NULL), CR_OK);
    assert_more(at.options[at.best].ev, before.options[before.best].ev, 5, 2);
}

/* There are 3,744 pairs in three cards and 6,461,620 threes of a kind in seven. */
static void pays_that_return_the_wager(void **state)
{
    (void)state;
    struct cr_rules rules = rules_load_shipped("tcp-cn");
    const struct cr_rational pair_plus = side_of(analyse(&rules), "pair_plus");
    rules_accept("tcp-cn", "    pair: 1 to 1", "    pair: push", &rules);
    assert_more(side_of(analyse(&rules), "pair_plus"), pair_plus, -3744, HANDS_THREE);
    rules = rules_load_shipped("uth-cn");
    const struct cr_rational trips = side_of(analyse(&rules), "trips");
    rules_accept("uth-cn", "    three of a kind: 3 to 1", "    three of a kind: push", &rules);
    assert_more(side_of(analyse(&rules), "trips"), trips, -3 * 6461620, HANDS_SEVEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_without_ante_bonus),
        cmocka_unit_test(mini_royal),
        cmocka_unit_test(pays_that_return_the_wager),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
