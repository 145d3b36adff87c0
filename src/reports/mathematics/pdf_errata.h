/* The manual's errors beside our figures. */
#ifndef REPORTS_MATHEMATICS_PDF_ERRATA_H
#define REPORTS_MATHEMATICS_PDF_ERRATA_H

#include "paper/pdf_table.h"

/* Whether the manual prints this cell of this table wrongly. */
bool pdf_erratum_in(const char *table, const char *cell);

/* Appends the errors of one table: cell, printed, correct; with_kind: and why. The columns are set
 * by pdf_errata_init. */
void pdf_errata_init(struct pdf_table *out, double size, bool with_kind);
void pdf_errata_add(struct pdf_table *out, const char *table, bool with_kind);

#endif
