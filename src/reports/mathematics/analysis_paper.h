/* The report of an analysis as a paper: whole, for the file of a regulator, and shorter, for a
 * terminal. */
#pragma once

#include "math/study/analysis_report.h"
#include "paper/paper.h"
#include "paper/paper_named.h"

/* About a base game, a progressive, or both as PDF; NULL leaves a part out. What the manual takes
 * as its examples is worked out here, where the game has it. Equal data give equal bytes. */
int analysis_pdf(const struct base_report *base, const struct progressive_report *progressive,
                 bool is_letter, char **data, size_t *len, struct cr_err *err);

/* The same without rules, examples and the list of starting hands, for a terminal; and what is
 * asked about single hands. To be freed. */
struct paper *analysis_screen(const struct base_report *base,
                              const struct progressive_report *progressive);
struct paper *analysis_screen_outcomes(const struct outcomes_report *report);
struct paper *analysis_screen_turns(const struct turns_report *report);
struct paper *analysis_screen_position(const struct position_report *report);
/* root: of analysis_tree_compare; a: of the first that is compared. */
struct paper *analysis_screen_compare(const struct named *root, const struct named *a,
                                      bool is_one_game);
