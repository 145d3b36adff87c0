/* The results of many rounds: the distribution of one round, convolved with itself by Fourier
 * transforms.
 *
 * The window is so wide that the probability outside is negligible (Chernoff's bound). What would
 * fall outside wraps round to the other end and is part of the stated error.
 */
#include "base/err.h"
#include "math/risk/lattice.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define CELLS_MAX   (1 << 19)
#define LOG_OUTSIDE (-32.0) /* logarithm of the chance to leave the window on one side: 1.3e-14 */

const double cr_session_levels[CR_SESSION_QUANTILES] = {0.01, 0.05, 0.1,  0.25, 0.5,
                                                        0.75, 0.9,  0.95, 0.99};

/* ---- Transforms ---- */

static void reverse_order(double complex *x, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            const double complex swap = x[i];
            x[i] = x[j];
            x[j] = swap;
        }
    }
}

/* The fast Fourier transform of n values, a power of two. roots[k] = exp(-2 pi i k / n), for k
 * below n / 2. */
static void transform(double complex *x, const double complex *roots, size_t n, bool back)
{
    reverse_order(x, n);
    for (size_t len = 2; len <= n; len <<= 1) {
        const size_t step = n / len;
        for (size_t start = 0; start < n; start += len)
            for (size_t k = 0; k < len / 2; k++) {
                const double complex root = roots[k * step];
                const double complex a = x[start + k],
                                     b = x[start + k + len / 2] * (back ? conj(root) : root);
                x[start + k] = a + b;
                x[start + k + len / 2] = a - b;
            }
    }
}

/* ---- The distribution of many rounds ---- */

struct work {
    struct lattice lattice;
    size_t cells;
    int64_t first; /* the cell at the lower end of the window */
    double complex *roots, *spectrum, *sums;
};

static void work_free(struct work *w)
{
    lattice_free(&w->lattice);
    free(w->roots);
    free(w->spectrum);
    free(w->sums);
}

static bool work_make(const struct cr_distribution *d, unsigned rounds, struct work *w)
{
    const double low = lattice_bound(d, rounds, true, LOG_OUTSIDE);
    const double high = lattice_bound(d, rounds, false, LOG_OUTSIDE);
    if (!lattice_make(d, fmin(low, (double)d->at[0].net.micro),
                      fmax(high, (double)d->at[d->count - 1].net.micro), CELLS_MAX - 4,
                      &w->lattice))
        return false;
    const double cell = (double)w->lattice.cell_micro;
    w->first = (int64_t)floor(fmin(low, (double)d->at[0].net.micro) / cell) - 1;
    w->cells = 16;
    while ((double)w->cells <
           fmax(high, (double)d->at[d->count - 1].net.micro) / cell - (double)w->first + 2)
        w->cells *= 2;
    w->roots = malloc(w->cells / 2 * sizeof *w->roots);
    w->spectrum = calloc(w->cells, sizeof *w->spectrum);
    w->sums = malloc(w->cells * sizeof *w->sums);
    return w->roots && w->spectrum && w->sums;
}

static size_t wrapped(const struct work *w, int64_t cell)
{
    const int64_t n = (int64_t)w->cells;
    return (size_t)((cell % n + n) % n);
}

static void work_transform(struct work *w)
{
    const double pi = 3.14159265358979323846;
    for (size_t k = 0; k < w->cells / 2; k++)
        w->roots[k] = cexp(-2 * pi * I * (double)k / (double)w->cells);
    for (size_t i = 0; i < w->lattice.count; i++)
        w->spectrum[wrapped(w, w->lattice.at[i].cell)] += w->lattice.at[i].probability;
    transform(w->spectrum, w->roots, w->cells, false);
}

static double complex power(double complex base, unsigned n)
{
    double complex result = 1;
    for (; n > 0; n >>= 1, base *= base)
        if (n & 1)
            result *= base;
    return result;
}

/* Calculates the probability of each cell after that many rounds. */
static void work_rounds(struct work *w, unsigned rounds)
{
    for (size_t k = 0; k < w->cells; k++)
        w->sums[k] = power(w->spectrum[k], rounds) / (double)w->cells;
    transform(w->sums, w->roots, w->cells, true);
}

static double chance_at(const struct work *w, size_t place)
{
    const double p = creal(w->sums[wrapped(w, w->first + (int64_t)place)]);
    return p > 0 ? p : 0;
}

static void step_fill(const struct work *w, struct cr_session_step *step)
{
    double below = 0;
    unsigned next = 0;
    for (size_t place = 0; place < w->cells; place++) {
        const int64_t cell = w->first + (int64_t)place;
        const double p = chance_at(w, place);
        below += p;
        step->ahead += cell > 0 ? p : 0;
        step->even += cell == 0 ? p : 0;
        while (next < CR_SESSION_QUANTILES && below >= cr_session_levels[next])
            step->quantiles[next++] = cr_money_from_micro(cell * w->lattice.cell_micro);
    }
}

int cr_session_make(const struct cr_distribution *round, unsigned rounds, struct cr_session *out,
                    struct cr_err *err)
{
    struct work w = {0};
    if (rounds == 0 || rounds > CR_SESSION_ROUNDS_MAX)
        return err_set(err, CR_E_INPUT, "a session has 1 to %d rounds, not %u",
                       CR_SESSION_ROUNDS_MAX, rounds);
    if (!lattice_fits(lattice_bound(round, rounds, true, LOG_OUTSIDE)) ||
        !lattice_fits(lattice_bound(round, rounds, false, LOG_OUTSIDE)))
        return err_set(err, CR_E_RANGE,
                       "so many rounds at these stakes come to amounts that cannot be written; ask "
                       "for fewer rounds or smaller stakes");
    if (!work_make(round, rounds, &w)) {
        work_free(&w);
        return err_set(err, CR_E_RANGE, "not enough memory for the results of a session");
    }
    work_transform(&w);
    *out = (struct cr_session){.cell = cr_money_from_micro(w.lattice.cell_micro)};
    out->error = 2 * exp(LOG_OUTSIDE) + DBL_EPSILON * 8 * rounds * log2((double)w.cells);
    const double mean = cr_distribution_mean(round), deviation = cr_distribution_std_dev(round);
    for (unsigned i = 1; i <= CR_SESSION_STEPS; i++) {
        const unsigned n = (unsigned)((uint64_t)rounds * i / CR_SESSION_STEPS);
        if (n == 0)
            continue;
        struct cr_session_step *step = &out->steps[out->step_count++];
        *step =
            (struct cr_session_step){.rounds = n, .mean = n * mean, .std_dev = sqrt(n) * deviation};
        work_rounds(&w, n);
        step_fill(&w, step);
    }
    work_free(&w);
    return CR_OK;
}
