/* Parts of the report of an analysis. They only present: everything that takes time or can fail is
 * worked out before. */
#ifndef REPORTS_MATHEMATICS_ANALYSIS_PARTS_H
#define REPORTS_MATHEMATICS_ANALYSIS_PARTS_H

#include "math/study/analysis_report.h"
#include "paper/paper.h"

/* Results, decisions, rules, side bets, starting hands. */
void part_base(struct paper *p, const struct base_report *report);

/* The rules that the figures depend on, and the pay tables. */
void part_rules(struct paper *p, const struct cr_rules *rules);

/* The first decision with each starting hand, and what each decision is worth. */
void part_strategy(struct paper *p, const struct cr_analysis *a);
void part_expectations(struct paper *p, const struct cr_analysis *a);

/* What the manual works out as its examples: tables A.1 to A.6. */
struct analysis_examples {
    struct cr_outcome_table outcomes; /* an unsuited A-J */
    struct cr_turn_table turns;       /* 5s 5h on 8d 9d Js */
};
void part_examples(struct paper *p, const struct cr_rules *rules,
                   const struct analysis_examples *examples);

/* Tables A.7 to A.13; where the bet returns to, when it is fair, and how large jackpots are. */
void part_progressive(struct paper *p, const struct progressive_report *report);
void part_meters(struct paper *p, const struct progressive_report *report);

#endif
