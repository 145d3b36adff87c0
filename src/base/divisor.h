/* The greatest common divisor and the least common multiple of whole numbers. */
#pragma once

#include <stdint.h>

/* The divisor of 0 and a number is that number. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* For numbers from 1 on; the caller knows that the result fits. */
static inline uint64_t common_multiple(uint64_t a, uint64_t b)
{
    return a / common_divisor(a, b) * b;
}
