/* The whole analysis, with what only other parts of this project ask for. */
#pragma once

#include <croupier/analysis.h>

/* cr_analyze, and where folds change the progressive's awards (game_math.h) the categories of hole
 * cards and flop among hands that are not folded under the best play; *has_live says whether. */
int analyze_with_live(const struct cr_rules *rules, const struct cr_analysis_options *options,
                      struct cr_analysis *out, struct cr_category_counts *live, bool *has_live,
                      struct cr_err *err);
