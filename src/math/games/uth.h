/* The base game of Ultimate Texas Hold'em, with Trips (MATH-5). */
#pragma once

#include "math/kernels/kernels.h"

#include <croupier/analysis.h>

/* Options of the analysis. */
struct uth_options {
    struct cr_ratio trips; /* per Ante */
    struct cr_money ante;  /* with which the limit of UTH-11 counts; zero: without it */
    bool is_wide;          /* sums of 128 bits even where 64 would do: tests compare the two */
    bool without_trips;    /* the limit would cut Trips too, so with_trips is left out */
    const struct cr_rational *awards; /* as in cr_analysis_options */
};

/* The sums over some flops, by starting hand, from which the analysis is made. */
int uth_sum_flops(const struct cr_rules *rules, const struct kernels *kernels,
                  const struct uth_options *options, const struct flop *flops, unsigned count,
                  struct uth_sums_wide *out, struct cr_err *err);
