/* The time of a place. */
#include "base/zone.h"

#include <stdio.h>
#include <string.h>

#define DAY_S  86400
#define HOUR_S 3600

const struct zone zone_utc = {.name = "UTC"};

/* ---- Reading a rule ---- */

static bool take(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

static bool take_number(const char **at, int most, int *out)
{
    int value = 0;
    const char *from = *at;
    for (; **at >= '0' && **at <= '9' && *at - from < 3; ++*at)
        value = value * 10 + (**at - '0');
    *out = value;
    return *at > from && value <= most;
}

/* "CST", or "<-03>" where it is not only letters. */
static bool take_name(const char **at, char out[ZONE_ABBREVIATION_MAX])
{
    const bool quoted = take(at, '<');
    size_t len = 0;
    for (; **at != '\0'; ++*at) {
        const char c = **at;
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!letter && !(quoted && ((c >= '0' && c <= '9') || c == '+' || c == '-')))
            break;
        if (len == ZONE_ABBREVIATION_MAX - 1)
            return false;
        out[len++] = c;
    }
    out[len] = '\0';
    return len >= 3 && (!quoted || take(at, '>'));
}

/* "6", "-5:30", "2:00:00": hours, minutes, seconds. */
static bool take_clock(const char **at, int most_hours, int32_t *out)
{
    int hours, minutes = 0, seconds = 0;
    const int sign = take(at, '-') ? -1 : 1;
    if (sign > 0)
        take(at, '+');
    if (!take_number(at, most_hours, &hours))
        return false;
    if (take(at, ':') && !take_number(at, 59, &minutes))
        return false;
    if (minutes >= 0 && take(at, ':') && !take_number(at, 59, &seconds))
        return false;
    *out = sign * (hours * HOUR_S + minutes * 60 + seconds);
    return true;
}

static bool take_change(const char **at, struct zone_change *out)
{
    *out = (struct zone_change){.second = 2 * HOUR_S};
    if (!take(at, ','))
        return false;
    if (take(at, 'M')) {
        out->by = ZONE_BY_WEEK;
        if (!take_number(at, 12, &out->month) || out->month < 1 || !take(at, '.') ||
            !take_number(at, 5, &out->week) || out->week < 1 || !take(at, '.') ||
            !take_number(at, 6, &out->weekday))
            return false;
    } else {
        out->by = take(at, 'J') ? ZONE_BY_DAY : ZONE_BY_DAY_AND_LEAP;
        if (!take_number(at, 365, &out->day) || (out->by == ZONE_BY_DAY && out->day < 1))
            return false;
    }
    return !take(at, '/') || take_clock(at, 167, &out->second);
}

static bool take_summer(const char **at, struct zone *out)
{
    if (!take_name(at, out->summer_name))
        return false;
    out->has_summer = true;
    out->summer_offset_s = out->offset_s + HOUR_S;
    if (**at != ',') {
        if (!take_clock(at, 24, &out->summer_offset_s))
            return false;
        out->summer_offset_s = -out->summer_offset_s;
    }
    return take_change(at, &out->begin) && take_change(at, &out->end);
}

bool zone_parse(const char *rule, struct zone *out)
{
    const char *at = rule;
    struct zone zone = {0};
    bool good = strlen(rule) < ZONE_RULE_MAX && take_name(&at, zone.name) &&
                take_clock(&at, 24, &zone.offset_s);
    zone.offset_s = -zone.offset_s; /* the rule counts westward */
    if (good && *at != '\0')
        good = take_summer(&at, &zone) && *at == '\0';
    if (good)
        *out = zone;
    return good;
}

/* ---- Offsets and dates ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from 1970 to the first of January. */
static int64_t days_before(int64_t year)
{
    const int64_t y = year - 1;
    return 365 * (year - 1970) + (floor_div(y, 4) - 492) - (floor_div(y, 100) - 19) +
           (floor_div(y, 400) - 4);
}

static int64_t year_of(int64_t days)
{
    int64_t year = 1970 + floor_div(days, 366);
    while (days_before(year + 1) <= days)
        year++;
    return year;
}

