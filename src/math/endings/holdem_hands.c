/* The hands that can be dealt beside a flop, by the suits of the hole cards. */
#include "math/endings/holdem_hands.h"

#include "game/cards/eval_inline.h"

void flop_hands_make(const struct class_tables *t, const struct strategy *play,
                     const struct flop *flop, unsigned lane, struct flop_hands *out)
{
    cr_card board[3];
    flop_cards(flop, board);
    const struct eval_hand three = eval_hand_of(board, 3);
    out->count = 0;
    for (unsigned p = 0; p < PAIRS; p++) {
        struct hand_cards *hand = &out->cards[out->count];
        if (!flop_hand(t, flop, lane, p, hand))
            continue;
        const struct eval_hand five =
            eval_hand_add(eval_hand_add(three, hand->hole[0]), hand->hole[1]);
        out->award[out->count] = (uint8_t)cr_rank_category(eval_hand_rank(five));
        out->which[out->count] = (uint16_t)out->count;
        out->pair[out->count++] = (uint8_t)p;
    }
    strategy_decide_all(play, 1, out->cards, out->which, out->count, out->actions);
}

void start_bets_make(const struct class_tables *t, const struct strategy *play, start_bets out)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned p = 0; p < PAIRS; p++) {
            const cr_card hole[2] = {cr_card_make(t->pair_high[p], lane / 4),
                                     cr_card_make(t->pair_low[p], lane % 4)};
            out[lane][p] = 0;
            if (hole[0] != hole[1])
                out[lane][p] = (uint8_t)cr_action_multiple(strategy_decide(play, 0, hole, NULL));
        }
}
