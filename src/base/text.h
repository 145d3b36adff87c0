/* A bounded text being written into the caller's memory. What does not fit is dropped and
 * remembered, so that a writer checks once, at the end. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <croupier/money.h>

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data; /* always terminated */
    size_t size;
    size_t len;
    bool cut;
};

void text_init(struct text *t, char *data, size_t size);
void text_clear(struct text *t);
void text_add(struct text *t, const char *s);
void text_add_len(struct text *t, const char *s, size_t len);
void text_add_char(struct text *t, char c);
void text_add_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_uint(struct text *t, unsigned long value);
void text_add_money(struct text *t, struct cr_money m);

/* Parts of a million as a percentage without needless digits: "10%", "12.5%". */
void text_add_percent(struct text *t, unsigned long ppm);

/* The length of the UTF-8 character at s, or 0 when the bytes are none. */
size_t text_utf8_length(const unsigned char *s, size_t len);

/* As a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. */
void text_add_json(struct text *t, const char *s, size_t len);

/* Reads a whole number from 0 to max; false when the text is anything else. */
bool text_read_uint(const char *text, unsigned long long max, unsigned long long *out);

#endif
