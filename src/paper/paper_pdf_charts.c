/* Draws the charts of a study: bars, a square of cells with its key, and spreads. */
#include "paper/paper_flow.h"

#include <math.h>

static const struct canvas_ink label_ink = {CANVAS_SANS, 7.6, false, CANVAS_INK};
static const struct canvas_ink strong_ink = {CANVAS_SANS, 7.6, true, CANVAS_INK};
static const struct canvas_ink small_ink = {CANVAS_SANS, 6.6, false, CANVAS_QUIET};

static double number_at(const struct paper_table *t, size_t row, unsigned column)
{
    return t->cells[row * t->column_count + column].number.value;
}

static void put_cell(struct flow *f, const struct paper_table *t, size_t i,
                     const struct canvas_ink *ink, double x, double width, enum canvas_align align)
{
    canvas_text(&f->canvas, ink, x, f->y + 2.5, width, 0, align, flow_cell(f, t, i));
}

/* ---- Bars ---- */

#define BAR_STEP 15.0
#define BAR_GAP  10.0

static double widest_cell(struct flow *f, const struct paper_table *t, unsigned column)
{
    double widest = 0;
    for (size_t i = column; column < t->column_count && i < t->cell_count; i += t->column_count)
        widest = fmax(widest, canvas_text_width(&f->canvas, &strong_ink, flow_cell(f, t, i)));
    return widest + 1; /* so that rounding never breaks a line */
}

static double longest_bar(const struct paper_table *t)
{
    double longest = 0;
    for (size_t r = 0; r < paper_table_rows(t); r++)
        longest = fmax(longest, number_at(t, r, 1));
    return longest;
}

static void draw_bars(struct flow *f, const struct paper_table *t)
{
    const bool has_third = t->column_count > 2;
    const double label = widest_cell(f, t, 0), figure = widest_cell(f, t, 1);
    const double third = has_third ? widest_cell(f, t, 2) + BAR_GAP : 0;
    const double x = f->left + label + BAR_GAP, figure_x = f->right - third - figure;
    const double room = figure_x - BAR_GAP - x, longest = longest_bar(t), top = f->y;
    for (size_t r = 0; r < paper_table_rows(t); r++) {
        const size_t i = r * t->column_count;
        const bool is_strong = t->cells[i].is_strong;
        const struct canvas_ink *ink = is_strong ? &strong_ink : &label_ink;
        const double length = longest > 0 ? room * number_at(t, r, 1) / longest : 0;
        put_cell(f, t, i, ink, f->left, label, CANVAS_LEFT);
        if (length > 0)
            canvas_fill(&f->canvas, x, f->y + 2.5, fmax(length, 0.6), BAR_STEP - 6,
                        is_strong ? CANVAS_ACCENT : CANVAS_MIDDLE);
        put_cell(f, t, i + 1, ink, figure_x, figure, CANVAS_RIGHT);
        if (has_third)
            put_cell(f, t, i + 2, ink, f->right - third + BAR_GAP, third - BAR_GAP, CANVAS_RIGHT);
        f->y += BAR_STEP;
    }
    canvas_line(&f->canvas, x, top, x, f->y, 0.6, CANVAS_INK);
}

/* ---- A square of cells, and its key ---- */

#define GRID_CELL_HEIGHT 42.0
#define KEY_STEP         17.0

struct look {
    enum canvas_colour ground, ink;
};

static struct look look_of(const struct paper_value *tone)
{
    static const struct look looks[] = {
        [PAPER_TONE_NONE] = {0xf5f3ec, CANVAS_INK},
        [PAPER_TONE_FIRST] = {0xdce6f1, CANVAS_INK},
        [2] = {0x8aa8c8, CANVAS_INK},
        [3] = {0x6d8cb0, CANVAS_PAPER},
        [PAPER_TONE_LAST] = {0x2b4a73, CANVAS_PAPER},
        [PAPER_TONE_APART] = {0xa5604a, CANVAS_PAPER},
    };
    const size_t count = sizeof looks / sizeof looks[0];
    return looks[tone->count < count ? tone->count : count - 1];
}

