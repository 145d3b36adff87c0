/* What `croupier settle` rejects, each fault with its own message that names the place, and the
 * form of its answers. */
#include "game/document/round_json.h"
#include "support/settle_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A valid round of each game; the tests replace a piece of it to make a fault. */
static const char uth[] =
    "{\"rules\":\"uth-cn\",\"progressive\":\"cn\",\"meters\":{\"mega\":\"250000.00\"},"
    "\"reserves\":{\"mega\":\"0.00\"},\"options\":{\"one_hand\":false},"
    "\"seats\":[{\"seat\":1,\"patron\":\"A\",\"wagers\":{\"ante\":\"10\",\"blind\":\"10\","
    "\"trips\":\"5\",\"progressive\":\"1\"},\"cards\":[\"As\",\"Ks\"],\"actions\":[\"4x\"]},"
    "{\"seat\":5,\"patron\":\"B\",\"wagers\":{\"ante\":\"10\",\"blind\":\"10\"},"
    "\"cards\":[\"9d\",\"8d\"],\"actions\":[\"check\",\"check\",\"fold\"]}],"
    "\"board\":[\"Qs\",\"Js\",\"Ts\",\"2d\",\"3c\"],\"dealer\":[\"2h\",\"7c\"]}";
static const char pg[] =
    "{\"rules\":\"pg-flush\",\"seats\":[{\"seat\":2,\"wagers\":{\"ante\":\"10\","
    "\"progressive\":\"1\"},\"cards\":[\"As\",\"Ks\"],\"actions\":[\"bet\",\"bet\",\"check\"]}],"
    "\"board\":[\"Qs\",\"Js\",\"Ts\",\"2d\",\"3c\"],\"dealer\":[\"2h\",\"7c\"]}";
static const char tcp[] =
    "{\"rules\":\"tcp-cn\",\"seats\":[{\"seat\":3,\"wagers\":{\"ante\":\"10\",\"pair_plus\":\"5\"},"
    "\"cards\":[\"As\",\"Ks\",\"2c\"],\"actions\":[\"play\"]}],\"dealer\":[\"2h\",\"7c\",\"9c\"]}";

struct rejected {
    const char *from;    /* the good document */
    const char *old_;    /* the piece that is replaced … */
    const char *new_;    /* … by this */
    const char *message; /* the whole message */
};

