/* Alarms that what happened calls for: when, and in which words. A manager raises them. */
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
/* Whether an alarm's item says that kind. */
bool alarm_is(const char *item, enum alarm_kind kind);

/* Fills an alarm: the table it is about ("" for none), a sentence. */
void alarm_fill(struct floor_event *out, enum alarm_kind kind, const char *table,
                const char *format, va_list args) __attribute__((format(printf, 4, 0)));

/* REC-3, PIT-5: a shift was closed, and the meters of a link are further from what the tables
 * counted than they may be, or a table's counter from what was booked. Each link and each table has
 * an alarm of its own; once it is raised the next one is due. false: none is left. */
bool alarm_of_variance(const struct floor *f, struct floor_event *out);
/* REG-1: two controllers live under one name. */
void alarm_of_identity(const char *table, const char *instance, struct floor_event *out);
