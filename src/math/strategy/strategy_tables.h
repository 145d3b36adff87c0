/* The tables of a strategy, and how a game fills and reads them.
 *
 * A decision is a code of two bits: 0 the smallest (fold or check), 1 the smallest bet, 2 the
 * largest. A bet between these two is never better than both, because values are linear in the bet.
 */
#pragma once

#include "math/kernels/four_card.h"
#include "math/kernels/kernels.h"
#include "math/kernels/streets.h"
#include "math/strategy/sayings.h"
#include "math/strategy/strategy.h"

#define LANES     16 /* suits of the hole cards: 4 * that of the higher one + that of the lower */
#define ROW_BYTES (PAIRS_WIDE / 4)
#define PERMS     24
#define TRIPLES   22100 /* three of 52 cards */

/* A row of codes: two bits for each pair of ranks. */
typedef uint8_t code_row[ROW_BYTES];

/* The class of three cards (an index of flops_list), and the renaming of suits that leads to it. */
struct triple {
    uint16_t flop;
    uint8_t perm;
};

struct game_strategy;

struct strategy {
    const struct cr_rules *rules;
    enum strategy_kind kind;
    const struct game_strategy *game;
    struct class_tables tables;
    uint8_t suit_as[PERMS][CR_SUITS];
    struct triple triples[TRIPLES];
    cr_action legal[CR_STAGES][CR_LEGAL_MAX]; /* in ascending order of money */
    cr_action actions[CR_STAGES][3];          /* by code */
    uint8_t legal_count[CR_STAGES];
    enum strategy_mistake mistake;
    unsigned mistake_stage;
    const struct line_play *lines; /* NULL: none */
    spot_visit *visit;             /* called while the tables are made; NULL: not wanted */
    void *visit_context;
    cr_action starts[CR_DECK_CARDS][CR_DECK_CARDS];
    code_row flops[FLOPS][LANES];
    cr_action three[FLOPS];      /* tcp */
    code_row *plain, *flush;     /* uth: complete boards, [multisets] and [classes * KINDS] */
    struct level turn;           /* pg: sums of wins - losses on four cards */
    uint32_t triple_start[52];   /* choose(c, 3) */
    struct street_plan *streets; /* lir and ms */
    struct four_card_table four; /* fcp: hands of five, and the bet in Antes by open card */
    uint8_t (*four_bets)[FOUR_CARD_UPS];
};

/* Decides for many hands at one decision: out[i] is for hands[which[i]]. */
typedef void decide_many(const struct strategy *s, const struct hand_cards *hands,
                         const uint16_t *which, size_t count, cr_action *out);

/* Makes such a function from one for a single hand. Each kind of decision thus has a loop of its
 * own, with only its own branches and tables. */
#define DECIDE_MANY(name, decide_one)                                                              \
    void name(const struct strategy *s, const struct hand_cards *hands, const uint16_t *which,     \
              size_t count, cr_action *out)                                                        \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = decide_one(s, hands[which[i]].hole, hands[which[i]].board);                   \
    }                                                                                              \
    decide_many name

/* One sentence of a rule of thumb: a decision and the hands that take it. */
struct thumb_words {
    uint8_t stage;
    uint8_t code; /* code of the decision */
    const char *hands;
};

/* Fills in what players look at in a hand. */
typedef void look_at_hand(const struct cr_rules *rules, unsigned stage,
                          const struct hand_cards *hand, struct looks *out);

/* How one game is played. */
struct game_strategy {
    /* Fills the tables of the best play; flops are those of flops_list, the other arguments as for
     * strategy_new. */
    int (*fill)(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err);
    decide_many *optimal[CR_STAGES];
    /* The published rule of thumb; simple[0] is NULL where there is none. */
    void (*fill_simple)(struct strategy *s); /* NULL: nothing to fill */
    decide_many *simple[CR_STAGES];
    /* the same in words; an entry whose hands are NULL ends it */
    const struct thumb_words *by_hand;
    /* What players look at, and the sentences that they can say about it at each decision. */
    look_at_hand *look;
    const struct saying *sayings[CR_STAGES];
};

