/* The results of a round as probabilities on a grid of equal cells, so that millions of sums can be
 * calculated. */
#pragma once

#include <croupier/risk.h>

struct lattice_point {
    int64_t cell;
    double probability;
};

struct lattice {
    int64_t cell_micro;
    size_t count;
    struct lattice_point *at; /* ascending; a cell may occur twice */
};

/* Makes the grid. cells: the most cells that the window from low to high (in micro) may have. The
 * cell is the largest amount of which all results are whole multiples, doubled until the window
 * fits; a result between two cells is then split between them so that the mean is kept. False when
 * memory is short. */
bool lattice_make(const struct cr_distribution *d, double low, double high, int64_t cells,
                  struct lattice *out);
void lattice_free(struct lattice *lattice);

/* An amount, in micro, which the sum of that many rounds exceeds with a probability of at most
 * exp(log_chance) or, with downward, falls below. It is Chernoff's bound, minimised. Downward it
 * also holds for every partial sum on the way, as long as a round loses on average. */
double lattice_bound(const struct cr_distribution *d, double rounds, bool downward,
                     double log_chance);

/* Whether amounts up to this many micro, and twice as much, can be written as money. */
bool lattice_fits(double micro);
