/* Money: a whole number of millionths of the currency unit (MET-1).
 *
 * A one-member struct, so that an amount can never be mixed up with a count. No floating point.
 * Every function that can lose a fraction says in its name which way it rounds.
 */
#ifndef CROUPIER_MONEY_H
#define CROUPIER_MONEY_H

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cr_money {
    int64_t micro;
};

#define CR_MICRO_PER_UNIT 1000000
#define CR_MICRO_PER_CENT 10000

/* The largest amount that a document may state: 1,000,000,000.00. */
#define CR_MONEY_INPUT_MAX_MICRO (INT64_C(1000000000) * CR_MICRO_PER_UNIT)

/* The largest amount in documents that the floor wrote itself, and the most that the books of a
 * link, or a patron's cash of one day, may add up to: 500,000,000,000.00. Meters can grow beyond
 * what a person may state, and the amounts with which a round begins must be readable again. */
#define CR_MONEY_METER_MAX_MICRO (INT64_C(500000000000) * CR_MICRO_PER_UNIT)

/* Room for any amount as text, sign, point and terminator included. */
#define CR_MONEY_TEXT_MAX 32

static inline struct cr_money cr_money_from_micro(int64_t micro)
{
    struct cr_money m = {micro};
    return m;
}

static inline struct cr_money cr_money_from_units(int32_t units)
{
    return cr_money_from_micro((int64_t)units * CR_MICRO_PER_UNIT);
}

/* Which texts cr_money_parse accepts. */
enum cr_money_form {
    CR_MONEY_CENTS, /* "10" or "10.00": digits, then nothing or exactly two decimals */
    CR_MONEY_MICRO, /* for meters: one to six decimals are allowed too */
    CR_MONEY_METER  /* as CR_MONEY_MICRO, for texts that the floor wrote itself: up to
                       CR_MONEY_METER_MAX_MICRO */
};

/* Reads an amount of at most 1,000,000,000.00 (more only as CR_MONEY_METER); a sign, spaces,
 * exponents and separators are faults. On failure *out is unchanged and err says what is wrong with
 * the text. */
CR_API int cr_money_parse(const char *text, size_t len, enum cr_money_form form,
                          struct cr_money *out, struct cr_err *err);

/* Writes the amount with two decimals when it is a whole number of cents, else with six.
 * Returns the length. */
CR_API size_t cr_money_format(struct cr_money m, char out[CR_MONEY_TEXT_MAX]);

#ifdef __cplusplus
}
#endif
#endif
