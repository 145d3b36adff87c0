/* What an accepted rules file means: limits, qualifying hands, pay tables and progressives have the
 * values that the text says. */
#include "rules_text.h"

#include "game/games/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void posted_limits(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept(
        "uth-cn", "\ndeal:",
        "\nlimits: {ante: {min: 10, max: 500.50}, trips: {min: none, max: 25}}\ndeal:", &rules);
    assert_int_equal(rules.limits[UTH_ANTE].min.micro, INT64_C(10) * CR_MICRO_PER_UNIT);
    assert_int_equal(rules.limits[UTH_ANTE].max.micro, INT64_C(500500000));
    assert_int_equal(rules.limits[UTH_BLIND].max.micro, 0);
    assert_int_equal(rules.limits[UTH_TRIPS].min.micro, 0);
    assert_int_equal(rules.limits[UTH_TRIPS].max.micro, INT64_C(25) * CR_MICRO_PER_UNIT);
}

/* Lines that the comments of a shipped file tell a reader to uncomment must work. */
static void commented_limits_work(void **state)
{
    (void)state;
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)) && !file->is_progressive; i++) {
        struct cr_rules rules;
        struct cr_err err = {0};
        char *text = rules_text_replaced(file->name, "# limits:", "limits:");
        char *line;
        while ((line = strstr(text, "\n#   ")))
            memmove(line + 1, line + 2, strlen(line + 1));
        if (cr_rules_parse(file->name, text, strlen(text), &rules, &err) != CR_OK)
            fail_msg("%s", err.text);
        assert_int_equal(rules.limits[rules.game->ante].min.micro, INT64_C(10) * CR_MICRO_PER_UNIT);
        free(text);
    }
}

