/* Lists the endings of games without a dealer's hand whose community cards are opened one at a time
 * (Let It Ride, Mississippi Stud): every order in which the cards can come. */
#include "game/games/game.h"
#include "math/endings/list_endings.h"
#include "math/kernels/card_sets.h"
#include "math/starts.h"

#include <string.h>

struct listing {
    const struct cr_rules *rules;
    const struct strategy *play;
    struct pay_row_map rows[CR_SLOTS];
};

/* The state of a round up to some street. */
struct street {
    struct hand_cards hand;
    card_set used;
    unsigned opened; /* community cards */
    struct cr_ending ending;
};

/* Applies the play's decision. LIR-3: a bet that is taken back leaves its slot; MS-3: a fold ends
 * the decisions. */
static void decide(const struct listing *l, unsigned stage, struct street *at)
{
    const struct game_stage *decision = &l->rules->game->stages[stage];
    cr_action action;
    strategy_decide_all(l->play, stage, &at->hand, &(uint16_t){0}, 1, &action);
    const unsigned adds = bets_of_action(l->rules->game, stage, action);
    at->ending.folded = action == CR_FOLD;
    if (!at->ending.folded)
        at->ending.bets[decision->slot] = (uint8_t)adds;
    at->hand.bets = (uint8_t)(at->hand.bets + adds);
}

static void set_rows(const struct listing *l, struct street *at)
{
    const struct cr_game *game = l->rules->game;
    cr_card all[CR_HOLE_MAX + CR_BOARD_MAX];
    memcpy(all, at->hand.hole, game->hole_cards);
    memcpy(all + game->hole_cards, at->hand.board, game->board_cards);
    const uint16_t rank = cr_eval5(all);
    at->ending.category = (uint8_t)cr_rank_category(rank);
    at->ending.award = at->ending.category; /* LINK-2: the same five cards */
    for (unsigned s = 0; s < game->slot_count; s++) {
        const struct game_slot *slot = &game->slots[s];
        if (!slot->by_table)
            continue;
        const uint16_t seen = slot->cards == CARDS_OWN     ? cr_eval3(at->hand.hole)
                              : slot->cards == CARDS_BOARD ? cr_eval3(at->hand.board)
                                                           : rank;
        at->ending.rows[s] = l->rows[s].of[seen];
    }
}

static void open_next(const struct listing *l, struct street at, struct ending_bag *bag)
{
    const struct cr_game *game = l->rules->game;
    if (at.opened < game->stage_count && !at.ending.folded)
        decide(l, at.opened, &at);
    for (cr_card card = 0; card < CR_DECK_CARDS; card++) {
        if (set_has(at.used, card))
            continue;
        struct street next = at;
        next.used = set_with(at.used, card);
        next.hand.board[next.opened++] = card;
        if (next.opened < game->board_cards) {
            open_next(l, next, bag);
            continue;
        }
        set_rows(l, &next);
        ending_bag_add(bag, &next.ending);
    }
}

static void list_class(const struct listing *l, card_set own, int64_t weight,
                       struct ending_bag *bag)
{
    struct street start = {.used = own, .ending = ending_placed(l->rules)};
    cr_card cards[SET_CARDS_MAX];
    set_cards(own, cards);
    memcpy(start.hand.hole, cards, l->rules->game->hole_cards);
    start.ending.deals = weight;
    open_next(l, start, bag);
}

bool list_endings_streets(const struct cr_rules *rules, const struct strategy *play,
                          struct ending_bag *bag)
{
    struct listing l = {.rules = rules, .play = play};
    struct card_classes own;
    if (!card_classes_make(rules->game->hole_cards, &own))
        return false;
    pay_row_maps_make(rules, l.rows);
#pragma omp parallel
    {
        struct ending_bag mine = {0};
#pragma omp for schedule(dynamic, 4)
        for (uint32_t class = 0; class < own.count; class ++)
            list_class(&l, own.first[class], own.weight[class], &mine);
#pragma omp critical
        ending_bag_join(bag, &mine);
        ending_bag_drop(&mine);
    }
    card_classes_free(&own);
    return !bag->full;
}
