/* Draws the tables of a report or a form: figures in one line and aligned at the right, texts
 * broken in their column, heads repeated on every page. */
#include "paper/paper_flow.h"

#include <stdlib.h>
#include <string.h>

#define SIZE       7.6
#define SIZE_LEAST 4.0
#define GAP        9.0 /* between columns */
#define PAD        2.5 /* above and below the letters of a row */
#define BLOCK_PAD  1.1 /* the same in blocks of short cells */
#define BLOCK_SIZE 7.0
#define BLOCK_GAP  20.0
#define TEXT_MOST  150.0 /* the most width that a text column asks for */
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

static double pad_of(const struct paper_table *t)
{
    return t->blocks > 0 ? BLOCK_PAD : PAD;
}

static bool has_groups(const struct paper_table *t)
{
    for (unsigned c = 0; c < t->column_count; c++)
        if (t->groups[c])
            return true;
    return false;
}

const char *flow_cell(struct flow *f, const struct paper_table *t, size_t i)
{
    const char *text = flow_value(f, &t->cells[i]);
    if (text[0] != '-' || t->columns[i % t->column_count].type != PAPER_NUMBER)
        return text;
    struct text *b = &f->scratch;
    text_add(b, "--"); /* makes room: a true minus sign takes two bytes more */
    if (b->cut)
        return "";
    memmove(b->data + 3, b->data + 1, b->len - 3);
    memcpy(b->data, "\u2212", 3);
    return b->data;
}

static bool is_total(const struct paper_table *t, size_t row)
{
    return t->has_total && row + 1 == paper_table_rows(t);
}

/* ---- Widths ---- */

/* The width of a head's widest word: heads are broken at blanks only. */
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

/* The width of the widest cell. Only cells with about as many letters as the longest are measured:
 * laying out a text takes longer than counting its letters. */
static double cells_width(struct flow *f, const struct paper_table *t, unsigned c, double size)
{
    size_t longest = 0;
    double widest = 0;
    for (size_t i = c; i < t->cell_count; i += t->column_count) {
        const size_t len = strlen(flow_cell(f, t, i));
        longest = len > longest ? len : longest;
    }
    for (size_t i = c; i < t->cell_count && widest <= 4 * TEXT_MOST; i += t->column_count) {
        const struct canvas_ink ink =
            cell_ink(size, is_total(t, i / t->column_count) || t->cells[i].is_strong);
        const char *text = flow_cell(f, t, i);
        const size_t len = strlen(text);
        const bool is_likely =
            paper_is_number(t->cells[i].type) ? len == longest : 4 * len >= 3 * longest;
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

/* Narrows text columns, the widest first, until all columns fit. Returns the new sum of widths. */
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

/* Widens a column so that its head is on one line, if there is room. Returns by how much. */
static double widen_for_head(struct table_plan *plan, unsigned c, double room, double head)
{
    const double more = head + 0.5 - plan->width[c];
    if (more <= 0 || more > room)
        return 0;
    plan->width[c] += more;
    return more;
}

/* Sets the columns' widths and places for that size of letters; false when it does not fit. */
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
    /* The width that is left is shared among the gaps between the columns. */
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

/* The height of a text that is too long for its column and so stands below its row, over the whole
 * width; 0 when it stays in its column. */
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
    return height + below + 2 * pad_of(t);
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
    if (has_groups(t))
        height += canvas_text_height(&f->canvas, &ink, 0, 0, "Mg") + PAD;
    return height + 2 * pad_of(t) + 3;
}

static const struct table_plan *plan_of(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    struct table_plan *plan = &f->plans[part];
    const size_t rows = paper_table_rows(t);
    if (plan->size > 0)
        return plan;
    double size = t->blocks > 0 ? BLOCK_SIZE : SIZE;
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

/* Draws the common heads above the heads of their columns. */
static void draw_groups(struct flow *f, const struct paper_table *t, const struct table_plan *plan)
{
    const struct canvas_ink ink = head_ink(plan->size);
    for (unsigned c = 0, last; c < t->column_count; c = last + 1) {
        for (last = c; t->groups[c] && last + 1 < t->column_count && t->groups[last + 1] &&
                       strcmp(t->groups[last + 1], t->groups[c]) == 0;)
            last++;
        if (!t->groups[c])
            continue;
        const double x0 = flow_left(f) + plan->x[c];
        const double x1 = flow_left(f) + plan->x[last] + plan->width[last];
        const double height = canvas_text(&f->canvas, &ink, x0, f->y + PAD, x1 - x0, 0,
                                          CANVAS_CENTRE, flow_text(f, t->groups[c]));
        canvas_line(&f->canvas, x0, f->y + PAD + height + 0.5, x1, f->y + PAD + height + 0.5, 0.4,
                    CANVAS_HAIRLINE);
    }
}

static void draw_head(struct flow *f, const struct paper_table *t, const struct table_plan *plan)
{
    const struct canvas_ink ink = head_ink(plan->size);
    const double left = flow_left(f), right = flow_right(f);
    canvas_fill(&f->canvas, left - 3, f->y, right - left + 6, plan->head, CANVAS_TINT);
    canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.9, CANVAS_ACCENT);
    draw_groups(f, t, plan);
    for (unsigned c = 0; c < t->column_count; c++) {
        const char *text = flow_text(f, t->columns[c].head);
        const double most = flow_most(f) / 4;
        const double own = canvas_text_height(&f->canvas, &ink, plan->width[c], most, text);
        canvas_text(&f->canvas, &ink, left + plan->x[c], f->y + plan->head - own - pad_of(t) - 0.5,
                    plan->width[c], most,
                    paper_is_number(t->columns[c].type) ? CANVAS_RIGHT : CANVAS_LEFT, text);
    }
    f->y += plan->head;
    canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.5, CANVAS_ACCENT);
}

