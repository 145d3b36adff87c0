/* How often a wager ends how, summed over the endings of a round. */
#pragma once

#include <croupier/endings.h>

/* The table of a slot of the base game, as those of an analysis (cr_analysis.wagers). False when a
 * figure is too large to be written exactly. */
bool ending_returns(const struct cr_rules *rules, const struct cr_endings *endings, unsigned slot,
                    struct cr_wager_returns *out);
