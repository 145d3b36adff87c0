/* Which part of the log a report is about, and where it begins and ends. */
#pragma once

#include "floor/floor.h"
#include "log/replay/log_read.h"
#include "reports/floor/report.h"

/* A span of the log: events first … last; empty when last < first. head: the log's last event. */
struct report_span {
    uint64_t first, last, head;
    int64_t begin_ms, end_ms; /* of the range or the shift; 0: from the beginning, until now */
    /* For a shift only: */
    uint64_t shift;  /* its number; 0: a range */
    uint64_t closed; /* the event that closed it; 0: it is open */
    char name[CR_TITLE_MAX];
    char opened_by[FLOOR_PERSON_MAX], closed_by[FLOOR_PERSON_MAX];
    char day[CR_NAME_MAX]; /* the gaming day; "" in logs from before there were any */
    uint64_t number;       /* its number in that day */
    bool is_first;         /* no shift was opened before it, so earlier play is on no form */
    /* PIT-6: what it handed over, and to whom; "": nobody was named. */
    char taken_by[FLOOR_PERSON_MAX];
    uint64_t open[FLOOR_ORDER_MAX]; /* claims and disputes */
    unsigned open_count;
    uint64_t more;    /* those for which the list had no room */
    uint64_t in_play; /* tables with a round in play */
};

/* Finds the span of a query. CR_E_NOT_FOUND: there is no such shift; CR_E_INPUT: the range makes no
 * sense. */
int report_span_find(struct store *store, const struct report_query *query, uint64_t head,
                     struct report_span *out, struct cr_err *err);

/* Refuses a query whose link, table or person does not exist ("" for none asked). */
int report_check_names(const struct floor *f, const struct report_query *query, struct cr_err *err);

/* Adds link, table, shift or range, and the numbers of the first and the last event. */
void report_add_query(struct paper *p, const struct report_query *query,
                      const struct report_span *span);

/* Adds the fact "Shift: 2026-11-15 swing". */
void report_add_shift_name(struct paper *p, const struct report_span *span);
/* Adds a time, or the words `none` where it is 0. */
void report_add_time(struct paper *p, const char *key, const char *label, int64_t ms,
                     const char *none);
