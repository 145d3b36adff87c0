/* The clock for the times of events: it follows the wall clock, but not when that jumps. */
#include "log/store/memory.h"
#include "os/clock.h"
#include "service/manager/event_clock.h"
#include "service/manager/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NOON INT64_C(1790000000000)
#define HOUR INT64_C(3600000)

static struct event_clock c;

static void begin(int64_t wall, int64_t last)
{
    memset(&c, 0, sizeof(c));
    event_clock_read(&c, wall, 5000, last);
}

/* The time of an event this many ms after the beginning, when the wall clock shows `wall`. */
static int64_t at(int64_t after, int64_t wall)
{
    return event_clock_read(&c, wall, 5000 + after, c.time_ms);
}

static void follows_a_good_clock(void **state)
{
    (void)state;
    begin(NOON, NOON - HOUR);
    assert_int_equal(c.time_ms, NOON);
    assert_int_equal(at(100, NOON + 100), NOON + 100);
    /* put forward a little, by hand or by the network's time */
    assert_int_equal(at(200, NOON + 1900), NOON + 1900);
    assert_int_equal(at(300, NOON + 2000), NOON + 2000);
    assert_false(c.is_off);
    /* a clock that runs a little fast is followed however far it goes */
    for (int64_t i = 1; i <= 10000; i++)
        assert_int_equal(at(300 + i * 1000, NOON + 2000 + i * 1001), NOON + 2000 + i * 1001);
    assert_false(c.is_off);
}

static void a_small_step_back_stands_still(void **state)
{
    (void)state;
    begin(NOON, 0);
    assert_int_equal(at(1000, NOON + 1000), NOON + 1000);
    assert_int_equal(at(1100, NOON + 100), NOON + 1000);
    assert_int_equal(at(1500, NOON + 500), NOON + 1000);
    assert_int_equal(at(2100, NOON + 1100), NOON + 1100);
    assert_false(c.is_off);
}

/* REG-7: the wall clock is an hour ahead and then put right; the log's time goes on as if it never
 * was. */
static void does_not_jump_ahead(void **state)
{
    (void)state;
    begin(NOON, 0);
    assert_int_equal(at(1000, NOON + 1000 + HOUR), NOON + 1000);
    assert_true(c.is_off);
    assert_int_equal(at(61000, NOON + 61000 + HOUR), NOON + 61000);
    assert_true(c.is_off);
    assert_int_equal(at(62000, NOON + 62000), NOON + 62000);
    assert_false(c.is_off);
    assert_int_equal(at(63000, NOON + 63000), NOON + 63000);
}

static void goes_on_when_the_clock_is_put_back(void **state)
{
    (void)state;
    begin(NOON, 0);
    assert_int_equal(at(1000, NOON + 1000 - HOUR), NOON + 1000);
    assert_true(c.is_off);
    assert_int_equal(at(9000, NOON + 9000 - HOUR), NOON + 9000);
    assert_true(c.is_off);
}

static void goes_on_from_the_log(void **state)
{
    (void)state;
    begin(NOON, NOON + HOUR);
    assert_true(c.is_off);
    assert_int_equal(c.time_ms, NOON + HOUR);
    assert_int_equal(at(60000, NOON + 60000), NOON + HOUR + 60000);
    assert_true(c.is_off);
    /* a log that is a little ahead of the wall clock is no fault */
    begin(NOON, NOON + 2000);
    assert_false(c.is_off);
    assert_int_equal(c.time_ms, NOON + 2000);
    assert_int_equal(at(3000, NOON + 3000), NOON + 3000);
    /* a machine whose clock was never set */
    begin(0, NOON);
    assert_int_equal(at(500, 500), NOON + 500);
    assert_true(c.is_off);
}

/* Another manager on the same store is an hour ahead. Its events carry its time, and this one goes
 * on from there. */
static void goes_on_from_what_another_wrote(void **state)
{
    (void)state;
    begin(NOON, 0);
    assert_int_equal(event_clock_read(&c, NOON + 1000, 6000, NOON + HOUR), NOON + HOUR);
    assert_true(c.is_off);
    assert_int_equal(event_clock_read(&c, NOON + 61000, 66000, NOON + HOUR), NOON + HOUR + 60000);
}

