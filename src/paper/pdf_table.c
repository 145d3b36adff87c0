/* Tables. */
#include "paper/pdf_table.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ROW_HEIGHT 1.42 /* of the size of the letters */
#define GAP        8.0  /* between columns, at least */
#define BLOCK_GAP  15.0
#define AFTER      8.0

/* ---- Filling ---- */

void pdf_table_init(struct pdf_table *table, double size, const struct pdf_column *columns,
                    unsigned count)
{
    CHECK(count <= PDF_COLUMNS_MAX);
    table->size = size;
    table->column_count = count;
    memcpy(table->columns, columns, count * sizeof columns[0]);
    table->row_count = 0;
}

struct pdf_row *pdf_table_add(struct pdf_table *table)
{
    CHECK(table->row_count < PDF_ROWS_MAX);
    struct pdf_row *row = &table->rows[table->row_count++];
    memset(row, 0, sizeof *row);
    return row;
}

void pdf_cell(struct pdf_row *row, unsigned column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(row->cells[column], PDF_CELL_MAX, format, args);
    va_end(args);
}

/* ---- Measuring ---- */

/* Where columns stand inside a table. */
struct grid {
    double size, row, gap;
    double width[PDF_COLUMNS_MAX], x[PDF_COLUMNS_MAX];
};

static bool has_groups(const struct pdf_table *table)
{
    for (unsigned c = 0; c < table->column_count; c++)
        if (table->columns[c].group)
            return true;
    return false;
}

static struct pdf_style head_style(double size)
{
    return (struct pdf_style){PDF_SANS, size * 0.94, true, false, PDF_ACCENT};
}

static struct pdf_style cell_style(double size, bool strong)
{
    return (struct pdf_style){PDF_SANS, size, strong, false, PDF_INK};
}

/* The sum of the columns' own widths. */
static double measure(struct pdf *pdf, const struct pdf_table *table, struct grid *grid)
{
    const struct pdf_style head = head_style(grid->size);
    double sum = 0;
    for (unsigned c = 0; c < table->column_count; c++) {
        double widest = pdf_text_width(pdf, &head, table->columns[c].head);
        for (size_t r = 0; r < table->row_count; r++) {
            const struct pdf_row *row = &table->rows[r];
            const struct pdf_style style = cell_style(grid->size, row->strong >> c & 1);
            const double width = pdf_text_width(pdf, &style, row->cells[c]);
            if (width > widest)
                widest = width;
        }
        grid->width[c] = widest;
        sum += widest;
    }
    return sum;
}

static void make_grid(struct pdf *pdf, const struct pdf_table *table, double width,
                      struct grid *grid)
{
    const unsigned gaps = table->column_count > 1 ? table->column_count - 1 : 1;
    *grid = (struct grid){.size = table->size, .row = table->size * ROW_HEIGHT};
    double sum = measure(pdf, table, grid);
    if (sum + gaps * GAP > width) {
        grid->size *= (width - gaps * GAP) / sum;
        sum = measure(pdf, table, grid);
    }
    grid->gap = (width - sum) / gaps;
    double x = 0;
    for (unsigned c = 0; c < table->column_count; c++) {
        grid->x[c] = x;
        x += grid->width[c] + grid->gap;
    }
}

double pdf_table_height(const struct pdf_table *table, size_t rows)
{
    const double row = table->size * ROW_HEIGHT;
    return row * ((double)rows + (has_groups(table) ? 2.3 : 1.2)) + 6;
}

/* ---- Drawing ---- */

/* In its column, with a point to spare, so that rounding never breaks a line. */
static void draw_text(struct pdf *pdf, const struct pdf_table *table, const struct grid *grid,
                      const struct pdf_style *style, double x, double y, unsigned c,
                      const char *text)
{
    const enum pdf_align align = table->columns[c].align;
    pdf_text(pdf, style, x + grid->x[c] - (align == PDF_ALIGN_RIGHT), y, grid->width[c] + 1, align,
             text);
}

/* The common head of columns c … last; returns last. */
static unsigned draw_group(struct pdf *pdf, const struct pdf_table *table, const struct grid *grid,
                           double x, double y, unsigned c)
{
    const char *group = table->columns[c].group;
    const struct pdf_style style = head_style(grid->size);
    unsigned last = c;
    while (group && last + 1 < table->column_count && table->columns[last + 1].group &&
           strcmp(table->columns[last + 1].group, group) == 0)
        last++;
    if (group && group[0]) {
        const double x0 = x + grid->x[c], x1 = x + grid->x[last] + grid->width[last];
        pdf_text(pdf, &style, x0, y, x1 - x0, PDF_ALIGN_CENTRE, group);
        pdf_line(pdf, x0, y + grid->row, x1, y + grid->row, 0.4, PDF_HAIRLINE);
    }
    return last;
}

