/* House rules as a report states them. */
#ifndef REPORTS_MATHEMATICS_PDF_RULES_H
#define REPORTS_MATHEMATICS_PDF_RULES_H

#include "paper/pdf_page.h"

#include <croupier/analysis.h>

/* The rules that the figures depend on, and the pay tables; on one page with the `below` points
 * after them. */
void pdf_rules_section(struct pdf *pdf, const struct cr_rules *rules, double below);

/* About what the section of side bets takes. */
#define PDF_SIDES_HEIGHT 92.0

void pdf_sides_section(struct pdf *pdf, const struct cr_rules *rules,
                       const struct cr_analysis *analysis);

#endif
