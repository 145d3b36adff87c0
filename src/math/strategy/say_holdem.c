/* What players look at, and the sentences they say, in games of hold'em: two own cards, then a
 * board. */
#include "game/games/game.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <string.h>

enum {
    HIGH, /* the higher own card; ranks count from 1 */
    LOW,
    SUITED,
    POCKET,   /* the rank of a pair in the hand; 0: none */
    MADE,     /* the category of all known cards */
    OWN,      /* an own card makes a pair, or a better hand than the board alone */
    HIDDEN,   /* the rank of the best pair with an own card; 0: none */
    ABOVE,    /* how many ranks on the board are above that pair */
    FLUSH,    /* four or more of one suit: the rank of the highest own card of it; 0: none */
    STRAIGHT, /* how many further ranks would make a straight with an own card: 0, 1, or 2 for more
               */
    OVER,     /* how many own cards are above the whole board */
    BOARD,    /* the category of the board alone */
    OUTS      /* on a complete board: unseen cards that alone would beat the hand */
};

#define RUNS 10 /* runs of five ranks, from the one with a low ace upward */

/* The ranks of run number i; the ace also counts below the deuce. */
static unsigned run_of(unsigned i)
{
    return i == 0 ? 15u | 1u << RANK_A : 31u << (i - 1);
}

static unsigned straight_ranks(unsigned own, unsigned board)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        const unsigned run = run_of(i), has = run & (own | board);
        if (__builtin_popcount(has) == 4 && (run & own & ~board))
            missing |= run & ~has;
    }
    const unsigned count = (unsigned)__builtin_popcount(missing);
    return count < 2 ? count : 2;
}

static unsigned flush_card(const cr_card *hole, const cr_card *board, unsigned open)
{
    for (unsigned rank = RANK_A + 1; rank > 0; rank--)
        if (thumb_four_flush(hole, board, open, rank - 1))
            return rank;
    return 0;
}

/* The category that the cards of the board make alone. */
static enum cr_category board_category(const cr_card *board, unsigned open)
{
    unsigned of[CR_RANKS] = {0}, pairs = 0, most = 0;
    if (open == CR_BOARD_MAX)
        return cr_rank_category(cr_eval5(board));
    for (unsigned i = 0; i < open; i++) {
        const unsigned count = ++of[cr_card_rank(board[i])];
        pairs += count == 2;
        most = count > most ? count : most;
    }
    return most == 4   ? CR_FOUR_OF_A_KIND
           : most == 3 ? CR_THREE_OF_A_KIND
           : pairs > 1 ? CR_TWO_PAIR
           : pairs > 0 ? CR_PAIR
                       : CR_HIGH_CARD;
}

static void look_at_board(const cr_card *hole, const cr_card *board, unsigned open,
                          struct looks *out)
{
    const struct thumb_start start = thumb_start(hole);
    unsigned ranks = 0;
    for (unsigned i = 0; i < open; i++)
        ranks |= 1u << cr_card_rank(board[i]);
    const uint16_t rank = thumb_rank(hole, board, open);
    const unsigned best = start.high == start.low || (ranks >> start.high & 1) ? start.high + 1
                          : ranks >> start.low & 1                             ? start.low + 1
                                                                               : 0;
    out->of[MADE] = (uint16_t)cr_rank_category(rank);
    out->of[BOARD] = (uint16_t)board_category(board, open);
    out->of[HIDDEN] = (uint16_t)best;
    out->of[OWN] = best > 0 || out->of[MADE] > out->of[BOARD];
    out->of[ABOVE] = (uint16_t)(best > 0 ? __builtin_popcount(ranks >> best) : CR_RANKS);
    out->of[FLUSH] = (uint16_t)(open < CR_BOARD_MAX ? flush_card(hole, board, open) : 0);
    if (open < CR_BOARD_MAX)
        out->of[STRAIGHT] = (uint16_t)straight_ranks(1u << start.high | 1u << start.low, ranks);
    else
        out->of[OUTS] = (uint16_t)thumb_dealer_outs(hole, board, rank);
    out->of[OVER] = (uint16_t)(((ranks >> start.high) == 0) + ((ranks >> start.low) == 0));
}

void look_holdem(const struct cr_rules *rules, unsigned stage, const struct hand_cards *hand,
                 struct looks *out)
{
    const unsigned open = rules->game->stages[stage].board_visible;
    const struct thumb_start start = thumb_start(hand->hole);
    memset(out, 0, sizeof *out);
    out->of[HIGH] = (uint16_t)(start.high + 1);
    out->of[POCKET] = (uint16_t)(start.high == start.low ? start.high + 1 : 0);
    if (open > 0) {
        look_at_board(hand->hole, hand->board, open, out);
    } else {
        out->of[LOW] = (uint16_t)(start.low + 1);
        out->of[SUITED] = start.suited;
    }
}

