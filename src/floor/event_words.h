/* An event of the floor in words (REC-1): what it is called, what happened, who did it. For the
 * terminal and for papers alike. */
#pragma once

#include "base/money_style.h"
#include "base/text.h"
#include "base/zone.h"
#include "floor/event.h"

/* How texts that people typed are added: what may harm a terminal is not what may harm a printer.
 */
typedef void event_words_clean_fn(struct text *out, const char *text, size_t len);

/* As they are, but for line ends and other control characters, which become blanks. */
event_words_clean_fn event_words_plain;

/* How people of a house read times and amounts. */
struct event_words_style {
    struct zone zone;
    struct money_style money;
};

/* The rest of what happened as a sentence. Amounts are in whole cents, rounded down (MET-5). */
void event_words_details(const struct floor_event *e, const struct event_words_style *style,
                         event_words_clean_fn *clean, struct text *out);

/* One member's value; nothing when the event has no such member, or it is empty. A time is for
 * programs, "2026-11-15T10:00:30.123Z". */
void event_words_member(const struct floor_event *e, const char *name, event_words_clean_fn *clean,
                        struct text *out);

/* The same in a room of `size` bytes, "" when there is nothing. Returns the room. */
const char *event_words_member_in(const struct floor_event *e, const char *name,
                                  event_words_clean_fn *clean, char *room, size_t size);

/* "Ann", or "Ann + Ben" where two people are needed. */
void event_words_people(const struct floor_event *e, event_words_clean_fn *clean, struct text *out);

/* The meter that moved most; -1 when the event shows none. */
int event_words_meter(const struct floor_event *e);
