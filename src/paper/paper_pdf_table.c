/* Tables of a report or a form: figures in one line and aligned at the right, texts broken in their
 * column, a head that comes again on every page. */
#include "paper/paper_flow.h"

#include <stdlib.h>
#include <string.h>

#define SIZE       7.6
#define SIZE_LEAST 5.0
#define GAP        9.0   /* between columns */
#define PAD        2.5   /* above and below the letters of a row */
#define TEXT_MOST  150.0 /* what a text column asks for at most */
#define TEXT_LEAST 42.0

#define SPILL_LEAST  160  /* bytes: shorter texts always stay in their column */
#define SPILL_LINES  12.0 /* lines of a text in its column, at most */
#define SPILL_INDENT 14.0

static struct canvas_ink cell_ink(double size, bool is_total)
{
    return (struct canvas_ink){CANVAS_SANS, size, is_total, CANVAS_INK};
}

static struct canvas_ink head_ink(double size)
{
    return (struct canvas_ink){CANVAS_SANS, size * 0.95, true, CANVAS_ACCENT};
}

static bool is_number(enum paper_type type)
{
    return type == PAPER_MONEY || type == PAPER_COUNT;
}

static bool is_total(const struct paper_table *t, size_t row)
{
    return t->has_total && row + 1 == paper_table_rows(t);
}

/* ---- Widths ---- */

/* The widest word of a head: it may be broken at blanks only. */
static double head_width(struct flow *f, const struct paper_column *column, double size)
{
    const struct canvas_ink ink = head_ink(size);
    const char *at = flow_text(f, column->head);
    char word[64];
    double widest = 0;
    while (*at) {
        const size_t len = strcspn(at, " ");
        if (len < sizeof word) {
            memcpy(word, at, len);
            word[len] = '\0';
            const double width = canvas_text_width(&f->canvas, &ink, word);
            widest = width > widest ? width : widest;
        }
        at += len + strspn(at + len, " ");
    }
    return widest;
}

/* The widest cell. Only those with about as many letters as the longest are measured: laying out a
 * text costs more than counting it. */
