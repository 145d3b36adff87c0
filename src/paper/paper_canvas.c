/* Draws into a PDF in memory, with cairo and pango. */
#include "paper/paper_canvas.h"

#include "base/err.h"
#include "base/version.h"
#include "paper/paper.h"

#include <cairo-pdf.h>
#include <stdio.h>
#include <string.h>

#define LINE_SPACE 1.1f /* times the height of a line */

/* ---- The document ---- */

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int len)
{
    struct text *out = closure;
    text_add_len(out, (const char *)data, len);
    return out->cut ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static void set_metadata(cairo_surface_t *surface, const char *title)
{
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, croupier_program);
    /* The PDF must not say when it was written: equal papers give equal bytes. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, "1970-01-01T00:00:00Z");
}

static PangoLayout *make_layout(cairo_t *cr)
{
    /* A font map of its own: papers are drawn on several threads. */
    PangoFontMap *fonts = pango_cairo_font_map_new();
    PangoContext *context = pango_font_map_create_context(fonts);
    pango_cairo_update_context(cr, context);
    /* Letters on paper are not moved to the pixels of a screen. */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
    pango_context_set_round_glyph_positions(context, FALSE);
    PangoLayout *layout = pango_layout_new(context);
    g_object_unref(context);
    g_object_unref(fonts);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout, LINE_SPACE);
    /* Otherwise a name in Hebrew would move to the other side of its column. */
    pango_layout_set_auto_dir(layout, FALSE);
    return layout;
}

void canvas_open(struct canvas *c, struct text *out, double width, double height, const char *title)
{
    *c = (struct canvas){0};
    c->surface = cairo_pdf_surface_create_for_stream(write_bytes, out, width, height);
    if (cairo_surface_status(c->surface) == CAIRO_STATUS_SUCCESS)
        set_metadata(c->surface, title);
    c->cr = cairo_create(c->surface);
    c->layout = make_layout(c->cr);
}

void canvas_resize(struct canvas *c, double width, double height)
{
    cairo_pdf_surface_set_size(c->surface, width, height);
}

void canvas_show_page(struct canvas *c)
{
    if (!c->is_dry)
        cairo_show_page(c->cr);
}

