/* Exact numbers while they are being summed up. */
#pragma once

#include <croupier/analysis.h>

#include <stdbool.h>

typedef cr_wide wide;

/* The greatest common divisor; of 0 and a number: that number. */
wide wide_divisor(wide a, wide b);

/* num / den in lowest terms; den > 0. Always true: what 128 bits hold fits. */
bool rational_reduce(wide num, wide den, struct cr_rational *out);

/* a + b; false when it does not fit (then *out is unchanged). */
bool rational_sum(struct cr_rational a, struct cr_rational b, struct cr_rational *out);

/* *sum += count times a ratio; false when it does not fit 128 bits (then *sum is unchanged). */
bool rational_add(struct cr_rational *sum, int64_t count, struct cr_ratio ratio);

/* a * b; false when it does not fit 128 bits (then *out is unchanged). */
bool rational_multiply(struct cr_rational a, struct cr_rational b, struct cr_rational *out);

/* -1, 0 or 1. Exact. */
int rational_compare(struct cr_rational a, struct cr_rational b);