static double cells_width(struct flow *f, const struct paper_table *t, unsigned c, double size)
{
    size_t longest = 0;
    double widest = 0;
    for (size_t i = c; i < t->cell_count; i += t->column_count) {
        const size_t len = strlen(flow_value(f, &t->cells[i]));
        longest = len > longest ? len : longest;
    }
    for (size_t i = c; i < t->cell_count && widest <= 4 * TEXT_MOST; i += t->column_count) {
        const struct canvas_ink ink = cell_ink(size, is_total(t, i / t->column_count));
        const char *text = flow_value(f, &t->cells[i]);
        const size_t len = strlen(text);
        const bool is_likely =
            is_number(t->cells[i].type) ? len == longest : 4 * len >= 3 * longest;
        if (len == 0 || (!is_likely && !ink.is_bold))
            continue;
        const double width = canvas_text_width(&f->canvas, &ink, text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static double natural_width(struct flow *f, const struct paper_table *t, unsigned c, double size)
{
    const double head = head_width(f, &t->columns[c], size);
    const double cells = cells_width(f, t, c, size);
    return (cells > head ? cells : head) + 0.5; /* so that rounding never breaks a line */
}

double flow_table_width(struct flow *f, const struct paper_table *t)
{
    double sum = GAP * (t->column_count - 1);
    for (unsigned c = 0; c < t->column_count; c++) {
        const double width = natural_width(f, t, c, SIZE);
        sum += t->columns[c].type == PAPER_TEXT && width > TEXT_MOST ? TEXT_MOST : width;
    }
    return sum;
}

/* Texts give way, the widest first, until all fits. */
static double shrink_texts(const struct paper_table *t, double *widths, double sum, double room)
{
    while (sum > room) {
        unsigned widest = t->column_count;
        double second = TEXT_LEAST;
        for (unsigned c = 0; c < t->column_count; c++) {
            if (t->columns[c].type != PAPER_TEXT || widths[c] <= TEXT_LEAST)
                continue;
            if (widest == t->column_count || widths[c] > widths[widest]) {
                second = widest == t->column_count ? TEXT_LEAST : widths[widest];
                widest = c;
            } else if (widths[c] > second) {
                second = widths[c];
            }
        }
        if (widest == t->column_count)
            break;
        const double step = widths[widest] - second > 4 ? widths[widest] - second : 4;
        const double less = step < sum - room ? step : sum - room;
        widths[widest] -= less;
        sum -= less;
    }
    return sum;
}

/* A head in one line where there is room for it; how much it took. */
static double widen_for_head(struct table_plan *plan, unsigned c, double room, double head)
{
    const double more = head + 0.5 - plan->width[c];
    if (more <= 0 || more > room)
        return 0;
    plan->width[c] += more;
    return more;
}

/* Widths at that size; false when figures alone are too wide for it. */
static bool fit(struct flow *f, const struct paper_table *t, struct table_plan *plan, double size,
                double room)
{
    const double gaps = GAP * (t->column_count - 1);
    double sum = gaps;
    plan->size = size;
    for (unsigned c = 0; c < t->column_count; c++)
        sum += plan->width[c] = natural_width(f, t, c, size);
    sum = shrink_texts(t, plan->width, sum, room);
    const struct canvas_ink ink = head_ink(size);
    for (unsigned c = 0; c < t->column_count; c++)
        sum +=
            widen_for_head(plan, c, room - sum,
                           canvas_text_width(&f->canvas, &ink, flow_text(f, t->columns[c].head)));
    /* What is left over goes to the gaps, within reason: a table of two columns stays one. */
    double gap = GAP;
    if (sum < room && t->column_count > 1)
        gap += (room - sum) / (t->column_count - 1);
    double x = 0;
    for (unsigned c = 0; c < t->column_count; c++) {
        plan->x[c] = x;
        x += plan->width[c] + gap;
    }
    return sum <= room + 0.01 || size <= SIZE_LEAST;
}

/* ---- Heights ---- */

/* A text too long for its column stands below its row, over the whole width; its height there, or
 * 0 when it stays in its column. */
static double spill_height(struct flow *f, const struct table_plan *plan,
                           const struct canvas_ink *ink, unsigned c, const char *text)
{
    if (strlen(text) < SPILL_LEAST ||
        canvas_text_height(&f->canvas, ink, plan->width[c], 0, text) < SPILL_LINES * plan->size)
        return 0;
    return canvas_text_height(&f->canvas, ink, flow_right(f) - flow_left(f) - SPILL_INDENT,
                              flow_most(f), text);
}

static double row_height(struct flow *f, const struct paper_table *t, const struct table_plan *plan,
                         size_t row)
{
    const struct canvas_ink ink = cell_ink(plan->size, is_total(t, row));
    double height = canvas_text_height(&f->canvas, &ink, 0, 0, "0"), below = 0;
    for (unsigned c = 0; c < t->column_count; c++) {
        const struct paper_value *v = &t->cells[row * t->column_count + c];
        if (v->type != PAPER_TEXT || v->is_empty)
            continue;
        const char *text = flow_value(f, v);
        const double spill = spill_height(f, plan, &ink, c, text);
        const double own =
            spill > 0 ? 0 : canvas_text_height(&f->canvas, &ink, plan->width[c], 0, text);
        height = own > height ? own : height;
        below += spill;
    }
    return height + below + 2 * PAD;
}

static double head_height(struct flow *f, const struct paper_table *t,
                          const struct table_plan *plan)
{
    const struct canvas_ink ink = head_ink(plan->size);
    double height = 0;
    for (unsigned c = 0; c < t->column_count; c++) {
        const double own = canvas_text_height(&f->canvas, &ink, plan->width[c], flow_most(f) / 4,
                                              flow_text(f, t->columns[c].head));
        height = own > height ? own : height;
    }
    return height + 2 * PAD + 3;
}

static const struct table_plan *plan_of(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    struct table_plan *plan = &f->plans[part];
    const size_t rows = paper_table_rows(t);
    if (plan->size > 0)
        return plan;
    double size = SIZE;
    while (!fit(f, t, plan, size, flow_right(f) - flow_left(f)))
        size -= 0.4;
    plan->head = head_height(f, t, plan);
    plan->heights = calloc(rows ? rows : 1, sizeof *plan->heights);
    if (!plan->heights) {
        f->failed = true;
        return NULL;
    }
    for (size_t r = 0; r < rows; r++)
        plan->heights[r] = (float)row_height(f, t, plan, r);
    return plan;
}

/* ---- Drawing ---- */

static void draw_head(struct flow *f, const struct paper_table *t, const struct table_plan *plan)
{
    const struct canvas_ink ink = head_ink(plan->size);
    const double left = flow_left(f), right = flow_right(f);
    canvas_fill(&f->canvas, left - 3, f->y, right - left + 6, plan->head, CANVAS_TINT);
    canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.9, CANVAS_ACCENT);
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *text = flow_text(f, t->columns[c].head);
        const double most = flow_most(f) / 4;
        const double own = canvas_text_height(&f->canvas, &ink, plan->width[c], most, text);
        canvas_text(&f->canvas, &ink, left + plan->x[c], f->y + plan->head - own - PAD - 0.5,
                    plan->width[c], most,
                    is_number(t->columns[c].type) ? CANVAS_RIGHT : CANVAS_LEFT, text);
    }
    f->y += plan->head;
    canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.5, CANVAS_ACCENT);
}