const struct saying say_starts[] = {
    SAY("a pair of %X or better", FOR_X(1, 13), NEEDS({POCKET, SAY_X, SAY_ALL})),
    SAY("%x-%y or a better %x", ANY("any %x"), FOR_X(2, 13), FOR_Y(1, 12),
        NEEDS({HIGH, SAY_X, SAY_X}, {LOW, SAY_Y, SAY_ALL}, {POCKET, 0, 0})),
    SAY("suited %x-%y or a better suited %x", ANY("any suited %x"), FOR_X(2, 13), FOR_Y(1, 12),
        NEEDS({HIGH, SAY_X, SAY_X}, {LOW, SAY_Y, SAY_ALL}, {SUITED, 1, 1})),
    SAY("a %y with a %x or lower, not suited", FOR_X(2, 13), FOR_Y(1, 12),
        NEEDS({HIGH, 0, SAY_X}, {LOW, SAY_Y, SAY_Y}, {SUITED, 0, 0})),
    SAY("a card from the %x up", FOR_X(7, 13), NEEDS({HIGH, SAY_X, SAY_ALL})),
    SAY("both cards from the %x up", FOR_X(2, 13), NEEDS({LOW, SAY_X, SAY_ALL})),
    SAY("two suited cards from the %x up", FOR_X(2, 12),
        NEEDS({LOW, SAY_X, SAY_ALL}, {SUITED, 1, 1})),
    {.text = NULL},
};

/* Sentences that apply both to boards of which some cards are open and to complete boards. */
#define BOARD_SAYINGS                                                                              \
    SAY("%c or better with a card of yours", FOR_X(CR_PAIR, CR_FLUSH),                             \
        NEEDS({MADE, SAY_X, SAY_ALL}, {OWN, 1, 1})),                                               \
        SAY("a pair of %X or better with a card of yours", FOR_X(2, 13),                           \
            NEEDS({HIDDEN, SAY_X, SAY_ALL})),                                                      \
        SAY("a pair of %X or better in the hand", FOR_X(1, 13), NEEDS({POCKET, SAY_X, SAY_ALL})),  \
        SAY("a pair with a card of yours and at most %n higher ranks on the board", FOR_X(0, 3),   \
            NEEDS({ABOVE, 0, SAY_X})),                                                             \
        SAY("a %x or better in the hand", FOR_X(2, 13), NEEDS({HIGH, SAY_X, SAY_ALL})),            \
        SAY("a %x or better in the hand when the board has %d or better", FOR_X(2, 13),            \
            FOR_Y(CR_PAIR, CR_THREE_OF_A_KIND),                                                    \
            NEEDS({HIGH, SAY_X, SAY_ALL}, {BOARD, SAY_Y, SAY_ALL})),                               \
        SAY("nothing with a card of yours and no card above a %x in the hand", FOR_X(3, 13),       \
            NEEDS({OWN, 0, 0}, {HIGH, 0, SAY_X}))

const struct saying say_draws[] = {
    BOARD_SAYINGS,
    SAY("four to a flush with a %x or better of yours", FOR_X(1, 13),
        NEEDS({FLUSH, SAY_X, SAY_ALL})),
    SAY("a straight with %n further ranks or more, and a %y or better in the hand",
        ANY("a straight with %n further ranks or more"), FOR_X(1, 2), FOR_Y(1, 13),
        NEEDS({STRAIGHT, SAY_X, SAY_ALL}, {HIGH, SAY_Y, SAY_ALL})),
    SAY("%n cards or more above the board, from the %y up", ANY("%n cards or more above the board"),
        FOR_X(1, 2), FOR_Y(1, 13), NEEDS({OVER, SAY_X, SAY_ALL}, {HIGH, SAY_Y, SAY_ALL})),
    {.text = NULL},
};

const struct saying say_boards[] = {
    BOARD_SAYINGS,
    SAY("at most %n unseen cards that alone would beat you, and a %y or better in the hand",
        ANY("at most %n unseen cards that alone would beat you"), FOR_X(4, 40), FOR_Y(1, 13),
        NEEDS({OUTS, 0, SAY_X}, {HIGH, SAY_Y, SAY_ALL})),
    {.text = NULL},
};
