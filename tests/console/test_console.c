/* The dealer console: keys, coins and seats. Every sentence of TAB-1, TAB-3 and TAB-4, UTH-3,
 * UTH-19 and PG-9 as a test. */
#include "console_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define S(seat) CONSOLE_SEAT(seat)

/* ---- TAB-1, TAB-3: buttons, keys and positions ---- */

static void there_are_seven_acceptors_and_a_button_for_each_award(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-2");
    struct console_view v;
    console_view(&d.c, &v);
    for (unsigned i = 0; i < CR_SEATS; i++)
        assert_int_equal(v.acceptor_patterns[i], PATTERN_CHASE);
    const uint8_t keys[CR_CATEGORIES] = {[CR_ROYAL_FLUSH] = CR_KEY_HIGH,
                                         [CR_STRAIGHT_FLUSH] = CR_KEY_HIGH,
                                         [CR_FOUR_OF_A_KIND] = CR_KEY_LOW,
                                         [CR_FULL_HOUSE] = CR_KEY_LOW,
                                         [CR_FLUSH] = CR_KEY_LOW};
    for (unsigned i = 0; i < CR_CATEGORIES; i++) {
        assert_int_equal(v.has_award[i], i >= CR_TWO_PAIR);
        assert_int_equal(v.award_keys[i], keys[i]);
        assert_false(v.award_leds[i]);
    }
    assert_false(v.jpot_flashes);
    desk_round(&d, S(2));
    desk_no_award(&d, 2, CR_PAIR, "no award");
    desk_no_award(&d, 0, CR_FLUSH, "seats are 1 to 7");
    desk_no_award(&d, 8, CR_FLUSH, "seats are 1 to 7");
    desk_no_award(&d, 2, (enum cr_category)200, "no award");
}

static void the_start_button_has_the_houses_label(void **state)
{
    (void)state;
    struct desk d = desk_new("cn", "Start Game");
    desk_do(&d, (struct console_event){.kind = CONSOLE_LINK_BACK, .mode = CONSOLE_BETTING});
    struct console_view v;
    console_view(&d.c, &v);
    assert_string_equal(v.start_label, "Start Game");
    assert_non_null(strstr(v.advice, "Start Game"));
    desk_no_press(&d, CONSOLE_JPOT, "Start Game");
}

static void insert(struct desk *d, unsigned key)
{
    desk_do(d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = (uint8_t)key});
}

static struct console_event turn(enum console_position position)
{
    return (struct console_event){.kind = CONSOLE_KEY_TURN, .position = (uint8_t)position};
}

static void only_008_turns_to_jpl_and_only_009_to_jph(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_no(&d, turn(CONSOLE_JPL), "no key");
    desk_no_press(&d, CONSOLE_KEY_REMOVE, "no key");
    for (unsigned key = 0; key < 256; key++)
        if (key != 8 && key != 9)
            desk_no(&d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = (uint8_t)key},
                    "008");
    insert(&d, 8);
    desk_no(&d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = 9}, "remove it first");
    desk_no(&d, turn(CONSOLE_R), "already");
    desk_no(&d, turn(CONSOLE_JPH), "009");
    desk_no(&d, turn((enum console_position)3), "R, JPL and JPH");
    desk_do(&d, turn(CONSOLE_JPL));
    assert_int_equal(desk_effect(&d, CONSOLE_FX_KEY)->key, 8);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_KEY)->position, CONSOLE_JPL);
    desk_no(&d, turn(CONSOLE_JPH), "009");
    desk_no_press(&d, CONSOLE_KEY_REMOVE, "back to R");
    desk_unkey(&d);
    insert(&d, 9);
    desk_no(&d, turn(CONSOLE_JPL), "008");
    desk_do(&d, turn(CONSOLE_JPH));
    desk_unkey(&d);
    assert_int_equal(d.c.key, CONSOLE_NO_KEY);
}

/* ---- TAB-4, UTH-3, PG-9: coins ---- */

