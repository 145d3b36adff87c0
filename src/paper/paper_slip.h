/* A slip as the lines that a receipt printer prints, 42 letters wide. */
#pragma once

#include "paper/paper_internal.h"

#define SLIP_WIDTH 42 /* font A on 80 mm */

enum slip_style {
    SLIP_PLAIN,
    SLIP_BOLD,
    SLIP_CENTRED,
    SLIP_RULE,       /* a line across; in text of hyphens … */
    SLIP_THICK_RULE, /* … of equals signs … */
    SLIP_SIGN,       /* … of underscores, to sign on */
    SLIP_CODE,       /* the text as a QR code, where one can be printed */
    SLIP_LARGE       /* centred, bold, letters of double size: half as many in a line */
};

typedef void slip_line_fn(void *context, enum slip_style style, const char *text, size_t len);

/* Calls `line` for each line of the slip; texts end with a NUL. is_ascii: letters that ASCII does
 * not have are replaced by similar ones. False for lack of memory. */
bool slip_lines(const struct paper *p, bool is_ascii, slip_line_fn *line, void *context);
