/* Plays that people can say in a few lines, found by search.
 *
 * Situations of every decision are sorted by what players look at, and what each action is worth
 * there is added up. A line is then worth what the situations gain that it is true of. Lines are
 * added one at a time, the best first, and exchanged for others as long as that helps; the lines of
 * the decisions are put together so that they are worth most. Nothing is drawn by lot: the same
 * rules always give the same plays. What such a play is worth exactly is not asked here.
 */
#pragma once

#include "math/endings/play_watch.h"
#include "math/strategy/sayings.h"
#include "math/strategy/strategy.h"

#define SEARCH_LINES_MAX 24

/* out[n]: the best play with at most n lines that was found, for n from 0 to lines. *play is the
 * best play of the rules, to follow them with (strategy_follow); the caller frees it. */
int line_search(const struct cr_rules *rules, const struct cr_analysis *analysis, unsigned lines,
                const struct play_watch *watch, struct line_play out[SEARCH_LINES_MAX + 1],
                struct strategy **play, struct cr_err *err);

/* How many lines a play has. */
unsigned line_play_lines(const struct line_play *play);
