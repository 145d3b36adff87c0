/* The showdowns of one class of complete boards: every hand against every hand of the dealer.
 *
 * For each kind of hole cards: how many of the dealer's 990 hands it beats, how many beat it, and
 * how many do not qualify. This does not loop over the dealer's hands: all hands are put in order
 * of rank and swept upward with a running total and the number of partners of each kind of card;
 * hands that contain one of the hand's own cards are subtracted.
 *
 * The order of hands is made once for each multiset of ranks and once for each mask of the flush
 * suit; a class only merges two of these orders.
 */
#pragma once

#include "math/kernels/classes.h"

#define DEALER_HANDS 990 /* the dealer's hole cards out of the 45 that are left */

/* Kinds of hole cards on a flush board: bit 1, the high card is of the suit; bit 0, the low one. */
#define KINDS 4

/* Hands by rank, from the worst to the best. */
struct order_item {
    uint16_t rank;
    uint8_t pair, kind;
};

struct plain_order {
    uint8_t count;
    struct order_item items[PAIRS];
};

struct flush_order {
    uint16_t count;
    struct order_item items[KINDS * PAIRS];
};

/* Results for one class. On a board without a flush only kind 0 is filled. A kind of hand that
 * cannot be held has zeroes, its rank included. For two cards of one rank, one of them of the suit,
 * kinds 1 and 2 hold the same results. */
struct showdowns {
    uint16_t rank[KINDS][PAIRS_WIDE];
    int16_t win[KINDS][PAIRS_WIDE], loss[KINDS][PAIRS_WIDE];
    int16_t unqualified[KINDS][PAIRS_WIDE]; /* dealer's hands that do not qualify */
    uint32_t class; /* the multiset of a board without flush, else its flush class */
};

/* The order of hands that make no flush with a board of these ranks. */
void plain_order_make(const struct class_tables *t, const struct ranks *board,
                      struct plain_order *out);

/* The order of hands that make a flush with a mask of 3 to 5 ranks. */
void flush_order_make(const struct class_tables *t, unsigned mask, struct flush_order *out);

/* qualifying_rank: the worst rank with which the dealer qualifies. */
void showdowns_plain(const struct class_tables *t, const struct ranks *board,
                     const struct plain_order *plain, uint16_t qualifying_rank,
                     struct showdowns *out);
void showdowns_flush(const struct class_tables *t, unsigned mask, const struct ranks *others,
                     const struct plain_order *plain, const struct flush_order *flush,
                     uint16_t qualifying_rank, struct showdowns *out);
