/* The report of an analysis as a paper: whole, for the file of a regulator, and shorter, for a
 * terminal. */
#pragma once

#include "math/study/analysis_report.h"
#include "paper/paper.h"
#include "paper/paper_named.h"

/* A report as PDF about a base game, a progressive, or both; NULL leaves a part out. The manual's
 * examples are calculated here, for a game that has them. Equal data give equal bytes. *data is to
 * be freed. */
int analysis_pdf(const struct base_report *base, const struct progressive_report *progressive,
                 bool is_letter, char **data, size_t *len, struct cr_err *err);

/* The same for a terminal, without rules, examples and the list of starting hands; and answers
 * about single hands. The papers are to be freed. */
struct paper *analysis_screen(const struct base_report *base,
                              const struct progressive_report *progressive);
struct paper *analysis_screen_outcomes(const struct outcomes_report *report);
struct paper *analysis_screen_turns(const struct turns_report *report);
struct paper *analysis_screen_position(const struct position_report *report);
/* root: from analysis_tree_compare; a: the tree of the first analysis that is compared. */
struct paper *analysis_screen_compare(const struct named *root, const struct named *a,
                                      bool is_one_game);
