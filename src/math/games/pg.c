/* The base game of Progressive Texas Hold 'Em Poker (MATH-1, MATH-2).
 *
 * With D = wins - losses, the turn bet and the river bet do not depend on each other: each is made
 * exactly when its own expectation of D is above zero (when it is zero, not: the smaller wager is
 * preferred). So the value of playing on is E[Ante] + flop E[D] + turn E[max(0, E[D | flop])] +
 * river E[max(0, E[D | flop, turn])], where flop, turn and river are the sizes of the bets. Of
 * several sizes the largest is the best where the expectation of D is above zero, otherwise the
 * smallest.
 */
#include "math/games/pg.h"

#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "game/round/actions.h"
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

/* All ways to deal a hand's flop, turn, river and dealer's cards. */
#define DEALS ((wide)FLOPS_OF_A_HAND * RUNOUTS * DEALER_HANDS)

enum { QUANTITY_D, QUANTITY_N, QUANTITY_M, QUANTITIES };

/* The context is pays_to, the worst rank with which a win pays the Ante. */
static void pg_quantities(const void *context, const struct showdowns *s, unsigned kinds,
                          quantity_rows *out)
{
    const uint16_t pays_to = *(const uint16_t *)context;
    for (unsigned k = 0; k < kinds; k++) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++) {
            const int win = s->win[k][p], loss = s->loss[k][p];
            out[QUANTITY_D][k][p] = win - loss;
            out[QUANTITY_N][k][p] = win + loss;
            out[QUANTITY_M][k][p] = (s->rank[k][p] <= pays_to ? win : 0) + loss;
        }
    }
}

/* The tables of one run over all boards. */
struct pg_run {
    struct class_tables tables;
    struct level four[QUANTITIES];
};

static void pg_run_free(struct pg_run *run)
{
    for (unsigned q = 0; run && q < QUANTITIES; q++)
        level_free(&run->four[q]);
    free(run);
}

static bool pg_levels(const struct cr_rules *rules, const struct kernels *kernels,
                      struct pg_run *run)
{
    static const bool needed[QUANTITIES] = {true, true, true};
    const uint16_t pays_to = cr_category_worst_rank(rules->ante_pays_from);
    for (unsigned q = 0; q < QUANTITIES; q++)
        if (!level_new(&run->tables, 4, sizeof(int32_t), &run->four[q]))
            return false;
    const struct stream stream = {.t = &run->tables,
                                  .qualifying_rank = rules->qualifying_rank,
                                  .of = pg_quantities,
                                  .context = &pays_to,
                                  .quantities = QUANTITIES,
                                  .needed = needed,
                                  .four = run->four};
    return kernels->stream_16_32(&stream);
}

static void add_flops(const struct kernels *kernels, const struct pg_run *run,
                      const struct flop *flops, unsigned count, struct pg_sums *out)
{
    int64_t *total = &out->of[0][0][0];
    const size_t cells = sizeof out->of / sizeof *total;
    memset(out, 0, sizeof *out);
#pragma omp parallel
    {
        struct pg_sums own = {0};
#pragma omp for schedule(dynamic, 8)
        for (unsigned f = 0; f < count; f++)
            kernels->pg_flop(&run->tables, run->four, &flops[f], &own);
#pragma omp critical
        for (size_t i = 0; i < cells; i++)
            total[i] += (&own.of[0][0][0])[i];
    }
    /* Hole cards of one rank were counted in both orders. */
    for (size_t i = 0; i < cells; i += PAIRS)
        for (unsigned r = 0; r < CR_RANKS; r++)
            total[i + pair_index(r, r)] /= 2;
}

int pg_sum_flops(const struct cr_rules *rules, const struct kernels *kernels,
                 const struct flop *flops, unsigned count, struct pg_sums *out, struct cr_err *err)
{
    struct pg_run *run = calloc(1, sizeof *run);
    bool done = false;
    if (run) {
        class_tables_init(&run->tables);
        done = pg_levels(rules, kernels, run);
    }
    if (done)
        add_flops(kernels, run, flops, count, out);
    pg_run_free(run);
    return done ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
}

