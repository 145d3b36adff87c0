/* The base game of Ultimate Texas Hold'em, with Trips (MATH-5).
 *
 * For a hand on a complete board let A be the result of Ante and Blind when it is played, and D
 * wins less losses, both over the dealer's 990 hands. A Play bet of k Antes is then worth A + k D,
 * and the last decision is the best of that and folding. Sums of A, of D and of the best last
 * decision over turns and rivers decide the flop; sums over flops decide the start. A bet between
 * the smallest and the largest size is never better than both, so only those two are calculated.
 *
 * All values are whole numbers: `scale` is a common denominator of every ratio in the rules.
 */
#include "math/games/uth.h"

#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/dealer_ends.h"
#include "math/games/game_math.h"
#include "math/progressive/live_pairs.h"
#include "math/protect/engine.h"
#include "math/returns.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALS ((wide)FLOPS_OF_A_HAND * RUNOUTS * DEALER_HANDS)

/* The rules as whole numbers. */
struct uth_rules {
    uint16_t qualifying_rank;
    struct wager_ends play_ends, ante_ends, blind_ends; /* UTH-7 */
    int64_t scale;
    wide blind[CR_CATEGORIES]; /* scaled; 0: the Blind pushes */
    int64_t trips_scale;       /* Trips needs finer parts: this many to each part of `scale` */
    wide trips[CR_CATEGORIES]; /* in those finer parts; a loss is -trips_bet */
    wide trips_bet;
    bool fold_forfeits_trips;
    unsigned award_kinds; /* how many different awards the progressive has … */
    wide awards[CR_CATEGORIES];
    uint8_t award_of[CR_CATEGORIES]; /* … and each category's award; CR_CATEGORIES: none */
    int64_t unit;                    /* one part of an Ante (bet_parts), scaled */
    int64_t sizes[CR_STAGES][2];     /* smallest and largest bet of each decision, in parts */
    bool limited;                    /* UTH-11: the limit on one hand's pays counts … */
    wide limit;                      /* … and this is the limit, scaled, for an Ante of 1 */
    bool is_wide;                    /* sums need more than 64 bits */
};

/* Makes the scale a multiple of den as well; false where it exceeds 63 bits. */
static bool scale_by(int64_t *scale, wide den)
{
    const wide common = *scale / wide_divisor(*scale, den) * den;
    if (common > INT64_MAX)
        return false;
    *scale = (int64_t)common;
    return true;
}

/* UTH-11: sets the limit in parts of the Ante. What the limit cuts makes the value of a bet no
 * longer linear in its size, so a size between the smallest and the largest could be the best one:
 * with a limit at most two sizes are allowed. */
static int limit_make(const struct cr_rules *rules, struct cr_money ante, struct uth_rules *out,
                      struct cr_err *err)
{
    out->limited = ante.micro > 0 && rules->has_hand_limit;
    if (!out->limited)
        return CR_OK;
    for (unsigned stage = 0; stage < CR_STAGES; stage++)
        if (__builtin_popcount(rules->multiples[stage]) > 2)
            return err_set(err, CR_E_RANGE,
                           "%s: with a limit on one hand's pays, bets of more than two sizes at "
                           "\"%s\" are not analysed; leave the Ante out",
                           rules->name, rules->game->stages[stage].name);
    const wide common = wide_divisor(rules->hand_limit.micro, ante.micro);
    if (!scale_by(&out->scale, ante.micro / common))
        return err_set(err, CR_E_RANGE,
                       "%s: this Ante and the limit on one hand's pays have no common part that "
                       "can be reckoned with; choose a rounder Ante",
                       rules->name);
    out->limit = (wide)out->scale * rules->hand_limit.micro / ante.micro;
    return CR_OK;
}

/* Upper bounds, in millionths and with room to spare, of how often each category comes with seven
 * cards, whatever the two hole cards are. */
static const int64_t often[CR_CATEGORIES] = {1000000, 1000000, 1000000, 1000000, 300000,
                                             300000,  200000,  100000,  20000,   5000};

/* Bounds for the values and the squares of one deal: of their average, and of the largest. */
struct sizes {
    double linear, squares, linear_most, squares_most;
};

