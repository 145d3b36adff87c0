/* Sums over boards that are not complete, for one hand with the cards that it knows.
 *
 * A quantity is known for every class of complete boards: by ranks alone and, for each of the four
 * suits as the flush suit, as the difference that the suit makes. Its sum over the next card is
 * again such a table, for boards of one card less. The value on a real board is that of its ranks
 * plus one difference for each suit in which a flush is still possible. Sums are over cards in
 * order: a sum over turn and river counts each two cards twice.
 */
#pragma once

#include "math/kernels/card_sets.h"
#include "math/protect/board_pairs.h"
#include "math/protect/holdem_play.h"

/* The tables of one quantity for boards of `cards` cards. */
struct board_level {
    unsigned cards, flush_classes;
    int64_t *plain;
    int64_t *flush[CR_SUITS];
    int64_t *memory;
};

bool board_level_new(const struct class_tables *t, unsigned cards, struct board_level *out);
void board_level_free(struct board_level *level);

/* The cards that cannot come, counted in the ways that the sums need. */
struct cards_gone {
    uint8_t by_rank[CR_RANKS];
    uint16_t by_suit[CR_SUITS];            /* bit r */
    uint8_t elsewhere[CR_SUITS][CR_RANKS]; /* by suit: those of a rank in the other suits */
};
void cards_gone_find(card_set gone, struct cards_gone *out);

/* Sums `from` over the next card into `to`, a level of one card less. Only cards of the ranks in
 * the mask can come. */
void board_level_sum(const struct class_tables *t, const struct board_level *from,
                     const struct cards_gone *gone, uint16_t ranks, struct board_level *to);

/* All boards of three or four cards, in the order of their set numbers. NULL when memory is
 * short. */
struct board_set *board_sets_new(const struct class_tables *t, unsigned cards);

static inline int64_t board_value(const struct board_level *level, const struct board_set *set)
{
    int64_t value = level->plain[set->plain];
    for (unsigned i = 0; i < set->suit_count; i++)
        value += level->flush[set->suit[i]][set->flush[i]];
    return value;
}