/* The sums over all flops. */
static int sum_all(const struct cr_rules *rules, const struct kernels *kernels, struct pg_sums *out,
                   struct cr_err *err)
{
    struct flop *flops = malloc(FLOPS * sizeof *flops);
    if (!flops)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    flops_list(flops);
    int rc = pg_sum_flops(rules, kernels, flops, FLOPS, out, err);
    free(flops);
    return rc;
}

/* The sums of one starting hand, and the sizes of its bets. */
struct hand_sums {
    wide of[PG_SUMS];
    wide flop, turn, river; /* sizes of bets in parts of an Ante (bet_parts) */
    wide ante;
};

static struct hand_sums hand_sums(const struct cr_rules *rules, const struct pg_sums *sums,
                                  const struct start_hand *hand)
{
    struct hand_sums h = {.turn = multiple_max(rules->multiples[1]),
                          .river = multiple_max(rules->multiples[2]),
                          .ante = rules->bet_parts};
    for (unsigned s = 0; s < PG_SUMS; s++)
        h.of[s] = sums->of[s][hand->suited][hand->pair];
    h.flop = h.of[PG_D] > 0 ? multiple_max(rules->multiples[0]) : multiple_min(rules->multiples[0]);
    return h;
}

/* Wins that pay the Ante less losses, from D = W - L, N = W + L and M = paying wins + L. */
static wide ante_of(wide d, wide n, wide m)
{
    return m - n + d;
}

/* The value of playing on, over all deals of the hand, in parts of an Ante. */
static wide play_value(const struct hand_sums *h)
{
    return h->ante * ante_of(h->of[PG_D], h->of[PG_N], h->of[PG_M]) + h->flop * h->of[PG_D] +
           h->turn * h->of[PG_TURN_D] + h->river * h->of[PG_RIVER_D];
}

/* The sum of squares when playing on. With k the bets together and a the Ante, a win is k or k + a,
 * a loss k + a: k^2 N + (2k + a) a M, for each of the four ways to bet. */
static wide play_squares(const struct hand_sums *h)
{
    const wide f = h->flop, t = h->turn, r = h->river, a = h->ante;
    return f * f * h->of[PG_N] + (2 * f + a) * a * h->of[PG_M] +
           (r * r + 2 * f * r) * h->of[PG_RIVER_N] + 2 * r * a * h->of[PG_RIVER_M] +
           (t * t + 2 * f * t) * h->of[PG_TURN_N] + 2 * t * a * h->of[PG_TURN_M] +
           2 * t * r * h->of[PG_TURN_RIVER_N];
}

/* The sums over all starting hands. */
struct totals {
    wide ev, squares, folded, turn_bets, river_bets;
    wide of[PG_SUMS]; /* sums of the hands that play on */
    /* Starting hands and their sums by the bet before the flop, the smallest and the largest. */
    struct {
        wide hands, d, n;
    } flop[2];
};

/* Adds the value of playing on, with the one bet there is or with each size. */
static bool add_options(const struct cr_rules *rules, const struct hand_sums *h, wide deals,
                        struct cr_start *out)
{
    bool fits = true;
    if (!action_names_size(rules, 0))
        return option_add(out, "ev_play", play_value(h), deals * h->ante);
    for (unsigned k = CR_MULTIPLES; k >= 1; k--) {
        char name[CR_FIGURE_MAX], size[SIZE_TEXT_MAX];
        if (!(rules->multiples[0] >> k & 1))
            continue;
        struct hand_sums with = *h;
        with.flop = k;
        size_format(rules, k, size);
        snprintf(name, sizeof name, "ev_%sx", size);
        fits &= option_add(out, name, play_value(&with), deals * h->ante);
    }
    return fits;
}

