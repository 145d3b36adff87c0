/* The trainer of dealers: answers that equal the settlement are judged right, and every kind of
 * mistake is explained with its rule. */
#include "game/games/game.h"
#include "lesson.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Rounds of seed 1 in which a hand gives envy at a full table; in the second one a folded seat has
 * bet the progressive. */
#define ENVY_ROUND        1825
#define ENVY_FOLDED_ROUND 21648

static void check_all_right(const struct lesson *l)
{
    const struct json_node *root = lesson_judge(l, l->deeds, l->count, "");
    if (lesson_score(root, "right") != l->count || lesson_score(root, "wrong") != 0)
        fail_msg("%s: %s", l->question, talk_text());
    assert_int_equal(lesson_score(root, "out_of_order"), 0);
    assert_int_equal(lesson_score(root, "total"), l->count);
    assert_true(talk_flag(talk_in(root, "score"), "complete"));
    assert_int_equal(talk_in(root, "next")->kind, JSON_NULL);
    const struct json_node *answers = talk_in(root, "answers");
    for (uint32_t i = 0; i < answers->count; i++) {
        assert_true(talk_flag(talk_at(answers, i), "right"));
        assert_true(talk_in(talk_at(answers, i), "rule")->len >= 4);
        assert_true(talk_in(talk_at(answers, i), "why")->len > 5);
    }
}

/* The question must list the wagers in the order of the payments. */
static void check_order(const struct json_node *root, const struct lesson *l)
{
    const struct json_node *order = talk_in(root, "order");
    assert_int_equal(order->count, l->count);
    for (uint32_t i = 0; i < order->count; i++) {
        const struct json_node *item = talk_at(order, i);
        assert_int_equal((unsigned)talk_number(talk_in(item, "seat")), l->deeds[i].seat);
        assert_true(talk_is(talk_in(item, "wager"), l->deeds[i].wager));
    }
}

static void what_settle_says_is_right(void **state)
{
    (void)state;
    static struct lesson l;
    for (unsigned round = 1; round <= 300; round++) {
        const struct json_node *root = lesson_learn(&l, round % LESSON_GAMES, round, 1 + round % 7);
        check_order(root, &l);
        check_all_right(&l);
    }
}

/* The question contains nothing that the trainee has to work out. */
static void nothing_is_settled_in_the_question(void **state)
{
    (void)state;
    static struct lesson l;
    static const char *const words[] = {"pays", "verdict",      "net",         "outcome",
                                        "why",  "amount\":\"-", "name\":\"a ", "qualifies\":"};
    for (unsigned round = 1; round <= 50; round++) {
        lesson_learn(&l, round % LESSON_GAMES, round, 7);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strstr(talk_text(), words[i]) != NULL)
                fail_msg("%s is in %s", words[i], talk_text());
    }
}

/* Every card of the deal is in the place where the table shows it. */
static void the_deal_is_the_one_on_the_table(void **state)
{
    (void)state;
    static struct lesson l;
    for (unsigned round = 1; round <= 50; round++) {
        const struct json_node *root = lesson_learn(&l, round % LESSON_GAMES, round, 5);
        const struct json_node *deal = talk_in(root, "deal");
        unsigned at[CR_SEATS + 2] = {0}, burnt = 0;
        cr_card dealer[CR_DEALER_MAX] = {0}, lying[CR_DEALER_MAX] = {0};
        for (uint32_t i = 0; i < deal->count; i++) {
            const struct json_node *step = talk_at(deal, i), *to = talk_in(step, "to");
            const struct cr_round *r = &l.settled.doc.round;
            cr_card card, shown;
            if (talk_is(to, "burn")) {
                assert_int_equal(talk_in(step, "card")->kind, JSON_NULL);
                burnt++;
                continue;
            }
            const struct json_node *text = talk_in(step, "card");
            assert_int_equal(cr_card_parse(text->text, text->len, &card, NULL), CR_OK);
            if (talk_is(to, "board")) {
                shown = r->board[at[0]++];
            } else if (talk_is(to, "dealer")) {
                shown = dealer[at[CR_SEATS + 1]++] = card;
            } else {
                const unsigned seat = (unsigned)talk_number(talk_in(step, "seat"));
                shown = r->seats[seat - 1].cards[at[seat]++];
            }
            assert_int_equal(card, shown);
        }
        /* TC i: the dealer's cards are arranged from the highest to the lowest */
        game_show_dealer(l.settled.rules.game, dealer, at[CR_SEATS + 1], lying);
        assert_memory_equal(lying, l.settled.doc.round.dealer, at[CR_SEATS + 1]);
        assert_int_equal(burnt > 0, l.settled.rules.deal.burn);
        assert_int_equal(at[0], l.settled.rules.game->board_cards);
    }
}

/* ---- Mistakes ---- */