static void coin_in_drops_the_coins_and_adds_them_to_the_meter(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 2, ACCEPTOR_EV_PLACED);
    desk_sensor(&d, 6, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    assert_int_equal(d.c.mode, CONSOLE_LOCKING);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_DROP), S(2) | S(6));
    assert_non_null(desk_effect(&d, CONSOLE_FX_LOCK));
    assert_true(desk_says(&d, SAY_NO_MORE_BETS));
    assert_null(desk_effect(&d, CONSOLE_FX_COIN_IN));
    desk_no_press(&d, CONSOLE_START, "wait");
    desk_no_press(&d, CONSOLE_GAME_OVER, "wait");
    desk_no_award(&d, 2, CR_FLUSH, "wait");
    desk_sensor(&d, 2, ACCEPTOR_EV_DROPPED);
    assert_null(desk_effect(&d, CONSOLE_FX_COIN_IN));
    desk_sensor(&d, 6, ACCEPTOR_EV_DROPPED);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), S(2) | S(6));
    assert_int_equal(console_registered(&d.c), 0); /* no light before the link has booked them */
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_COIN_IN);
    assert_int_equal(console_registered(&d.c), S(2) | S(6));
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_OFF);
}

static void a_round_without_wagers_is_a_round(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_press(&d, CONSOLE_START);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), 0);
    assert_null(desk_effect(&d, CONSOLE_FX_DROP));
    desk_done(&d);
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
}

static void coins_count_only_between_game_over_and_coin_in(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_round(&d, S(3));
    desk_no_press(&d, CONSOLE_START, "GAME OVER");
    desk_sensor(&d, 4, ACCEPTOR_EV_PLACED); /* too late, so it waits for the next round */
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_OFF);
    desk_no_award(&d, 4, CR_FLUSH, "LEDs are off");
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    assert_non_null(desk_effect(&d, CONSOLE_FX_BETTING));
    assert_int_equal(console_registered(&d.c), 0);
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_PLACED);
    assert_int_equal(desk_state(&d, 3), ACCEPTOR_IDLE);
    desk_press(&d, CONSOLE_START);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_DROP), S(4));
}

static void one_a_seat_and_a_second_chip_waits(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 5, ACCEPTOR_EV_PLACED);
    desk_round(&d, S(5)); /* places the second chip */
    assert_int_equal(d.c.acceptors[4].collected, 1);
    assert_int_equal(d.c.acceptors[4].coins, 1);
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    assert_int_equal(desk_state(&d, 5), ACCEPTOR_PLACED);
    desk_sensor(&d, 5, ACCEPTOR_EV_PLACED);
    desk_no(&d,
            (struct console_event){.kind = CONSOLE_SENSOR, .seat = 5, .sensor = ACCEPTOR_EV_PLACED},
            "seat 5: a second chip waits");
}

static void coins_that_the_link_refuses_go_back(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_DROPPED);
    desk_refused(&d);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(1));
    assert_true(desk_says(&d, SAY_COIN_IN_NO));
    assert_int_equal(d.c.mode, CONSOLE_BETTING);
    assert_int_equal(d.c.acceptors[0].returned, 1);
}

/* ---- TAB-2, UTH-19: faults at a seat ---- */

static void a_jam_or_a_miscount_is_no_wager(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    for (unsigned seat = 1; seat <= 3; seat++)
        desk_sensor(&d, seat, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_JAM);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_SEAT_FAULT)->fault, ACCEPTOR_JAMMED);
    desk_sensor(&d, 2, ACCEPTOR_EV_NOTCOUNTED);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_SEAT_FAULT)->fault, ACCEPTOR_MISCOUNTED);
    desk_sensor(&d, 3, ACCEPTOR_EV_DROPPED);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), S(3));
    desk_done(&d);
    desk_no_award(&d, 1, CR_FLUSH, "LEDs are off");
    desk_no_award(&d, 2, CR_FLUSH, "LEDs are off");
    desk_sensor(&d, 1, ACCEPTOR_EV_CLEAR);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(1));
}

static void a_chip_snatched_after_the_lock_is_no_wager(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-1");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_REMOVED);
    assert_int_equal(d.c.mode, CONSOLE_LOCKING);
    assert_null(desk_effect(&d, CONSOLE_FX_COIN_IN)); /* the drop has not been answered yet */
    desk_sensor(&d, 1, ACCEPTOR_EV_NOTCOUNTED);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), 0);
    assert_int_equal(desk_state(&d, 1), ACCEPTOR_OFF);
}

