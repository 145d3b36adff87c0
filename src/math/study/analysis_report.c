/* What one run of the analysis found out. */
#include "math/study/analysis_report.h"

const double report_quantiles[CR_QUANTILES] = {0.05, 0.25, 0.50, 0.75, 0.95};
