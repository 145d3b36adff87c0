/* Reads events for the program's commands, from a store or from a running manager. */
#pragma once

#include <croupier/error.h>

#include <stddef.h>
#include <stdint.h>

struct asking;
struct log_source;

/* Opens the store at that address, or, when store is NULL, asks a manager. */
int log_source_open(const char *store, const struct asking *asking, struct log_source **out,
                    struct cr_err *err);
void log_source_close(struct log_source *source);

/* The number of the last event; 0 for none. */
int log_source_head(struct log_source *source, uint64_t *seq, struct cr_err *err);

/* Calls back for each event from `from` to `to`, in order; stops early when the callback returns
 * non-zero, and returns that. The text is valid during the call only. */
typedef int log_event_fn(void *context, uint64_t seq, const char *text, size_t len);
int log_source_read(struct log_source *source, uint64_t from, uint64_t to, log_event_fn *each,
                    void *context, struct cr_err *err);

/* Waits until there may be more events. */
int log_source_wait(struct log_source *source, struct cr_err *err);

/* The first event at that time or later; one past the last when there is none. Times never run
 * backwards in a log, so this looks at a few events only. */
int log_source_find_time(struct log_source *source, int64_t time_ms, uint64_t head, uint64_t *seq,
                         struct cr_err *err);
