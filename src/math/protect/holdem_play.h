/* The arithmetic of one hand of the Texas games on classes of boards: showdowns and decisions.
 *
 * Everything here is whole numbers and plain functions, in the common subset of C and C++, so that
 * the threads of the program and an accelerator run the same source and get the same bits.
 */
#pragma once

#include "math/kernels/classes.h"
#include "math/kernels/pair_partners.h"

#include <croupier/rules.h>

#include <stdint.h>

#ifdef __CUDACC__
#define HOLDEM_FUNCTION __host__ __device__ static inline
#else
#define HOLDEM_FUNCTION static inline
#endif

#define HOLDEM_SIZES  2 /* the smallest and the largest bet of a decision: see uth.c */
#define HOLDEM_THREES 22100
#define HOLDEM_FOURS  270725
#define HOLDEM_FIVES  (MULTISETS_5 + CR_SUITS * FLUSH_CLASSES_5)
#define HOLE_VARIANTS 3 /* of two cards, in a suit: both or the first, the second, none */
#define DEAD_MAX      48
#define HOLDEM_ENDS   5 /* enum dealer_end of dealer_ends.h */

/* The quantities that are summed over deals: the result of Ante and Blind at a showdown, the result
 * of one unit of a bet, the value of the decisions so far, the number of deals, and the deals in
 * which each bet is made. */
enum {
    Q_PLACED,
    Q_BET,
    Q_VALUE,
    Q_DEALS,
    Q_COUNTS,
    QUANTITIES = Q_COUNTS + CR_STAGES * HOLDEM_SIZES
};

/* The rules as whole numbers. */
struct holdem_rules {
    int32_t bets_apart; /* pg: turn and river bets add to the others, and nobody folds there */
    uint16_t qualifying_rank;
    uint16_t pays_to; /* pg: the worst rank with which a win pays the Ante */
    int64_t scale;    /* values are in such parts of an Ante */
    int64_t unit;     /* value of a bet's unit, a whole or half Ante, in those parts */
    /* UTH-7: by how the dealer's hand ends: 1 the wager wins, -1 it loses, 0 it is returned. */
    int8_t play_ends[HOLDEM_ENDS], ante_ends[HOLDEM_ENDS], blind_ends[HOLDEM_ENDS];
    uint32_t size_count[CR_STAGES];
    int64_t sizes[CR_STAGES][HOLDEM_SIZES];
};

/* Counts of the dealer's hands, compared with the seat's: worse, not better, not qualifying,
 * all. */
struct odds_counts {
    int32_t worse, no_better, unqualified, all;
};

/* One seat's hand on one class of complete boards: counts of all the dealer's hands … */
struct class_odds {
    uint16_t rank; /* of the seat's hand; 0: the board is impossible */
    int16_t worse, no_better, unqualified;
};

/* … and of those that contain one card of each kind. */
struct kind_odds {
    uint8_t worse[PAIR_LANES], no_better[PAIR_LANES], unqualified[PAIR_LANES];
};

/* A board of three or four cards: its class by ranks and, for each suit in which a flush is still
 * possible, its class in that suit. */
struct board_set {
    uint64_t cards;
    uint16_t plain;
    uint16_t flush[3];
    uint8_t suit[3];
    uint8_t suit_count;
};

/* ---- Decisions ---- */

HOLDEM_FUNCTION unsigned count_slot(unsigned stage, unsigned size)
{
    return Q_COUNTS + stage * HOLDEM_SIZES + size;
}

HOLDEM_FUNCTION int is_board_sum(unsigned quantity)
{
    return quantity == Q_PLACED || quantity == Q_BET || quantity == Q_DEALS;
}

/* The value of a bet. UTH: it ends the decisions; pg: it adds to the other bets. */
HOLDEM_FUNCTION int64_t bet_value(const struct holdem_rules *g, unsigned stage, unsigned size,
                                  const int64_t *q)
{
    const int64_t bet = g->sizes[stage][size] * q[Q_BET];
    if (!g->bets_apart)
        return q[Q_PLACED] + bet;
    return q[Q_VALUE] + bet + (stage == 0 ? q[Q_PLACED] : 0);
}

HOLDEM_FUNCTION int64_t other_value(const struct holdem_rules *g, unsigned stage, const int64_t *q)
{
    if (g->bets_apart && stage == 0)
        return -g->scale * q[Q_DEALS];
    if (!g->bets_apart && stage == 2)
        return -2 * g->scale * q[Q_DEALS];
    return q[Q_VALUE];
}

#define CHOOSE_BEST (-1)

/* Makes a decision for these sums, the best one or the given one, and sets q[Q_VALUE] to its value.
 * Returns 0 for the smallest wager (a fold or a check), else the index of the bet's size plus 1. */
HOLDEM_FUNCTION unsigned holdem_choose(const struct holdem_rules *g, unsigned stage, int given,
                                       int64_t *q)
{
    int64_t best = other_value(g, stage, q);
    unsigned chosen = 0;
    for (unsigned i = 0; i < g->size_count[stage]; i++) {
        const int64_t value = bet_value(g, stage, i, q);
        if (given == CHOOSE_BEST ? value > best : given == (int)i + 1) {
            best = value;
            chosen = i + 1;
        }
    }
    q[Q_VALUE] = best;
    return chosen;
}

