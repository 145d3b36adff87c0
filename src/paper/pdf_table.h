/* Tables: columns as wide as their widest text, figures aligned at the right, a head that comes
 * again on every page. */
#ifndef PAPER_PDF_TABLE_H
#define PAPER_PDF_TABLE_H

#include "paper/pdf_page.h"

#define PDF_COLUMNS_MAX 10
#define PDF_ROWS_MAX    180
#define PDF_CELL_MAX    64

struct pdf_column {
    const char *head;
    enum pdf_align align;
    const char *group; /* a common head above neighbours with the same text; NULL: none */
};

struct pdf_row {
    char cells[PDF_COLUMNS_MAX][PDF_CELL_MAX];
    uint16_t strong; /* bit c: cell c is bold */
    uint16_t shaded; /* bit c: cell c stands on a tint */
    bool ruled;      /* a line above */
};

struct pdf_table {
    double size; /* of the letters; smaller where the table would not fit */
    unsigned column_count;
    struct pdf_column columns[PDF_COLUMNS_MAX];
    size_t row_count;
    struct pdf_row rows[PDF_ROWS_MAX];
};

#define PDF_STRONG_ROW UINT16_MAX

/* An empty table with these columns. It is large: callers keep it in memory of their own. */
void pdf_table_init(struct pdf_table *table, double size, const struct pdf_column *columns,
                    unsigned count);

/* A new row; the table must have room for it. */
struct pdf_row *pdf_table_add(struct pdf_table *table);

/* One cell, cut where it is too long. */
void pdf_cell(struct pdf_row *row, unsigned column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The height of some of its rows with the head. */
double pdf_table_height(const struct pdf_table *table, size_t rows);

/* Draws rows first … first + count - 1 inside width; the width left over goes between columns.
 * Returns the height. */
double pdf_table_at(struct pdf *pdf, const struct pdf_table *table, double x, double y,
                    double width, size_t first, size_t count);

/* Draws the whole table from here on, over as many pages as it needs. */
void pdf_table_flow(struct pdf *pdf, const struct pdf_table *table, double width);

/* The same in blocks side by side, read downward, block after block. */
void pdf_table_blocks(struct pdf *pdf, const struct pdf_table *table, unsigned blocks);

#endif
