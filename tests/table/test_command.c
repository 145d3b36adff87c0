/* What a person can do at a table: a typed line and a screen's press that mean the same give the
 * same command, and anything else is refused. */
#include "service/controller/command.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *line, *press;
} pairs[] = {
    {"start", "{\"press\":\"start\"}"},
    {"coin in", "{\"press\":\"start\"}"},
    {"deal", "{\"press\":\"deal\"}"},
    {"paid", "{\"press\":\"paid\"}"},
    {"back", "{\"press\":\"back\"}"},
    {"award 5 royal flush", "{\"press\":\"award\",\"seat\":5,\"award\":\"royal flush\"}"},
    {"award 5 royal flush with As Ks Qs Js Ts",
     "{\"press\":\"award\",\"seat\":5,\"award\":\"royal flush\",\"cards\":\"As Ks Qs Js Ts\"}"},
    {"award 5 royal flush, says Ann",
     "{\"press\":\"award\",\"seat\":5,\"award\":\"royal flush\",\"user\":\"Ann\"}"},
    {"key 009", "{\"press\":\"key\",\"key\":9}"},
    {"key 8", "{\"key\":8,\"press\":\"key\"}"},
    {"turn JPH", "{\"press\":\"turn\",\"position\":\"JPH\"}"},
    {"turn R", "{\"press\":\"turn\",\"position\":\"R\"}"},
    {"remove key", "{\"press\":\"remove key\"}"},
    {"remove 3", "{\"press\":\"remove\",\"seat\":3}"},
    {"jpot", "{\"press\":\"jpot\"}"},
    {"game over", "{\"press\":\"game over\"}"},
    {"dead the deck is fouled, says Ann Low",
     "{\"press\":\"dead\",\"reason\":\"the deck is fouled\",\"user\":\"Ann Low\"}"},
    {"dead a fouled deck", "{\"press\":\"dead\",\"reason\":\"a fouled deck\"}"},
    {"return 4 no ante", "{\"press\":\"return\",\"seat\":4,\"reason\":\"no ante\"}"},
    {"close 1", "{\"press\":\"close\",\"seat\":1}"},
    {"open 7", "{\"press\":\"open\",\"seat\":7}"},
    {"fold 2", "{\"press\":\"fold\",\"seat\":2}"},
    {"move 4 7", "{\"press\":\"move\",\"seat\":4,\"to\":7}"},
    {"patron 2 3", "{\"press\":\"patron\",\"seat\":2,\"to\":3}"},
    {"alone 3", "{\"press\":\"alone\",\"seat\":3}"},
    {"dealer Deb Low", "{\"press\":\"dealer\",\"user\":\"Deb Low\"}"},
    {"dealer off", "{\"press\":\"dealer off\"}"},
    {"verify 6 Ann", "{\"press\":\"verify\",\"seat\":6,\"user\":\"Ann\"}"},
    {"approve 6 Ann", "{\"press\":\"approve\",\"seat\":6,\"user\":\"Ann\"}"},
    {"comply 6 Ann", "{\"press\":\"comply\",\"seat\":6,\"user\":\"Ann\"}"},
    {"process 6 Ann", "{\"press\":\"process\",\"seat\":6,\"user\":\"Ann\"}"},
    {"rule 6 void a pair, says Ann",
     "{\"press\":\"rule\",\"seat\":6,\"ruling\":\"void\",\"reason\":\"a pair\",\"user\":\"Ann\"}"},
    {"rule 6 pay the tape shows it, says Ann Low and Ben",
     "{\"press\":\"rule\",\"seat\":6,\"ruling\":\"pay\",\"reason\":\"the tape shows it\","
     "\"user\":\"Ann Low\",\"approver\":\"Ben\"}"},
    {"dead a card, says Ann and Ben",
     "{\"press\":\"dead\",\"reason\":\"a card\",\"user\":\"Ann and Ben\"}"},
    {"open 7 Ann", "{\"press\":\"open\",\"seat\":7,\"user\":\"Ann\"}"},
    {"key 009 Ann", "{\"press\":\"key\",\"key\":9,\"user\":\"Ann\"}"},
    {"buy 2 100", "{\"press\":\"buy\",\"seat\":2,\"amount\":\"100.00\"}"},
    {"buy 2 25.50 foreign cheques",
     "{\"press\":\"buy\",\"seat\":2,\"amount\":\"25.50\",\"tender\":\"foreign cheques\"}"},
    {"buy 2 100 cash from Ms. Lake", "{\"press\":\"buy\",\"seat\":2,\"amount\":\"100.00\","
                                     "\"tender\":\"cash\",\"patron\":\"Ms. Lake\"}"},
    {"payout 2 100", "{\"press\":\"payout\",\"seat\":2,\"amount\":\"100.00\"}"},
    {"payout 2 12000 straight to Ms. Lake, says Cy",
     "{\"press\":\"payout\",\"seat\":2,\"amount\":\"12000.00\",\"tender\":\"straight\","
     "\"patron\":\"Ms. Lake\",\"user\":\"Cy\"}"},
    {"return 4 no ante, says Cy",
     "{\"press\":\"return\",\"seat\":4,\"reason\":\"no ante\",\"user\":\"Cy\"}"},
    {"place 3", "{\"press\":\"place\",\"seat\":3}"},
    {"jam 3", "{\"press\":\"jam\",\"seat\":3}"},
    {"miss 3", "{\"press\":\"miss\",\"seat\":3}"},
    {"clear 3", "{\"press\":\"clear\",\"seat\":3}"},
    {"fail 3", "{\"press\":\"fail\",\"seat\":3}"},
    {"read", "{\"press\":\"read\"}"},
    {"renew 0 Ann Lee", "{\"press\":\"renew\",\"coins\":0,\"user\":\"Ann Lee\"}"},
    {"read 4711", "{\"press\":\"read\",\"coins\":4711}"},
    {"stray 3", "{\"press\":\"stray\",\"seat\":3}"},
    {"repair 3", "{\"press\":\"repair\",\"seat\":3}"},
};
#define PAIRS (sizeof(pairs) / sizeof(pairs[0]))