static void qualifying_hands(void **state)
{
    (void)state;
    /* Any pair with one of its 220 kickers qualifies in five cards, and with one of 12 in three;
     * 112 hands of three cards are below Q-3-2. */
    static const struct {
        const char *text;
        uint16_t five, three; /* 0: no such hand in this game */
    } cases[] = {
        {"always", 7462, 741},         {"high card", 7462, 741},    {"pair", 6185, 467},
        {"two pair", 3325, 0},         {"flush", 1599, 311},        {"straight", 1609, 37},
        {"pair of eights", 4865, 395}, {"pair of aces", 3545, 323}, {"pair of twos", 6185, 467},
        {"ace high", 6678, 531},       {"queen high", 7216, 629},   {"seven high", 7462, 734},
        {"five high", 0, 741},         {"four high", 0, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned three = 0; three < 2; three++) {
            const uint16_t expected = three ? cases[i].three : cases[i].five;
            char line[64];
            snprintf(line, sizeof line, "dealer_qualifies: %s", cases[i].text);
            char *text = rules_text_replaced(
                three ? "tcp-cn" : "uth-cn",
                three ? "dealer_qualifies: queen high" : "dealer_qualifies: pair", line);
            struct cr_rules rules;
            rules.qualifying_rank = 0;
            cr_rules_parse("t.yaml", text, strlen(text), &rules, NULL);
            if (rules.qualifying_rank != expected)
                fail_msg("%s: %u, not %u", line, rules.qualifying_rank, expected);
            free(text);
        }
}

/* UTH-5: one bet of half an Ante makes all bets of the file count in halves; without one they count
 * in whole Antes. */
static void half_antes(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("uth-cn", "preflop: [3, 4]", "preflop: [0.5, 3, 7.5]", &rules);
    assert_int_equal(rules.bet_parts, 2);
    assert_int_equal(rules.multiples[0], 1u << 1 | 1u << 6 | 1u << 15);
    assert_int_equal(rules.multiples[1], 1u << 4);
    assert_int_equal(rules.multiples[2], 1u << 2);
    rules_accept("uth-cn", "preflop: [3, 4]", "preflop: [1, 15]", &rules);
    assert_int_equal(rules.bet_parts, 1);
    assert_int_equal(rules.multiples[0], 1u << 1 | 1u << 15);
}

/* UTH-7, TCP-3: for wagers that the file does not mention, the game's usual rule holds. */
static void dealers_who_do_not_qualify(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("uth-cn",
                 "hand_limit:", "dealer_not_qualified: {play: push}\nhand_limit:", &rules);
    assert_int_equal(rules.unqualified[0], CR_UNQUALIFIED_PUSH);
    assert_int_equal(rules.unqualified[UTH_ANTE], CR_UNQUALIFIED_PUSH);
    assert_int_equal(rules.unqualified[UTH_BLIND], CR_UNQUALIFIED_AS_USUAL);
    rules_accept("tcp-cn", "\npays:", "\ndealer_not_qualified: {play: pay}\npays:", &rules);
    assert_int_equal(rules.unqualified[0], CR_UNQUALIFIED_PAY);
    assert_int_equal(rules.unqualified[1], CR_UNQUALIFIED_PAY);
}

static void whole_tables(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("tcp-cn", "    pair: 1 to 1", "    pair: 1 to 1\n    high card: 1 to 1000000",
                 &rules);
    assert_int_equal(rules.pays[TCP_PAIR_PLUS].pays[CR_HIGH_CARD].den, 1000000);
    rules_accept("uth-cn", "    straight: 1 to 1",
                 "    straight: 1 to 1\n    three of a kind: 1 to 1\n    two pair: 1 to 2\n"
                 "    pair: 1 to 3\n    high card: 1 to 4",
                 &rules);
    assert_int_equal(rules.pays[UTH_BLIND].pays[CR_HIGH_CARD].den, 4);
}

/* The rows of a pay table must be these, line by line. */
static void assert_rows(const struct cr_rules *rules, const char *slot,
                        const char *const expected[][2], unsigned count)
{
    struct pay_row rows[PAY_ROWS_MAX];
    const unsigned s = cr_slot_find(rules->game, slot, strlen(slot));
    assert_true(s < CR_SLOTS);
    assert_int_equal(pay_rows(rules, s, rows), count);
    for (unsigned i = 0; i < count; i++) {
        assert_string_equal(rows[i].hand, expected[i][0]);
        assert_string_equal(rows[i].pays, expected[i][1]);
    }
}

/* LIR-5, LIR-6, MS-5, FCP-6, FCP-7: the tables of the linked games. */
static void tables_of_the_linked_games(void **state)
{
    (void)state;
    static const char *const lir[][2] = {{"royal flush", "1000 to 1"},
                                         {"straight flush", "200 to 1"},
                                         {"four of a kind", "50 to 1"},
                                         {"full house", "11 to 1"},
                                         {"flush", "8 to 1"},
                                         {"straight", "5 to 1"},
                                         {"three of a kind", "3 to 1"},
                                         {"two pair", "2 to 1"},
                                         {"pair of tens or better", "1 to 1"}};
    static const char *const ms[][2] = {{"royal flush", "500 to 1"},
                                        {"straight flush", "100 to 1"},
                                        {"four of a kind", "40 to 1"},
                                        {"full house", "10 to 1"},
                                        {"flush", "6 to 1"},
                                        {"straight", "4 to 1"},
                                        {"three of a kind", "3 to 1"},
                                        {"two pair", "2 to 1"},
                                        {"pair of jacks or better", "1 to 1"},
                                        {"pair of sixes to tens", "push"}};
    static const char *const bonus[][2] = {
        {"mini royal", "50 to 1"}, {"straight flush", "40 to 1"}, {"three of a kind", "30 to 1"},
        {"straight", "6 to 1"},    {"flush", "3 to 1"},           {"pair", "1 to 1"}};
    static const char *const ante_bonus[][2] = {{"four of a kind", "25 to 1"},
                                                {"straight flush", "20 to 1"},
                                                {"three of a kind", "2 to 1"}};
    static const char *const aces_up[][2] = {
        {"four of a kind", "50 to 1"}, {"straight flush", "40 to 1"}, {"three of a kind", "8 to 1"},
        {"flush", "5 to 1"},           {"straight", "4 to 1"},        {"two pair", "3 to 1"},
        {"pair of aces", "1 to 1"}};
    const struct cr_rules lir_rp = rules_load_shipped("lir-rp"),
                          ms_rp = rules_load_shipped("ms-rp"),
                          fcp_rp = rules_load_shipped("fcp-rp");
    assert_rows(&lir_rp, "bet1", lir, 9);
    assert_rows(&lir_rp, "bet3", lir, 9);
    assert_rows(&lir_rp, "bonus", bonus, 6);
    assert_rows(&ms_rp, "ante", ms, 10);
    assert_rows(&ms_rp, "fifth", ms, 10);
    assert_rows(&ms_rp, "bonus", bonus, 6);
    assert_rows(&fcp_rp, "ante_bonus", ante_bonus, 3);
    assert_rows(&fcp_rp, "aces_up", aces_up, 7);
    assert_true(fcp_rp.ties_win);
}

static struct cr_ratio pays_of(const struct cr_rules *rules, const char *slot, const char *hand)
{
    const unsigned s = cr_slot_find(rules->game, slot, strlen(slot));
    cr_card cards[7];
    size_t count = 0;
    assert_int_equal(cr_cards_parse(hand, strlen(hand), cards, 7, &count, NULL), CR_OK);
    return slot_pays(rules, s, slot_ranking(rules->game, s)->rank(cards, count));
}

/* A category may be divided into any number of parts, or all of it; a row after the parts is for
 * the rest. */
static void parts_of_a_category(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"pair of kings or better", "3 to 1"},
                                          {"pair of queens", "3 to 1"},
                                          {"pair of jacks", "2 to 1"},
                                          {"pair of sixes to tens", "push"},
                                          {"pair", "push"},
                                          {"high card", "push"}};
    struct cr_rules rules;
    rules_accept("fcp-rp", "    pair of aces: 1 to 1",
                 "    pair of kings or better: 3 to 1\n    pair of queens: 3 to 1\n"
                 "    pair of jacks: 2 to 1\n    pair of sixes or better: push\n"
                 "    pair: push\n    high card: push",
                 &rules);
    struct pay_row is[PAY_ROWS_MAX];
    assert_int_equal(pay_rows(&rules, 3, is), 12);
    for (unsigned i = 0; i < 6; i++) {
        assert_string_equal(is[6 + i].hand, rows[i][0]);
        assert_string_equal(is[6 + i].pays, rows[i][1]);
    }
    assert_int_equal(pays_of(&rules, "aces_up", "Ks Kd 4c 3h 2d").num, 3);
    assert_int_equal(pays_of(&rules, "aces_up", "Js Jd 4c 3h 6d").num, 2);
    assert_int_equal(pays_of(&rules, "aces_up", "Ts Td 4c 3h 6d").num, 0);
    assert_int_equal(pays_of(&rules, "aces_up", "Ts Td 4c 3h 6d").den, 1);
    rules_accept("fcp-rp", "    pair of aces: 1 to 1",
                 "    pair of twos or better: 1 to 1\n    high card: push", &rules);
    assert_int_equal(pays_of(&rules, "aces_up", "2s 2d 4c 5h 8d").num, 1);
    assert_int_equal(pays_of(&rules, "aces_up", "Ks 2d 4c 5h 8d").den, 1);
}

