/* An event of the floor as a line for people (REC-1): when, where, who, how much, and the meter
 * before and after. */
#pragma once

#include "base/text.h"
#include "base/zone.h"
#include "floor/event.h"

#define EVENT_TEXT_LINE 1024

/* The names of the columns, without an end of line. */
void event_text_head(struct text *out);
/* The line, without an end of line. Amounts are in whole cents, rounded down (MET-5); characters
 * that could disturb a terminal are replaced. Times are those of the zone (PIT-15). What is longer
 * than its column pushes the rest. */
void event_text_line(const struct floor_event *e, const struct zone *zone, struct text *out);
