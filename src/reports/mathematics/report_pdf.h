/* A report for the file of a regulator: what `croupier analyze --pdf FILE` writes. */
#ifndef REPORTS_MATHEMATICS_REPORT_PDF_H
#define REPORTS_MATHEMATICS_REPORT_PDF_H

#include <croupier/analysis.h>

/* Writes a PDF about a base game (rules and its analysis), a progressive, or both; NULL leaves a
 * part out, rules and analysis together. Equal data give equal bytes where the same fonts are
 * installed.
 *
 * The file appears complete or not at all: it is written beside its place, then moved there. A
 * fault names the file and the cause. A file that is there and is not a plain one is refused. */
int report_pdf(const char *file, const struct cr_rules *rules,
               const struct cr_progressive *progressive, const struct cr_analysis *analysis,
               struct cr_err *err);

#endif
