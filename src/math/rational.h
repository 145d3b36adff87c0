/* Exact rational numbers of 128 bits, with arithmetic that reports overflow. */
#pragma once

#include <croupier/analysis.h>

#include <stdbool.h>

typedef cr_wide wide;

/* The greatest common divisor; for 0 and another number it is that number. */
wide wide_divisor(wide a, wide b);

/* num / den in lowest terms; den must be above 0. Always returns true, because reducing cannot
 * overflow. */
bool rational_reduce(wide num, wide den, struct cr_rational *out);

/* a + b; false when it does not fit 128 bits (then *out is unchanged). */
bool rational_sum(struct cr_rational a, struct cr_rational b, struct cr_rational *out);

/* *sum += count times a ratio; false when it does not fit 128 bits (then *sum is unchanged). */
bool rational_add(struct cr_rational *sum, int64_t count, struct cr_ratio ratio);

/* a * b; false when it does not fit 128 bits (then *out is unchanged). */
bool rational_multiply(struct cr_rational a, struct cr_rational b, struct cr_rational *out);

/* Compares exactly: -1 where a is less than b, 0 where they are equal, 1 otherwise. */
int rational_compare(struct cr_rational a, struct cr_rational b);