static struct sizes sizes_of(const struct uth_rules *u)
{
    const double bets =
        (double)(u->sizes[0][1] + u->sizes[1][1] + u->sizes[2][1] + 2) * (double)u->scale;
    struct sizes s = {0};
    double award = 0;
    for (unsigned i = 0; i < u->award_kinds; i++)
        award = fmax(award, (double)u->awards[i]);
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const double pays = (double)u->blind[c] + bets, part = (double)often[c] / 1e6;
        const double with_trips = pays * (double)u->trips_scale + fabs((double)u->trips[c]) + award;
        s.linear += part * with_trips;
        s.squares += part * pays * pays;
        s.linear_most = fmax(s.linear_most, with_trips);
        s.squares_most = fmax(s.squares_most, pays * pays);
    }
    return s;
}

/* Whether sums over all deals of a starting hand fit 64 bits: 12 hands with 19,600 flops, 47 * 46
 * runouts and 990 hands of the dealer make 5.1e11 deals. */
static bool sums_fit(const struct sizes *s)
{
    return s->linear * 5.1e11 < 9e18 && s->squares * 5.1e11 < 9e18 && s->linear_most < 9e15 &&
           s->squares_most < 4e15;
}

/* Whether sums over all 5.6e13 deals fit 128 bits, and a flop's sums divided by UTH_LIMB fit 64
 * bits. */
static bool wide_sums_fit(const struct sizes *s)
{
    return s->linear * 5.6e13 < 1.6e38 && s->squares * 5.6e13 < 1.6e38 &&
           s->linear_most * DEALER_HANDS < 2.5e29 && s->squares_most * DEALER_HANDS < 2.5e29;
}

/* Sets the awards of the progressive in parts of the Ante, each different amount once. */
static void set_awards(const struct cr_rational *awards, int64_t fine, struct uth_rules *out)
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const wide award = fine / awards[c].den * awards[c].num;
        unsigned i = 0;
        while (i < out->award_kinds && out->awards[i] != award)
            i++;
        if (i == out->award_kinds && award > 0)
            out->awards[out->award_kinds++] = award;
        out->award_of[c] = award > 0 ? (uint8_t)i : CR_CATEGORIES;
    }
}

/* Sets the pays of the tables and the awards as parts of the Ante; false when they are too
 * large. */
static bool scale_tables(const struct cr_rules *rules, const struct uth_options *options,
                         struct uth_rules *out)
{
    const struct cr_ratio per_ante = options->trips;
    const struct cr_paytable *blind = &rules->pays[cr_slot_find(rules->game, "blind", 5)];
    const struct cr_paytable *trips = &rules->pays[cr_slot_find(rules->game, "trips", 5)];
    int64_t fine = out->scale, table = 1;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (trips->pays[c].num && !scale_by(&table, trips->pays[c].den))
            return false;
    if (!scale_by(&fine, (wide)per_ante.den * table))
        return false;
    memset(out->award_of, CR_CATEGORIES, sizeof out->award_of);
    for (unsigned c = 0; options->awards && c < CR_CATEGORIES; c++)
        if (options->awards[c].den > INT64_MAX || !scale_by(&fine, options->awards[c].den))
            return false;
    if (options->awards)
        set_awards(options->awards, fine, out);
    out->trips_scale = fine / out->scale;
    out->trips_bet = (wide)(fine / per_ante.den) * per_ante.num;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_ratio b = blind->pays[c], s = trips->pays[c];
        out->blind[c] = b.num ? (wide)(out->scale / b.den) * b.num : 0;
        out->trips[c] = s.num ? out->trips_bet / s.den * s.num : s.den ? 0 : -out->trips_bet;
    }
    out->unit = out->scale / rules->bet_parts;
    const struct sizes sizes = sizes_of(out);
    out->is_wide = !sums_fit(&sizes);
    return wide_sums_fit(&sizes);
}

