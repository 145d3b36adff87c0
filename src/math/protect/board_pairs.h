/* Every class of complete boards, with the hand rank of every two kinds of cards beside it.
 *
 * Beside a board of a class (classes.h) a card is of one of 26 kinds: its rank, in the flush suit
 * or not; on a board without a possible flush it is of one of 13. All classes are in one list,
 * those without a flush first.
 */
#pragma once

#include "math/kernels/classes.h"
#include "math/kernels/pair_partners.h"

#include <stdbool.h>

#define BOARD_CLASSES (MULTISETS_5 + FLUSH_CLASSES_5)

/* The kind of a card beside a board with that flush suit; CR_SUITS: no flush is possible. */
static inline unsigned kind_of_card(cr_card card, unsigned suit)
{
    return cr_card_rank(card) + (cr_card_suit(card) == suit ? CR_RANKS : 0u);
}

struct board_pairs {
    struct class_tables tables;
    uint16_t *plain_of;          /* by flush class: the number of its multiset of ranks */
    uint8_t (*left)[PAIR_LANES]; /* cards of each kind that are not on the board */
    int16_t (
        *rank)[PAIR_KINDS][PAIR_LANES]; /* of the hand of board and two kinds; signed for vectors */
};

/* False when memory is short; then nothing is to be freed. */
bool board_pairs_make(struct board_pairs *out);
void board_pairs_free(struct board_pairs *p);
