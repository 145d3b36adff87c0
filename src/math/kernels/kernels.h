/* The loops that take the time, compiled once for each instruction set: kernels.c. All of them
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

/* Ways to deal turn and river to a hand and a flop, in order. */
#define RUNOUTS (47 * 46)

/* What a starting hand comes to over all flops, turns and rivers of a pg game: sums over real
 * flops and real hands of the class, [suited][pair]; a pair counts each of its hands twice. "Bet"
 * is made exactly when the expectation of D is above zero there. */
enum pg_sum {
    PG_D,       /* wins - losses */
    PG_N,       /* wins + losses */
    PG_M,       /* wins that pay the Ante + losses */
    PG_RIVER_D, /* the same where the river bet is made */
    PG_RIVER_N,
    PG_RIVER_M,
    PG_RIVER,  /* turns at which it is made */
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

/* Quantities of a uth game on complete boards, in the order of its levels. */
enum uth_quantity {
    UTH_A,  /* Ante and Blind, when the hand is played */
    UTH_D,  /* wins - losses */
    UTH_V,  /* the best of the last decision */
    UTH_N,  /* wins + losses */
    UTH_C1, /* sum of (sign of the Play) * (Ante and Blind): for the variance */
    UTH_C2, /* sum of (Ante and Blind) squared */
    UTH_X,  /* sum of squares under the last decision */
    UTH_R1, /* dealer's hands (all or none of 990) with the smallest last bet */
    UTH_R2, /* … with the largest, where that is another one */
    UTH_TA, /* Ante, Blind and Trips, when the hand is played */
    UTH_TV, /* the best of the last decision with Trips */
    /* The same with an award of the progressive that a fold loses: one for each award. */
    UTH_TV_AWARD,
    UTH_TV_AWARD_LAST = UTH_TV_AWARD + CR_CATEGORIES - 1,
    /* UTH-11: what the limit on one hand's pays takes off, and off the squares: for the smallest
     * and the largest bet on the flop, then before it. Levels without memory are all zero. */
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
    UTH_SUM_CHECK_X, /* its squares */
    UTH_SUM_CHECK_T, /* value of checking with Trips */
    UTH_SUM_FLOP_1,  /* flops at which the smallest flop bet is made */
    UTH_SUM_FLOP_2,  /* … the largest */
    UTH_SUM_RIVER_1, /* dealer's hands played with the smallest river bet */
    UTH_SUM_RIVER_2,
    UTH_SUM_CUT_1, /* the limit's cuts of bets before the flop, and off their squares */
    UTH_SUM_CUT_2,
    UTH_SUM_CUT_SQUARE_1,
    UTH_SUM_CUT_SQUARE_2,
    UTH_SUM_FLOPS,
    UTH_SUMS
};

struct uth_sums {
    int64_t of[UTH_SUMS][2][PAIRS];
    /* Dealer's hands folded to after checking twice, by the category of hole cards and flop. */
    int64_t folded[CR_CATEGORIES][2][PAIRS];
};

/* The same where 64 bits are too little. */
struct uth_sums_wide {
    wide of[UTH_SUMS][2][PAIRS];
    int64_t folded[CR_CATEGORIES][2][PAIRS];
};

/* A quantity too large for a cell is kept in two: its rest by this number, which is not negative,
 * and the quotient. Sums over a flop's turns and rivers of the rest stay below 2^63. */
#define UTH_LIMB (INT64_C(1) << 46)

static inline void uth_limbs(wide value, int64_t *rest, int64_t *quotient)
{
    *rest = (int64_t)(value & (UTH_LIMB - 1));
    *quotient = (int64_t)((value - *rest) / UTH_LIMB);
}

/* Flop bets: the smallest and the largest multiple. */
struct uth_flop_bets {
    int64_t small, large;
    int64_t scale;       /* of values: the lcm of the Blind's denominators */
    int64_t trips_scale; /* parts of each of those in UTH_TA and UTH_TV */
    /* By category of hole cards and flop: what the progressive pays over all runouts, in those
     * parts, and which quantity is the best of the last decision with it. */
    wide award[CR_CATEGORIES];
    uint8_t last[CR_CATEGORIES];
};

/* From complete boards to sums, in one go (stream.h). */
struct stream {
    const struct class_tables *t;
    uint16_t qualifying_rank;
    quantities_of *of;
    const void *context;
    unsigned quantities;
    const bool *needed;  /* by quantity: the others are zero everywhere */
    struct level *four;  /* by quantity; zeroed. With `three`, level_new_partial ones */
    struct level *three; /* by quantity; zeroed. NULL: not wanted */
};

struct kernels {
    const char *name; /* "portable", "avx2", "avx512" */
    /* Sums a level over one more card; `to` has one card less and cells as the game needs. */
    void (*up_16_32)(const struct class_tables *t, const struct level *from, struct level *to);
    void (*up_32_64)(const struct class_tables *t, const struct level *from, struct level *to);
    void (*up_64_64)(const struct class_tables *t, const struct level *from, struct level *to);
    /* The same for all levels at once, cells as named. False without memory. */
    bool (*stream_16_32)(const struct stream *s);
    bool (*stream_32_64)(const struct stream *s);
    bool (*stream_64_64)(const struct stream *s);
    /* One flop. levels: D, N, M on four cards, cells of 32 bits. Adds to the sums. */
    void (*pg_flop)(const struct class_tables *t, const struct level *levels,
                    const struct flop *flop, struct pg_sums *sums);
    /* One flop. levels: UTH_* on three cards, cells of 64 bits. */
    void (*uth_flop)(const struct class_tables *t, const struct level *levels,
                     const struct uth_flop_bets *bets, const struct flop *flop,
                     struct uth_sums *sums);
    /* The same with two levels for each quantity. */
    void (*uth_flop_wide)(const struct class_tables *t, const struct level *levels,
                          const struct uth_flop_bets *bets, const struct flop *flop,
                          struct uth_sums_wide *sums);
    void (*pair_partners)(const struct pair_board *board, int16_t rank, int16_t qualifying,
                          struct pair_partners *out);
};

/* The kernels of that name, or the widest that this machine can run for NULL; NULL when there are
 * none of that name or the machine cannot run them. */
const struct kernels *kernels_find(const char *name);
