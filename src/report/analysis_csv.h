/* Analyses as one table each, RFC 4180 quoting, a heading line first, lines end with LF. */
#ifndef REPORT_ANALYSIS_CSV_H
#define REPORT_ANALYSIS_CSV_H

#include "report/analysis_report.h"

/* Starting hands; for a game without them, the headline figures. */
void analysis_csv_base(const struct base_report *report, struct text *t);
void analysis_csv_outcomes(const struct outcomes_report *report, struct text *t);
void analysis_csv_turns(const struct turns_report *report, struct text *t);
void analysis_csv_position(const struct position_report *report, struct text *t);
void analysis_csv_progressive(const struct progressive_report *report, struct text *t);
void analysis_csv_compare(const struct compare_report *report, struct text *t);

#endif
