/* Events of a log, decoded: one of them, a run of them, the first of a time. */
#pragma once

#include "floor/event.h"
#include "log/store/store.h"

/* One event; CR_E_NOT_FOUND when the log has none of that number. */
int log_read_event(struct store *store, uint64_t seq, struct floor_event *out, struct cr_err *err);

/* Calls back for each event first … last. */
typedef int log_event_fn(void *context, const struct floor_event *e);
int log_read_events(struct store *store, uint64_t first, uint64_t last, log_event_fn *each,
                    void *context, struct cr_err *err);

/* The first event from `from` on that is at that time or later, one past the head when there is
 * none: times never run backwards in a log, so that halving finds it. */
int log_find_time(struct store *store, uint64_t from, uint64_t head, int64_t time_ms, uint64_t *seq,
                  struct cr_err *err);
