/* Compares the sums of a simulation with the exact analysis. */
#include "math/simulate/simulate.h"

#include "base/check.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/analyze.h"
#include "math/starts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* 99 % of a normal distribution lie within this many standard deviations. */
#define Z_99 2.5758293035489004

/* With fewer hands than this, and for rarer awards, a figure is not judged: it is too far from a
 * normal distribution. One royal flush among a hundred hands is luck, not a fault. */
#define HANDS_MIN  10000.0
#define AWARDS_MIN 25.0

/* The data that all comparisons need. */
struct comparing {
    const struct cr_rules *rules;
    const struct simulate_options *options;
    const struct cr_analysis *analysis;
    const struct simulate_sums *sums;
    double rounds, ante; /* micro-units */
    bool base_exact;     /* the play is the one that the analysis assumes */
    struct simulate_report *out;
};

/* The variance of one round's value. */
static double variance(const struct simulate_sum *sum, double rounds)
{
    if (rounds < 2)
        return 0;
    const double mean = (double)sum->sum / rounds;
    return fmax(0, ((double)sum->squares / rounds - mean * mean) * (rounds / (rounds - 1)));
}

/* Adds a figure: the mean of a sum over rounds, divided by `unit`. Its variance is taken as at
 * least `least`. */
static struct simulate_figure *add_figure(struct comparing *c, const char *name,
                                          const struct simulate_sum *sum, double unit, double least)
{
    CHECK(c->out->count < SIMULATE_FIGURES_MAX);
    struct simulate_figure *f = &c->out->figures[c->out->count++];
    const double error = sqrt(fmax(variance(sum, c->rounds), least) / c->rounds) / unit;
    *f = (struct simulate_figure){.mean = (double)sum->sum / c->rounds / unit,
                                  .half_width = Z_99 * error};
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

static void set_exact(struct comparing *c, struct simulate_figure *f, double exact)
{
    const double error = f->half_width / Z_99, off = f->mean - exact;
    f->has_exact = true;
    f->exact = exact;
    /* Without spread any difference beyond rounding is a disagreement. */
    if (error > 0)
        f->z = off / error;
    else
        f->z = fabs(off) > 1e-9 && c->rounds > 1 ? copysign(INFINITY, off) : 0;
    f->disagrees = fabs(f->z) > SIMULATE_Z_MAX;
}

static const struct cr_side *find_side(const struct cr_analysis *analysis, const char *name)
{
    for (unsigned i = 0; i < analysis->side_count; i++)
        if (strcmp(analysis->sides[i].name, name) == 0)
            return &analysis->sides[i];
    return NULL;
}

/* The variance of a side bet of 1, from its table: the hands that pay most may be too rare to occur
 * in a sample. */
static double side_variance(const struct cr_analysis *analysis, const char *name)
{
    double mean = 0, squares = 0;
    for (unsigned i = 0; i < analysis->wager_count; i++) {
        const struct cr_wager_returns *w = &analysis->wagers[i];
        for (unsigned r = 0; r < w->row_count && strcmp(w->name, name) == 0; r++) {
            const struct cr_return *row = &w->rows[r];
            const double part = (double)row->combinations / (double)w->total;
            const double pays = row->pays.den ? (double)row->pays.num / row->pays.den : -1;
            mean += part * pays;
            squares += part * pays * pays;
        }
    }
    return fmax(0, squares - mean * mean);
}

/* A lower bound for the variance of a round's stakes, for samples without spread. A round with
 * other stakes than the usual ones differs by at least one part of an Ante, so the square of the
 * difference is at least a part times the difference. */
static double stakes_variance(const struct comparing *c, double exact)
{
    const double part = c->ante / c->rules->bet_parts;
    const double off = fabs((double)c->sums->stakes.sum / c->rounds - exact);
    return off * (part - off);
}

static void compare_money(struct comparing *c)
{
    const struct cr_game *game = c->rules->game;
    const double seats = c->options->seats, unit = c->ante * seats;
    const struct simulate_sum *lines = c->sums->lines;
    const double base = seats * c->analysis->std_dev * c->ante * c->analysis->std_dev * c->ante;
    const double wager = cr_rational_value(c->analysis->average_wager);
    struct simulate_figure *f =
        add_figure(c, "ev", &lines[SIMULATE_BASE], unit, c->base_exact ? base : 0);
    if (c->base_exact)
        set_exact(c, f, cr_rational_value(c->analysis->ev));
    f = add_figure(c, "average_wager", &c->sums->stakes, unit,
                   c->base_exact ? stakes_variance(c, wager * unit) : 0);
    if (c->base_exact)
        set_exact(c, f, wager);
    for (unsigned s = 0; s < game->slot_count && c->options->with_side; s++) {
        if (!game->slots[s].is_side)
            continue;
        char with[CR_FIGURE_MAX];
        snprintf(with, sizeof with, "with_%.16s", game->slots[s].name);
        const struct cr_side *alone = find_side(c->analysis, game->slots[s].name);
        const struct cr_side *total = find_side(c->analysis, with);
        const double side =
            seats * c->ante * c->ante * side_variance(c->analysis, game->slots[s].name);
        f = add_figure(c, game->slots[s].name, &lines[SIMULATE_SIDE], unit, side);
        if (alone && c->base_exact)
            set_exact(c, f, cr_rational_value(alone->ev));
        f = add_figure(c, with, &lines[SIMULATE_WITH_SIDE], unit, base + side);
        if (total)
            set_exact(c, f, cr_rational_value(total->ev));
    }
}

/* The deviation of a frequency is taken as at least that of independent seats: a rare action shows
 * hardly any in a sample. */
static void compare_action(struct comparing *c, unsigned stage, cr_action action,
                           const struct simulate_sum *sum)
{
    const double seats = c->options->seats;
    const struct cr_figure *exact = NULL;
    char name[CR_FIGURE_MAX];
    frequency_name(c->rules, stage, action, name);
    for (unsigned i = 0; i < c->analysis->frequency_count; i++)
        if (strcmp(c->analysis->frequencies[i].name, name) == 0)
            exact = &c->analysis->frequencies[i];
    const double p = exact ? cr_rational_value(exact->value) : 0;
    struct simulate_figure *f = add_figure(c, name, sum, seats, seats * p * (1 - p));
    if (exact && c->base_exact)
        set_exact(c, f, p);
}

/* Adds the folds of all decisions, because a seat folds at most once. */
static struct simulate_sum sum_folds(const struct comparing *c)
{
    struct simulate_sum folds = {0};
    for (unsigned stage = 0; stage < c->rules->game->stage_count; stage++) {
        folds.sum += c->sums->actions[stage][CR_FOLD].sum;
        folds.squares += c->sums->actions[stage][CR_FOLD].squares;
    }
    return folds;
}

static void compare_actions(struct comparing *c)
{
    const struct cr_game *game = c->rules->game;
    const struct simulate_sum folds = sum_folds(c);
    bool has_fold = false;
    for (unsigned stage = 0; stage < game->stage_count; stage++) {
        const struct simulate_sum *sums = c->sums->actions[stage];
        cr_action legal[CR_LEGAL_MAX];
        const size_t count = actions_at(c->rules, stage, legal);
        for (size_t i = 0; i < count; i++) {
            const bool is_fold = legal[i] == CR_FOLD;
            if (!is_fold || !has_fold)
                compare_action(c, stage, legal[i], is_fold ? &folds : &sums[legal[i]]);
            has_fold |= is_fold;
        }
    }
}

/* PG-1: the amount of a fixed award, cut to the limit of a round with one seat. */
static double fixed_amount(const struct cr_rules *rules, const struct cr_award *award)
{
    const bool is_cut =
        rules->has_aggregate_limit && award->amount.micro > rules->aggregate_limit.micro;
    return (double)(is_cut ? rules->aggregate_limit : award->amount).micro;
}

/* live: NULL where the play is not the one for which it was counted. */
static void compare_awards(struct comparing *c, const struct cr_category_counts *live)
{
    const struct cr_progressive *p = c->options->progressive;
    const double seats = c->options->seats, bet = (double)p->bet.micro;
    double fixed = 0, squares = 0;
    bool rare = false;
    for (unsigned k = CR_CATEGORIES; k-- > 0;) {
        const struct cr_award *award = &p->awards[k];
        if (award->kind == CR_AWARD_NONE)
            continue;
        const double expected = live ? (double)live->of[k] / (double)live->total : 0;
        const bool is_rare = expected * c->rounds * seats < AWARDS_MIN;
        if (award->kind == CR_AWARD_FIXED) {
            const double amount = fixed_amount(c->rules, award);
            fixed += expected * amount;
            squares += expected * amount * amount;
            rare |= is_rare;
        }
        struct simulate_figure *f =
            add_figure(c, cr_category_name((enum cr_category)k), &c->sums->awards[k], seats,
                       seats * expected * (1 - expected));
        if (live)
            set_exact(c, f, expected);
        f->disagrees &= !is_rare;
    }
    struct simulate_figure *f = add_figure(c, "fixed_awards", &c->sums->lines[SIMULATE_FIXED],
                                           bet * seats, seats * (squares - fixed * fixed));
    if (live && (!c->rules->has_aggregate_limit || seats == 1))
        set_exact(c, f, fixed / bet);
    f->disagrees &= !rare;
    add_figure(c, "progressive_at_seeds", &c->sums->lines[SIMULATE_PROGRESSIVE], bet * seats, 0);
}

void simulate_compare(const struct cr_rules *rules, const struct simulate_options *options,
                      const struct cr_analysis *analysis, const struct cr_category_counts *live,
                      const struct simulate_sums *sums, struct simulate_report *out)
{
    struct comparing c = {.rules = rules,
                          .options = options,
                          .analysis = analysis,
                          .sums = sums,
                          .rounds = (double)sums->rounds,
                          .ante = (double)simulate_ante(rules).micro,
                          .base_exact = true,
                          .out = out};
    *out = (struct simulate_report){0};
    if (sums->rounds == 0)
        return;
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        if (options->with_side && rules->game->slots[s].is_side && (rules->fold_forfeits >> s & 1))
            c.base_exact = false;
    compare_money(&c);
    compare_actions(&c);
    const bool forfeited =
        options->progressive && rules->fold_forfeits >> rules->game->progressive & 1;
    if (options->progressive)
        compare_awards(&c, forfeited && !c.base_exact ? NULL : live);
    for (unsigned i = 0; i < out->count; i++) {
        out->figures[i].disagrees &= c.rounds * options->seats >= HANDS_MIN;
        out->disagrees |= out->figures[i].disagrees;
    }
    out->per_round = out->figures[0];
    out->per_round.mean *= options->seats;
    out->per_round.half_width *= options->seats;
    out->per_round.exact *= options->seats;
    out->std_dev = sqrt(variance(&sums->lines[SIMULATE_BASE], c.rounds)) / c.ante;
}

int simulate_exact(const struct cr_rules *rules, unsigned threads, struct cr_analysis *analysis,
                   struct cr_category_counts *live, struct cr_err *err)
{
    const struct cr_analysis_options options = {.threads = threads};
    const struct cr_game *game = rules->game;
    bool has_live = false;
    int rc = analyze_with_live(rules, &options, analysis, live, &has_live, err);
    if (!has_live || !(rules->fold_forfeits >> game->progressive & 1))
        cr_five_card_counts(live);
    return rc;
}
