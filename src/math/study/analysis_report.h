/* The results of one run of the analysis, for the reports that are made of them. */
#pragma once

#include <croupier/analysis.h>

/* A progressive under one distribution of hands. */
struct progressive_view {
    struct cr_progressive_analysis figures;
    struct cr_meter_analysis meters[CR_METERS];
    double std_dev; /* of one bet, in bets */
};

struct progressive_report {
    const struct cr_progressive *progressive; /* with its awards as they are paid */
    bool is_cut;                   /* PG-1: the base game's aggregate_limit cuts some fixed award */
    struct progressive_view dealt; /* no hand is folded, as in the manual */
    struct progressive_view folded; /* folds forfeit the bet, under the best play of the rules */
    bool has_folded;
    const struct cr_rules *base; /* its base game; NULL for none */
    bool at_game;                /* the base game was asked for too, with its own figures */
    /* LINK-5: the value of Ante and progressive bet together, in Antes, under the best play for
     * both; and how much more that is than under the base game's best play. */
    bool has_joint;
    struct cr_rational joint_ev;
    double joint_gain;
    struct cr_money ante; /* of the base game, for break_even_with_base */
    unsigned seats;       /* seats with the bet, for envy; 0: not asked */
};

struct base_report {
    const struct cr_rules *rules;
    const struct cr_analysis *analysis;
    struct cr_ratio trips;                        /* size of Trips per Ante; den 0: 1 to 1 */
    struct cr_money ante;                         /* for the limit of UTH-11; zero: not asked */
    const struct progressive_report *progressive; /* NULL: not asked */
    bool has_thumb;                               /* the rule of thumb was valued … */
    struct cr_rational thumb_ev;                  /* … at this, in Antes */
};

struct position_report {
    const struct cr_rules *rules;
    uint8_t hole_count, board_count;
    cr_card hole[CR_HOLE_MAX];
    cr_card board[CR_BOARD_MAX];
    struct cr_money ante; /* for the limit of UTH-11; zero: not asked */
    struct cr_position position;
};

struct outcomes_report {
    const struct cr_rules *rules;
    struct cr_outcome_table table;
};

struct turns_report {
    const struct cr_rules *rules;
    cr_card hole[2], flop[3];
    struct cr_turn_table table;
};

/* The quantiles of cr_meter_analysis. */
extern const double report_quantiles[CR_QUANTILES];
