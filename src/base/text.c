/* A bounded text being written into the caller's memory. */
#include "base/text.h"

#include "base/check.h"

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
    t->cut = false;
    t->data[0] = '\0';
}

void text_add_len(struct text *t, const char *s, size_t len)
{
    size_t room = t->size - 1 - t->len;
    if (len > room) {
        len = room;
        t->cut = true;
    }
    memcpy(t->data + t->len, s, len);
    t->len += len;
    t->data[t->len] = '\0';
}

void text_add(struct text *t, const char *s)
{
    text_add_len(t, s, strlen(s));
}

void text_add_char(struct text *t, char c)
{
    text_add_len(t, &c, 1);
}

void text_add_format(struct text *t, const char *format, ...)
{
    size_t room = t->size - t->len;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->data + t->len, room, format, args);
    va_end(args);
    CHECK(n >= 0);
    if ((size_t)n >= room) {
        t->cut = true;
        n = (int)room - 1;
    }
    t->len += (size_t)n;
}

void text_add_uint(struct text *t, unsigned long value)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    text_add_len(t, digits + at, sizeof digits - at);
}

void text_add_money(struct text *t, struct cr_money m)
{
    char amount[CR_MONEY_TEXT_MAX];
    text_add_len(t, amount, cr_money_format(m, amount));
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

size_t text_utf8_length(const unsigned char *s, size_t len)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || n > len || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates and what lies beyond U+10FFFF. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

void text_add_json(struct text *t, const char *s, size_t len)
{
    const unsigned char *at = (const unsigned char *)s;
    text_add_char(t, '"');
    for (size_t i = 0, n; i < len; i += n) {
        n = text_utf8_length(at + i, len - i);
        if (n == 0) {
            text_add(t, "\\ufffd");
            n = 1;
        } else if (at[i] == '"' || at[i] == '\\') {
            text_add_char(t, '\\');
            text_add_char(t, s[i]);
        } else if (at[i] < 0x20 || at[i] == 0x7f) {
            text_add_format(t, "\\u%04x", at[i]);
        } else {
            text_add_len(t, s + i, n);
        }
    }
    text_add_char(t, '"');
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
