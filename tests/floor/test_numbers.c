/* Numbers and epochs of tables (V2, V8), and the largest sums that the books can hold. */
#include "desk.h"

#include "floor/shift_figures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void only_the_next_number_of_the_epoch_is_taken(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    const uint64_t next = desk.h.floor.plays[0].seq + 1;
    for (uint64_t n = 1; n < next + 4; n++) {
        desk_at_table(FLOOR_GAME_OVER, "t0");
        desk.e.table_seq = n;
        if (n != next)
            desk_refused(CR_E_STATE, "table_seq: the next of table t0");
    }
    desk_at_table(FLOOR_GAME_OVER, "t0");
    desk.e.epoch = 2;
    desk_refused(CR_E_STATE, "epoch: table t0 is in epoch 1, not 2");
    desk_at_table(FLOOR_GAME_OVER, "t0");
    desk.e.epoch = 0;
    desk_refused(CR_E_INPUT, "epoch: missing");
    desk_at_table(FLOOR_GAME_OVER, "t0");
    desk_good();
    desk_stop();
}

static void a_table_that_knows_more_is_noticed(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    const uint64_t seq = desk.h.floor.plays[0].seq;
    const struct {
        uint64_t epoch, seq;
        bool behind;
    } cases[] = {{0, 0, false},      {1, 0, false}, {1, seq, false},
                 {1, seq + 1, true}, {2, 0, true},  {2, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        desk_join("t0");
        desk.e.acked_epoch = cases[i].epoch;
        desk.e.acked_seq = cases[i].seq;
        assert_int_equal(floor_is_behind(&desk.h.floor, &desk.e), cases[i].behind);
        if (cases[i].behind)
            desk_refused(CR_E_STATE, "restore the newer one");
    }
    desk_join("t9");
    assert_false(floor_is_behind(&desk.h.floor, &desk.e));
    desk.e.acked_epoch = 1;
    assert_true(floor_is_behind(&desk.h.floor, &desk.e));
    desk_stop();
}

/* A late event that says a table is lost must not end a join that the table has made since. */
static void only_the_manager_that_has_it_loses_a_table(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    desk_join("t0");
    desk.e.acked_epoch = 1;
    desk_good();
    assert_int_equal(desk.e.epoch, 1);
    desk_join("t0");
    desk.e.acked_epoch = 1;
    desk.e.fence = 1; /* the table keeps its memory, but asks for a new epoch */
    desk_good();
    assert_int_equal(desk.e.epoch, 2);
    assert_int_equal(desk.h.floor.plays[0].seq, 0);
    const struct {
        const char *manager;
        uint64_t epoch;
        int rc;
    } cases[] = {
        {"gm", 1, CR_E_STATE}, {"other", 2, CR_E_STATE}, {"gm", 2, 0}, {"gm", 2, CR_E_STATE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        event_init(&desk.e, FLOOR_TABLE_LOST);
        DESK_PUT(table, "t0");
        DESK_PUT(manager, cases[i].manager);
        desk.e.epoch = cases[i].epoch;
        assert_int_equal(desk_step(), cases[i].rc);
    }
    desk_stop();
}

static void a_clock_before_1970_is_no_time(void **state)
{
    (void)state;
    harness_start(&desk.h, &desk_small);
    desk.h.now_ms = -5;
    desk_person("Ann", "setup", "");
    desk_good();
    assert_int_equal(desk.e.time_ms, 1);
    desk_stop();
}

/* ---- Sums of amounts that tables state ---- */

/* PIT-14: a table can state amounts as often as it likes. Their sum must be refused before it is
 * larger than an amount can hold: every manager that read the log would end at such an event. */
static void cash_adds_up_to_what_can_be_held(void **state)
{
    (void)state;
    desk_start(&desk_small, 1);
    event_init(&desk.e, FLOOR_MANAGER_STARTED);
    DESK_PUT(manager, "gm");
    DESK_PUT(item, "test");
    desk.e.semantics = 2;
    desk_good();
    unsigned taken = 0;
    for (; taken < 12000; taken++) {
        desk_at_table(taken % 2 ? FLOOR_BUY_IN : FLOOR_PAYOUT, "t0");
        DESK_PUT(item, "cash");
        DESK_PUT(patron, "Lake");
        desk.e.seat = 1;
        desk.e.amount.micro = 10 * CR_MONEY_INPUT_MAX_MICRO;
        if (desk_step() != 0)
            break;
    }
    assert_int_equal(taken, 50);
    assert_int_equal(desk.err.code, CR_E_RANGE);
    assert_non_null(strstr(desk.err.text, "in one gaming day is implausible"));
    desk_at_table(FLOOR_BUY_IN, "t0"); /* the other kind of cash; after it another patron */
    DESK_PUT(item, "cash");
    DESK_PUT(patron, "Lake");
    desk.e.seat = 1;
    desk.e.amount.micro = CR_MICRO_PER_CENT;
    desk_refused(CR_E_RANGE, "amount: a patron's cash of 500000000000.01");
    desk_at_table(FLOOR_BUY_IN, "t0");
    DESK_PUT(item, "cash");
    DESK_PUT(patron, "Sea");
    desk.e.seat = 1;
    desk.e.amount.micro = CR_MICRO_PER_CENT;
    desk_good();
    desk_stop();
}

static const char largest[] =
    "progressive: largest\ntitle: T\nhouse: H\nbet: 1000000000\nhouse_share: 0%\n"
    "meters: {jackpot: {share: 60%, reserve: 40%, seed: 1000000000, limit: none}}\n"
    "awards: {royal flush: {pays: 100%, from: jackpot, key: none, envy: 1000000000}}\n";

/* Adds table t1 on a link whose progressive has the largest numbers that its file may have. */
static void start_largest(void)
{
    desk_start(&desk_small, 1);
    event_init(&desk.e, FLOOR_DOCUMENT_ADDED);
    DESK_PUT(user, "Ann");
    desk_say(largest);
    desk_good();
    desk_by_two(FLOOR_LINK_CONFIGURED);
    DESK_PUT(link, "largest");
    memcpy(desk.e.document, desk.h.floor.documents[1].hash, CR_HASH_BYTES);
    desk_good();
    event_init(&desk.e, FLOOR_LINK_OPENED);
    DESK_PUT(link, "largest");
    DESK_PUT(user, "Ann");
    desk_good();
    desk_configure_table("t1");
    DESK_PUT(link, "largest");
    desk_good();
    desk_join("t1");
    desk_good();
}

/* MET-6: books that are full refuse a coin with a message, and what they hold can still be paid. */
static void books_take_coins_while_they_have_room(void **state)
{
    (void)state;
    start_largest();
    unsigned rounds = 0;
    for (; rounds < 3000; rounds++) {
        desk_at_table(FLOOR_COIN_IN, "t1");
        desk.e.seats = 127;
        if (desk_step() != 0)
            break;
        if (rounds % 2) { /* now and then the meter and its reserve are won */
            desk_at_table(FLOOR_AWARD_PAID, "t1");
            desk.e.seat = 1;
            desk.e.award = 1 + CR_ROYAL_FLUSH;
            desk.e.live = 126;
            desk_good();
        }
        desk_at_table(FLOOR_GAME_OVER, "t1");
        desk_good();
    }
    assert_int_equal(rounds, 72); /* 7 coins of each round make 504,000,000,000.00 in all */
    assert_int_equal(desk.err.code, CR_E_RANGE);
    assert_non_null(strstr(desk.err.text, "take no more coins"));
    desk_stop();
}

/* PIT-5: a counter may show any number; what the shift should have brought must still be a valid
 * amount. */
static void a_counter_shows_more_than_anybody_bet(void **state)
{
    (void)state;
    start_largest();
    const uint32_t link = floor_find_link(&desk.h.floor, "largest");
    for (unsigned i = 0; i < 2; i++) {
        desk_at_table(FLOOR_METER_READ, "t1");
        desk.e.coins = i ? UINT64_C(1000000000000) : 1;
        desk_good();
        const struct shift_figures s = shift_figures_now(&desk.h.floor, link, 0);
        assert_true(i == 0 ? s.expected.micro == 0 : s.expected.micro > CR_MONEY_METER_MAX_MICRO);
        assert_true(s.is_alarm == (i == 1));
    }
    desk_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_next_number_of_the_epoch_is_taken),
        cmocka_unit_test(a_table_that_knows_more_is_noticed),
        cmocka_unit_test(only_the_manager_that_has_it_loses_a_table),
        cmocka_unit_test(a_clock_before_1970_is_no_time),
        cmocka_unit_test(cash_adds_up_to_what_can_be_held),
        cmocka_unit_test(books_take_coins_while_they_have_room),
        cmocka_unit_test(a_counter_shows_more_than_anybody_bet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
