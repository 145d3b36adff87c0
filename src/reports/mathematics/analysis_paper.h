/* The report of an analysis as a paper, for the file of a regulator. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_PAPER_H
#define REPORTS_MATHEMATICS_ANALYSIS_PAPER_H

#include "math/study/analysis_report.h"
#include "paper/paper.h"

/* About a base game, a progressive, or both; NULL leaves a part out. What the manual takes as its
 * examples is worked out here, where the game has it. Equal data give equal bytes. To be freed. */
int analysis_paper(const struct base_report *base, const struct progressive_report *progressive,
                   struct paper **out, struct cr_err *err);

/* The same as PDF. */
int analysis_pdf(const struct base_report *base, const struct progressive_report *progressive,
                 char **data, size_t *len, struct cr_err *err);

#endif
