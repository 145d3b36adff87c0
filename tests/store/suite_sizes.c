/* The suite for every engine: bodies of every kind, and limits. */
#include "store/place.h"
#include "store/suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct cr_err err;

/* What an event or a row must be, and how many were that. */
struct expected {
    const char *body;
    uint32_t len;
    unsigned count;
};

static int expect_event(void *context, const struct store_event *event)
{
    struct expected *expected = context;
    assert_int_equal(event->len, expected->len);
    assert_memory_equal(event->body, expected->body, expected->len);
    expected->count++;
    return 0;
}

static int expect_row(void *context, const struct store_row *row)
{
    struct expected *expected = context;
    assert_int_equal(row->len, expected->len);
    assert_memory_equal(row->body, expected->body, expected->len);
    expected->count++;
    return 0;
}

/* Puts a body into the log and into a row, and reads both back. */
static void body_comes_back(struct store *store, const char *body, uint32_t len)
{
    struct store_head head = batch_begin(store);
    struct store_event event = {.seq = head.seq + 1, .body = body, .len = len};
    store_chain(head.hash, body, len, event.hash);
    struct store_row row = {.id = 1, .body = body, .len = len};
    assert_int_equal(store_append(store, &event, 1, &row, 1, &err), CR_OK);
    batch_commit(store);
    struct expected expected = {.body = body, .len = len};
    assert_int_equal(store_read(store, event.seq, 9, expect_event, &expected, &err), CR_OK);
    assert_int_equal(store_rows(store, 1, 1, expect_row, &expected, &err), CR_OK);
    assert_int_equal(expected.count, 2);
}

/* Every character that could need an escape in some place, and the largest size. */
void bodies_come_back_byte_for_byte(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    static char body[STORE_BODY_MAX];
    static const char marks[] = "\"\\'`$1{}[],NULL\\N\\x00\n\r\t;--%s\x7f\x01\xc2\x80\xdf\xbf"
                                "\xe0\xa0\x80\xef\xbf\xbd\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
    size_t len = 0;
    for (; len + sizeof marks < STORE_BODY_MAX; len += sizeof marks - 1)
        memcpy(body + len, marks, sizeof marks - 1);
    memset(body + len, 'z', STORE_BODY_MAX - len);
    static const uint32_t sizes[] = {1, 2, 30, 47, 8192, 65535, STORE_BODY_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t size = sizes[i];
        while (size < STORE_BODY_MAX && ((unsigned char)body[size] & 0xc0) == 0x80)
            size++; /* not in the middle of a character */
        body_comes_back(store, body, size);
    }
    store_close(store);
    place_release(&place);
}

/* Rows are bytes, not text. */
void rows_hold_any_byte(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    char body[512];
    for (unsigned i = 0; i < sizeof body; i++)
        body[i] = (char)(unsigned char)(i * 7);
    struct store_row row = {.id = 2, .body = body, .len = sizeof body};
    batch_begin(store);
    assert_int_equal(store_append(store, NULL, 0, &row, 1, &err), CR_OK);
    batch_commit(store);
    struct expected expected = {.body = body, .len = sizeof body};
    assert_int_equal(store_rows(store, 2, 2, expect_row, &expected, &err), CR_OK);
    assert_int_equal(expected.count, 1);
    store_close(store);
    place_release(&place);
}

void sizes_have_limits(void **state)
{
    (void)state;
    struct place place = place_fresh(engine, 0);
    struct store *store = place_open(&place, STORE_CREATE);
    static struct store_row rows[STORE_BATCH_MAX + 1];
    static struct store_event events[STORE_BATCH_MAX + 1];
    static char large[STORE_BODY_MAX + 1];
    for (unsigned i = 0; i <= STORE_BATCH_MAX; i++) {
        rows[i] = row_text(i, "r");
        events[i] = (struct store_event){.seq = i + 1, .body = "{}", .len = 2};
    }
    struct store_head head = batch_begin(store);
    assert_int_equal(store_append(store, events, STORE_BATCH_MAX + 1, NULL, 0, &err), CR_E_RANGE);
    assert_int_equal(store_append(store, NULL, 0, rows, STORE_BATCH_MAX + 1, &err), CR_E_RANGE);
    memset(large, 'x', sizeof large);
    events[0] = (struct store_event){.seq = 1, .body = large, .len = sizeof large};
    assert_int_equal(store_append(store, events, 1, NULL, 0, &err), CR_E_RANGE);
    events[0].len = 0;
    assert_int_equal(store_append(store, events, 1, NULL, 0, &err), CR_E_RANGE);
    struct store_row row = {.id = 1, .body = large, .len = sizeof large};
    assert_int_equal(store_append(store, NULL, 0, &row, 1, &err), CR_E_RANGE);
    row = row_text((uint64_t)INT64_MAX + 1, "x");
    assert_int_equal(store_append(store, NULL, 0, &row, 1, &err), CR_E_RANGE);
    /* none of these refusals has spoilt the batch */
    batch_append(store, &head, STORE_BATCH_MAX, rows, STORE_BATCH_MAX);
    batch_commit(store);
    log_expect(store, STORE_BATCH_MAX);
    rows_expect(store, 1022, UINT64_MAX, "1022=r 1023=r");
    store_close(store);
    place_release(&place);
}
