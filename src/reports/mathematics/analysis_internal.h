/* Parts of the report of an analysis. They only present: everything that takes time or can fail is
 * calculated before. */
#pragma once

#include "math/study/analysis_report.h"
#include "paper/paper.h"
#include "reports/mathematics/figures.h"

/* Where a paper appears, which decides how much of it there is. */
enum analysis_extent {
    ANALYSIS_IN_PAR,    /* in a PAR sheet, which has the table of every wager already */
    ANALYSIS_ON_SCREEN, /* in a terminal: without the rules, the list of starting hands, examples */
    ANALYSIS_IN_PRINT   /* for a file: all of it */
};

/* Results, decisions, rules, side bets, the table of every wager, starting hands. */
void part_base(struct paper *p, const struct base_report *report, enum analysis_extent extent);
/* A decision's name in the analysis, "river_1x", as people say it: "Bet 1x on the river". A name
 * without a stage of the game stands for itself: "Fold". */
const char *decision_label(const struct cr_game *game, const char *name, char out[FIGURE_MAX]);
/* UTH-11: says whether the figures count the limit on what one hand is paid, where there is one. */
void part_limit(struct paper *p, const struct cr_rules *rules, struct cr_money ante);

/* The rules that the figures depend on, and the pay tables. */
void part_rules(struct paper *p, const struct cr_rules *rules);

/* The first decision with each starting hand, and what each decision is worth. */
void part_strategy(struct paper *p, const struct cr_analysis *a);
/* "Fold unsuited 7-2, 6-2; suited 3-2.": the hands that are folded at once, where there are any. */
void part_folds(struct paper *p, const struct cr_analysis *a);
void part_expectations(struct paper *p, const struct cr_analysis *a);

/* What the manual works out as its examples: tables A.1 to A.6. */
struct analysis_examples {
    struct cr_outcome_table outcomes; /* an unsuited A-J */
    struct cr_turn_table turns;       /* 5s 5h on 8d 9d Js */
};
void part_examples(struct paper *p, const struct cr_rules *rules,
                   const struct analysis_examples *examples);
/* The same tables for the hand or the position that was asked for. */
void part_one_hand(struct paper *p, const struct outcomes_report *report);
void part_one_flop(struct paper *p, const struct turns_report *report);

/* part_progressive: tables A.7 to A.13. part_meters: what each hand returns of the bet, when the
 * bet is fair, and how large jackpots are. */
void part_progressive(struct paper *p, const struct progressive_report *report,
                      enum analysis_extent extent);
void part_meters(struct paper *p, const struct progressive_report *report,
                 enum analysis_extent extent);
