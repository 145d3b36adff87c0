/* What a rules file may say means what it says: limits, hands to qualify with, tables,
 * progressives.
 */
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

/* What the comments of a shipped file tell a reader to uncomment must work. */
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
    /* 220 kickers to a pair of five cards, 12 to one of three; 112 hands of three below Q-3-2. */
    static const struct {
        const char *text;
        uint16_t five, three; /* 0: no such hand */
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
        cmocka_unit_test(whole_tables),
        cmocka_unit_test(own_progressive_of_the_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
