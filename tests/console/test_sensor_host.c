/* Console, sensor line and sensors together: hands that place chips at one end, a dealer at the
 * other, a bad cable between them. */
#include "console_fixture.h"
#include "table/sensor_host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct floor {
    struct desk d; /* the console */
    struct sensor_host line;
    struct sensor_bank bank;
    struct sensor_bytes to_bank, to_table;
    unsigned bad; /* of 1000 bytes, how many are lost or garbled */
    bool cut;     /* no byte arrives */

    long by_hand;    /* chips taken by hand out of a jammed or failed slot */
    unsigned rounds; /* how often COIN IN mode was reached */
};

static struct floor f;
static uint64_t rng;

static unsigned below(unsigned n)
{
    uint64_t z = rng += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((z ^ z >> 31) % n);
}

/* Steps an event that may be refused. Its effects go to the sensors, and the link accepts every
 * request. */
static bool try_event(struct console_event e)
{
    if (console_step(&f.d.c, &e, &f.d.fx, &f.d.err) != CR_OK)
        return false;
    for (unsigned i = 0; i < CR_SEATS; i++)
        assert_true(acceptor_balances(&f.d.c.acceptors[i]));
    sensor_host_obey(&f.line, &f.d.c, f.d.fx.list, f.d.fx.count, &f.to_bank);
    if (f.d.c.request != CONSOLE_ASKED_NOTHING) {
        f.rounds += f.d.c.request == CONSOLE_ASKED_COIN_IN;
        assert_true(
            try_event((struct console_event){.kind = CONSOLE_DONE, .request = f.d.c.request}));
    }
    return true;
}

static void press(enum console_event_kind kind)
{
    try_event((struct console_event){.kind = (uint8_t)kind});
}

static bool through(char *byte)
{
    if (f.cut)
        return false;
    if (below(1000) >= f.bad)
        return true;
    *byte = (char)(*byte ^ 1 << below(7));
    return below(2) == 0;
}

static void tell_console(const struct sensor_events *events)
{
    for (unsigned i = 0; i < events->count; i++)
        try_event(events->list[i]);
}

/* Delivers the bytes that are on the wires. */
static void carry(void)
{
    static struct sensor_bytes bytes;
    bytes = f.to_bank;
    f.to_bank.len = 0;
    for (size_t i = 0; i < bytes.len; i++)
        if (through(&bytes.data[i]))
            sensor_bank_receive(&f.bank, &bytes.data[i], 1, &f.to_table);
    bytes = f.to_table;
    f.to_table.len = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        struct sensor_events events;
        if (!through(&bytes.data[i]))
            continue;
        sensor_host_feed(&f.line, bytes.data[i], &events, &f.to_bank);
        tell_console(&events);
    }
}

static void tick(void)
{
    struct sensor_events events;
    sensor_host_tick(&f.line, &events, &f.to_bank);
    tell_console(&events);
    sensor_bank_tick(&f.bank, &f.to_table);
    carry();
}

static void settle_down(void)
{
    f.bad = 0;
    f.cut = false;
    for (unsigned i = 0; i < 400; i++)
        tick();
}

static void start(unsigned seed, unsigned bad)
{
    memset(&f, 0, sizeof f);
    rng = seed;
    f.d = desk_open("cn");
    f.bad = bad;
    sensor_host_init(&f.line, (uint16_t)(seed + 1));
    sensor_bank_init(&f.bank);
}

/* Console and sensors must have the same state for every seat, and the lights that the console
 * wants. */
static void check_agreement(void)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct acceptor *a = &f.d.c.acceptors[i];
        const struct sensor_slot *slot = &f.bank.slots[i];
        assert_int_equal(a->fault == ACCEPTOR_JAMMED, slot->jammed);
        assert_int_equal(a->fault == ACCEPTOR_FAILED, slot->failed);
        assert_int_equal(a->coins, slot->coins);
        assert_int_equal(slot->pattern, acceptor_pattern(a, ACCEPTOR_JACKPOT_NONE));
    }
    assert_int_equal(f.bank.open, f.d.c.mode == CONSOLE_BETTING);
}

