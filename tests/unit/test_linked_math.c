/* The exact analysis of Let It Ride, Mississippi Stud and Four Card Poker, against published
 * figures, a plain enumeration of Let It Ride, and settlement for values of last decisions. */
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/kernels/four_card.h"
#include "math/rational.h"
#include "math/strategy/strategy.h"
#include "rules_text.h"
#include "support/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Published figures ---- */

static void headline_is(const struct cr_rules *rules, double edge, double wager)
{
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    assert_int_equal(cr_analyze(rules, NULL, a, NULL), CR_OK);
    assert_true(fabs(a->house_edge - edge) < 0.5e-4);
    assert_true(fabs(cr_rational_value(a->average_wager) - wager) < 0.5e-2);
    free(a);
}

static void whole_games_are_as_published(void **state)
{
    (void)state;
    struct cr_rules lir = rules_load_shipped("lir-rp"), ms = rules_load_shipped("ms-rp"),
                    fcp = rules_load_shipped("fcp-rp");
    headline_is(&lir, 0.0351, 1.22);
    headline_is(&ms, 0.0491, 3.48); /* of equally good bets the smaller one is made */
    headline_is(&fcp, 0.0279, 2.14);
}

/* The house edge of the first side bet, which must be a bet of its own. */
static double side_edge(const struct cr_rules *rules)
{
    struct cr_analysis *a = malloc(sizeof *a);
    assert_non_null(a);
    assert_int_equal(cr_analyze(rules, NULL, a, NULL), CR_OK);
    assert_true(a->side_count > 0 && a->sides[0].is_bet);
    const double edge = -cr_rational_value(a->sides[0].ev);
    free(a);
    return edge;
}

static void three_card_bonus_is_as_published(void **state)
{
    struct cr_rules rules = rules_load_shipped("lir-rp");
    (void)state;
    assert_true(fabs(side_edge(&rules) - 0.0710) < 0.5e-4);
    rules_accept("ms-rp", "flush: 3 to 1\n    pair: 1", "flush: 4 to 1\n    pair: 1", &rules);
    assert_true(fabs(side_edge(&rules) - 0.0214) < 0.5e-4);
}

/* The house edge of Aces Up, counted over all five-card hands; the dealer plays no part. */
static double aces_up_edge(const struct cr_rules *rules)
{
    const unsigned slot = cr_slot_find(rules->game, "aces_up", 7);
    double sum = 0;
    cr_card h[5];
    for (h[0] = 0; h[0] < 52; h[0]++)
        for (h[1] = (cr_card)(h[0] + 1); h[1] < 52; h[1]++)
            for (h[2] = (cr_card)(h[1] + 1); h[2] < 52; h[2]++)
                for (h[3] = (cr_card)(h[2] + 1); h[3] < 52; h[3]++)
                    for (h[4] = (cr_card)(h[3] + 1); h[4] < 52; h[4]++) {
                        const struct cr_ratio pays = slot_pays(rules, slot, cr_eval4(h, 5));
                        sum += pays.den == 0 ? -1 : (double)pays.num / pays.den;
                    }
    return -sum / 2598960;
}

static void aces_up_is_as_published(void **state)
{
    static const struct {
        const char *three, *flush, *straight, *two_pair;
        double edge;
    } tables[] = {
        {"8", "5", "4", "3", 0.0389},
        {"9", "6", "4", "2", 0.0198},
        {"7", "5", "4", "3", 0.0615},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(tables); i++) {
        char text[256];
        struct cr_rules rules;
        snprintf(text, sizeof text,
                 "three of a kind: %s to 1\n    flush: %s to 1\n    straight: %s to 1\n"
                 "    two pair: %s to 1\n",
                 tables[i].three, tables[i].flush, tables[i].straight, tables[i].two_pair);
        rules_accept("fcp-rp",
                     "three of a kind: 8 to 1\n    flush: 5 to 1\n    straight: 4 to 1\n"
                     "    two pair: 3 to 1\n",
                     text, &rules);
        assert_true(fabs(aces_up_edge(&rules) - tables[i].edge) < 0.5e-4);
        if (i == 0)
            assert_true(fabs(side_edge(&rules) - aces_up_edge(&rules)) < 1e-12);
    }
}

