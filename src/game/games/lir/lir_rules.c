/* Let It Ride: LIR-1 to LIR-7. */
#include "base/err.h"
#include "base/money.h"
#include "game/games/game.h"

enum { BET1, BET2, BET3, BONUS, PROGRESSIVE };

enum {
    WHY_PAYS = REASON_GAME_FIRST,
    WHY_RETURNED,
    WHY_LOSES,
    WHY_BONUS_PAYS,
    WHY_BONUS_RETURNED,
    WHY_BONUS_LOSES,
};

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"LINK-2", "a hand on the progressive's table"},
    [REASON_NO_AWARD] = {"LINK-2", "no hand on the progressive's table"},
    [REASON_CUT_HAND] = {"LIR-7", "cut to the most that one seat may be paid in a round"},
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [REASON_PULLED] = {"LIR-3", "the patron took it back"},
    [WHY_PAYS] = {"LIR-4", "a hand on the pay table"},
    [WHY_RETURNED] = {"LIR-4", "a hand on the pay table: returned"},
    [WHY_LOSES] = {"LIR-4", "no hand on the pay table"},
    [WHY_BONUS_PAYS] = {"LIR-6", "three cards on the 3-Card Bonus table"},
    [WHY_BONUS_RETURNED] = {"LIR-6", "three cards on the 3-Card Bonus table: returned"},
    [WHY_BONUS_LOSES] = {"LIR-6", "no hand on the 3-Card Bonus table"},
};

/* LIR-1: three equal bets, and nothing without them. */
static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    (void)rules;
    const bool any = wagers[BET1].micro > 0 || wagers[BET2].micro > 0 || wagers[BET3].micro > 0;
    if (!any)
        return err_set(err, CR_E_INPUT, "%s without the three bets (LIR-1)",
                       wagers[BONUS].micro > 0 ? "the 3-Card Bonus" : "the progressive");
    if (wagers[BET1].micro == wagers[BET2].micro && wagers[BET2].micro == wagers[BET3].micro)
        return CR_OK;
    char amounts[3][CR_MONEY_TEXT_MAX];
    for (unsigned i = 0; i < 3; i++)
        cr_money_format(wagers[BET1 + i], amounts[i]);
    return err_set(err, CR_E_INPUT, "the three bets %s, %s and %s are not equal (LIR-1)",
                   amounts[0], amounts[1], amounts[2]);
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct table_reasons bets = {
        .pays = WHY_PAYS, .returned = WHY_RETURNED, .loses = WHY_LOSES};
    static const struct table_reasons bonus = {
        .pays = WHY_BONUS_PAYS, .returned = WHY_BONUS_RETURNED, .loses = WHY_BONUS_LOSES};
    bool fits = true;
    (void)rules;
    for (unsigned s = BET1; s <= BET3; s++)
        fits &= slot_settle(&slots[s], at->pays[s], bets);
    return fits & slot_settle(&slots[BONUS], at->pays[BONUS], bonus);
}

/* One of the three bets: they share the pay table. */
#define BET(name_, label_)                                                                         \
    {                                                                                              \
        .name = name_, .label = label_, .kind = SLOT_PLACED, .by_table = true, .table = "bets",    \
        .rows = ROWS_ALL                                                                           \
    }

const struct cr_game game_lir = {
    .id = "lir",
    .title = "Let It Ride",
    .ranking = &ranking_five,
    .hole_cards = 3,
    .board_cards = 2,
    .board_face_down = true,
    .slot_count = 5,
    .slots = {[BET1] = BET("bet1", "Bet 1"),
              [BET2] = BET("bet2", "Bet 2"),
              [BET3] = BET("bet3", "Bet $"),
              [BONUS] = {.name = "bonus",
                         .label = "3-Card Bonus",
                         .kind = SLOT_PLACED,
                         .by_table = true,
                         .is_side = true,
                         .rows = ROWS_ALL,
                         .ranking = &ranking_three,
                         .cards = CARDS_OWN},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = BET3,
    .unit = "bet", /* it cannot be taken back */
    .progressive = PROGRESSIVE,
    .award_board_cards = 2,
    .stage_count = 2,
    .stages =
        {{.name = "first", .slot = BET1, .may_check = true, .may_pull = true},
         {.name = "second", .board_visible = 1, .slot = BET2, .may_check = true, .may_pull = true}},
    .limit_spares_side = true,
    .keys = GAME_KEY_HAND_LIMIT | GAME_KEY_DISCARD,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
