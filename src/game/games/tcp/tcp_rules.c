/* Three Card Poker: TCP-1 to TCP-8. */
#include "base/err.h"
#include "game/games/game.h"

enum { ANTE, PLAY, ANTE_BONUS, PAIR_PLUS };

enum {
    WHY_FOLDED = REASON_GAME_FIRST,
    WHY_PAIR_PLUS_FORFEITED,
    WHY_UNQUALIFIED_PAYS,
    WHY_UNQUALIFIED_RETURNED,
    WHY_WINS,
    WHY_LOSES,
    WHY_TIE,
    WHY_BONUS,
    WHY_PAIR_PLUS_PAYS,
    WHY_PAIR_PLUS_RETURNED,
    WHY_PAIR_PLUS_LOSES,
};

static const struct game_reason reasons[] = {
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [WHY_FOLDED] = {"TCP-2", "a folded hand loses its Ante"},
    [WHY_PAIR_PLUS_FORFEITED] = {"TCP-2", "a folded hand loses its Pair Plus"},
    [WHY_UNQUALIFIED_PAYS] = {"TCP-3", "the dealer does not qualify: 1 to 1"},
    [WHY_UNQUALIFIED_RETURNED] = {"TCP-3", "the dealer does not qualify: returned"},
    [WHY_WINS] = {"TCP-4", "the hand beats the dealer's: 1 to 1"},
    [WHY_LOSES] = {"TCP-4", "the dealer's hand is better"},
    [WHY_TIE] = {"TCP-4", "equal hands: returned"},
    [WHY_BONUS] = {"TCP-6", "a hand on the Ante Bonus table, win or lose"},
    [WHY_PAIR_PLUS_PAYS] = {"TCP-5", "a hand on the Pair Plus table, whatever the dealer has"},
    [WHY_PAIR_PLUS_RETURNED] = {"TCP-5", "a hand on the Pair Plus table: returned"},
    [WHY_PAIR_PLUS_LOSES] = {"TCP-5", "no hand on the Pair Plus table"},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro == 0 && !(rules->alone & 1u << PAIR_PLUS))
        return err_set(err, CR_E_INPUT, "Pair Plus without an Ante is not allowed in %s (TCP-1)",
                       rules->name);
    return CR_OK;
}

/* TCP-3, TCP-4: a wager against the dealer. */
static bool settle_against_dealer(const struct cr_rules *rules, const struct showdown *at,
                                  unsigned slot, struct cr_wager_result *out)
{
    static const struct cr_ratio even = {1, 1};
    const int versus = slot_versus_dealer(rules, at, slot);
    const bool by_hands =
        at->dealer_qualifies || rules->unqualified[slot] == CR_UNQUALIFIED_AS_USUAL;
    if (versus > 0)
        return slot_win(out, even, by_hands ? WHY_WINS : WHY_UNQUALIFIED_PAYS);
    if (versus < 0)
        slot_lose(out, WHY_LOSES);
    else
        slot_push(out, by_hands ? WHY_TIE : WHY_UNQUALIFIED_RETURNED);
    return true;
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct table_reasons pair_plus = {WHY_PAIR_PLUS_PAYS, WHY_PAIR_PLUS_RETURNED,
                                                   WHY_PAIR_PLUS_LOSES, WHY_PAIR_PLUS_FORFEITED};
    bool fits = true;
    if (at->folded) {
        slot_lose(&slots[ANTE], WHY_FOLDED);
    } else if (at->has_ante) {
        fits &= settle_against_dealer(rules, at, ANTE, &slots[ANTE]);
        fits &= settle_against_dealer(rules, at, PLAY, &slots[PLAY]);
        /* TCP-6: paid on the Ante, without a stake of its own. */
        fits &= slot_bonus(&slots[ANTE_BONUS], &slots[ANTE], at->pays[ANTE_BONUS], WHY_BONUS);
    }
    return fits & slot_settle_side(rules, at, slots, PAIR_PLUS, pair_plus);
}

const struct cr_game game_tcp = {
    .id = "tcp",
    .title = "Three Card Poker",
    .ranking = &ranking_three,
    .hole_cards = 3,
    .board_cards = 0,
    .dealer_cards = 3,
    .slot_count = 4,
    .slots = {[ANTE] = {.name = "ante",
                        .label = "Ante",
                        .kind = SLOT_PLACED,
                        .is_against_dealer = true,
                        .unqualified = CR_UNQUALIFIED_PAY},
              [PLAY] = {.name = "play",
                        .label = "Play",
                        .kind = SLOT_ACTION,
                        .is_against_dealer = true,
                        .unqualified = CR_UNQUALIFIED_PUSH},
              [ANTE_BONUS] = {.name = "ante_bonus",
                              .label = "Ante Bonus",
                              .kind = SLOT_BONUS,
                              .by_table = true,
                              .rows = ROWS_BEST},
              [PAIR_PLUS] = {.name = "pair_plus",
                             .label = "Pair Plus",
                             .kind = SLOT_PLACED,
                             .by_table = true,
                             .is_side = true,
                             .rows = ROWS_PUSH | ROWS_BEST}},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = CR_SLOTS,
    .stage_count = 1,
    .stages = {{.name = "play", .slot = PLAY, .may_fold = true, .word = WORD_PLAY}},
    .keys = GAME_KEY_QUALIFY | GAME_KEY_ALONE,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
