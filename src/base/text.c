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

void text_add_json(struct text *t, const char *s, size_t len)
{
    text_add_char(t, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\') {
            text_add_char(t, '\\');
            text_add_char(t, (char)c);
        } else if (c < 0x20 || c == 0x7f) {
            text_add_format(t, "\\u%04x", c);
        } else {
            text_add_char(t, (char)c);
        }
    }
    text_add_char(t, '"');
}