static int uth_rules_make(const struct cr_rules *rules, const struct uth_options *options,
                          struct uth_rules *out, struct cr_err *err)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    const unsigned trips = cr_slot_find(rules->game, "trips", 5);
    *out = (struct uth_rules){.qualifying_rank = rules->qualifying_rank,
                              .play_ends = wager_ends(rules, rules->game->stages[0].slot),
                              .ante_ends = wager_ends(rules, rules->game->ante),
                              .blind_ends = wager_ends(rules, blind),
                              .scale = rules->bet_parts,
                              .fold_forfeits_trips = rules->fold_forfeits >> trips & 1};
    bool fits = true;
    for (unsigned stage = 0; stage < CR_STAGES; stage++) {
        out->sizes[stage][0] = multiple_min(rules->multiples[stage]);
        out->sizes[stage][1] = multiple_max(rules->multiples[stage]);
    }
    for (unsigned c = 0; c < CR_CATEGORIES && fits; c++) {
        const struct cr_ratio b = rules->pays[blind].pays[c];
        fits = !b.num || scale_by(&out->scale, b.den);
    }
    int rc = fits ? limit_make(rules, options->ante, out, err) : CR_OK;
    if (rc != CR_OK || (fits && scale_tables(rules, options, out)))
        return rc;
    return err_set(
        err, CR_E_RANGE,
        "%s: the pays of Blind and Trips%s make parts of an Ante that are too small to be "
        "analysed exactly; %s",
        rules->name, out->limited ? ", and the limit for this Ante," : "",
        out->limited ? "choose a rounder Ante" : "choose a rounder ratio of Trips");
}

/* ---- One hand on a complete board ---- */

/* How many quantities are filled: without those for cuts where there is no limit, and for awards
 * that do not exist. */
static unsigned quantities_used(const struct uth_rules *u)
{
    return u->limited ? UTH_QUANTITIES : UTH_TV_AWARD + u->award_kinds;
}

#define NUMBER              int64_t
#define NAME(x)             x
#define PUT(value, q, k, p) (out[q][k][p] = (value))
#include "math/games/uth_hand.h"

#define NUMBER              wide
#define NAME(x)             x##_wide
#define PUT(value, q, k, p) uth_limbs(value, &out[2 * (q)][k][p], &out[2 * (q) + 1][k][p])
#include "math/games/uth_hand.h"
#include "math/rational.h"

/* Whether every quantity of one board, and the difference of two, fits 32 bits. Squares are the
 * largest: `most` is the most that a hand can win or lose in the base game. */
static bool fits_32(const struct uth_rules *u)
{
    wide blind = 0, trips = u->trips_bet;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        blind = u->blind[c] > blind ? u->blind[c] : blind;
        trips = u->trips[c] > trips ? u->trips[c] : trips;
    }
    const wide most = blind + (u->sizes[0][1] + u->sizes[1][1] + u->sizes[2][1] + 2) * u->scale;
    wide award = 0;
    for (unsigned i = 0; i < u->award_kinds; i++)
        award = u->awards[i] > award ? u->awards[i] : award;
    return most < 40000 && most * most * DEALER_HANDS <= INT32_MAX &&
           (most * u->trips_scale + trips + award) * DEALER_HANDS <= INT32_MAX / 2;
}

/* ---- The run ---- */

_Static_assert(2 * UTH_QUANTITIES <= QUANTITIES_MAX, "wide sums take two places each");

struct uth_run {
    struct class_tables tables;
    struct level four[2 * UTH_QUANTITIES],
        three[2 * UTH_QUANTITIES]; /* two levels for each quantity where sums are wide */
};

static void uth_run_free(struct uth_run *run)
{
    for (unsigned q = 0; run && q < 2 * UTH_QUANTITIES; q++) {
        level_free(&run->four[q]);
        level_free(&run->three[q]);
    }
    free(run);
}

/* Whether a quantity is calculated: those that are zero everywhere take no memory and no time. */
static bool is_needed(const struct uth_rules *u, unsigned quantity)
{
    if (quantity == UTH_R2)
        return u->sizes[2][0] != u->sizes[2][1];
    if (quantity >= UTH_TV_AWARD && quantity <= UTH_TV_AWARD_LAST)
        return quantity - UTH_TV_AWARD < u->award_kinds;
    return quantity < UTH_CUT_FLOP_1 || u->limited;
}

/* Whether a quantity may need a second limb; the others count deals and are never negative. */
static bool is_large(unsigned quantity)
{
    return quantity != UTH_N && quantity != UTH_R1 && quantity != UTH_R2;
}

