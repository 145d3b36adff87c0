/* TAB-2: the seven states of an acceptor and their lights (table 1.1 of the manual); TAB-4: the
 * chips in it; UTH-19: a sensor that fails. */
#include "table/acceptor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static unsigned step(struct acceptor *a, enum acceptor_event e)
{
    unsigned back = 0;
    struct cr_err err;
    if (acceptor_step(a, e, &back, &err) != CR_OK)
        fail_msg("event %d refused: %s", (int)e, err.text);
    assert_true(acceptor_balances(a));
    return back;
}

static void refused(struct acceptor *a, enum acceptor_event e, const char *words)
{
    struct acceptor before = *a;
    struct cr_err err = {0};
    assert_int_equal(acceptor_step(a, e, NULL, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, words));
    assert_memory_equal(&before, a, sizeof before);
}

static struct acceptor after(const enum acceptor_event *events, size_t count)
{
    struct acceptor a = {0};
    for (size_t i = 0; i < count; i++)
        step(&a, events[i]);
    return a;
}

#define AFTER(...)                                                                                 \
    after((const enum acceptor_event[]){__VA_ARGS__},                                              \
          sizeof(const enum acceptor_event[]){__VA_ARGS__} / sizeof(enum acceptor_event))

static unsigned count_bits(unsigned bits)
{
    unsigned n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* The lights must be `want` at every moment of three seconds. */
static void shows_steadily(const struct acceptor *a, unsigned want)
{
    enum acceptor_pattern p = acceptor_pattern(a, ACCEPTOR_JACKPOT_NONE);
    for (uint64_t ms = 0; ms < 3000; ms += 10)
        assert_int_equal(acceptor_lights(p, ms), want);
}

static void idle_chases_two_at_a_time(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_IDLE);
    enum acceptor_pattern p = acceptor_pattern(&a, ACCEPTOR_JACKPOT_NONE);
    unsigned seen = 0, last = acceptor_lights(p, 0), moves = 0;
    for (uint64_t ms = 0; ms < 1000; ms++) {
        unsigned lights = acceptor_lights(p, ms);
        assert_int_equal(count_bits(lights), 2);
        if (lights != last) {
            /* neighbouring pairs have one light in common */
            assert_int_equal(count_bits(lights & last), 1);
            moves++;
        }
        seen |= lights;
        last = lights;
    }
    assert_int_equal(seen, 0xFF);
    assert_int_equal(moves, 7);
    assert_int_equal(acceptor_lights(p, 1000), acceptor_lights(p, 0));
}

static void placed_flashes_in_unison(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_PLACED);
    enum acceptor_pattern p = acceptor_pattern(&a, ACCEPTOR_JACKPOT_NONE);
    bool on = false, off = false;
    for (uint64_t ms = 0; ms < 3000; ms++) {
        unsigned lights = acceptor_lights(p, ms);
        assert_true(lights == 0 || lights == 0xFF);
        on |= lights == 0xFF;
        off |= lights == 0;
    }
    assert_true(on && off);
}

static void registered_is_steady_and_only_with_the_link(void **state)
{
    (void)state;
    struct acceptor a =
        AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK, ACCEPTOR_EV_DROPPED);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_COUNTED);
    assert_int_equal(acceptor_pattern(&a, ACCEPTOR_JACKPOT_NONE), PATTERN_FLASH);
    step(&a, ACCEPTOR_EV_REGISTER);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_REGISTERED);
    shows_steadily(&a, 0xFF);
    assert_int_equal(a.collected, 1);
}

static void no_coin_is_off(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_LOCK);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_OFF);
    shows_steadily(&a, 0);
}

static void jam_lights_two_corners(void **state)
{
    (void)state;
    struct acceptor a =
        AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK, ACCEPTOR_EV_JAM);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_JAM);
    shows_steadily(&a, LIGHT_TOP_LEFT | LIGHT_BOTTOM_RIGHT);
    assert_int_equal(step(&a, ACCEPTOR_EV_CLEAR), 1); /* the stuck chip is returned */
    assert_int_equal(acceptor_state(&a), ACCEPTOR_OFF);
}

static void not_counted_lights_two_centres(void **state)
{
    (void)state;
    struct acceptor a =
        AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK, ACCEPTOR_EV_NOTCOUNTED);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_NOT_REGISTERED);
    shows_steadily(&a, LIGHT_TOP | LIGHT_BOTTOM);
    struct acceptor taken = a;
    step(&taken, ACCEPTOR_EV_REMOVED);
    assert_int_equal(acceptor_state(&taken), ACCEPTOR_OFF);
    /* a chip that is left lying is a wager of the next round */
    step(&a, ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_PLACED);
}

static void jackpot_alternates_one_way_for_high_and_one_for_low(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_LOCK);
    enum acceptor_pattern high = acceptor_pattern(&a, ACCEPTOR_JACKPOT_HIGH);
    enum acceptor_pattern low = acceptor_pattern(&a, ACCEPTOR_JACKPOT_LOW);
    assert_int_not_equal(high, low);
    const enum acceptor_pattern both[] = {high, low};
    for (unsigned i = 0; i < 2; i++) {
        unsigned first = acceptor_lights(both[i], 0), other = first;
        for (uint64_t ms = 0; ms < 2000; ms++) {
            unsigned lights = acceptor_lights(both[i], ms);
            assert_true(lights == first || lights == (~first & 0xFF));
            if (lights != first)
                other = lights;
        }
        assert_int_equal(other, ~first & 0xFF);
    }
    assert_int_not_equal(acceptor_lights(high, 0), acceptor_lights(low, 0));
    /* a fault is shown rather than the jackpot's pattern */
    step(&a, ACCEPTOR_EV_JAM);
    assert_int_equal(acceptor_pattern(&a, ACCEPTOR_JACKPOT_HIGH), PATTERN_JAM);
}

