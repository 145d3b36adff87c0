/* The figures of a meter that reaches an end: a limit that keeps contributions out (REG-7), or an
 * amount that does not cover a fixed award (MET-4). */
#pragma once

#include <croupier/cards.h>

#include <stdbool.h>

/* What happens to one meter at each bet, in currency units and probabilities. */
struct meter_course {
    double coin; /* part of the bet that goes to the meter */
    /* part that goes to the reserve, which moves to the meter at a 100 % award */
    double reserve_coin;
    double seed;
    double limit; /* INFINITY for none */
    double whole; /* probability of a 100 % award */
    unsigned part_count, fixed_count;
    struct {
        double part, probability; /* awards of a part of the meter … */
    } parts[CR_CATEGORIES];
    struct {
        double amount, probability; /* … and of a fixed amount */
    } fixed[CR_CATEGORIES];
};

/* Means per bet in the long run, in currency units. */
struct meter_ends {
    double funded;   /* part of fixed awards that the house pays, because the meter is too small */
    double overflow; /* contributions that the limit keeps out */
};

#define METER_GRID 800 /* steps of the grid for printed figures; searches use coarser ones */

/* Zeroes where the meter reaches neither end, or so seldom that no figure shows it. grid: number of
 * steps of the amount; the work grows with its square. False when memory is short. */
bool meter_ends(const struct meter_course *course, unsigned grid, struct meter_ends *out);
