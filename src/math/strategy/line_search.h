/* The search for plays that people can say in a few lines.
 *
 * The situations of every decision are grouped by what players look at, and the values of each
 * action are added up for each group. A line is then worth what it gains in the groups of which it
 * is true. Lines are added one at a time, the best first, and exchanged for others as long as that
 * helps; the lines of the decisions are combined so that their total value is largest. Nothing is
 * random: the same rules always give the same plays. The exact value of such a play is calculated
 * elsewhere (math/endings/found_plays.c).
 */
#pragma once

#include "math/endings/play_watch.h"
#include "math/strategy/sayings.h"
#include "math/strategy/strategy.h"

#define SEARCH_LINES_MAX 24

/* out[n]: the best play with at most n lines that was found, for n from 0 to lines. *play: the best
 * play of the rules, with which the lines can be played (strategy_follow); the caller frees it. */
int line_search(const struct cr_rules *rules, const struct cr_analysis *analysis, unsigned lines,
                const struct play_watch *watch, struct line_play out[SEARCH_LINES_MAX + 1],
                struct strategy **play, struct cr_err *err);

/* How many lines a play has. */
unsigned line_play_lines(const struct line_play *play);
