/* Whole numbers as decimal digits, written where they are wanted: amounts and numbers are most of
 * what the log consists of. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Room for any number of 64 bits. All of it may be written to, whatever the number. */
#define DIGITS_ROOM 24

/* Writes the number without a terminator; how many digits it has. */
size_t digits_write(char *out, uint64_t number);

/* Writes the last digits of a number below 100,000,000, one to eight of them, with zeros in front;
 * the room is that of eight. */
void digits_write_last(char *out, uint64_t number, size_t count);