/* TAB-4: a round takes one chip; a second one waits for the next round. */
static void a_second_chip_waits(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_PLACED);
    refused(&a, ACCEPTOR_EV_PLACED, "third");
    step(&a, ACCEPTOR_EV_LOCK);
    step(&a, ACCEPTOR_EV_DROPPED);
    step(&a, ACCEPTOR_EV_REGISTER);
    assert_int_equal(a.coins, 1);
    assert_int_equal(a.collected, 1);
    step(&a, ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_PLACED);
    step(&a, ACCEPTOR_EV_LOCK);
    step(&a, ACCEPTOR_EV_DROPPED);
    assert_int_equal(a.collected, 2);
    assert_int_equal(a.coins, 0);
}

/* TAB-4: a chip that is placed after COIN IN is no wager of this round. */
static void a_late_chip_waits(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_LOCK, ACCEPTOR_EV_PLACED);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_OFF);
    refused(&a, ACCEPTOR_EV_NOTCOUNTED, "no drop");
    /* a chip that falls without an order is returned and not counted */
    struct acceptor fell = a;
    assert_int_equal(step(&fell, ACCEPTOR_EV_DROPPED), 1);
    assert_false(fell.counted);
    refused(&fell, ACCEPTOR_EV_DROPPED, "none lay");
    step(&a, ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_PLACED);
}

static void a_chip_can_be_taken_back_before_the_lock(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_REMOVED);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_IDLE);
    refused(&a, ACCEPTOR_EV_REMOVED, "none lay");
    step(&a, ACCEPTOR_EV_LOCK);
    assert_false(a.dropping);
}

/* UTH-19: the seat is closed until the sensor is repaired, and its chips are returned; a wager that
 * is registered already stands until the end of the round. */
static void a_failed_sensor_closes_the_seat(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_PLACED);
    assert_int_equal(step(&a, ACCEPTOR_EV_FAULT), 2);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_CLOSED);
    shows_steadily(&a, 0);
    refused(&a, ACCEPTOR_EV_PLACED, "repaired");
    step(&a, ACCEPTOR_EV_LOCK);
    assert_false(a.dropping);
    step(&a, ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_CLOSED);
    step(&a, ACCEPTOR_EV_OK);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_IDLE);

    struct acceptor lit = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK,
                                ACCEPTOR_EV_DROPPED, ACCEPTOR_EV_REGISTER, ACCEPTOR_EV_FAULT);
    assert_int_equal(acceptor_state(&lit), ACCEPTOR_REGISTERED);
    step(&lit, ACCEPTOR_EV_OPEN);
    assert_int_equal(acceptor_state(&lit), ACCEPTOR_CLOSED);
}

static void a_person_closes_and_opens_a_seat(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_CLOSE);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_CLOSED);
    refused(&a, ACCEPTOR_EV_CLOSE, "already");
    step(&a, ACCEPTOR_EV_LOCK);
    assert_false(a.dropping);
    step(&a, ACCEPTOR_EV_OPEN);
    step(&a, ACCEPTOR_EV_REOPEN);
    refused(&a, ACCEPTOR_EV_REOPEN, "nobody");
    assert_int_equal(acceptor_state(&a), ACCEPTOR_PLACED);
    step(&a, ACCEPTOR_EV_LOCK);
    refused(&a, ACCEPTOR_EV_CLOSE, "drop");
}

/* The sensors were switched off and on: a chip that lies there is reported again, and counted once.
 */
static void sensors_that_begin_anew_count_no_chip_twice(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_HELLO,
                              ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK, ACCEPTOR_EV_DROPPED);
    assert_int_equal(a.coins, 0);
    assert_int_equal(a.collected, 1);
    a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_FAULT, ACCEPTOR_EV_HELLO);
    assert_int_equal(acceptor_state(&a), ACCEPTOR_IDLE);
}

/* Events that the console would never send are refused as well, and change nothing. */
static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct acceptor a = AFTER(ACCEPTOR_EV_OPEN, ACCEPTOR_EV_PLACED, ACCEPTOR_EV_LOCK);
    refused(&a, ACCEPTOR_EV_LOCK, "closed already");
    refused(&a, ACCEPTOR_EV_RETURN, "no wager");
    assert_int_equal(acceptor_step(&a, ACCEPTOR_EV_DROPPED, NULL, NULL), CR_OK);
    refused(&a, ACCEPTOR_EV_OPEN, "without an answer");
    assert_int_equal(step(&a, ACCEPTOR_EV_RETURN), 1);
    step(&a, ACCEPTOR_EV_OPEN);
}

static void states_have_names(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ACCEPTOR_STATES; i++) {
        assert_true(strlen(acceptor_state_name((enum acceptor_state)i)) > 0);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(acceptor_state_name((enum acceptor_state)i),
                                    acceptor_state_name((enum acceptor_state)j));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_chases_two_at_a_time),
        cmocka_unit_test(placed_flashes_in_unison),
        cmocka_unit_test(registered_is_steady_and_only_with_the_link),
        cmocka_unit_test(no_coin_is_off),
        cmocka_unit_test(jam_lights_two_corners),
        cmocka_unit_test(not_counted_lights_two_centres),
        cmocka_unit_test(jackpot_alternates_one_way_for_high_and_one_for_low),
        cmocka_unit_test(a_second_chip_waits),
        cmocka_unit_test(a_late_chip_waits),
        cmocka_unit_test(a_chip_can_be_taken_back_before_the_lock),
        cmocka_unit_test(a_failed_sensor_closes_the_seat),
        cmocka_unit_test(a_person_closes_and_opens_a_seat),
        cmocka_unit_test(sensors_that_begin_anew_count_no_chip_twice),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
