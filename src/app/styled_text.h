/* Lines of text with styles, for a terminal or without one. A style is one byte in the text, and
 * applies to what follows it. Data never has such bytes, because it is added with
 * styled_add_clean(). */
#pragma once

#include "base/text.h"

#define STYLED_PLAIN  "\001"
#define STYLED_STRONG "\002"
#define STYLED_DIM    "\003"
#define STYLED_GOOD   "\004"
#define STYLED_WARN   "\005"
#define STYLED_BAD    "\006"
#define STYLED_MONEY  "\016"
#define STYLED_BAR    "\017"

enum styled_look {
    STYLED_NO_ESCAPES, /* not a terminal */
    STYLED_MONO,       /* bold and reverse only (NO_COLOR) */
    STYLED_COLOR
};

/* The look that fits standard output. */
enum styled_look styled_look_of(bool no_color);

/* Adds text from elsewhere; characters that could move the cursor become '?'. Longer text is cut to
 * `cells` cells, with "…" at the end; 0: not cut. Returns the cells used. */
unsigned styled_add_clean(struct text *out, const char *text, unsigned cells);
/* The same in exactly that many cells, padded with blanks on the right; or on the left. */
void styled_add_column(struct text *out, const char *text, unsigned cells);
void styled_add_column_right(struct text *out, const char *text, unsigned cells);
/* Adds words, wrapped at the width. The first line begins at column `indent`, where the text stands
 * already; the others begin with so many blanks. */
void styled_add_folded(struct text *out, const char *text, unsigned indent, unsigned width);

unsigned styled_line_count(const char *lines);

/* Writes at most `count` lines from `first` on, each cut at `cols` cells (0: not cut). On a screen,
 * every line clears the rest of its row, so that nothing has to be cleared before and the screen
 * does not flicker. */
void styled_show(const char *lines, enum styled_look look, unsigned first, unsigned count,
                 unsigned cols, bool on_screen, struct text *out);
