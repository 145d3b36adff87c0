/* A text being written. */
#include "base/text.h"

#include "base/check.h"
#include "base/digits.h"
#include "base/hex.h"
#include "base/scan.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_init(struct text *t, char *data, size_t size)
{
    CHECK(size > 0);
    *t = (struct text){.data = data, .size = size};
    data[0] = '\0';
}

void text_clear(struct text *t)
{
    t->len = 0;
    if (t->data && !t->grows)
        t->cut = false; /* a lack of memory is not forgotten */
    if (t->data || text_grow(t, 0))
        t->data[0] = '\0';
    else
        t->cut = true;
}

/* How many of len bytes fit, when not all of them fit at once. */
static __attribute__((noinline)) size_t make_more_room(struct text *t, size_t len)
{
    if (text_grow(t, len))
        return len;
    t->cut = true;
    return t->size == 0 ? 0 : t->size - 1 - t->len;
}

/* How many of len bytes fit. */
static inline size_t make_room(struct text *t, size_t len)
{
    return len < t->size - t->len ? len : make_more_room(t, len);
}

static inline void end_at(struct text *t, size_t len)
{
    t->len = len;
    if (t->data)
        t->data[len] = '\0';
}

void text_add_len(struct text *t, const char *s, size_t len)
{
    len = make_room(t, len);
    if (len > 0)
        memcpy(t->data + t->len, s, len);
    end_at(t, t->len + len);
}

void text_add_code(struct text *t, uint32_t code)
{
    char bytes[UTF8_CHAR_MAX];
    text_add_len(t, bytes, utf8_encode(code, bytes));
}

void text_add_repeated(struct text *t, char c, size_t times)
{
    times = make_room(t, times);
    if (times > 0)
        memset(t->data + t->len, c, times);
    end_at(t, t->len + times);
}

void text_add(struct text *t, const char *s)
{
    text_add_len(t, s, strlen(s));
}

void text_add_char(struct text *t, char c)
{
    if (make_room(t, 1) == 0)
        return;
    t->data[t->len] = c;
    end_at(t, t->len + 1);
}

void text_add_format(struct text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(t->data ? t->data + t->len : NULL, t->size - t->len, format, args);
    va_end(args);
    CHECK(n >= 0);
    const bool fits = t->len + (size_t)n < t->size;
    const size_t len = make_room(t, (size_t)n);
    if (!fits && t->data && len == (size_t)n)
        vsnprintf(t->data + t->len, len + 1, format, again);
    va_end(again);
    end_at(t, t->len + len);
}

void text_add_uint(struct text *t, unsigned long value)
{
    char digits[DIGITS_ROOM];
    text_add_len(t, digits, digits_write(digits, value));
}

void text_add_money(struct text *t, struct cr_money m)
{
    char amount[CR_MONEY_TEXT_MAX];
    text_add_len(t, amount, cr_money_format(m, amount));
}

void text_add_hex(struct text *t, const void *bytes, size_t len)
{
    for (const uint8_t *at = bytes; len > 0; at++, len--) {
        char digits[HEX_TEXT(1)];
        text_add_len(t, hex_encode(at, 1, digits), 2);
    }
}

void text_add_grouped(struct text *t, const char *digits)
{
    const size_t whole = strcspn(digits, ".");
    for (size_t i = 0; digits[i] != '\0'; i++) {
        text_add_char(t, digits[i]);
        if (digits[i] != '-' && i + 1 < whole && (whole - i - 1) % 3 == 0)
            text_add_char(t, ',');
    }
}

void text_add_money_grouped(struct text *t, struct cr_money m)
{
    char digits[CR_MONEY_TEXT_MAX];
    cr_money_format(cr_money_from_micro(m.micro - m.micro % CR_MICRO_PER_CENT), digits);
    text_add_grouped(t, digits);
}

void text_add_percent(struct text *t, unsigned long ppm)
{
    text_add_uint(t, ppm / 10000);
    unsigned long rest = ppm % 10000;
    for (unsigned long weight = 1000; rest != 0; rest %= weight, weight /= 10) {
        if (weight == 1000)
            text_add_char(t, '.');
        text_add_char(t, (char)('0' + rest / weight));
    }
    text_add_char(t, '%');
}