static bool uth_levels(const struct uth_rules *u, const struct kernels *kernels,
                       struct uth_run *run)
{
    const struct class_tables *t = &run->tables;
    const unsigned limbs = u->is_wide ? 2 : 1;
    bool needed[2 * UTH_QUANTITIES];
    for (unsigned q = 0; q < limbs * UTH_QUANTITIES; q++) {
        needed[q] = is_needed(u, q / limbs) && (q % limbs == 0 || is_large(q / limbs));
        if (needed[q] && (!level_new_partial(t, sizeof(int64_t), &run->four[q]) ||
                          !level_new(t, 3, sizeof(int64_t), &run->three[q])))
            return false;
    }
    const struct stream stream = {.t = t,
                                  .qualifying_rank = u->qualifying_rank,
                                  .of = u->is_wide ? uth_quantities_wide : uth_quantities,
                                  .context = u,
                                  .quantities = limbs * UTH_QUANTITIES,
                                  .needed = needed,
                                  .four = run->four,
                                  .three = run->three};
    return fits_32(u) && !u->is_wide ? kernels->stream_32_64(&stream)
                                     : kernels->stream_64_64(&stream);
}

static struct uth_flop_bets flop_bets(const struct uth_rules *u)
{
    struct uth_flop_bets bets = {.small = u->sizes[1][0],
                                 .large = u->sizes[1][1],
                                 .scale = u->unit,
                                 .trips_scale = u->trips_scale};
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const unsigned award = u->award_of[c];
        bets.last[c] = (uint8_t)(award < CR_CATEGORIES ? UTH_TV_AWARD + award : UTH_TV);
        bets.award[c] = award < CR_CATEGORIES ? u->awards[award] * RUNOUTS * DEALER_HANDS : 0;
    }
    return bets;
}

static void join_folded(const int64_t *folded, struct uth_sums_wide *out)
{
    for (size_t i = 0; i < sizeof out->folded / sizeof out->folded[0][0][0]; i++)
        (&out->folded[0][0][0])[i] += folded[i];
}

/* Adds sums of 64 bits, which are in the same order. */
static void join_sums(const struct uth_sums *own, struct uth_sums_wide *out)
{
    const int64_t *from = &own->of[0][0][0];
    wide *to = &out->of[0][0][0];
    for (size_t i = 0; i < sizeof own->of / sizeof *from; i++)
        to[i] += from[i];
    join_folded(&own->folded[0][0][0], out);
}

static void join_wide_sums(const struct uth_sums_wide *own, struct uth_sums_wide *out)
{
    const wide *from = &own->of[0][0][0];
    wide *to = &out->of[0][0][0];
    for (size_t i = 0; i < sizeof own->of / sizeof *from; i++)
        to[i] += from[i];
    join_folded(&own->folded[0][0][0], out);
}

static void add_flops(const struct uth_rules *u, const struct kernels *kernels,
                      const struct uth_run *run, const struct flop *flops, unsigned count,
                      struct uth_sums_wide *out)
{
    const struct uth_flop_bets bets = flop_bets(u);
#pragma omp parallel
    {
        union {
            struct uth_sums plain;
            struct uth_sums_wide large;
        } own;
        memset(&own, 0, sizeof own);
#pragma omp for schedule(dynamic, 8)
        for (unsigned f = 0; f < count; f++) {
            if (u->is_wide)
                kernels->uth_flop_wide(&run->tables, run->three, &bets, &flops[f], &own.large);
            else
                kernels->uth_flop(&run->tables, run->three, &bets, &flops[f], &own.plain);
        }
#pragma omp critical
        {
            if (u->is_wide)
                join_wide_sums(&own.large, out);
            else
                join_sums(&own.plain, out);
        }
    }
}

/* Halves the sums of hole cards of one rank, which were counted in both orders. */
static void halve_pairs(struct uth_sums_wide *sums)
{
    for (unsigned suited = 0; suited < 2; suited++) {
        for (unsigned r = 0; r < CR_RANKS; r++) {
            for (unsigned i = 0; i < UTH_SUMS; i++)
                sums->of[i][suited][pair_index(r, r)] /= 2;
            for (unsigned c = 0; c < CR_CATEGORIES; c++)
                sums->folded[c][suited][pair_index(r, r)] /= 2;
        }
    }
}

/* The sums over some flops; false when memory is short. */
static bool sum_flops(const struct uth_rules *u, const struct kernels *kernels,
                      const struct flop *flops, unsigned count, struct uth_sums_wide *out)
{
    struct uth_run *run = calloc(1, sizeof *run);
    if (!run)
        return false;
    class_tables_init(&run->tables);
    memset(out, 0, sizeof *out);
    bool done = uth_levels(u, kernels, run);
    if (done)
        add_flops(u, kernels, run, flops, count, out);
    halve_pairs(out);
    uth_run_free(run);
    return done;
}

