/* Values of the actions at one point of a round.
 *
 * Values are rational numbers: which action is the best, and whether another one is as good, is
 * decided exactly. */
#pragma once

#include <croupier/analysis.h>

/* All legal actions of a starting hand, from the analysis of the whole game. */
int position_of_start(const struct cr_rules *rules, const struct cr_start *start,
                      struct cr_position *out, struct cr_err *err);

/* Keeps the first offered options, and which of those is the best one. */
void position_cut(struct cr_position *position, unsigned offered);

/* How much less than the best an action is worth, in Antes; 0 exactly for one that is as good, and
 * for an action that is none of them. */
double position_loss(const struct cr_position *position, cr_action action);
