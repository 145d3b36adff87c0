/* The activity in pieces. */
#include "reports/floor/report_stream.h"

#include "base/err.h"
#include "paper/paper_stream.h"
#include "reports/floor/report_activity.h"

#include <stdlib.h>

#define PIECE 128 /* events looked at for a piece */

struct report_pour {
    struct report_query query;
    struct report_job job;
    struct paper *paper;
    struct activity *activity;
    enum paper_format format;
    uint64_t next;
    bool is_begun;
};

bool report_can_pour(enum report_kind kind, enum paper_format format)
{
    return kind == REPORT_ACTIVITY && paper_can_pour(format);
}

void report_pour_close(struct report_pour *pour)
{
    if (!pour)
        return;
    activity_close(pour->activity);
    paper_free(pour->paper);
    stored_floor_free(pour->job.now);
    free(pour);
}

static int prepare(struct report_pour *pour, struct cr_err *err)
{
    int rc = store_hold(pour->job.store, err);
    if (rc != CR_OK)
        return rc;
    rc = report_prepare(&pour->job, &pour->paper, err);
    store_release(pour->job.store);
    if (rc != CR_OK)
        return rc;
    pour->next = pour->job.span.first;
    return activity_open(&pour->job, pour->paper, &pour->activity, err);
}

int report_pour_open(struct store *store, const struct report_query *query,
                     enum paper_format format, struct report_pour **out, struct cr_err *err)
{
    int rc = report_check_query(query, err);
    if (rc != CR_OK)
        return rc;
    struct report_pour *pour = calloc(1, sizeof *pour);
    if (!pour)
        return err_set(err, CR_E_IO, "out of memory");
    pour->query = *query;
    pour->job = (struct report_job){.store = store, .query = &pour->query};
    pour->format = format;
    rc = prepare(pour, err);
    if (rc != CR_OK)
        report_pour_close(pour);
    else
        *out = pour;
    return rc;
}

/* The rows of the next events. */
static int add_rows(struct report_pour *pour, struct store *store, struct paper_bytes *out,
                    struct cr_err *err)
{
    const uint64_t end = pour->job.span.last;
    const uint64_t last = pour->next + PIECE <= end ? pour->next + PIECE - 1 : end;
    int rc = activity_read(pour->activity, store, pour->next, last, err);
    if (rc != CR_OK)
        return rc;
    pour->next = last + 1;
    return paper_pour_rows(pour->paper, pour->format, out, err);
}

int report_pour_next(struct report_pour *pour, struct store *store, struct paper_bytes *out,
                     bool *is_last, struct cr_err *err)
{
    int rc = CR_OK;
    if (!pour->is_begun)
        rc = paper_pour_head(pour->paper, pour->format, out, err);
    pour->is_begun = true;
    if (rc == CR_OK && pour->next <= pour->job.span.last)
        rc = add_rows(pour, store, out, err);
    *is_last = rc == CR_OK && pour->next > pour->job.span.last;
    return *is_last ? paper_pour_end(pour->paper, pour->format, out, err) : rc;
}