static bool add_start(const struct cr_rules *rules, const struct pg_sums *sums,
                      const struct start_hand *hand, struct totals *totals, struct cr_start *out)
{
    const struct hand_sums h = hand_sums(rules, sums, hand);
    const wide deals = DEALS * hand->combos, value = play_value(&h), lost = -deals * h.ante;
    const bool plays = value > lost;
    memcpy(out->hand, hand->name, sizeof out->hand);
    out->combos = hand->combos;
    cr_action_format(rules, 0, plays ? cr_action_bet((unsigned)h.flop) : CR_FOLD, out->decision);
    if (plays) {
        totals->ev += value;
        totals->squares += play_squares(&h);
        const bool is_large = h.of[PG_D] > 0;
        totals->flop[is_large].hands += hand->combos;
        totals->flop[is_large].d += h.of[PG_D];
        totals->flop[is_large].n += h.of[PG_N];
        totals->turn_bets += h.of[PG_TURN];
        totals->river_bets += h.of[PG_RIVER];
        for (unsigned i = 0; i < PG_SUMS; i++)
            totals->of[i] += h.of[i];
    } else {
        totals->ev += lost;
        totals->squares += deals * h.ante * h.ante;
        totals->folded += hand->combos;
    }
    return add_options(rules, &h, deals, out) &&
           rational_reduce(plays ? value : lost, deals * h.ante, &out->ev);
}

/* How often a later decision is a bet of each size or a check. Of several sizes only the largest is
 * ever bet. */
static bool add_later(const struct cr_rules *rules, unsigned stage, wide bets, wide played,
                      wide deals, struct cr_analysis *out)
{
    const unsigned largest = multiple_max(rules->multiples[stage]);
    char name[CR_FIGURE_MAX];
    bool fits = true;
    for (unsigned k = CR_MULTIPLES; k >= 1; k--) {
        if (!(rules->multiples[stage] >> k & 1))
            continue;
        frequency_name(rules, stage, cr_action_bet(k), name);
        fits &= frequency_add(out, name, k == largest ? bets : 0, deals);
    }
    frequency_name(rules, stage, CR_CHECK, name);
    return frequency_add(out, name, played - bets, deals) && fits;
}

/* The number of starting hands that bet k parts of an Ante before the flop. */
static wide hands_betting(const struct cr_rules *rules, const struct totals *totals, unsigned k)
{
    return (k == multiple_min(rules->multiples[0]) ? totals->flop[0].hands : 0) +
           (k == multiple_max(rules->multiples[0]) ? totals->flop[1].hands : 0);
}

/* How often each decision is made. With a single size before the flop every hand that does not fold
 * makes that bet, so only the folds are listed. */
static bool add_frequencies(const struct cr_rules *rules, const struct totals *totals,
                            struct cr_analysis *out)
{
    const wide played = HOLE_HANDS - totals->folded;
    const wide flops = (wide)HOLE_HANDS * FLOPS_OF_A_HAND, turns = flops * 47;
    bool fits = frequency_add(out, "fold", totals->folded, HOLE_HANDS);
    for (unsigned k = CR_MULTIPLES; k >= 1 && action_names_size(rules, 0); k--) {
        char name[CR_FIGURE_MAX];
        if (!(rules->multiples[0] >> k & 1))
            continue;
        frequency_name(rules, 0, cr_action_bet(k), name);
        fits &= frequency_add(out, name, hands_betting(rules, totals, k), HOLE_HANDS);
    }
    fits &= add_later(rules, 1, totals->turn_bets, played * FLOPS_OF_A_HAND, flops, out);
    fits &= add_later(rules, 2, totals->river_bets, played * FLOPS_OF_A_HAND * 47, turns, out);
    return fits;
}

static bool set_figures(const struct cr_rules *rules, const struct totals *totals,
                        struct cr_analysis *out)
{
    const wide turns = (wide)HOLE_HANDS * FLOPS_OF_A_HAND * 47;
    const wide antes = multiple_min(rules->multiples[0]) * totals->flop[0].hands +
                       multiple_max(rules->multiples[0]) * totals->flop[1].hands;
    const wide parts = rules->bet_parts;
    bool fits = rational_reduce(totals->ev, DEALS * HOLE_HANDS * parts, &out->ev) &&
                add_frequencies(rules, totals, out);
    fits &= rational_reduce(turns * parts + antes * FLOPS_OF_A_HAND * 47 +
                                (wide)multiple_max(rules->multiples[1]) * totals->turn_bets * 47 +
                                (wide)multiple_max(rules->multiples[2]) * totals->river_bets,
                            turns * parts, &out->average_wager);
    const double ev = cr_rational_value(out->ev);
    const double squares = (double)totals->squares / (double)(DEALS * HOLE_HANDS * parts * parts);
    out->house_edge = -ev;
    out->element_of_risk = -ev / cr_rational_value(out->average_wager);
    out->std_dev = sqrt(squares - ev * ev);
    return fits;
}

