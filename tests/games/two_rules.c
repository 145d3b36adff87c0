/* A game that only tests have: two cards against the best two of the dealer's three, and no board.
 * It has a ranking of its own, no mathematics, and no habits of simulated patrons. */
#include "base/err.h"
#include "test_games.h"

#include <stdio.h>

/* ---- The ranking: pairs, then high cards ---- */

enum { PAIR_RANKS = 13, TWO_RANKS = PAIR_RANKS + 78 };

static uint16_t rank_of_two(unsigned a, unsigned b)
{
    const unsigned high = a > b ? a : b, low = a > b ? b : a;
    if (high == low)
        return (uint16_t)(CR_RANKS - high);
    return (uint16_t)(TWO_RANKS - (high * (high - 1) / 2 + low));
}

static uint16_t rank_two(const cr_card *cards, size_t count)
{
    uint16_t best = TWO_RANKS;
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            const uint16_t rank = rank_of_two(cr_card_rank(cards[i]), cr_card_rank(cards[k]));
            best = rank < best ? rank : best;
        }
    return best;
}

static enum cr_category category_two(uint16_t rank)
{
    return rank <= PAIR_RANKS ? CR_PAIR : CR_HIGH_CARD;
}

static uint16_t category_worst_two(enum cr_category category)
{
    return category == CR_PAIR ? PAIR_RANKS : category == CR_HIGH_CARD ? TWO_RANKS : 0;
}

static size_t hand_name_two(uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    return (size_t)snprintf(out, CR_HAND_NAME_MAX, "%s number %u",
                            rank <= PAIR_RANKS ? "pair" : "high card",
                            rank <= PAIR_RANKS ? rank : rank - PAIR_RANKS);
}

static const struct ranking ranking_two = {
    .cards = 2,
    .worst_rank = TWO_RANKS,
    .category_count = 2,
    .categories = {CR_PAIR, CR_HIGH_CARD},
    .rank = rank_two,
    .category = category_two,
    .category_worst = category_worst_two,
    .hand_name = hand_name_two,
};

/* ---- The game ---- */

enum { ANTE, PLAY, PAIR_BET };

enum { WHY_FOLDED = REASON_GAME_FIRST, WHY_WINS, WHY_LOSES, WHY_TIE, WHY_PAIR, WHY_NO_PAIR };

static const struct game_reason reasons[] = {
    [REASON_CUT_HAND] = {"TWO-5", "cut to the most that one hand may be paid", NULL},
    [REASON_DEAD] = {"TWO-4", "the round is dead: returned", NULL},
    [WHY_FOLDED] = {"TWO-2", "a folded hand loses its Ante", NULL},
    [WHY_WINS] = {"TWO-1", "the hand beats the dealer's: 1 to 1", NULL},
    [WHY_LOSES] = {"TWO-1", "the dealer's hand is better", NULL},
    [WHY_TIE] = {"TWO-1", "equal hands: returned", NULL},
    [WHY_PAIR] = {"TWO-3", "a pair", NULL},
    [WHY_NO_PAIR] = {"TWO-3", "no pair", NULL},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    (void)rules;
    return wagers[ANTE].micro > 0 ? CR_OK : err_set(err, CR_E_INPUT, "no Ante (TWO-1)");
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct cr_ratio even = {1, 1};
    const struct cr_ratio pair = at->pays[PAIR_BET];
    bool fits = true;
    (void)rules;
    for (unsigned s = ANTE; s <= PLAY; s++) {
        if (at->folded)
            slot_lose(&slots[s], WHY_FOLDED);
        else if (at->versus_dealer == 0)
            slot_push(&slots[s], WHY_TIE);
        else if (at->versus_dealer > 0)
            fits &= slot_win(&slots[s], even, WHY_WINS);
        else
            slot_lose(&slots[s], WHY_LOSES);
    }
    if (pair.num > 0)
        return fits & slot_win(&slots[PAIR_BET], pair, WHY_PAIR);
    slot_lose(&slots[PAIR_BET], WHY_NO_PAIR);
    return fits;
}

const struct cr_game game_two = {
    .id = "two",
    .title = "Two Card Test",
    .ranking = &ranking_two,
    .hole_cards = 2,
    .dealer_cards = 3,
    .slot_count = 3,
    .slots = {[ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED},
              [PLAY] = {.name = "play", .label = "Play", .kind = SLOT_ACTION},
              [PAIR_BET] = {.name = "pair_bet",
                            .label = "Pair Bet",
                            .kind = SLOT_PLACED,
                            .by_table = true,
                            .is_side = true}},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = CR_SLOTS,
    .stage_count = 1,
    .stages = {{.name = "play", .slot = PLAY, .may_fold = true, .word = WORD_MULTIPLE}},
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
