/* The limit on what one hand is paid (UTH-11, LIR-7, MS-7). */
#pragma once

#include <croupier/settle.h>

/* The pays of one hand together, in payment order, stop at the limit of the rules, which have one.
 */
void hand_limit_apply(const struct cr_rules *rules, struct cr_wager_result *slots);
