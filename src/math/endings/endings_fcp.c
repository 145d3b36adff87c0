/* Lists the endings of Four Card Poker: every hand against every open card of the dealer. */
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/kernels/four_card.h"

#include <string.h>

struct listing {
    const struct cr_rules *rules;
    const struct strategy *play;
    const struct four_card_table *table;
    struct pay_row_map rows[CR_SLOTS];
};

/* The play's decision for a hand before each open card that the dealer can have, in ascending order
 * of that card. */
static void decide_all(const struct listing *l, const cr_card hand[CR_HOLE_MAX],
                       cr_action out[FOUR_CARD_UPS])
{
    struct hand_cards hands[FOUR_CARD_UPS] = {0};
    uint16_t which[FOUR_CARD_UPS];
    uint16_t count = 0;
    for (cr_card up = 0; up < CR_DECK_CARDS; up++) {
        if (memchr(hand, up, 5))
            continue;
        memcpy(hands[count].hole, hand, 5);
        hands[count].up = up;
        which[count] = count;
        count++;
    }
    strategy_decide_all(l->play, 0, hands, which, count, out);
}

/* FCP-5: adds the endings won, tied and lost; equal hands win or tie as the rules say. */
static void add_results(const struct listing *l, struct cr_ending *e, int64_t better, int64_t equal,
                        int64_t weight, struct ending_bag *bag)
{
    const bool ties_win = l->rules->ties_win;
    const struct {
        int versus;
        int64_t hands;
    } results[] = {{1, FOUR_CARD_DEALERS - better - (ties_win ? 0 : equal)},
                   {0, ties_win ? 0 : equal},
                   {-1, better}};
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
        e->versus_dealer = (int8_t)results[i].versus;
        e->deals = weight * results[i].hands;
        ending_bag_add(bag, e);
    }
}

static void list_class(const struct listing *l, uint32_t class, struct ending_bag *bag)
{
    const struct cr_game *game = l->rules->game;
    const struct four_card_table *t = l->table;
    const int64_t weight = t->hands.weight[class];
    cr_action actions[FOUR_CARD_UPS];
    cr_card hand[SET_CARDS_MAX];
    set_cards(t->hands.first[class], hand);
    decide_all(l, hand, actions);
    struct cr_ending e = ending_placed(l->rules);
    e.category = (uint8_t)game_category(game, t->rank[class]);
    e.award = (uint8_t)cr_rank_category(cr_eval5(hand));
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table)
            e.rows[s] = l->rows[s].of[t->rank[class]];
    for (unsigned up = 0; up < FOUR_CARD_UPS; up++) {
        struct cr_ending own = e;
        own.folded = actions[up] == CR_FOLD;
        if (own.folded) {
            own.deals = weight * FOUR_CARD_DEALERS;
            ending_bag_add(bag, &own);
            continue;
        }
        own.bets[game->stages[0].slot] = (uint8_t)cr_action_multiple(actions[up]);
        add_results(l, &own, t->better[class][up], t->equal ? t->equal[class][up] : 0, weight, bag);
    }
}

bool list_endings_fcp(const struct cr_rules *rules, const struct strategy *play,
                      struct ending_bag *bag)
{
    struct four_card_table own = {0};
    struct listing l = {.rules = rules, .play = play, .table = strategy_four_cards(play)};
    if (!l.table && !four_card_table_make(!rules->ties_win, &own))
        return false;
    l.table = l.table ? l.table : &own;
    pay_row_maps_make(rules, l.rows);
#pragma omp parallel
    {
        struct ending_bag mine = {0};
#pragma omp for schedule(dynamic, 256)
        for (uint32_t class = 0; class < l.table->hands.count; class ++)
            list_class(&l, class, &mine);
#pragma omp critical
        ending_bag_join(bag, &mine);
        ending_bag_drop(&mine);
    }
    four_card_table_free(&own);
    return !bag->full;
}
