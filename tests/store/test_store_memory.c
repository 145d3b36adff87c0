/* The store in memory, and the faults that simulations ask it to make. */
#include "store/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct cr_err err;

static struct store *open_disk(struct memory_disk *disk)
{
    struct store *store;
    assert_int_equal(memory_disk_open(disk, &store), CR_OK);
    return store;
}

/* Writes a batch with one row; returns the code of the call that failed, or 0. */
static int try_batch(struct store *store, const char *row_body)
{
    struct store_head head;
    struct store_row row = row_text(1, row_body);
    int code = store_begin(store, &head, &err);
    if (code != CR_OK)
        return code;
    struct store_event event = {.seq = head.seq + 1};
    char body[256];
    event.body = body;
    event.len = batch_body(event.seq, body, sizeof body);
    store_chain(head.hash, body, event.len, event.hash);
    code = store_append(store, &event, 1, &row, 1, &err);
    if (code != CR_OK) {
        store_abandon(store);
        return code;
    }
    return store_commit(store, &err);
}

/* The third call fails as asked; the handle is of no use afterwards, but a new one goes on. */
static void fails_as_asked(unsigned *counter, struct memory_disk *disk, uint64_t kept)
{
    struct store *store = open_disk(disk);
    struct store_head before, after;
    assert_int_equal(store_head(store, &before, &err), CR_OK);
    *counter = 3;
    assert_int_equal(try_batch(store, "a"), CR_OK);
    assert_int_equal(try_batch(store, "b"), CR_OK);
    assert_int_equal(try_batch(store, "c"), CR_E_IO);
    assert_non_null(strstr(err.text, "as asked for"));
    assert_int_equal(*counter, 0);
    assert_int_equal(try_batch(store, "d"), CR_E_IO);
    assert_non_null(strstr(err.text, "opened again"));
    store_close(store);
    store = open_disk(disk);
    assert_int_equal(store_head(store, &after, &err), CR_OK);
    assert_int_equal(after.seq - before.seq, kept);
    log_expect(store, after.seq);
    rows_expect(store, 0, 9, kept == 3 ? "1=c" : "1=b");
    store_close(store);
}

static void faults_come_when_asked_for(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct memory_faults *faults = memory_disk_faults(disk);
    fails_as_asked(&faults->fail_begin, disk, 2);
    fails_as_asked(&faults->fail_append, disk, 2);
    fails_as_asked(&faults->fail_commit_lost, disk, 2);
    fails_as_asked(&faults->fail_commit_durable, disk, 3);
    memory_disk_free(disk);
}

static void a_crash_in_a_batch_leaves_the_disk_as_it_was(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct store *store = open_disk(disk), *other = open_disk(disk);
    struct store_head head;
    batch_write(store, 4);
    assert_int_equal(store_begin(store, &head, &err), CR_OK);
    batch_append(store, &head, 3, NULL, 0);
    store_close(store);
    batch_write(other, 1);
    log_expect(other, 5);
    store_close(other);
    memory_disk_free(disk);
}

static void an_old_backup_has_old_rows(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct store *store = open_disk(disk);
    assert_int_equal(try_batch(store, "one"), CR_OK);
    assert_int_equal(try_batch(store, "two"), CR_OK);
    assert_int_equal(try_batch(store, ""), CR_OK); /* removes the row */
    rows_expect(store, 0, 9, "");
    store_close(store);
    memory_disk_truncate(disk, 2);
    store = open_disk(disk);
    log_expect(store, 2);
    rows_expect(store, 0, 9, "1=two");
    memory_disk_truncate(disk, 9);
    log_expect(store, 2);
    memory_disk_truncate(disk, 1);
    rows_expect(store, 0, 9, "1=one");
    assert_int_equal(try_batch(store, "again"), CR_OK);
    log_expect(store, 2);
    memory_disk_truncate(disk, 0);
    log_expect(store, 0);
    rows_expect(store, 0, 9, "");
    store_close(store);
    memory_disk_free(disk);
}

static int compare_body(void *context, const struct store_event *event)
{
    char body[256];
    unsigned *wrong = context;
    uint32_t len = batch_body(event->seq, body, sizeof body);
    *wrong += len != event->len || memcmp(body, event->body, len) != 0;
    return 0;
}

static void bit_rot_changes_one_body(void **state)
{
    (void)state;
    struct memory_disk *disk = memory_disk_new();
    struct store *store = open_disk(disk);
    batch_write(store, 9);
    memory_disk_flip(disk, 9, 0, 7);
    unsigned wrong = 0;
    assert_int_equal(store_read(store, 1, 8, compare_body, &wrong, &err), CR_OK);
    assert_int_equal(wrong, 0);
    assert_int_equal(store_read(store, 1, 9, compare_body, &wrong, &err), CR_OK);
    assert_int_equal(wrong, 1);
    store_close(store);
    memory_disk_free(disk);
}

static void an_address_has_a_disk_of_its_own(void **state)
{
    (void)state;
    struct store *a, *b;
    assert_int_equal(store_open("memory:", STORE_CREATE, &a, &err), CR_OK);
    assert_int_equal(store_open("memory:", STORE_READ, &b, &err), CR_OK);
    batch_write(a, 3);
    log_expect(a, 3);
    log_expect(b, 0);
    struct store_head head;
    assert_int_equal(store_begin(b, &head, &err), CR_E_STATE);
    assert_string_not_equal(store_identity(a), store_identity(b));
    store_close(a);
    store_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_come_when_asked_for),
        cmocka_unit_test(a_crash_in_a_batch_leaves_the_disk_as_it_was),
        cmocka_unit_test(an_old_backup_has_old_rows),
        cmocka_unit_test(bit_rot_changes_one_body),
        cmocka_unit_test(an_address_has_a_disk_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