static void never_runs_backwards(void **state)
{
    int64_t before = 0, wall = NOON, steady = 5000;
    uint64_t x = 88172645463325252u;
    (void)state;
    begin(NOON, 0);
    for (unsigned i = 0; i < 100000; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        const int64_t passed = (int64_t)(x % 1000);
        steady += passed;
        wall += passed + (x % 16 == 0 ? (int64_t)(x >> 16 & 0xfffff) - 0x80000 : 0);
        const int64_t now = event_clock_read(&c, wall, steady, before);
        assert_true(now >= before);
        /* nor faster than the steady clock, apart from the difference that is still followed at
         * once */
        assert_true(i == 0 || now - before <= passed + EVENT_CLOCK_NEAR_MS);
        before = now;
    }
}

static void says_both_times(void **state)
{
    char text[256];
    (void)state;
    begin(NOON, 0);
    at(1000, NOON + 1000 + HOUR);
    event_clock_say(&c, NOON + 1000 + HOUR, text, sizeof(text));
    assert_non_null(strstr(text, "clock says 2026-09-21 15:13:21 UTC"));
    assert_non_null(strstr(text, "2026-09-21 14:13:21 UTC was due"));
    assert_non_null(strstr(text, "restart the manager"));
}

/* ---- The writer, on a log that is an hour ahead of this machine ---- */

static void no_fault(void *context, const struct cr_err *err)
{
    (void)context;
    fail_msg("%s", err->text);
}

static int64_t time_of_a_shift(struct writer *w, unsigned kind, struct manager_request *request)
{
    event_init(&request->event, kind);
    strcpy(request->event.user, "Ann");
    if (kind == FLOOR_SHIFT_OPENED)
        strcpy(request->event.item, "day");
    writer_call(w, request);
    if (request->result != 0)
        fail_msg("%s", request->err.text);
    return request->event.time_ms;
}

static void add_person(struct writer *w, struct manager_request *request)
{
    event_init(&request->event, FLOOR_PERSON_ADDED);
    strcpy(request->event.person, "Ann");
    strcpy(request->event.item, "manager");
    strcpy(request->event.user, "setup");
    writer_call(w, request);
    assert_int_equal(request->result, 0);
}

static void the_writer_goes_on_and_tells(void **state)
{
    struct manager_config config = {
        .id = "m1", .version = "1", .lease_ms = 2000, .limits = floor_limits_usual};
    struct memory_disk *disk = memory_disk_new();
    struct manager_request *request = calloc(1, sizeof(*request));
    struct store *store = NULL;
    struct manager *m = NULL;
    struct writer *w = NULL;
    (void)state;
    const int64_t ahead = clock_wall_ms() + HOUR;
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(manager_new(store, &config, ahead, clock_mono_ms(), &m, NULL), 0);
    assert_int_equal(writer_start(m, NULL, no_fault, NULL, &w, NULL), 0);
    add_person(w, request);
    const int64_t began = clock_mono_ms(), opened = time_of_a_shift(w, FLOOR_SHIFT_OPENED, request);
    assert_true(opened >= ahead);
    while (clock_mono_ms() - began < 50) {
        time_of_a_shift(w, FLOOR_SHIFT_CLOSED, request);
        time_of_a_shift(w, FLOOR_SHIFT_OPENED, request);
    }
    assert_true(request->event.time_ms > opened);
    const struct floor *f = writer_lock(w);
    assert_int_equal(f->alarm_count, 1);
    assert_string_equal(f->alarms[0].item, "clock");
    const uint64_t alarm = f->alarms[0].seq;
    writer_unlock(w);
    /* an alarm that was answered is not raised again for the same fault */
    event_init(&request->event, FLOOR_ALARM_ACKNOWLEDGED);
    request->event.alarm = alarm;
    strcpy(request->event.user, "Ann");
    writer_call(w, request);
    assert_int_equal(request->result, 0);
    time_of_a_shift(w, FLOOR_SHIFT_CLOSED, request);
    assert_int_equal(writer_lock(w)->alarm_count, 0);
    writer_unlock(w);
    writer_stop(w);
    manager_free(m);
    store_close(store);
    memory_disk_free(disk);
    free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_a_good_clock),
        cmocka_unit_test(a_small_step_back_stands_still),
        cmocka_unit_test(does_not_jump_ahead),
        cmocka_unit_test(goes_on_when_the_clock_is_put_back),
        cmocka_unit_test(goes_on_from_the_log),
        cmocka_unit_test(goes_on_from_what_another_wrote),
        cmocka_unit_test(never_runs_backwards),
        cmocka_unit_test(says_both_times),
        cmocka_unit_test(the_writer_goes_on_and_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
