/* Reads a log's events decoded: one event, a range of them, the first from a given time on. */
#pragma once

#include "floor/event.h"
#include "log/store/store.h"

/* Reads one event; CR_E_NOT_FOUND when the log has none of that number. */
int log_read_event(struct store *store, uint64_t seq, struct floor_event *out, struct cr_err *err);

/* Calls back for each event from `first` to `last`. */
typedef int log_event_fn(void *context, const struct floor_event *e);
int log_read_events(struct store *store, uint64_t first, uint64_t last, log_event_fn *each,
                    void *context, struct cr_err *err);

/* Finds the first event from `from` on whose time is time_ms or later; *seq is one past the head
 * when there is none. Times never run backwards in a log, so that bisection finds it. */
int log_find_time(struct store *store, uint64_t from, uint64_t head, int64_t time_ms, uint64_t *seq,
                  struct cr_err *err);
