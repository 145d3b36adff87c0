/* The evaluator's tables: constants that tools/gen_eval.c computes while the program is built. */
#pragma once

#include "game/cards/eval_layout.h"

#include <croupier/cards.h>

/* Hidden, so that code in the shared library reaches them without the global offset table. */
#define EVAL_TABLE extern const __attribute__((visibility("hidden")))

EVAL_TABLE uint64_t eval_card_key[256]; /* EVAL_NO_CARD_KEY from CR_DECK_CARDS on */
EVAL_TABLE uint64_t eval_card_mask[CR_DECK_CARDS];

/* The sum of any seven keys stays inside both tables, even of repeated or invalid cards. */
EVAL_TABLE uint32_t eval_row_offset[];
EVAL_TABLE uint16_t eval_slot_rank[];

/* The rank of a flush by its suit's mask; 0 below five cards. */
EVAL_TABLE uint16_t eval_flush_rank[EVAL_SUIT_MASKS];

/* FCP-3: the same for the best four of 4, 5 or 6 cards. */
EVAL_TABLE uint32_t eval_four_row_offset[];
EVAL_TABLE uint16_t eval_four_slot_rank[];
EVAL_TABLE uint16_t eval_four_flush_rank[EVAL_SUIT_MASKS];

/* The class of each rank (see EVAL_CLASS_CATEGORY); entry 0 is unused. */
EVAL_TABLE uint32_t eval_class_five[CR_RANKS_FIVE + 1];
EVAL_TABLE uint32_t eval_class_four[CR_RANKS_FOUR + 1];
EVAL_TABLE uint32_t eval_class_three[CR_RANKS_THREE + 1];

/* The largest rank of each category, 0 where the order has no such category. */
EVAL_TABLE uint16_t eval_worst_five[CR_CATEGORIES];
EVAL_TABLE uint16_t eval_worst_four[CR_CATEGORIES];
EVAL_TABLE uint16_t eval_worst_three[CR_CATEGORIES];

/* CARD-3: [suited][rank][rank][rank], in any order of the cards. */
EVAL_TABLE uint16_t eval_three_rank[2][CR_RANKS][CR_RANKS][CR_RANKS];

/* The sizes of the tables, for the benchmark. A NULL name ends each list. */
struct eval_table_size {
    const char *name;
    uint32_t bytes;
};
EVAL_TABLE struct eval_table_size eval_table_sizes[];
EVAL_TABLE struct eval_table_size eval_four_table_sizes[]; /* those for hands of four cards */
