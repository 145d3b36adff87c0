/* Parts of a paper in columns of equal letters, for a terminal. */
#pragma once

#include "paper/paper_internal.h"

/* What is printed of a value, in b. Minus signs are the ones of the keyboard, so that a figure can
 * be copied into another program. */
const char *text_value(struct text *b, const struct paper_value *v);
const char *text_words(struct text *b, const char *words);
/* Frees b; what was cut in it is cut in out. */
void text_drop(struct text *out, struct text *b);

/* A table in its shape, in lines of at most so many columns where that can be. */
void text_table(struct text *out, const struct paper *p, const struct paper_table *t,
                unsigned columns);