static void hands(void)
{
    unsigned seat = 1 + below(CR_SEATS), n = below(40);
    struct sensor_slot *slot = &f.bank.slots[seat - 1];
    long coins = slot->coins;
    if (n < 20)
        sensor_bank_place(&f.bank, seat, &f.to_table);
    else if (n < 26)
        sensor_bank_remove(&f.bank, seat, &f.to_table);
    else if (n < 27)
        sensor_bank_jam_next(&f.bank, seat);
    else if (n < 28)
        sensor_bank_miss_next(&f.bank, seat);
    else if (n < 31 && sensor_bank_clear(&f.bank, seat, &f.to_table))
        f.by_hand += coins;
    else if (n == 31 && sensor_bank_fail(&f.bank, seat, &f.to_table))
        f.by_hand += coins;
    else if (n > 31 && n < 35)
        sensor_bank_repair(&f.bank, seat, &f.to_table);
}

static void a_round_over_a_good_cable(void **state)
{
    (void)state;
    start(1, 0);
    settle_down();
    check_agreement();
    sensor_bank_place(&f.bank, 3, &f.to_table);
    settle_down();
    assert_int_equal(desk_state(&f.d, 3), ACCEPTOR_PLACED);
    assert_int_equal(f.bank.slots[2].pattern, PATTERN_FLASH);
    press(CONSOLE_START);
    settle_down();
    assert_int_equal(console_registered(&f.d.c), CONSOLE_SEAT(3));
    assert_int_equal(f.bank.dropped, 1);
    check_agreement();
    press(CONSOLE_GAME_OVER);
    settle_down();
    check_agreement();
}

/* PIT-5: the sensors count by themselves, so their counter also shows chips that are not in the
 * books. */
static void the_counter_is_read(void **state)
{
    (void)state;
    start(1, 0);
    assert_false(sensor_host_ask_count(&f.line, &f.to_bank)); /* no hello yet */
    settle_down();
    sensor_bank_stray(&f.bank, 5, &f.to_table);
    assert_true(sensor_host_ask_count(&f.line, &f.to_bank));
    assert_false(f.line.has_count);
    settle_down();
    assert_true(f.line.has_count);
    assert_int_equal(f.line.count, 1);
    f.line.version = 1; /* sensors of the first version do not know the question */
    assert_false(sensor_host_ask_count(&f.line, &f.to_bank));
}

/* MET-7 at the slot: every chip in the box is booked once. */
static void no_chip_is_lost_or_counted_twice_over_a_bad_cable(void **state)
{
    (void)state;
    unsigned rounds = 0;
    for (unsigned seed = 1; seed <= 40; seed++) {
        start(seed, seed % 4 == 0 ? 0 : 4);
        settle_down();
        f.bad = seed % 4 == 0 ? 0 : 4;
        for (unsigned n = 0; n < 1500; n++) {
            hands();
            if (below(12) == 0)
                press(below(2) ? CONSOLE_START : CONSOLE_GAME_OVER);
            tick();
            assert_false(f.line.failed);
        }
        settle_down();
        press(CONSOLE_GAME_OVER);
        settle_down();
        check_agreement();
        long collected = 0, returned = 0;
        for (unsigned i = 0; i < CR_SEATS; i++) {
            collected += (long)f.d.c.acceptors[i].collected;
            returned += (long)f.d.c.acceptors[i].returned;
        }
        assert_int_equal(collected + returned, (long)f.bank.dropped + f.by_hand);
        rounds += f.rounds;
    }
    assert_true(rounds > 500);
}

