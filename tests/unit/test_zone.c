#define _DEFAULT_SOURCE /* tm_gmtoff, tm_zone */
/* Rules of time zones, against the C library's interpretation of them, and money as a house writes
 * it. */
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

/* PIT-15: zones north and south of the equator, offsets of half an hour, changes before and after
 * midnight. */
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
        assert_true(zone_parse(rules[i], &zone));
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
        assert_false(zone_parse(faults[i], &zone));
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
    assert_true(zone_parse("CST6CDT,M3.2.0,M11.1.0", &zone));
    assert_string_equal(zone_format(&zone, INT64_C(1794789300000), text),
                        "2026-11-15 18:35:00 CST");
    assert_string_equal(zone_format_day(&zone, INT64_C(1794789300000), 360, text), "2026-11-15");
    /* 05:59 and 06:00 of the next morning. */
    assert_string_equal(zone_format_day(&zone, INT64_C(1794830340000), 360, text), "2026-11-15");
    assert_string_equal(zone_format_day(&zone, INT64_C(1794830400000), 360, text), "2026-11-16");
}

/* PIT-15: over a year, minute by minute, the day only ever changes to the next one. */
static void a_day_begins_once(void **state)
{
    static const struct {
        const char *rule;
        int begin_min;
    } houses[] = {{"CST6CDT,M3.2.0,M11.1.0", 90},        {"CST6CDT,M3.2.0,M11.1.0", 150},
                  {"CST6CDT,M3.2.0,M11.1.0", 360},       {"CET-1CEST,M3.5.0,M10.5.0/3", 150},
                  {"AEST-10AEDT,M10.1.0,M4.1.0/3", 165}, {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 0},
                  {"IST-1GMT0,M10.5.0,M3.5.0/1", 75},    {"<+0545>-5:45", 60}};
    (void)state;
    for (size_t i = 0; i < sizeof houses / sizeof *houses; i++) {
        struct zone zone;
        char day[WHEN_TEXT_MAX], before[WHEN_TEXT_MAX] = "";
        unsigned begun = 0;
        assert_true(zone_parse(houses[i].rule, &zone));
        for (int64_t t = 1767225600; t < 1767225600 + 365 * 86400; t += 300) {
            zone_format_day_once(&zone, t * 1000, houses[i].begin_min, day);
            if (strcmp(day, before) < 0)
                fail_msg("%s: %s after %s", houses[i].rule, day, before);
            begun += strcmp(day, before) != 0;
            memcpy(before, day, sizeof before);
        }
        assert_in_range(begun, 365, 366);
    }
    struct zone zone;
    char day[WHEN_TEXT_MAX];
    assert_true(zone_parse("CST6CDT,M3.2.0,M11.1.0", &zone));
    /* 2026-11-01 01:29 and 01:30 CDT, then 01:00 and 01:30 CST, all in this order */
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1793514540000), 90, day), "2026-10-31");
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1793514600000), 90, day), "2026-11-01");
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1793516400000), 90, day), "2026-11-01");
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1793518200000), 90, day), "2026-11-01");
    /* 2026-03-08 01:59 CST is followed by 03:00 CDT */
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1772956740000), 150, day),
                        "2026-03-07");
    assert_string_equal(zone_format_day_once(&zone, INT64_C(1772956800000), 150, day),
                        "2026-03-08");
}

/* The times of a window cover every moment that local clocks show as that text, including both
 * passes through an hour that is repeated. */
static void a_time_that_comes_twice_is_both(void **state)
{
    static const struct {
        const char *rule, *text;
        int64_t first_s, last_s; /* exclusive: the end of the minute or of the day */
    } times[] = {{"CST6CDT,M3.2.0,M11.1.0", "2026-11-01T01:30", 1793514600, 1793518200 + 60},
                 {"CST6CDT,M3.2.0,M11.1.0", "2026-11-01T02:30", 1793521800, 1793521800 + 60},
                 {"CST6CDT,M3.2.0,M11.1.0", "2026-11-01", 1793509200, 1793509200 + 25 * 3600},
                 {"CST6CDT,M3.2.0,M11.1.0", "2026-03-08", 1772949600, 1772949600 + 23 * 3600},
                 {"CST6CDT,M3.2.0,M11.1.0", "2026-03-08T02:30", 1772956800, 1772956800},
                 {"CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T02:30", 1792888200, 1792891800 + 60},
                 {"CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T02:30", 1774746000, 1774746000},
                 {"CST5CDT,M3.2.0/0,M11.1.0/1", "2026-11-01", 1793505600, 1793505600 + 25 * 3600},
                 {"CST5CDT,M3.2.0/0,M11.1.0/1", "2026-10-31", 1793419200, 1793505600},
                 {"<+0545>-5:45", "2026-11-01", 1793470500, 1793470500 + 24 * 3600}};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct zone zone;
        int64_t first, last;
        assert_true(zone_parse(times[i].rule, &zone));
        assert_int_equal(zone_parse_when(&zone, times[i].text, 0, &first, &last, NULL), 0);
        if (first != times[i].first_s * 1000 || last != times[i].last_s * 1000 - 1)
            fail_msg("%s %s: %lld to %lld", times[i].rule, times[i].text, (long long)first,
                     (long long)last);
    }
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
        cmocka_unit_test(a_day_begins_once),
        cmocka_unit_test(a_time_that_comes_twice_is_both),
        cmocka_unit_test(money_is_written_as_the_house_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