int uth_sum_flops(const struct cr_rules *rules, const struct kernels *kernels,
                  const struct uth_options *options, const struct flop *flops, unsigned count,
                  struct uth_sums_wide *out, struct cr_err *err)
{
    struct uth_rules u;
    int rc = uth_rules_make(rules, options, &u, err);
    if (rc != CR_OK)
        return rc;
    u.is_wide |= options->is_wide;
    if (!sum_flops(&u, kernels, flops, count, out))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    return CR_OK;
}

/* ---- The start ---- */

struct totals {
    wide ev, squares, with_trips;   /* values summed over all deals, scaled */
    wide wager;                     /* Play bets in parts of an Ante, over all deals */
    wide preflop[CR_MULTIPLES + 1]; /* hands that bet k parts before the flop */
    wide flop[2], river[2], folded; /* counts of flops; of deals */
};

struct start_sums {
    wide of[UTH_SUMS];
};

/* Adds a starting hand that checks: its flop bets, river bets and folds. */
static void add_check(const struct uth_rules *u, const struct start_sums *s, wide deals,
                      struct totals *totals)
{
    const wide flop[2] = {s->of[UTH_SUM_FLOP_1], s->of[UTH_SUM_FLOP_2]};
    const wide river[2] = {s->of[UTH_SUM_RIVER_1], s->of[UTH_SUM_RIVER_2]};
    const wide per_flop = (wide)RUNOUTS * DEALER_HANDS;
    wide left = deals;
    for (unsigned i = 0; i < 2; i++) {
        totals->flop[i] += flop[i];
        totals->river[i] += river[i];
        totals->wager += flop[i] * per_flop * u->sizes[1][i] + river[i] * u->sizes[2][i];
        left -= flop[i] * per_flop + river[i];
    }
    totals->folded += left;
}

/* The value of a bet of k parts of an Ante before the flop, less what the limit cuts. */
static wide bet_value(const struct uth_rules *u, const struct start_sums *s, unsigned k)
{
    return s->of[UTH_SUM_A] + (wide)k * s->of[UTH_SUM_D] +
           s->of[k == u->sizes[0][0] ? UTH_SUM_CUT_1 : UTH_SUM_CUT_2];
}

static wide bet_squares(const struct uth_rules *u, const struct start_sums *s, unsigned k)
{
    const wide bet = (wide)k * u->unit;
    return bet * bet * s->of[UTH_SUM_N] + 2 * bet * s->of[UTH_SUM_C1] + s->of[UTH_SUM_C2] +
           s->of[k == u->sizes[0][0] ? UTH_SUM_CUT_SQUARE_1 : UTH_SUM_CUT_SQUARE_2];
}

/* The best first action and its value: 0 is a check, else the size of the bet. Where two are worth
 * the same, the smaller wager. */
static unsigned decide_first(const struct cr_rules *rules, const struct uth_rules *u,
                             const struct start_sums *s, wide *value)
{
    unsigned best = 0;
    *value = s->of[UTH_SUM_CHECK];
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        if ((rules->multiples[0] >> k & 1) && bet_value(u, s, k) > *value) {
            best = k;
            *value = bet_value(u, s, k);
        }
    }
    return best;
}

/* The best value with Trips; which action it belongs to is not needed. */
static wide best_with_trips(const struct uth_rules *u, const struct start_sums *s)
{
    wide best = s->of[UTH_SUM_CHECK_T];
    for (unsigned i = 0; i < 2; i++) {
        const wide bet =
            s->of[UTH_SUM_TA] + (wide)u->sizes[0][i] * u->trips_scale * s->of[UTH_SUM_D];
        best = bet > best ? bet : best;
    }
    return best;
}

/* Adds the values of the options. with_felt: Trips and awards are included, and the values are in
 * the finer parts. */
