/* Puts the results of a round on a grid of equal cells, and bounds the sum of many rounds. */
#include "math/risk/lattice.h"

#include <math.h>
#include <stdlib.h>

static int64_t common_part(const struct cr_distribution *d)
{
    int64_t common = 0;
    for (size_t i = 0; i < d->count; i++) {
        int64_t rest = llabs(d->at[i].net.micro);
        while (rest != 0) {
            const int64_t next = common % rest;
            common = rest;
            rest = next;
        }
    }
    return common > 0 ? common : CR_MICRO_PER_CENT;
}

bool lattice_make(const struct cr_distribution *d, double low, double high, int64_t cells,
                  struct lattice *out)
{
    struct lattice l = {.cell_micro = common_part(d)};
    while ((high - low) / (double)l.cell_micro > (double)cells)
        l.cell_micro *= 2;
    l.at = malloc(2 * d->count * sizeof *l.at);
    for (size_t i = 0; i < d->count && l.at; i++) {
        const int64_t net = d->at[i].net.micro;
        int64_t floor_cell = net / l.cell_micro;
        floor_cell -= net % l.cell_micro < 0;
        const double part = (double)(net - floor_cell * l.cell_micro) / (double)l.cell_micro;
        const double p = (double)d->at[i].deals / (double)d->deals;
        l.at[l.count++] = (struct lattice_point){floor_cell, p * (1 - part)};
        if (part > 0)
            l.at[l.count++] = (struct lattice_point){floor_cell + 1, p * part};
    }
    *out = l;
    return l.at != NULL;
}

void lattice_free(struct lattice *lattice)
{
    free(lattice->at);
    *lattice = (struct lattice){0};
}

/* log E[exp(t * net)], with the largest term taken out. */
static double log_moment(const struct cr_distribution *d, double t)
{
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; i < d->count; i++)
        most = fmax(most, t * (double)d->at[i].net.micro);
    for (size_t i = 0; i < d->count; i++)
        sum +=
            (double)d->at[i].deals / (double)d->deals * exp(t * (double)d->at[i].net.micro - most);
    return most + log(sum);
}

double lattice_bound(const struct cr_distribution *d, double rounds, bool downward,
                     double log_chance)
{
    const double side = downward ? -1 : 1;
    const double most =
        fmax(fabs((double)d->at[0].net.micro), fabs((double)d->at[d->count - 1].net.micro));
    double best = INFINITY;
    if (most == 0) /* nothing is ever won or lost */
        return 0;
    for (double t = 1e-9 / most; t < 1e5 / most; t *= 1.05) {
        const double bound = (rounds * log_moment(d, side * t) - log_chance) / t;
        best = fmin(best, bound);
    }
    return side * best;
}

bool lattice_fits(double micro)
{
    return fabs(micro) <= (double)(INT64_MAX / 4);
}
