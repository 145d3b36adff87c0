/* The whole analysis with results that only other parts of this project need. */
#pragma once

#include <croupier/analysis.h>

/* As cr_analyze. *has_live says whether folds change the progressive's awards in this game
 * (live_pairs in game_math.h). If so, *live has the categories of the progressive's five cards
 * among the hands that are not folded under the best play. */
int analyze_with_live(const struct cr_rules *rules, const struct cr_analysis_options *options,
                      struct cr_analysis *out, struct cr_category_counts *live, bool *has_live,
                      struct cr_err *err);
