/* Looks at several bytes of a text at once, to find those with certain values: for the readers and
 * the writer that go over every byte of a long log. Where the processor compares sixteen bytes
 * with one instruction, these are sixteen, elsewhere eight. */
#pragma once

#include <stdint.h>
#include <string.h>

/* Eight bytes as a number, the first one in its lowest place on every machine. */
static inline uint64_t scan_eight(const char *at)
{
    uint64_t number;
    memcpy(&number, at, sizeof(number));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    number = __builtin_bswap64(number);
#endif
    return number;
}

/* The decimal digits at the beginning of eight bytes: returns how many there are, and gives the
 * number that they make. Neighbouring digits are combined to numbers of two digits, these to
 * numbers of four, then of eight; missing digits count as zeros in front. */
static inline unsigned scan_digits(uint64_t eight, uint64_t *number)
{
    const uint64_t digits = eight ^ UINT64_C(0x3030303030303030);
    const uint64_t others =
        ((digits & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x7676767676767676)) | digits;
    const uint64_t marks = others & UINT64_C(0x8080808080808080);
    const unsigned count = marks == 0 ? 8 : (unsigned)__builtin_ctzll(marks) / 8;
    const uint64_t ones = count == 0 ? 0 : digits << 8 * (8 - count);
    const uint64_t twos = (ones * 10 + (ones >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    const uint64_t fours = (twos * 100 + (twos >> 16)) & UINT64_C(0x0000ffff0000ffff);
    *number = (fours * 10000 + (fours >> 32)) & UINT64_C(0xffffffff);
    return count;
}

/* scan_equal, scan_below and scan_beyond mark bytes: a bit for each byte meant, the first byte's
 * the lowest. Limits are below 0x80. */
#if defined(__SSE2__) && !defined(SCAN_PORTABLY)

#include <emmintrin.h>

#define SCAN_BYTES 16
typedef __m128i scan_bytes;
typedef uint32_t scan_marks;

static inline scan_bytes scan_load(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline scan_marks scan_equal(scan_bytes bytes, char byte)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}

static inline scan_marks scan_below(scan_bytes bytes, char limit)
{
    const __m128i most = _mm_set1_epi8((char)(limit - 1));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(bytes, most), bytes));
}

static inline scan_marks scan_beyond(scan_bytes bytes, char most)
{
    const __m128i limit = _mm_set1_epi8(most);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(bytes, limit), limit)) ^ 0xffff;
}

static inline unsigned scan_first(scan_marks marks)
{
    return (unsigned)__builtin_ctz(marks);
}

/* True when the first `count` bytes are the same; count is at most SCAN_BYTES. */
static inline int scan_same(scan_bytes a, scan_bytes b, unsigned count)
{
    return (~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) & ((UINT32_C(1) << count) - 1)) == 0;
}

#else

#define SCAN_BYTES      8
#define SCAN_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
typedef uint64_t scan_bytes;
typedef uint64_t scan_marks;

static inline scan_bytes scan_load(const char *at)
{
    return scan_eight(at);
}

/* The bit is the byte's highest. Sums of seven bits do not reach the next byte. */
static inline scan_marks scan_equal(scan_bytes bytes, char byte)
{
    const uint64_t other = bytes ^ SCAN_EACH((unsigned char)byte);
    return ~(((other & SCAN_EACH(0x7f)) + SCAN_EACH(0x7f)) | other) & SCAN_EACH(0x80);
}

static inline scan_marks scan_below(scan_bytes bytes, char limit)
{
    const uint64_t sums = (bytes & SCAN_EACH(0x7f)) + SCAN_EACH(0x80u - (unsigned char)limit);
    return ~(sums | bytes) & SCAN_EACH(0x80);
}

static inline scan_marks scan_beyond(scan_bytes bytes, char most)
{
    const uint64_t sums = (bytes & SCAN_EACH(0x7f)) + SCAN_EACH(0x7fu - (unsigned char)most);
    return (sums | bytes) & SCAN_EACH(0x80);
}

static inline unsigned scan_first(scan_marks marks)
{
    return (unsigned)__builtin_ctzll(marks) / 8;
}

static inline int scan_same(scan_bytes a, scan_bytes b, unsigned count)
{
    return count == 0 || (a ^ b) << 8 * (SCAN_BYTES - count) == 0;
}

#endif
