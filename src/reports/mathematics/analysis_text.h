/* Analyses for people: at most 80 columns, plain ASCII, colours on demand. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_TEXT_H
#define REPORTS_MATHEMATICS_ANALYSIS_TEXT_H

#include "base/text.h"
#include "math/study/analysis_report.h"
#include "paper/paper_named.h"

void analysis_text_base(const struct base_report *report, bool color, struct text *t);
void analysis_text_outcomes(const struct outcomes_report *report, struct text *t);
void analysis_text_turns(const struct turns_report *report, struct text *t);
void analysis_text_position(const struct position_report *report, struct text *t);
void analysis_text_progressive(const struct progressive_report *report, struct text *t);
/* root: of analysis_tree_compare; a: of the first that is compared. */
void analysis_text_compare(const struct named *root, const struct named *a, bool is_one_game,
                           struct text *t);

#endif