static void says_the_same_in_both_ways(void **state)
{
    uint64_t seen = 0;
    (void)state;
    for (unsigned i = 0; i < PAIRS; i++) {
        struct command line, press;
        struct cr_err err = {0};
        assert_int_equal(command_read_line(pairs[i].line, &line, &err), 0);
        assert_int_equal(command_read_json(pairs[i].press, strlen(pairs[i].press), &press, &err),
                         0);
        assert_memory_equal(&line, &press, sizeof(line));
        seen |= UINT64_C(1) << line.kind;
    }
    assert_int_equal(seen, (UINT64_C(1) << COMMAND_KINDS) - 1);
}

static void reads_what_only_a_press_says(void **state)
{
    static const char text[] = "{\"press\":\"key\",\"key\":9,\"user\":\"Zo\\u00eb\",\"round\":12}";
    static const char step[] = "{\"press\":\"paid\",\"at\":3,\"round\":0}";
    static const char stop[] = "{\"press\":\"deal\",\"to_stop\":true}";
    struct command c;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(command_read_json(text, strlen(text), &c, &err), 0);
    assert_string_equal(c.user, "Zo\xc3\xab");
    assert_true(c.has_round);
    assert_int_equal(c.round, 12);
    assert_int_equal(command_read_json(step, strlen(step), &c, &err), 0);
    assert_true(c.has_at && c.has_round);
    assert_int_equal(c.at, 3);
    assert_int_equal(command_read_json(stop, strlen(stop), &c, &err), 0);
    assert_true(c.to_stop);
}

/* TAB-3: a PIN that was typed is in no message. */
static void reads_a_pin_and_never_repeats_it(void **state)
{
    static const char good[] = "{\"press\":\"key\",\"key\":9,\"user\":\"Ann\",\"pin\":\"804129\"}";
    static const char *const bad[] = {
        "{\"press\":\"key\",\"key\":9,\"pin\":\"8041297777777777\"}",
        "{\"press\":\"key\",\"key\":9,\"pin\":\"80412 9\"}",
        "{\"press\":\"key\",\"key\":9,\"pin\":804129}",
        "{\"press\":\"turn\",\"position\":\"JPH\",\"pin\":\"804129\"}",
    };
    struct command c;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(command_read_json(good, strlen(good), &c, &err), 0);
    assert_string_equal(c.pin, "804129");
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(command_read_json(bad[i], strlen(bad[i]), &c, &err), CR_E_INPUT);
        assert_null(strstr(err.text, "80412"));
    }
}

