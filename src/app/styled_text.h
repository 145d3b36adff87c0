/* Lines with styles, for a terminal or without one. A style is one byte in the text, from its place
 * on; data never holds such bytes because it comes through styled_add_clean. */
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

/* How standard output wants it. */
enum styled_look styled_look_of(bool no_color);

/* Text from elsewhere: what could move the cursor becomes '?'. At most `cells` cells, "…" at the
 * end of what is longer; 0 for all of it. Returns the cells used. */
unsigned styled_add_clean(struct text *out, const char *text, unsigned cells);
/* The same in exactly that many cells, blanks added. */
void styled_add_column(struct text *out, const char *text, unsigned cells);
void styled_add_column_right(struct text *out, const char *text, unsigned cells);
/* Words folded at the width; lines after the first begin with `indent` blanks. The cursor stands at
 * column `indent`. */
void styled_add_folded(struct text *out, const char *text, unsigned indent, unsigned width);

unsigned styled_line_count(const char *lines);

/* The lines from `first` on, `count` of them at most, each cut at `cols` cells (0: not cut). On a
 * screen every line clears what stood behind it and nothing is cleared before: no flicker. */
void styled_show(const char *lines, enum styled_look look, unsigned first, unsigned count,
                 unsigned cols, bool on_screen, struct text *out);
