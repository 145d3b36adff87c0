/* Points in time as people write and read them. */
#include "base/dates.h"

#include "base/err.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* ---- Reading ---- */

/* Takes exactly so many digits. */
static bool take_digits(const char **at, unsigned digits, int *out)
{
    *out = 0;
    for (unsigned i = 0; i < digits; i++) {
        char c = (*at)[i];
        if (c < '0' || c > '9')
            return false;
        *out = *out * 10 + (c - '0');
    }
    *at += digits;
    return true;
}

static bool take_char(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

/* Days since 1970 in the Gregorian calendar. Years begin in March here, so that a leap day is the
 * last day of its year. */
static int64_t days_of(int year, int month, int day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t since_march = (month + 9) % 12;
    int64_t in_year = (153 * since_march + 2) / 5 + day - 1;
    return y * 365 + y / 4 - y / 100 + y / 400 + in_year - 719468;
}

static bool is_date(int year, int month, int day)
{
    static const uint8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < 1970 || month < 1 || month > 12 || day < 1)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day <= lengths[month - 1] + (month == 2 && leap);
}

static int64_t to_ms(const struct tm *tm)
{
    return days_of(tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday) * DAY + tm->tm_hour * HOUR +
           tm->tm_min * MINUTE + tm->tm_sec * SECOND;
}

/* Takes "10:00" or "10:00:30"; *span becomes a minute or a second. */
static bool take_clock(const char **at, struct tm *tm, int64_t *span)
{
    if (!take_digits(at, 2, &tm->tm_hour) || !take_char(at, ':') ||
        !take_digits(at, 2, &tm->tm_min))
        return false;
    *span = MINUTE;
    if (take_char(at, ':')) {
        if (!take_digits(at, 2, &tm->tm_sec))
            return false;
        *span = SECOND;
    }
    return tm->tm_hour < 24 && tm->tm_min < 60 && tm->tm_sec < 60;
}

static bool take_date(const char **at, struct tm *tm)
{
    int year, month, day;
    if (!take_digits(at, 4, &year) || !take_char(at, '-') || !take_digits(at, 2, &month) ||
        !take_char(at, '-') || !take_digits(at, 2, &day) || !is_date(year, month, day))
        return false;
    tm->tm_year = year - 1900;
    tm->tm_mon = month - 1;
    tm->tm_mday = day;
    return true;
}

static void today(int64_t now_ms, struct tm *tm)
{
    time_t now = (time_t)(now_ms / SECOND);
    struct tm broken = {0};
    gmtime_r(&now, &broken);
    tm->tm_year = broken.tm_year;
    tm->tm_mon = broken.tm_mon;
    tm->tm_mday = broken.tm_mday;
}

/* Reads a date, a time of day, or both. */
static bool parse_calendar(const char *text, int64_t now_ms, int64_t *first, int64_t *last)
{
    const char *at = text;
    struct tm tm = {0};
    int64_t span = DAY;
    bool has_date = strlen(text) >= 10 && text[4] == '-';
    if (has_date) {
        if (!take_date(&at, &tm))
            return false;
        if ((take_char(&at, 'T') || take_char(&at, ' ')) && !take_clock(&at, &tm, &span))
            return false;
    } else {
        today(now_ms, &tm);
        if (!take_clock(&at, &tm, &span))
            return false;
    }
    take_char(&at, 'Z');
    if (*at != '\0')
        return false;
    *first = to_ms(&tm);
    *last = *first + span - 1;
    return true;
}

/* Reads "-2h": that long before now. */
static bool parse_ago(const char *text, int64_t now_ms, int64_t *out)
{
    int64_t number = 0, unit;
    const char *at = text + 1;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (number > 1000000000)
            return false;
        number = number * 10 + (*at - '0');
    }
    if (at == text + 1 || at[0] == '\0' || at[1] != '\0')
        return false;
    switch (*at) {
    case 's':
        unit = SECOND;
        break;
    case 'm':
        unit = MINUTE;
        break;
    case 'h':
        unit = HOUR;
        break;
    case 'd':
        unit = DAY;
        break;
    case 'w':
        unit = 7 * DAY;
        break;
    default:
        return false;
    }
    *out = now_ms - number * unit;
    return true;
}

int when_parse(const char *text, int64_t now_ms, int64_t *first, int64_t *last, struct cr_err *err)
{
    if (strcmp(text, "now") == 0) {
        *first = *last = now_ms;
        return CR_OK;
    }
    if (text[0] == '-' && parse_ago(text, now_ms, first)) {
        *last = *first;
        return CR_OK;
    }
    if (parse_calendar(text, now_ms, first, last))
        return CR_OK;
    return err_set(err, CR_E_INPUT,
                   "'%.60s' is no time; write 2026-11-15, 2026-11-15T10:00, 10:00 or -2h", text);
}

/* ---- Writing ---- */

static void split(int64_t ms, struct tm *tm)
{
    time_t t = (time_t)(ms >= 0 ? ms / SECOND : -((SECOND - 1 - ms) / SECOND));
    memset(tm, 0, sizeof *tm);
    gmtime_r(&t, tm);
}

const char *when_format(int64_t ms, char out[WHEN_TEXT_MAX])
{
    struct tm tm;
    split(ms, &tm);
    strftime(out, WHEN_TEXT_MAX, "%Y-%m-%d %H:%M:%S", &tm);
    return out;
}

const char *when_format_date(int64_t ms, char out[WHEN_TEXT_MAX])
{
    struct tm tm;
    split(ms, &tm);
    strftime(out, WHEN_TEXT_MAX, "%Y-%m-%d", &tm);
    return out;
}

const char *when_format_exact(int64_t ms, char out[WHEN_TEXT_MAX])
{
    struct tm tm;
    split(ms, &tm);
    size_t len = strftime(out, WHEN_TEXT_MAX, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out + len, WHEN_TEXT_MAX - len, ".%03dZ", (int)((ms % SECOND + SECOND) % SECOND));
    return out;
}

const char *when_format_span(int64_t ms, char out[WHEN_TEXT_MAX])
{
    if (ms < 0)
        ms = 0;
    if (ms < SECOND)
        snprintf(out, WHEN_TEXT_MAX, "%d ms", (int)ms);
    else if (ms < MINUTE)
        snprintf(out, WHEN_TEXT_MAX, "%d s", (int)(ms / SECOND));
    else if (ms < HOUR)
        snprintf(out, WHEN_TEXT_MAX, "%d min %d s", (int)(ms / MINUTE),
                 (int)(ms % MINUTE / SECOND));
    else if (ms < 2 * DAY)
        snprintf(out, WHEN_TEXT_MAX, "%d h %d min", (int)(ms / HOUR), (int)(ms % HOUR / MINUTE));
    else
        snprintf(out, WHEN_TEXT_MAX, "%" PRId64 " days", ms / DAY);
    return out;
}
