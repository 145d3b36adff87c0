/* Renders parts of a paper for a terminal, in columns of letters of equal width. */
#pragma once

#include "paper/paper_internal.h"

/* The value as it is printed, in b. Minus signs are those of the keyboard, so that a figure can be
 * copied into another program. */
const char *text_value(struct text *b, const struct paper_value *v);
const char *text_words(struct text *b, const char *words);
/* Frees b; if b ran out of memory, out is marked as cut. */
void text_drop(struct text *out, struct text *b);

/* Adds a table in its shape, in lines of at most so many columns where that is possible. */
void text_table(struct text *out, const struct paper *p, const struct paper_table *t,
                unsigned columns);
