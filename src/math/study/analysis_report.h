/* What one run of the analysis found out, for those that write it down. */
#pragma once

#include <croupier/analysis.h>

/* A progressive under one distribution of hands. */
struct progressive_view {
    struct cr_progressive_analysis figures;
    struct cr_meter_analysis meters[CR_METERS];
    double std_dev; /* of one bet, in bets */
};

struct progressive_report {
    const struct cr_progressive *progressive; /* as its awards are paid */
    bool is_cut; /* PG-1: the base game's aggregate_limit is below some fixed award of the file */
    struct progressive_view dealt;  /* every five cards count, as in the manual */
    struct progressive_view folded; /* a fold forfeits the bet, under the best play of the rules */
    bool has_folded;
    const struct cr_rules *base; /* the base game beside it; NULL for none */
    bool at_game;                /* the base game was asked for: its own figures are shown */
    /* LINK-5: Ante and bet together, in Antes, under the best play for both; and how much more that
     * is than with the base game's best play. */
    bool has_joint;
    struct cr_rational joint_ev;
    double joint_gain;
    struct cr_money ante; /* of the base game, in break_even_with_base */
    unsigned seats;       /* that have the bet, for envy; 0: not asked */
};

struct base_report {
    const struct cr_rules *rules;
    const struct cr_analysis *analysis;
    struct cr_ratio trips;                        /* asked for; den 0: 1 to 1 */
    struct cr_money ante;                         /* for the limit of UTH-11; zero: not asked */
    const struct progressive_report *progressive; /* NULL: not asked */
    bool has_thumb;                               /* the rule of thumb was worked out … */
    struct cr_rational thumb_ev;                  /* … and is worth so much, in Antes */
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
