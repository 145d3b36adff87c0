/* The results of an analysis as a tree of named values, built once: the JSON of `croupier analyze`
 * (a contract), its CSV and comparisons are all written from it. */
#pragma once

#include "base/text.h"
#include "math/study/analysis_report.h"
#include "paper/paper.h"
#include "paper/paper_named.h"

/* The trees are to be freed, by named_free or analysis_write. */
struct named_tree *analysis_tree_base(const struct base_report *report);
struct named_tree *analysis_tree_progressive(const struct progressive_report *report);
struct named_tree *analysis_tree_outcomes(const struct outcomes_report *report);
struct named_tree *analysis_tree_turns(const struct turns_report *report);
struct named_tree *analysis_tree_position(const struct position_report *report);
/* Two house rules, or two progressives, side by side. Starting hands are compared only within one
 * game. */
struct named_tree *analysis_tree_compare(const struct named *a, const struct named *b,
                                         bool is_one_game);

/* The members of a progressive, for a document that has it as a member. */
void analysis_add_progressive(struct named *o, const struct progressive_report *report);

/* How often each decision is made. */
void analysis_add_frequencies(struct named *in, const struct cr_analysis *a);
/* How the best play decides, and the rule of thumb, as far as the analysis has them. */
void analysis_add_strategy(struct named *o, const struct base_report *report);
/* The table of one wager, as an element of a list. */
void analysis_add_wager(struct named *wagers, const struct cr_wager_returns *w);

/* The main figures of a base game or a progressive, in the order of comparisons. Returns how
 * many. */
#define HEADLINES_MAX 40
struct headline {
    char key[CR_NAME_MAX + 24]; /* as in JSON: "house_edge", "fold", "average_jackpot mega" */
    bool is_percent;            /* people read it as a percentage */
    const struct named *value;
};
unsigned analysis_headlines(const struct named *root, struct headline out[HEADLINES_MAX]);

/* Appends a tree as JSON, without the end of its line, or as one table of CSV with a heading line;
 * lines end with LF. Frees the tree. The only possible fault is lack of memory. */
int analysis_write(struct named_tree *t, enum paper_format format, struct text *out,
                   struct cr_err *err);
