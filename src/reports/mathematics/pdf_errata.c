/* The manual's errors beside our figures. */
#include "reports/mathematics/pdf_errata.h"

#include "reports/mathematics/errata.h"

#include <string.h>

bool pdf_erratum_in(const char *table, const char *cell)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)); i++)
        if (strcmp(e->table, table) == 0 && strcmp(e->cell, cell) == 0)
            return true;
    return false;
}

void pdf_errata_init(struct pdf_table *out, double size, bool with_kind)
{
    static const struct pdf_column columns[] = {{"Where", PDF_ALIGN_LEFT, NULL},
                                                {"Manual prints", PDF_ALIGN_RIGHT, NULL},
                                                {"Correct", PDF_ALIGN_RIGHT, NULL},
                                                {"Error", PDF_ALIGN_LEFT, NULL}};
    pdf_table_init(out, size, columns, with_kind ? 4 : 3);
}

/* "-111.6952" with a true minus sign. */
static void set_figure(struct pdf_row *row, unsigned column, const char *figure)
{
    const char *minus = strchr(figure, '-');
    if (minus)
        pdf_cell(row, column, "%.*s\u2212%s", (int)(minus - figure), figure, minus + 1);
    else
        pdf_cell(row, column, "%s", figure);
}

void pdf_errata_add(struct pdf_table *out, const char *table, bool with_kind)
{
    const struct erratum *e;
    for (size_t i = 0; (e = errata_at(i)) && out->row_count < PDF_ROWS_MAX; i++) {
        if (strcmp(e->table, table) != 0)
            continue;
        struct pdf_row *row = pdf_table_add(out);
        pdf_cell(row, 0, "%s", e->cell);
        set_figure(row, 1, e->printed);
        set_figure(row, 2, e->correct);
        if (with_kind)
            pdf_cell(row, 3, "%s", erratum_kind_text(e->kind));
    }
}