static bool add_options(const struct cr_rules *rules, const struct uth_rules *u,
                        const struct start_sums *s, wide den, bool with_felt, struct cr_start *out)
{
    const wide fine = with_felt ? den * u->trips_scale : den;
    bool fits = true;
    for (unsigned k = CR_MULTIPLES; k >= 1; k--) {
        if (!(rules->multiples[0] >> k & 1))
            continue;
        char name[CR_FIGURE_MAX], size[SIZE_TEXT_MAX];
        size_format(rules, k, size);
        snprintf(name, sizeof name, "ev_%sx", size);
        fits &=
            option_add(out, name,
                       with_felt ? s->of[UTH_SUM_TA] + (wide)k * u->trips_scale * s->of[UTH_SUM_D]
                                 : bet_value(u, s, k),
                       fine);
    }
    return fits &
           option_add(out, "ev_check", s->of[with_felt ? UTH_SUM_CHECK_T : UTH_SUM_CHECK], fine);
}

static bool add_start(const struct cr_rules *rules, const struct uth_rules *u,
                      const struct uth_sums_wide *sums, const struct start_hand *hand,
                      bool with_felt, struct totals *totals, struct cr_category_counts *live,
                      struct cr_start *out)
{
    struct start_sums s;
    for (unsigned i = 0; i < UTH_SUMS; i++)
        s.of[i] = sums->of[i][hand->suited][hand->pair];
    const wide deals = DEALS * hand->combos, den = deals * u->scale;
    wide value;
    const unsigned k = decide_first(rules, u, &s, &value);
    memcpy(out->hand, hand->name, sizeof out->hand);
    out->combos = hand->combos;
    cr_action_format(rules, 0, k ? cr_action_bet(k) : CR_CHECK, out->decision);
    totals->ev += value;
    totals->with_trips += best_with_trips(u, &s);
    totals->preflop[k] += hand->combos;
    if (k) {
        totals->squares += bet_squares(u, &s, k);
        totals->wager += (wide)k * deals;
    } else {
        totals->squares += s.of[UTH_SUM_CHECK_X];
        add_check(u, &s, deals, totals);
        for (unsigned c = 0; c < CR_CATEGORIES && live; c++)
            live->of[c] -= sums->folded[c][hand->suited][hand->pair];
    }
    return add_options(rules, u, &s, den, with_felt, out) && rational_reduce(value, den, &out->ev);
}

/* Adds "preflop_4x": how often that bet is made. */
static bool add_frequency(const struct cr_rules *rules, struct cr_analysis *out, unsigned stage,
                          unsigned k, wide num, wide den)
{
    char name[CR_FIGURE_MAX];
    frequency_name(rules, stage, cr_action_bet(k), name);
    return frequency_add(out, name, num, den);
}

static bool set_frequencies(const struct cr_rules *rules, const struct totals *totals,
                            struct cr_analysis *out)
{
    const wide all = DEALS * HOLE_HANDS, flops = (wide)HOLE_HANDS * FLOPS_OF_A_HAND;
    bool fits = true;
    for (unsigned k = CR_MULTIPLES; k >= 1; k--)
        if (rules->multiples[0] >> k & 1)
            fits &= add_frequency(rules, out, 0, k, totals->preflop[k], HOLE_HANDS);
    const wide *counts[2] = {totals->flop, totals->river};
    for (unsigned stage = 0; stage < 2; stage++) {
        const unsigned small = multiple_min(rules->multiples[stage + 1]),
                       large = multiple_max(rules->multiples[stage + 1]);
        const wide den = stage == 0 ? flops : all;
        if (large != small)
            fits &= add_frequency(rules, out, stage + 1, large, counts[stage][1], den);
        fits &= add_frequency(rules, out, stage + 1, small, counts[stage][0], den);
    }
    return fits & frequency_add(out, "fold", totals->folded, all);
}

/* UTH-10: Trips by itself is decided by the best five of seven cards: the array has how many sevens
 * make each category. */
static bool trips_returns(const struct cr_rules *rules, struct cr_analysis *out)
{
    static const int64_t sevens[CR_CATEGORIES] = {
        [CR_HIGH_CARD] = 23294460,      [CR_PAIR] = 58627800,         [CR_TWO_PAIR] = 31433400,
        [CR_THREE_OF_A_KIND] = 6461620, [CR_STRAIGHT] = 6180020,      [CR_FLUSH] = 4047644,
        [CR_FULL_HOUSE] = 3473184,      [CR_FOUR_OF_A_KIND] = 224848, [CR_STRAIGHT_FLUSH] = 37260,
        [CR_ROYAL_FLUSH] = 4324};
    int64_t by_rank[CR_RANKS_FIVE + 1] = {0};
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        by_rank[cr_category_worst_rank((enum cr_category)c)] = sevens[c];
    return returns_add_side(out, rules, cr_slot_find(rules->game, "trips", 5), by_rank);
}

