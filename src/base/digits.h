/* Whole numbers as decimal digits, written directly to their place: amounts and numbers are most
 * of what the log consists of. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Room for any number of 64 bits. The functions may write to all of it, whatever the number. */
#define DIGITS_ROOM 24

/* Writes the number without a terminator; returns how many digits it has. */
size_t digits_write(char *out, uint64_t number);

/* Writes the last digits of a number below 100,000,000, one to eight of them, with zeros in front;
 * out must have room for eight. */
void digits_write_last(char *out, uint64_t number, size_t count);