static size_t grid_side(const struct paper_table *t)
{
    return (size_t)lround(sqrt((double)paper_table_rows(t)));
}

static void draw_grid_cell(struct flow *f, const struct paper_table *t, size_t row, double width,
                           double x, double y)
{
    const size_t i = row * t->column_count;
    const struct look look = look_of(&t->cells[i + 3]);
    const struct canvas_ink name = {CANVAS_SANS, 6.4, false, look.ink};
    const struct canvas_ink letter = {CANVAS_SANS, 12.5, true, look.ink};
    canvas_fill(&f->canvas, x + 0.5, y + 0.5, width - 1, GRID_CELL_HEIGHT - 1, look.ground);
    canvas_text(&f->canvas, &name, x, y + 4, width, 0, CANVAS_CENTRE, flow_cell(f, t, i));
    canvas_text(&f->canvas, &letter, x, y + 12, width, 0, CANVAS_CENTRE, flow_cell(f, t, i + 1));
    canvas_text(&f->canvas, &name, x, y + 30, width, 0, CANVAS_CENTRE, flow_cell(f, t, i + 2));
}

static void draw_grid(struct flow *f, const struct paper_table *t)
{
    const size_t side = grid_side(t);
    const double width = (f->right - f->left) / (double)side;
    for (size_t r = 0; r < paper_table_rows(t); r++)
        draw_grid_cell(f, t, r, width, f->left + width * (double)(r % side),
                       f->y + GRID_CELL_HEIGHT * (double)(r / side));
    f->y += GRID_CELL_HEIGHT * (double)side;
}

/* Draws one entry at x, or at the beginning of the next line; returns the place of the next one. */
static double draw_key(struct flow *f, const struct paper_table *t, size_t row, double x)
{
    const size_t i = row * t->column_count;
    const struct look look = look_of(&t->cells[i + 2]);
    const struct canvas_ink letter = {CANVAS_SANS, 7.6, true, look.ink};
    const double width = canvas_text_width(&f->canvas, &label_ink, flow_cell(f, t, i + 1)) + 1;
    if (x > f->left && x + 22 + width > f->right) {
        x = f->left;
        f->y += KEY_STEP;
    }
    canvas_fill(&f->canvas, x, f->y, 16, 13, look.ground);
    canvas_text(&f->canvas, &letter, x, f->y + 1.8, 16, 0, CANVAS_CENTRE, flow_cell(f, t, i));
    canvas_text(&f->canvas, &label_ink, x + 21, f->y + 1.8, width, 0, CANVAS_LEFT,
                flow_cell(f, t, i + 1));
    return x + 43 + width;
}

static void draw_keys(struct flow *f, const struct paper_table *t)
{
    double x = f->left;
    for (size_t r = 0; r < paper_table_rows(t); r++)
        x = draw_key(f, t, r, x);
    f->y += KEY_STEP - 6;
}

/* ---- Spreads ---- */

#define SPREAD_HEIGHT 52.0
#define QUANTILES     5

enum { SPREAD_FIRST = 1, SPREAD_MEAN = 1 + QUANTILES, SPREAD_MARKED };

/* The scale from amounts to points. */
struct axis {
    double from, to, step, x, width;
};

/* A step of 1, 2 or 5 times a power of ten, so that the range has at most seven. */
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

