/* Counts two seats of one round that both do not fold, where a fold forfeits the progressive
 * (UTH-6, UTH-15).
 *
 * On each of the 1,755 classes of flops every pair of hole cards is folded, live whatever comes, or
 * waits for a decision on a later board. In a game whose whole board is three cards that are opened
 * one by one, every order of them is played through. The number of live hands beside a given live
 * hand is the number of all live hands less those that hold one of its cards.
 */
#include "math/progressive/live_pairs.h"

#include "game/games/game.h"
#include "math/kernels/kernels.h"
#include "math/strategy/strategy.h"

#include <string.h>

#define CARDS_LEFT   49 /* beside a flop */
#define HANDS_LEFT   (CARDS_LEFT * (CARDS_LEFT - 1) / 2)
#define RUNOUTS_LEFT 990 /* turn and river in any order, beside a flop and two hands */

#define STREET_ORDERS 6 /* in which three community cards can be opened */

/* Ways to deal a flop, one seat's hand and the other's. */
#define PAIR_HANDS (INT64_C(22100) * HANDS_LEFT * 1081)

enum fate { FATE_FOLDED, FATE_LIVE, FATE_WAITS };

/* All hands on one flop. */
struct flop_hands {
    const struct strategy *strategy;
    const struct cr_game *game;
    unsigned categories;
    cr_card left[CARDS_LEFT];
    struct hand_cards cards[HANDS_LEFT];
    uint8_t category[HANDS_LEFT], fate[HANDS_LEFT];
    bool live[HANDS_LEFT]; /* on the board that is being counted */
    bool any_waits, any_counts;
};

/* Whether a seat can still fold at this decision or at a later one. */
static bool can_fold_from(const struct cr_game *game, unsigned stage)
{
    for (; stage < game->stage_count; stage++)
        if (game->stages[stage].may_fold)
            return true;
    return false;
}

/* What becomes of a hand through its decisions up to the flop. */
static enum fate fate_on_flop(const struct flop_hands *f, const struct hand_cards *cards)
{
    for (unsigned stage = 0; stage < f->game->stage_count; stage++) {
        if (!can_fold_from(f->game, stage))
            return FATE_LIVE;
        if (f->game->stages[stage].board_visible > 3)
            return FATE_WAITS;
        const cr_action action = strategy_decide(f->strategy, stage, cards->hole, cards->board);
        if (action == CR_FOLD)
            return FATE_FOLDED;
        if (f->game->one_bet && cr_action_multiple(action) > 0)
            return FATE_LIVE;
    }
    return FATE_LIVE;
}

/* Lists the flop's cards, and the cards that are left. */
static void list_cards(struct flop_hands *f, const struct flop *flop, cr_card open[3])
{
    unsigned left = 0, count = 0;
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        if (flop->masks[card % 4] >> card / 4 & 1)
            open[count++] = (cr_card)card;
        else
            f->left[left++] = (cr_card)card;
    }
}

static void list_hands(struct flop_hands *f, const cr_card open[3])
{
    cr_card cards[5] = {open[0], open[1], open[2]};
    unsigned n = 0;
    for (unsigned i = 1; i < CARDS_LEFT; i++) {
        for (unsigned k = 0; k < i; k++, n++) {
            struct hand_cards *hand = &f->cards[n];
            memcpy(hand->board, open, 3);
            hand->hole[0] = cards[3] = f->left[i];
            hand->hole[1] = cards[4] = f->left[k];
            f->category[n] = (uint8_t)cr_rank_category(cr_eval5(cards));
        }
    }
}

static void find_fates(struct flop_hands *f)
{
    f->any_waits = f->any_counts = false;
    for (unsigned n = 0; n < HANDS_LEFT; n++) {
        f->fate[n] = (uint8_t)fate_on_flop(f, &f->cards[n]);
        f->live[n] = f->fate[n] == FATE_LIVE;
        f->any_waits |= f->fate[n] == FATE_WAITS;
        f->any_counts |= f->fate[n] != FATE_FOLDED && (f->categories >> f->category[n] & 1);
    }
}

/* Decides the waiting hands on the flop with these two cards; hands that hold one of the two are
 * left out. */
static void open_board(struct flop_hands *f, cr_card turn, cr_card river)
{
    uint16_t waiting[HANDS_LEFT];
    cr_action actions[HANDS_LEFT];
    unsigned count = 0;
    for (unsigned n = 0; n < HANDS_LEFT; n++) {
        const cr_card *hole = f->cards[n].hole;
        const bool is_out =
            hole[0] == turn || hole[0] == river || hole[1] == turn || hole[1] == river;
        f->live[n] = !is_out && f->fate[n] == FATE_LIVE;
        if (is_out || f->fate[n] != FATE_WAITS)
            continue;
        f->cards[n].board[3] = turn;
        f->cards[n].board[4] = river;
        waiting[count++] = (uint16_t)n;
    }
    strategy_decide_all(f->strategy, f->game->stage_count - 1, f->cards, waiting, count, actions);
    for (unsigned i = 0; i < count; i++)
        f->live[waiting[i]] = actions[i] != CR_FOLD;
}

