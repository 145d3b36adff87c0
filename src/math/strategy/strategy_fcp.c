/* The strategies of Four Card Poker: the best decision of every hand before every open card, and
 * the maker's rule of thumb. */
#include "base/err.h"
#include "math/games/fcp.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>
#include <string.h>

#define HANDS 2598960.0 /* five of 52 cards */

/* The rule of thumb in words: what to do at each decision with which hands. Semicolons separate
 * conditions. */
static const struct thumb_words fcp_by_hand[] = {
    {0, 2, "a pair of tens or better"},
    {0, 1, "a pair of threes to nines"},
    {0, 0, "a pair of twos or less"},
    {0, 0, NULL},
};

/* Visits a class of hands before each open card, with the value of each bet. */
static void give_spots(const struct strategy *s, uint32_t class)
{
    const struct four_card_table *t = &s->four;
    struct hand_cards hand = {0};
    cr_card cards[SET_CARDS_MAX];
    unsigned i = 0;
    set_cards(t->hands.first[class], cards);
    memcpy(hand.hole, cards, 5);
    for (hand.up = 0; hand.up < CR_DECK_CARDS; hand.up++) {
        if (set_has(t->hands.first[class], hand.up))
            continue;
        double values[3];
        for (unsigned code = 0; code < 3; code++)
            values[code] = fcp_value(
                s->rules, t->rank[class], t->better[class][i], t->equal ? t->equal[class][i] : 0,
                s->actions[0][code] == CR_FOLD ? 0 : cr_action_multiple(s->actions[0][code]));
        spot_give(s, 0, &hand, t->hands.weight[class] / (HANDS * FOUR_CARD_UPS), values);
        i++;
    }
}

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    const struct four_card_table *t = &s->four;
    (void)flops;
    (void)analysis;
    if (four_card_table_make(!s->rules->ties_win, &s->four))
        s->four_bets = malloc(t->hands.count * sizeof *s->four_bets);
    if (!s->four_bets)
        return err_set(err, CR_E_RANGE, "not enough memory for the tables of the play");
    for (uint32_t class = 0; class < t->hands.count; class ++) {
        for (unsigned i = 0; i < FOUR_CARD_UPS; i++)
            s->four_bets[class][i] =
                (uint8_t)fcp_best_multiple(s->rules, t->rank[class], t->better[class][i],
                                           t->equal ? t->equal[class][i] : 0, with_side);
        if (s->visit)
            give_spots(s, class);
    }
    return CR_OK;
}

static void decide(const struct strategy *s, const struct hand_cards *hands, const uint16_t *which,
                   size_t count, cr_action *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct hand_cards *hand = &hands[which[i]];
        const struct four_card_spot at = four_card_find(&s->four.hands, hand->hole, hand->up);
        const unsigned multiple = s->four_bets[at.class][at.up];
        out[i] = multiple > 0 ? cr_action_bet(multiple) : CR_FOLD;
    }
}

/* The rule of thumb: the largest bet with a pair of tens or better, the smallest with threes to
 * nines. */
static void decide_simple(const struct strategy *s, const struct hand_cards *hands,
                          const uint16_t *which, size_t count, cr_action *out)
{
    static const cr_card tens[4] = {4 * RANK_T, 4 * RANK_T + 1, 4 * RANK_2, 4 * RANK_3 + 1};
    static const cr_card threes[4] = {4 * RANK_3, 4 * RANK_3 + 1, 4 * RANK_2, 4 * RANK_4 + 1};
    for (size_t i = 0; i < count; i++) {
        const uint16_t rank = cr_eval4(hands[which[i]].hole, 5);
        out[i] = s->actions[0][rank <= cr_eval4(tens, 4) ? 2 : rank <= cr_eval4(threes, 4) ? 1 : 0];
    }
}

const struct game_strategy strategy_fcp = {
    STRATEGY_OF(fcp), .optimal = {decide},  .simple = {decide_simple},
    .look = look_fcp, .sayings = {say_fcp},
};
