/* Every event that is taken must have a text that can be read back (V4): numbers at the end of
 * their range are refused, and a step with an unreadable result is answered with an error and does
 * not end the floor. */
#include "log/audit/verify.h"
#include "log/store/memory.h"
#include "service/manager/manager.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MOST (UINT64_C(1) << 53)

static struct memory_disk *disk;
static struct store *store;
static struct manager *m;
static struct manager_request requests[3];
static int64_t now_ms;
static struct cr_err err;

static void start(void)
{
    const struct manager_config config = {
        .id = "m1", .version = "1", .lease_ms = 2000, .limits = floor_limits_usual};
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, 1000, 0, &m, &err), 0);
}

static void stop(void)
{
    manager_free(m);
    store_close(store);
}

/* Starts again, and checks that every event of the log can be read. */
static void check_store(void)
{
    struct verify_report report;
    stop();
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(verify_store(store, &(struct verify_options){0}, &report, &err), 0);
    assert_int_equal(verify_fault_count(&report), 0);
    store_close(store);
    start();
}

static int ask(size_t count)
{
    struct manager_request *const all[] = {&requests[0], &requests[1], &requests[2]};
    assert_int_equal(manager_batch(m, all, count, now_ms, now_ms, &err), 0);
    return requests[0].result;
}

static struct floor_event *begin(size_t i, unsigned kind)
{
    event_init(&requests[i].event, kind);
    return &requests[i].event;
}

static void add_person(const char *name)
{
    struct floor_event *e = begin(0, FLOOR_PERSON_ADDED);
    strcpy(e->person, name);
    strcpy(e->item, "manager");
    strcpy(e->user, "setup");
    assert_int_equal(ask(1), 0);
}

static void add_table(const char *name)
{
    struct floor_event *e = begin(0, FLOOR_TABLE_CONFIGURED);
    strcpy(e->table, name);
    strcpy(e->item, "Live game");
    e->is_live = 1;
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
    assert_int_equal(ask(1), 0);
}

static struct floor_event *begin_join(size_t i, const char *table, uint64_t acked_epoch)
{
    struct floor_event *e = begin(i, FLOOR_TABLE_JOINED);
    strcpy(e->table, table);
    strcpy(e->manager, "m1");
    strcpy(e->instance, "box");
    e->acked_epoch = acked_epoch;
    e->acked_seq = acked_epoch > 0;
    return e;
}

static int open_floor(void **state)
{
    (void)state;
    disk = memory_disk_new();
    now_ms = 1000;
    start();
    add_person("Ann");
    add_person("Ben");
    add_table("t0");
    add_table("t1");
    return 0;
}

static int close_floor(void **state)
{
    (void)state;
    stop();
    memory_disk_free(disk);
    return 0;
}

/* Two people accept what a table says. That is the way around V8, and must not become one around
 * V4. */
static void forgive(void)
{
    const struct floor *f = manager_floor(m);
    while (f->alarm_count > 0) {
        struct floor_event *e = begin(0, FLOOR_ALARM_ACKNOWLEDGED);
        e->alarm = f->alarms[0].seq;
        strcpy(e->user, "Ann");
        strcpy(e->approver, "Ben");
        strcpy(e->text, "x");
        e->text_len = 1;
        assert_int_equal(ask(1), 0);
    }
}

static void no_epoch_is_without_a_next_one(void **state)
{
    (void)state;
    const uint64_t said[] = {MOST,     MOST - 1,          MOST - 2,
                             MOST / 2, UINT64_C(1) << 40, UINT64_C(1) << 40};
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        for (unsigned again = 0; again < 2; again++) {
            begin_join(0, "t0", said[i]);
            (void)ask(1);
            forgive();
        }
        struct floor_event *e = begin_join(0, "t0", manager_floor(m)->plays[0].epoch);
        e->acked_seq = 0;
        e->fence = 1;
        assert_int_equal(ask(1), 0);
        check_store();
    }
    assert_true(manager_floor(m)->plays[0].epoch < MOST / 2);
}

/* The test changes the state on purpose, so that the step's event has no text that can be read. */
static struct floor_play *play_of(unsigned table)
{
    return (struct floor_play *)(uintptr_t)&manager_floor(m)->plays[table];
}

static void what_cannot_be_read_back_is_refused_and_the_rest_is_done(void **state)
{
    (void)state;
    const uint64_t before = manager_floor(m)->seq;
    play_of(0)->last = 9 * MOST;
    begin_join(0, "t1", 0);
    begin_join(1, "t0", 0);
    begin_join(2, "t1", 0);
    assert_int_equal(ask(3), 0);
    assert_int_equal(requests[1].result, CR_E_RANGE);
    assert_non_null(strstr(requests[1].err.text, "could not be read back"));
    assert_int_equal(requests[2].result, 0);
    assert_int_equal(manager_floor(m)->seq, before + 2);
    /* V8: the refused table has not joined. */
    struct floor_event *e = begin(0, FLOOR_TABLE_LEFT);
    strcpy(e->table, "t0");
    e->epoch = 1;
    e->table_seq = 1;
    assert_int_equal(ask(1), CR_E_STATE);
    /* The stored rows are good, so the next attempt succeeds. */
    begin_join(0, "t0", 0);
    assert_int_equal(ask(1), 0);
    check_store();
}

static void a_number_of_the_log_that_cannot_be_read_back_is_refused(void **state)
{
    (void)state;
    const uint64_t before = manager_floor(m)->seq;
    ((struct floor *)(uintptr_t)manager_floor(m))->seq = UINT64_MAX / 2;
    begin_join(0, "t0", 0);
    assert_int_equal(ask(1), CR_E_RANGE);
    assert_int_equal(manager_floor(m)->seq, before);
    now_ms = INT64_MAX / 2; /* a clock that was never set */
    begin_join(0, "t0", 0);
    assert_int_equal(ask(1), CR_E_RANGE);
    now_ms = 2000;
    begin_join(0, "t0", 0);
    assert_int_equal(ask(1), 0);
    check_store();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_epoch_is_without_a_next_one, open_floor, close_floor),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_back_is_refused_and_the_rest_is_done,
                                        open_floor, close_floor),
        cmocka_unit_test_setup_teardown(a_number_of_the_log_that_cannot_be_read_back_is_refused,
                                        open_floor, close_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
