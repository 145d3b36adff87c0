/* A meter that meets its ends: a limit that keeps contributions out (REG-7), or an amount that does
 * not cover a fixed award (MET-4). */
#pragma once

#include <croupier/cards.h>

#include <stdbool.h>

/* What happens to one meter at each bet, in currency units and probabilities. */
struct meter_course {
    double coin;         /* goes in */
    double reserve_coin; /* goes to the reserve, which moves to the meter at a 100 % award */
    double seed;
    double limit; /* INFINITY for none */
    double whole; /* probability of a 100 % award */
    unsigned part_count, fixed_count;
    struct {
        double part, probability; /* a part of what there is … */
    } parts[CR_CATEGORIES];
    struct {
        double amount, probability; /* … or an amount */
    } fixed[CR_CATEGORIES];
};

/* In the long run, per bet. */
struct meter_ends {
    double funded;   /* what the house pays of fixed awards because the meter is too small */
    double overflow; /* what the limit keeps out */
};

#define METER_GRID 800 /* even steps of a grid for figures that are printed; others are finer */

/* Zeroes where the meter meets neither end, or so seldom that no figure shows it. grid: steps of
 * the amount; the work grows with their square. False without memory. */
bool meter_ends(const struct meter_course *course, unsigned grid, struct meter_ends *out);
