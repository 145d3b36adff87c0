/* The risk of sessions of many rounds: against plain sums over few rounds, and against rounds that
 * are dealt and settled one after the other. */
#include "support/rng.h"

#include <croupier/risk.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ANTE, PLAY, ANTE_BONUS, PAIR_PLUS };

static const struct cr_stakes stakes = {.ante = {10 * CR_MICRO_PER_UNIT},
                                        .side = {5 * CR_MICRO_PER_UNIT}};

static struct cr_rules rules;
static struct cr_distribution distribution;

static int setup(void **state)
{
    struct cr_endings endings;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_rules_load("tcp-cn", &rules, &err), CR_OK);
    assert_int_equal(cr_endings_list(&rules, CR_PLAY_BEST, &endings, &err), CR_OK);
    assert_int_equal(cr_distribution_make(&rules, &endings, &stakes, &distribution, &err), CR_OK);
    cr_endings_free(&endings);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    cr_distribution_free(&distribution);
    return 0;
}

static double chance(size_t i)
{
    return (double)distribution.at[i].deals / (double)distribution.deals;
}

/* All results of three rounds, added up one by one. */
static void test_three_rounds(void **state)
{
    const size_t n = distribution.count;
    double ahead = 0, even = 0;
    struct cr_session session;
    struct cr_err err;
    (void)state;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            for (size_t c = 0; c < n; c++) {
                const double p = chance(a) * chance(b) * chance(c);
                const int64_t net = distribution.at[a].net.micro + distribution.at[b].net.micro +
                                    distribution.at[c].net.micro;
                ahead += net > 0 ? p : 0;
                even += net == 0 ? p : 0;
            }
    assert_int_equal(cr_session_make(&distribution, 3, &session, &err), CR_OK);
    const struct cr_session_step *last = &session.steps[session.step_count - 1];
    assert_int_equal(last->rounds, 3);
    assert_true(fabs(last->ahead - ahead) < session.error + 1e-12);
    assert_true(fabs(last->even - even) < session.error + 1e-12);
}

/* ---- Against dealt rounds ---- */

/* Deals and settles a round of Three Card Poker in which hands of Q-6-4 or better play. */
static void deal_table(struct rng *rng, unsigned seats, struct cr_money side, int64_t *nets)
{
    static const cr_card line[3] = {4 * 10, 4 * 4 + 1, 4 * 2 + 2}; /* Q-6-4 */
    struct cr_round round = {0};
    struct cr_settlement settlement;
    struct cr_err err;
    cr_card cards[3 + 3 * CR_SEATS];
    for (unsigned i = 0; i < 3 + 3 * seats;) {
        cards[i] = (cr_card)rng_below(rng, CR_DECK_CARDS);
        i += memchr(cards, cards[i], i) == NULL;
    }
    memcpy(round.dealer, cards, 3);
    for (unsigned s = 0; s < seats; s++) {
        struct cr_seat *seat = &round.seats[s];
        seat->taken = true;
        seat->wagers[ANTE] = stakes.ante;
        seat->wagers[PAIR_PLUS] = side;
        memcpy(seat->cards, cards + 3 + (size_t)3 * s, 3);
        seat->action_count = 1;
        seat->actions[0] = cr_eval3(seat->cards) <= cr_eval3(line) ? cr_action_bet(1) : CR_FOLD;
    }
    assert_int_equal(cr_settle(&rules, NULL, NULL, &round, &settlement, &err), CR_OK);
    for (unsigned s = 0; s < seats; s++)
        nets[s] = settlement.seats[s].net.micro;
}

static int64_t deal_round(struct rng *rng)
{
    int64_t net;
    deal_table(rng, 1, stakes.side, &net);
    return net;
}

#define SESSIONS 20000
#define ROUNDS   60
#define BANKROLL 200

/* Four standard errors of a share p that is counted over SESSIONS sessions. */
static double allowed(double p)
{
    return 4 * sqrt(p * (1 - p) / SESSIONS);
}

static void test_dealt_sessions(void **state)
{
    struct rng rng = {7};
    struct cr_session session;
    struct cr_ruin ruin;
    struct cr_err err;
    unsigned ahead = 0, ruined = 0, below_quarter = 0;
    (void)state;
    assert_int_equal(cr_session_make(&distribution, ROUNDS, &session, &err), CR_OK);
    assert_int_equal(
        cr_ruin_make(&distribution, ROUNDS, 0.05, cr_money_from_units(BANKROLL), &ruin, &err),
        CR_OK);
    const struct cr_session_step *last = &session.steps[session.step_count - 1];
    for (unsigned s = 0; s < SESSIONS; s++) {
        int64_t net = 0, least = 0;
        for (unsigned r = 0; r < ROUNDS; r++) {
            net += deal_round(&rng);
            least = net < least ? net : least;
        }
        ahead += net > 0;
        below_quarter += net < last->quantiles[3].micro;
        ruined += least <= -(int64_t)BANKROLL * CR_MICRO_PER_UNIT;
    }
    assert_true(fabs((double)ahead / SESSIONS - last->ahead) < allowed(last->ahead));
    assert_true((double)below_quarter / SESSIONS < 0.25 + allowed(0.25));
    assert_true(fabs((double)ruined / SESSIONS - ruin.chance) < allowed(ruin.chance));
}

