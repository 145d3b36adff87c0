/* Writes events of the floor as lines: for people (REC-1), with time, place, people, amount, and
 * the meter before and after; and as CSV for spreadsheets. */
#pragma once

#include "base/text.h"
#include "base/zone.h"
#include "floor/event.h"

/* Writes the names of the columns, without a line end. */
void event_text_head(struct text *out);
/* Writes the line of an event, without a line end. Amounts are in whole cents, rounded down
 * (MET-5). Characters that could disturb a terminal are replaced. Times are those of the zone
 * (PIT-15). A value that is longer than its column moves the rest to the right. */
void event_text_line(const struct floor_event *e, const struct zone *zone, struct text *out);

/* ---- event_csv.c: the same as CSV (RFC 4180), for spreadsheets and other programs ---- */

/* Enough room for the row of an event whose text has that length. */
#define EVENT_CSV_ROOM(len) (4 * (len) + 8192)

/* Writes the header row. */
void event_csv_head(struct text *out);

/* Writes the row of an event. A cell that begins with = + - @ or a control character gets an
 * apostrophe before it, so that a spreadsheet shows it and does not evaluate it. Only amounts and
 * numbers, which have nothing but digits, point and sign, are written without. The last column is
 * the event's exact text, which begins with { and is never changed. */
void event_csv_row(struct text *out, const struct floor_event *e, const char *body, size_t len);
