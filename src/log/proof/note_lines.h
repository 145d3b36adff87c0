/* Lines of a word and a value, as checkpoints and proofs are written: one blank between them, small
 * hexadecimal digits, numbers without needless zeros. Reading keeps the first fault and goes no
 * further. */
#pragma once

#include "base/text.h"

#include <stdint.h>

struct lines {
    const char *text;
    size_t len, at;
    unsigned line;     /* number of the line read last, from 1 */
    const char *fault; /* NULL: none */
};

void lines_add_hex(struct text *t, const char *word, const uint8_t *bytes, size_t len);

struct lines lines_of(const char *text, size_t len);
void lines_fail(struct lines *in, const char *fault);
/* Reads a line that must be exactly this. */
void lines_title(struct lines *in, const char *title);
/* True when the next line begins with this word. */
bool lines_is(const struct lines *in, const char *word);
void lines_hex(struct lines *in, const char *word, uint8_t *out, size_t bytes);
/* Reads a number up to 2^63 - 1. */
void lines_number(struct lines *in, const char *word, uint64_t *out);
/* Reads a value of any bytes but a line end; *out points into the text. */
void lines_value(struct lines *in, const char *word, const char **out, size_t *len);
/* Reads the empty line at the end. */
void lines_end(struct lines *in);