/* ---- The tables by wager ---- */

/* The deals in which a bet of one size is made: wins - losses (d), wins + losses (n) and all
 * (made). */
struct bets_made {
    unsigned size;
    wide d, n, made;
};

static bool add_bet(const struct cr_rules *rules, unsigned stage, const struct bets_made *bets,
                    struct cr_wager_returns *w)
{
    char size[CR_ACTION_TEXT_MAX] = "";
    if (action_names_size(rules, stage))
        cr_action_format(rules, stage, cr_action_bet(bets->size), size);
    return returns_add_showdown(w, size, bets->size, (int64_t)((bets->n + bets->d) / 2),
                                (int64_t)(bets->made - bets->n),
                                (int64_t)((bets->n - bets->d) / 2));
}

/* The bet before the flop, with its smallest and its largest size. */
static bool flop_returns(const struct cr_rules *rules, const struct totals *totals,
                         struct cr_analysis *out)
{
    const unsigned sizes[2] = {multiple_min(rules->multiples[0]),
                               multiple_max(rules->multiples[0])};
    struct bets_made bets[2];
    for (unsigned i = 0; i < 2; i++)
        bets[i] = (struct bets_made){sizes[i], totals->flop[i].d, totals->flop[i].n,
                                     DEALS * totals->flop[i].hands};
    if (sizes[0] == sizes[1]) {
        bets[0].d += bets[1].d;
        bets[0].n += bets[1].n;
        bets[0].made += bets[1].made;
        bets[1] = (struct bets_made){0};
    }
    const wide all = DEALS * HOLE_HANDS, made = bets[0].made + bets[1].made;
    struct cr_wager_returns *w = returns_new(out, rules, rules->game->stages[0].slot, (int64_t)all);
    w->bet_parts = rules->bet_parts;
    return add_bet(rules, 0, &bets[0], w) &&
           (bets[1].size == 0 || add_bet(rules, 0, &bets[1], w)) &&
           returns_add(w, "not bet", (int64_t)(all - made), 0, returns_back);
}

/* The bets on turn and river, which are of the largest size. */
static bool later_returns(const struct cr_rules *rules, unsigned stage, wide d, wide n, wide made,
                          struct cr_analysis *out)
{
    const wide all = DEALS * HOLE_HANDS;
    const struct bets_made bets = {multiple_max(rules->multiples[stage]), d, n, made};
    struct cr_wager_returns *w =
        returns_new(out, rules, rules->game->stages[stage].slot, (int64_t)all);
    w->bet_parts = rules->bet_parts;
    return add_bet(rules, stage, &bets, w) &&
           returns_add(w, "not bet", (int64_t)(all - made), 0, returns_back);
}

/* PG-5: a win with too little for the Ante returns it. */
static bool ante_returns(const struct cr_rules *rules, const struct totals *totals,
                         struct cr_analysis *out)
{
    const wide all = DEALS * HOLE_HANDS, folded = DEALS * totals->folded;
    const wide d = totals->of[PG_D], n = totals->of[PG_N], loss = (n - d) / 2;
    const wide paid = totals->of[PG_M] - loss, won = (n + d) / 2;
    struct cr_wager_returns *w = returns_new(out, rules, rules->game->ante, (int64_t)all);
    return returns_add(w, "wins", (int64_t)paid, paid, returns_even) &&
           returns_add(w, "wins with too little", (int64_t)(won - paid), won - paid,
                       returns_back) &&
           returns_add_showdown(w, "", 1, 0, (int64_t)(all - folded - n), (int64_t)loss) &&
           returns_add(w, "folded", (int64_t)folded, folded, returns_lost);
}

