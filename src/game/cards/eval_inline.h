/* CARD-2 for loops over many hands: a hand that grows card by card, and its rank.
 *
 *     struct eval_hand board = eval_hand_of(cards, 5);
 *     rank = eval_hand_rank(eval_hand_add(eval_hand_add(board, hole[0]), hole[1]));
 *
 * A hand may hold any number of distinct cards up to 7; it has a rank from 5 cards on, and one in
 * the order of four cards from 4 to 6. Nothing
 * here checks its arguments: a card is below CR_DECK_CARDS and stands in a hand once. */
#pragma once

#include "game/cards/eval_tables.h"

struct eval_hand {
    uint64_t key;  /* decides the rank, and whether there is a flush */
    uint64_t mask; /* decides the rank of a flush */
};

/* Keeps a value in a general register. It costs nothing, and it keeps compilers from turning loops
 * over cards or hands into vector gathers, which made them 6 to 12 times slower. */
#define EVAL_SCALAR(value) __asm__("" : "+r"(value))

static inline struct eval_hand eval_hand_empty(void)
{
    return (struct eval_hand){.key = EVAL_SUITS_EMPTY};
}

static inline struct eval_hand eval_hand_add(struct eval_hand h, cr_card card)
{
    return (struct eval_hand){h.key + eval_card_key[card], h.mask | eval_card_mask[card]};
}

static inline struct eval_hand eval_hand_of(const cr_card *cards, size_t count)
{
    struct eval_hand h = eval_hand_empty();
    for (size_t i = 0; i < count; i++) {
        h = eval_hand_add(h, cards[i]);
        EVAL_SCALAR(h.key);
    }
    return h;
}

/* The rank of the sum of rank keys in a key's low half, the suits put aside. */
static inline uint16_t eval_sum_rank(uint32_t sum)
{
    EVAL_SCALAR(sum);
    return eval_slot_rank[(uint32_t)(sum + eval_row_offset[sum >> EVAL_ROW_SHIFT])];
}

/* The rank of a hand that holds no flush. */
static inline uint16_t eval_hand_rank_no_flush(struct eval_hand h)
{
    return eval_sum_rank((uint32_t)h.key);
}

/* The cards of one suit, as bits by rank. */
static inline unsigned eval_hand_suit_mask(struct eval_hand h, unsigned suit)
{
    return (unsigned)(h.mask >> (EVAL_MASK_SUIT_BITS * suit)) & (EVAL_SUIT_MASKS - 1);
}

/* The rank of a hand that holds a flush. Five suited cards leave two: no full house and no four
 * of a kind can stand beside them, so the flush is the hand. */
static inline uint16_t eval_hand_rank_flush(struct eval_hand h)
{
    unsigned bit = (unsigned)__builtin_ctzll(h.key & EVAL_SUITS_FLUSH);
    return eval_flush_rank[eval_hand_suit_mask(h, (bit - EVAL_SUIT_SHIFT) / EVAL_SUIT_BITS)];
}

/* FCP-3: the rank of the best four of 4, 5 or 6 cards. Beside four cards of a suit two are left,
 * which can make three of a kind: that is better than the flush. */
static inline uint16_t eval_hand_rank_four(struct eval_hand h)
{
    uint32_t sum = (uint32_t)h.key;
    EVAL_SCALAR(sum);
    const uint16_t rank =
        eval_four_slot_rank[(uint32_t)(sum + eval_four_row_offset[sum >> EVAL_ROW_SHIFT])];
    const uint64_t suits = (h.key + EVAL_SUITS_EACH(1)) & EVAL_SUITS_FLUSH;
    if (__builtin_expect(suits == 0, 1))
        return rank;
    const unsigned bit = (unsigned)__builtin_ctzll(suits);
    const uint16_t flush =
        eval_four_flush_rank[eval_hand_suit_mask(h, (bit - EVAL_SUIT_SHIFT) / EVAL_SUIT_BITS)];
    return flush < rank ? flush : rank;
}

/* CARD-2: the rank of the best five of 5, 6 or 7 cards. */
static inline uint16_t eval_hand_rank(struct eval_hand h)
{
    if (__builtin_expect((h.key & EVAL_SUITS_FLUSH) != 0, 0))
        return eval_hand_rank_flush(h);
    return eval_hand_rank_no_flush(h);
}

/* The same once some more cards have joined the hand. */
static inline uint16_t eval_hand_rank_with(struct eval_hand h, const cr_card *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        h = eval_hand_add(h, cards[i]);
    return eval_hand_rank(h);
}
