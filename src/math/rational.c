/* Exact numbers: reduction, comparison, text. */
#include "math/rational.h"

#include "base/check.h"

#include <stdio.h>

static wide wide_gcd(wide a, wide b)
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
    wide divisor = wide_gcd(num < 0 ? -num : num, den);
    num /= divisor;
    den /= divisor;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    *out = (struct cr_rational){(int64_t)num, (int64_t)den};
    return true;
}

bool rational_add(struct cr_rational *sum, int64_t count, struct cr_ratio ratio)
{
    struct cr_rational product;
    return rational_reduce((wide)count * ratio.num, ratio.den, &product) &&
           rational_reduce((wide)sum->num * product.den + (wide)product.num * sum->den,
                           (wide)sum->den * product.den, sum);
}

int rational_compare(struct cr_rational a, struct cr_rational b)
{
    wide left = (wide)a.num * b.den, right = (wide)b.num * a.den;
    return (left > right) - (left < right);
}

double cr_rational_value(struct cr_rational r)
{
    return (double)r.num / (double)r.den;
}

size_t cr_rational_format(struct cr_rational r, char out[CR_RATIONAL_TEXT_MAX])
{
    int n = snprintf(out, CR_RATIONAL_TEXT_MAX, "%lld/%lld", (long long)r.num, (long long)r.den);
    return (size_t)n;
}