static bool set_returns(const struct cr_rules *rules, const struct totals *totals,
                        struct cr_analysis *out)
{
    const wide *of = totals->of;
    return flop_returns(rules, totals, out) &&
           later_returns(rules, 1, of[PG_TURN_D], of[PG_TURN_N],
                         of[PG_TURN] * RUNOUTS * DEALER_HANDS, out) &&
           later_returns(rules, 2, of[PG_RIVER_D], of[PG_RIVER_N], of[PG_RIVER] * 46 * DEALER_HANDS,
                         out) &&
           ante_returns(rules, totals, out);
}

static int analyze_pg(const struct cr_rules *rules, const struct kernels *kernels,
                      struct cr_analysis *out, struct cr_err *err)
{
    struct pg_sums sums;
    int rc = sum_all(rules, kernels, &sums, err);
    if (rc != CR_OK)
        return rc;
    struct start_hand starts[CR_STARTS];
    struct totals totals = {0};
    bool fits = true;
    starts_list(starts);
    *out = (struct cr_analysis){.start_count = CR_STARTS};
    for (unsigned i = 0; i < CR_STARTS; i++)
        fits &= add_start(rules, &sums, &starts[i], &totals, &out->starts[i]);
    fits &= set_figures(rules, &totals, out) && set_returns(rules, &totals, out);
    return fits ? CR_OK : err_set(err, CR_E_RANGE, "a figure is too large to be written exactly");
}

/* One cell of tables A.1 and A.2: the results with these sums, as parts of all deals. */
static bool outcome_set(wide d, wide n, wide m, wide dealt, wide deals,
                        struct cr_outcome_counts *out)
{
    const wide loss = (n - d) / 2, win = m - loss, all_wins = (n + d) / 2;
    return rational_reduce(win, deals, &out->win) && rational_reduce(loss, deals, &out->loss) &&
           rational_reduce(dealt - n, deals, &out->tie) &&
           rational_reduce(all_wins - win, deals, &out->win_less) &&
           rational_reduce(dealt, deals, &out->total);
}

/* The results of the four ways to bet (turn bet or not, river bet or not) are differences of the
 * sums over all deals, over those with the turn bet, with the river bet and with both. */
static bool outcome_table(const struct hand_sums *h, wide combos, struct cr_outcome_table *out)
{
    const wide deals = DEALS * combos, turns = (wide)RUNOUTS * DEALER_HANDS,
               rivers = (wide)46 * DEALER_HANDS;
    bool fits = true;
    for (unsigned turn = 0; turn < 2; turn++) {
        wide sum[2][4]; /* [with the river bet][D, N, M, dealt], for this turn decision */
        for (unsigned x = 0; x < 3; x++) {
            sum[0][x] = turn ? h->of[PG_TURN_D + x] : h->of[PG_D + x] - h->of[PG_TURN_D + x];
            sum[1][x] = turn ? h->of[PG_TURN_RIVER_D + x]
                             : h->of[PG_RIVER_D + x] - h->of[PG_TURN_RIVER_D + x];
        }
        const wide turn_flops = turn ? h->of[PG_TURN] : h->of[PG_FLOPS] - h->of[PG_TURN];
        const wide river_turns =
            turn ? h->of[PG_TURN_RIVER] : h->of[PG_RIVER] - h->of[PG_TURN_RIVER];
        sum[0][3] = turn_flops * turns;
        sum[1][3] = river_turns * rivers;
        wide ev = h->ante * ante_of(sum[0][0], sum[0][1], sum[0][2]) +
                  (h->flop + (turn ? h->turn : 0)) * sum[0][0] + h->river * sum[1][0];
        fits &= outcome_set(sum[0][0] - sum[1][0], sum[0][1] - sum[1][1], sum[0][2] - sum[1][2],
                            sum[0][3] - sum[1][3], deals, &out->parts[turn][0]);
        fits &=
            outcome_set(sum[1][0], sum[1][1], sum[1][2], sum[1][3], deals, &out->parts[turn][1]);
        fits &= outcome_set(sum[0][0], sum[0][1], sum[0][2], sum[0][3], deals, &out->totals[turn]);
        fits &= rational_reduce(ev, deals * h->ante, &out->ev[turn]);
    }
    return fits && rational_reduce(play_value(h), deals * h->ante, &out->total_ev);
}

