/* Every class of complete boards, and the rank of every two cards beside it.
 *
 * Beside a board of a class (classes.h) a card is of one of 26 kinds: its rank, of the flush suit
 * or not; without a possible flush of one of 13. The classes of both sorts stand in one list, those
 * without a flush first.
 */
#pragma once

#include "math/kernels/classes.h"
#include "math/kernels/pair_partners.h"

#include <stdbool.h>

#define BOARD_CLASSES (MULTISETS_5 + FLUSH_CLASSES_5)

/* The kind of a card where that suit comes to a flush; no suit: CR_SUITS. */
static inline unsigned kind_of_card(cr_card card, unsigned suit)
{
    return cr_card_rank(card) + (cr_card_suit(card) == suit ? CR_RANKS : 0u);
}

struct board_pairs {
    struct class_tables tables;
    uint16_t *plain_of;                      /* of each flush class: its number by ranks alone */
    uint8_t (*left)[PAIR_LANES];             /* cards of each kind that are not on the board */
    int16_t (*rank)[PAIR_KINDS][PAIR_LANES]; /* of board and two kinds; signed for vectors */
};

/* False without memory; then nothing is to be freed. */
bool board_pairs_make(struct board_pairs *out);
void board_pairs_free(struct board_pairs *p);
