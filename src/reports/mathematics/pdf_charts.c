/* Charts: bars and spreads. */
#include "reports/mathematics/pdf_charts.h"

#include "reports/mathematics/pdf_figures.h"

#include <math.h>

static const struct pdf_style label_style = {PDF_SANS, 7.8, false, false, PDF_INK};
static const struct pdf_style strong_style = {PDF_SANS, 7.8, true, false, PDF_INK};
static const struct pdf_style small_style = {PDF_SANS, 6.8, false, false, PDF_QUIET};

/* ---- Bars ---- */

#define BAR_STEP 15.0
#define BAR_GAP  10.0

double pdf_bars_height(size_t count)
{
    return BAR_STEP * (double)count + 12;
}

/* The columns of a bar chart. */
struct bar_columns {
    double label, figure, exact; /* widths */
    double longest;              /* the value of the longest bar */
};

static double widest(struct pdf *pdf, double so_far, const char *text)
{
    return fmax(so_far, text[0] ? pdf_text_width(pdf, &strong_style, text) : 0);
}

static struct bar_columns measure_bars(struct pdf *pdf, const struct pdf_bar *bars, size_t count)
{
    struct bar_columns columns = {0, 0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        columns.label = widest(pdf, columns.label, bars[i].label);
        columns.figure = widest(pdf, columns.figure, bars[i].figure);
        columns.exact = widest(pdf, columns.exact, bars[i].exact);
        columns.longest = fmax(columns.longest, bars[i].value);
    }
    return columns;
}

void pdf_bars(struct pdf *pdf, const struct pdf_bar *bars, size_t count)
{
    const struct bar_columns columns = measure_bars(pdf, bars, count);
    const double exact_x = PDF_RIGHT - columns.exact;
    const double figure_x = exact_x - (columns.exact > 0 ? BAR_GAP : 0) - columns.figure;
    const double x = PDF_LEFT + columns.label + BAR_GAP, room = figure_x - BAR_GAP - x;
    pdf_need(pdf, pdf_bars_height(count));
    const double top = pdf->y;
    for (size_t i = 0; i < count; i++) {
        const struct pdf_bar *bar = &bars[i];
        const struct pdf_style *style = bar->strong ? &strong_style : &label_style;
        const double y = pdf->y + 2.5;
        const double length = columns.longest > 0 ? room * bar->value / columns.longest : 0;
        pdf_text(pdf, style, PDF_LEFT, y, columns.label + 1, PDF_ALIGN_LEFT, bar->label);
        if (length > 0)
            pdf_fill(pdf, x, y, fmax(length, 0.6), BAR_STEP - 6,
                     bar->strong ? PDF_ACCENT : PDF_MIDDLE);
        pdf_text(pdf, style, figure_x - 1, y, columns.figure + 1, PDF_ALIGN_RIGHT, bar->figure);
        if (bar->exact[0])
            pdf_text(pdf, style, exact_x - 1, y, columns.exact + 1, PDF_ALIGN_RIGHT, bar->exact);
        pdf->y += BAR_STEP;
    }
    pdf_line(pdf, x, top, x, pdf->y, 0.6, PDF_INK);
    pdf->y += 10;
}

/* ---- Spreads ---- */

/* From amounts to points. */
struct axis {
    double from, to, step, x, width;
};

/* A step of 1, 2 or 5 times a power of ten that gives at most seven of them. */
static double nice_step(double range)
{
    const double power = pow(10, floor(log10(range / 7)));
    static const double steps[] = {1, 2, 5, 10};
    for (unsigned i = 0; i < 4; i++)
        if (range / (steps[i] * power) <= 7)
            return steps[i] * power;
    return 10 * power;
}

static struct axis make_axis(double low, double high, double x, double width)
{
    struct axis axis = {.x = x, .width = width};
    axis.step = nice_step(high - low > 0 ? high - low : 1);
    axis.from = floor(low / axis.step) * axis.step;
    axis.to = ceil(high / axis.step) * axis.step;
    if (axis.to <= axis.from)
        axis.to = axis.from + axis.step;
    return axis;
}