int canvas_close(struct canvas *c, struct cr_err *err)
{
    g_object_unref(c->layout);
    cairo_destroy(c->cr);
    cairo_surface_finish(c->surface);
    const cairo_status_t status = cairo_surface_status(c->surface);
    cairo_surface_destroy(c->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        return CR_OK;
    return err_set(err, CR_E_IO, "cannot draw the paper as PDF: %s",
                   cairo_status_to_string(status));
}

void canvas_outline(struct canvas *c, const char *text, unsigned page, double y)
{
    char place[64];
    if (c->is_dry)
        return;
    snprintf(place, sizeof place, "page=%u pos=[%d %d]", page, 0, (int)y);
    cairo_pdf_surface_add_outline(c->surface, CAIRO_PDF_OUTLINE_ROOT, text, place, 0);
}

/* ---- Text ---- */

static bool is_same_font(const struct canvas_ink *a, const struct canvas_ink *b)
{
    return a->face == b->face && a->is_bold == b->is_bold && !(a->size < b->size) &&
           !(a->size > b->size);
}

static void set_font(struct canvas *c, const struct canvas_ink *ink)
{
    static const char *const families[] = {[CANVAS_SANS] = "DejaVu Sans,Liberation Sans,sans-serif",
                                           [CANVAS_MONO] =
                                               "DejaVu Sans Mono,Liberation Mono,monospace"};
    if (is_same_font(&c->ink, ink))
        return;
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, families[ink->face]);
    pango_font_description_set_absolute_size(font, ink->size * PANGO_SCALE);
    pango_font_description_set_weight(font, ink->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(c->layout, font);
    pango_font_description_free(font);
    c->ink = *ink;
}

static void lay_out(struct canvas *c, const struct canvas_ink *ink, double width, double most,
                    const char *text)
{
    set_font(c, ink);
    pango_layout_set_width(c->layout, width > 0 ? pango_units_from_double(width) : -1);
    pango_layout_set_height(c->layout, most > 0 ? pango_units_from_double(most) : -1);
    pango_layout_set_ellipsize(c->layout, most > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
    pango_layout_set_text(c->layout, text, -1);
}

static void set_colour(struct canvas *c, enum canvas_colour colour)
{
    const unsigned rgb = (unsigned)colour;
    cairo_set_source_rgb(c->cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

static double laid_out_height(struct canvas *c)
{
    int height;
    pango_layout_get_size(c->layout, NULL, &height);
    return pango_units_to_double(height);
}

double canvas_text(struct canvas *c, const struct canvas_ink *ink, double x, double y, double width,
                   double most, enum canvas_align align, const char *text)
{
    static const PangoAlignment alignments[] = {PANGO_ALIGN_LEFT, PANGO_ALIGN_CENTER,
                                                PANGO_ALIGN_RIGHT};
    pango_layout_set_alignment(c->layout, alignments[align]);
    lay_out(c, ink, width, most, text);
    if (!c->is_dry) {
        set_colour(c, ink->colour);
        cairo_move_to(c->cr, x, y);
        pango_cairo_show_layout(c->cr, c->layout);
    }
    return laid_out_height(c);
}

double canvas_text_height(struct canvas *c, const struct canvas_ink *ink, double width, double most,
                          const char *text)
{
    lay_out(c, ink, width, most, text);
    return laid_out_height(c);
}

double canvas_text_width(struct canvas *c, const struct canvas_ink *ink, const char *text)
{
    int width;
    lay_out(c, ink, 0, 0, text);
    pango_layout_get_size(c->layout, &width, NULL);
    return pango_units_to_double(width);
}

/* ---- Lines and areas ---- */

/* False on a dry run, which draws nothing. */
static bool takes_ink(struct canvas *c, double thickness, enum canvas_colour colour)
{
    if (c->is_dry)
        return false;
    set_colour(c, colour);
    cairo_set_line_width(c->cr, thickness);
    return true;
}

void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double thickness,
                 enum canvas_colour colour)
{
    if (!takes_ink(c, thickness, colour))
        return;
    cairo_move_to(c->cr, x0, y0);
    cairo_line_to(c->cr, x1, y1);
    cairo_stroke(c->cr);
}

void canvas_fill(struct canvas *c, double x, double y, double width, double height,
                 enum canvas_colour colour)
{
    if (c->is_dry)
        return;
    set_colour(c, colour);
    cairo_rectangle(c->cr, x, y, width, height);
    cairo_fill(c->cr);
}

void canvas_box(struct canvas *c, double x, double y, double width, double height, double thickness,
                enum canvas_colour colour)
{
    if (!takes_ink(c, thickness, colour))
        return;
    cairo_rectangle(c->cr, x, y, width, height);
    cairo_stroke(c->cr);
}

void canvas_dashes(struct canvas *c, double x0, double y0, double x1, double y1, double thickness,
                   enum canvas_colour colour)
{
    static const double dashes[] = {3, 2};
    cairo_set_dash(c->cr, dashes, 2, 0);
    canvas_line(c, x0, y0, x1, y1, thickness, colour);
    cairo_set_dash(c->cr, NULL, 0, 0);
}

void canvas_diamond(struct canvas *c, double x, double y, double size, enum canvas_colour colour)
{
    if (c->is_dry)
        return;
    cairo_move_to(c->cr, x, y - size);
    cairo_line_to(c->cr, x + size, y);
    cairo_line_to(c->cr, x, y + size);
    cairo_line_to(c->cr, x - size, y);
    cairo_close_path(c->cr);
    set_colour(c, CANVAS_PAPER);
    cairo_fill_preserve(c->cr);
    set_colour(c, colour);
    cairo_set_line_width(c->cr, 0.8);
    cairo_stroke(c->cr);
}

/* ---- Pictures ---- */

struct picture_bytes {
    const unsigned char *at;
    size_t left;
};

static cairo_status_t read_picture(void *closure, unsigned char *data, unsigned int len)
{
    struct picture_bytes *bytes = closure;
    if (len > bytes->left)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, bytes->at, len);
    bytes->at += len;
    bytes->left -= len;
    return CAIRO_STATUS_SUCCESS;
}

/* NULL when the picture cannot be read. */
static cairo_surface_t *open_picture(const void *png, size_t len)
{
    struct picture_bytes bytes = {png, len};
    cairo_surface_t *picture = cairo_image_surface_create_from_png_stream(read_picture, &bytes);
    if (cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS)
        return picture;
    cairo_surface_destroy(picture);
    return NULL;
}

bool paper_is_picture(const void *png, size_t len)
{
    cairo_surface_t *picture = open_picture(png, len);
    cairo_surface_destroy(picture);
    return picture != NULL;
}

double canvas_picture(struct canvas *c, double x, double y, double width, double height,
                      enum canvas_align align, const void *png, size_t len)
{
    static const double before[] = {[CANVAS_LEFT] = 0, [CANVAS_CENTRE] = 0.5, [CANVAS_RIGHT] = 1};
    cairo_surface_t *picture = open_picture(png, len);
    if (picture == NULL)
        return 0;
    const double wide = cairo_image_surface_get_width(picture);
    const double high = cairo_image_surface_get_height(picture);
    const double scale = width / wide < height / high ? width / wide : height / high;
    if (!c->is_dry) {
        cairo_save(c->cr);
        cairo_translate(c->cr, x + (width - wide * scale) * before[align], y);
        cairo_scale(c->cr, scale, scale);
        cairo_set_source_surface(c->cr, picture, 0, 0);
        cairo_paint(c->cr);
        cairo_restore(c->cr);
    }
    cairo_surface_destroy(picture);
    return high * scale;
}
