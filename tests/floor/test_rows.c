/* Rows from a store that somebody else has changed: what cannot be right is not loaded. */
#include "desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int load_changed(uint64_t id, size_t offset, uint32_t value)
{
    struct floor f;
    void *memory = malloc(floor_memory_size(&desk_small));
    int rc = 0;
    assert_non_null(memory);
    floor_init(&f, &desk_small, memory);
    for (size_t i = 0; rc == 0 && i < desk.h.row_count; i++) {
        char *body = malloc(desk.h.rows[i].len);
        assert_non_null(body);
        memcpy(body, desk.h.rows[i].body, desk.h.rows[i].len);
        if (desk.h.rows[i].id == id)
            memcpy(body + offset, &value, sizeof value);
        rc = floor_load_row(&f, desk.h.rows[i].id, body, desk.h.rows[i].len, &desk.err);
        free(body);
    }
    free(memory);
    return rc;
}

static int load_without(uint64_t id)
{
    struct floor f;
    void *memory = malloc(floor_memory_size(&desk_small));
    int rc = 0;
    assert_non_null(memory);
    floor_init(&f, &desk_small, memory);
    for (size_t i = 0; rc == 0 && i < desk.h.row_count; i++)
        if (desk.h.rows[i].id != id)
            rc = floor_load_row(&f, desk.h.rows[i].id, desk.h.rows[i].body, desk.h.rows[i].len,
                                &desk.err);
    free(memory);
    return rc;
}

static void rows_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    desk_start(&desk_small, 2);
    assert_int_equal(desk_claim("t0", 1, CR_ROYAL_FLUSH), 0);
    const uint64_t seq = desk.e.seq, link = FLOOR_ROW_ID(FLOOR_ROW_LINK, 0);
    const uint64_t table = FLOOR_ROW_ID(FLOOR_ROW_TABLE, 1);
    const uint64_t claims = FLOOR_ROW_ID(FLOOR_ROW_CLAIM, seq);
    assert_true(harness_clean(&desk.h));
    assert_int_equal(load_without(0), 0);
    assert_int_not_equal(load_without(FLOOR_ROW_ID(FLOOR_ROW_TABLE, 0)), 0);
    assert_int_not_equal(load_without(FLOOR_ROW_ID(FLOOR_ROW_DOCUMENT, 0)), 0);
    assert_int_not_equal(load_without(link), 0);
    assert_int_not_equal(load_changed(link, offsetof(struct floor_link, document), 9), 0);
    assert_int_not_equal(load_changed(table, offsetof(struct floor_table, link), 9), 0);
    assert_int_not_equal(load_changed(table, offsetof(struct floor_table, document), 0), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, seq), 1), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, table), 2), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, link), 1), 0);
    assert_int_not_equal(load_changed(claims, offsetof(struct floor_claim, seat), 0), 0);
    const uint64_t plays = FLOOR_ROW_ID(FLOOR_ROW_PLAY, 0);
    assert_int_equal(load_changed(plays, sizeof(struct floor_play), 9), 0);
    assert_int_not_equal(load_changed(plays, 2 * sizeof(struct floor_play), 9), 0);
    assert_int_not_equal(floor_load_row(&desk.h.floor, plays, "x", 1, &desk.err), 0);
    assert_int_not_equal(floor_load_row(&desk.h.floor, table, "x", 1, &desk.err), 0);
    assert_int_not_equal(floor_load_row(&desk.h.floor, FLOOR_ROW_ID(99, 0), "x", 1, &desk.err), 0);
    struct floor_general general = desk.h.floor.general;
    const uint64_t id = FLOOR_ROW_ID(FLOOR_ROW_GENERAL, 0);
    assert_int_equal(floor_load_row(&desk.h.floor, id, &general, sizeof general, &desk.err), 0);
    general.threshold_count = 1; /* which has no kind */
    assert_int_not_equal(floor_load_row(&desk.h.floor, id, &general, sizeof general, &desk.err), 0);
    uint32_t len;
    assert_null(floor_row(&desk.h.floor, FLOOR_ROW_ID(FLOOR_ROW_TABLE, 2), &len));
    assert_null(floor_row(&desk.h.floor, FLOOR_ROW_ID(FLOOR_ROW_PLAY, 1), &len));
    assert_null(floor_row(&desk.h.floor, FLOOR_ROW_ID(FLOOR_ROW_CLAIM, seq + 1), &len));
    assert_null(floor_row(&desk.h.floor, FLOOR_ROW_ID(FLOOR_ROW_LAYOUT, 1), &len));
    desk_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