/* UTH-19: a cut cable closes the seats; afterwards the sensors report the chips as they lie. */
static void a_cut_cable_closes_every_seat(void **state)
{
    (void)state;
    start(5, 0);
    settle_down();
    sensor_bank_place(&f.bank, 2, &f.to_table);
    settle_down();
    f.cut = true;
    for (unsigned i = 0; i < 2 * SENSOR_ATTEMPTS; i++)
        tick();
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        assert_int_equal(desk_state(&f.d, seat), ACCEPTOR_CLOSED);
    sensor_bank_place(&f.bank, 6, &f.to_table);
    settle_down();
    /* PIT-17: people open the seats again */
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        assert_int_equal(desk_state(&f.d, seat), ACCEPTOR_CLOSED);
        try_event((struct console_event){.kind = CONSOLE_OPEN_SEAT, .seat = (uint8_t)seat});
    }
    settle_down();
    assert_int_equal(desk_state(&f.d, 2), ACCEPTOR_PLACED);
    assert_int_equal(desk_state(&f.d, 6), ACCEPTOR_PLACED);
    check_agreement();
}

static void sensors_switched_off_and_on_say_how_things_stand(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        start(seed, 3);
        settle_down();
        for (unsigned n = 0; n < 200; n++) {
            f.bad = 3;
            hands();
            if (below(10) == 0)
                press(below(2) ? CONSOLE_START : CONSOLE_GAME_OVER);
            if (below(50) == 0) { /* chips stay where they are, the rest is forgotten */
                struct sensor_bank fresh;
                sensor_bank_init(&fresh);
                for (unsigned i = 0; i < CR_SEATS; i++) {
                    fresh.slots[i].coins = f.bank.slots[i].coins;
                    fresh.slots[i].jammed = f.bank.slots[i].jammed;
                    fresh.slots[i].failed = f.bank.slots[i].failed;
                }
                f.bank = fresh;
            }
            tick();
        }
        settle_down();
        check_agreement();
    }
}

/* An order to drop that is given while the sensors start is not carried out later, when the round
 * may be over. */
static void sensors_that_are_away_get_no_orders(void **state)
{
    (void)state;
    start(7, 0);
    settle_down();
    sensor_bank_place(&f.bank, 5, &f.to_table);
    settle_down();
    struct sensor_bank fresh;
    sensor_bank_init(&fresh);
    fresh.slots[4].coins = 1;
    f.bank = fresh;
    static struct sensor_bytes lost;
    sensor_bank_tick(&f.bank, &lost);
    for (size_t i = 0; i < lost.len; i++) {
        struct sensor_events events;
        sensor_host_feed(&f.line, lost.data[i], &events, &f.to_bank);
        assert_int_equal(events.count, 0);
    }
    press(CONSOLE_START);
    assert_int_equal(f.d.c.mode, CONSOLE_LOCKING);
    settle_down();
    assert_int_equal(f.d.c.mode, CONSOLE_COIN_IN);
    assert_int_equal(console_registered(&f.d.c), 0);
    assert_int_equal(f.bank.dropped, 0);
    check_agreement();
}

static void a_table_switched_off_and_on_finds_its_sensors(void **state)
{
    (void)state;
    start(9, 0);
    settle_down();
    sensor_bank_place(&f.bank, 4, &f.to_table);
    settle_down();
    f.d = desk_open("cn");
    sensor_host_init(&f.line, 4711);
    settle_down();
    assert_int_equal(desk_state(&f.d, 4), ACCEPTOR_PLACED);
    check_agreement();
}

/* If nobody reads the bytes, the rest is lost as on a real line, and sent again later. */
static void bytes_that_nobody_takes_are_lost(void **state)
{
    (void)state;
    static struct sensor_bytes to_bank, to_table;
    struct sensor_events events;
    start(10, 0);
    settle_down();
    for (unsigned i = 0; i < 2 * SENSOR_BANK_OUT / 10; i++) {
        sensor_host_tick(&f.line, &events, &to_bank);
        sensor_bank_place(&f.bank, 1, &to_table);
        sensor_bank_remove(&f.bank, 1, &to_table);
        sensor_bank_tick(&f.bank, &to_table);
        assert_true(to_bank.len <= sizeof to_bank.data && to_table.len <= sizeof to_table.data);
    }
    assert_true(to_table.len > sizeof to_table.data - SENSOR_LINE_MAX);
    assert_true(to_bank.len > sizeof to_bank.data - SENSOR_LINE_MAX);
    assert_true(f.line.failed);
    settle_down();
    assert_true(f.line.up && !f.line.failed);
    check_agreement();
}

