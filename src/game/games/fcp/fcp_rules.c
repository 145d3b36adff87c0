/* Four Card Poker: FCP-1 to FCP-7. */
#include "base/err.h"
#include "game/games/game.h"

enum { ANTE, PLAY, ANTE_BONUS, ACES_UP, PROGRESSIVE };

enum {
    WHY_FOLDED = REASON_GAME_FIRST,
    WHY_WINS,
    WHY_LOSES,
    WHY_TIE,
    WHY_BONUS,
    WHY_ACES_UP_FORFEITED,
    WHY_ACES_UP_PAYS,
    WHY_ACES_UP_RETURNED,
    WHY_ACES_UP_LOSES,
};

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"LINK-2", "a hand on the progressive's table"},
    [REASON_NO_AWARD] = {"LINK-2", "no hand on the progressive's table"},
    [REASON_FORFEITED] = {"LINK-3", "a folded hand forfeits its progressive"},
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [WHY_FOLDED] = {"FCP-4", "a folded hand loses its Ante"},
    [WHY_WINS] = {"FCP-5", "the dealer's hand is not better: 1 to 1"},
    [WHY_LOSES] = {"FCP-5", "the dealer's hand is better"},
    [WHY_TIE] = {"FCP-5", "equal hands: returned"},
    [WHY_BONUS] = {"FCP-6", "a hand on the Ante Bonus table, win or lose"},
    [WHY_ACES_UP_FORFEITED] = {"FCP-7", "a folded hand forfeits its Aces Up in this house"},
    [WHY_ACES_UP_PAYS] = {"FCP-7", "a hand on the Aces Up table, whatever the dealer has"},
    [WHY_ACES_UP_RETURNED] = {"FCP-7", "a hand on the Aces Up table: returned"},
    [WHY_ACES_UP_LOSES] = {"FCP-7", "no hand on the Aces Up table"},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    if (wagers[PROGRESSIVE].micro > 0)
        return err_set(err, CR_E_INPUT, "the progressive is bet with an Ante only (FCP-1)");
    if (!(rules->alone & 1u << ACES_UP))
        return err_set(err, CR_E_INPUT, "Aces Up without an Ante is not allowed in %s (FCP-1)",
                       rules->name);
    return CR_OK;
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct duel_reasons duel = {WHY_WINS, WHY_LOSES, WHY_TIE};
    static const struct table_reasons aces_up = {WHY_ACES_UP_PAYS, WHY_ACES_UP_RETURNED,
                                                 WHY_ACES_UP_LOSES, WHY_ACES_UP_FORFEITED};
    bool fits = true;
    if (at->folded) {
        slot_lose(&slots[ANTE], WHY_FOLDED);
    } else if (at->has_ante) {
        /* FCP-5: the dealer always plays. */
        fits &= slot_duel(&slots[ANTE], at, duel);
        fits &= slot_duel(&slots[PLAY], at, duel);
        fits &= slot_bonus(&slots[ANTE_BONUS], &slots[ANTE], at->pays[ANTE_BONUS], WHY_BONUS);
    }
    return fits & slot_settle_side(rules, at, slots, ACES_UP, aces_up);
}

const struct cr_game game_fcp = {
    .id = "fcp",
    .title = "Four Card Poker",
    .ranking = &ranking_four,
    .hole_cards = 5,
    .dealer_cards = 6,
    .dealer_open = 1,
    .slot_count = 5,
    .slots = {[ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED},
              [PLAY] = {.name = "play", .label = "Play", .kind = SLOT_ACTION},
              [ANTE_BONUS] = {.name = "ante_bonus",
                              .label = "Ante Bonus",
                              .kind = SLOT_BONUS,
                              .by_table = true},
              [ACES_UP] = {.name = "aces_up",
                           .label = "Aces Up",
                           .kind = SLOT_PLACED,
                           .by_table = true,
                           .is_side = true,
                           .rows = ROWS_ALL},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = PROGRESSIVE,
    .stage_count = 1,
    .stages = {{.name = "play", .slot = PLAY, .may_fold = true, .word = WORD_MULTIPLE}},
    .one_bet = true,
    .keys = GAME_KEY_ALONE | GAME_KEY_TIES,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
