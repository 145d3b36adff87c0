/* Parts of the settlement: without the check, for callers that made the round themselves; the limit
 * on what one hand is paid. */
#pragma once

#include <croupier/settle.h>

/* cr_settle for a round that cr_round_check would pass: a simulation's own, say. *out is all zeroes
 * before its first use, and then serves rounds with the same seats taken and the same progressive:
 * only the seats that are taken are written. */
int settle_checked(const struct cr_rules *rules, const struct cr_progressive *progressive,
                   const struct cr_meters *meters, const struct cr_round *round,
                   struct cr_settlement *out, struct cr_err *err);

/* UTH-11, LIR-7, MS-7: the pays of one hand together, in payment order, stop at the limit of the
 * rules, which have one.
 */
void hand_limit_apply(const struct cr_rules *rules, struct cr_wager_result *slots);
