/* Numbers of tables and their epochs (V2, V8), and the time of an event. */
#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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

/* A late word that a table is lost must not throw out the one that has joined since. */
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
    desk.e.fence = 1; /* it keeps its memory and wants a new epoch all the same */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_next_number_of_the_epoch_is_taken),
        cmocka_unit_test(a_table_that_knows_more_is_noticed),
        cmocka_unit_test(only_the_manager_that_has_it_loses_a_table),
        cmocka_unit_test(a_clock_before_1970_is_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
