/* Draws into a PDF in memory. Lengths are in points, y grows downward.
 *
 * While is_dry is set nothing is drawn, but heights are returned as usual: so a document finds out
 * how many pages it has, and whether a part fits on the page. Drawing functions do not fail: cairo
 * keeps its first fault, and canvas_close returns it. */
#pragma once

#include "base/text.h"

#include <pango/pangocairo.h>

#include <croupier/error.h>

enum canvas_colour {
    CANVAS_INK = 0x1b1f24,
    CANVAS_QUIET = 0x5c6670,
    CANVAS_ACCENT = 0x1f3a5f,
    CANVAS_HAIRLINE = 0xb9c2cb,
    CANVAS_TINT = 0xe6ecf2,
    CANVAS_ZEBRA = 0xf4f6f9,
    CANVAS_MIDDLE = 0x6d8cb0, /* bars and boxes */
    CANVAS_MARK = 0xd9e2ec,   /* the ground of a marked cell */
    CANVAS_PAPER = 0xffffff
};

enum canvas_face { CANVAS_SANS, CANVAS_MONO };
enum canvas_align { CANVAS_LEFT, CANVAS_CENTRE, CANVAS_RIGHT };

struct canvas_ink {
    enum canvas_face face;
    double size;
    bool is_bold;
    enum canvas_colour colour;
};

struct canvas {
    bool is_dry;
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoLayout *layout;
    struct canvas_ink ink; /* the font and size that the layout has now */
};

/* Begins a PDF whose bytes are added to *out. title: for its metadata. */
void canvas_open(struct canvas *c, struct text *out, double width, double height,
                 const char *title);
/* Sets the size of the current page, before anything is drawn on it. */
void canvas_resize(struct canvas *c, double width, double height);
void canvas_show_page(struct canvas *c);
int canvas_close(struct canvas *c, struct cr_err *err);

/* Adds an entry to the outline that leads to this height of that page. */
void canvas_outline(struct canvas *c, const char *text, unsigned page, double y);

/* Draws text whose lines are broken at width (0: never) and returns its height. Text higher than
 * `most` ends with an ellipsis; 0: no limit. */
double canvas_text(struct canvas *c, const struct canvas_ink *ink, double x, double y, double width,
                   double most, enum canvas_align align, const char *text);
double canvas_text_height(struct canvas *c, const struct canvas_ink *ink, double width, double most,
                          const char *text);
double canvas_text_width(struct canvas *c, const struct canvas_ink *ink, const char *text);

void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double thickness,
                 enum canvas_colour colour);
void canvas_fill(struct canvas *c, double x, double y, double width, double height,
                 enum canvas_colour colour);
void canvas_box(struct canvas *c, double x, double y, double width, double height, double thickness,
                enum canvas_colour colour);
void canvas_dashes(struct canvas *c, double x0, double y0, double x1, double y1, double thickness,
                   enum canvas_colour colour);
/* A white diamond with an edge; its corners are `size` from its middle. */
void canvas_diamond(struct canvas *c, double x, double y, double size, enum canvas_colour colour);

/* Draws a PNG as large as fits into a box of that size, at its left, middle or right edge. Returns
 * its height, 0 for one that cannot be read. */
double canvas_picture(struct canvas *c, double x, double y, double width, double height,
                      enum canvas_align align, const void *png, size_t len);
