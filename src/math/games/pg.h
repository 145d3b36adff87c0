/* The base game of Progressive Texas Hold 'Em Poker (MATH-1, MATH-2). */
#pragma once

#include "math/kernels/kernels.h"

#include <croupier/analysis.h>

int pg_turn_cards(const struct cr_rules *rules, const cr_card hole[2], const cr_card flop[3],
                  struct cr_turn_table *out, struct cr_err *err);

/* The sums over some flops, by starting hand, from which the analysis is made. */
int pg_sum_flops(const struct cr_rules *rules, const struct kernels *kernels,
                 const struct flop *flops, unsigned count, struct pg_sums *out, struct cr_err *err);
