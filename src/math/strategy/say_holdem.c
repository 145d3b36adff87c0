/* What players say about hands of hold'em: two own cards, then a board. */
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <string.h>

enum {
    HIGH, /* of the own cards; ranks count from 1 */
    LOW,
    SUITED,
    POCKET,   /* the rank of a pair in the hand; 0: none */
    MADE,     /* the category of all known cards */
    OWN,      /* an own card makes a pair or something better than the board does */
    HIDDEN,   /* the rank of the best pair with an own card; 0: none */
    ABOVE,    /* ranks on the board above that pair */
    FLUSH,    /* four or more of one suit: the rank of the highest own card of it; 0: none */
    STRAIGHT, /* ranks that make a straight with an own card: none, one, two or more */
    OVER,     /* own cards above the whole board */
    BOARD,    /* the category of the board alone */
    OUTS      /* on a complete board: unseen cards that alone would beat the hand */
};

#define RUNS 10 /* of five ranks, from the one with a low ace upward */

/* The ranks of run number i; the ace also stands below the deuce. */
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
    {.text = "a pair of %X or better",
     .first_x = 1,
     .last_x = 13,
     .needs = {{POCKET, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "%x-%y or a better %x",
     .any = "any %x",
     .first_x = 2,
     .last_x = 13,
     .first_y = 1,
     .last_y = 12,
     .needs = {{HIGH, SAY_X, SAY_X}, {LOW, SAY_Y, SAY_ALL}, {POCKET, 0, 0}},
     .need_count = 3},
    {.text = "suited %x-%y or a better suited %x",
     .any = "any suited %x",
     .first_x = 2,
     .last_x = 13,
     .first_y = 1,
     .last_y = 12,
     .needs = {{HIGH, SAY_X, SAY_X}, {LOW, SAY_Y, SAY_ALL}, {SUITED, 1, 1}},
     .need_count = 3},
    {.text = "a %y with a %x or lower, not suited",
     .first_x = 2,
     .last_x = 13,
     .first_y = 1,
     .last_y = 12,
     .needs = {{HIGH, 0, SAY_X}, {LOW, SAY_Y, SAY_Y}, {SUITED, 0, 0}},
     .need_count = 3},
    {.text = "a card from the %x up",
     .first_x = 7,
     .last_x = 13,
     .needs = {{HIGH, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "both cards from the %x up",
     .first_x = 2,
     .last_x = 13,
     .needs = {{LOW, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "two suited cards from the %x up",
     .first_x = 2,
     .last_x = 12,
     .needs = {{LOW, SAY_X, SAY_ALL}, {SUITED, 1, 1}},
     .need_count = 2},
    {.text = NULL},
};

/* Sentences about hands with some of the board open, and about complete boards. */
#define BOARD_SAYINGS                                                                              \
    {.text = "%c or better with a card of yours",                                                  \
     .first_x = CR_PAIR,                                                                           \
     .last_x = CR_FLUSH,                                                                           \
     .needs = {{MADE, SAY_X, SAY_ALL}, {OWN, 1, 1}},                                               \
     .need_count = 2},                                                                             \
        {.text = "a pair of %X or better with a card of yours",                                    \
         .first_x = 2,                                                                             \
         .last_x = 13,                                                                             \
         .needs = {{HIDDEN, SAY_X, SAY_ALL}},                                                      \
         .need_count = 1},                                                                         \
        {.text = "a pair of %X or better in the hand",                                             \
         .first_x = 1,                                                                             \
         .last_x = 13,                                                                             \
         .needs = {{POCKET, SAY_X, SAY_ALL}},                                                      \
         .need_count = 1},                                                                         \
        {.text = "a pair with a card of yours and at most %n higher ranks on the board",           \
         .first_x = 0,                                                                             \
         .last_x = 3,                                                                              \
         .needs = {{ABOVE, 0, SAY_X}},                                                             \
         .need_count = 1},                                                                         \
        {.text = "a %x or better in the hand",                                                     \
         .first_x = 2,                                                                             \
         .last_x = 13,                                                                             \
         .needs = {{HIGH, SAY_X, SAY_ALL}},                                                        \
         .need_count = 1},                                                                         \
        {.text = "a %x or better in the hand when the board has %d or better",                     \
         .first_x = 2,                                                                             \
         .last_x = 13,                                                                             \
         .first_y = CR_PAIR,                                                                       \
         .last_y = CR_THREE_OF_A_KIND,                                                             \
         .needs = {{HIGH, SAY_X, SAY_ALL}, {BOARD, SAY_Y, SAY_ALL}},                               \
         .need_count = 2},                                                                         \
    {                                                                                              \
        .text = "nothing with a card of yours and no card above a %x in the hand", .first_x = 3,   \
        .last_x = 13, .needs = {{OWN, 0, 0}, {HIGH, 0, SAY_X}}, .need_count = 2                    \
    }

const struct saying say_draws[] = {
    BOARD_SAYINGS,
    {.text = "four to a flush with a %x or better of yours",
     .first_x = 1,
     .last_x = 13,
     .needs = {{FLUSH, SAY_X, SAY_ALL}},
     .need_count = 1},
    {.text = "a straight with %n further ranks or more, and a %y or better in the hand",
     .any = "a straight with %n further ranks or more",
     .first_x = 1,
     .last_x = 2,
     .first_y = 1,
     .last_y = 13,
     .needs = {{STRAIGHT, SAY_X, SAY_ALL}, {HIGH, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = "%n cards or more above the board, from the %y up",
     .any = "%n cards or more above the board",
     .first_x = 1,
     .last_x = 2,
     .first_y = 1,
     .last_y = 13,
     .needs = {{OVER, SAY_X, SAY_ALL}, {HIGH, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = NULL},
};

const struct saying say_boards[] = {
    BOARD_SAYINGS,
    {.text = "at most %n unseen cards that alone would beat you, and a %y or better in the hand",
     .any = "at most %n unseen cards that alone would beat you",
     .first_x = 4,
     .last_x = 40,
     .first_y = 1,
     .last_y = 13,
     .needs = {{OUTS, 0, SAY_X}, {HIGH, SAY_Y, SAY_ALL}},
     .need_count = 2},
    {.text = NULL},
};
