/* Whole numbers as decimal digits: eight of them at once, as the bytes of one number. */
#include "base/digits.h"

#include "base/check.h"

#include <string.h>

#define EIGHT 100000000 /* the first number that has nine digits */

/* Eight digits of a number below EIGHT, not yet as characters, the first one in the lowest byte:
 * parted into two numbers of four digits, these into four of two, and these into eight of one. A
 * product with 10486 or 103 and a shift is the division by 100 or by 10 of numbers so small. */
static inline uint64_t part(uint64_t number)
{
    const uint64_t fours = number / 10000 | number % 10000 << 32;
    const uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007f0000007f);
    const uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
    const uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f);
    return tens | (twos - 10 * tens) << 8;
}

/* Writes the digits from that place on; the bytes behind the last digit are undefined. */
static inline void put(char *out, uint64_t digits, unsigned place)
{
    digits = (digits | UINT64_C(0x3030303030303030)) >> 8 * place;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap64(digits);
#endif
    memcpy(out, &digits, sizeof(digits));
}

size_t digits_write(char *out, uint64_t number)
{
    if (number < 10) { /* an epoch, a small amount */
        *out = (char)('0' + number);
        return 1;
    }
    if (number >= EIGHT) {
        const size_t count = digits_write(out, number / EIGHT);
        put(out + count, part(number % EIGHT), 0);
        return count + 8;
    }
    const uint64_t digits = part(number);
    /* The number of zeros in front; the last digit does not count. */
    const unsigned zeros = (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) / 8;
    put(out, digits, zeros);
    return 8 - zeros;
}

void digits_write_last(char *out, uint64_t number, size_t count)
{
    CHECK(number < EIGHT && count >= 1 && count <= 8);
    put(out, part(number), 8 - (unsigned)count);
}
