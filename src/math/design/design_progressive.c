/* The search for progressives that reach a wanted return.
 *
 * Most figures come from a formula, and every combination is tried. Where a meter can run dry or
 * meets its limit, its distribution is needed (meter_chain.h). It is calculated on a rough grid
 * first, with a bound of the error, and on the fine grid where that bound leaves open whether a
 * combination reaches what is wanted, and for all combinations that are shown.
 */
#include "base/err.h"
#include "math/design/design.h"
#include "math/progressive/meter_chain.h"
#include "math/progressive/progressive_figures.h"

#include <math.h>
#include <string.h>

#define TRIES_MAX  1000000
#define ROUGH_GRID 100
#define MICRO      1000000

/* ---- One combination ---- */

static void apply_one(const struct cr_design_range *row, int64_t value, struct cr_progressive *p)
{
    /* A percent is ten million billionths, so a millionth of a percent is ten billionths. */
    const uint32_t share = (uint32_t)(value * (CR_SHARE_ALL / 100) / MICRO);
    switch (row->what) {
    case CR_DESIGN_SEED:
        p->meters[row->meter].seed = cr_money_from_micro(value);
        break;
    case CR_DESIGN_SHARE:
        p->meters[row->meter].share = share;
        break;
    case CR_DESIGN_RESERVE:
        p->meters[row->meter].reserve_share = share;
        break;
    case CR_DESIGN_AWARD:
        if (value > 0)
            p->awards[row->category].amount = cr_money_from_micro(value);
        else
            memset(&p->awards[row->category], 0, sizeof p->awards[0]);
        break;
    case CR_DESIGN_PERCENT:
        p->awards[row->category].ppm = (uint32_t)(value * (CR_PPM / 100) / MICRO);
        break;
    }
}

