/* The 169 starting hands, and small helpers with which the games fill in their analyses. */
#pragma once

#include "math/kernels/kernels.h"
#include "math/rational.h"

#define FLOPS_OF_A_HAND 19600 /* real flops beside two given cards */
#define HOLE_HANDS      1326

/* A starting hand. The list has them in this order: AA, AKs, AKo, … 22. */
struct start_hand {
    uint8_t pair;   /* pair_index of its ranks */
    uint8_t suited; /* 1 or 0 */
    uint8_t combos;
    char name[4];
};

void starts_list(struct start_hand out[CR_STARTS]);

/* The index in the list of the starting hand that two cards make. */
unsigned starts_find(const struct start_hand list[CR_STARTS], const cr_card hole[2]);

/* The name of the frequency of an action: "fold", "preflop_4x"; in a game of one decision "play" or
 * "play_2x"; where a bet can be taken back "ride_1", with the number of the decision. */
void frequency_name(const struct cr_rules *rules, unsigned stage, cr_action action,
                    char out[CR_FIGURE_MAX]);

/* Add a named figure num / den; false when it does not fit. */
bool frequency_add(struct cr_analysis *analysis, const char *name, wide num, wide den);
bool option_add(struct cr_start *start, const char *name, wide num, wide den);

/* How many parts of an Ante (bet_parts) an action puts into action. A bet that can be taken back
 * counts as one when it is let ride (LIR-3). */
unsigned bets_of_action(const struct cr_game *game, unsigned stage, cr_action action);

/* The smallest and the largest bet of a decision, in parts of an Ante; 0 when there is none. */
unsigned multiple_min(uint16_t multiples);
unsigned multiple_max(uint16_t multiples);