/* With one wrong answer, only that answer is judged wrong, and a rule is named. */
static void check_wrong(const struct lesson *l, unsigned at, const struct deed *wrong)
{
    struct deed deeds[LESSON_DEEDS];
    memcpy(deeds, l->deeds, sizeof deeds);
    deeds[at] = *wrong;
    const struct json_node *root = lesson_judge(l, deeds, l->count, "");
    const struct json_node *answers = talk_in(root, "answers");
    if (lesson_score(root, "wrong") != 1)
        fail_msg("seat %u %s %s %s: %s", wrong->seat, wrong->wager, wrong->verdict, wrong->amount,
                 talk_text());
    for (uint32_t i = 0; i < answers->count; i++)
        assert_int_equal(talk_flag(talk_at(answers, i), "right"), i != at);
    const struct json_node *said = talk_at(answers, at);
    assert_true(talk_in(said, "rule")->len >= 4);
    assert_true(talk_is(talk_in(said, "verdict"), l->deeds[at].verdict));
    assert_true(talk_is(talk_in(said, "amount"), l->deeds[at].amount));
}

static bool is_progressive(const struct deed *d)
{
    return strcmp(d->wager, "progressive") == 0;
}

/* Tries every wrong verdict at each wager of a round, and wrong amounts where a payment is right.
 */
static void check_each_mistake(const struct lesson *l)
{
    static const char *const verdicts[] = {"pay", "take", "push", "none"};
    for (unsigned i = 0; i < l->count; i++) {
        struct deed wrong = l->deeds[i];
        for (unsigned v = 0; v < 4; v++) {
            strcpy(wrong.verdict, verdicts[v]);
            const bool is_dropped =
                is_progressive(&wrong) && v == 3 && strcmp(l->deeds[i].verdict, "take") == 0;
            if (strcmp(verdicts[v], l->deeds[i].verdict) != 0 && !is_dropped)
                check_wrong(l, i, &wrong);
        }
        if (strcmp(l->deeds[i].verdict, "pay") != 0)
            continue;
        static const char *const amounts[] = {"", "0.01", "123456.00"};
        wrong = l->deeds[i];
        for (unsigned k = 0; k < 3; k++) {
            strcpy(wrong.amount, amounts[k]);
            check_wrong(l, i, &wrong);
        }
    }
}

static void each_single_mistake_is_found(void **state)
{
    (void)state;
    static struct lesson l;
    for (size_t game = 0; game < LESSON_GAMES; game++) {
        for (unsigned round = 1; round <= 4; round++) {
            lesson_learn(&l, game, round, 4);
            check_each_mistake(&l);
        }
    }
}

static void a_lost_coin_is_not_there_to_be_taken(void **state)
{
    (void)state;
    static struct lesson l;
    unsigned seen = 0;
    for (unsigned round = 1; round <= 10; round++) {
        lesson_learn(&l, 0, round, 7);
        for (unsigned i = 0; i < l.count; i++) {
            if (!is_progressive(&l.deeds[i]) || strcmp(l.deeds[i].verdict, "take") != 0)
                continue;
            strcpy(l.deeds[i].verdict, "none");
            l.deeds[i].amount[0] = '\0';
            seen++;
        }
        check_all_right(&l);
    }
    assert_true(seen > 5);
}

/* UTH-15: envy that is paid, and envy that is not. */
static void envy_is_part_of_it(void **state)
{
    (void)state;
    static struct lesson l;
    static const unsigned rounds[] = {ENVY_ROUND, ENVY_FOLDED_ROUND};
    for (unsigned k = 0; k < 2; k++) {
        unsigned paid = 0, not_due = 0;
        check_order(lesson_learn(&l, 0, rounds[k], 7), &l);
        check_all_right(&l);
        check_each_mistake(&l);
        for (unsigned i = 0; i < l.count; i++) {
            if (strcmp(l.deeds[i].wager, "envy") != 0)
                continue;
            paid += strcmp(l.deeds[i].verdict, "pay") == 0;
            not_due += strcmp(l.deeds[i].verdict, "none") == 0;
        }
        assert_true(paid > 0);
        assert_int_equal(not_due > 0, k == 1);
    }
}

/* ---- Order ---- */

static void the_wrong_order_is_told_once(void **state)
{
    (void)state;
    static struct lesson l;
    for (size_t game = 0; game < LESSON_GAMES; game++) {
        lesson_learn(&l, game, 3, 5);
        for (unsigned i = 0; i + 1 < l.count; i++) {
            struct deed deeds[LESSON_DEEDS];
            memcpy(deeds, l.deeds, sizeof deeds);
            deeds[i] = l.deeds[i + 1];
            deeds[i + 1] = l.deeds[i];
            const struct json_node *root = lesson_judge(&l, deeds, l.count, "");
            assert_int_equal(lesson_score(root, "wrong"), 0);
            assert_int_equal(lesson_score(root, "out_of_order"), 1);
            assert_true(talk_flag(talk_in(root, "score"), "complete"));
            const struct json_node *early = talk_at(talk_in(root, "answers"), i);
            assert_false(talk_flag(early, "in_order"));
            assert_true(talk_is(talk_in(early, "order_rule"), lesson_games[game].order_rule));
            assert_true(talk_is(talk_in(talk_in(early, "expected"), "wager"), l.deeds[i].wager));
            assert_true(talk_flag(talk_at(talk_in(root, "answers"), i + 1), "in_order"));
        }
    }
}

