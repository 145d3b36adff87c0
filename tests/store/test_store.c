/* What every engine must do in the same way. usage: test_store sqlite|memory|postgresql */
#include "store/place.h"
#include "store/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *engine;
static struct cr_err err;

static void an_empty_store_has_nothing(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    const struct store_head zero = {0};
    struct store_head head = batch_begin(store);
    assert_memory_equal(&head, &zero, sizeof head);
    batch_commit(store);
    log_expect(store, 0);
    rows_expect(store, 0, UINT64_MAX, "");
    assert_int_equal(strlen(store_identity(store)), 32);
    assert_int_equal(strspn(store_identity(store), "0123456789abcdef"), 32);
    store_close(store);
    place_release(&place);
}

static void what_is_committed_is_read_back_in_order(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    char identity[33];
    strcpy(identity, store_identity(store));
    uint64_t total = 0;
    for (unsigned n = 1; n <= 40; n += 3, total += n - 3)
        batch_write(store, n);
    log_expect(store, total);
    store_close(store);
    store = place_open(&place, STORE_WRITE);
    assert_string_equal(store_identity(store), identity);
    log_expect(store, total);
    struct store_head head = batch_begin(store);
    assert_int_equal(head.seq, total);
    batch_append(store, &head, 5, NULL, 0);
    batch_append(store, &head, 1, NULL, 0); /* a second append in the same batch */
    batch_commit(store);
    log_expect(store, total + 6);
    store_close(store);
    place_release(&place);
}

struct range {
    uint64_t first, count, stop_at;
};

static int count_event(void *context, const struct store_event *event)
{
    struct range *range = context;
    if (range->count++ == 0)
        range->first = event->seq;
    return event->seq == range->stop_at ? 77 : 0;
}

/* So many events that a reader needs several pieces. */
static void ranges_of_events(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    for (unsigned i = 0; i < 10; i++)
        batch_write(store, 1000);
    log_expect(store, 10000);
    static const struct {
        uint64_t from, max, first, count, stop_at;
    } cases[] = {
        {1, 0, 0, 0, 0},
        {0, 3, 1, 3, 0},
        {1, 1, 1, 1, 0},
        {5000, 2, 5000, 2, 0},
        {9999, 9, 9999, 2, 0},
        {10001, 5, 0, 0, 0},
        {10, 4500, 10, 4500, 0},
        {10, 50, 10, 11, 20},
        {1, UINT64_MAX, 1, 9000, 9000},
        {UINT64_MAX, 1, 0, 0, 0},
        {2000, 8001, 2000, 8001, 0},
        {1, 4096, 1, 4096, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct range range = {.stop_at = cases[i].stop_at};
        int code = store_read(store, cases[i].from, cases[i].max, count_event, &range, &err);
        assert_int_equal(code, cases[i].stop_at ? 77 : 0);
        assert_int_equal(range.first, cases[i].first);
        assert_int_equal(range.count, cases[i].count);
    }
    store_close(store);
    place_release(&place);
}

static void gaps_and_repeats_are_refused(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 3);
    static const uint64_t wrong[] = {0, 1, 3, 5, UINT64_MAX};
    batch_begin(store);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct store_event event = {.seq = wrong[i], .body = "{}", .len = 2};
        assert_int_equal(store_append(store, &event, 1, NULL, 0, &err), CR_E_STATE);
        assert_non_null(strstr(err.text, "does not follow"));
    }
    struct store_event pair[] = {{.seq = 4, .body = "{}", .len = 2},
                                 {.seq = 6, .body = "{}", .len = 2}};
    assert_int_equal(store_append(store, pair, 2, NULL, 0, &err), CR_E_STATE);
    store_abandon(store);
    log_expect(store, 3);
    batch_write(store, 1);
    log_expect(store, 4);
    store_close(store);
    place_release(&place);
}

