/* Exact rational numbers of 128 bits: reduction, arithmetic, comparison, text. */
#include "math/rational.h"

#include "base/check.h"

#include <stdio.h>

wide wide_divisor(wide a, wide b)
{
    while (b != 0) {
        wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

bool rational_reduce(wide num, wide den, struct cr_rational *out)
{
    CHECK(den > 0);
    const wide divisor = wide_divisor(num < 0 ? -num : num, den);
    *out = (struct cr_rational){num / divisor, den / divisor};
    return true;
}

bool rational_sum(struct cr_rational a, struct cr_rational b, struct cr_rational *out)
{
    wide left, right, num, den;
    if (__builtin_mul_overflow(a.num, b.den, &left) ||
        __builtin_mul_overflow(b.num, a.den, &right) || __builtin_add_overflow(left, right, &num) ||
        __builtin_mul_overflow(a.den, b.den, &den))
        return false;
    return rational_reduce(num, den, out);
}

bool rational_add(struct cr_rational *sum, int64_t count, struct cr_ratio ratio)
{
    struct cr_rational product;
    return rational_reduce((wide)count * ratio.num, ratio.den, &product) &&
           rational_sum(*sum, product, sum);
}

bool rational_multiply(struct cr_rational a, struct cr_rational b, struct cr_rational *out)
{
    struct cr_rational first, second;
    wide num, den;
    rational_reduce(a.num, b.den, &first); /* reduced crosswise, so that the products stay small */
    rational_reduce(b.num, a.den, &second);
    if (__builtin_mul_overflow(first.num, second.num, &num) ||
        __builtin_mul_overflow(first.den, second.den, &den))
        return false;
    *out = (struct cr_rational){num, den};
    return true;
}

/* The largest whole number that is not above the value. */
static wide whole_part(struct cr_rational r)
{
    return r.num / r.den - (r.num % r.den < 0);
}

/* Compares whole parts first, then the reciprocals of the remainders: no product can overflow. */
int rational_compare(struct cr_rational a, struct cr_rational b)
{
    for (int sign = 1;; sign = -sign) {
        const wide left = whole_part(a), right = whole_part(b);
        if (left != right)
            return left > right ? sign : -sign;
        const wide rest_a = a.num - left * a.den, rest_b = b.num - left * b.den;
        if (rest_a == 0 || rest_b == 0)
            return sign * ((rest_a > 0) - (rest_b > 0));
        a = (struct cr_rational){a.den, rest_a};
        b = (struct cr_rational){b.den, rest_b};
    }
}

double cr_rational_value(struct cr_rational r)
{
    return (double)r.num / (double)r.den;
}

/* Writes the digits of a non-negative number so that they end before `end`; returns where they
 * begin. */
static char *write_digits(wide value, char *end)
{
    do
        *--end = (char)('0' + (int)(value % 10));
    while ((value /= 10) > 0);
    return end;
}

size_t cr_rational_format(struct cr_rational r, char out[CR_RATIONAL_TEXT_MAX])
{
    char num[44], den[44];
    num[43] = den[43] = '\0';
    int n =
        snprintf(out, CR_RATIONAL_TEXT_MAX, "%s%s/%s", r.num < 0 ? "-" : "",
                 write_digits(r.num < 0 ? -r.num : r.num, num + 43), write_digits(r.den, den + 43));
    return (size_t)n;
}
