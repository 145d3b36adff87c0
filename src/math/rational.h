/* Exact numbers while they are being summed up: 128 bits, reduced at the end. */
#ifndef MATH_RATIONAL_H
#define MATH_RATIONAL_H

#include <croupier/analysis.h>

#include <stdbool.h>

__extension__ typedef __int128 wide;

/* num / den in lowest terms; false when it does not fit 64 bits (then *out is unchanged). */
bool rational_reduce(wide num, wide den, struct cr_rational *out);

/* *sum += count times a ratio; false when it does not fit (then *sum is unchanged). */
bool rational_add(struct cr_rational *sum, int64_t count, struct cr_ratio ratio);

/* -1, 0 or 1. Exact. */
int rational_compare(struct cr_rational a, struct cr_rational b);

#endif
