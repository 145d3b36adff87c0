/* A settlement at its limits: a win that no amount can hold ends it, a house's limit cuts it, and a
 * reason that is none has no words. */
#include "game/document/round_json.h"
#include "game/games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A royal flush on the board and Trips. */
static const char document[] =
    "{\"rules\":\"uth-cn\",\"seats\":[{\"seat\":3,\"wagers\":{\"ante\":\"10\",\"blind\":\"10\","
    "\"trips\":\"1000000\"},\"cards\":[\"As\",\"Ks\"],\"actions\":[\"4x\"]}],"
    "\"board\":[\"Qs\",\"Js\",\"Ts\",\"2d\",\"3c\"],\"dealer\":[\"2h\",\"7c\"]}";

static struct cr_rules rules;
static struct cr_settlement settled;

static const struct cr_rules *give_rules(void *context, const char *name, struct cr_err *err)
{
    (void)context;
    (void)name;
    (void)err;
    return &rules;
}

static int settle(struct cr_err *err)
{
    static struct json_tape tape;
    static struct round_doc doc;
    const struct rules_source source = {give_rules, NULL, NULL};
    assert_int_equal(round_json_read(&tape, document, strlen(document), &source, &doc, err), 0);
    return cr_settle(doc.rules, NULL, &doc.meters, &doc.round, &settled, err);
}

static struct cr_ratio *trips_royal(void)
{
    for (unsigned slot = 0; slot < CR_SLOTS; slot++)
        if (strcmp(rules.game->slots[slot].name, "trips") == 0)
            return &rules.pays[slot].pays[CR_ROYAL_FLUSH];
    fail();
    return NULL;
}

static int start(void **state)
{
    (void)state;
    const int rc = cr_rules_load("uth-cn", &rules, NULL);
    rules.progressive[0] = '\0';
    return rc;
}

static void a_win_too_large_is_refused(void **state)
{
    (void)state;
    struct cr_err err = {0};
    trips_royal()->num = 1152921; /* the most that fits: an eighth of 2^63 millionths */
    trips_royal()->den = 1;
    assert_int_equal(settle(&err), 0);
    trips_royal()->num++;
    assert_int_equal(settle(&err), CR_E_RANGE);
    assert_non_null(strstr(err.text, "seat 3: "));
    assert_non_null(strstr(err.text, "larger than the system can hold"));
    /* a house that pays no more than so much a hand cannot step around it */
    rules.has_hand_limit = true;
    rules.hand_limit = cr_money_from_micro(1000000);
    assert_int_equal(settle(&err), CR_E_RANGE);
}

/* UTH-11 */
static void a_hand_limit_cuts_what_is_paid(void **state)
{
    (void)state;
    struct cr_err err = {0};
    int64_t paid[2] = {0, 0};
    for (unsigned limited = 0; limited < 2; limited++) {
        rules.has_hand_limit = limited;
        rules.hand_limit = cr_money_from_micro(INT64_C(100000000));
        assert_int_equal(settle(&err), 0);
        for (unsigned slot = 0; slot < CR_SLOTS; slot++)
            paid[limited] += settled.seats[2].wagers[slot].pays.micro;
    }
    assert_true(paid[0] > INT64_C(100000000));
    assert_int_equal(paid[1], INT64_C(100000000));
}

static void no_reason_has_no_words(void **state)
{
    (void)state;
    const char *rule = NULL, *words = NULL;
    unsigned known = 0;
    for (unsigned i = 0; i < 300; i++)
        known += cr_reason(&rules, i, &rule, &words);
    assert_true(known > 5 && known < rules.game->reason_count);
    assert_false(cr_reason(&rules, 0, &rule, &words));
    assert_false(cr_reason(&rules, rules.game->reason_count, &rule, &words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_win_too_large_is_refused, start),
        cmocka_unit_test_setup(a_hand_limit_cuts_what_is_paid, start),
        cmocka_unit_test_setup(no_reason_has_no_words, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
