/* Values of the actions of a starting hand, and the loss of an action that is not the best.
 *
 * Values are rational numbers: which action is the best, and whether another one is as good, is
 * decided exactly.
 */
#pragma once

#include <croupier/analysis.h>

/* Fills in all legal actions of a starting hand with their values from the analysis of the whole
 * game. */
int position_of_start(const struct cr_rules *rules, const struct cr_start *start,
                      struct cr_position *out, struct cr_err *err);

/* Keeps only the first `offered` options, and finds the best of those. */
void position_cut(struct cr_position *position, unsigned offered);

/* How much less than the best action an action is worth, in Antes. Exactly 0 for one that is as
 * good, and 0 for an action that is not among the options. */
double position_loss(const struct cr_position *position, cr_action action);
