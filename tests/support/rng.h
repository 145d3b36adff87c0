/* A small random number generator for tests. The same seed gives the same numbers on every machine.
 */
#pragma once

#include <stdint.h>

struct rng {
    uint64_t state;
};

/* The next number of splitmix64. */
static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number from 0 to n - 1, evenly enough distributed for tests. */
static inline unsigned rng_below(struct rng *r, unsigned n)
{
    return (unsigned)((rng_next(r) >> 32) * n >> 32);
}
