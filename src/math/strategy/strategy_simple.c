/* What the rules of thumb look at in a hand of hold'em. */
#include "math/strategy/strategy_simple.h"

#include "game/cards/eval_inline.h"
#include "math/strategy/strategy_tables.h"

struct thumb_start thumb_start(const cr_card hole[2])
{
    const cr_card above = hole[0] > hole[1] ? hole[0] : hole[1];
    const cr_card below = hole[0] > hole[1] ? hole[1] : hole[0];
    return (struct thumb_start){cr_card_rank(above), cr_card_rank(below),
                                cr_card_suit(above) == cr_card_suit(below)};
}

void thumb_fill_starts(struct strategy *s, thumb_code *code)
{
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = 0; b < CR_DECK_CARDS; b++)
            s->starts[a][b] =
                s->actions[0][code(s->rules, thumb_start((cr_card[2]){(cr_card)a, (cr_card)b}))];
}

bool thumb_hidden_pair(const cr_card *hole, const cr_card *board, unsigned open)
{
    unsigned ranks = 0;
    for (unsigned i = 0; i < open; i++)
        ranks |= 1u << cr_card_rank(board[i]);
    return cr_card_rank(hole[0]) == cr_card_rank(hole[1]) || (ranks >> cr_card_rank(hole[0]) & 1) ||
           (ranks >> cr_card_rank(hole[1]) & 1);
}

uint16_t thumb_rank(const cr_card *hole, const cr_card *board, unsigned open)
{
    return eval_hand_rank(
        eval_hand_add(eval_hand_add(eval_hand_of(board, open), hole[0]), hole[1]));
}

bool thumb_four_flush(const cr_card *hole, const cr_card *board, unsigned open, unsigned rank)
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

unsigned thumb_dealer_outs(const cr_card *hole, const cr_card *board, uint16_t mine)
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