static void draw_row(struct flow *f, const struct paper_table *t, const struct table_plan *plan,
                     size_t row)
{
    const bool sum = is_total(t, row);
    const struct canvas_ink ink = cell_ink(plan->size, sum);
    const double left = flow_left(f), right = flow_right(f);
    const double height = (double)plan->heights[row];
    if (row % 2 == 1 && !sum)
        canvas_fill(&f->canvas, left - 3, f->y, right - left + 6, height, CANVAS_ZEBRA);
    if (sum)
        canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.8, CANVAS_INK);
    double below = f->y + height - PAD;
    for (unsigned c = t->column_count; c-- > 0;) {
        const struct paper_value *v = &t->cells[row * t->column_count + c];
        const char *text = flow_value(f, v);
        const double spill = v->type == PAPER_TEXT ? spill_height(f, plan, &ink, c, text) : 0;
        below -= spill;
        if (spill > 0)
            canvas_text(&f->canvas, &ink, left + SPILL_INDENT, below, right - left - SPILL_INDENT,
                        flow_most(f), CANVAS_LEFT, text);
        else if (!v->is_empty)
            canvas_text(&f->canvas, &ink, left + plan->x[c], f->y + PAD,
                        plan->width[c] + (v->type == PAPER_TEXT ? 0 : 1), 0,
                        is_number(t->columns[c].type) ? CANVAS_RIGHT : CANVAS_LEFT, text);
    }
    f->y += height;
}

/* Rows are cheap to skip: a dry run adds up heights. */
static void pass_row(struct flow *f, const struct paper_table *t, const struct table_plan *plan,
                     size_t row)
{
    if (f->canvas.is_dry)
        f->y += (double)plan->heights[row];
    else
        draw_row(f, t, plan, row);
}

static void end_table(struct flow *f, bool has_total)
{
    const double left = flow_left(f) - 3, right = flow_right(f) + 3;
    canvas_line(&f->canvas, left, f->y, right, f->y, has_total ? 0.8 : 0.9,
                has_total ? CANVAS_INK : CANVAS_ACCENT);
    if (has_total)
        canvas_line(&f->canvas, left, f->y + 2, right, f->y + 2, 0.8, CANVAS_INK);
}

void flow_table(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    const size_t rows = paper_table_rows(t);
    const struct table_plan *plan = plan_of(f, part);
    if (!plan)
        return;
    /* A head has a row below it, and a sum one above it. */
    flow_need(f, plan->head + (rows ? (double)plan->heights[0] : 0) + 4);
    draw_head(f, t, plan);
    for (size_t r = 0; r < rows; r++) {
        double height = (double)plan->heights[r];
        if (r + 2 == rows && t->has_total)
            height += (double)plan->heights[r + 1];
        if (f->y + height + 3 > FLOW_BOTTOM(f)) {
            end_table(f, false);
            flow_new_page(f);
            draw_head(f, t, plan);
        }
        pass_row(f, t, plan, r);
    }
    end_table(f, t->has_total);
    f->y += 10;
}
