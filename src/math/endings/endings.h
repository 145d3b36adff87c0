/* The result of an ending wager by wager, and the table of a wager's outcomes. */
#pragma once

#include <croupier/endings.h>

/* Settles every slot but the progressive as at a table, but without the limit on one hand's pays.
 * False when an amount is too large. */
bool ending_settle(const struct cr_rules *rules, const struct cr_ending *e,
                   const struct cr_stakes *stakes, struct cr_wager_result slots[CR_SLOTS]);

/* An Ante with which every pay of the base game is a whole number of cents, so that nothing is
 * rounded. Zero where there is none small enough to calculate with; rules that were loaded from a
 * file always have one. */
struct cr_money ending_whole_ante(const struct cr_rules *rules);

/* How often a base wager ends in each way: the table of a slot, in the form of those of an analysis
 * (cr_analysis.wagers). False when a figure is too large to be written exactly. */
bool ending_returns(const struct cr_rules *rules, const struct cr_endings *endings, unsigned slot,
                    struct cr_wager_returns *out);
