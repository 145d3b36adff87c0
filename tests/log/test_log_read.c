/* A log whose events refer to earlier ones in a circle or to later ones: a reader that follows the
 * references must still come to an end. */
#include "log/replay/log_read.h"
#include "log/store/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_comes_before_comes_before)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
