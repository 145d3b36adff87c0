/* The books of a floor at both ends of a span of its log, and what moved them in between. */
#pragma once

#include "reports/floor/report_span.h"

struct report_ends {
    uint32_t link_count, table_count;
    struct ledger *begin, *end;        /* by link; `begin` of a new link is how it began */
    uint32_t *document;                /* by link, at the end; FLOOR_NONE: it was not there yet */
    int64_t *begin_drift, *end_drift;  /* by link: coins that counters showed beyond the books */
    uint64_t *begin_coins, *end_coins; /* by table: booked coins, its hard meter */
    uint32_t *table_link;              /* by table, at the end */
    bool has_later_shift;              /* one was opened after the end */
};

/* Callbacks. `event` is called for each event of the span, in either order, with the books of its
 * link before and after; NULL for an event without a link. */
struct report_watch {
    void (*event)(void *context, const struct floor_event *e, const struct ledger *before,
                  const struct ledger *after);
    void (*reset)(void *context); /* discards everything seen so far: the events begin anew */
    void *context;
};

/* Undoes events on the floor `now` back to the span's beginning; its contents are used up. Only
 * where an event does not tell enough (report_back.h), the log is replayed from its start. `out` is
 * freed by report_ends_free, also after a failure. */
int report_ends_find(struct store *store, const struct report_span *span, struct floor *now,
                     const struct report_watch *watch, struct report_ends *out, struct cr_err *err);
void report_ends_free(struct report_ends *ends);

/* Adds an amount; the sum stops at the largest one. The books of a link are bounded, but what their
 * changes add up to is not in a store that somebody changed. */
void report_add(struct cr_money *to, struct cr_money amount);
void report_add_difference(struct cr_money *to, struct cr_money before, struct cr_money after);
