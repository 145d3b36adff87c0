/* A log whose events refer to earlier ones in a circle or to later ones: a reader that follows the
 * references must still come to an end. */
#include "log/replay/log_read.h"
#include "log/store/memory.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct store *store;
static struct store_head head;

static void append(const char *body)
{
    struct cr_err err;
    struct store_event event = {head.seq + 1, body, (uint32_t)strlen(body), {0}};
    store_chain(head.hash, event.body, event.len, event.hash);
    assert_int_equal(store_append(store, &event, 1, NULL, 0, &err), CR_OK);
    head.seq = event.seq;
    memcpy(head.hash, event.hash, sizeof head.hash);
}

/* Appends a seat's fault that names event `prev` as the table's event before it. */
static void append_fault(uint64_t prev)
{
    char body[256];
    snprintf(body, sizeof body,
             "{\"seq\":%llu,\"time\":1794736800000,\"kind\":\"seat_fault\",\"table\":\"t1\","
             "\"epoch\":1,\"table_seq\":%llu,\"prev\":%llu,\"seat\":3,\"item\":\"jam\"}",
             (unsigned long long)head.seq + 1, (unsigned long long)head.seq + 1,
             (unsigned long long)prev);
    append(body);
}

static void what_comes_before_comes_before(void **state)
{
    (void)state;
    static struct floor_event e;
    struct memory_disk *disk = memory_disk_new();
    struct cr_err err = {0};
    assert_non_null(disk);
    assert_int_equal(memory_disk_open(disk, &store), 0);
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    append_fault(1);
    append_fault(1);
    append_fault(3);
    append_fault(900);
    assert_int_equal(store_commit(store, &err), CR_OK);
    assert_int_equal(log_read_event(store, 2, &e, &err), CR_OK);
    assert_int_equal(e.prev, 1);
    static const uint64_t bad[] = {1, 3, 4};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(log_read_event(store, bad[i], &e, &err), CR_E_INPUT);
        assert_non_null(strstr(err.text, "does not come before it"));
    }
    store_close(store);
    memory_disk_free(disk);
}

static int count_event(void *context, const struct floor_event *event)
{
    (void)event;
    ++*(unsigned *)context;
    return 0;
}

static void remove_event(const char *path, unsigned seq)
{
    sqlite3 *db;
    char sql[80];
    snprintf(sql, sizeof sql, "DROP TRIGGER event_kept; DELETE FROM event WHERE seq = %u", seq);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Somebody has removed an event: it is missed by its number, and a span that it was in has the
 * others. */
static void an_event_that_is_gone_is_missed(void **state)
{
    (void)state;
    static struct floor_event e;
    struct cr_err err = {0};
    unsigned count = 0;
    char folder[] = "/tmp/croupier-log-read-XXXXXX", path[64], lock[72];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/floor.db", folder);
    snprintf(lock, sizeof lock, "%s.lock", path);
    head = (struct store_head){0};
    assert_int_equal(store_open(path, STORE_CREATE, &store, &err), CR_OK);
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    for (unsigned i = 0; i < 5; i++)
        append_fault(1);
    assert_int_equal(store_commit(store, &err), CR_OK);
    store_close(store);
    remove_event(path, 3);
    assert_int_equal(store_open(path, STORE_READ, &store, &err), CR_OK);
    assert_int_equal(log_read_event(store, 3, &e, &err), CR_E_NOT_FOUND);
    assert_string_equal(err.text, "the log has no event 3");
    assert_int_equal(log_read_events(store, 2, 4, count_event, &count, &err), CR_OK);
    assert_int_equal(count, 2);
    store_close(store);
    assert_int_equal(unlink(path), 0);
    unlink(lock);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_before_comes_before),
        cmocka_unit_test(an_event_that_is_gone_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
