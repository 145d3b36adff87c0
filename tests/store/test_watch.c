/* What a manager watches besides its work: a write-ahead log that grows because somebody keeps an
 * old snapshot open, and a clock that is years ahead at a start. */
#include "floor/limits.h"
#include "log/store/sqlite.h"
#include "service/manager/manager.h"
#include "store/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define YEAR_MS  (INT64_C(366) * 24 * 3600 * 1000)
#define BEGIN_MS INT64_C(1794736800000)
#define MUCH     (1024 * 1024)

static struct cr_err err;

static struct floor_limits limits;

static int start(struct store *store, int64_t now_ms, int64_t longest_pause_ms, struct manager **m)
{
    struct manager_config config = {.id = "m1",
                                    .version = "test",
                                    .lease_ms = 2000,
                                    .longest_pause_ms = longest_pause_ms,
                                    .most_pending_bytes = MUCH};
    config.limits = limits;
    err = (struct cr_err){0};
    return manager_new(store, &config, now_ms, 0, m, &err);
}

static void write_much(struct store *store)
{
    static char body[60000];
    struct store_row rows[20];
    for (unsigned i = 0; i < 20; i++)
        rows[i] = (struct store_row){.id = 1000 + i, .body = body, .len = sizeof body};
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 0, rows, 20);
    batch_commit(store);
}

static void a_snapshot_that_is_held_is_told_once(void **state)
{
    (void)state;
    static struct manager_request alarm;
    const struct sqlite_options options = {.checkpoint_pages = 16};
    struct place place = place_fresh("sqlite", 0);
    struct store *store = NULL;
    struct manager *m = NULL;
    assert_int_equal(
        sqlite_open(place.address + strlen("sqlite:"), STORE_CREATE, &options, &store, &err),
        CR_OK);
    assert_int_equal(start(store, BEGIN_MS, 0, &m), 0);
    struct store *reader = place_open(&place, STORE_READ);
    for (unsigned again = 0; again < 2; again++) {
        struct store_head head;
        assert_false(manager_pending_alarm(m, &alarm));
        assert_int_equal(store_hold(reader, &err), CR_OK);
        assert_int_equal(store_head(reader, &head, &err), CR_OK); /* here the snapshot is taken */
        for (unsigned i = 0; i < 4; i++)
            write_much(store);
        assert_true(manager_pending_bytes(m) > MUCH);
        /* not yet told where there is no room for the alarm */
        limits.alarms = 0;
        floor_limits_set((struct floor *)(uintptr_t)manager_floor(m), &limits);
        assert_false(manager_pending_alarm(m, &alarm));
        limits = floor_limits_usual;
        floor_limits_set((struct floor *)(uintptr_t)manager_floor(m), &limits);
        assert_true(manager_pending_alarm(m, &alarm));
        assert_string_equal(alarm.event.item, "snapshot");
        assert_false(manager_pending_alarm(m, &alarm));
        store_release(reader);
        write_much(store);     /* moves all of the log into the file … */
        batch_write(store, 1); /* … and begins the log anew */
        batch_write(store, 1);
        assert_true(manager_pending_bytes(m) < MUCH / 2);
    }
    store_close(reader);
    manager_free(m);
    store_close(store);
    place_release(&place);
}

static void a_clock_that_is_years_ahead_is_questioned(void **state)
{
    (void)state;
    struct place place = place_fresh("sqlite", 0);
    struct store *store = place_open(&place, STORE_CREATE);
    struct store_head before, after;
    struct manager *m = NULL;
    const int64_t ahead_ms = BEGIN_MS + YEAR_MS + 1000;
    assert_int_equal(start(store, BEGIN_MS, YEAR_MS, &m), 0); /* a new floor has no last event */
    manager_free(m);
    assert_int_equal(store_head(store, &before, &err), CR_OK);
    assert_int_equal(start(store, ahead_ms, YEAR_MS, &m), CR_E_STATE);
    assert_non_null(strstr(err.text, "--after-pause"));
    assert_int_equal(store_head(store, &after, &err), CR_OK);
    assert_int_equal(after.seq, before.seq); /* nothing was written */
    assert_int_equal(start(store, BEGIN_MS + YEAR_MS, YEAR_MS, &m), 0);
    manager_free(m);
    assert_int_equal(start(store, ahead_ms + 2 * YEAR_MS, 0, &m),
                     0); /* 0: somebody has confirmed the clock */
    manager_free(m);
    store_close(store);
    place_release(&place);
}

int main(void)
{
    limits = floor_limits_usual;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_that_is_held_is_told_once),
        cmocka_unit_test(a_clock_that_is_years_ahead_is_questioned),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    place_cleanup();
    return failed;
}
