/* The tables of a strategy: what strategy_tables.c fills and strategy.c reads.
 *
 * A decision is a code of two bits: 0 the smallest (fold, or check), 1 the smallest bet, 2 the
 * largest. A bet between the two is never better than both, because values are linear in it.
 */
#ifndef MATH_STRATEGY_STRATEGY_TABLES_H
#define MATH_STRATEGY_STRATEGY_TABLES_H

#include "math/kernels/kernels.h"
#include "math/strategy/strategy.h"

#define LANES     16 /* suits of the hole cards: 4 * that of the higher one + that of the other */
#define ROW_BYTES (PAIRS_WIDE / 4)
#define PERMS     24
#define TRIPLES   22100 /* three of 52 cards */

/* Two bits for each pair of ranks. */
typedef uint8_t code_row[ROW_BYTES];

/* Three cards as one of the 1,755 kinds, and the renaming of suits that makes them so. */
struct triple {
    uint16_t flop;
    uint8_t perm;
};

struct strategy {
    const struct cr_rules *rules;
    enum strategy_kind kind;
    struct class_tables tables;
    uint8_t suit_as[PERMS][CR_SUITS];
    struct triple triples[TRIPLES];
    cr_action actions[CR_STAGES][3]; /* by code */
    cr_action starts[CR_DECK_CARDS][CR_DECK_CARDS];
    code_row flops[FLOPS][LANES];
    cr_action three[FLOPS];    /* tcp */
    code_row *plain, *flush;   /* uth: complete boards, [multisets] and [classes * KINDS] */
    struct level turn;         /* pg: sums of wins - losses on four cards */
    uint32_t triple_start[52]; /* choose(c, 3) */
};

/* Fill the tables of a game for its rules; flops are those of flops_list. with_side as for
 * strategy_new. */
int strategy_fill_uth(struct strategy *s, const struct flop flops[FLOPS], bool with_side,
                      struct cr_err *err);
int strategy_fill_pg(struct strategy *s, const struct flop flops[FLOPS],
                     const struct cr_analysis *analysis, struct cr_err *err);
int strategy_fill_tcp(struct strategy *s, const struct flop flops[FLOPS], bool with_side,
                      struct cr_err *err);

/* ---- Boards by class, for both ---- */

/* The number of the multiset of some cards' ranks, those of one suit left out (CR_SUITS: none). */
static inline unsigned ranks_of(const struct class_tables *t, const cr_card *cards, unsigned count,
                                unsigned but_suit)
{
    unsigned size = 0, index = 0;
    for (unsigned i = 0; i < count; i++)
        if (cr_card_suit(cards[i]) != but_suit)
            index = t->add[size++][index][cr_card_rank(cards[i])];
    return index;
}

/* A board's flush class in a suit of which it has enough cards; false when it has not. */
static inline bool flush_class_of(const struct class_tables *t, const cr_card *cards,
                                  unsigned count, unsigned suit, unsigned *out)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++)
        if (cr_card_suit(cards[i]) == suit)
            mask |= 1u << cr_card_rank(cards[i]);
    const unsigned size = (unsigned)__builtin_popcount(mask);
    if (size + 2 < count)
        return false;
    *out = flush_class(t, count, size, mask, ranks_of(t, cards, count, suit));
    return true;
}

/* The hole cards, the higher one first; of one rank, either. */
struct hole {
    unsigned pair, high_suit, low_suit;
};

static inline struct hole hole_of(const cr_card cards[2])
{
    const cr_card high = cards[0] > cards[1] ? cards[0] : cards[1];
    const cr_card low = cards[0] > cards[1] ? cards[1] : cards[0];
    return (struct hole){pair_index(cr_card_rank(high), cr_card_rank(low)), cr_card_suit(high),
                         cr_card_suit(low)};
}

static inline unsigned kind_in(const struct hole *hole, unsigned suit)
{
    return (unsigned)(hole->high_suit == suit) << 1 | (hole->low_suit == suit);
}

#endif
