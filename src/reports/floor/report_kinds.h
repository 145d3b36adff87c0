/* What the reports share inside: one function for each kind, called by report.c. */
#pragma once

#include "log/replay/stored_floor.h"
#include "reports/floor/report_span.h"

/* One report in the making. The store is held (store_hold), and the names in the query are known to
 * exist. */
struct report_job {
    struct store *store;
    const struct report_query *query;
    struct stored_floor *now;
    struct report_span span;
};

/* Refuses a query that makes no sense for its kind. */
int report_check_query(const struct report_query *q, struct cr_err *err);
/* Reads the floor as it is, finds the span, and begins the paper with its letterhead. The store
 * must be held; job->now is the caller's to free. */
int report_prepare(struct report_job *job, struct paper **out, struct cr_err *err);

typedef int report_make_fn(struct report_job *job, struct paper *p, struct cr_err *err);
report_make_fn report_coin_in, report_activity, report_jackpots, report_shift, report_submission;