/* TAB-3: no other combination works, also not one that begins like a key's number. */
static void a_key_is_its_whole_number(void **state)
{
    static const struct {
        const char *line;
        unsigned key;
    } rows[] = {{"key 8", 8},     {"key 008", 8},   {"key 09 Ann", 9}, {"key 0", 0},
                {"key 254", 254}, {"key 255", 255}, {"key 0080", 255}, {"key 0098 Ann", 255},
                {"key 8x", 255},  {"key +8", 255},  {"key x", 255},    {"key", 255}};
    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct command c;
        struct cr_err err = {0};
        assert_int_equal(command_read_line(rows[i].line, &c, &err), 0);
        if (c.key != rows[i].key)
            fail_msg("%s: %u, not %u", rows[i].line, c.key, rows[i].key);
    }
}

static void refuses_lines_that_say_nothing(void **state)
{
    static const char *const lines[] = {"place",
                                        "dead",
                                        "payout 2",
                                        "place 0",
                                        "place 8",
                                        "place x",
                                        "move 3",
                                        "award 3",
                                        "award 3 good hand",
                                        "buy 2 1,000",
                                        "buy 2",
                                        "stairs",
                                        "game",
                                        "removekey",
                                        "read x",
                                        "read 0",
                                        "read 1234567890123",
                                        "read /",
                                        "buy 2 5 cash from ",
                                        "return 4",
                                        "return 4 \t",
                                        "return 4 x ",
                                        "verify 6",
                                        "rule 6",
                                        "rule 6 pay",
                                        "rule 6 later a reason, says Ann",
                                        "rule 6 pays a reason, says Ann",
                                        "rule 6 pay a reason, says Ann and ",
                                        "move 3 9",
                                        "buy 2 5 \x7f",
                                        "dealer Ann\n"};
    (void)state;
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct command c;
        struct cr_err err = {0};
        assert_int_equal(command_read_line(lines[i], &c, &err), CR_E_INPUT);
        assert_true(err.text[0] != '\0');
    }
}

/* A text that is too long is refused in a line and in a press; the message for the screen names the
 * member. */
static void refuses_texts_that_are_too_long(void **state)
{
    static const struct {
        const char *line, *press, *member;
    } rows[] = {
        {"dealer ", "{\"press\":\"dealer\",\"user\":\"", "user"},
        {"buy 2 5 ", "{\"press\":\"buy\",\"seat\":2,\"amount\":\"5\",\"tender\":\"", "tender"},
        {"buy 2 5 cash from ", "{\"press\":\"buy\",\"seat\":2,\"amount\":\"5\",\"patron\":\"",
         "patron"},
        {"dead ", "{\"press\":\"dead\",\"reason\":\"", "reason"},
    };
    char name[1024], text[2048];
    struct command c;
    (void)state;
    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cr_err err = {0};
        snprintf(text, sizeof(text), "%s%s", rows[i].line, name);
        assert_int_equal(command_read_line(text, &c, &err), CR_E_INPUT);
        snprintf(text, sizeof(text), "%s%s\"}", rows[i].press, name);
        assert_int_equal(command_read_json(text, strlen(text), &c, &err), CR_E_INPUT);
        assert_string_equal(err.field, rows[i].member);
    }
}

/* The message names the one fault that a name has. */
static void says_what_is_wrong_with_a_name(void **state)
{
    static const struct {
        const char *patron, *fault;
    } rows[] = {
        {"Ms. Cole ", "a patron's name does not begin or end with a blank"},
        {" Ms. Cole", "a patron's name does not begin or end with a blank"},
        {"Ms.\\tCole", "a patron's name has no control characters"},
        {"", "a patron's name is missing"},
        {"Ms. Cole of the house at the end of the long lane",
         "a patron's name has at most 47 bytes"},
    };
    char text[256];
    struct command c;
    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cr_err err = {0};
        snprintf(
            text, sizeof(text),
            "{\"press\":\"buy\",\"seat\":2,\"amount\":\"5\",\"tender\":\"cash\",\"patron\":\"%s\"}",
            rows[i].patron);
        assert_int_equal(command_read_json(text, strlen(text), &c, &err), CR_E_INPUT);
        if (strstr(err.text, rows[i].fault) == NULL)
            fail_msg("no '%s' in: %s", rows[i].fault, err.text);
    }
}