static int pg_outcomes(const struct cr_rules *rules, const struct kernels *kernels,
                       const cr_card hole[2], struct cr_outcome_table *out, struct cr_err *err)
{
    struct pg_sums sums;
    int rc = sum_all(rules, kernels, &sums, err);
    if (rc != CR_OK)
        return rc;
    struct start_hand starts[CR_STARTS];
    starts_list(starts);
    const struct start_hand *hand = &starts[starts_find(starts, hole)];
    const struct hand_sums h = hand_sums(rules, &sums, hand);
    *out = (struct cr_outcome_table){0};
    memcpy(out->hand, hand->name, sizeof out->hand);
    bool fits = outcome_table(&h, hand->combos, out);
    return fits ? CR_OK : err_set(err, CR_E_RANGE, "a figure is too large to be written exactly");
}

/* ---- Single boards ---- */

/* PG-5 pays even money or nothing, so values are whole Antes. */
static int64_t board_scale(const struct cr_rules *rules)
{
    (void)rules;
    return 1;
}

/* PG-5: the Ante loses with the bets, and wins only with a hand that is good enough. */
static wide board_placed(const struct cr_rules *rules, int64_t scale,
                         const struct board_counts *counts)
{
    return (wide)scale *
           ((counts->category >= rules->ante_pays_from ? counts->win : 0) - counts->loss);
}

/* ---- Hands that are not folded ---- */

/* Subtracts the hole cards with each of their flops from the counts, `times` times. */
static void take_off_hand(const cr_card hole[2], int64_t times, struct cr_category_counts *counts)
{
    const struct eval_hand two = eval_hand_of(hole, 2);
    cr_card left[CR_DECK_CARDS];
    unsigned n = 0;
    for (unsigned card = 0; card < CR_DECK_CARDS; card++)
        if (card != hole[0] && card != hole[1])
            left[n++] = (cr_card)card;
    for (unsigned i = 2; i < n; i++)
        for (unsigned j = 1; j < i; j++)
            for (unsigned k = 0; k < j; k++) {
                const struct eval_hand four = eval_hand_add(eval_hand_add(two, left[i]), left[j]);
                counts->of[cr_rank_category(eval_hand_rank(eval_hand_add(four, left[k])))] -= times;
            }
}

/* Counts all five cards that the progressive looks at, with any two of them as the hole cards, less
 * the starting hands that fold. One hand of each kind stands for all of its suits. */
static void count_live(const struct cr_analysis *analysis, struct cr_category_counts *live)
{
    const int64_t times = 10; /* ways to choose the two hole cards among the five */
    bool seen[CR_STARTS] = {false};
    struct start_hand starts[CR_STARTS];
    starts_list(starts);
    cr_five_card_counts(live);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        live->of[c] *= times;
    live->total *= times;
    for (unsigned a = 1; a < CR_DECK_CARDS; a++) {
        for (unsigned b = 0; b < a; b++) {
            const cr_card hole[2] = {(cr_card)a, (cr_card)b};
            const unsigned i = starts_find(starts, hole);
            if (!seen[i] && strcmp(analysis->starts[i].decision, "fold") == 0)
                take_off_hand(hole, analysis->starts[i].combos, live);
            seen[i] = true;
        }
    }
}

/* ---- The description ---- */

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    (void)options;
    int rc = analyze_pg(rules, kernels, out, err);
    if (rc == CR_OK)
        count_live(out, live);
    return rc;
}

/* PG-3: a fold loses the Ante. */
static const struct holdem_pays board_pays = {
    .scale = board_scale, .placed = board_placed, .fold_loses = 1};

const struct game_math math_pg = {
    GAME_MATH(pg),
    HOLDEM_MATH,
    .outcomes = pg_outcomes,
    .turn_cards = pg_turn_cards,
    .list_endings = list_endings_pg,
};