/* Updates the counts of bets for a decision that was made. */
HOLDEM_FUNCTION void holdem_count(const struct holdem_rules *g, unsigned stage, unsigned chosen,
                                  int64_t *q)
{
    if (g->bets_apart ? stage == 0 && chosen == 0 : chosen > 0)
        for (unsigned i = Q_COUNTS; i < QUANTITIES; i++)
            q[i] = 0;
    for (unsigned i = 0; i < HOLDEM_SIZES; i++)
        if (chosen == i + 1)
            q[count_slot(stage, i)] = q[Q_DEALS];
}

/* ---- Showdowns ---- */

/* The results of one hand's showdowns: UTH-7, UTH-8; PG-5. blind: what the Blind pays for a win
 * with that rank. */
HOLDEM_FUNCTION void holdem_showdown(const struct holdem_rules *g, uint16_t rank, int64_t blind,
                                     struct odds_counts c, int64_t *q)
{
    const int64_t win = c.worse, loss = c.all - c.no_better;
    q[Q_DEALS] = c.all;
    if (g->bets_apart) {
        q[Q_BET] = g->unit * (win - loss);
        q[Q_PLACED] = g->scale * ((rank <= g->pays_to ? win : 0) - loss);
        return;
    }
    /* As dealer_ends(): hands that do not qualify are the worst ones. */
    const int strong = rank <= g->qualifying_rank;
    const int64_t win_qualified = strong ? win - c.unqualified : 0;
    const int64_t loss_qualified = strong ? loss : c.all - c.unqualified;
    const int64_t win_other = win - win_qualified, loss_other = loss - loss_qualified;
    const int64_t ends[HOLDEM_ENDS] = {win_qualified, loss_qualified, win_other, loss_other,
                                       c.unqualified - win_other - loss_other};
    q[Q_BET] = q[Q_PLACED] = 0;
    for (unsigned i = 0; i < HOLDEM_ENDS; i++) {
        const int64_t pays = g->blind_ends[i] > 0 ? blind : g->scale * g->blind_ends[i];
        q[Q_BET] += ends[i] * g->play_ends[i] * g->unit;
        q[Q_PLACED] += ends[i] * (g->scale * g->ante_ends[i] + pays);
    }
}

/* ---- Seen cards ---- */

/* Seen cards as kinds beside the boards of one flush suit. Card number i is at index i * stride, so
 * that many cases can be interleaved. */
struct kinds_seen {
    const uint8_t *dealer, *dead;
    unsigned dealer_count, dead_count, stride;
};

/* One class of boards: the ranks of two kinds of cards, and the seat's odds. */
struct class_view {
    const int16_t (*ranks)[PAIR_LANES];
    const struct class_odds *odds;
    const struct kind_odds *kinds;
    uint16_t qualifying_rank;
};

/* Adds one hand of the dealer, `times` times. */
HOLDEM_FUNCTION void odds_add_hand(const struct class_view *v, unsigned a, unsigned b,
                                   int32_t times, struct odds_counts *out)
{
    const int16_t dealt = v->ranks[a][b];
    out->worse += dealt > v->odds->rank ? times : 0;
    out->no_better += dealt >= v->odds->rank ? times : 0;
    out->unqualified += dealt > v->qualifying_rank ? times : 0;
}

HOLDEM_FUNCTION void odds_add_kind(const struct kind_odds *kinds, unsigned kind, int32_t times,
                                   struct odds_counts *out)
{
    out->worse += times * kinds->worse[kind];
    out->no_better += times * kinds->no_better[kind];
    out->unqualified += times * kinds->unqualified[kind];
}

/* The counts where only dead cards are seen, by inclusion and exclusion. */
HOLDEM_FUNCTION void odds_without_dead(const struct class_view *v, const struct kinds_seen *seen,
                                       struct odds_counts *out)
{
    out->worse = v->odds->worse;
    out->no_better = v->odds->no_better;
    out->unqualified = v->odds->unqualified;
    for (unsigned i = 0; i < seen->dead_count; i++) {
        const unsigned kind = seen->dead[i * seen->stride];
        odds_add_kind(v->kinds, kind, -1, out);
        for (unsigned j = 0; j < i; j++)
            odds_add_hand(v, kind, seen->dead[j * seen->stride], 1, out);
    }
}

/* The counts with the seen cards. all: the number of hands that the dealer can have. */
HOLDEM_FUNCTION struct odds_counts odds_with_seen(const struct class_view *v,
                                                  const struct kinds_seen *seen, int32_t all)
{
    struct odds_counts out = {0, 0, 0, all};
    if (seen->dealer_count == 0) {
        odds_without_dead(v, seen, &out);
    } else if (seen->dealer_count == 2) {
        odds_add_hand(v, seen->dealer[0], seen->dealer[seen->stride], 1, &out);
    } else {
        odds_add_kind(v->kinds, seen->dealer[0], 1, &out);
        for (unsigned i = 0; i < seen->dead_count; i++)
            odds_add_hand(v, seen->dealer[0], seen->dead[i * seen->stride], -1, &out);
    }
    return out;
}
