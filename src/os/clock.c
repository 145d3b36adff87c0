/* The machine's clocks; see clock.h. */
#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include "os/clock.h"

#include "base/check.h"

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

#ifndef CLOCK_BOOTTIME
#define CLOCK_BOOTTIME CLOCK_MONOTONIC
#endif

static int64_t read_ns(clockid_t clock)
{
    struct timespec t;
    CHECK(clock_gettime(clock, &t) == 0);
    return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

int64_t clock_wall_ms(void)
{
    return read_ns(CLOCK_REALTIME) / NS_PER_MS;
}

int64_t clock_mono_ms(void)
{
    return read_ns(CLOCK_MONOTONIC) / NS_PER_MS;
}

int64_t clock_mono_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_boot_ms(void)
{
    return read_ns(CLOCK_BOOTTIME) / NS_PER_MS;
}

struct timespec clock_timespec_of_ms(int64_t ms)
{
    return (struct timespec){.tv_sec = (time_t)(ms / 1000),
                             .tv_nsec = (long)(ms % 1000 * NS_PER_MS)};
}

void clock_sleep_ms(int64_t ms)
{
    const struct timespec t = clock_timespec_of_ms(ms);
    nanosleep(&t, NULL);
}
