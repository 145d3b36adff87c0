/* The time that events are given: it follows the wall clock, but not when that jumps.
 *
 * The log's time never runs backwards. Had it once jumped ahead with a wall clock that was then put
 * right, it would stand still for as long as the jump was, and so would what is counted by the
 * minute (REG-7). So the steady clock says how much time has gone by; a wall clock that disagrees
 * with it, or with the log, by more than a little is not believed until it agrees again.
 *
 * Pure: the clocks come in as arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENT_CLOCK_NEAR_MS 2000

struct event_clock {
    int64_t time_ms;   /* the last one given; 0: none yet */
    int64_t steady_ms; /* and the steady clock then */
    bool is_off;       /* the wall clock was not believed */
};

/* last_ms: of the log's last event, which another manager may have written. */
int64_t event_clock_read(struct event_clock *c, int64_t wall_ms, int64_t steady_ms,
                         int64_t last_ms);

/* What is to be said when it is off: both times, and what to do. */
void event_clock_say(const struct event_clock *c, int64_t wall_ms, char *out, size_t size);
