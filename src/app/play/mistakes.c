/* Sums up what decisions cost compared with the best ones; see mistakes.h. */
#include "app/play/mistakes.h"

#include "app/play/stats.h"
#include "math/study/position_values.h"

#include <stdio.h>

_Static_assert(HELD_ACTIONS == CR_OPTIONS_MAX, "a starting hand has that many options");

/* Adds `count` equal decisions, of which d has the largest Ante. */
static void add(struct mistakes *m, const struct decision *d, uint64_t count, struct cr_money antes,
                const struct cr_position *values)
{
    const double loss = position_loss(values, d->taken), cost = loss * (double)d->ante.micro;
    m->decisions += count;
    if (loss <= 0)
        return;
    m->wrong += count;
    m->cost += loss * (double)antes.micro;
    if (cost < m->worst_cost || (cost <= m->worst_cost && d->number > m->worst.number))
        return;
    m->worst = *d;
    m->worst_best = values->options[values->best].action;
    m->worst_cost = cost;
}

void mistakes_add(struct mistakes *m, const struct decision *d, const struct cr_position *values)
{
    add(m, d, 1, d->ante, values);
}

void mistakes_add_unknown(struct mistakes *m, uint64_t count, const char *why)
{
    m->unknown += count;
    snprintf(m->why, sizeof m->why, "%s", why);
}

struct cr_money mistakes_money(double micro)
{
    return cr_money_from_micro(micro < 9e18 ? (int64_t)(micro + 0.5) : INT64_MAX);
}

/* ---- Decisions before the flop ---- */

/* The index of the first cell for so many offered actions: the rows have 1, 2, 3 … cells. */
static unsigned row_of(unsigned offered)
{
    return offered * (offered - 1) / 2;
}

bool held_add(struct held *held, unsigned start, unsigned index, const struct decision *d)
{
    if (d->offered > HELD_ACTIONS || index >= d->offered)
        return false;
    struct held_cell *cell = &held->cells[start][row_of(d->offered) + index];
    if (cell->count == 0 || d->ante.micro > cell->dearest.ante.micro)
        cell->dearest = *d;
    cell->count++;
    cell->antes = stats_sum(cell->antes, d->ante);
    held->count++;
    return true;
}

bool held_has(const struct held *held, unsigned start)
{
    for (unsigned i = 0; i < HELD_CELLS; i++)
        if (held->cells[start][i].count > 0)
            return true;
    return false;
}

void held_count(const struct held *held, unsigned start, const struct cr_position *values,
                struct mistakes *m)
{
    for (unsigned offered = 1; offered <= HELD_ACTIONS; offered++) {
        for (unsigned i = 0; i < offered; i++) {
            const struct held_cell *cell = &held->cells[start][row_of(offered) + i];
            if (cell->count == 0)
                continue;
            struct cr_position cut = *values;
            position_cut(&cut, offered);
            add(m, &cell->dearest, cell->count, cell->antes, &cut);
        }
    }
}
