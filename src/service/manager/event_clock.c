/* The clock that gives events their time; see event_clock.h. */
#include "service/manager/event_clock.h"

#include "base/dates.h"

#include <stdio.h>

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int64_t event_clock_read(struct event_clock *c, int64_t wall_ms, int64_t steady_ms, int64_t last_ms)
{
    const int64_t least_ms = later(c->time_ms, last_ms); /* the log's time never runs backwards */
    int64_t expected = later(wall_ms, 1);
    if (c->time_ms != 0)
        expected = c->time_ms + later(steady_ms - c->steady_ms, 0);
    expected = later(expected, least_ms);
    c->is_off =
        wall_ms > expected + EVENT_CLOCK_NEAR_MS || wall_ms < expected - EVENT_CLOCK_NEAR_MS;
    c->time_ms = c->is_off ? expected : later(wall_ms, least_ms);
    c->steady_ms = steady_ms;
    return c->time_ms;
}

#define SAID_MAX (WHEN_TEXT_MAX + 4)

static void say_time(int64_t time_ms, char out[SAID_MAX])
{
    char text[WHEN_TEXT_MAX];
    snprintf(out, SAID_MAX, "%s UTC", when_format(time_ms, text));
}

void event_clock_say(const struct event_clock *c, int64_t wall_ms, char *out, size_t size)
{
    char wall[SAID_MAX], expected[SAID_MAX];
    say_time(wall_ms, wall);
    say_time(c->time_ms, expected);
    snprintf(out, size,
             "the machine's clock says %s where %s was due; events go on from there by the steady "
             "clock. Put the machine's clock right; if it is right, restart the manager",
             wall, expected);
}