bool cr_design_progressive_apply(const struct cr_progressive *progressive,
                                 const struct cr_progressive_question *q, const int64_t *values,
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

/* The value that a row varies, as the progressive has it at present. */
static int64_t value_now(const struct cr_design_range *row, const struct cr_progressive *p)
{
    const struct cr_meter_rules *meter = &p->meters[row->meter];
    const struct cr_award *award = &p->awards[row->category];
    switch (row->what) {
    case CR_DESIGN_SEED:
        return meter->seed.micro;
    case CR_DESIGN_SHARE:
        return (int64_t)meter->share * MICRO / (CR_SHARE_ALL / 100);
    case CR_DESIGN_RESERVE:
        return (int64_t)meter->reserve_share * MICRO / (CR_SHARE_ALL / 100);
    case CR_DESIGN_AWARD:
        return award->amount.micro;
    case CR_DESIGN_PERCENT:
        return (int64_t)award->ppm * MICRO / (CR_PPM / 100);
    }
    return 0;
}

/* The figures of one combination; false when memory is short. */
static bool figures_of(const struct cr_progressive *p, const struct cr_category_counts *counts,
                       unsigned grid, struct cr_design_return *out)
{
    struct cr_progressive_figures f;
    if (!progressive_figures(p, counts, grid, &f))
        return false;
    *out = (struct cr_design_return){.house_advantage = f.house_advantage,
                                     .hit_frequency = f.hit_frequency};
    for (unsigned m = 0; m < p->meter_count; m++) {
        int64_t whole = 0;
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            if (p->awards[c].kind == CR_AWARD_PERCENT && p->awards[c].ppm == CR_PPM &&
                p->awards[c].from == m)
                whole += counts->of[c];
        out->meters[m] =
            (struct cr_design_meter){f.average_jackpot[m], f.average_reset[m],
                                     whole > 0 ? (double)counts->total / (double)whole : NAN};
    }
    return true;
}

/* ---- How far from what is wanted ---- */

static double off_of(const struct cr_progressive_question *q, const struct cr_design_return *f)
{
    double off = fmax(design_off_by(q->house_advantage, f->house_advantage, q->within),
                      design_off_by(q->hit_frequency, f->hit_frequency, q->within));
    for (unsigned m = 0; m < CR_METERS; m++) {
        const double jackpot = q->average_jackpot[m], between = q->bets_between[m];
        off = fmax(off, design_off_by(jackpot, f->meters[m].average_jackpot, fabs(jackpot) / 50));
        off = fmax(off, design_off_by(between, f->meters[m].bets_between, fabs(between) / 50));
    }
    return off;
}

/* How round a value is (0 is the roundest): amounts as design_roundness says; percentages in
 * multiples of five, whole ones, halves, others. */
static unsigned roundness_of(const struct cr_design_range *row, int64_t value)
{
    const bool is_money = row->what == CR_DESIGN_SEED || row->what == CR_DESIGN_AWARD;
    if (is_money)
        return value % MICRO == 0 && value / MICRO <= INT32_MAX
                   ? design_roundness((int32_t)(value / MICRO))
                   : 3;
    return value % (5 * MICRO) == 0 ? 0 : value % MICRO == 0 ? 1 : value % (MICRO / 2) == 0 ? 2 : 3;
}

static double rank_of(const void *table)
{
    const struct cr_design_progressive *t = table;
    return design_rank(t->off, t->roundness);
}

static bool is_valid(const void *search, const void *table)
{
    const struct cr_progressive_question *q = search;
    const struct cr_design_progressive *t = table;
    return !q->is_valid || q->is_valid(q->context, t->values);
}

static void keep(const struct cr_progressive_question *q, const struct cr_design_progressive *table,
                 struct cr_progressive_answer *out)
{
    const struct design_list list = {
        out->tables, sizeof *table, &out->count, q->keep, rank_of, is_valid, q};
    design_list_put(&list, table);
}

/* ---- All combinations ---- */

static bool next_values(const struct cr_progressive_question *q, int64_t *values)
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

static int check_range(const struct cr_progressive *p, const struct cr_design_range *row,
                       struct cr_err *err)
{
    const bool is_award = design_range_is_award(row);
    const bool is_money = row->what == CR_DESIGN_SEED || row->what == CR_DESIGN_AWARD;
    if ((unsigned)row->what > CR_DESIGN_PERCENT ||
        (is_award && (unsigned)row->category >= CR_CATEGORIES))
        return err_set(err, CR_E_INPUT, "a row varies nothing that there is");
    const struct cr_award *award = is_award ? &p->awards[row->category] : NULL;
    const int64_t least = row->what == CR_DESIGN_PERCENT ? 1 : 0;
    const int64_t most = is_money ? INT64_C(1000000000) * MICRO : INT64_C(100) * MICRO;
    const int64_t grain = is_money ? CR_MICRO_PER_CENT : row->what == CR_DESIGN_PERCENT ? 100 : 1;
    if (row->from < least || row->to < row->from || row->to > most || row->step < 1)
        return err_set(err, CR_E_INPUT, "a range goes upward from %s to at most %s",
                       least ? "more than 0" : "0 or more", is_money ? "1,000,000,000" : "100%");
    if (row->step > most)
        return err_set(err, CR_E_INPUT, "a step is at most %s",
                       is_money ? "1,000,000,000" : "100%");
    if (row->from % grain != 0 || row->step % grain != 0)
        return err_set(err, CR_E_INPUT, "a range is finer than a file can say it");
    if (!is_award && row->meter >= p->meter_count)
        return err_set(err, CR_E_INPUT, "%s has %u meters", p->name, p->meter_count);
    if (row->what == CR_DESIGN_AWARD && award->kind != CR_AWARD_FIXED)
        return err_set(err, CR_E_INPUT, "%s: a %s is paid no fixed amount", p->name,
                       cr_category_name(row->category));
    if (row->what == CR_DESIGN_PERCENT && award->kind != CR_AWARD_PERCENT)
        return err_set(err, CR_E_INPUT, "%s: a %s is paid no percentage", p->name,
                       cr_category_name(row->category));
    return CR_OK;
}

static bool is_asked(const struct cr_progressive_question *q)
{
    bool asked = !isnan(q->house_advantage) || !isnan(q->hit_frequency);
    for (unsigned m = 0; m < CR_METERS; m++)
        asked = asked || !isnan(q->average_jackpot[m]) || !isnan(q->bets_between[m]);
    return asked;
}

static int check(const struct cr_progressive *p, const struct cr_progressive_question *q,
                 struct cr_err *err)
{
    uint64_t tries = 1;
    if (!is_asked(q))
        return err_set(err, CR_E_INPUT,
                       "nothing is wanted: say a house advantage, a hit frequency, a jackpot or "
                       "the bets between two");
    if (q->row_count == 0 || q->row_count > CR_DESIGN_ROWS || q->keep == 0 ||
        q->keep > CR_DESIGN_KEPT || !(q->within > 0))
        return err_set(err, CR_E_INPUT, "nothing varies, or nothing is to be kept");
    for (unsigned i = 0; i < q->row_count; i++) {
        const struct cr_design_range *row = &q->rows[i];
        int rc = check_range(p, row, err);
        if (rc != CR_OK)
            return rc;
        for (unsigned k = 0; k < i; k++)
            if (design_range_is_same(row, &q->rows[k]))
                return err_set(err, CR_E_INPUT, "row %u varies what row %u does", i + 1, k + 1);
        tries *= (uint64_t)((row->to - row->from) / row->step) + 1;
        if (tries > TRIES_MAX)
            return err_set(err, CR_E_INPUT, "the ranges have more than %d combinations", TRIES_MAX);
    }
    return CR_OK;
}

/* How far a combination is off, by the rough grid, or by the fine one where the rough one leaves it
 * open. */
static bool judge(const struct cr_progressive *p, const struct cr_progressive_question *q,
                  const struct cr_category_counts *counts, struct cr_design_progressive *table)
{
    struct cr_design_return rough;
    if (!figures_of(p, counts, ROUGH_GRID, &rough) ||
        !figures_of(p, counts, 2 * ROUGH_GRID, &table->figures))
        return false;
    const double before = off_of(q, &rough);
    table->off = off_of(q, &table->figures);
    /* The error shrinks as the grid gets finer, so what is left of it is less than twice the last
     * change. */
    const double doubt =
        isfinite(before) && isfinite(table->off) ? 2 * fabs(table->off - before) : 0;
    if (doubt > 0 && fabs(table->off - 1) <= doubt) {
        if (!figures_of(p, counts, METER_GRID, &table->figures))
            return false;
        table->off = off_of(q, &table->figures);
    }
    return true;
}

/* Calculates the combinations that are shown on the fine grid and ranks them anew. */
static bool refine(const struct cr_progressive *progressive,
                   const struct cr_progressive_question *q, const struct cr_category_counts *counts,
                   struct cr_progressive_answer *out)
{
    const unsigned count = out->count;
    out->count = 0;
    for (unsigned i = 0; i < count; i++) {
        struct cr_design_progressive table = out->tables[i];
        struct cr_progressive changed;
        if (!cr_design_progressive_apply(progressive, q, table.values, &changed) ||
            !figures_of(&changed, counts, METER_GRID, &table.figures))
            return false;
        table.off = off_of(q, &table.figures);
        keep(q, &table, out);
    }
    return true;
}

static bool search(const struct cr_progressive *progressive,
                   const struct cr_progressive_question *q, const struct cr_category_counts *counts,
                   struct cr_progressive_answer *out)
{
    struct cr_design_progressive table = {0};
    for (unsigned i = 0; i < q->row_count; i++)
        table.values[i] = q->rows[i].from;
    do {
        struct cr_progressive changed;
        out->tries++;
        if (!cr_design_progressive_apply(progressive, q, table.values, &changed))
            continue;
        if (!judge(&changed, q, counts, &table))
            return false;
        if (!(table.off <= 1))
            continue;
        out->reached++;
        table.roundness = 0;
        for (unsigned i = 0; i < q->row_count; i++)
            table.roundness += roundness_of(&q->rows[i], table.values[i]);
        keep(q, &table, out);
    } while (next_values(q, table.values));
    return refine(progressive, q, counts, out);
}

/* ---- What one step more of each row changes ---- */

static struct cr_design_return difference(const struct cr_design_return *a,
                                          const struct cr_design_return *b)
{
    struct cr_design_return d = {.house_advantage = a->house_advantage - b->house_advantage,
                                 .hit_frequency = a->hit_frequency - b->hit_frequency};
    for (unsigned m = 0; m < CR_METERS; m++)
        d.meters[m] =
            (struct cr_design_meter){a->meters[m].average_jackpot - b->meters[m].average_jackpot,
                                     a->meters[m].average_reset - b->meters[m].average_reset,
                                     a->meters[m].bets_between - b->meters[m].bets_between};
    return d;
}

static bool weigh(const struct cr_progressive *progressive, const struct cr_progressive_question *q,
                  const struct cr_category_counts *counts, struct cr_progressive_answer *out)
{
    for (unsigned i = 0; i < q->row_count; i++) {
        const struct cr_progressive_question one = {.row_count = 1, .rows = {q->rows[i]}};
        const int64_t more = value_now(&q->rows[i], progressive) + q->rows[i].step;
        const bool fits = q->rows[i].what != CR_DESIGN_PERCENT || more <= INT64_C(100) * MICRO;
        struct cr_progressive changed;
        struct cr_design_return after = {.house_advantage = NAN, .hit_frequency = NAN};
        for (unsigned m = 0; m < CR_METERS; m++)
            after.meters[m] = (struct cr_design_meter){NAN, NAN, NAN};
        if (fits && cr_design_progressive_apply(progressive, &one, &more, &changed) &&
            !figures_of(&changed, counts, METER_GRID, &after))
            return false;
        out->steps[i] = difference(&after, &out->now);
    }
    return true;
}

int cr_design_progressive(const struct cr_progressive *progressive,
                          const struct cr_progressive_question *question,
                          struct cr_progressive_answer *out, struct cr_err *err)
{
    struct cr_category_counts five;
    memset(out, 0, sizeof *out);
    int rc = check(progressive, question, err);
    if (rc != CR_OK)
        return rc;
    cr_five_card_counts(&five);
    const struct cr_category_counts *counts = question->counts ? question->counts : &five;
    if (!figures_of(progressive, counts, METER_GRID, &out->now) ||
        !weigh(progressive, question, counts, out) || !search(progressive, question, counts, out))
        return err_set(err, CR_E_RANGE, "not enough memory for the meters");
    return CR_OK;
}
