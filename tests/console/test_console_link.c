/* UTH-18, REG-2, REG-3: what the console does when its link is lost, and when the link comes back.
 */
#include "console_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define S(seat) CONSOLE_SEAT(seat)

static const struct console_event back_betting = {.kind = CONSOLE_LINK_BACK,
                                                  .mode = CONSOLE_BETTING};

static struct console_event back_in_round(unsigned seats)
{
    return (struct console_event){
        .kind = CONSOLE_LINK_BACK, .mode = CONSOLE_COIN_IN, .seats = (uint8_t)seats};
}

static void closed_until_the_link_is_there(void **state)
{
    (void)state;
    struct desk d = desk_new("ptha-1", "COIN IN");
    assert_int_equal(d.c.mode, CONSOLE_CLOSED);
    desk_no_press(&d, CONSOLE_START, "closed (starting)");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED); /* the chip lies there and waits */
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_OFF);
    desk_do(&d, back_betting);
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_PLACED);
    desk_no(&d, back_betting, "not closed");
}

static void lost_while_betting_stops_wagers(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_lost(&d, CONSOLE_LINK_DOWN);
    assert_true(desk_says(&d, SAY_CLOSED));
    assert_non_null(desk_effect(&d, CONSOLE_FX_LOCK));
    assert_null(desk_effect(&d, CONSOLE_FX_DEAD));
    desk_no_press(&d, CONSOLE_START, "closed (link down)");
    desk_no_press(&d, CONSOLE_GAME_OVER, "closed (link down)");
    desk_sensor(&d, 1, ACCEPTOR_EV_REMOVED); /* the patron takes the chip back */
    desk_do(&d, back_betting);
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_IDLE);
}

static void lost_without_a_claim_plays_the_base_game_out(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(2) | S(5));
    desk_lost(&d, CONSOLE_LEASE_OVER);
    assert_null(desk_effect(&d, CONSOLE_FX_DEAD));
    assert_null(desk_effect(&d, CONSOLE_FX_RETURN));
    desk_no_award(&d, 2, CR_FLUSH, "closed (no answer from the manager)");
    /* PIT-1: only under CN's rule are the hands dead when a win turns up that nobody can claim */
    struct console_view view;
    console_view(&d.c, &view);
    assert_non_null(strstr(view.advice, "stays as it lies until the link is back"));
    console_set_failure(&d.c, true);
    console_view(&d.c, &view);
    assert_non_null(strstr(view.advice, "call the hands dead if one wins"));
    /* REG-3: the link comes back during the round, with what is on record */
    desk_do(&d, back_in_round(S(2) | S(5)));
    assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
    assert_int_equal(console_registered(&d.c), S(2) | S(5));
    desk_claim(&d, 2, CR_FLUSH);
}

/* PIT-1: a failure decides nothing; a claim that is on record waits for a ruling. */
static void lost_with_a_claim_pending_the_claim_waits(void **state)
{
    (void)state;
    for (unsigned asked = 0; asked < 3; asked++) {
        struct desk d = desk_open("ptha-1");
        desk_round(&d, S(2) | S(5));
        desk_award(&d, 2, CR_FLUSH); /* pressed, and not yet on record */
        if (asked >= 1)
            desk_done(&d); /* on record */
        if (asked >= 2)
            desk_award(&d, 2, CR_FLUSH); /* a cancel in progress */
        desk_lost(&d, CONSOLE_LINK_DOWN);
        assert_null(desk_effect(&d, CONSOLE_FX_DEAD));
        assert_null(desk_effect(&d, CONSOLE_FX_RETURN));
        desk_no_press(&d, CONSOLE_GAME_OVER, "is pending");
        desk_no_press(&d, CONSOLE_CALL_DEAD, "rules on it when the link is back");
        struct console_event back = back_in_round(S(2) | S(5));
        back.claimed = back.held = S(2);
        back.claims[1] = CR_FLUSH;
        desk_do(&d, back);
        assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
        assert_int_equal(console_registered(&d.c), S(2) | S(5));
        assert_int_equal(d.c.claims[1].state, CONSOLE_PENDING);
        struct console_view view;
        console_view(&d.c, &view);
        assert_non_null(strstr(view.advice, "a ruling is awaited"));
        desk_no_award(&d, 2, CR_FLUSH, "rules on it first");
        desk_key(&d, 8, CONSOLE_JPL);
        desk_no_press(&d, CONSOLE_JPOT, "rules on it first");
        assert_false(console_jpot_flashes(&d.c));
        d.c.claims[1].held = 0; /* ruled to be paid */
        desk_press(&d, CONSOLE_JPOT);
        assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 2);
    }
}

