/* Rules of thumb that players carry in their heads, as codes of strategy.c: 0 the smallest (fold,
 * check), 1 the smallest bet, 2 the largest. */
#ifndef MATH_STRATEGY_STRATEGY_SIMPLE_H
#define MATH_STRATEGY_STRATEGY_SIMPLE_H

#include <croupier/rules.h>

/* Before the flop, pg and uth. */
unsigned simple_start(const struct cr_rules *rules, const cr_card hole[2]);

/* The second and third decision of pg and uth (stage 1 and 2). */
unsigned simple_code(const struct cr_rules *rules, unsigned stage, const cr_card *hole,
                     const cr_card *board);

/* tcp. */
unsigned simple_three(const cr_card hole[3]);

#endif
