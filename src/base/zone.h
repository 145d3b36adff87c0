/* The time of a place: an offset from UTC and, where there is one, the rule of its summer time.
 *
 * A zone is a rule of POSIX ("CST6CDT,M3.2.0,M11.1.0"), which is the last line of a file of the tz
 * database. A rule says all that is needed from now on, fits in an event of a log, and gives the
 * same times on every machine and for ever; nothing asks the process for its TZ. */
#pragma once

#include "base/dates.h"

#define ZONE_RULE_MAX         64
#define ZONE_ABBREVIATION_MAX 8

/* When a clock is changed: on a day, at a time of the clock that was in force until then. */
struct zone_change {
    enum { ZONE_BY_WEEK, ZONE_BY_DAY, ZONE_BY_DAY_AND_LEAP } by;
    int month, week, weekday; /* ZONE_BY_WEEK: week 5 is the last; Sunday is 0 */
    int day;                  /* from 1 without February 29, or from 0 with it */
    int32_t second;
};

struct zone {
    int32_t offset_s, summer_offset_s; /* east of UTC */
    bool has_summer;
    char name[ZONE_ABBREVIATION_MAX], summer_name[ZONE_ABBREVIATION_MAX]; /* "CST", "CDT" */
    struct zone_change begin, end;                                        /* of summer time */
};

extern const struct zone zone_utc;

/* False when the text is no such rule; *out is then unchanged. */
bool zone_parse(const char *rule, struct zone *out);

/* Seconds east of UTC at that moment; *name, where wanted, is the abbreviation in force. */
int32_t zone_offset(const struct zone *zone, int64_t ms, const char **name);

/* "2026-11-15 18:35:07 CST"; returns out. */
const char *zone_format(const struct zone *zone, int64_t ms, char out[WHEN_TEXT_MAX]);
/* The date of a day that begins begin_min minutes after midnight: "2026-11-15"; returns out. */
const char *zone_format_day(const struct zone *zone, int64_t ms, int begin_min,
                            char out[WHEN_TEXT_MAX]);

/* The same for a day that begins once, when the clocks first show that time or a later one. Where
 * the clocks are set back over it, the day goes on; where they leave it out, the day begins with
 * the hour after it. */
const char *zone_format_day_once(const struct zone *zone, int64_t ms, int begin_min,
                                 char out[WHEN_TEXT_MAX]);

/* when_parse for a text that is typed at that place: a time of the local clocks, unless it says Z.
 * A time that the clocks show twice stands for both: *first is of the first, *last of the second.
 * A time that they leave out does not exist: *first is the first moment after it, *last the last
 * one before it. */
int zone_parse_when(const struct zone *zone, const char *text, int64_t now_ms, int64_t *first,
                    int64_t *last, struct cr_err *err);
