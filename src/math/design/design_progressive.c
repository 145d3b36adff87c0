/* Progressives that reach a wanted return. */
#include "base/err.h"
#include "math/design/design.h"

#include <math.h>
#include <string.h>

#define TRIES_MAX 1000000
#define PERCENT   (CR_SHARE_ALL / 100)

static void apply_one(const struct cr_design_range *row, int32_t value, struct cr_progressive *p)
{
    switch (row->what) {
    case CR_DESIGN_SEED:
        p->meters[0].seed = cr_money_from_units(value);
        break;
    case CR_DESIGN_SHARE:
        p->meters[0].share = (uint32_t)value * PERCENT;
        break;
    case CR_DESIGN_RESERVE:
        p->meters[0].reserve_share = (uint32_t)value * PERCENT;
        break;
    case CR_DESIGN_AWARD:
        p->awards[row->category].amount = cr_money_from_units(value);
        break;
    }
}

bool cr_design_progressive_apply(const struct cr_progressive *progressive,
                                 const struct cr_progressive_question *q, const int32_t *values,
                                 struct cr_progressive *out)
{
    uint64_t shares = 0;
    *out = *progressive;
    for (unsigned i = 0; i < q->row_count; i++)
        apply_one(&q->rows[i], values[i], out);
    for (unsigned m = 0; m < out->meter_count; m++)
        shares += (uint64_t)out->meters[m].share + out->meters[m].reserve_share;
    if (shares > CR_SHARE_ALL)
        return false;
    out->house_share = (uint32_t)(CR_SHARE_ALL - shares);
    return true;
}

static int figures_of(const struct cr_progressive *p, const struct cr_category_counts *counts,
                      struct cr_design_progressive *out, struct cr_progressive_analysis *a,
                      struct cr_err *err)
{
    int rc = cr_analyze_progressive(p, counts, a, err);
    if (rc != CR_OK)
        return rc;
    out->house_advantage = a->exact.house_advantage;
    out->average_jackpot = a->exact.average_jackpot[0];
    out->average_reset = a->exact.average_reset[0];
    return CR_OK;
}

static double off_of(const struct cr_progressive_question *q, const struct cr_design_progressive *t)
{
    double off = 0;
    if (!isnan(q->house_advantage))
        off = fabs(t->house_advantage - q->house_advantage) / q->within;
    if (!isnan(q->average_jackpot))
        off = fmax(off, fabs(t->average_jackpot / q->average_jackpot - 1) * 50);
    return off;
}

static void keep(const struct cr_progressive_question *q, const struct cr_design_progressive *table,
                 struct cr_progressive_answer *out)
{
    const double rank = table->off + 0.1 * table->roundness;
    unsigned at = out->count;
    while (at > 0 && out->tables[at - 1].off + 0.1 * out->tables[at - 1].roundness > rank)
        at--;
    if (at == q->keep)
        return;
    if (out->count < q->keep)
        out->count++;
    memmove(&out->tables[at + 1], &out->tables[at], (out->count - 1 - at) * sizeof *table);
    out->tables[at] = *table;
}

static bool next_values(const struct cr_progressive_question *q, int32_t *values)
{
    for (unsigned i = q->row_count; i-- > 0;) {
        if (values[i] + q->rows[i].step <= q->rows[i].to) {
            values[i] += q->rows[i].step;
            return true;
        }
        values[i] = q->rows[i].from;
    }
    return false;
}

static int check(const struct cr_progressive *p, const struct cr_progressive_question *q,
                 struct cr_err *err)
{
    uint64_t tries = 1;
    if (isnan(q->house_advantage) && isnan(q->average_jackpot))
        return err_set(err, CR_E_INPUT, "nothing is wanted: say a house advantage or a jackpot");
    for (unsigned i = 0; i < q->row_count; i++) {
        const struct cr_design_range *row = &q->rows[i];
        if (row->from < 0 || row->to < row->from || row->step < 1)
            return err_set(err, CR_E_INPUT, "a range goes from 0 or more upward");
        if (row->what == CR_DESIGN_AWARD && p->awards[row->category].kind != CR_AWARD_FIXED)
            return err_set(err, CR_E_INPUT, "%s: a %s is paid no fixed amount", p->name,
                           cr_category_name(row->category));
        tries *= (uint64_t)(row->to - row->from) / (uint64_t)row->step + 1;
        if (tries > TRIES_MAX)
            return err_set(err, CR_E_INPUT, "the ranges have more than %d combinations", TRIES_MAX);
    }
    return q->row_count > 0 && q->keep > 0 && q->keep <= CR_DESIGN_KEPT
               ? CR_OK
               : err_set(err, CR_E_INPUT, "nothing varies, or nothing is to be kept");
}

static int search(const struct cr_progressive *progressive, const struct cr_progressive_question *q,
                  const struct cr_category_counts *counts, struct cr_progressive_answer *out,
                  struct cr_err *err)
{
    struct cr_design_progressive table = {0};
    int rc = CR_OK;
    for (unsigned i = 0; i < q->row_count; i++)
        table.values[i] = q->rows[i].from;
    do {
        struct cr_progressive changed;
        struct cr_progressive_analysis a;
        out->tries++;
        if (!cr_design_progressive_apply(progressive, q, table.values, &changed))
            continue;
        rc = figures_of(&changed, counts, &table, &a, err);
        table.off = off_of(q, &table);
        if (rc != CR_OK || !(table.off <= 1))
            continue;
        out->reached++;
        table.roundness = 0;
        for (unsigned i = 0; i < q->row_count; i++)
            table.roundness += design_roundness(table.values[i]);
        keep(q, &table, out);
    } while (rc == CR_OK && next_values(q, table.values));
    return rc;
}

int cr_design_progressive(const struct cr_progressive *progressive,
                          const struct cr_progressive_question *question,
                          struct cr_progressive_answer *out, struct cr_err *err)
{
    struct cr_category_counts counts;
    struct cr_progressive_analysis a;
    memset(out, 0, sizeof *out);
    cr_five_card_counts(&counts);
    int rc = check(progressive, question, err);
    if (rc == CR_OK)
        rc = figures_of(progressive, &counts, &out->now, &a, err);
    if (rc != CR_OK)
        return rc;
    double jackpots = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_award *award = &progressive->awards[c];
        if (award->kind == CR_AWARD_PERCENT && award->ppm == CR_PPM && award->from == 0)
            jackpots += (double)counts.of[c] / (double)counts.total;
    }
    out->hit_frequency = cr_rational_value(a.hit_frequency);
    out->bets_between_jackpots = jackpots > 0 ? 1 / jackpots : INFINITY;
    return search(progressive, question, &counts, out, err);
}