/* If the first wager is skipped and done last, that is one mistake of order and not one for each
 * wager in between. */
static void coming_back_is_no_second_mistake(void **state)
{
    (void)state;
    static struct lesson l;
    struct deed deeds[LESSON_DEEDS];
    lesson_learn(&l, 0, 3, 5);
    memcpy(deeds, l.deeds + 1, sizeof deeds - sizeof deeds[0]);
    deeds[l.count - 1] = l.deeds[0];
    const struct json_node *root = lesson_judge(&l, deeds, l.count, "");
    assert_int_equal(lesson_score(root, "out_of_order"), 1);
    assert_int_equal(lesson_score(root, "right"), l.count);
    root = lesson_judge(&l, deeds, l.count - 1, "");
    assert_true(talk_is(talk_in(talk_in(root, "next"), "wager"), l.deeds[0].wager));
}

static void answers_are_judged_as_far_as_they_go(void **state)
{
    (void)state;
    static struct lesson l;
    lesson_learn(&l, 0, 2, 5);
    for (unsigned n = 0; n < l.count; n++) {
        const struct json_node *root = lesson_judge(&l, l.deeds, n, "");
        assert_int_equal(lesson_score(root, "right"), n);
        assert_int_equal(lesson_score(root, "answered"), n);
        assert_false(talk_flag(talk_in(root, "score"), "complete"));
        const struct json_node *next = talk_in(root, "next");
        assert_int_equal((unsigned)talk_number(talk_in(next, "seat")), l.deeds[n].seat);
        assert_true(talk_is(talk_in(next, "wager"), l.deeds[n].wager));
    }
}

static void what_is_not_there_is_wrong(void **state)
{
    (void)state;
    static struct lesson l;
    lesson_learn(&l, 4, 2, 2); /* seats 2 and 6 */
    struct deed deeds[2] = {{.seat = 7, .wager = "ante", .verdict = "take"}, l.deeds[0]};
    const struct json_node *root = lesson_judge(&l, deeds, 2, "");
    assert_int_equal(lesson_score(root, "wrong"), 1);
    assert_int_equal(lesson_score(root, "right"), 1);
    assert_int_equal(lesson_score(root, "answered"), 1);
    assert_true(talk_in(talk_at(talk_in(root, "answers"), 0), "rule")->len >= 4);
    deeds[0] = l.deeds[0];
    root = lesson_judge(&l, deeds, 2, "");
    assert_int_equal(lesson_score(root, "right"), 1);
    assert_int_equal(lesson_score(root, "wrong"), 1); /* the same wager twice */
}

static void the_announcement_is_judged(void **state)
{
    (void)state;
    static struct lesson l;
    unsigned qualifies = 0;
    for (unsigned round = 1; round <= 20; round++) {
        lesson_learn(&l, round % 2 ? 0 : 4, round, 2);
        const bool does = l.settled.settlement.dealer_qualifies;
        qualifies += does;
        for (unsigned said = 0; said < 2; said++) {
            const struct json_node *root =
                lesson_judge(&l, l.deeds, 0,
                             said ? ",\"announcement\":\"qualifies\""
                                  : ",\"announcement\":\"does not qualify\"");
            const struct json_node *a = talk_in(root, "announcement");
            assert_int_equal(talk_flag(a, "right"), said == does);
            assert_true(talk_is(talk_in(a, "rule"), round % 2 ? "UTH-7" : "TCP-3"));
            assert_true(talk_is(talk_in(a, "paragraph"), round % 2 ? "CN 26" : "TC j"));
            assert_non_null(strstr(talk_word(talk_in(a, "words")),
                                   does ? "Dealer qualifies" : "does not qualify"));
        }
    }
    assert_in_range(qualifies, 1, 19);
    lesson_learn(&l, 2, 1, 2);
    talk_refused(PRACTICE_CHECK, CR_E_INPUT, "%s,\"answers\":[],\"announcement\":\"qualifies\"}",
                 l.question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_settle_says_is_right),
        cmocka_unit_test(nothing_is_settled_in_the_question),
        cmocka_unit_test(the_deal_is_the_one_on_the_table),
        cmocka_unit_test(each_single_mistake_is_found),
        cmocka_unit_test(a_lost_coin_is_not_there_to_be_taken),
        cmocka_unit_test(envy_is_part_of_it),
        cmocka_unit_test(the_wrong_order_is_told_once),
        cmocka_unit_test(coming_back_is_no_second_mistake),
        cmocka_unit_test(answers_are_judged_as_far_as_they_go),
        cmocka_unit_test(what_is_not_there_is_wrong),
        cmocka_unit_test(the_announcement_is_judged),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talk_end();
    return failed;
}
