/* Text in columns of letters of equal width, for terminals and receipt printers. */
#pragma once

#include "base/text.h"

#include <stddef.h>

/* Takes the next line of a text that is broken at blanks, or inside a word longer than a line.
 * Returns the number of its bytes, from *line on, and moves *at behind it; 0 at the end of the
 * text. */
size_t layout_take_line(const char **at, unsigned width, const char **line);

/* Adds the text and blanks beside it, so that it is `width` wide. */
void layout_add_padded(struct text *out, const char *text, size_t len, unsigned width,
                       bool at_right);

/* Removes blanks at the end. */
void layout_trim(struct text *out);

/* Adds the text in letters that every receipt printer has: "é" becomes "e", "–" becomes "-", a
 * letter without a similar one "?". */
void layout_add_ascii(struct text *out, const char *text);
