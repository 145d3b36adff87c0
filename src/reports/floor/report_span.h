/* Which part of the log a report is about, and where it begins and ends. */
#pragma once

#include "floor/floor.h"
#include "log/replay/log_read.h"
#include "reports/floor/report.h"

/* Events first … last; empty when last < first. */
struct report_span {
    uint64_t first, last, head;
    int64_t begin_ms, end_ms; /* of the range or the shift; 0: from the beginning, until now */
    /* Of a shift only: */
    uint64_t shift;  /* its number; 0: a range */
    uint64_t closed; /* the event that closed it; 0: it is open */
    char name[CR_TITLE_MAX];
    char opened_by[FLOOR_PERSON_MAX], closed_by[FLOOR_PERSON_MAX];
    char day[CR_NAME_MAX]; /* the gaming day; "" in logs from before there were any */
    uint64_t number;       /* in that day */
    bool is_first;         /* no shift was opened before it: play may have been, on no form */
    /* PIT-6: what it handed over, and to whom; "": nobody was named. */
    char taken_by[FLOOR_PERSON_MAX];
    uint64_t open[FLOOR_ORDER_MAX]; /* claims and disputes */
    unsigned open_count;
    uint64_t more;    /* of them, for which the list had no room */
    uint64_t in_play; /* tables */
};

/* CR_E_NOT_FOUND: there is no such shift; CR_E_INPUT: no range at all. */
int report_span_find(struct store *store, const struct report_query *query, uint64_t head,
                     struct report_span *out, struct cr_err *err);

/* Whether a link, a table and a person of these names are there ("" for none asked). */
int report_check_names(const struct floor *f, const struct report_query *query, struct cr_err *err);

/* "Link", "Table", "Period" or "Shift", and where the log stood. */
void report_add_query(struct paper *p, const struct report_query *query,
                      const struct report_span *span);

/* "Shift: 2026-11-15 swing". */
void report_add_shift_name(struct paper *p, const struct report_span *span);
/* A time, or words where there is none. */
void report_add_time(struct paper *p, const char *key, const char *label, int64_t ms,
                     const char *none);