static void a_seat_whose_sensor_fails_is_closed_until_repaired(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_sensor(&d, 4, ACCEPTOR_EV_PLACED);
    desk_sensor(&d, 4, ACCEPTOR_EV_FAULT);
    assert_non_null(desk_effect(&d, CONSOLE_FX_SEAT_CLOSED));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(4));
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_CLOSED);
    desk_round(&d, S(5)); /* the patron has moved to another seat */
    desk_press(&d, CONSOLE_GAME_OVER);
    desk_done(&d);
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_CLOSED);
    const struct console_event open = {.kind = CONSOLE_OPEN_SEAT, .seat = 4};
    desk_no(&d, open, "seat 4"); /* it is not repaired yet */
    /* PIT-17: the sensor's OK alone opens no seat */
    desk_sensor(&d, 4, ACCEPTOR_EV_OK);
    assert_null(desk_effect(&d, CONSOLE_FX_SEAT_OPENED));
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_CLOSED);
    desk_do(&d, open);
    assert_non_null(desk_effect(&d, CONSOLE_FX_SEAT_OPENED));
    assert_int_equal(desk_state(&d, 4), ACCEPTOR_IDLE);
    desk_round(&d, S(4));
}

/* PIT-17: where the house closes the whole position, the dealer is told to deal it no cards. */
static void a_sensor_that_fails_closes_a_position_where_the_house_says_so(void **state)
{
    (void)state;
    struct desk d = desk_open("ptha-2");
    desk_sensor(&d, 2, ACCEPTOR_EV_FAULT);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_SAY)->say, SAY_SENSOR_FAILED);
    console_set_sensor_failure(&d.c, true);
    desk_sensor(&d, 4, ACCEPTOR_EV_FAULT);
    assert_int_equal(desk_effect(&d, CONSOLE_FX_SAY)->say, SAY_POSITION_SHUT);
}

static void a_seat_that_fails_while_dropping_holds_nobody_up(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_sensor(&d, 1, ACCEPTOR_EV_PLACED);
    desk_sensor(&d, 2, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    desk_sensor(&d, 1, ACCEPTOR_EV_DROPPED);
    desk_sensor(&d, 2, ACCEPTOR_EV_FAULT);
    assert_int_equal(desk_seats(&d, CONSOLE_FX_COIN_IN), S(1));
    assert_int_equal(desk_seats(&d, CONSOLE_FX_RETURN), S(2));
}

static void a_person_closes_a_seat(void **state)
{
    (void)state;
    struct desk d = desk_open("cn");
    desk_do(&d, (struct console_event){.kind = CONSOLE_CLOSE_SEAT, .seat = 7});
    assert_non_null(desk_effect(&d, CONSOLE_FX_SEAT_CLOSED));
    desk_sensor(&d, 7, ACCEPTOR_EV_PLACED);
    desk_press(&d, CONSOLE_START);
    assert_null(desk_effect(&d, CONSOLE_FX_DROP));
    desk_no(&d, (struct console_event){.kind = CONSOLE_OPEN_SEAT, .seat = 6}, "seat 6");
    desk_do(&d, (struct console_event){.kind = CONSOLE_OPEN_SEAT, .seat = 7});
    assert_non_null(desk_effect(&d, CONSOLE_FX_SEAT_OPENED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_seven_acceptors_and_a_button_for_each_award),
        cmocka_unit_test(the_start_button_has_the_houses_label),
        cmocka_unit_test(only_008_turns_to_jpl_and_only_009_to_jph),
        cmocka_unit_test(coin_in_drops_the_coins_and_adds_them_to_the_meter),
        cmocka_unit_test(a_round_without_wagers_is_a_round),
        cmocka_unit_test(coins_count_only_between_game_over_and_coin_in),
        cmocka_unit_test(one_a_seat_and_a_second_chip_waits),
        cmocka_unit_test(coins_that_the_link_refuses_go_back),
        cmocka_unit_test(a_jam_or_a_miscount_is_no_wager),
        cmocka_unit_test(a_chip_snatched_after_the_lock_is_no_wager),
        cmocka_unit_test(a_seat_whose_sensor_fails_is_closed_until_repaired),
        cmocka_unit_test(a_sensor_that_fails_closes_a_position_where_the_house_says_so),
        cmocka_unit_test(a_seat_that_fails_while_dropping_holds_nobody_up),
        cmocka_unit_test(a_person_closes_a_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