/* A reason that the log does not take would keep a round from ever being told to the manager. */
static void takes_utf8_only(void **state)
{
    struct command c;
    struct cr_err err = {0};
    (void)state;
    assert_int_equal(command_read_line("dead stra\xc3\x9f"
                                       "e, says J\xc3\xb6rg",
                                       &c, &err),
                     0);
    assert_int_equal(command_read_line("dead stra\xdf"
                                       "e, says Kim",
                                       &c, &err),
                     CR_E_INPUT);
    assert_string_equal(err.text, "the reason has no control characters, and is written in UTF-8");
    assert_int_equal(command_read_line("dead fouled, says J\xf6rg", &c, &err), CR_E_INPUT);
}

static void refuses_presses_that_say_nothing(void **state)
{
    static const char *const presses[] = {
        "",
        "[]",
        "{}",
        "{\"press\":7}",
        "{\"press\":\"stairs\"}",
        "{\"press\":\"key\"}",
        "{\"press\":\"key\",\"key\":\"9\"}",
        "{\"press\":\"key\",\"key\":9.5}",
        "{\"press\":\"key\",\"key\":1234567890123456789}",
        "{\"press\":\"place\",\"seat\":0}",
        "{\"press\":\"place\",\"seat\":\"3\"}",
        "{\"press\":\"buy\",\"seat\":2,\"amount\":5}",
        "{\"press\":\"buy\",\"seat\":2,\"amount\":\"1,000\"}",
        "{\"press\":\"award\",\"seat\":2,\"award\":\"good hand\"}",
        "{\"press\":\"deal\",\"to_stop\":1}",
        "{\"press\":\"read\",\"coins\":0}",
        "{\"press\":\"read\",\"coins\":\"4711\"}",
        "{\"press\":\"read\",\"coins\":1234567890123}",
        "{\"press\":\"read\",\"coins\":-1}",
        "{\"press\":\"paid\",\"at\":\"3\"}",
        "{\"press\":\"paid\",\"at\":3,\"round\":\"0\"}",
    };
    static char long_press[5000];
    struct command c;
    struct cr_err err = {0};
    (void)state;
    for (unsigned i = 0; i < sizeof(presses) / sizeof(presses[0]); i++)
        assert_int_equal(command_read_json(presses[i], strlen(presses[i]), &c, &err), CR_E_INPUT);
    memset(long_press, ' ', sizeof(long_press));
    assert_int_equal(command_read_json(long_press, sizeof(long_press), &c, &err), CR_E_INPUT);
}

/* Presses with bytes changed, left out and put in are read whole or refused. */
static void bears_broken_presses(void **state)
{
    static const char odd[] = "\"{}[],:\\\0 09.-eE\x80\xfftn";
    struct rng rng = {.state = 7};
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        char text[128];
        const char *from = pairs[rng_below(&rng, PAIRS)].press;
        size_t len = strlen(from);
        memcpy(text, from, len);
        for (unsigned n = 1 + rng_below(&rng, 3); n > 0 && len > 1; n--) {
            const unsigned at = rng_below(&rng, (unsigned)len);
            if (rng_below(&rng, 2) == 0)
                text[at] = odd[rng_below(&rng, sizeof(odd) - 1)];
            else
                memmove(text + at, text + at + 1, --len - at);
        }
        struct command c;
        struct cr_err err = {0};
        const int rc = command_read_json(text, len, &c, &err);
        assert_true(rc == 0 || rc == CR_E_INPUT || rc == CR_E_RANGE);
        assert_true(rc != 0 ? err.text[0] != '\0' : c.kind < COMMAND_KINDS);
        if (rc == 0 && (command_needs(c.kind) & PART_SEAT) != 0)
            assert_in_range(c.seat, 1, CR_SEATS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_the_same_in_both_ways),
        cmocka_unit_test(reads_what_only_a_press_says),
        cmocka_unit_test(reads_a_pin_and_never_repeats_it),
        cmocka_unit_test(a_key_is_its_whole_number),
        cmocka_unit_test(refuses_lines_that_say_nothing),
        cmocka_unit_test(refuses_texts_that_are_too_long),
        cmocka_unit_test(says_what_is_wrong_with_a_name),
        cmocka_unit_test(takes_utf8_only),
        cmocka_unit_test(refuses_presses_that_say_nothing),
        cmocka_unit_test(bears_broken_presses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
