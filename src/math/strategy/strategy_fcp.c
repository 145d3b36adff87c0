/* How Four Card Poker is played: the best decision of every hand before every open card, and the
 * maker's rule of thumb. */
#include "base/err.h"
#include "math/games/fcp.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>

/* The rule of thumb in words. */
static const char *const fcp_words[] = {"Bet the most with a pair of tens or better.",
                                        "Bet the least with a pair of threes to nines.",
                                        "Else fold.", NULL};

/* The same by decision: what to do with which hands. */

static const struct thumb_words fcp_by_hand[] = {
    {0, 2, "a pair of tens or better"},
    {0, 1, "a pair of threes to nines"},
    {0, 0, "a pair of twos or less"},
    {0, 0, NULL},
};

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    struct four_card_table table;
    (void)flops;
    (void)analysis;
    if (!four_card_table_make(!s->rules->ties_win, &table))
        return err_set(err, CR_E_RANGE, "not enough memory for the tables of the play");
    s->four_bets = malloc(table.hands.count * sizeof *s->four_bets);
    for (uint32_t class = 0; s->four_bets && class < table.hands.count; class ++)
        for (unsigned i = 0; i < FOUR_CARD_UPS; i++)
            s->four_bets[class][i] =
                (uint8_t)fcp_best_multiple(s->rules, table.rank[class], table.better[class][i],
                                           table.equal ? table.equal[class][i] : 0, with_side);
    s->four_hands = table.hands;
    table.hands = (struct card_classes){0};
    four_card_table_free(&table);
    return s->four_bets ? CR_OK
                        : err_set(err, CR_E_RANGE, "not enough memory for the tables of the play");
}

static void decide(const struct strategy *s, const struct hand_cards *hands, const uint16_t *which,
                   size_t count, cr_action *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct hand_cards *hand = &hands[which[i]];
        const struct four_card_spot at = four_card_find(&s->four_hands, hand->hole, hand->up);
        const unsigned multiple = s->four_bets[at.class][at.up];
        out[i] = multiple > 0 ? cr_action_bet(multiple) : CR_FOLD;
    }
}

/* The largest bet with a pair of tens or better, the smallest with threes to nines. */
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
    .fill = fill,
    .optimal = {decide},
    .simple = {decide_simple},
    .words = fcp_words,
    .by_hand = fcp_by_hand,
};