static const struct rejected cases[] = {
    /* cards */
    {uth, "\"9d\",\"8d\"", "\"9d\",\"As\"", "seat 5: the card As is there twice"},
    {uth, "[\"2h\",\"7c\"]", "[\"2h\",\"2d\"]", "dealer: the card 2d is there twice"},
    {uth, "[\"9d\",\"8d\"]", "[\"9d\"]", "seats[1].cards (seat 5): 1 card is too few; it needs 2"},
    {uth, "[\"9d\",\"8d\"]", "[]", "seats[1].cards (seat 5): 0 cards are too few; it needs 2"},
    {uth, ",\"cards\":[\"9d\",\"8d\"]", "", "seats[1].cards (seat 5): missing; it needs 2 cards"},
    {uth, "[\"9d\",\"8d\"]", "[\"9d\",\"8d\",\"7d\"]",
     "seats[1].cards (seat 5): 3 cards are too many; it needs 2"},
    {uth, ",\"board\":[\"Qs\",\"Js\",\"Ts\",\"2d\",\"3c\"]", "",
     "board: missing; it needs 5 cards"},
    {uth, "\"2d\",\"3c\"]", "\"2d\"]", "board: 4 cards are too few; it needs 5"},
    {uth, ",\"dealer\":[\"2h\",\"7c\"]", "", "dealer: missing; it needs 2 cards"},
    {uth, "\"9d\",\"8d\"", "\"9d\",8",
     "seats[1].cards[1] (seat 5): must be a string, not a number"},
    /* seats */
    {uth, "\"seat\":5", "\"seat\":1", "seats[1].seat: seat 1 is there twice"},
    {uth, "\"seat\":5", "\"seat\":0", "seats[1].seat: 0 is outside 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":8", "seats[1].seat: 8 is outside 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":-1", "seats[1].seat: -1 is outside 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":99999999999999999999999",
     "seats[1].seat: 99999999999999999999"
     " is outside 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":5.0", "seats[1].seat: must be a whole number from 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":\"5\"", "seats[1].seat: must be a whole number from 1 to 7"},
    {uth, "\"seat\":5", "\"seat\":5e0", "seats[1].seat: must be a whole number from 1 to 7"},
    {uth, "\"seat\":5,", "", "seats[1].seat: missing"},
    /* wagers */
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{},", "seats[1].wagers (seat 5): no wager"},
    {uth, "\"wagers\":{\"ante\":\"10\",\"blind\":\"10\"},\"cards\":[\"9d\"", "\"cards\":[\"9d\"",
     "seats[1].wagers (seat 5): missing"},
    {pg, "\"ante\":\"10\",", "",
     "seats[0].wagers (seat 2): no Ante: it is needed to be dealt in (PG ch. 2, step 1)"},
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"ante\":\"10\",\"blind\":\"5\"},",
     "seats[1].wagers (seat 5): Blind 5.00 is not equal to Ante 10.00 (CN 1)"},
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"ante\":\"10\"},",
     "seats[1].wagers (seat 5): Blind 0.00 is not equal to Ante 10.00 (CN 1)"},
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"ante\":\"10\",\"bilnd\":\"10\"},",
     "seats[1].wagers (seat 5): unknown wager \"bilnd\""},
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"play\":\"10\"},",
     "seats[1].wagers (seat 5): unknown wager \"play\""},
    {uth, "\"trips\":\"5\"", "\"trips\":\"0\"",
     "seats[0].wagers.trips (seat 1): a wager of zero; leave it out"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"0.00\"",
     "seats[0].wagers.trips (seat 1): a wager of zero; leave it out"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"-5\"",
     "seats[0].wagers.trips (seat 1): \"-5\" is negative"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"5.001\"",
     "seats[0].wagers.trips (seat 1): \"5.001\" is finer than a cent"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"5.5\"",
     "seats[0].wagers.trips (seat 1): \"5.5\" has one decimal; write two, or none"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"five\"",
     "seats[0].wagers.trips (seat 1): \"five\" is not an amount; write it as \"10\" or \"10.00\""},
    {uth, "\"trips\":\"5\"", "\"trips\":\"\"",
     "seats[0].wagers.trips (seat 1): the amount is empty; write it as \"10\" or \"10.00\""},
    {uth, "\"trips\":\"5\"", "\"trips\":\"+5\"",
     "seats[0].wagers.trips (seat 1): \"+5\" is not an amount; write it as \"10\" or \"10.00\""},
    {uth, "\"trips\":\"5\"", "\"trips\":\" 5\"",
     "seats[0].wagers.trips (seat 1): \" 5\" is not an amount; write it as \"10\" or \"10.00\""},
    {uth, "\"trips\":\"5\"", "\"trips\":5",
     "seats[0].wagers.trips (seat 1): must be an amount in a string (\"10.00\"), not a number"},
    {uth, "\"trips\":\"5\"", "\"trips\":\"1000000000.01\"",
     "seats[0].wagers.trips (seat 1): \"1000000000.01\" is more than 1,000,000,000.00"},
    {uth, "\"trips\":\"5\"", "\"trips\":null",
     "seats[0].wagers.trips (seat 1): must be an amount in a string (\"10.00\"), not null"},
    /* progressives */
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"progressive\":\"1\"},",
     "seats[1].wagers (seat 5): the progressive cannot be bet alone (CN 6)"},
    {uth, "\"progressive\":\"1\"", "\"progressive\":\"2\"",
     "seats[0].wagers (seat 1): progressive wager 2.00 is not exactly the bet of 1.00 (cn)"},
    {uth,
     "\"progressive\":\"cn\",\"meters\":{\"mega\":\"250000.00\"},"
     "\"reserves\":{\"mega\":\"0.00\"}",
     "\"progressive\":null",
     "seats[0].wagers (seat 1): a progressive wager, but there is no progressive here"},
    {uth, "\"progressive\":\"cn\"", "\"progressive\":7",
     "progressive: must be the name of a progressive, or null"},
    {tcp, "\"pair_plus\":\"5\"", "\"progressive\":\"1\"",
     "seats[0].wagers (seat 3): a progressive wager, but Three Card Poker has no progressive"},
    {tcp, "\"rules\":\"tcp-cn\"", "\"rules\":\"tcp-cn\",\"progressive\":\"cn\"",
     "progressive: Three Card Poker is played without one"},
    {tcp, "\"dealer\":", "\"board\":[\"3c\"],\"dealer\":", "board: Three Card Poker has none"},
    {tcp, "\"rules\":\"tcp-cn\"", "\"rules\":\"tcp-cn\",\"meters\":{\"mega\":\"1\"}",
     "meters: unknown meter \"mega\" of a round without a progressive"},
    {uth, "{\"mega\":\"250000.00\"}", "{\"giga\":\"250000.00\"}",
     "meters: unknown meter \"giga\" of cn"},
    {uth, "{\"mega\":\"250000.00\"}", "{\"mega\":\"-1\"}", "meters.mega: \"-1\" is negative"},
    {uth, "{\"mega\":\"0.00\"}", "{\"mega\":\"-0.01\"}", "reserves.mega: \"-0.01\" is negative"},
    {uth, "{\"mega\":\"250000.00\"}", "{\"mega\":\"1.1234567\"}",
     "meters.mega: \"1.1234567\" is finer than a millionth"},
    {uth, "{\"mega\":\"250000.00\"}", "{\"mega\":\"1000000000.01\"}",
     "meters.mega: \"1000000000.01\" is more than 1,000,000,000.00"},
    {uth, "{\"mega\":\"250000.00\"}", "[]", "meters: must be an object, not a list"},
    /* options and keys */
    {uth, "\"one_hand\":false", "\"one_hands\":false",
     "options: unknown key \"one_hands\"; known are one_hand"},
    {uth, "\"one_hand\":false", "\"aggregate_limit\":\"100\"",
     "options: unknown key \"aggregate_limit\"; known are one_hand"},
    {uth, "\"one_hand\":false", "\"one_hand\":1",
     "options.one_hand: must be true or false, not a number"},
    {uth, "\"dealer\":", "\"deeler\":",
     "unknown key \"deeler\"; known are rules, progressive, meters, reserves, options, seats, "
     "board, dealer"},
    {uth, "\"patron\":\"B\"", "\"patrons\":\"B\"",
     "seats[1]: unknown key \"patrons\"; known are seat, patron, wagers, cards, actions"},
    {uth, "\"patron\":\"B\"", "\"seat\":5",
     "line 1, column 276: the key \"seat\" is there twice in one object"},
    /* actions */
    {uth, "[\"4x\"]", "[]", "seat 1: action 1 is missing"},
    {uth, "[\"check\",\"check\",\"fold\"]", "[\"check\",\"check\"]", "seat 5: action 3 is missing"},
    {uth, "[\"4x\"]", "[\"2x\"]",
     "seats[0].actions[0] (seat 1): \"2x\" is not allowed there; allowed: check, 3x, 4x"},
    {uth, "[\"4x\"]", "[\"fold\"]",
     "seats[0].actions[0] (seat 1): \"fold\" is not allowed there; allowed: check, 3x, 4x"},
    {uth, "[\"4x\"]", "[\"4x\",\"check\"]",
     "seats[0].actions[1] (seat 1): one action too many; nothing is left to decide"},
    {uth, "[\"4x\"]", "[\"raise\"]", "seats[0].actions[0] (seat 1): unknown action \"raise\""},
    {uth, "[\"4x\"]", "[4]", "seats[0].actions[0] (seat 1): must be a string, not a number"},
    {uth, "[\"4x\"]", "\"4x\"", "seats[0].actions (seat 1): must be a list, not a string"},
    {pg, "[\"bet\",\"bet\",\"check\"]", "[\"fold\",\"bet\"]",
     "seats[0].actions[1] (seat 2): one action too many; nothing is left to decide"},
    {uth, "{\"ante\":\"10\",\"blind\":\"10\"},", "{\"trips\":\"10\"},",
     "seats[1].actions[0] (seat 5): a seat without an Ante takes no action"},
    /* patrons */
    {uth, "\"patron\":\"B\"", "\"patron\":\"\"",
     "seats[1].patron (seat 5): must be a string that is not empty"},
    {uth, "\"patron\":\"B\"", "\"patron\":7",
     "seats[1].patron (seat 5): must be a string that is not empty"},
    {uth, "\"patron\":\"B\"", "\"patron\":null",
     "seats[1].patron (seat 5): must be a string that is not empty"},
    /* the document */
    {uth, "\"rules\":\"uth-cn\",", "", "rules: missing; name the house rules"},
    {uth, "\"rules\":\"uth-cn\"", "\"rules\":5", "rules: must be the name of house rules"},
    {uth, "\"rules\":\"uth-cn\"", "\"rules\":\"\"", "rules: must be the name of house rules"},
};

