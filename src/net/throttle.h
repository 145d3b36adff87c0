/* Limits how often something may happen, by name: a leaky bucket for each of a bounded number of
 * names. Time comes in as an argument, from a clock that never goes back. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define THROTTLE_NAMES    1024
#define THROTTLE_NAME_MAX 64

struct throttle_name {
    char name[THROTTLE_NAME_MAX]; /* "": free */
    int64_t level;                /* thousandths of one, as of at_ms */
    int64_t at_ms;
};

struct throttle {
    unsigned most;       /* at once */
    unsigned per_minute; /* how many are forgotten in a minute */
    struct throttle_name names[THROTTLE_NAMES];
};

void throttle_init(struct throttle *t, unsigned most, unsigned per_minute);

/* Seconds until one more is within the limit; 0: it is now. */
unsigned throttle_wait_s(const struct throttle *t, const char *name, int64_t now_ms);

/* Counts one more. A name beyond the bounded number takes the place of the one that has the least
 * on it. */
void throttle_count(struct throttle *t, const char *name, int64_t now_ms);

/* Counts one more if it is within the limit. */
bool throttle_take(struct throttle *t, const char *name, int64_t now_ms);

/* The name under which a peer's address is counted: the address itself, or the first half of an
 * IPv6 address, of which one machine has as many as it wants. */
void throttle_name_of(const char *address, char out[THROTTLE_NAME_MAX]);
