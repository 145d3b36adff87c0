/* Text in columns of equal letters: terminals and receipt printers. */
#pragma once

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

/* The next line of a text that is broken at blanks, or inside a word longer than a line: its bytes,
 * from *line on. *at moves behind it; 0 at the end of the text. */
size_t layout_take_line(const char **at, unsigned width, const char **line);

/* The text and the blanks beside it that make it so wide. */
void layout_add_padded(struct text *out, const char *text, size_t len, unsigned width,
                       bool at_right);

/* Takes blanks off the end. */
void layout_trim(struct text *out);

/* The text in the letters that every receipt printer has: "é" becomes "e", "–" becomes "-", what
 * has no likeness "?". */
void layout_add_ascii(struct text *out, const char *text);