static void an_abandoned_batch_leaves_nothing(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    struct store_row row = row_text(1, "one"), other = row_text(1, "two");
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 2, &row, 1);
    batch_commit(store);
    head = batch_begin(store);
    batch_append(store, &head, 7, &other, 1);
    assert_int_equal(store_clear_rows(store, &err), CR_OK);
    store_abandon(store);
    log_expect(store, 2);
    rows_expect(store, 0, UINT64_MAX, "1=one");
    head = batch_begin(store);
    batch_append(store, &head, 7, &other, 1);
    store_close(store); /* without a commit, as when a process ends */
    store = place_open(&place, STORE_WRITE);
    log_expect(store, 2);
    rows_expect(store, 0, UINT64_MAX, "1=one");
    store_close(store);
    place_release(&place);
}

static void rows_are_replaced_removed_and_listed(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    const struct store_row first[] = {row_text(7, "seven"), row_text(0, "nil"),
                                      row_text(INT64_MAX, "last"), row_text(300, "c"),
                                      row_text(7, "SEVEN") /* the later one counts */};
    struct store_head head = batch_begin(store);
    batch_append(store, &head, 1, first, 5);
    rows_expect(store, 0, UINT64_MAX, "0=nil 7=SEVEN 300=c 9223372036854775807=last");
    batch_commit(store);
    rows_expect(store, 1, 300, "7=SEVEN 300=c");
    rows_expect(store, 7, 7, "7=SEVEN");
    rows_expect(store, 8, 299, "");
    rows_expect(store, 9, 8, "");
    rows_expect(store, UINT64_MAX, UINT64_MAX, "");
    const struct store_row second[] = {row_text(7, ""), row_text(300, "d"),  row_text(8, ""),
                                       row_text(0, ""), row_text(0, "back"), row_text(9, "x"),
                                       row_text(9, "")};
    head = batch_begin(store);
    batch_append(store, &head, 0, second, 7); /* rows without events */
    batch_commit(store);
    rows_expect(store, 0, UINT64_MAX, "0=back 300=d 9223372036854775807=last");
    const struct store_row third = row_text(5, "rebuilt");
    head = batch_begin(store);
    assert_int_equal(store_clear_rows(store, &err), CR_OK);
    rows_expect(store, 0, UINT64_MAX, "");
    batch_append(store, &head, 0, &third, 1);
    batch_commit(store);
    rows_expect(store, 0, UINT64_MAX, "5=rebuilt");
    log_expect(store, 1);
    store_close(store);
    place_release(&place);
}

/* A rebuild of rows reads the log inside of the batch that replaces them. */
static void a_batch_can_be_read_before_it_is_committed(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 10);
    struct store_head head = batch_begin(store);
    for (unsigned i = 0; i < 100; i++) { /* more than may be in flight at once */
        struct store_row row = row_text(i % 3, "x");
        batch_append(store, &head, 5, &row, 1);
    }
    log_expect(store, 510);
    rows_expect(store, 0, 9, "0=x 1=x 2=x");
    batch_append(store, &head, 5, NULL, 0);
    batch_commit(store);
    log_expect(store, 515);
    store_close(store);
    place_release(&place);
}

static void two_handles_see_each_others_head(void **state)
{
    (void)state;
    if (strcmp(engine, "sqlite") == 0)
        return; /* only one writer; test_store_file tests the second */
    struct place place = place_fresh(engine, 0);
    struct store *a = place_open(&place, STORE_CREATE), *b = place_open(&place, STORE_WRITE);
    for (unsigned i = 0; i < 10; i++) {
        batch_write(a, 3);
        batch_write(b, 2);
        log_expect(a, 5 * (i + 1));
    }
    assert_string_equal(store_identity(a), store_identity(b));
    store_close(a);
    log_expect(b, 50);
    store_close(b);
    place_release(&place);
}

static void a_reader_cannot_write(void **state)
{
    (void)state;
    if (strcmp(engine, "memory") == 0)
        return; /* it is opened without a mode */
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE), *none;
    batch_write(store, 4);
    struct store *reader = place_open(&place, STORE_READ);
    struct store_head head;
    assert_int_equal(store_begin(reader, &head, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "reading only"));
    log_expect(reader, 4);
    batch_write(store, 2); /* while the reader is open */
    log_expect(reader, 6);
    assert_string_equal(store_identity(reader), store_identity(store));
    store_close(reader);
    store_close(store);
    struct place nowhere = place_fresh(engine, 0);
    assert_int_equal(store_open(nowhere.address, STORE_READ, &none, &err), CR_E_NOT_FOUND);
    assert_int_equal(store_open(nowhere.address, STORE_WRITE, &none, &err), CR_E_NOT_FOUND);
    assert_null(none);
}