/* Only the link knows whether a payment in progress was made. */
static void lost_while_paying(void **state)
{
    (void)state;
    for (unsigned was_paid = 0; was_paid < 2; was_paid++) {
        struct desk d = desk_open("ptha-1");
        desk_round(&d, S(4) | S(5));
        desk_claim(&d, 4, CR_FLUSH);
        desk_key(&d, 8, CONSOLE_JPL);
        desk_press(&d, CONSOLE_JPOT);
        desk_lost(&d, CONSOLE_LINK_DOWN);
        assert_null(desk_effect(&d, CONSOLE_FX_RETURN));
        struct console_event back = back_in_round(S(4) | S(5));
        back.claimed = S(4);
        back.claims[3] = CR_FLUSH;
        back.paid = was_paid ? S(4) : 0;
        desk_do(&d, back);
        assert_int_equal(desk_says(&d, SAY_PAID_MEANWHILE), was_paid);
        assert_int_equal(d.c.claims[3].state, was_paid ? CONSOLE_PAID : CONSOLE_PENDING);
        assert_int_equal(d.c.acceptors[3].returned, 0);
        assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
    }
}

/* The hands cannot be called dead while an award is being paid; the link will tell the outcome. */
static void not_dead_while_an_award_is_on_its_way(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, S(4) | S(5));
    desk_award(&d, 4, CR_STRAIGHT);
    desk_done(&d);
    desk_press(&d, CONSOLE_GAME_OVER);
    assert_int_equal(d.c.claims[3].state, CONSOLE_PAYING);
    desk_no_press(&d, CONSOLE_CALL_DEAD, "");
    desk_lost(&d, CONSOLE_LINK_DOWN);
    desk_no_press(&d, CONSOLE_CALL_DEAD, "rules on it when the link is back");
}

/* … and a link that is lost while the dealer calls hands dead over a win leaves the win pending. */
static void lost_while_calling_dead_over_a_win(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, S(6) | S(7));
    desk_claim(&d, 7, CR_ROYAL_FLUSH);
    desk_press(&d, CONSOLE_CALL_DEAD);
    desk_lost(&d, CONSOLE_LINK_DOWN);
    assert_null(desk_effect(&d, CONSOLE_FX_DEAD));
    assert_int_equal(d.c.claims[6].state, CONSOLE_PENDING);
}

static void a_person_calls_the_hands_dead_while_the_link_is_away(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, S(6));
    desk_lost(&d, CONSOLE_LINK_DOWN);
    desk_press(&d, CONSOLE_CALL_DEAD); /* a royal flush has turned up */
    assert_non_null(desk_effect(&d, CONSOLE_FX_DEAD));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(6));
    desk_no_press(&d, CONSOLE_CALL_DEAD, "closed");
    desk_do(&d, back_in_round(S(6)));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_SEND_DEAD), S(6));
    /* the link is lost before it answers, so the dead round is sent again */
    desk_lost(&d, CONSOLE_LINK_DOWN);
    desk_do(&d, back_in_round(S(6)));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_SEND_DEAD), S(6));
    desk_done(&d);
    assert_int_equal(d.c.acceptors[5].returned, 1);
}

static void a_person_calls_the_hands_dead_with_the_link_there(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_round(&d, S(6) | S(7));
    desk_claim(&d, 7, CR_ROYAL_FLUSH);
    desk_press(&d, CONSOLE_CALL_DEAD);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_SEND_DEAD), S(6) | S(7));
    assert_null(desk_effect(&d, CONSOLE_FX_DEAD)); /* not before it is on record */
    struct desk other = d;
    desk_refused(&other);
    assert_int_equal(console_registered(&other.c), S(6) | S(7));
    assert_int_equal(other.c.claims[6].state, CONSOLE_PENDING);
    desk_done(&d);
    assert_non_null(desk_effect(&d, CONSOLE_FX_DEAD));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(6) | S(7));
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
}

