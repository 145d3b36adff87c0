/* Lines with styles, for a terminal or without one. A style is one byte in the text, from its place
 * on; data never holds such bytes because it comes through sheet_add_clean. */
#ifndef APP_SHEET_H
#define APP_SHEET_H

#include "base/text.h"

#define SHEET_PLAIN  "\001"
#define SHEET_STRONG "\002"
#define SHEET_DIM    "\003"
#define SHEET_GOOD   "\004"
#define SHEET_WARN   "\005"
#define SHEET_BAD    "\006"
#define SHEET_MONEY  "\016"
#define SHEET_BAR    "\017"

enum sheet_look {
    SHEET_NO_ESCAPES, /* not a terminal */
    SHEET_MONO,       /* bold and reverse only (NO_COLOR) */
    SHEET_COLOR
};

/* How standard output wants it. */
enum sheet_look sheet_look_of(bool no_color);

/* Text from elsewhere: what could move the cursor becomes '?'. At most `cells` cells, "…" at the
 * end of what is longer; 0 for all of it. Returns the cells used. */
unsigned sheet_add_clean(struct text *out, const char *text, unsigned cells);
/* The same in exactly that many cells, blanks added. */
void sheet_add_column(struct text *out, const char *text, unsigned cells);
void sheet_add_column_right(struct text *out, const char *text, unsigned cells);
/* Words folded at the width; lines after the first begin with `indent` blanks. The cursor stands at
 * column `indent`. */
void sheet_add_folded(struct text *out, const char *text, unsigned indent, unsigned width);

unsigned sheet_line_count(const char *sheet);

/* The lines from `first` on, `count` of them at most, each cut at `cols` cells (0: not cut). On a
 * screen every line clears what stood behind it and nothing is cleared before: no flicker. */
void sheet_show(const char *sheet, enum sheet_look look, unsigned first, unsigned count,
                unsigned cols, bool on_screen, struct text *out);

#endif
