/* Points in time as people write and read them. */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stdint.h>

/* Reads "2026-11-15", "2026-11-15T10:00", "2026-11-15 10:00:30", "10:00" (today), "now", "-90s",
 * "-15m", "-2h", "-3d", "-1w", all in UTC; a Z at the end may say so. A text names a span of time:
 * a day, a minute, a second. *first and *last are its first and last millisecond, so that "until
 * 2026-11-15" includes that day. */
int when_parse(const char *text, int64_t now_ms, int64_t *first, int64_t *last, struct cr_err *err);

#define WHEN_TEXT_MAX 32
/* "2026-11-15 10:00:30", in UTC; returns out. */
const char *when_format(int64_t ms, char out[WHEN_TEXT_MAX]);
/* "2026-11-15", in UTC; returns out. */
const char *when_format_date(int64_t ms, char out[WHEN_TEXT_MAX]);
/* "2026-11-15T10:00:30.123Z": for programs. */
const char *when_format_exact(int64_t ms, char out[WHEN_TEXT_MAX]);
/* "3 days", "2 h 5 min", "12 s". */
const char *when_format_span(int64_t ms, char out[WHEN_TEXT_MAX]);
