/* The kinds of alarms, their words, and functions that fill an alarm event. A manager raises the
 * alarm by stepping that event. */
#pragma once

#include "floor/floor.h"

#include <stdarg.h>

/* The kinds are in alarm_list.h: ALARM_LOST_TABLE is "lost table" there. */
enum alarm_kind {
#define ALARM(NAME, ...) ALARM_##NAME,
#include "floor/alarm_list.h"
    ALARM_KIND_COUNT
};

struct alarm_words {
    const char *item;  /* in the log */
    const char *title; /* for people: what happened … */
    const char *todo;  /* … and what to do about it */
};
const struct alarm_words *alarm_words(enum alarm_kind kind);
/* Whether the item of an alarm event stands for that kind. */
bool alarm_is(const char *item, enum alarm_kind kind);

/* Fills *out as an alarm event: its kind, the table that it is about ("" for none) and a
 * sentence. */
void alarm_fill(struct floor_event *out, enum alarm_kind kind, const char *table,
                const char *format, va_list args) __attribute__((format(printf, 4, 0)));

/* REC-3, PIT-5: fills the next alarm about a variance of the last closed shift: the meters of a
 * link are further from what the tables counted than they may be, or a table's counter is from what
 * was booked. Each link and each table has an alarm of its own; once it is raised, the next call
 * fills the next one. false: none is left. */
bool alarm_of_variance(const struct floor *f, struct floor_event *out);
/* REG-1: fills the alarm for two controllers that claim to be the same table; `instance` is the
 * second one. */
void alarm_of_identity(const char *table, const char *instance, struct floor_event *out);
