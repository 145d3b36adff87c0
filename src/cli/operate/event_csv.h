/* Events of the floor as CSV (RFC 4180) for spreadsheets and other programs. */
#ifndef OPERATE_EVENT_CSV_H
#define OPERATE_EVENT_CSV_H

#include "floor/event.h"

#include <stdio.h>

/* The header row. */
void event_csv_head(FILE *out);

/* One row. A cell that begins with = + - @ or a control character gets an apostrophe before it, so
 * that a spreadsheet shows it instead of working it out; only columns of amounts and numbers, which
 * hold nothing but digits, point and sign, are written as they are. The last column is the event's
 * exact text: it begins with { and is never changed. */
void event_csv_row(FILE *out, const struct floor_event *e, const char *body, size_t len);

#endif