static void game_over_while_the_link_is_away_is_told_first(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(2));
    desk_lost(&d, CONSOLE_LINK_DOWN);
    desk_press(&d, CONSOLE_GAME_OVER);
    assert_null(desk_effect(&d, CONSOLE_FX_GAME_OVER));
    desk_no_press(&d, CONSOLE_GAME_OVER, "closed");
    desk_do(&d, back_in_round(S(2)));
    assert_non_null(desk_effect(&d, CONSOLE_FX_GAME_OVER));
    desk_no_award(&d, 2, CR_FLUSH, "catching up"); /* no claim for a hand of a later round */
    struct desk other = d;
    desk_refused(&other);
    assert_int_equal(other.c.mode, CONSOLE_CLOSED);
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
    assert_int_equal(d.c.acceptors[1].collected, 1);
}

static void lost_after_game_over_was_pressed(void **state)
{
    (void)state;
    for (unsigned had_it = 0; had_it < 2; had_it++) {
        struct desk d = desk_open("ptha-1");
        desk_round(&d, S(2));
        desk_press(&d, CONSOLE_GAME_OVER);
        desk_lost(&d, CONSOLE_LINK_DOWN);
        desk_do(&d, had_it ? back_betting : back_in_round(S(2)));
        if (!had_it)
            desk_done(&d);
        assert_int_equal(d.c.mode, CONSOLE_BETTING);
        assert_int_equal(d.c.acceptors[1].collected, 1);
        assert_int_equal(d.c.acceptors[1].returned, 0);
    }
}

static struct desk lost_with_coins_under_way(void)
{
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_DROPPED);
    desk_lost(&d, CONSOLE_LINK_DOWN);
    assert_null(desk_effect(&d, CONSOLE_FX_RETURN)); /* only the link knows whether it has them */
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_COUNTED);
    return d;
}

static void lost_with_coins_under_way_keeps_them_once(void **state)
{
    (void)state;
    struct desk had = lost_with_coins_under_way(), had_not = had, played = had;
    desk_do(&had, back_in_round(S(1)));
    assert_int_equal(console_registered(&had.c), S(1));
    assert_int_equal(had.c.acceptors[0].collected, 1);
    desk_do(&had_not, back_betting);
    assert_int_equal(desk_seats(&had_not, CONSOLE_FX_RETURN), S(1));
    assert_int_equal(had_not.c.acceptors[0].collected, 0);
    /* the round was played without a light, so the chip is no wager, whatever the link has */
    desk_press(&played, CONSOLE_GAME_OVER);
    assert_int_equal(desk_seats(&played, CONSOLE_FX_RETURN), S(1));
    desk_do(&played, back_in_round(S(1)));
    assert_int_equal(desk_seats(&played, CONSOLE_FX_SEND_DEAD), S(1));
}

static void lost_while_coins_drop_gives_them_back(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_sensor(&d, 2, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_DROPPED);
    desk_lost(&d, CONSOLE_LINK_DOWN);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(1));
    desk_do(&d, back_betting);
    desk_sensor(&d, 2, ACCEPTOR_EV_DROPPED); /* a slow drop */
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(2));
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
    desk_round(&d, S(2));
}

static void a_slow_drop_is_not_asked_for_twice(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 2, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_lost(&d, CONSOLE_LINK_DOWN);
    desk_do(&d, back_betting);
    desk_press(&d, CONSOLE_START);
    assert_null(desk_effect(&d, CONSOLE_FX_DROP));
    desk_sensor(&d, 2, ACCEPTOR_EV_DROPPED);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), S(2));
}

/* REG-3: a table that was switched off and on. */
static void a_new_console_takes_up_the_round(void **state)
{
    (void)state;
    struct desk d = desk_new("ptha-1", "COIN IN");
    struct console_event back = back_in_round(S(1) | S(6));
    back.claimed = S(6);
    back.claims[5] = CR_ROYAL_FLUSH;
    desk_do(&d, back);
    assert_int_equal(console_registered(&d.c), S(1) | S(6));
    assert_int_equal(desk_state(&d, 2), ACCEPTOR_OFF);
    desk_key(&d, 9, CONSOLE_JPH);
    desk_press(&d, CONSOLE_JPOT);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_PAY)->seat, 6);
    desk_done(&d);
    desk_unkey(&d);
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
}

static void a_record_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct desk d = desk_new("ptha-1", "COIN IN");
    struct console_event e = back_betting;
    e.seats = S(1);
    desk_no(&d, e, "wagers without a round");
    e = back_betting;
    e.mode = CONSOLE_LOCKING;
    desk_no(&d, e, "betting or in COIN IN");
    e = back_in_round(S(1) | 0x80);
    desk_no(&d, e, "seats are 1 to 7");
    e = back_in_round(S(1));
    e.claimed = S(2);
    desk_no(&d, e, "claim without a wager");
    e = back_in_round(S(1));
    e.paid = S(1);
    desk_no(&d, e, "claim without a wager");
    e = back_in_round(S(1));
    e.claimed = S(1);
    e.claims[0] = CR_PAIR;
    desk_no(&d, e, "no award");
    e.claims[0] = CR_CATEGORIES;
    desk_no(&d, e, "no award");
}

