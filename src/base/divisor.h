/* The greatest common divisor and the least common multiple of whole numbers. */
#pragma once

#include <stdint.h>

/* Of 0 and a number: that number. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Of numbers from 1 on; the caller knows that it fits. */
static inline uint64_t common_multiple(uint64_t a, uint64_t b)
{
    return a / common_divisor(a, b) * b;
}