/* A batch that is open on one handle does not show on another. */
static void a_batch_is_not_seen_before_it_is_committed(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    batch_write(store, 4);
    struct store *reader = place_open(&place, STORE_READ);
    struct store_head head = batch_begin(store);
    struct store_row row = row_text(1, "x");
    batch_append(store, &head, 4, &row, 1);
    log_expect(reader, 4);
    rows_expect(reader, 0, 9, "");
    batch_commit(store);
    log_expect(reader, 8);
    rows_expect(reader, 0, 9, "1=x");
    store_close(reader);
    store_close(store);
    place_release(&place);
}

static void waiting_alone_ends(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    assert_int_equal(store_wait(store, 1, &err), CR_OK);
    batch_write(store, 1); /* the store's own commits may wake this or not */
    assert_int_equal(store_wait(store, 1, &err), CR_OK);
    store_close(store);
    place_release(&place);
}

/* A value worked out elsewhere: BLAKE2b-256 of 32 zero bytes and "abc". */
static void the_chain_is_blake2b(void **state)
{
    (void)state;
    uint8_t hash[STORE_HASH_BYTES] = {0};
    store_chain(hash, "abc", 3, hash);
    static const uint8_t expected[STORE_HASH_BYTES] = {
        0x5d, 0xb8, 0x27, 0xe5, 0xe9, 0x25, 0xe6, 0xb9, 0x33, 0xa8, 0x65,
        0x96, 0xa0, 0x44, 0x6c, 0x34, 0x5c, 0x0d, 0x74, 0xd7, 0x7f, 0x55,
        0xa7, 0x51, 0xad, 0xe5, 0xd7, 0xc7, 0x16, 0x2e, 0xea, 0xd8};
    assert_memory_equal(hash, expected, sizeof hash);
}

static int cleanup(void **state)
{
    (void)state;
    place_cleanup();
    return 0;
}

int main(int argc, char **argv)
{
    engine = argc > 1 ? argv[1] : "sqlite";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_store_has_nothing),
        cmocka_unit_test(what_is_committed_is_read_back_in_order),
        cmocka_unit_test(ranges_of_events),
        cmocka_unit_test(gaps_and_repeats_are_refused),
        cmocka_unit_test(an_abandoned_batch_leaves_nothing),
        cmocka_unit_test(rows_are_replaced_removed_and_listed),
        cmocka_unit_test(bodies_come_back_byte_for_byte),
        cmocka_unit_test(rows_hold_any_byte),
        cmocka_unit_test(sizes_have_limits),
        cmocka_unit_test(a_batch_can_be_read_before_it_is_committed),
        cmocka_unit_test(two_handles_see_each_others_head),
        cmocka_unit_test(a_reader_cannot_write),
        cmocka_unit_test(a_batch_is_not_seen_before_it_is_committed),
        cmocka_unit_test(waiting_alone_ends),
        cmocka_unit_test(secrets_go_with_their_batch),
        cmocka_unit_test(an_abandoned_batch_leaves_no_secret),
        cmocka_unit_test(secrets_have_room),
        cmocka_unit_test(copies_between_engines),
        cmocka_unit_test(a_broken_chain_is_not_copied),
        cmocka_unit_test(a_log_may_begin_later),
        cmocka_unit_test(a_batch_that_was_abandoned_removes_nothing),
        cmocka_unit_test(without_its_archive_a_store_says_so),
        cmocka_unit_test(an_archive_is_not_believed),
        cmocka_unit_test(a_log_that_begins_later_is_copied),
        cmocka_unit_test(the_chain_is_blake2b),
    };
    return cmocka_run_group_tests_name(engine, tests, NULL, cleanup);
}
