/* An event in words (REC-1): what it is called, what happened, who did it. For the terminal and for
 * papers alike. */
#pragma once

#include "base/money_style.h"
#include "base/text.h"
#include "base/zone.h"
#include "floor/event.h"

/* Adds text that people typed, without what may do harm: that differs between a terminal and a
 * printer. */
typedef void event_words_clean_fn(struct text *out, const char *text, size_t len);

/* Adds the text as it is, except that line ends and other control characters become blanks. */
event_words_clean_fn event_words_plain;

/* How people of a house read times and amounts. */
struct event_words_style {
    struct zone zone;
    struct money_style money;
};

/* Writes the details of an event as a sentence. style: how the house reads times and amounts; NULL:
 * the form for programs. Amounts are in whole cents, rounded down (MET-5). */
void event_words_details(const struct floor_event *e, const struct event_words_style *style,
                         event_words_clean_fn *clean, struct text *out);

/* Writes one member's value in the form for programs, a time as "2026-11-15T10:00:30.123Z". Writes
 * nothing when the event has no such member, or it is empty. */
void event_words_member(const struct floor_event *e, const char *name, event_words_clean_fn *clean,
                        struct text *out);

/* The same into `room` of `size` bytes, "" when there is nothing. Returns room. */
const char *event_words_member_in(const struct floor_event *e, const char *name,
                                  event_words_clean_fn *clean, char *room, size_t size);

/* Writes "Ann", or "Ann + Ben" where two people are needed. */
void event_words_people(const struct floor_event *e, event_words_clean_fn *clean, struct text *out);

/* The index of the meter that moved most; -1 when the event shows no meters. */
int event_words_meter(const struct floor_event *e);
