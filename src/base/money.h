/* Arithmetic on money. Sums check for overflow: a document cannot state an amount large enough to
 * overflow a sum (CR_MONEY_INPUT_MAX_MICRO), so one that does is a fault of ours. Products can
 * overflow through a house's own pay table, so they report it. */
#pragma once

#include "base/check.h"

#include <croupier/money.h>

static inline struct cr_money money_add(struct cr_money a, struct cr_money b)
{
    struct cr_money sum;
    CHECK(!__builtin_add_overflow(a.micro, b.micro, &sum.micro));
    return sum;
}

static inline struct cr_money money_sub(struct cr_money a, struct cr_money b)
{
    struct cr_money difference;
    CHECK(!__builtin_sub_overflow(a.micro, b.micro, &difference.micro));
    return difference;
}

static inline struct cr_money money_min(struct cr_money a, struct cr_money b)
{
    return a.micro < b.micro ? a : b;
}

/* The whole cents in an amount that is not negative (MET-3, MET-5). */
static inline struct cr_money money_floor_cent(struct cr_money a)
{
    return cr_money_from_micro(a.micro - a.micro % CR_MICRO_PER_CENT);
}

/* An amount inside a sentence: money_text(amount).text */
struct money_text {
    char text[CR_MONEY_TEXT_MAX];
};
struct money_text money_text(struct cr_money amount);

/* The largest amount a product may reach. Six of them still add up without overflow, which is
 * more than one hand's wagers can win. */
#define MONEY_PRODUCT_MAX_MICRO (INT64_MAX / 8)

/* a * num / den rounded down, for products that do not fit 64 bits or are larger than a product
 * may be (then false). */
bool money_mul_floor_wide(struct cr_money a, int64_t num, int64_t den, struct cr_money *out);

/* a * num / den rounded down; false when the product is too large. num and den are not negative,
 * den is not zero. Inline, because it is done for every wager that wins. */
static inline bool money_mul_floor(struct cr_money a, int64_t num, int64_t den,
                                   struct cr_money *out)
{
    CHECK(a.micro >= 0 && num >= 0 && den > 0);
    /* Nearly every product fits 64 bits, where division is several times faster. */
    int64_t product;
    if (__builtin_mul_overflow(a.micro, num, &product) || product > MONEY_PRODUCT_MAX_MICRO)
        return money_mul_floor_wide(a, num, den, out);
    *out = cr_money_from_micro(den == 1 ? product : product / den);
    return true;
}

/* The same, rounded down to a whole cent: what a table can pay (3 to 2 on 0.01). */
static inline bool money_mul_floor_cent(struct cr_money a, int64_t num, int64_t den,
                                        struct cr_money *out)
{
    struct cr_money exact;
    if (!money_mul_floor(a, num, den, &exact))
        return false;
    *out = money_floor_cent(exact);
    return true;
}