/* The bankroll that the answer names is enough; one cell less is not. */
static void test_bankroll(void **state)
{
    struct cr_ruin ruin, again;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_ruin_make(&distribution, 200, 0.05, cr_money_from_units(0), &ruin, &err),
                     CR_OK);
    assert_int_equal(cr_ruin_make(&distribution, 200, 0.05, ruin.bankroll, &again, &err), CR_OK);
    assert_true(again.chance <= 0.05);
    const struct cr_money less = cr_money_from_micro(ruin.bankroll.micro - ruin.cell.micro);
    assert_int_equal(cr_ruin_make(&distribution, 200, 0.05, less, &again, &err), CR_OK);
    assert_true(again.chance > 0.05);
}

/* The curve of ruin falls, and its points agree with the answers for each bankroll alone. */
static void test_points(void **state)
{
    struct cr_ruin ruin, again;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_ruin_make(&distribution, 200, 0.05, cr_money_from_units(0), &ruin, &err),
                     CR_OK);
    assert_int_equal(ruin.point_count, CR_RUIN_POINTS);
    for (unsigned i = 1; i < ruin.point_count; i++) {
        assert_true(ruin.points[i].bankroll.micro > ruin.points[i - 1].bankroll.micro);
        assert_true(ruin.points[i].chance <= ruin.points[i - 1].chance);
    }
    const unsigned middle = ruin.point_count / 2;
    assert_int_equal(
        cr_ruin_make(&distribution, 200, 0.05, ruin.points[middle].bankroll, &again, &err), CR_OK);
    assert_true(fabs(again.chance - ruin.points[middle].chance) < 1e-12);
}

#define PAIRS 40000

/* Deals rounds of two seats against one dealer: their covariance must be within five standard
 * errors of the library's. */
static void test_seats(void **state)
{
    const double mean = -686689.0 / 20358520;
    struct cr_seat_covariance told, again;
    struct rng rng = {11};
    struct cr_err err;
    double sum = 0, squares = 0;
    (void)state;
    assert_int_equal(cr_seat_covariance(&rules, 65536, 5, &told, &err), CR_OK);
    assert_int_equal(cr_seat_covariance(&rules, 65536, 5, &again, &err), CR_OK);
    assert_true(told.covariance == again.covariance && told.std_error == again.std_error);
    for (unsigned i = 0; i < PAIRS; i++) {
        int64_t nets[2];
        deal_table(&rng, 2, cr_money_from_units(0), nets);
        const double product = ((double)nets[0] / 1e7 - mean) * ((double)nets[1] / 1e7 - mean);
        sum += product;
        squares += product * product;
    }
    const double dealt = sum / PAIRS;
    const double error = sqrt((squares / PAIRS - dealt * dealt) / PAIRS);
    assert_true(told.std_error > 0 && told.std_error < error);
    assert_true(fabs(dealt - told.covariance) <=
                5 * sqrt(error * error + told.std_error * told.std_error));
    assert_true(told.covariance > 0.1 * told.std_dev * told.std_dev); /* one dealer for both */
    assert_int_equal(cr_seat_covariance(&rules, 1, 5, &told, &err), CR_E_INPUT);
}

/* A player who cannot lose is not ruined. */
static void test_never_loses(void **state)
{
    struct cr_result_count results[] = {{{0}, 1}, {{CR_MICRO_PER_UNIT}, 1}};
    const struct cr_distribution gift = {.deals = 2, .count = 2, .at = results};
    struct cr_ruin ruin;
    struct cr_session session;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_ruin_make(&gift, 50, 0.05, cr_money_from_units(3), &ruin, &err), CR_OK);
    assert_true(ruin.chance < 1e-12);
    assert_int_equal(cr_session_make(&gift, 10, &session, &err), CR_OK);
    assert_true(fabs(session.steps[session.step_count - 1].even - 1.0 / 1024) < 1e-12);
}

/* Without a stake nothing is won or lost, which is no fault. */
static void test_no_stakes(void **state)
{
    struct cr_result_count results[] = {{{0}, 1}};
    const struct cr_distribution nothing = {.deals = 1, .count = 1, .at = results};
    struct cr_ruin ruin;
    struct cr_session session;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_session_make(&nothing, 10, &session, &err), CR_OK);
    const struct cr_session_step *last = &session.steps[session.step_count - 1];
    assert_true(last->ahead < 1e-12 && fabs(last->even - 1) < 1e-12);
    assert_true(last->quantiles[0].micro == 0 && last->quantiles[8].micro == 0);
    assert_int_equal(cr_ruin_make(&nothing, 10, 0.05, cr_money_from_units(1), &ruin, &err), CR_OK);
    assert_true(ruin.chance < 1e-12 && ruin.bankroll.micro == CR_MICRO_PER_CENT);
}

