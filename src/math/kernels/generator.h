/* Random numbers for simulated deals: the same from the same seed and block on every machine, so
 * that work can be divided into blocks for any number of threads. Nobody plays against these
 * deals. */
#pragma once

#include <stdint.h>

/* xoshiro256** by Blackman and Vigna (public domain), its state filled by splitmix64. */
struct generator {
    uint64_t s[4];
};

static inline uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline void generator_init(struct generator *g, uint64_t seed, uint64_t block)
{
    uint64_t state = splitmix(&seed) ^ block;
    state = splitmix(&state);
    for (unsigned i = 0; i < 4; i++)
        g->s[i] = splitmix(&state);
}

static inline uint64_t rotate(uint64_t x, unsigned k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t generator_next(struct generator *g)
{
    uint64_t *s = g->s;
    const uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}
