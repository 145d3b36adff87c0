/* The inside of the reports: one function a kind, called by report.c. */
#pragma once

#include "log/replay/stored_floor.h"
#include "reports/floor/report_span.h"

/* Under store_hold; names of the query are known to be there. */
struct report_job {
    struct store *store;
    const struct report_query *query;
    struct stored_floor *now;
    struct report_span span;
    store_progress_fn *progress; /* or NULL */
    void *progress_context;
};

/* Whether the query makes sense for its kind. */
int report_check_query(const struct report_query *q, struct cr_err *err);
/* The floor as it is, the span, and the paper as far as its letterhead. Under store_hold; now is
 * the caller's to free. */
int report_prepare(struct report_job *job, struct paper **out, struct cr_err *err);

typedef int report_make_fn(struct report_job *job, struct paper *p, struct cr_err *err);
report_make_fn report_coin_in, report_activity, report_jackpots, report_shift, report_submission;