/* The members that have the same names in every game's file. */
#define STRATEGY_OF(id) .fill = fill, .by_hand = id##_by_hand

look_at_hand look_holdem, look_tcp, look_fcp;
extern const struct saying say_starts[], say_draws[], say_boards[], say_tcp[], say_fcp[];

extern const struct game_strategy strategy_uth, strategy_pg, strategy_tcp, strategy_lir,
    strategy_ms, strategy_fcp;

/* ---- Tables that games share ---- */

static inline void code_set(code_row row, unsigned p, unsigned code)
{
    row[p / 4] = (uint8_t)(row[p / 4] | code << p % 4 * 2);
}

static inline unsigned code_get(const code_row row, unsigned p)
{
    return (unsigned)row[p / 4] >> p % 4 * 2 & 3u;
}

/* The number of three cards among all triples. */
static inline unsigned triple_index(const struct strategy *s, const cr_card *cards)
{
    const unsigned a = cards[0], b = cards[1], c = cards[2];
    const unsigned ab_low = a < b ? a : b, ab_high = a < b ? b : a;
    const unsigned low = ab_low < c ? ab_low : c, rest = ab_low < c ? c : ab_low;
    const unsigned high = ab_high > rest ? ab_high : rest, middle = ab_high > rest ? rest : ab_high;
    return s->triple_start[high] + middle * (middle - 1) / 2 + low;
}

/* The indices of a flop in levels of three cards: its ranks, and its class in each suit in which a
 * flush is still possible. */
struct flop_spot {
    unsigned ranks;
    bool can[CR_SUITS];
    unsigned class[CR_SUITS];
};

void flop_cards(const struct flop *flop, cr_card out[3]);

void flop_spot_find(const struct class_tables *t, const struct flop *flop, struct flop_spot *out);

/* The sums of a flop for all pairs of one lane; the level has cells of 64 bits. */
void flop_sum(const struct level *level, const struct flop_spot *spot, unsigned lane, row64 out);

/* Makes those cards; false when they cannot be dealt, or when another lane has the same pair. */
bool flop_hand(const struct class_tables *t, const struct flop *flop, unsigned lane, unsigned p,
               struct hand_cards *out);

#define FLOP_HANDS (22100 * 1176) /* flops times hands beside each */

/* Passes a situation to the visitor of the strategy, if there is one. */
static inline void spot_give(const struct strategy *s, unsigned stage,
                             const struct hand_cards *hand, double weight, const double values[3])
{
    if (s->visit)
        s->visit(s->visit_context,
                 &(const struct spot){stage, hand, weight, {values[0], values[1], values[2]}});
}

/* Passes all starting hands to the visitor, with the values of the analysis. */
void spots_of_starts(const struct strategy *s, const struct cr_analysis *analysis);

/* Sets the first decision of a starting hand. */
void strategy_set_start(struct strategy *s, unsigned pair, bool suited, cr_action action);

/* Deciders for the first decision, from the starting hands, and for the second, on a flop. */
decide_many strategy_decide_starts, strategy_decide_flops;

/* ---- Boards by class ---- */

/* The number of the multiset of the cards' ranks, without the cards of one suit (CR_SUITS: with
 * all). */
static inline unsigned ranks_of(const struct class_tables *t, const cr_card *cards, unsigned count,
                                unsigned but_suit)
{
    unsigned size = 0, index = 0;
    for (unsigned i = 0; i < count; i++)
        if (cr_card_suit(cards[i]) != but_suit)
            index = t->add[size++][index][cr_card_rank(cards[i])];
    return index;
}

/* A board's flush class in a suit; false when it has too few cards of the suit for a flush. */
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

/* The hole cards as pair of ranks and suits, the higher one first. */
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