/* Orders for sensors that do not answer: some are lost, and no buffer overruns. */
static void orders_that_nobody_hears_are_lost(void **state)
{
    (void)state;
    start(11, 0);
    settle_down();
    f.cut = true;
    for (unsigned i = 0; i < SENSOR_QUEUE; i++) {
        const struct console_effect drop = {.kind = CONSOLE_FX_DROP, .seats = CONSOLE_SEAT(1)};
        sensor_host_obey(&f.line, &f.d.c, &drop, 1, &f.to_bank);
    }
    assert_int_equal(f.line.session.count, SENSOR_QUEUE);
    sensor_host_obey(&f.line, &f.d.c,
                     &(struct console_effect){.kind = CONSOLE_FX_DROP, .seats = CONSOLE_SEAT(1)}, 1,
                     &f.to_bank);
    assert_int_equal(f.line.session.count, SENSOR_QUEUE);
}

static void feed(struct sensor_line line, struct sensor_events *events)
{
    char text[SENSOR_LINE_MAX];
    const size_t len = sensor_line_encode(&line, text);
    for (size_t i = 0; i < len; i++)
        sensor_host_feed(&f.line, text[i], events, &f.to_bank);
}

/* The table takes no reports before the sensors' hello, and none with a word that only the table
 * may send. */
static void reports_come_after_hello(void **state)
{
    (void)state;
    struct sensor_events events;
    start(12, 0);
    struct sensor_line line = {.session = 13, .word = SENSOR_PLACED, .seat = 1};
    feed(line, &events);
    assert_int_equal(events.count, 0);
    line = (struct sensor_line){
        .session = 13, .number = 1, .word = SENSOR_HELLO, .seats = 7, .version = 1};
    feed(line, &events);
    assert_int_equal(events.count, CR_SEATS);
    line = (struct sensor_line){.session = 13, .number = 2, .word = SENSOR_PING};
    feed(line, &events);
    assert_int_equal(events.count, 0);
    line = (struct sensor_line){.session = 13, .number = 3, .word = SENSOR_PLACED, .seat = 1};
    feed(line, &events);
    assert_int_equal(events.count, 1);
}

/* After the last session number comes 1, because 0 means none. */
static void a_lost_session_is_followed_by_another(void **state)
{
    (void)state;
    struct sensor_events events;
    start(UINT16_MAX - 1, 0);
    assert_int_equal(f.line.session.session, UINT16_MAX);
    for (unsigned i = 0; i < SENSOR_ATTEMPTS && !f.line.failed; i++)
        sensor_host_tick(&f.line, &events, &f.to_bank);
    assert_int_equal(events.count, CR_SEATS);
    assert_int_equal(f.line.session.session, 1);
    settle_down();
    assert_true(f.line.up);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_over_a_good_cable),
        cmocka_unit_test(the_counter_is_read),
        cmocka_unit_test(no_chip_is_lost_or_counted_twice_over_a_bad_cable),
        cmocka_unit_test(a_cut_cable_closes_every_seat),
        cmocka_unit_test(sensors_switched_off_and_on_say_how_things_stand),
        cmocka_unit_test(sensors_that_are_away_get_no_orders),
        cmocka_unit_test(a_table_switched_off_and_on_finds_its_sensors),
        cmocka_unit_test(bytes_that_nobody_takes_are_lost),
        cmocka_unit_test(orders_that_nobody_hears_are_lost),
        cmocka_unit_test(reports_come_after_hello),
        cmocka_unit_test(a_lost_session_is_followed_by_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