static void draw_axis(struct flow *f, const struct axis *axis, double y)
{
    const int steps = (int)lround((axis->to - axis->from) / axis->step);
    canvas_line(&f->canvas, axis->x, y, axis->x + axis->width, y, 0.6, CANVAS_INK);
    for (int i = 0; i <= steps; i++) {
        struct paper_value v = {.type = PAPER_NUMBER};
        v.number.value = axis->from + i * axis->step;
        v.number.decimals = axis->step < 1 ? 2 : 0;
        const double x = axis_x(axis, v.number.value);
        canvas_line(&f->canvas, x, y - 34, x, y - 0.3, 0.3, CANVAS_TINT);
        canvas_line(&f->canvas, x, y, x, y + 3, 0.6, CANVAS_INK);
        canvas_text(&f->canvas, &small_ink, x - 35, y + 4, 70, 0, CANVAS_CENTRE, flow_value(f, &v));
    }
}

/* Draws a line from the first to the last quantile, and a box from the second to the fourth. */
static void draw_quantiles(struct flow *f, const struct paper_table *t, size_t row,
                           const struct axis *axis, double y)
{
    double x[QUANTILES];
    for (unsigned i = 0; i < QUANTILES; i++)
        x[i] = axis_x(axis, number_at(t, row, SPREAD_FIRST + i));
    canvas_line(&f->canvas, x[0], y, x[4], y, 1.2, CANVAS_ACCENT);
    canvas_line(&f->canvas, x[0], y - 5, x[0], y + 5, 1.2, CANVAS_ACCENT);
    canvas_line(&f->canvas, x[4], y - 5, x[4], y + 5, 1.2, CANVAS_ACCENT);
    canvas_fill(&f->canvas, x[1], y - 9, x[3] - x[1], 18, CANVAS_MIDDLE);
    canvas_line(&f->canvas, x[2], y - 9, x[2], y + 9, 2, CANVAS_ACCENT);
}

static void draw_spread(struct flow *f, const struct paper_table *t, size_t row)
{
    const double mean = number_at(t, row, SPREAD_MEAN), marked = number_at(t, row, SPREAD_MARKED);
    const double name = 62, y = f->y + 18;
    double high = fmax(number_at(t, row, SPREAD_FIRST + QUANTILES - 1), mean);
    if (marked > high && marked < 1.5 * high)
        high = marked;
    const struct axis axis = make_axis(fmin(number_at(t, row, SPREAD_FIRST), mean), high,
                                       f->left + name, f->right - f->left - name - 24);
    canvas_text(&f->canvas, &strong_ink, f->left, y - 6, name, 0, CANVAS_LEFT,
                flow_cell(f, t, row * t->column_count));
    draw_axis(f, &axis, y + 17);
    draw_quantiles(f, t, row, &axis, y);
    canvas_diamond(&f->canvas, axis_x(&axis, mean), y, 4, CANVAS_INK);
    if (marked >= axis.from && marked <= axis.to)
        canvas_dashes(&f->canvas, axis_x(&axis, marked), y - 17, axis_x(&axis, marked), y + 17, 0.9,
                      CANVAS_INK);
    f->y += SPREAD_HEIGHT;
}

/* ---- All charts ---- */

double flow_chart_height(const struct paper_table *t)
{
    const double rows = (double)paper_table_rows(t);
    switch (t->shape) {
    case PAPER_BARS:
        return BAR_STEP * rows + 10;
    case PAPER_GRID:
        return GRID_CELL_HEIGHT * (double)grid_side(t) + 10;
    case PAPER_KEY:
        return KEY_STEP * rows + 10;
    case PAPER_SPREAD:
        return SPREAD_HEIGHT;
    case PAPER_ROWS:
        break;
    }
    return 0;
}

void flow_chart(struct flow *f, const struct paper_table *t)
{
    flow_need(f, flow_chart_height(t));
    if (t->shape == PAPER_BARS)
        draw_bars(f, t);
    else if (t->shape == PAPER_GRID)
        draw_grid(f, t);
    else if (t->shape == PAPER_KEY)
        draw_keys(f, t);
    for (size_t r = 0; t->shape == PAPER_SPREAD && r < paper_table_rows(t); r++) {
        flow_need(f, SPREAD_HEIGHT);
        draw_spread(f, t, r);
    }
    f->y += 10;
}
