/* Analyses as one table each, RFC 4180 quoting, a heading line first, lines end with LF. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_CSV_H
#define REPORTS_MATHEMATICS_ANALYSIS_CSV_H

#include "math/study/analysis_report.h"

/* Starting hands; for a game without them, the headline figures. */
void analysis_csv_base(const struct base_report *report, struct text *t);
void analysis_csv_outcomes(const struct outcomes_report *report, struct text *t);
void analysis_csv_turns(const struct turns_report *report, struct text *t);
void analysis_csv_position(const struct position_report *report, struct text *t);
void analysis_csv_progressive(const struct progressive_report *report, struct text *t);
void analysis_csv_compare(const struct compare_report *report, struct text *t);

/* One field, after `before` (a comma, or nothing). RFC 4180: in quotes where a comma, a quote or a
 * line end is inside, quotes doubled. A number has 17 digits; what is none is empty. */
void csv_field(struct text *t, const char *before, const char *value);
void csv_number(struct text *t, const char *before, double value);

#endif