static bool set_figures(const struct cr_rules *rules, const struct uth_rules *u,
                        const struct uth_options *options, const struct totals *totals,
                        struct cr_analysis *out)
{
    const wide all = DEALS * HOLE_HANDS, den = all * u->scale;
    bool fits = rational_reduce(totals->ev, den, &out->ev);
    fits &= rational_reduce(2 * all * rules->bet_parts + totals->wager, all * rules->bet_parts,
                            &out->average_wager);
    fits &= set_frequencies(rules, totals, out);
    fits &= trips_returns(rules, out);
    if (!options->without_trips) {
        struct cr_side *with = &out->sides[out->side_count++];
        *with = (struct cr_side){.name = "with_trips"};
        fits &= rational_reduce(totals->with_trips, den * u->trips_scale, &with->ev);
    }
    const double ev = (double)totals->ev / (double)den;
    const double squares = (double)totals->squares / (double)den / (double)u->scale;
    out->house_edge = -ev;
    out->element_of_risk = -ev / cr_rational_value(out->average_wager);
    out->std_dev = sqrt(squares - ev * ev);
    return fits;
}

/* Counts every category as often as in five cards, multiplied by runouts and dealer's hands. */
static void count_all(struct cr_category_counts *live)
{
    const int64_t times =
        (int64_t)10 * RUNOUTS * DEALER_HANDS; /* ways to choose the two hole cards among the five */
    cr_five_card_counts(live);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        live->of[c] *= times;
    live->total *= times;
}

/* live, if not NULL: the categories of hole cards and flop among hands that are not folded under
 * the best play of the base game (for a progressive that a fold forfeits). */
static int analyze_uth(const struct cr_rules *rules, const struct kernels *kernels,
                       const struct uth_options *options, struct cr_analysis *out,
                       struct cr_category_counts *live, struct cr_err *err)
{
    struct flop *flops = malloc(FLOPS * sizeof *flops);
    struct uth_sums_wide *sums = malloc(sizeof *sums);
    struct uth_rules u;
    int rc = flops && sums ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    if (rc == CR_OK) {
        flops_list(flops);
        rc = uth_sum_flops(rules, kernels, options, flops, FLOPS, sums, err);
    }
    if (rc == CR_OK) {
        struct start_hand starts[CR_STARTS];
        struct totals totals = {0};
        bool fits = uth_rules_make(rules, options, &u, err) == CR_OK;
        starts_list(starts);
        *out = (struct cr_analysis){.start_count = CR_STARTS};
        if (live)
            count_all(live);
        for (unsigned i = 0; i < CR_STARTS; i++)
            fits &= add_start(rules, &u, sums, &starts[i], options->awards, &totals, live,
                              &out->starts[i]);
        fits &= set_figures(rules, &u, options, &totals, out);
        if (!fits)
            rc = err_set(err, CR_E_RANGE, "a figure is too large to be written exactly");
    }
    free(flops);
    free(sums);
    return rc;
}

/* ---- Single boards ---- */

static const struct cr_paytable *blind_pays(const struct cr_rules *rules)
{
    return &rules->pays[cr_slot_find(rules->game, "blind", 5)];
}

static const struct cr_paytable *trips_pays(const struct cr_rules *rules)
{
    return &rules->pays[cr_slot_find(rules->game, "trips", 5)];
}

static int64_t board_scale(const struct cr_rules *rules)
{
    wide scale = 1;
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        const struct cr_ratio ratio = blind_pays(rules)->pays[c];
        struct cr_rational parts = {0};
        if (ratio.num == 0)
            continue;
        if (!rational_reduce(scale, ratio.den, &parts)) /* den: the factor that the scale lacks */
            return 0;
        scale *= parts.den;
    }
    return scale > INT64_MAX ? 0 : (int64_t)scale;
}

static unsigned blind_slot(const struct cr_rules *rules)
{
    return cr_slot_find(rules->game, "blind", 5);
}

static wide blind_value(const struct cr_rules *rules, int64_t scale, unsigned category)
{
    const struct cr_ratio ratio = blind_pays(rules)->pays[category];
    return ratio.num > 0 ? (wide)(scale / ratio.den) * ratio.num : 0;
}

