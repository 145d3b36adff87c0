/* Pages of an A4 document: text from top to bottom, a running header, "page n of m".
 *
 * A document is drawn twice, the first time only to learn how many pages it has. Lengths are in
 * points, y grows downward. Drawing never fails halfway: cairo remembers its first fault, and
 * whoever owns the surface asks for it at the end.
 */
#ifndef PAPER_PDF_PAGE_H
#define PAPER_PDF_PAGE_H

#include <pango/pangocairo.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PDF_PAGE_WIDTH  595.276
#define PDF_PAGE_HEIGHT 841.890
#define PDF_LEFT        60.0
#define PDF_RIGHT       (PDF_PAGE_WIDTH - 60.0)
#define PDF_WIDTH       (PDF_RIGHT - PDF_LEFT)
#define PDF_TOP         78.0
#define PDF_BOTTOM      (PDF_PAGE_HEIGHT - 70.0)

/* Colours, 0xRRGGBB. */
enum {
    PDF_INK = 0x1b1f24,
    PDF_QUIET = 0x5c6670,
    PDF_ACCENT = 0x1f3a5f,
    PDF_MIDDLE = 0x6d8cb0,
    PDF_TINT = 0xd9e2ec,
    PDF_HAIRLINE = 0xa9b3bd,
    PDF_PAPER = 0xffffff
};

enum pdf_family { PDF_SANS, PDF_SERIF };
enum pdf_align { PDF_ALIGN_LEFT, PDF_ALIGN_CENTRE, PDF_ALIGN_RIGHT };

struct pdf_style {
    enum pdf_family family;
    double size;
    bool bold, italic;
    uint32_t colour;
};

struct pdf {
    cairo_t *cr;
    PangoLayout *layout;
    const char *running; /* the header of every page but the first */
    const char *origin;  /* left in the footer */
    unsigned page, pages;
    unsigned section;
    double y; /* where the next thing goes */
};

/* Starts a document on a surface that outlives it; pages is what pdf_close returned the first
 * time, 0 then. Both texts are borrowed until pdf_close. */
void pdf_open(struct pdf *pdf, cairo_surface_t *surface, const char *running, const char *origin,
              unsigned pages);

/* Ends the last page. Returns how many there are. */
unsigned pdf_close(struct pdf *pdf);

/* ---- The flow of the page ---- */

void pdf_new_page(struct pdf *pdf);

/* A new page unless there are so many points left. */
void pdf_need(struct pdf *pdf, double height);

void pdf_space(struct pdf *pdf, double height);

/* A numbered heading and an entry of the outline, on the page of the `below` points after it. */
void pdf_heading(struct pdf *pdf, const char *text, double below);

/* A line above a table or a chart, on the page of the `below` points after it. */
void pdf_caption(struct pdf *pdf, const char *text, double below);

void pdf_paragraph(struct pdf *pdf, const char *text);

/* Smaller and quieter, for remarks below a table. */
void pdf_note(struct pdf *pdf, const char *text);

/* "Dealer   qualifies with a pair": a label and a text that may be several lines long. */
void pdf_fact(struct pdf *pdf, const char *label, const char *text);

/* ---- Drawing anywhere ---- */

/* Draws a text whose lines are broken at width; returns its height. */
double pdf_text(struct pdf *pdf, const struct pdf_style *style, double x, double y, double width,
                enum pdf_align align, const char *text);

double pdf_text_height(struct pdf *pdf, const struct pdf_style *style, double width,
                       const char *text);
double pdf_text_width(struct pdf *pdf, const struct pdf_style *style, const char *text);

void pdf_line(struct pdf *pdf, double x0, double y0, double x1, double y1, double thickness,
              uint32_t colour);
void pdf_fill(struct pdf *pdf, double x, double y, double width, double height, uint32_t colour);

#endif
