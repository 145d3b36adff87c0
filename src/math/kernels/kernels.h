/* The hot loops of the analysis (kernels.c), compiled once for each instruction set. All versions
 * give the same bits. */
#pragma once

#include "math/kernels/levels.h"
#include "math/kernels/pair_partners.h"
#include "math/rational.h"

/* One of the 1,755 flops up to a permutation of the suits. */
struct flop {
    uint16_t masks[CR_SUITS]; /* ranks in each suit */
    uint8_t weight;           /* how many real flops it stands for */
};
#define FLOPS 1755

void flops_list(struct flop out[FLOPS]);

/* Whether a hand of that pair and lane can be dealt beside the flop. Hole cards of one rank exist
 * in two lanes, so they are counted twice. */
static inline bool hand_exists(const struct class_tables *t, const struct flop *flop, unsigned lane,
                               unsigned p)
{
    const unsigned high = t->pair_high[p], low = t->pair_low[p];
    return !(flop->masks[lane / 4] >> high & 1) && !(flop->masks[lane % 4] >> low & 1) &&
           (high != low || lane / 4 != lane % 4);
}

/* Ways to deal turn and river, in order, to a hand and a flop. */
#define RUNOUTS (47 * 46)

/* Sums for a starting hand over all flops, turns and rivers of a pg game: over real flops and real
 * hands of the class, indexed [suited][pair]. Hole cards of one rank count each hand twice. A bet
 * is "made" exactly where the expectation of D is above zero. */
enum pg_sum {
    PG_D,       /* wins - losses */
    PG_N,       /* wins + losses */
    PG_M,       /* wins that pay the Ante + losses */
    PG_RIVER_D, /* the same where the river bet is made */
    PG_RIVER_N,
    PG_RIVER_M,
    PG_RIVER,  /* turn cards with which the river bet is made */
    PG_TURN_D, /* the same where the turn bet is made */
    PG_TURN_N,
    PG_TURN_M,
    PG_TURN_RIVER_D, /* … and the river bet too */
    PG_TURN_RIVER_N,
    PG_TURN_RIVER_M,
    PG_TURN_RIVER,
    PG_TURN,  /* flops at which the turn bet is made */
    PG_FLOPS, /* flops */
    PG_SUMS
};

struct pg_sums {
    int64_t of[PG_SUMS][2][PAIRS];
};

/* Quantities of a hand in a uth game on a complete board, summed over the dealer's hands; in the
 * order of the levels. */
enum uth_quantity {
    UTH_A,  /* result of Ante and Blind when the hand is played */
    UTH_D,  /* wins - losses */
    UTH_V,  /* value of the best last decision */
    UTH_N,  /* wins + losses */
    UTH_C1, /* sum of (sign of the Play) * (Ante and Blind): for the variance */
    UTH_C2, /* sum of (Ante and Blind) squared */
    UTH_X,  /* sum of squares under the last decision */
    UTH_R1, /* 990 where the last decision is the smallest bet, else 0 */
    UTH_R2, /* 990 where it is the largest bet and that differs */
    UTH_TA, /* result of Ante, Blind and Trips when the hand is played */
    UTH_TV, /* value of the best last decision with Trips */
    /* UTH_TV with an award of the progressive that a fold loses: one quantity for each different
     * award. */
    UTH_TV_AWARD,
    UTH_TV_AWARD_LAST = UTH_TV_AWARD + CR_CATEGORIES - 1,
    /* UTH-11: what the limit on one hand's pays takes off the values, and then off the squares,
     * with the smallest and the largest bet on the flop and before it. Levels without memory are
     * all zero. */
    UTH_CUT_FLOP_1,
    UTH_CUT_FLOP_2,
    UTH_CUT_START_1,
    UTH_CUT_START_2,
    UTH_CUT_SQUARE_FLOP_1,
    UTH_CUT_SQUARE_FLOP_2,
    UTH_CUT_SQUARE_START_1,
    UTH_CUT_SQUARE_START_2,
    UTH_QUANTITIES
};

