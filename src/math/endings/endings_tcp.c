/* Lists the endings of Three Card Poker: every hand against all hands of the dealer. */
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/games/tcp.h"

#include <string.h>

struct listing {
    const struct cr_rules *rules;
    const struct strategy *play;
    struct ending_bag *bag;
    struct pay_row_map rows[CR_SLOTS];
    bool hands_decide; /* for some wager they do so even if the dealer does not qualify */
};

static void add_result(const struct listing *l, struct cr_ending *e, int64_t deals, int versus,
                       bool qualifies)
{
    e->deals = deals;
    e->versus_dealer = (int8_t)versus;
    e->dealer_qualifies = qualifies;
    ending_bag_add(l->bag, e);
}

static void add_hand(void *context, const cr_card hand[3], const struct tcp_odds *odds)
{
    const struct listing *l = context;
    const struct cr_game *game = l->rules->game;
    const uint16_t rank = cr_eval3(hand);
    const cr_action action = strategy_decide(l->play, 0, hand, NULL);
    struct cr_ending e = ending_placed(l->rules);
    e.category = (uint8_t)cr_rank3_category(rank);
    e.folded = action == CR_FOLD;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table)
            e.rows[s] = l->rows[s].of[rank];
    if (e.folded) { /* the dealer's hand does not matter */
        add_result(l, &e, TCP_DEALERS, 0, true);
        return;
    }
    e.bets[game->stages[0].slot] = (uint8_t)cr_action_multiple(action);
    const int64_t *of = odds->ends.of;
    const bool looks = l->hands_decide;
    add_result(l, &e, of[END_WIN_UNQUALIFIED], looks ? 1 : 0, false);
    add_result(l, &e, of[END_LOSS_UNQUALIFIED], looks ? -1 : 0, false);
    add_result(l, &e, of[END_TIE_UNQUALIFIED], 0, false);
    add_result(l, &e, of[END_WIN], 1, true);
    add_result(l, &e, odds->tie, 0, true);
    add_result(l, &e, of[END_LOSS], -1, true);
}

bool list_endings_tcp(const struct cr_rules *rules, const struct strategy *play,
                      struct ending_bag *bag)
{
    struct listing l = {.rules = rules, .play = play, .bag = bag};
    pay_row_maps_make(rules, l.rows);
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        l.hands_decide |= rules->game->slots[s].is_against_dealer &&
                          rules->unqualified[s] == CR_UNQUALIFIED_AS_USUAL;
    tcp_each_hand(rules, add_hand, &l);
    return !bag->full;
}