/* FCP: with three Antes bet on tens or better and one on threes to nines, the return is 98.41 %. */
static void simple_four_card_play_is_as_published(void **state)
{
    static const cr_card tens[4] = {32, 33, 0, 5}, threes[4] = {4, 5, 0, 9};
    const struct cr_rules rules = rules_load_shipped("fcp-rp");
    const unsigned slot = cr_slot_find(rules.game, "ante_bonus", 10);
    struct four_card_table table;
    double value = 0, wager = 0;
    (void)state;
    assert_true(four_card_table_make(false, &table));
    for (uint32_t class = 0; class < table.hands.count; class ++) {
        const uint16_t rank = table.rank[class];
        const double bet = rank <= cr_eval4(tens, 4) ? 3 : rank <= cr_eval4(threes, 4) ? 1 : 0;
        const double bonus = slot_pays(&rules, slot, rank).num;
        for (unsigned i = 0; i < FOUR_CARD_UPS; i++) {
            const double lost = (double)table.better[class][i] / FOUR_CARD_DEALERS;
            value +=
                table.hands.weight[class] * (bet > 0 ? (1 + bet) * (1 - 2 * lost) + bonus : -1);
            wager += table.hands.weight[class] * (1 + bet);
        }
    }
    four_card_table_free(&table);
    assert_true(1 + value / wager >= 0.9841 && 1 + value / wager < 0.9842);
}

/* ---- Let It Ride by plain enumeration ---- */

static int64_t lir_pays(const struct cr_rules *rules, const cr_card cards[5])
{
    const struct cr_ratio pays = slot_pays(rules, rules->game->ante, cr_eval5(cards));
    return pays.den == 0 ? -1 : pays.num / pays.den;
}

/* The third bet always stays. Each of the other two is worth its expectation where that is above
 * zero: summed over all sets of three cards with the two that follow, and of four with the last
 * one. */
static void let_it_ride_is_a_plain_sum(void **state)
{
    const struct cr_rules rules = rules_load_shipped("lir-rp");
    struct cr_analysis *a = malloc(sizeof *a);
    int64_t stays = 0, first = 0, second = 0;
    cr_card c[5];
    (void)state;
    assert_non_null(a);
    for (c[0] = 0; c[0] < 52; c[0]++)
        for (c[1] = (cr_card)(c[0] + 1); c[1] < 52; c[1]++)
            for (c[2] = (cr_card)(c[1] + 1); c[2] < 52; c[2]++) {
                int64_t three = 0;
                for (c[3] = 0; c[3] < 52; c[3]++) {
                    int64_t four = 0;
                    if (c[3] == c[0] || c[3] == c[1] || c[3] == c[2])
                        continue;
                    for (c[4] = 0; c[4] < 52; c[4]++)
                        if (c[4] != c[0] && c[4] != c[1] && c[4] != c[2] && c[4] != c[3])
                            four += lir_pays(&rules, c);
                    three += four;
                    second += four > 0 ? four : 0;
                }
                stays += three;
                first += three > 0 ? three : 0;
            }
    struct cr_rational ev;
    assert_true(rational_reduce(stays + first + second, (wide)22100 * 49 * 48, &ev));
    assert_int_equal(cr_analyze(&rules, NULL, a, NULL), CR_OK);
    assert_int_equal(rational_compare(ev, a->ev), 0);
    free(a);
}

/* ---- Last decisions against settlement ---- */

static void cards_draw(struct rng *rng, cr_card *out, unsigned count)
{
    do
        for (unsigned i = 0; i < count; i++)
            out[i] = (cr_card)rng_below(rng, CR_DECK_CARDS);
    while (cr_cards_repeated(out, count) != CR_NO_CARD);
}

