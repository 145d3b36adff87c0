/* A log whose events refer to earlier ones in a circle or to later ones: a reader that follows the
 * references must still come to an end. */
#include "base/hex.h"
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

/* ---- An archive ---- */

#define ARCHIVED 6

static const char *body_of(uint64_t seq)
{
    static char body[32];
    snprintf(body, sizeof body, "{\"seq\":%llu%s}", (unsigned long long)seq,
             seq % 2 == 0 ? ",\"even\":true" : "");
    return body;
}

/* An archive of one month in the folder. */
static void make_archive(const char *folder)
{
    char path[64], hex[HEX_TEXT(STORE_HASH_BYTES)];
    uint8_t hash[STORE_HASH_BYTES] = {0};
    snprintf(path, sizeof path, "%s/2026-01.jsonl", folder);
    FILE *part = fopen(path, "w");
    snprintf(path, sizeof path, "%s/manifest", folder);
    FILE *manifest = fopen(path, "w");
    assert_true(part != NULL && manifest != NULL);
    fprintf(manifest,
            "croupier archive 1\nfloor 21cf7590750c121ed427ea83575efead\n"
            "part 2026-01 1 %d %064d",
            ARCHIVED, 0);
    for (uint64_t seq = 1; seq <= ARCHIVED; seq++) {
        const char *body = body_of(seq);
        fprintf(part, "%s\n", body);
        store_chain(hash, body, strlen(body), hash);
    }
    fprintf(manifest, " %s\n", hex_encode(hash, sizeof hash, hex));
    assert_int_equal(fclose(part) | fclose(manifest), 0);
}

static int take_length(void *context, const struct store_event *event)
{
    *(uint32_t *)context = event->len;
    return 0;
}

/* Looks at an earlier and at a later event, as a filter does, and then at its own. */
static int look_around(void *context, const struct store_event *event)
{
    uint64_t *next = context;
    uint32_t len = 0;
    assert_int_equal(store_read(store, 1, 1, take_length, &len, NULL), 0);
    assert_int_equal(len, strlen(body_of(1)));
    assert_int_equal(store_read(store, ARCHIVED, 1, take_length, &len, NULL), 0);
    assert_int_equal(len, strlen(body_of(ARCHIVED)));
    assert_int_equal(event->seq, *next);
    assert_int_equal(event->len, strlen(body_of(*next)));
    assert_memory_equal(event->body, body_of(*next), event->len);
    ++*next;
    return 0;
}

static void an_archive_is_read_within_a_reading(void **state)
{
    (void)state;
    struct cr_err err = {0};
    uint64_t next = 2;
    char folder[] = "/tmp/croupier-log-read-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    make_archive(folder);
    snprintf(path, sizeof path, "archive:%s", folder);
    assert_int_equal(store_open(path, STORE_READ, &store, &err), CR_OK);
    assert_int_equal(store_read(store, next, ARCHIVED, look_around, &next, &err), CR_OK);
    assert_int_equal(next, ARCHIVED + 1);
    store_close(store);
    snprintf(path, sizeof path, "%s/manifest", folder);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof path, "%s/2026-01.jsonl", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_before_comes_before),
        cmocka_unit_test(an_event_that_is_gone_is_missed),
        cmocka_unit_test(an_archive_is_read_within_a_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
