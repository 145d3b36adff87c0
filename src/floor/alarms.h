/* Alarms that what happened calls for: when, and in which words. A manager raises them. */
#pragma once

#include "floor/floor.h"

#include <stdarg.h>

/* Fills an alarm: its kind as people know it, the table it is about ("" for none), a sentence. */
void alarm_fill(struct floor_event *out, const char *item, const char *table, const char *format,
                va_list args) __attribute__((format(printf, 4, 0)));

#define ALARM_VARIANCE    "variance"
#define ALARM_CASH_REPORT "cash report" /* PIT-14: a patron's cash of the day is to be reported */
/* These halt the floor until two people have answered them. */
#define ALARM_ROLLBACK "rollback" /* V8: someone remembers more than the store does */
#define ALARM_BOOKS    "books"    /* V3, V4: the books are not what the log comes to */

/* V8: a table says that it remembers more than the store, and shows no receipt for it. It stays
 * closed until two people have answered; the floor goes on. */
#define ALARM_UNPROVED "unproved"

/* REC-3, PIT-5: a shift was closed, and the meters of a link are further from what the tables
 * counted than they may be, or a table's counter from what was booked. Each link and each table has
 * an alarm of its own; once it is raised the next one is due. false: none is left. */
bool alarm_of_variance(const struct floor *f, struct floor_event *out);
/* REG-1: two controllers live under one name. */
void alarm_of_identity(const char *table, const char *instance, struct floor_event *out);