/* Adds, for every live hand, the number of other hands that are live beside it. */
static void add_pairs(const struct flop_hands *f, int64_t times, int64_t sums[CR_CATEGORIES])
{
    int64_t all = 0, with[CR_DECK_CARDS] = {0};
    for (unsigned n = 0; n < HANDS_LEFT; n++) {
        all += f->live[n];
        with[f->cards[n].hole[0]] += f->live[n];
        with[f->cards[n].hole[1]] += f->live[n];
    }
    for (unsigned n = 0; n < HANDS_LEFT; n++) {
        const cr_card *hole = f->cards[n].hole;
        if (f->live[n] && (f->categories >> f->category[n] & 1))
            sums[f->category[n]] += times * (all - with[hole[0]] - with[hole[1]] + 1);
    }
}

/* MS-3: plays all hands through the decisions, opening the community cards in the order of the
 * hands' boards. */
static void play_streets(struct flop_hands *f)
{
    uint16_t left[HANDS_LEFT];
    cr_action actions[HANDS_LEFT];
    unsigned count = HANDS_LEFT;
    for (unsigned n = 0; n < HANDS_LEFT; n++) {
        left[n] = (uint16_t)n;
        f->cards[n].bets = 0;
        f->live[n] = true;
    }
    for (unsigned stage = 0; stage < f->game->stage_count; stage++) {
        unsigned stay = 0;
        strategy_decide_all(f->strategy, stage, f->cards, left, count, actions);
        for (unsigned i = 0; i < count; i++) {
            const uint16_t n = left[i];
            f->live[n] = actions[i] != CR_FOLD;
            f->cards[n].bets = (uint8_t)(f->cards[n].bets + cr_action_multiple(actions[i]));
            left[stay] = n;
            stay += f->live[n];
        }
        count = stay;
    }
}

static void add_streets(struct flop_hands *f, const struct flop *flop, int64_t sums[CR_CATEGORIES])
{
    static const uint8_t orders[STREET_ORDERS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    cr_card open[3];
    list_cards(f, flop, open);
    list_hands(f, open);
    for (unsigned o = 0; o < STREET_ORDERS; o++) {
        for (unsigned n = 0; n < HANDS_LEFT; n++)
            for (unsigned i = 0; i < 3; i++)
                f->cards[n].board[i] = open[orders[o][i]];
        play_streets(f);
        add_pairs(f, flop->weight, sums);
    }
}

static void add_flop(struct flop_hands *f, const struct flop *flop, int64_t sums[CR_CATEGORIES])
{
    cr_card open[3];
    list_cards(f, flop, open);
    list_hands(f, open);
    find_fates(f);
    if (!f->any_counts)
        return;
    if (!f->any_waits) {
        add_pairs(f, (int64_t)flop->weight * RUNOUTS_LEFT, sums);
        return;
    }
    for (unsigned i = 1; i < CARDS_LEFT; i++) {
        for (unsigned k = 0; k < i; k++) {
            open_board(f, f->left[i], f->left[k]);
            add_pairs(f, flop->weight, sums);
        }
    }
}

static void count_flops(const struct strategy *strategy, const struct cr_rules *rules,
                        const struct flop *flops, unsigned categories,
                        struct cr_category_counts *out)
{
#pragma omp parallel
    {
        struct flop_hands f = {.strategy = strategy, .game = rules->game, .categories = categories};
        int64_t own[CR_CATEGORIES] = {0};
#pragma omp for schedule(dynamic, 4)
        for (unsigned i = 0; i < FLOPS; i++)
            (rules->game->board_cards == 3 ? add_streets : add_flop)(&f, &flops[i], own);
#pragma omp critical
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            out->of[c] += own[c];
    }
}

int live_pairs_count(const struct cr_rules *rules, const struct cr_analysis *analysis,
                     unsigned categories, struct cr_category_counts *out, struct cr_err *err)
{
    struct flop flops[FLOPS];
    struct strategy *strategy = strategy_new(rules, analysis, STRATEGY_OPTIMAL, false, err);
    if (!strategy)
        return CR_E_RANGE;
    flops_list(flops);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (categories >> c & 1)
            out->of[c] = 0;
    out->total = PAIR_HANDS * (rules->game->board_cards == 3 ? STREET_ORDERS : RUNOUTS_LEFT);
    count_flops(strategy, rules, flops, categories, out);
    strategy_free(strategy);
    return CR_OK;
}