static void answers_to_what_was_not_asked_are_refused(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    struct console_event e = {.kind = CONSOLE_DONE, .request = CONSOLE_ASKED_GAME_OVER};
    desk_no(&d, e, "not asked");
    desk_round(&d, S(1) | S(2));
    desk_award(&d, 1, CR_FLUSH);
    desk_no(&d, e, "not asked");
    e = (struct console_event){
        .kind = CONSOLE_DONE, .request = CONSOLE_ASKED_CLAIM, .seat = 2, .award = CR_FLUSH};
    desk_no(&d, e, "not asked");
    e.seat = 1;
    e.award = CR_FULL_HOUSE;
    desk_no(&d, e, "not asked");
    e.award = CR_FLUSH;
    desk_do(&d, e);
    desk_no(&d, e, "not asked"); /* the same answer again */
    desk_award(&d, 2, CR_FLUSH);
    desk_no(&d, e, "not asked"); /* an answer for another seat */
    desk_no(&d, (struct console_event){.kind = CONSOLE_DONE}, "not a request");
}

static void the_manager_closes_only_between_rounds(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    struct console_event e = {.kind = CONSOLE_LINK_LOST, .reason = CONSOLE_BY_MANAGER};
    desk_round(&d, S(1));
    desk_no(&d, e, "after GAME OVER");
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    desk_do(&d, e);
    desk_no_press(&d, CONSOLE_START, "closed at the manager");
    const uint8_t wrong[] = {CONSOLE_OPEN, CONSOLE_STARTING, CONSOLE_CATCHING_UP, CONSOLE_REASONS};
    for (unsigned i = 0; i < sizeof wrong; i++)
        desk_no(&d, (struct console_event){.kind = CONSOLE_LINK_LOST, .reason = wrong[i]},
                "not a reason");
}

static void modes_have_names(void **state)
{
    (void)state;
    static const char *const names[CONSOLE_MODES] = {"closed", "betting", "locking", "coin in"};
    for (unsigned i = 0; i < CONSOLE_MODES; i++)
        assert_string_equal(console_mode_name((enum console_mode)i), names[i]);
}

static void closing_has_a_word_for_people_and_one_for_programs(void **state)
{
    (void)state;
    for (unsigned reason = 0; reason < CONSOLE_REASONS; reason++) {
        const char *word = console_reason_word((enum console_reason)reason);
        assert_true(strlen(console_reason_name((enum console_reason)reason)) > 0);
        assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz-"), strlen(word));
        for (unsigned other = 0; other < reason; other++)
            assert_string_not_equal(word, console_reason_word((enum console_reason)other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_until_the_link_is_there),
        cmocka_unit_test(lost_while_betting_stops_wagers),
        cmocka_unit_test(lost_without_a_claim_plays_the_base_game_out),
        cmocka_unit_test(lost_with_a_claim_pending_the_claim_waits),
        cmocka_unit_test(lost_while_calling_dead_over_a_win),
        cmocka_unit_test(not_dead_while_an_award_is_on_its_way),
        cmocka_unit_test(lost_while_paying),
        cmocka_unit_test(a_person_calls_the_hands_dead_while_the_link_is_away),
        cmocka_unit_test(a_person_calls_the_hands_dead_with_the_link_there),
        cmocka_unit_test(game_over_while_the_link_is_away_is_told_first),
        cmocka_unit_test(lost_after_game_over_was_pressed),
        cmocka_unit_test(lost_with_coins_under_way_keeps_them_once),
        cmocka_unit_test(lost_while_coins_drop_gives_them_back),
        cmocka_unit_test(a_slow_drop_is_not_asked_for_twice),
        cmocka_unit_test(a_new_console_takes_up_the_round),
        cmocka_unit_test(a_record_that_cannot_be_is_refused),
        cmocka_unit_test(answers_to_what_was_not_asked_are_refused),
        cmocka_unit_test(the_manager_closes_only_between_rounds),
        cmocka_unit_test(modes_have_names),
        cmocka_unit_test(closing_has_a_word_for_people_and_one_for_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
