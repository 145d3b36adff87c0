/* Amounts in the CSV of a log. Programs add up the column, so an amount of nothing is written as
 * 0.00, and an event without an amount has an empty cell. */
#include "app/event_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The event's cell in the column of this name must have this text. The event must have no texts
 * that need quotes. */
static void assert_cell(const struct floor_event *e, const char *column, const char *expected)
{
    char head[1024], row[EVENT_CSV_ROOM(2)];
    struct text h, r;
    text_init(&h, head, sizeof head);
    text_init(&r, row, sizeof row);
    event_csv_head(&h);
    event_csv_row(&r, e, "{}", 2);
    const char *name = head, *cell = row;
    while (strncmp(name, column, strlen(column)) != 0 || name[strlen(column)] != ',') {
        name = strchr(name, ',') + 1;
        cell = strchr(cell, ',') + 1;
    }
    assert_int_equal(strcspn(cell, ","), strlen(expected));
    assert_memory_equal(cell, expected, strlen(expected));
}

static void an_amount_of_nothing_is_written(void **state)
{
    static struct floor_event e;
    (void)state;
    event_init(&e, FLOOR_AWARD_PAID);
    assert_cell(&e, "amount", "0.00");
    assert_cell(&e, "house_funded", "");
    e.amount = cr_money_from_units(12);
    assert_cell(&e, "amount", "12.00");
    event_init(&e, FLOOR_CLAIM_PAID);
    assert_cell(&e, "amount", "0.00");
}

static void what_has_no_amount_has_an_empty_cell(void **state)
{
    static struct floor_event e;
    (void)state;
    event_init(&e, FLOOR_GAME_OVER);
    assert_cell(&e, "amount", "");
    /* an approval may state an amount, and this one does not */
    event_init(&e, FLOOR_CLAIM_APPROVED);
    assert_cell(&e, "amount", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_amount_of_nothing_is_written),
        cmocka_unit_test(what_has_no_amount_has_an_empty_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