static int64_t base_net(const struct cr_rules *rules, const struct cr_round *round)
{
    struct cr_settlement s;
    struct cr_err err;
    int64_t net = 0;
    if (cr_settle(rules, NULL, NULL, round, &s, &err) != CR_OK)
        fail_msg("%s", err.text);
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        const struct cr_wager_result *w = &s.seats[0].wagers[slot];
        net += w->pays.micro - (w->result == CR_RESULT_LOSE ? w->stake.micro : 0);
    }
    return net;
}

/* Mississippi Stud before the last card, with any earlier bets: each option's value is the mean of
 * the settled rounds over the 48 last cards. */
static void fifth_street_is_what_settles(void **state)
{
    const struct cr_rules rules = rules_load_shipped("ms-rp");
    struct rng rng = {31};
    (void)state;
    for (unsigned n = 0; n < 40; n++) {
        cr_card cards[4];
        struct cr_position p;
        struct cr_round round = {.seats[0] = {.taken = true, .action_count = 3}};
        cards_draw(&rng, cards, 4);
        memcpy(round.seats[0].cards, cards, 2);
        memcpy(round.board, cards + 2, 2);
        round.seats[0].wagers[rules.game->ante] = cr_money_from_units(10);
        round.seats[0].actions[0] = cr_action_bet(1 + rng_below(&rng, 3));
        round.seats[0].actions[1] = cr_action_bet(1 + rng_below(&rng, 3));
        assert_int_equal(
            cr_analyze_position(&rules, cards, cards + 2, 2, round.seats[0].actions, 2, &p, NULL),
            CR_OK);
        for (unsigned o = 0; o < p.option_count; o++) {
            int64_t net = 0;
            struct cr_rational ev;
            round.seats[0].actions[2] = p.options[o].action;
            for (cr_card last = 0; last < CR_DECK_CARDS; last++) {
                round.board[2] = last;
                if (!memchr(cards, last, 4))
                    net += base_net(&rules, &round);
            }
            assert_true(rational_reduce(net, (wide)48 * 10 * CR_MICRO_PER_UNIT, &ev));
            assert_int_equal(rational_compare(ev, p.options[o].ev), 0);
        }
    }
}

/* Four Card Poker: the value of playing is the mean over all of the dealer's hands, settled. */
static void four_card_position_is_what_settles(void **state)
{
    const struct cr_rules rules = rules_load_shipped("fcp-rp");
    static const cr_card hole[5] = {0, 1, 46, 39, 26}, up = 45; /* a pair of twos, K J 8; Kd */
    struct cr_position p;
    struct cr_round round = {.seats[0] = {.taken = true, .action_count = 1}};
    cr_card left[CR_DECK_CARDS], *d = round.dealer;
    unsigned count = 0;
    int64_t net = 0;
    struct cr_rational ev;
    (void)state;
    memcpy(round.seats[0].cards, hole, 5);
    round.seats[0].wagers[rules.game->ante] = cr_money_from_units(1);
    assert_int_equal(cr_analyze_position(&rules, hole, &up, 1, NULL, 0, &p, NULL), CR_OK);
    assert_int_equal(p.option_count, 4);
    round.seats[0].actions[0] = p.options[1].action;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!memchr(hole, c, 5) && c != up)
            left[count++] = c;
    d[5] = up;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            for (unsigned c = b + 1; c < count; c++)
                for (unsigned e = c + 1; e < count; e++)
                    for (unsigned f = e + 1; f < count; f++) {
                        memcpy(d, (cr_card[5]){left[a], left[b], left[c], left[e], left[f]}, 5);
                        net += base_net(&rules, &round);
                    }
    assert_true(rational_reduce(net, (wide)FOUR_CARD_DEALERS * CR_MICRO_PER_UNIT, &ev));
    assert_int_equal(rational_compare(ev, p.options[1].ev), 0);
}

/* ---- Two seats of one round ---- */

