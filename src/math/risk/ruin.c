/* The chance of losing a bankroll within a session, for every bankroll at once.
 *
 * f(n, b) is the chance of being at or below zero after some of the next n rounds when b is left:
 * f(0, b) is 0 for b above zero, and f(n, b) is the mean of f(n - 1, b + result). Above the largest
 * bankroll of the window, the value at the window's end is taken, which is never too small.
 */
#include "base/err.h"
#include "math/risk/lattice.h"

#include <math.h>
#include <stdlib.h>

#define CELLS_MAX 2048
#define TOP_PART  1e-6 /* of the wanted chance: the error that the end of the window may cause */

struct walk {
    struct lattice lattice;
    int64_t cells;         /* bankrolls 1 … cells */
    double *before, *next; /* [0 … cells]: chances of ruin by bankroll; 0 is ruin */
};

static double chance_after(const struct walk *w, int64_t bankroll)
{
    double sum = 0;
    for (size_t i = 0; i < w->lattice.count; i++) {
        int64_t left = bankroll + w->lattice.at[i].cell;
        left = left < 0 ? 0 : left > w->cells ? w->cells : left;
        sum += w->lattice.at[i].probability * w->before[left];
    }
    return sum;
}

static void walk_round(struct walk *w)
{
    w->next[0] = 1;
#pragma omp parallel for schedule(static)
    for (int64_t b = 1; b <= w->cells; b++)
        w->next[b] = chance_after(w, b);
    double *swap = w->before;
    w->before = w->next;
    w->next = swap;
}

/* Lists points at whole cells, each once, up to twice the bankroll that is needed. */
static void put_points(const struct walk *w, int64_t enough, struct cr_ruin *out)
{
    const int64_t last = 2 * enough < w->cells ? 2 * enough : w->cells;
    int64_t before = 0;
    for (int64_t i = 1; i <= CR_RUIN_POINTS; i++) {
        const int64_t at = last * i / CR_RUIN_POINTS;
        if (at == before)
            continue;
        out->points[out->point_count].bankroll = cr_money_from_micro(at * w->lattice.cell_micro);
        out->points[out->point_count++].chance = w->before[at];
        before = at;
    }
}

static struct cr_ruin answer(const struct walk *w, double wanted, struct cr_money given)
{
    const int64_t cell = w->lattice.cell_micro;
    int64_t enough = 1;
    while (enough < w->cells && w->before[enough] > wanted)
        enough++;
    struct cr_ruin ruin = {.bankroll = cr_money_from_micro(enough * cell),
                           .cell = cr_money_from_micro(cell)};
    if (given.micro > 0) {
        const int64_t at = given.micro / cell + (given.micro % cell > 0);
        ruin.chance = w->before[at > w->cells ? w->cells : at];
    }
    put_points(w, enough, &ruin);
    return ruin;
}

/* Calculates all bankrolls up to the window for that many rounds. False when memory is short. */
static bool walk_make(const struct cr_distribution *round, unsigned rounds, double window,
                      struct walk *w)
{
    if (!lattice_make(round, 0, window, CELLS_MAX, &w->lattice))
        return false;
    w->cells = (int64_t)ceil(window / (double)w->lattice.cell_micro) + 1;
    w->before = calloc((size_t)w->cells + 1, sizeof *w->before);
    w->next = calloc((size_t)w->cells + 1, sizeof *w->next);
    if (!w->before || !w->next)
        return false;
    w->before[0] = 1;
    for (unsigned n = 0; n < rounds; n++)
        walk_round(w);
    return true;
}

static void walk_free(struct walk *w)
{
    lattice_free(&w->lattice);
    free(w->before);
    free(w->next);
    *w = (struct walk){0};
}

/* Whether half of the window is enough for the wanted chance. Where a player has the edge, the
 * lowest point comes long before the end of a session, so what leaves the window at its top must be
 * negligible too. */
static bool is_wide_enough(const struct walk *w, double wanted, bool has_edge)
{
    return w->before[(w->cells + 1) / 2] <= wanted &&
           (!has_edge || w->before[w->cells] <= wanted * TOP_PART);
}

/* The window first covers what the end of the session can lose, and is doubled until it is wide
 * enough. */
int cr_ruin_make(const struct cr_distribution *round, unsigned rounds, double wanted,
                 struct cr_money given, struct cr_ruin *out, struct cr_err *err)
{
    if (!(wanted > 0 && wanted < 1))
        return err_set(err, CR_E_INPUT, "a wanted chance of ruin lies between 0 and 1");
    const double most_lost = -lattice_bound(round, rounds, true, log(wanted));
    /* A game that cannot lose needs no bankroll, but the window still has at least one cell. */
    double window = fmax(fmax(2 * most_lost, (double)given.micro), CR_MICRO_PER_CENT);
    struct walk w = {0};
    bool made = lattice_fits(window), is_wide = false;
    while (made && !is_wide) {
        walk_free(&w);
        made = walk_make(round, rounds, window, &w);
        is_wide = made && is_wide_enough(&w, wanted, cr_distribution_mean(round) > 0);
        window *= 2;
        made = made && (is_wide || lattice_fits(window));
    }
    if (made)
        *out = answer(&w, wanted, given);
    walk_free(&w);
    return made ? CR_OK
                : err_set(err, CR_E_RANGE,
                          "not enough memory for the chance of ruin, or amounts that cannot be "
                          "written; ask for fewer rounds or smaller stakes");
}
