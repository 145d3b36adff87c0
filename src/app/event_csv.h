/* Events of the floor as CSV (RFC 4180) for spreadsheets and other programs. */
#pragma once

#include "base/text.h"
#include "floor/event.h"

/* At least this much room does for a row with a body of that length. */
#define EVENT_CSV_ROOM(len) (4 * (len) + 8192)

/* The header row. */
void event_csv_head(struct text *out);

/* One row. A cell that begins with = + - @ or a control character gets an apostrophe before it, so
 * that a spreadsheet shows it instead of working it out; only columns of amounts and numbers, which
 * hold nothing but digits, point and sign, are written as they are. The last column is the event's
 * exact text: it begins with { and is never changed. */
void event_csv_row(struct text *out, const struct floor_event *e, const char *body, size_t len);