/* Marks each of eight bytes that needs an escape in a JSON string or is not ASCII, in the byte's
 * highest bit. The additions are of seven bits each, so no byte carries into the next. */
static inline uint64_t mark_others(uint64_t eight)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones * 0x80;
    const uint64_t low = eight & ~highs;
    const uint64_t printable = (low + ones * 0x60) & ~(low + ones);
    const uint64_t no_quote = (low ^ ones * '"') + ones * 0x7f;
    const uint64_t no_backslash = (low ^ ones * '\\') + ones * 0x7f;
    return (~(printable & no_quote & no_backslash) | eight) & highs;
}

/* Whether every byte is plain, as in nearly every key and value. Where the length is no multiple of
 * a word's, the last word overlaps the one before it, so no byte behind the end is read. */
static inline bool is_plain(const char *s, size_t len)
{
    uint64_t marks = 0;
    if (len >= 8) {
        for (size_t i = 0; i + 8 < len; i += 8)
            marks |= mark_others(scan_eight(s + i));
        return (marks | mark_others(scan_eight(s + len - 8))) == 0;
    }
    if (len >= 4) {
        uint32_t first, last;
        memcpy(&first, s, sizeof first);
        memcpy(&last, s + len - sizeof last, sizeof last);
        return mark_others((uint64_t)first << 32 | last) == 0;
    }
    for (size_t i = 0; i < len; i++)
        marks |= mark_others(UINT64_C(0x2020202020202000) | (unsigned char)s[i]);
    return marks == 0;
}

/* The number of plain bytes from s on. */
static size_t plain_run(const char *s, size_t len)
{
    size_t n = 0;
    for (; len - n >= 8; n += 8) {
        const uint64_t marks = mark_others(scan_eight(s + n));
        if (marks != 0)
            return n + (unsigned)__builtin_ctzll(marks) / 8;
    }
    while (n < len && is_plain(s + n, 1))
        n++;
    return n;
}

/* A character that is not plain; returns its length. */
static size_t add_json_char(struct text *t, const unsigned char *s, size_t len)
{
    const size_t n = utf8_length(s, len);
    if (n == 0) {
        text_add(t, "\\ufffd");
        return 1;
    }
    if (s[0] == '"' || s[0] == '\\')
        text_add_char(t, '\\');
    if (s[0] < 0x20 || s[0] == 0x7f)
        text_add_format(t, "\\u%04x", s[0]);
    else
        text_add_len(t, (const char *)s, n);
    return n;
}

/* All of it at once, when every byte is plain and there is room. */
static bool add_plain_json(struct text *t, const char *s, size_t len)
{
    if (t->size - t->len < len + 3 || !is_plain(s, len))
        return false;
    char *out = t->data + t->len;
    memcpy(out + 1, s, len);
    out[0] = out[len + 1] = '"';
    end_at(t, t->len + len + 2);
    return true;
}

void text_add_json(struct text *t, const char *s, size_t len)
{
    if (add_plain_json(t, s, len))
        return;
    text_add_char(t, '"');
    for (size_t i = 0; i < len;) {
        const size_t plain = plain_run(s + i, len - i);
        text_add_len(t, s + i, plain);
        i += plain;
        if (i < len)
            i += add_json_char(t, (const unsigned char *)s + i, len - i);
    }
    text_add_char(t, '"');
}

void text_copy(char *out, size_t size, const char *text)
{
    const size_t len = strnlen(text, size - 1);
    memcpy(out, text, len);
    memset(out + len, 0, size - len);
}

bool text_read_uint(const char *text, unsigned long long max, unsigned long long *out)
{
    unsigned long long value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (digit > 9 || digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

void text_add_decimal(struct text *t, uint64_t value, uint64_t unit)
{
    uint64_t rest = value % unit;
    text_add_uint(t, value / unit);
    if (rest != 0)
        text_add_char(t, '.');
    for (uint64_t weight = unit / 10; rest != 0; rest %= weight, weight /= 10)
        text_add_char(t, (char)('0' + rest / weight));
}