/* Plays one hand to its end. Returns true if the hand does not fold. */
static bool stays(const struct strategy *s, const struct cr_game *game, struct hand_cards *hand)
{
    hand->bets = 0;
    for (unsigned stage = 0; stage < game->stage_count; stage++) {
        cr_action action;
        strategy_decide_all(s, stage, hand, &(uint16_t){0}, 1, &action);
        if (action == CR_FOLD)
            return false;
        hand->bets = (uint8_t)(hand->bets + cr_action_multiple(action));
    }
    return true;
}

/* LINK-3: how often one seat wins an award and neither seat folds, against rounds dealt at random.
 */
static void pairs_are_those_of_dealt_rounds(const char *name, unsigned from, unsigned to)
{
    const struct cr_rules rules = rules_load_shipped(name);
    const struct game_math *math = game_math_of(rules.game);
    const unsigned hole = rules.game->hole_cards, board = rules.game->board_cards;
    const unsigned rounds = 400000;
    struct rng rng = {99};
    struct cr_category_counts pairs = {0};
    int64_t seen[CR_CATEGORIES] = {0};
    struct strategy *s = strategy_new(&rules, NULL, STRATEGY_OPTIMAL, false, NULL);
    assert_non_null(s);
    assert_int_equal(math->live_pairs(&rules, NULL, (2u << to) - (1u << from), &pairs, NULL),
                     CR_OK);
    for (unsigned n = 0; n < rounds; n++) {
        cr_card cards[13], five[5];
        struct hand_cards a = {0}, b = {0};
        cards_draw(&rng, cards, 2 * hole + 3);
        memcpy(a.hole, cards, hole);
        memcpy(b.hole, cards + hole, hole);
        memcpy(a.board, cards + 2 * hole, board);
        memcpy(b.board, cards + 2 * hole, board);
        a.up = b.up = cards[2 * hole];
        memcpy(five, cards, hole);
        memcpy(five + hole, a.board, 5 - hole);
        if (stays(s, rules.game, &a) && stays(s, rules.game, &b))
            seen[cr_rank_category(cr_eval5(five))]++;
    }
    for (unsigned c = from; c <= to; c++) {
        const double p = (double)pairs.of[c] / (double)pairs.total;
        const double off = (double)seen[c] - p * rounds;
        assert_true(p > 0 && fabs(off) < 4.5 * sqrt(p * (1 - p) * rounds));
    }
    strategy_free(s);
}

static void live_pairs(void **state)
{
    (void)state;
    pairs_are_those_of_dealt_rounds("ms-rp", CR_HIGH_CARD, CR_FULL_HOUSE);
    pairs_are_those_of_dealt_rounds("fcp-rp", CR_FULL_HOUSE, CR_FOUR_OF_A_KIND);
}

/* ---- Invalid positions ---- */

static void faults_are_told(void **state)
{
    const struct cr_rules lir = rules_load_shipped("lir-rp"), ms = rules_load_shipped("ms-rp"),
                          fcp = rules_load_shipped("fcp-rp");
    static const cr_card cards[6] = {0, 1, 2, 3, 4, 5}, twice[5] = {0, 1, 2, 3, 3};
    struct cr_position p;
    (void)state;
    assert_int_not_equal(cr_analyze_position(&lir, cards, cards + 3, 2, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&lir, cards, cards, 1, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&ms, cards, cards + 2, 3, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&ms, cards, cards + 1, 1, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&fcp, cards, NULL, 0, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&fcp, cards, cards + 4, 1, NULL, 0, &p, NULL), CR_OK);
    assert_int_not_equal(cr_analyze_position(&fcp, twice, cards + 5, 1, NULL, 0, &p, NULL), CR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_are_as_published),
        cmocka_unit_test(three_card_bonus_is_as_published),
        cmocka_unit_test(aces_up_is_as_published),
        cmocka_unit_test(simple_four_card_play_is_as_published),
        cmocka_unit_test(let_it_ride_is_a_plain_sum),
        cmocka_unit_test(fifth_street_is_what_settles),
        cmocka_unit_test(four_card_position_is_what_settles),
        cmocka_unit_test(live_pairs),
        cmocka_unit_test(faults_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