static int64_t day_of_change(const struct zone_change *c, int64_t year)
{
    static const int16_t months[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    const int64_t january = days_before(year);
    const int leap = is_leap(year);
    if (c->by == ZONE_BY_DAY)
        return january + c->day - 1 + (leap && c->day > 59);
    if (c->by == ZONE_BY_DAY_AND_LEAP)
        return january + c->day;
    const int64_t first = january + months[c->month - 1] + (leap && c->month > 2);
    const int64_t next = january + months[c->month] + (leap && c->month > 1);
    const int weekday = (int)((((first + 4) % 7) + 7) % 7); /* 1970 began on a Thursday */
    int64_t day = first + (c->weekday - weekday + 7) % 7 + 7 * (c->week - 1);
    while (day >= next)
        day -= 7;
    return day;
}

/* The moment of a change, in seconds of UTC. */
static int64_t moment(const struct zone_change *c, int64_t year, int32_t offset_before)
{
    return day_of_change(c, year) * DAY_S + c->second - offset_before;
}

int32_t zone_offset(const struct zone *zone, int64_t ms, const char **name)
{
    const int64_t now = floor_div(ms, 1000);
    bool summer = false;
    if (zone->has_summer) {
        const int64_t year = year_of(floor_div(now + zone->offset_s, DAY_S));
        const int64_t begin = moment(&zone->begin, year, zone->offset_s);
        const int64_t end = moment(&zone->end, year, zone->summer_offset_s);
        /* South of the equator summer goes over the end of the year. */
        summer = begin < end ? now >= begin && now < end : now >= begin || now < end;
    }
    if (name != NULL)
        *name = summer ? zone->summer_name : zone->name;
    return summer ? zone->summer_offset_s : zone->offset_s;
}

const char *zone_format(const struct zone *zone, int64_t ms, char out[WHEN_TEXT_MAX])
{
    const char *name;
    const int32_t offset = zone_offset(zone, ms, &name);
    when_format(ms + (int64_t)offset * 1000, out);
    const size_t len = strlen(out);
    snprintf(out + len, WHEN_TEXT_MAX - len, " %s", name);
    return out;
}

const char *zone_format_day(const struct zone *zone, int64_t ms, int begin_min,
                            char out[WHEN_TEXT_MAX])
{
    const int64_t local = ms + (int64_t)zone_offset(zone, ms, NULL) * 1000;
    return when_format_date(local - (int64_t)begin_min * 60000, out);
}

/* Finds when the clocks were last changed, before that moment or at it, in seconds of UTC; *before
 * is the offset until then. False where they never are. */
static bool last_change(const struct zone *zone, int64_t now, int64_t *at, int32_t *before)
{
    bool found = false;
    const int64_t year = year_of(floor_div(now + zone->offset_s, DAY_S));
    for (int64_t y = year - 1; zone->has_summer && y <= year + 1; y++) {
        const int64_t begin = moment(&zone->begin, y, zone->offset_s);
        const int64_t end = moment(&zone->end, y, zone->summer_offset_s);
        if (begin <= now && (!found || begin > *at)) {
            *at = begin;
            *before = zone->offset_s;
            found = true;
        }
        if (end <= now && (!found || end > *at)) {
            *at = end;
            *before = zone->summer_offset_s;
            found = true;
        }
    }
    return found;
}

const char *zone_format_day_once(const struct zone *zone, int64_t ms, int begin_min,
                                 char out[WHEN_TEXT_MAX])
{
    int64_t changed;
    int32_t before;
    int64_t shown = ms + (int64_t)zone_offset(zone, ms, NULL) * 1000;
    /* After clocks were set back, the latest time that they have shown is the one just before the
     * change. */
    if (last_change(zone, floor_div(ms, 1000), &changed, &before) &&
        (changed + before) * 1000 - 1 > shown)
        shown = (changed + before) * 1000 - 1;
    return when_format_date(shown - (int64_t)begin_min * 60000, out);
}

/* The first moment at which the zone's clocks show a time (which is counted as if it were UTC), or
 * the last one. When they leave that time out: the first moment after it, or the last one before
 * it. */
static int64_t moment_of(const struct zone *zone, int64_t shown_ms, bool is_last)
{
    const int32_t one = zone->offset_s;
    const int32_t other = zone->has_summer ? zone->summer_offset_s : one;
    const int32_t east = one > other ? one : other, west = one > other ? other : one;
    const int64_t early = shown_ms - (int64_t)east * 1000, late = shown_ms - (int64_t)west * 1000;
    const bool is_early = zone_offset(zone, early, NULL) == east;
    const bool is_late = zone_offset(zone, late, NULL) == west;
    if (is_early && (!is_late || !is_last))
        return early;
    if (is_late)
        return late;
    int64_t changed = 0;
    int32_t before;
    last_change(zone, floor_div(late, 1000), &changed, &before);
    return changed * 1000 - is_last;
}

int zone_parse_when(const struct zone *zone, const char *text, int64_t now_ms, int64_t *first,
                    int64_t *last, struct cr_err *err)
{
    const size_t len = strlen(text);
    const bool is_span = text[0] == '-' || strcmp(text, "now") == 0;
    if (is_span || (len > 0 && text[len - 1] == 'Z'))
        return when_parse(text, now_ms, first, last, err);
    const int64_t here_ms = now_ms + (int64_t)zone_offset(zone, now_ms, NULL) * 1000;
    int rc = when_parse(text, here_ms, first, last, err);
    if (rc == CR_OK) {
        *first = moment_of(zone, *first, false);
        *last = moment_of(zone, *last, true);
    }
    return rc;
}
