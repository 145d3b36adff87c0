/* Events of the floor as lines: for people (REC-1), with when, where, who, how much, and the meter
 * before and after; and for spreadsheets. */
#pragma once

#include "base/text.h"
#include "base/zone.h"
#include "floor/event.h"

/* The names of the columns, without an end of line. */
void event_text_head(struct text *out);
/* The line, without an end of line. Amounts are in whole cents, rounded down (MET-5); characters
 * that could disturb a terminal are replaced. Times are those of the zone (PIT-15). What is longer
 * than its column pushes the rest. */
void event_text_line(const struct floor_event *e, const struct zone *zone, struct text *out);

/* ---- event_csv.c: the same as CSV (RFC 4180), for spreadsheets and other programs ---- */

/* At least this much room does for a row with a body of that length. */
#define EVENT_CSV_ROOM(len) (4 * (len) + 8192)

/* The header row. */
void event_csv_head(struct text *out);

/* One row. A cell that begins with = + - @ or a control character gets an apostrophe before it, so
 * that a spreadsheet shows it instead of working it out; only columns of amounts and numbers, which
 * hold nothing but digits, point and sign, are written as they are. The last column is the event's
 * exact text: it begins with { and is never changed. */
void event_csv_row(struct text *out, const struct floor_event *e, const char *body, size_t len);
