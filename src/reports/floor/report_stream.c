/* The activity in pieces. */
#include "reports/floor/report_stream.h"

#include "base/err.h"
#include "paper/paper_stream.h"
#include "reports/floor/report_activity.h"

#include <stdlib.h>

#define PIECE 128 /* events looked at for a piece */

struct report_stream {
    struct report_query query;
    struct report_job job;
    struct paper *paper;
    struct activity *activity;
    enum paper_format format;
    uint64_t next;
    bool is_begun;
};

bool report_can_stream(enum report_kind kind, enum paper_format format)
{
    return kind == REPORT_ACTIVITY && paper_can_stream(format);
}

void report_stream_close(struct report_stream *stream)
{
    if (!stream)
        return;
    activity_close(stream->activity);
    paper_free(stream->paper);
    stored_floor_free(stream->job.now);
    free(stream);
}

static int prepare(struct report_stream *stream, struct cr_err *err)
{
    int rc = store_hold(stream->job.store, err);
    if (rc != CR_OK)
        return rc;
    rc = report_prepare(&stream->job, &stream->paper, err);
    store_release(stream->job.store);
    if (rc != CR_OK)
        return rc;
    stream->next = stream->job.span.first;
    return activity_open(&stream->job, stream->paper, &stream->activity, err);
}

int report_stream_open(struct store *store, const struct report_query *query,
                       enum paper_format format, struct report_stream **out, struct cr_err *err)
{
    int rc = report_check_query(query, err);
    if (rc != CR_OK)
        return rc;
    struct report_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return err_set(err, CR_E_IO, "out of memory");
    stream->query = *query;
    stream->job = (struct report_job){.store = store, .query = &stream->query};
    stream->format = format;
    rc = prepare(stream, err);
    if (rc != CR_OK)
        report_stream_close(stream);
    else
        *out = stream;
    return rc;
}

/* The rows of the next events. */
static int add_rows(struct report_stream *stream, struct store *store, struct text *out,
                    struct cr_err *err)
{
    const uint64_t end = stream->job.span.last;
    const uint64_t last = stream->next + PIECE <= end ? stream->next + PIECE - 1 : end;
    int rc = activity_read(stream->activity, store, stream->next, last, err);
    if (rc != CR_OK)
        return rc;
    stream->next = last + 1;
    return paper_stream(stream->paper, stream->format, PAPER_NEW_ROWS, out, err);
}

int report_stream_next(struct report_stream *stream, struct store *store, struct text *out,
                       bool *is_last, struct cr_err *err)
{
    int rc = CR_OK;
    if (!stream->is_begun)
        rc = paper_stream(stream->paper, stream->format, PAPER_BEGINNING, out, err);
    stream->is_begun = true;
    if (rc == CR_OK && stream->next <= stream->job.span.last)
        rc = add_rows(stream, store, out, err);
    *is_last = rc == CR_OK && stream->next > stream->job.span.last;
    return *is_last ? paper_stream(stream->paper, stream->format, PAPER_ENDING, out, err) : rc;
}
