/* Rules of thumb that players carry in their heads. */
#include "math/strategy/strategy_simple.h"

#include "game/cards/eval_inline.h"
#include "game/games/game.h"

enum { RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8, RANK_9, RANK_T, RANK_J, RANK_Q };
#define RANK_K 11u
#define RANK_A 12u

/* Worth the large bet before the flop: a pair from threes, any ace, and high cards whose lower
 * card reaches a bound that falls with the higher one and with a common suit. */
static bool uth_raises(unsigned high, unsigned low, bool suited)
{
    if (high == low)
        return low >= RANK_3;
    switch (high) {
    case RANK_A:
        return true;
    case RANK_K:
        return suited || low >= RANK_5;
    case RANK_Q:
        return low >= (suited ? RANK_6 : RANK_8);
    case RANK_J:
        return low >= (suited ? RANK_8 : RANK_T);
    default:
        return false;
    }
}

/* The manual's fold list: an unsuited deuce up to 7-2, and 4-3 where a straight is not enough for
 * the Ante. */
static bool pg_folds(const struct cr_rules *rules, unsigned high, unsigned low, bool suited)
{
    if (suited || high == low)
        return false;
    return (low == RANK_2 && high <= RANK_7) ||
           (low == RANK_3 && high == RANK_4 && rules->ante_pays_from > CR_STRAIGHT);
}

unsigned simple_start(const struct cr_rules *rules, const cr_card hole[2])
{
    const cr_card above = hole[0] > hole[1] ? hole[0] : hole[1];
    const cr_card below = hole[0] > hole[1] ? hole[1] : hole[0];
    const unsigned high = cr_card_rank(above), low = cr_card_rank(below);
    const bool suited = cr_card_suit(above) == cr_card_suit(below);
    if (rules->game == &game_uth)
        return uth_raises(high, low, suited) ? 2 : 0;
    return pg_folds(rules, high, low, suited) ? 0 : 1;
}

/* A pair or better that the board does not hold by itself: a hole card pairs, or makes the hand a
 * better one. */
static bool has_hidden_pair(const cr_card *hole, const cr_card *board, unsigned open)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < open; i++)
        ranks |= 1u << cr_card_rank(board[i]);
    return cr_card_rank(hole[0]) == cr_card_rank(hole[1]) || (ranks >> cr_card_rank(hole[0]) & 1) ||
           (ranks >> cr_card_rank(hole[1]) & 1);
}

static uint16_t rank_with(const cr_card *hole, const cr_card *board, unsigned open)
{
    return eval_hand_rank(
        eval_hand_add(eval_hand_add(eval_hand_of(board, open), hole[0]), hole[1]));
}

/* Four cards or more of one suit, a hole card of at least that rank among them. */
static bool has_four_flush(const cr_card *hole, const cr_card *board, unsigned open, unsigned rank)
{
    for (unsigned i = 0; i < 2; i++) {
        const unsigned suit = cr_card_suit(hole[i]);
        unsigned count = 1 + (cr_card_suit(hole[1 - i]) == suit);
        for (unsigned k = 0; k < open; k++)
            count += cr_card_suit(board[k]) == suit;
        if (count >= 4 && cr_card_rank(hole[i]) >= rank)
            return true;
    }
    return false;
}

/* Four ranks in a row that two further ranks would complete, a hole card among them. */
static bool has_open_straight(const cr_card *hole, const cr_card *board, unsigned open)
{
    const unsigned own = 1u << cr_card_rank(hole[0]) | 1u << cr_card_rank(hole[1]);
    unsigned ranks = own;
    for (unsigned i = 0; i < open; i++)
        ranks |= 1u << cr_card_rank(board[i]);
    for (unsigned from = 0; from + 4 < CR_RANKS; from++) {
        const unsigned run = 15u << from;
        if ((ranks & run) == run && (own & run))
            return true;
    }
    return false;
}

/* 2x: two pair or better that the flop does not hold, a hidden pair other than a pair of deuces
 * in the hand, four to a flush with a hidden ten or better. */
static bool simple_uth_flop(const cr_card *hole, const cr_card *board)
{
    const bool pocket = cr_card_rank(hole[0]) == cr_card_rank(hole[1]);
    const bool hidden = has_hidden_pair(hole, board, 3);
    const enum cr_category made = cr_rank_category(rank_with(hole, board, 3));
    if (made >= CR_STRAIGHT || (hidden && made >= CR_TWO_PAIR))
        return true;
    return (hidden && !(pocket && cr_card_rank(hole[0]) == RANK_2)) ||
           has_four_flush(hole, board, 3, RANK_T);
}

/* Unseen cards that alone, with the board, would beat the hand. */
static unsigned dealer_outs(const cr_card *hole, const cr_card *board, uint16_t mine)
{
    const struct eval_hand five = eval_hand_of(board, 5);
    uint64_t seen = UINT64_C(1) << hole[0] | UINT64_C(1) << hole[1];
    unsigned outs = 0;
    for (unsigned i = 0; i < 5; i++)
        seen |= UINT64_C(1) << board[i];
    for (unsigned c = 0; c < CR_DECK_CARDS; c++)
        if (!(seen >> c & 1))
            outs += eval_hand_rank(eval_hand_add(five, (cr_card)c)) < mine;
    return outs;
}

/* 1x: a hidden pair or better, or fewer than 21 cards that beat the hand. */
static bool simple_uth_river(const cr_card *hole, const cr_card *board)
{
    const uint16_t mine = rank_with(hole, board, 5);
    return has_hidden_pair(hole, board, 5) ||
           cr_rank_category(mine) > cr_rank_category(cr_eval5(board)) ||
           dealer_outs(hole, board, mine) < 21;
}

static bool simple_pg_bet(const cr_card *hole, const cr_card *board, unsigned open)
{
    return has_hidden_pair(hole, board, open) || has_four_flush(hole, board, open, RANK_2) ||
           has_open_straight(hole, board, open) ||
           cr_rank_category(rank_with(hole, board, open)) >= CR_STRAIGHT;
}

unsigned simple_code(const struct cr_rules *rules, unsigned stage, const cr_card *hole,
                     const cr_card *board)
{
    if (rules->game == &game_pg)
        return simple_pg_bet(hole, board, rules->game->stages[stage].board_visible);
    if (stage == 1)
        return simple_uth_flop(hole, board) ? 2 : 0;
    return simple_uth_river(hole, board);
}

/* Queen, six, four or better. */
unsigned simple_three(const cr_card hole[3])
{
    static const cr_card worst[3] = {4 * RANK_Q, 4 * RANK_6 + 1, 4 * RANK_4 + 2};
    return cr_eval3(hole) <= cr_eval3(worst);
}
