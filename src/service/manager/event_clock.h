/* The clock that gives events their time: it follows the wall clock, except when that jumps.
 *
 * The log's time never runs backwards. If it had followed a wall clock that jumped ahead and was
 * then corrected, it would stand still for as long as the jump was, and so would everything that is
 * counted by the minute (REG-7). So the steady (monotonic) clock says how much time has gone by. A
 * wall clock that differs from the expected time by more than EVENT_CLOCK_NEAR_MS is ignored until
 * it agrees again.
 *
 * Pure: the clocks come in as arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENT_CLOCK_NEAR_MS 2000

struct event_clock {
    int64_t time_ms;   /* the time given last; 0: none yet */
    int64_t steady_ms; /* the steady clock at that moment */
    bool is_off;       /* the wall clock was ignored */
};

/* Returns the time for an event. last_ms: the time of the log's last event, which another manager
 * may have written. */
int64_t event_clock_read(struct event_clock *c, int64_t wall_ms, int64_t steady_ms,
                         int64_t last_ms);

/* Writes the message for a wall clock that is off: both times, and what to do. */
void event_clock_say(const struct event_clock *c, int64_t wall_ms, char *out, size_t size);