/* MS-4, LIR-4: pairs on both sides of a border between rows; the higher pair has the worst kickers
 * and the lower pair the best, because kickers must make no difference. */
static void borders_of_parts(void **state)
{
    (void)state;
    const struct cr_rules ms = rules_load_shipped("ms-rp"), lir = rules_load_shipped("lir-rp"),
                          fcp = rules_load_shipped("fcp-rp");
    assert_int_equal(pays_of(&ms, "ante", "Js Jd 2c 3h 4d").num, 1);
    assert_int_equal(pays_of(&ms, "ante", "Ts Td Ac Kh Qd").num, 0);
    assert_int_equal(pays_of(&ms, "ante", "Ts Td Ac Kh Qd").den, 1);
    assert_int_equal(pays_of(&ms, "ante", "6s 6d 2c 3h 4d").den, 1);
    assert_int_equal(pays_of(&ms, "ante", "5s 5d Ac Kh Qd").den, 0);
    assert_int_equal(pays_of(&lir, "bet2", "Ts Td 2c 3h 4d").num, 1);
    assert_int_equal(pays_of(&lir, "bet2", "9s 9d Ac Kh Qd").den, 0);
    assert_int_equal(pays_of(&lir, "bonus", "As Ks Qs").num, 50);
    assert_int_equal(pays_of(&lir, "bonus", "Ks Qs Js").num, 40);
    assert_int_equal(pays_of(&fcp, "aces_up", "As Ad 2c 3h").num, 1);
    assert_int_equal(pays_of(&fcp, "aces_up", "Ks Kd Ac Qh").den, 0);
}

