/* The Activity Log (REC-1, REC-2) of any number of events, made piece by piece in bounded memory.
 */
#pragma once

#include "base/text.h"
#include "reports/floor/report.h"

struct report_stream;

/* Whether a report can be made in pieces: only the activity as CSV or JSON. */
bool report_can_stream(enum report_kind kind, enum paper_format format);

/* Begins a report, with the faults of report_build. The store is held only during this call,
 * because events in a log never change. */
int report_stream_open(struct store *store, const struct report_query *query,
                       enum paper_format format, struct report_stream **out, struct cr_err *err);
void report_stream_close(struct report_stream *stream);

/* Appends the next piece, read from that store or another handle of it. *is_last: no piece
 * follows. */
int report_stream_next(struct report_stream *stream, struct store *store, struct text *out,
                       bool *is_last, struct cr_err *err);
