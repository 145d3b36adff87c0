/* Settlement at its limits: a win that no amount can hold is an error, a house's limit cuts pays,
 * an unknown reason has no words, and games that nobody ships are settled as described. */
#include "game/document/round_json.h"
#include "game/games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A royal flush on the board, with a Trips bet. */
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

static int settle_document(const char *round, struct cr_err *err)
{
    static struct json_tape tape;
    static struct round_doc doc;
    const struct rules_source source = {give_rules, NULL, NULL, false};
    assert_int_equal(round_json_read(&tape, round, strlen(round), &source, &doc, err), 0);
    return cr_settle(doc.rules, NULL, &doc.meters, &doc.round, &settled, err);
}

static int settle(struct cr_err *err)
{
    return settle_document(document, err);
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
    /* a limit on what a hand is paid does not avoid the error */
    rules.has_hand_limit = true;
    rules.hand_limit = cr_money_from_micro(1000000);
    assert_int_equal(settle(&err), CR_E_RANGE);
}

/* UTH-11: a limit on a hand's pays. */
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

/* With a slot behind that of the progressive, payments are listed in another way but are the same.
 */
static void the_order_of_slots_changes_no_payment(void **state)
{
    (void)state;
    struct cr_err err = {0};
    struct cr_game own = *rules.game;
    assert_int_equal(settle(&err), 0);
    const struct cr_settlement usual = settled;
    own.slots[own.slot_count] = own.slots[own.stages[0].slot];
    own.slots[own.slot_count++].name = "spare";
    rules.game = &own;
    assert_int_equal(settle(&err), 0);
    assert_int_equal(settled.payment_count, usual.payment_count);
    assert_true(usual.payment_count > 2);
    for (unsigned i = 0; i < usual.payment_count; i++) {
        assert_int_equal(settled.payments[i].seat, usual.payments[i].seat);
        assert_int_equal(settled.payments[i].slot, usual.payments[i].slot);
        assert_int_equal(settled.payments[i].amount.micro, usual.payments[i].amount.micro);
    }
}

/* A three-card ranking with one card on the board: the straight that beats a pair of fives needs
 * it. */
static void a_board_counts_in_every_ranking(void **state)
{
    (void)state;
    struct cr_err err = {0};
    assert_int_equal(cr_rules_load("tcp-cn", &rules, &err), CR_OK);
    struct cr_game own = *rules.game;
    own.hole_cards = own.dealer_cards = 2;
    own.board_cards = 1;
    rules.game = &own;
    assert_int_equal(
        settle_document("{\"rules\":\"tcp-cn\",\"seats\":[{\"seat\":3,\"wagers\":{\"ante\":"
                        "\"10\"},\"cards\":[\"6h\",\"7d\"],\"actions\":[\"play\"]}],"
                        "\"board\":[\"8c\"],\"dealer\":[\"5c\",\"5d\"]}",
                        &err),
        0);
    assert_int_equal(settled.seats[2].category, CR_STRAIGHT);
    assert_int_equal(settled.dealer_category, CR_PAIR);
    assert_int_equal(settled.seats[2].net.micro, INT64_C(30000000)); /* Ante, Play, Ante Bonus */
}

/* UTH-7: where the house pays or returns a wager because the dealer does not qualify, that is the
 * reason, by however little the hand is better; with equal hands a returned wager is a tie. */
static void the_reason_does_not_depend_on_how_much_better_a_hand_is(void **state)
{
    (void)state;
    static const char form[] =
        "{\"rules\":\"uth-cn\",\"seats\":[{\"seat\":3,\"wagers\":{\"ante\":\"10\",\"blind\":\"10\"}"
        ","
        "\"cards\":[\"%cs\",\"%cd\"],\"actions\":[\"4x\"]}],"
        "\"board\":[\"2c\",\"5d\",\"7h\",\"9s\",\"Jd\"],\"dealer\":[\"%cc\",\"%ch\"]}";
    static const char faces[] = "346TQKA"; /* none of these makes a pair with the board */
    static const char *const words[] = {[CR_UNQUALIFIED_PUSH] = "does not qualify: returned",
                                        [CR_UNQUALIFIED_PAY] = "does not qualify: paid"};
    unsigned ties = 0, nearest = 0;
    for (unsigned how = CR_UNQUALIFIED_PUSH; how <= CR_UNQUALIFIED_PAY; how++)
        for (unsigned i = 0; i < 7 * 7 * 7 * 7; i++) {
            const char a = faces[i % 7], b = faces[i / 7 % 7], c = faces[i / 49 % 7],
                       d = faces[i / 343];
            char round[512];
            struct cr_err err = {0};
            const char *rule = NULL, *said = NULL;
            if (a == b || c == d)
                continue;
            rules.unqualified[1] = (uint8_t)how; /* the Ante's slot */
            snprintf(round, sizeof round, form, a, b, c, d);
            assert_int_equal(settle_document(round, &err), 0);
            if (settled.dealer_qualifies)
                continue; /* a straight makes the dealer qualify */
            const struct cr_seat_result *seat = &settled.seats[2];
            const bool is_tie = seat->rank == settled.dealer_rank;
            const char *want = is_tie && how == CR_UNQUALIFIED_PUSH ? "equal hands" : words[how];
            ties += is_tie;
            nearest += settled.dealer_rank - seat->rank == 1;
            assert_true(cr_reason(&rules, seat->wagers[1].reason, &rule, &said));
            if (!strstr(said, want))
                fail_msg("%s: %s, not %s", round, said, want);
        }
    assert_true(ties > 0 && nearest > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_win_too_large_is_refused, start),
        cmocka_unit_test_setup(a_hand_limit_cuts_what_is_paid, start),
        cmocka_unit_test_setup(no_reason_has_no_words, start),
        cmocka_unit_test_setup(the_order_of_slots_changes_no_payment, start),
        cmocka_unit_test_setup(a_board_counts_in_every_ranking, start),
        cmocka_unit_test_setup(the_reason_does_not_depend_on_how_much_better_a_hand_is, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
