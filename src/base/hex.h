/* Bytes as hexadecimal digits, two a byte. Digits are written in lower case, as the log, the
 * documents and the checkpoints have them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the digits of so many bytes and the terminator. */
#define HEX_TEXT(bytes) (2 * (bytes) + 1)

/* Writes 2 * len digits and the terminator; returns out. */
char *hex_encode(const void *bytes, size_t len, char *out);

/* Reads exactly 2 * len digits, in either case; false, with out unspecified, when the text is
 * anything else. */
bool hex_decode(const char *digits, size_t digit_count, uint8_t *out, size_t len);
/* The same, in lower case only: where a text has just one spelling. */
bool hex_decode_lower(const char *digits, size_t digit_count, uint8_t *out, size_t len);

/* The value of a digit, or -1. */
int hex_digit(char c);
int hex_digit_lower(char c);