/* UTH-7, UTH-8, UTH-9: the result of Ante and Blind, the Blind by its pay table. */
static wide board_placed(const struct cr_rules *rules, int64_t scale,
                         const struct board_counts *counts)
{
    const struct wager_ends ante = wager_ends(rules, rules->game->ante),
                            blind = wager_ends(rules, blind_slot(rules));
    return (wide)scale *
               (ends_balance(&counts->ends, &ante) - ends_count(&counts->ends, &blind, -1)) +
           blind_value(rules, scale, counts->category) * ends_count(&counts->ends, &blind, 1);
}

/* UTH-7: the result of the Play bet, per unit of it. */
static int64_t board_bet(const struct cr_rules *rules, const struct board_counts *counts)
{
    const struct wager_ends play = wager_ends(rules, rules->game->stages[0].slot);
    return ends_balance(&counts->ends, &play);
}

/* UTH-11: what is paid above the limit, summed over the dealer's hands. */
static wide board_cut(const struct cr_rules *rules, int64_t scale, wide limit,
                      const struct board_counts *counts, unsigned bets)
{
    const struct wager_ends play = wager_ends(rules, rules->game->stages[0].slot),
                            ante = wager_ends(rules, rules->game->ante),
                            blind = wager_ends(rules, blind_slot(rules));
    const wide blind_pay = blind_value(rules, scale, counts->category);
    wide cut = 0;
    for (unsigned i = 0; i < DEALER_ENDS; i++) {
        const wide over = (play.of[i] > 0 ? (wide)(scale / rules->bet_parts) * bets : 0) +
                          (ante.of[i] > 0 ? (wide)scale : 0) + (blind.of[i] > 0 ? blind_pay : 0) -
                          limit;
        cut += over > 0 ? counts->ends.of[i] * over : 0;
    }
    return cut;
}

static double ratio_value(struct cr_ratio ratio)
{
    return ratio.num > 0 ? (double)ratio.num / ratio.den : 0;
}

/* The most that the base game (Play, Ante and Blind) and Trips pay one hand, in Antes. */
static double most_paid(const struct cr_rules *rules, struct cr_ratio trips)
{
    const double blind = ratio_value(blind_pays(rules)->pays[CR_ROYAL_FLUSH]);
    const double side = ratio_value(trips_pays(rules)->pays[CR_ROYAL_FLUSH]);
    unsigned play = 0;
    for (unsigned stage = 0; stage < CR_STAGES; stage++)
        if (multiple_max(rules->multiples[stage]) > play)
            play = multiple_max(rules->multiples[stage]);
    return (double)play / rules->bet_parts + 1 + blind + ratio_value(trips) * side;
}

/* Pays that are very little below the limit count as above it: then the limit is calculated with,
 * which is always right. */
static bool limit_binds(const struct cr_rules *rules, struct cr_money ante, struct cr_ratio trips)
{
    return most_paid(rules, trips) * (double)ante.micro * (1 + 1e-12) >
           (double)rules->hand_limit.micro;
}

/* ---- The description ---- */

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    struct uth_options uth = {.trips = {1, 1}, .awards = options->awards};
    if (options->trips.num != 0 || options->trips.den != 0)
        uth.trips = options->trips;
    if (uth.trips.num < (options->awards ? 0 : 1) || uth.trips.den <= 0)
        return err_set(err, CR_E_INPUT, "Trips per Ante must be above zero");
    if (game_math_limited(rules, options->ante))
        uth.ante = options->ante;
    uth.without_trips = game_math_limited_with(rules, options->ante, uth.trips);
    return analyze_uth(rules, kernels, &uth, out, live, err);
}

/* UTH-6: a fold loses Ante and Blind. */
static const struct holdem_pays board_pays = {.scale = board_scale,
                                              .placed = board_placed,
                                              .bet = board_bet,
                                              .fold_loses = 2,
                                              .blind = "blind",
                                              .cut = board_cut};

const struct game_math math_uth = {
    GAME_MATH(uth),
    HOLDEM_MATH,
    .takes_trips = true,
    .position_with = holdem_position_with,
    .limit_binds = limit_binds,
    .limited_position = holdem_limited_position,
    .list_endings = list_endings_uth,
};
