/* The 169 starting hands, and what a whole game comes to. */
#pragma once

#include "math/kernels/kernels.h"
#include "math/rational.h"

#define FLOPS_OF_A_HAND 19600 /* real flops beside two given cards */
#define HOLE_HANDS      1326

/* A starting hand by its place in the list: AA, AKs, AKo, … 22. */
struct start_hand {
    uint8_t pair;   /* pair of ranks */
    uint8_t suited; /* 1 or 0 */
    uint8_t combos;
    char name[4];
};

void starts_list(struct start_hand out[CR_STARTS]);

/* Which of them two cards are. */
unsigned starts_find(const struct start_hand list[CR_STARTS], const cr_card hole[2]);

/* What the frequency of an action is called: "fold", "preflop_4x"; in a game of one decision "play"
 * or "play_2x"; where a bet can be taken back, "ride_1", the decision being numbered. */
void frequency_name(const struct cr_rules *rules, unsigned stage, cr_action action,
                    char out[CR_FIGURE_MAX]);

/* Adds a named figure num / den; false when it does not fit. */
bool frequency_add(struct cr_analysis *analysis, const char *name, wide num, wide den);
bool option_add(struct cr_start *start, const char *name, wide num, wide den);

/* Antes that an action puts into action; a bet that can be taken back counts as one when it is let
 * ride (LIR-3). */
unsigned bets_of_action(const struct cr_game *game, unsigned stage, cr_action action);

/* The smallest and the largest bet of a decision, in Antes; 0 when there is none. */
unsigned multiple_min(uint16_t multiples);
unsigned multiple_max(uint16_t multiples);
