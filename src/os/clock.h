/* The machine's clocks. Everything that needs the time reads it here; the pure rooms are told the
 * time in their events. */
#pragma once

#include <stdint.h>
#include <time.h>

/* Milliseconds since 1970 in UTC. This clock can be set, forwards and backwards. */
int64_t clock_wall_ms(void);

/* Time since some moment in the past; it never goes back. For durations and deadlines. */
int64_t clock_mono_ms(void);
int64_t clock_mono_ns(void);
/* The same, but it also counts while the machine is suspended, where the kernel has such a
 * clock. */
int64_t clock_boot_ms(void);

struct timespec clock_timespec_of_ms(int64_t ms);

/* Returns earlier when a signal was handled. */
void clock_sleep_ms(int64_t ms);
