/* Renders a slip as PDF: 80 mm wide and as long as needed, like the paper of a receipt printer. */
#include "base/version.h"
#include "paper/paper_canvas.h"
#include "paper/paper_internal.h"
#include "paper/paper_slip.h"

#include <qrencode.h>
#include <stdbool.h>

#define WIDTH       226.772 /* 80 mm */
#define MARGIN      11.4
#define TOP         16.0
#define LETTER      8.05 /* 42 of them fill the line */
#define LINE        10.6
#define LINE_LARGE  20.5
#define LOGO_HEIGHT 44.0
#define CODE        170.0   /* 60 mm */
#define CODE_QUIET  14.0    /* margin around a code in which nothing is printed */
#define LENGTH_MAX  14000.0 /* a little less than the longest page of a PDF */

struct strip {
    struct canvas canvas;
    double y, length; /* length: of this page */
    bool is_counting;
    double counted;
    bool failed; /* a code could not be made */
};

static double height_of(enum slip_style style)
{
    return style == SLIP_LARGE ? LINE_LARGE : style == SLIP_CODE ? CODE + 2 * CODE_QUIET : LINE;
}

/* Begins another page if the slip is longer than a page can be. */
static void make_room(struct strip *s, double height)
{
    if (s->y + height + TOP <= s->length)
        return;
    canvas_show_page(&s->canvas);
    s->y = TOP;
}

static void draw_rule(struct strip *s, enum slip_style style)
{
    const double y = s->y + LINE * 0.55;
    const double thickness = style == SLIP_THICK_RULE ? 1.2 : 0.6;
    canvas_line(&s->canvas, MARGIN, y, WIDTH - MARGIN, y, thickness, CANVAS_INK);
}

/* Draws a QR code. Dark squares beside each other are one rectangle, so that no hairlines show
 * between them. The least error correction is enough: the code is read right after printing, and
 * can be printed again. */
static void draw_code(struct strip *s, const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (code == NULL) { /* no memory, or a text longer than a code can be */
        s->failed = true;
        return;
    }
    const unsigned size = (unsigned)code->width;
    const double side = CODE / size, left = (WIDTH - CODE) / 2, top = s->y + CODE_QUIET;
    for (unsigned row = 0; row < size; row++)
        for (unsigned from = 0, to; from < size; from = to + 1) {
            for (to = from; to < size && (code->data[row * size + to] & 1); to++)
                ; /* bit 0: the square is dark */
            if (to > from)
                canvas_fill(&s->canvas, left + from * side, top + row * side, (to - from) * side,
                            side, CANVAS_INK);
        }
    QRcode_free(code);
}

static void draw_line(void *context, enum slip_style style, const char *text, size_t len)
{
    struct strip *s = context;
    const bool is_large = style == SLIP_LARGE;
    const struct canvas_ink ink = {CANVAS_MONO, is_large ? 2 * LETTER : LETTER,
                                   is_large || style == SLIP_BOLD, CANVAS_INK};
    const bool is_centred = is_large || style == SLIP_CENTRED;
    if (s->is_counting) {
        s->counted += height_of(style);
        return;
    }
    make_room(s, height_of(style));
    if (style == SLIP_CODE)
        draw_code(s, text);
    else if (style == SLIP_RULE || style == SLIP_THICK_RULE || style == SLIP_SIGN)
        draw_rule(s, style);
    else if (len > 0)
        canvas_text(&s->canvas, &ink, is_centred ? 0 : MARGIN, s->y, is_centred ? WIDTH : 0, 0,
                    is_centred ? CANVAS_CENTRE : CANVAS_LEFT, text);
    s->y += height_of(style);
}

/* Draws the logo above everything else, or only counts its height. */
static void put_logo(struct strip *s, const struct paper *p)
{
    if (p->logo == NULL)
        return;
    s->canvas.is_dry = s->is_counting;
    const double height = canvas_picture(&s->canvas, MARGIN, s->y, WIDTH - 2 * MARGIN, LOGO_HEIGHT,
                                         CANVAS_CENTRE, p->logo, p->logo_len);
    s->canvas.is_dry = false;
    if (s->is_counting)
        s->counted += height > 0 ? height + LINE : 0;
    else
        s->y += height > 0 ? height + LINE : 0;
}

int pdf_slip(const struct paper *p, struct text *out, struct cr_err *err)
{
    static const struct canvas_ink foot = {CANVAS_MONO, 6, false, CANVAS_QUIET};
    struct strip s = {.is_counting = true};
    put_logo(&s, p);
    bool is_well = slip_lines(p, false, draw_line, &s);
    s.is_counting = false;
    s.y = TOP;
    s.length = s.counted + 2 * TOP + LINE + 1; /* a point for rounding */
    s.length = s.length < LENGTH_MAX ? s.length : LENGTH_MAX;
    canvas_open(&s.canvas, out, WIDTH, s.length, p->title);
    put_logo(&s, p);
    is_well = slip_lines(p, false, draw_line, &s) && is_well;
    make_room(&s, LINE);
    canvas_text(&s.canvas, &foot, 0, s.y + 3, WIDTH, 0, CANVAS_CENTRE, croupier_program);
    canvas_show_page(&s.canvas);
    out->cut = out->cut || !is_well || s.failed;
    return canvas_close(&s.canvas, err);
}
