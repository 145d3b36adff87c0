/* Parts of the settlement for other files: cr_settle without its check, for callers that made the
 * round themselves, and the limit on what one hand is paid. */
#pragma once

#include <croupier/settle.h>

/* cr_settle for a round that cr_round_check would pass: a simulation's own, say. *out is all zeroes
 * before its first use, and then serves rounds with the same seats taken and the same progressive:
 * only the seats that are taken are written. */
int settle_checked(const struct cr_rules *rules, const struct cr_progressive *progressive,
                   const struct cr_meters *meters, const struct cr_round *round,
                   struct cr_settlement *out, struct cr_err *err);

/* UTH-11, LIR-7, MS-7: cuts the pays of one hand, in payment order, so that together they do not
 * exceed the rules' limit. The rules must have one. */
void hand_limit_apply(const struct cr_rules *rules, struct cr_wager_result *slots);