static double draw_head(struct pdf *pdf, const struct pdf_table *table, const struct grid *grid,
                        double x, double y, double width)
{
    const struct pdf_style style = head_style(grid->size);
    const double top = y;
    pdf_line(pdf, x, y, x + width, y, 0.9, PDF_ACCENT);
    y += 2.5;
    if (has_groups(table)) {
        for (unsigned c = 0; c < table->column_count; c++)
            c = draw_group(pdf, table, grid, x, y, c);
        y += grid->row * 1.1;
    }
    for (unsigned c = 0; c < table->column_count; c++)
        draw_text(pdf, table, grid, &style, x, y, c, table->columns[c].head);
    y += grid->row * 1.1;
    pdf_line(pdf, x, y, x + width, y, 0.5, PDF_ACCENT);
    return y + 1.5 - top;
}

static void draw_row(struct pdf *pdf, const struct pdf_table *table, const struct grid *grid,
                     const struct pdf_row *row, double x, double y)
{
    for (unsigned c = 0; c < table->column_count; c++) {
        const struct pdf_style style = cell_style(grid->size, row->strong >> c & 1);
        if (row->shaded >> c & 1)
            pdf_fill(pdf, x + grid->x[c] - 2, y, grid->width[c] + 5, grid->row, PDF_TINT);
        if (row->cells[c][0])
            draw_text(pdf, table, grid, &style, x, y + grid->row * 0.1, c, row->cells[c]);
    }
}

double pdf_table_at(struct pdf *pdf, const struct pdf_table *table, double x, double y,
                    double width, size_t first, size_t count)
{
    struct grid grid;
    const double top = y;
    make_grid(pdf, table, width, &grid);
    y += draw_head(pdf, table, &grid, x, y, width);
    for (size_t i = 0; i < count; i++) {
        const struct pdf_row *row = &table->rows[first + i];
        if (row->ruled)
            pdf_line(pdf, x, y, x + width, y, 0.4, PDF_HAIRLINE);
        draw_row(pdf, table, &grid, row, x, y);
        y += grid.row;
    }
    pdf_line(pdf, x, y + 1, x + width, y + 1, 0.9, PDF_ACCENT);
    return y + 2 - top;
}

/* ---- In the flow of the page ---- */

/* How many more rows fit on this page. */
static size_t rows_that_fit(const struct pdf *pdf, const struct pdf_table *table)
{
    const double room = PDF_BOTTOM - pdf->y - pdf_table_height(table, 0);
    return room > 0 ? (size_t)(room / (table->size * ROW_HEIGHT)) : 0;
}

void pdf_table_flow(struct pdf *pdf, const struct pdf_table *table, double width)
{
    size_t done = 0;
    pdf_need(pdf, pdf_table_height(table, table->row_count < 4 ? table->row_count : 4));
    while (done < table->row_count) {
        if (done > 0)
            pdf_new_page(pdf);
        const size_t left = table->row_count - done, fit = rows_that_fit(pdf, table);
        const size_t count = left < fit ? left : fit;
        CHECK(count > 0);
        pdf->y += pdf_table_at(pdf, table, PDF_LEFT, pdf->y, width, done, count) + AFTER;
        done += count;
    }
}

void pdf_table_blocks(struct pdf *pdf, const struct pdf_table *table, unsigned blocks)
{
    const double width = (PDF_WIDTH - BLOCK_GAP * (blocks - 1)) / blocks;
    size_t done = 0, rows = (table->row_count + blocks - 1) / blocks;
    const size_t page = (size_t)((PDF_BOTTOM - PDF_TOP) / (table->size * ROW_HEIGHT)) - 3;
    pdf_need(pdf, pdf_table_height(table, rows <= page ? rows : 4));
    while (done < table->row_count) {
        const size_t fit = rows_that_fit(pdf, table);
        double height = 0;
        rows = rows < fit ? rows : fit;
        CHECK(rows > 0);
        for (unsigned b = 0; b < blocks && done < table->row_count; b++) {
            const size_t left = table->row_count - done, count = left < rows ? left : rows;
            const double h = pdf_table_at(pdf, table, PDF_LEFT + b * (width + BLOCK_GAP), pdf->y,
                                          width, done, count);
            height = h > height ? h : height;
            done += count;
        }
        pdf->y += height + AFTER;
        rows = (table->row_count - done + blocks - 1) / blocks;
        if (done < table->row_count)
            pdf_new_page(pdf);
    }
}