/* Without the key the usual rules for irregular deals hold; each case can be changed by itself. */
static void irregularities(void **state)
{
    (void)state;
    static const char *const cases[CR_IRREGULARITIES][3] = {
        {"wrong_count: correct", "misdeal", "put right"},
        {"one_face_up: void", "it is discarded", "round is void"},
        {"two_face_up: discard", "round is void", "they are discarded"},
        {"drawn_in_error: discard", "the next card", "it is discarded"},
        {"shown_early: play on", "round is void", "it stays"},
    };
    struct cr_rules usual, rules;
    rules_accept("lir-rp", "\nconsole:", "\nirregularities: {}\nconsole:", &usual);
    for (size_t i = 0; i < CR_IRREGULARITIES; i++) {
        char text[80];
        snprintf(text, sizeof text, "\nirregularities: {%s}\nconsole:", cases[i][0]);
        rules_accept("lir-rp", "\nconsole:", text, &rules);
        for (size_t j = 0; j < CR_IRREGULARITIES; j++) {
            const char *before = cr_irregularity_words(&usual, j);
            assert_non_null(strstr(before, cases[j][1]));
            assert_non_null(strstr(cr_irregularity_words(&rules, j), cases[j][1 + (i == j)]));
        }
    }
    assert_null(cr_irregularity_words(&usual, CR_IRREGULARITIES));
}

/* PIT-16: paragraphs for a part of a rule, for the whole of a rule, and for none. */
static void paragraphs_of_the_house(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("uth-cn", "  UTH-6 trips: CN 21\n", "", &rules);
    assert_string_equal(cr_paragraph(&rules, "UTH-6 progressive"), "CN 22");
    assert_string_equal(cr_paragraph(&rules, "UTH-6 trips"), "CN 20");
    assert_string_equal(cr_paragraph(&rules, "UTH-6"), "CN 20");
    assert_string_equal(cr_paragraph(&rules, "UTH-8 win"), "CN 27");
    assert_string_equal(cr_paragraph(&rules, "UTH-8"), "");
    assert_string_equal(cr_paragraph(&rules, "UTH-11"), "");
    assert_string_equal(cr_paragraph(&rules, "no rule at all"), "");
}

static void own_progressive_of_the_house(void **state)
{
    (void)state;
    struct cr_rules rules;
    rules_accept("uth-cn", "progressive: cn", "progressive: ./ours.yaml", &rules);
    assert_string_equal(rules.progressive, "./ours.yaml");
    rules_accept("uth-cn", "progressive: cn", "progressive: none", &rules);
    assert_string_equal(rules.progressive, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posted_limits),
        cmocka_unit_test(commented_limits_work),
        cmocka_unit_test(qualifying_hands),
        cmocka_unit_test(half_antes),
        cmocka_unit_test(dealers_who_do_not_qualify),
        cmocka_unit_test(whole_tables),
        cmocka_unit_test(tables_of_the_linked_games),
        cmocka_unit_test(parts_of_a_category),
        cmocka_unit_test(borders_of_parts),
        cmocka_unit_test(irregularities),
        cmocka_unit_test(paragraphs_of_the_house),
        cmocka_unit_test(own_progressive_of_the_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
