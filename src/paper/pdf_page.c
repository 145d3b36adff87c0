/* Pages of an A4 document. */
#include "paper/pdf_page.h"

#include <cairo-pdf.h>
#include <stdio.h>

/* Debian has DejaVu wherever it has fontconfig, so reports look the same everywhere. */
static const char *const families[] = {[PDF_SANS] = "DejaVu Sans,Liberation Sans,sans-serif",
                                       [PDF_SERIF] = "DejaVu Serif,Liberation Serif,serif"};

static const struct pdf_style heading_style = {PDF_SERIF, 13.5, true, false, PDF_ACCENT};
static const struct pdf_style caption_style = {PDF_SANS, 8, true, false, PDF_INK};
static const struct pdf_style body_style = {PDF_SERIF, 9, false, false, PDF_INK};
static const struct pdf_style note_style = {PDF_SANS, 7, false, false, PDF_QUIET};
static const struct pdf_style label_style = {PDF_SANS, 7.8, false, false, PDF_QUIET};
static const struct pdf_style fact_style = {PDF_SANS, 7.8, false, false, PDF_INK};

#define LABEL_WIDTH 118.0
#define LINE_SPACE  1.12f /* of a line's own height */

/* ---- Text ---- */

static void set_colour(struct pdf *pdf, uint32_t colour)
{
    cairo_set_source_rgb(pdf->cr, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

static void lay_out(struct pdf *pdf, const struct pdf_style *style, double width, const char *text)
{
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, families[style->family]);
    pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    pango_font_description_set_weight(font, style->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_style(font, style->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_layout_set_font_description(pdf->layout, font);
    pango_font_description_free(font);
    pango_layout_set_width(pdf->layout, width > 0 ? pango_units_from_double(width) : -1);
    pango_layout_set_text(pdf->layout, text, -1);
}

static double laid_out_width(struct pdf *pdf)
{
    int width;
    pango_layout_get_size(pdf->layout, &width, NULL);
    return pango_units_to_double(width);
}

static double laid_out_height(struct pdf *pdf)
{
    int height;
    pango_layout_get_size(pdf->layout, NULL, &height);
    return pango_units_to_double(height);
}

double pdf_text(struct pdf *pdf, const struct pdf_style *style, double x, double y, double width,
                enum pdf_align align, const char *text)
{
    static const PangoAlignment alignments[] = {PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER,
                                                PANGO_ALIGN_RIGHT};
    pango_layout_set_alignment(pdf->layout, alignments[align]);
    lay_out(pdf, style, width, text);
    set_colour(pdf, style->colour);
    cairo_move_to(pdf->cr, x, y);
    pango_cairo_show_layout(pdf->cr, pdf->layout);
    return laid_out_height(pdf);
}

double pdf_text_height(struct pdf *pdf, const struct pdf_style *style, double width,
                       const char *text)
{
    lay_out(pdf, style, width, text);
    return laid_out_height(pdf);
}

double pdf_text_width(struct pdf *pdf, const struct pdf_style *style, const char *text)
{
    lay_out(pdf, style, 0, text);
    return laid_out_width(pdf);
}

/* ---- Lines and areas ---- */

void pdf_line(struct pdf *pdf, double x0, double y0, double x1, double y1, double thickness,
              uint32_t colour)
{
    set_colour(pdf, colour);
    cairo_set_line_width(pdf->cr, thickness);
    cairo_move_to(pdf->cr, x0, y0);
    cairo_line_to(pdf->cr, x1, y1);
    cairo_stroke(pdf->cr);
}

void pdf_fill(struct pdf *pdf, double x, double y, double width, double height, uint32_t colour)
{
    set_colour(pdf, colour);
    cairo_rectangle(pdf->cr, x, y, width, height);
    cairo_fill(pdf->cr);
}

/* ---- Pages ---- */

/* What is too long ends with an ellipsis. */
static void one_line(struct pdf *pdf, const struct pdf_style *style, double x, double y,
                     double width, enum pdf_align align, const char *text)
{
    pango_layout_set_ellipsize(pdf->layout, PANGO_ELLIPSIZE_END);
    pdf_text(pdf, style, x, y, width, align, text);
    pango_layout_set_ellipsize(pdf->layout, PANGO_ELLIPSIZE_NONE);
}

static void start_page(struct pdf *pdf)
{
    static const struct pdf_style style = {PDF_SANS, 7, false, false, PDF_QUIET};
    const double foot = PDF_PAGE_HEIGHT - 50;
    char number[48];
    pdf->page++;
    pdf->y = PDF_TOP;
    if (pdf->page > 1) {
        pdf_text(pdf, &style, PDF_LEFT, 44, PDF_WIDTH, PDF_ALIGN_LEFT, "Mathematical analysis");
        one_line(pdf, &style, PDF_LEFT + 100, 44, PDF_WIDTH - 100, PDF_ALIGN_RIGHT, pdf->running);
        pdf_line(pdf, PDF_LEFT, 57, PDF_RIGHT, 57, 0.5, PDF_HAIRLINE);
    }
    snprintf(number, sizeof number, "page %u of %u", pdf->page, pdf->pages);
    pdf_line(pdf, PDF_LEFT, foot - 5, PDF_RIGHT, foot - 5, 0.5, PDF_HAIRLINE);
    one_line(pdf, &style, PDF_LEFT, foot, PDF_WIDTH - 70, PDF_ALIGN_LEFT, pdf->origin);
    pdf_text(pdf, &style, PDF_LEFT, foot, PDF_WIDTH, PDF_ALIGN_RIGHT, number);
}

void pdf_open(struct pdf *pdf, cairo_surface_t *surface, const char *running, const char *origin,
              unsigned pages)
{
    *pdf = (struct pdf){.running = running, .origin = origin, .pages = pages};
    pdf->cr = cairo_create(surface);
    PangoFontMap *fonts = pango_cairo_font_map_new();
    PangoContext *context = pango_font_map_create_context(fonts);
    pango_cairo_update_context(pdf->cr, context);
    pdf->layout = pango_layout_new(context);
    g_object_unref(context);
    g_object_unref(fonts);
    pango_layout_set_wrap(pdf->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(pdf->layout, LINE_SPACE);
    /* A screen's pixels have no say in where letters stand on paper. */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(pango_layout_get_context(pdf->layout), options);
    cairo_font_options_destroy(options);
    start_page(pdf);
}

unsigned pdf_close(struct pdf *pdf)
{
    cairo_show_page(pdf->cr);
    g_object_unref(pdf->layout);
    cairo_destroy(pdf->cr);
    pdf->layout = NULL;
    pdf->cr = NULL;
    return pdf->page;
}

void pdf_new_page(struct pdf *pdf)
{
    cairo_show_page(pdf->cr);
    start_page(pdf);
}

void pdf_need(struct pdf *pdf, double height)
{
    if (pdf->y > PDF_TOP && pdf->y + height > PDF_BOTTOM)
        pdf_new_page(pdf);
}

void pdf_space(struct pdf *pdf, double height)
{
    pdf->y += height;
}

/* ---- The flow of the page ---- */

void pdf_heading(struct pdf *pdf, const char *text, double below)
{
    char numbered[128], place[64];
    pdf_need(pdf, 36 + below);
    if (pdf->y > PDF_TOP)
        pdf->y += 11;
    snprintf(numbered, sizeof numbered, "%u   %s", ++pdf->section, text);
    snprintf(place, sizeof place, "page=%u pos=[%d %d]", pdf->page, (int)PDF_LEFT, (int)pdf->y);
    cairo_pdf_surface_add_outline(cairo_get_target(pdf->cr), CAIRO_PDF_OUTLINE_ROOT, text, place,
                                  0);
    pdf->y += pdf_text(pdf, &heading_style, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT, numbered);
    pdf->y += 7;
}

void pdf_caption(struct pdf *pdf, const char *text, double below)
{
    const double height = pdf_text_height(pdf, &caption_style, PDF_WIDTH, text);
    pdf_need(pdf, height + 4 + below);
    pdf_text(pdf, &caption_style, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT, text);
    pdf->y += height + 4;
}

static void add_text(struct pdf *pdf, const struct pdf_style *style, double after, const char *text)
{
    pdf_need(pdf, pdf_text_height(pdf, style, PDF_WIDTH, text));
    pdf->y += pdf_text(pdf, style, PDF_LEFT, pdf->y, PDF_WIDTH, PDF_ALIGN_LEFT, text) + after;
}

void pdf_paragraph(struct pdf *pdf, const char *text)
{
    add_text(pdf, &body_style, 8, text);
}

void pdf_note(struct pdf *pdf, const char *text)
{
    add_text(pdf, &note_style, 6, text);
}

void pdf_fact(struct pdf *pdf, const char *label, const char *text)
{
    const double width = PDF_WIDTH - LABEL_WIDTH;
    const double height = pdf_text_height(pdf, &fact_style, width, text);
    pdf_need(pdf, height);
    pdf_text(pdf, &label_style, PDF_LEFT, pdf->y, LABEL_WIDTH - 8, PDF_ALIGN_LEFT, label);
    pdf_text(pdf, &fact_style, PDF_LEFT + LABEL_WIDTH, pdf->y, width, PDF_ALIGN_LEFT, text);
    pdf->y += height + 3.5;
}
