/* What an ending brings, wager by wager. */
#ifndef MATH_ENDINGS_ENDINGS_H
#define MATH_ENDINGS_ENDINGS_H

#include <croupier/endings.h>

/* Settles every slot but the progressive as at a table, but without the limit on one hand's pays.
 * False when an amount is too large. */
bool ending_settle(const struct cr_rules *rules, const struct cr_ending *e,
                   const struct cr_stakes *stakes, struct cr_wager_result slots[CR_SLOTS]);

#endif
