/* Characters of UTF-8 and the cells they take where letters stand in columns. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_REPLACEMENT 0xfffdu
#define UTF8_CHAR_MAX    4

/* The length of the character at s, or 0 when the bytes are no character, as overlong forms,
 * surrogates and codes beyond U+10FFFF are not. len is at least 1. */
size_t utf8_length(const unsigned char *s, size_t len);

/* The next character of a terminated text; 0 at its end. A byte that belongs to no character is
 * UTF8_REPLACEMENT. */
uint32_t utf8_next(const char **at);

/* Writes a character; returns its length. */
size_t utf8_encode(uint32_t code, char out[UTF8_CHAR_MAX]);

/* True when the text has only characters, and no control characters; line ends and tabs only where
 * lines are allowed. */
bool utf8_is_clean(const char *text, size_t len, bool lines);

/* Cells that a character takes: none for marks that combine, two for wide ones. */
unsigned utf8_cells(uint32_t code);
/* Cells of the first len bytes of a terminated text. */
unsigned utf8_width(const char *text, size_t len);
