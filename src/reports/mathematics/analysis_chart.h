/* The 169 starting hands as charts: suited hands above the diagonal, unsuited ones below it. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_CHART_H
#define REPORTS_MATHEMATICS_ANALYSIS_CHART_H

#include "base/text.h"

#include <croupier/analysis.h>

/* The first decision with each hand, a letter, coloured or not; and what the letters mean. */
void chart_decisions(const struct cr_analysis *analysis, bool color, struct text *t);

/* What each hand is worth, in Antes. */
void chart_values(const struct cr_analysis *analysis, struct text *t);

/* The hands with that decision as a sentence that starts with `before`: "Fold unsuited 8-2, …".
 * Nothing when there are none. */
void chart_sentence(const struct cr_analysis *analysis, const char *decision, const char *before,
                    struct text *t);

#endif
