/* Writes a slip as bytes for a receipt printer (ESC/POS). Only ASCII is sent: other characters
 * depend on the printer's code page, and a wrong letter in a name is worse than a plain one. */
#include "paper/paper_slip.h"

#define ESC "\x1b"
#define GS  "\x1d"

/* Adds a function of the printer's own QR codes: GS ( k with a length of two bytes, 49 for QR, a
 * function. */
static void add_function(struct text *out, const char *rest, size_t rest_len, const char *text,
                         size_t len)
{
    const size_t all = rest_len + len;
    text_add_len(out, GS "(k", 3);
    text_add_char(out, (char)(all & 0xff));
    text_add_char(out, (char)(all >> 8 & 0xff));
    text_add_len(out, rest, rest_len);
    text_add_len(out, text, len);
}

static void add_code(struct text *out, const char *text, size_t len)
{
    text_add_len(out, ESC "a\x01", 3);
    add_function(out, "1A2\x00", 4, "", 0); /* model 2 */
    add_function(out, "1C\x05", 3, "", 0);  /* squares of five dots */
    add_function(out, "1E0", 3, "", 0);     /* the least correction */
    add_function(out, "1P0", 3, text, len); /* the text */
    add_function(out, "1Q0", 3, "", 0);     /* print */
    text_add_char(out, '\n');
}

static void add_line(void *context, enum slip_style style, const char *text, size_t len)
{
    struct text *out = context;
    const bool is_bold = style == SLIP_BOLD || style == SLIP_LARGE;
    const bool is_centred = style == SLIP_CENTRED || style == SLIP_LARGE;
    if (style == SLIP_CODE) {
        add_code(out, text, len);
        return;
    }
    text_add_len(out, is_centred ? ESC "a\x01" : ESC "a\x00", 3);
    text_add_len(out, is_bold ? ESC "E\x01" : ESC "E\x00", 3);
    text_add_len(out, style == SLIP_LARGE ? GS "!\x11" : GS "!\x00", 3);
    text_add_len(out, text, len);
    text_add_char(out, '\n');
}

void paper_to_escpos(const struct paper *p, struct text *out)
{
    text_add_len(out, ESC "@", 2);     /* reset the printer */
    text_add_len(out, ESC "t\x00", 3); /* code page 437 */
    if (!slip_lines(p, true, add_line, out))
        out->cut = true;
    text_add_len(out, ESC "d\x03", 3); /* past the tear-off bar */
    text_add_len(out, GS "VB\x00", 4); /* feed to the knife and cut, except for one point */
}