/* Returns the valid document with one piece replaced. */
static char *mutate(const struct rejected *c)
{
    const char *at = strstr(c->from, c->old_);
    if (!at)
        fail_msg("'%s' is not in the document", c->old_);
    size_t size = strlen(c->from) + strlen(c->new_) + 1;
    char *text = malloc(size);
    snprintf(text, size, "%.*s%s%s", (int)(at - c->from), c->from, c->new_, at + strlen(c->old_));
    return text;
}

static void good_documents_are_settled(void **state)
{
    (void)state;
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    const char *good[] = {uth, pg, tcp};
    for (unsigned i = 0; i < 3; i++)
        if (settle_text(good[i], strlen(good[i]), answer, &err) != CR_OK)
            fail_msg("%s", err.text);
}

static void each_fault_has_its_message(void **state)
{
    (void)state;
    static char answer[SETTLEMENT_JSON_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cr_err err = {0};
        char *text = mutate(&cases[i]);
        int rc = settle_text(text, strlen(text), answer, &err);
        if (rc != CR_E_INPUT)
            fail_msg("case %zu was not rejected: %s", i, text);
        assert_string_equal(err.text, cases[i].message);
        free(text);
    }
}

static void rejects(const char *text, const char *part)
{
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    assert_int_not_equal(settle_text(text, strlen(text), answer, &err), CR_OK);
    if (!strstr(err.text, part))
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void what_is_not_json_is_rejected(void **state)
{
    (void)state;
    rejects("", "not JSON");
    rejects("   ", "not JSON");
    rejects("hello", "not JSON");
    rejects("{\"rules\":", "not JSON");
    rejects("{\"rules\":\"uth-cn\"} x", "not JSON");
    rejects("{\"rules\":\"\xff\"}", "not JSON");
    rejects("[]", "must be an object");
    rejects("null", "must be an object");
    rejects("{\"rules\":\"uth-cn\",\"seats\":[]}", "seats: no seats");
    rejects("{\"rules\":\"uth-cn\",\"seats\":{}}", "seats: must be a list");
    rejects("{\"rules\":\"uth-cn\"}", "seats: missing");
    rejects("{\"rules\":\"roulette\",\"seats\":[]}", "roulette");
    rejects("{\"rules\":\"cn\",\"seats\":[]}", "cn");
    rejects("{\"rules\":\"uth-cn\",\"progressive\":\"uth-cn\",\"seats\":[]}", "uth-cn");
    rejects("[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]", "nested too deeply");
}

static void more_values_than_a_round_has_are_rejected(void **state)
{
    (void)state;
    size_t size = 3 * (size_t)JSON_NODES_MAX;
    char *text = malloc(size + 8);
    size_t n = 0;
    text[n++] = '[';
    while (n < size - 2) {
        text[n++] = '1';
        text[n++] = ',';
    }
    memcpy(text + n, "1]", 3);
    rejects(text, "more than 4096 values");
    free(text);
}

#define HANDS_OF_ONE_PATRON                                                                        \
    "{\"rules\":\"tcp-cn\",\"options\":{\"one_hand\":%s},\"seats\":["                              \
    "{\"seat\":1,\"patron\":\"A\",\"wagers\":{\"pair_plus\":\"5\"},"                               \
    "\"cards\":[\"2c\",\"3c\",\"4c\"]},"                                                           \
    "{\"seat\":2,\"patron\":\"A\",\"wagers\":{\"pair_plus\":\"5\"},"                               \
    "\"cards\":[\"2d\",\"3d\",\"4d\"]}%s],\"dealer\":[\"2s\",\"3s\",\"4s\"]}"

/* UTH-16: three hands of one patron are refused, and so are two under one_hand. */
static void a_patron_has_at_most_two_hands(void **state)
{
    (void)state;
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    static const char *const third =
        ",{\"seat\":3,\"patron\":\"A\",\"wagers\":{\"pair_plus\":\"5\"},"
        "\"cards\":[\"2h\",\"3h\",\"4h\"]}";
    char text[1024];
    snprintf(text, sizeof text, HANDS_OF_ONE_PATRON, "false", "");
    assert_int_equal(settle_text(text, strlen(text), answer, &err), CR_OK);
    snprintf(text, sizeof text, HANDS_OF_ONE_PATRON, "false", third);
    rejects(text, "seat 3: a patron holds at most 2 seats here");
    snprintf(text, sizeof text, HANDS_OF_ONE_PATRON, "true", "");
    rejects(text, "seat 2: a patron holds at most 1 seat here");
}

/* The documented example must come out byte for byte. */
static void the_answer_has_the_documented_shape(void **state)
{
    (void)state;
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    assert_int_equal(settle_text(uth, strlen(uth), answer, &err), CR_OK);
    assert_string_equal(
        answer,
        "{\"rules\":\"uth-cn\",\"dealer\":{\"cards\":[\"2h\",\"7c\"],\"category\":\"pair\","
        "\"name\":\"a pair of twos, Queen\",\"qualifies\":true},\"seats\":[{\"seat\":1,"
        "\"patron\":\"A\",\"category\":\"royal flush\",\"name\":\"royal "
        "flush\",\"outcome\":\"win\","
        "\"wagers\":{\"play\":{\"stake\":\"40.00\",\"result\":\"win\",\"pays\":\"40.00\"},"
        "\"ante\":{\"stake\":\"10.00\",\"result\":\"win\",\"pays\":\"10.00\"},"
        "\"blind\":{\"stake\":\"10.00\",\"result\":\"win\",\"pays\":\"5000.00\"},"
        "\"trips\":{\"stake\":\"5.00\",\"result\":\"win\",\"pays\":\"250.00\"},"
        "\"progressive\":{\"stake\":\"1.00\",\"result\":\"win\",\"pays\":\"250000.14\"}},"
        "\"progressive\":{\"category\":\"royal flush\",\"amount\":\"250000.14\",\"from\":\"mega\","
        "\"key\":\"high\",\"house_funded\":\"0.00\"},\"envy\":[],\"net\":\"255299.14\"},"
        "{\"seat\":5,\"patron\":\"B\",\"category\":\"straight\",\"name\":\"Queen high straight\","
        "\"outcome\":\"fold\",\"wagers\":{\"ante\":{\"stake\":\"10.00\",\"result\":\"lose\","
        "\"pays\":\"0.00\"},\"blind\":{\"stake\":\"10.00\",\"result\":\"lose\",\"pays\":\"0.00\"}},"
        "\"envy\":[],\"net\":\"-20.00\"}],\"payments\":[{\"seat\":1,\"wager\":\"play\","
        "\"amount\":\"40.00\"},{\"seat\":1,\"wager\":\"ante\",\"amount\":\"10.00\"},"
        "{\"seat\":1,\"wager\":\"blind\",\"amount\":\"5000.00\"},{\"seat\":1,\"wager\":\"trips\","
        "\"amount\":\"250.00\"},{\"seat\":1,\"wager\":\"progressive\",\"amount\":\"250000.14\"}],"
        "\"meters\":{\"mega\":\"10000.00\",\"major\":\"1000.05\",\"minor\":\"250.06\"},"
        "\"reserves\":{\"mega\":\"0.00\",\"major\":\"0.00\",\"minor\":\"0.00\"}}");
}

/* A patron's name is returned exactly as it was given, whatever it contains. */
static void patrons_names_survive(void **state)
{
    (void)state;
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    struct rejected c = {uth, "\"patron\":\"B\"",
                         "\"patron\":\"O'Neil \\\"\\u0000\\n\\\\ \\u00e9 ♠\"", ""};
    char *text = mutate(&c);
    assert_int_equal(settle_text(text, strlen(text), answer, &err), CR_OK);
    assert_non_null(strstr(answer, "\"patron\":\"O'Neil \\\"\\u0000\\u000a\\\\ \xc3\xa9 ♠\""));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_documents_are_settled),
        cmocka_unit_test(each_fault_has_its_message),
        cmocka_unit_test(what_is_not_json_is_rejected),
        cmocka_unit_test(more_values_than_a_round_has_are_rejected),
        cmocka_unit_test(a_patron_has_at_most_two_hands),
        cmocka_unit_test(the_answer_has_the_documented_shape),
        cmocka_unit_test(patrons_names_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