static double axis_x(const struct axis *axis, double value)
{
    return axis->x + axis->width * (value - axis->from) / (axis->to - axis->from);
}

static void draw_axis(struct pdf *pdf, const struct axis *axis, double y)
{
    const int steps = (int)lround((axis->to - axis->from) / axis->step);
    pdf_line(pdf, axis->x, y, axis->x + axis->width, y, 0.6, PDF_INK);
    for (int i = 0; i <= steps; i++) {
        const double value = axis->from + i * axis->step, x = axis_x(axis, value);
        pdf_line(pdf, x, y - 34, x, y - 0.3, 0.3, PDF_TINT);
        pdf_line(pdf, x, y, x, y + 3, 0.6, PDF_INK);
        pdf_text(pdf, &small_style, x - 35, y + 4, 70, PDF_ALIGN_CENTRE,
                 figure_fixed(FIGURE, value, axis->step < 1 ? 2 : 0));
    }
}

/* A mark of the mean that is no colour: a diamond. */
static void draw_diamond(struct pdf *pdf, double x, double y)
{
    cairo_move_to(pdf->cr, x, y - 4);
    cairo_line_to(pdf->cr, x + 4, y);
    cairo_line_to(pdf->cr, x, y + 4);
    cairo_line_to(pdf->cr, x - 4, y);
    cairo_close_path(pdf->cr);
    cairo_set_source_rgb(pdf->cr, 1, 1, 1);
    cairo_fill_preserve(pdf->cr);
    cairo_set_source_rgb(pdf->cr, 0, 0, 0);
    cairo_set_line_width(pdf->cr, 0.8);
    cairo_stroke(pdf->cr);
}

static void draw_fair(struct pdf *pdf, double x, double y)
{
    static const double dashes[] = {3, 2};
    cairo_save(pdf->cr);
    cairo_set_dash(pdf->cr, dashes, 2, 0);
    pdf_line(pdf, x, y - 17, x, y + 17, 0.9, PDF_INK);
    cairo_restore(pdf->cr);
}

void pdf_spread(struct pdf *pdf, const struct pdf_spread *spread)
{
    const double *q = spread->quantiles, name = 62;
    pdf_need(pdf, PDF_SPREAD_HEIGHT);
    double high = fmax(q[4], spread->mean);
    if (spread->fair > high && spread->fair < 1.5 * high)
        high = spread->fair;
    const struct axis axis =
        make_axis(fmin(q[0], spread->mean), high, PDF_LEFT + name, PDF_WIDTH - name - 24);
    const double y = pdf->y + 18;
    pdf_text(pdf, &strong_style, PDF_LEFT, y - 6, name, PDF_ALIGN_LEFT,
             figure_capital(FIGURE, spread->name));
    draw_axis(pdf, &axis, y + 17);
    pdf_line(pdf, axis_x(&axis, q[0]), y, axis_x(&axis, q[4]), y, 1.2, PDF_ACCENT);
    for (unsigned i = 0; i < CR_QUANTILES; i += 4)
        pdf_line(pdf, axis_x(&axis, q[i]), y - 5, axis_x(&axis, q[i]), y + 5, 1.2, PDF_ACCENT);
    pdf_fill(pdf, axis_x(&axis, q[1]), y - 9, axis_x(&axis, q[3]) - axis_x(&axis, q[1]), 18,
             PDF_MIDDLE);
    pdf_line(pdf, axis_x(&axis, q[2]), y - 9, axis_x(&axis, q[2]), y + 9, 2, PDF_ACCENT);
    draw_diamond(pdf, axis_x(&axis, spread->mean), y);
    if (spread->fair >= axis.from && spread->fair <= axis.to)
        draw_fair(pdf, axis_x(&axis, spread->fair), y);
    pdf->y += PDF_SPREAD_HEIGHT;
}
