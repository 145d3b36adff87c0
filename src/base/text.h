/* A text being written. It either has the caller's memory, and what does not fit is dropped, or it
 * grows in memory of its own. Either way it remembers that something is missing, so that a writer
 * asks once, at the end. It may hold any bytes. */
#pragma once

#include <croupier/money.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: an empty text that grows. */
struct text {
    char *data; /* terminated; NULL while a text that grows is empty */
    size_t size;
    size_t len;
    bool cut;   /* something is missing: it did not fit, or there was no memory */
    bool grows; /* the memory is its own, for text_free */
};

/* A text in the caller's memory. */
void text_init(struct text *t, char *data, size_t size);
/* The same where the text is declared. */
static inline struct text text_in(char *data, size_t size)
{
    struct text t;
    text_init(&t, data, size);
    return t;
}
/* Gives back the memory of a text that grows; it is empty then. */
void text_free(struct text *t);
/* Makes room for `more` bytes and the terminator, if the text grows and there is memory. */
bool text_grow(struct text *t, size_t more);

/* Makes the text empty again, in the same memory. A text that grows keeps its note that it lacked
 * memory. */
void text_clear(struct text *t);
void text_add(struct text *t, const char *s);
void text_add_len(struct text *t, const char *s, size_t len);
void text_add_char(struct text *t, char c);
void text_add_code(struct text *t, uint32_t code); /* a character, as UTF-8 */
void text_add_repeated(struct text *t, char c, size_t times);
void text_add_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_uint(struct text *t, unsigned long value);
void text_add_money(struct text *t, struct cr_money m);
/* value / unit in decimals, exactly and without needless digits; unit is a power of ten. */
void text_add_decimal(struct text *t, uint64_t value, uint64_t unit);

/* Two digits a byte, in lower case. */
void text_add_hex(struct text *t, const void *bytes, size_t len);
/* A decimal number with commas between its thousands: "1,250,000.00". */
void text_add_grouped(struct text *t, const char *digits);
/* Money to the cent, rounded towards zero, with commas between the thousands. */
void text_add_money_grouped(struct text *t, struct cr_money m);

/* Parts of a million as a percentage without needless digits: "10%", "12.5%". */
void text_add_percent(struct text *t, unsigned long ppm);

/* Adds a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. */
void text_add_json(struct text *t, const char *s, size_t len);

/* Copies a text into an array, with zeros behind it; what does not fit is cut off. */
void text_copy(char *out, size_t size, const char *text);
#define TEXT_COPY(array, text) text_copy(array, sizeof(array), text)

/* Reads a whole number from 0 to max; false when the text is anything else. */
bool text_read_uint(const char *text, unsigned long long max, unsigned long long *out);