/* A player with the edge is ruined early or never: with 3 to 2 in the player's favour, b units are
 * ever lost with a probability of (2/3)^b. */
static void test_players_edge(void **state)
{
    struct cr_result_count results[] = {{{-CR_MICRO_PER_UNIT}, 2}, {{CR_MICRO_PER_UNIT}, 3}};
    const struct cr_distribution edge = {.deals = 5, .count = 2, .at = results};
    struct cr_ruin ruin;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_ruin_make(&edge, 1000, 0.01, cr_money_from_units(12), &ruin, &err), CR_OK);
    assert_int_equal(ruin.bankroll.micro, 12 * CR_MICRO_PER_UNIT);
    assert_true(fabs(ruin.chance - pow(2.0 / 3, 12)) < 1e-6);
}

/* A bankroll between two cells is ruined with the same loss as the one at the next cell above: 15
 * lasts for one lost bet of 10 and not for two, and 5 for none. */
static void test_between_cells(void **state)
{
    struct cr_result_count results[] = {{{-10 * CR_MICRO_PER_UNIT}, 1},
                                        {{10 * CR_MICRO_PER_UNIT}, 1}};
    const struct cr_distribution even = {.deals = 2, .count = 2, .at = results};
    static const struct {
        int32_t given;
        double chance;
    } cases[] = {{5, 0.5}, {10, 0.5}, {15, 0.25}, {20, 0.25}, {25, 0}};
    struct cr_ruin ruin;
    struct cr_err err;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cr_money given = cr_money_from_units(cases[i].given);
        assert_int_equal(cr_ruin_make(&even, 2, 0.01, given, &ruin, &err), CR_OK);
        assert_int_equal(ruin.cell.micro, 10 * CR_MICRO_PER_UNIT);
        assert_true(fabs(ruin.chance - cases[i].chance) < 1e-12);
    }
}

/* Amounts that do not fit the money type are refused and do not wrap. */
static void test_huge_stakes(void **state)
{
    const int64_t most = INT64_C(1000000000) * CR_MICRO_PER_UNIT;
    struct cr_result_count results[] = {{{-most}, 1}, {{most}, 1}};
    const struct cr_distribution even = {.deals = 2, .count = 2, .at = results};
    struct cr_session session;
    struct cr_ruin ruin;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_session_make(&even, 100, &session, &err), CR_OK);
    assert_int_equal(cr_session_make(&even, CR_SESSION_ROUNDS_MAX, &session, &err), CR_E_RANGE);
    assert_int_equal(
        cr_ruin_make(&even, CR_SESSION_ROUNDS_MAX, 0.001, cr_money_from_units(0), &ruin, &err),
        CR_E_RANGE);
}

static void test_faults(void **state)
{
    struct cr_session session;
    struct cr_ruin ruin;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_session_make(&distribution, 0, &session, &err), CR_E_INPUT);
    assert_int_equal(cr_session_make(&distribution, CR_SESSION_ROUNDS_MAX + 1, &session, &err),
                     CR_E_INPUT);
    assert_int_equal(cr_ruin_make(&distribution, 10, 1, cr_money_from_units(0), &ruin, &err),
                     CR_E_INPUT);
}

/* Stakes cannot be below zero; a caller in C is told so. */
static void test_stakes_below_zero(void **state)
{
    const struct cr_money below = cr_money_from_micro(-1);
    const struct cr_stakes bad[] = {{.ante = below},
                                    {.ante = cr_money_from_units(10), .side = below},
                                    {.ante = cr_money_from_units(10), .meters = {below}}};
    struct cr_rules tcp;
    struct cr_endings endings;
    struct cr_distribution d;
    struct cr_err err;
    (void)state;
    assert_int_equal(cr_rules_load("tcp-cn", &tcp, &err), CR_OK);
    assert_int_equal(cr_endings_list(&tcp, CR_PLAY_BEST, &endings, &err), CR_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(cr_distribution_make(&tcp, &endings, &bad[i], &d, &err), CR_E_INPUT);
    cr_endings_free(&endings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_rounds),  cmocka_unit_test(test_dealt_sessions),
        cmocka_unit_test(test_bankroll),      cmocka_unit_test(test_points),
        cmocka_unit_test(test_never_loses),   cmocka_unit_test(test_seats),
        cmocka_unit_test(test_faults),        cmocka_unit_test(test_players_edge),
        cmocka_unit_test(test_huge_stakes),   cmocka_unit_test(test_stakes_below_zero),
        cmocka_unit_test(test_between_cells), cmocka_unit_test(test_no_stakes)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
