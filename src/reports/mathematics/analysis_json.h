/* Analyses as JSON: the contract of `croupier analyze --json`. Each writes one line. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_JSON_H
#define REPORTS_MATHEMATICS_ANALYSIS_JSON_H

#include "math/study/analysis_report.h"

void analysis_json_base(const struct base_report *report, struct text *t);
void analysis_json_outcomes(const struct outcomes_report *report, struct text *t);
void analysis_json_turns(const struct turns_report *report, struct text *t);
void analysis_json_position(const struct position_report *report, struct text *t);
void analysis_json_progressive(const struct progressive_report *report, struct text *t);
void analysis_json_compare(const struct compare_report *report, struct text *t);

/* The object alone, for a document that has it as a member. */
void analysis_json_progressive_object(const struct progressive_report *report, struct text *t);

#endif