/* Sums over flops for a uth game, as for pg. */
enum uth_sum {
    UTH_SUM_A,
    UTH_SUM_D,
    UTH_SUM_N,
    UTH_SUM_C1,
    UTH_SUM_C2,
    UTH_SUM_TA,
    UTH_SUM_CHECK,   /* value of checking before the flop */
    UTH_SUM_CHECK_X, /* its sum of squares */
    UTH_SUM_CHECK_T, /* value of checking with Trips */
    UTH_SUM_FLOP_1,  /* flops at which the smallest flop bet is made */
    UTH_SUM_FLOP_2,  /* … the largest */
    UTH_SUM_RIVER_1, /* dealer's hands played with the smallest river bet */
    UTH_SUM_RIVER_2,
    UTH_SUM_CUT_1, /* what the limit takes off bets before the flop, and off their squares */
    UTH_SUM_CUT_2,
    UTH_SUM_CUT_SQUARE_1,
    UTH_SUM_CUT_SQUARE_2,
    UTH_SUM_FLOPS,
    UTH_SUMS
};

struct uth_sums {
    int64_t of[UTH_SUMS][2][PAIRS];
    /* Dealer's hands against which the hand folds after checking twice, by the category of hole
     * cards and flop. */
    int64_t folded[CR_CATEGORIES][2][PAIRS];
};

/* The same sums where 64 bits are not enough. */
struct uth_sums_wide {
    wide of[UTH_SUMS][2][PAIRS];
    int64_t folded[CR_CATEGORIES][2][PAIRS];
};

/* A quantity too large for a cell is kept in two cells: its remainder modulo this number, which is
 * not negative, and the quotient. The sum of remainders over a flop's turns and rivers stays below
 * 2^63. */
#define UTH_LIMB (INT64_C(1) << 46)

static inline void uth_limbs(wide value, int64_t *rest, int64_t *quotient)
{
    *rest = (int64_t)(value & (UTH_LIMB - 1));
    *quotient = (int64_t)((value - *rest) / UTH_LIMB);
}

/* The flop bets: their smallest and largest size, in parts of an Ante, and what their values are
 * counted in. */
struct uth_flop_bets {
    int64_t small, large;
    int64_t scale;       /* value of one part of an Ante, scaled */
    int64_t trips_scale; /* UTH_TA and UTH_TV are in parts that many times finer */
    /* By category of hole cards and flop: the progressive's award over all runouts, in those finer
     * parts, and the quantity that is the value of the best last decision with that award. */
    wide award[CR_CATEGORIES];
    uint8_t last[CR_CATEGORIES];
};

/* The input of a run from complete boards to sums of incomplete ones, in one pass (stream.h). */
struct stream {
    const struct class_tables *t;
    uint16_t qualifying_rank;
    quantities_of *of;
    const void *context;
    unsigned quantities;
    const bool *needed;  /* by quantity; false: it is zero everywhere */
    struct level *four;  /* by quantity, zeroed; from level_new_partial where `three` is given */
    struct level *three; /* by quantity, zeroed; NULL: not wanted */
};

struct kernels {
    const char *name; /* "portable", "avx2", "avx512" */
    /* Sums a level over the next card; `to` has one card less, and cells wide enough for the
     * sums. */
    void (*up_16_32)(const struct class_tables *t, const struct level *from, struct level *to);
    void (*up_32_64)(const struct class_tables *t, const struct level *from, struct level *to);
    void (*up_64_64)(const struct class_tables *t, const struct level *from, struct level *to);
    /* The same for all levels in one pass, with cells as the name says. False when memory is
     * short. */
    bool (*stream_16_32)(const struct stream *s);
    bool (*stream_32_64)(const struct stream *s);
    bool (*stream_64_64)(const struct stream *s);
    /* Adds one flop to the sums. levels: D, N, M on four cards, cells of 32 bits. */
    void (*pg_flop)(const struct class_tables *t, const struct level *levels,
                    const struct flop *flop, struct pg_sums *sums);
    /* Adds one flop to the sums. levels: UTH_* on three cards, cells of 64 bits. */
    void (*uth_flop)(const struct class_tables *t, const struct level *levels,
                     const struct uth_flop_bets *bets, const struct flop *flop,
                     struct uth_sums *sums);
    /* The same with two levels for each quantity (see UTH_LIMB). */
    void (*uth_flop_wide)(const struct class_tables *t, const struct level *levels,
                          const struct uth_flop_bets *bets, const struct flop *flop,
                          struct uth_sums_wide *sums);
    void (*pair_partners)(const struct pair_board *board, int16_t rank, int16_t qualifying,
                          struct pair_partners *out);
};

/* The kernels of that name, or the widest that this machine can run for NULL; NULL when there are
 * none of that name or the machine cannot run them. */
const struct kernels *kernels_find(const char *name);