static void draw_row(struct flow *f, const struct paper_table *t, const struct table_plan *plan,
                     size_t row)
{
    const bool sum = is_total(t, row);
    const struct paper_value *cells = &t->cells[row * t->column_count];
    const double left = flow_left(f), right = flow_right(f), pad = pad_of(t);
    const double height = (double)plan->heights[row];
    if (row % 2 == 1 && !sum)
        canvas_fill(&f->canvas, left - 3, f->y, right - left + 6, height, CANVAS_ZEBRA);
    if (sum)
        canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.8, CANVAS_INK);
    double below = f->y + height - pad;
    for (unsigned c = t->column_count; c-- > 0;) {
        const struct paper_value *v = &cells[c];
        const struct canvas_ink ink = cell_ink(plan->size, sum || v->is_strong);
        if (v->is_ruled)
            canvas_line(&f->canvas, left - 3, f->y, right + 3, f->y, 0.4, CANVAS_HAIRLINE);
        if (v->is_marked)
            canvas_fill(&f->canvas, left + plan->x[c] - 2, f->y + 0.5, plan->width[c] + 5,
                        height - 1, CANVAS_MARK);
        const char *text = flow_cell(f, t, row * t->column_count + c);
        const double spill = v->type == PAPER_TEXT ? spill_height(f, plan, &ink, c, text) : 0;
        below -= spill;
        if (spill > 0)
            canvas_text(&f->canvas, &ink, left + SPILL_INDENT, below, right - left - SPILL_INDENT,
                        flow_most(f), CANVAS_LEFT, text);
        else if (!v->is_empty)
            canvas_text(&f->canvas, &ink, left + plan->x[c], f->y + pad,
                        plan->width[c] + (v->type == PAPER_TEXT ? 0 : 1), 0,
                        paper_is_number(t->columns[c].type) ? CANVAS_RIGHT : CANVAS_LEFT, text);
    }
    f->y += height;
}

/* Draws a row; a dry run only adds its height. */
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

/* ---- Blocks ---- */

/* Sets the edges of the page's content to those of one block. */
static void set_block(struct flow *f, double left, double right, unsigned block, unsigned blocks)
{
    const double width = (right - left - BLOCK_GAP * (blocks - 1)) / blocks;
    f->left = left + block * (width + BLOCK_GAP);
    f->right = f->left + width;
}

/* Draws rows first … end - 1 as one block; returns its height. */
static double draw_block(struct flow *f, const struct paper_table *t, const struct table_plan *plan,
                         size_t first, size_t end)
{
    const double top = f->y;
    draw_head(f, t, plan);
    for (size_t r = first; r < end; r++)
        pass_row(f, t, plan, r);
    end_table(f, false);
    const double height = f->y - top;
    f->y = top;
    return height;
}

/* Draws, page after page, as many rows as fit, shared among the blocks. */
static void draw_blocks(struct flow *f, size_t part, double left, double right)
{
    const struct paper_table *t = f->paper->parts[part].table;
    const size_t rows = paper_table_rows(t);
    const struct table_plan *plan = plan_of(f, part);
    for (size_t done = 0; plan && done < rows;) {
        const double row = (double)plan->heights[0];
        const double room = FLOW_BOTTOM(f) - f->y - plan->head - 3;
        const size_t fit = room > row ? (size_t)(room / row) : 1;
        size_t each = (rows - done + t->blocks - 1) / t->blocks;
        each = each < fit ? each : fit;
        double height = 0;
        for (unsigned b = 0; b < t->blocks && done < rows; b++) {
            const size_t end = done + each < rows ? done + each : rows;
            set_block(f, left, right, b, t->blocks);
            const double own = draw_block(f, t, plan, done, end);
            height = own > height ? own : height;
            done = end;
        }
        f->left = left;
        f->right = right;
        f->y += height + 10;
        if (done < rows)
            flow_new_page(f);
    }
}

static void flow_blocks(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    const double left = f->left, right = f->right;
    flow_need(f, flow_table_least(f, part));
    set_block(f, left, right, 0, t->blocks);
    plan_of(f, part);
    draw_blocks(f, part, left, right);
    f->left = left;
    f->right = right;
}

/* ---- Tables ---- */

double flow_table_least(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    const double row = (t->blocks > 0 ? BLOCK_SIZE : SIZE) * 1.3 + 2 * pad_of(t);
    const size_t rows = paper_table_rows(t), blocks = t->blocks > 1 ? t->blocks : 1;
    if (t->shape != PAPER_ROWS)
        return flow_chart_height(t);
    const double whole = row * ((double)((rows + blocks - 1) / blocks) + 3);
    return whole < flow_most(f) ? whole : 6 * row;
}

void flow_table(struct flow *f, size_t part)
{
    const struct paper_table *t = f->paper->parts[part].table;
    const size_t rows = paper_table_rows(t);
    if (t->shape != PAPER_ROWS) {
        flow_chart(f, t);
        return;
    }
    if (t->blocks > 1) {
        flow_blocks(f, part);
        return;
    }
    const struct table_plan *plan = plan_of(f, part);
    if (!plan)
        return;
    /* A head is on one page with the row below it, and a sum with the one above it. */
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
