#define _DEFAULT_SOURCE /* tm_gmtoff, tm_zone */
/* Rules of time zones against the C library's own reading of them, and money as a house writes it.
 */
#include "base/money_style.h"
#include "base/zone.h"
#include "os/zone_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* PIT-15: north and south, halves of hours, changes before midnight and after it. */
static void offsets_are_those_of_the_library(void **state)
{
    static const char *const rules[] = {"CST6CDT,M3.2.0,M11.1.0",
                                        "CET-1CEST,M3.5.0,M10.5.0/3",
                                        "AEST-10AEDT,M10.1.0,M4.1.0/3",
                                        "<+0545>-5:45",
                                        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
                                        "IST-2IDT,M3.4.4/26,M10.5.0",
                                        "NST3:30NDT,M3.2.0,M11.1.0",
                                        "XST5XDT,J60/2,J300/2",
                                        "XST5XDT,59,299"};
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct zone zone;
        assert_int_equal(zone_parse(rules[i], &zone, NULL), 0);
        setenv("TZ", rules[i], 1);
        tzset();
        for (int64_t t = 1700000000; t < 2000000000; t += 5403) {
            const time_t at = (time_t)t;
            struct tm tm;
            const char *name;
            localtime_r(&at, &tm);
            assert_int_equal(zone_offset(&zone, t * 1000, &name), tm.tm_gmtoff);
            assert_string_equal(name, tm.tm_zone);
        }
    }
}

static void what_is_no_rule_is_refused(void **state)
{
    static const char *const faults[] = {
        "",      "CST",      "6", "CST6CDT", "CST6CDT,M3.2.0", "CST25", "CST6CDT,M13.1.0,M11.1.0",
        "CST6 ", "Mars/Base"};
    (void)state;
    struct zone zone;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        assert_int_not_equal(zone_parse(faults[i], &zone, NULL), 0);
    char rule[ZONE_RULE_MAX];
    assert_int_not_equal(zone_file_rule("../../etc/passwd", rule, NULL), 0);
    assert_int_not_equal(zone_file_rule("/etc/passwd", rule, NULL), 0);
}

/* 00:35 UTC on the 16th is the evening of the 15th in the house. */
static void a_day_is_the_day_of_the_house(void **state)
{
    (void)state;
    struct zone zone;
    char text[WHEN_TEXT_MAX];
    assert_int_equal(zone_parse("CST6CDT,M3.2.0,M11.1.0", &zone, NULL), 0);
    assert_string_equal(zone_format(&zone, INT64_C(1794789300000), text),
                        "2026-11-15 18:35:00 CST");
    assert_string_equal(zone_format_day(&zone, INT64_C(1794789300000), 360, text), "2026-11-15");
    /* 05:59 and 06:00 of the next morning. */
    assert_string_equal(zone_format_day(&zone, INT64_C(1794830340000), 360, text), "2026-11-15");
    assert_string_equal(zone_format_day(&zone, INT64_C(1794830400000), 360, text), "2026-11-16");
}

static void money_is_written_as_the_house_does(void **state)
{
    (void)state;
    struct money_style style;
    char room[64];
    struct text t;
    text_init(&t, room, sizeof room);
    assert_true(money_style_read("1.234,56 €", &style));
    money_style_add(&style, cr_money_from_micro(-INT64_C(1250000280000)), &t);
    assert_string_equal(room, "-1.250.000,28 €");
    assert_false(money_style_read("12", &style));
    assert_false(money_style_read("$1,234,56", &style));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_those_of_the_library),
        cmocka_unit_test(what_is_no_rule_is_refused),
        cmocka_unit_test(a_day_is_the_day_of_the_house),
        cmocka_unit_test(money_is_written_as_the_house_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
