/* Let It Ride: LIR-1 to LIR-7. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { BET1, BET2, BET3, BONUS, PROGRESSIVE };

#define LIR_REASONS(WHY)                                                                           \
    REASONS_OF_BETS(WHY, "LIR-4")                                                                  \
    REASONS_OF_BONUS(WHY, "LIR-6", "three cards", "no hand")

GAME_REASONS(LIR_REASONS, REASONS_OF_LINKED,
             [REASON_CUT_HAND] = {"LIR-7", "cut to the most that one seat may be paid in a round",
                                  NULL},
             [REASON_PULLED] = {"LIR-3", "the patron took it back", NULL});

static const char *const cited[] = {"LIR-1", "LIR-2", NULL};

/* LIR-1: three equal bets, and nothing without them. */
static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    const bool any = wagers[BET1].micro > 0 || wagers[BET2].micro > 0 || wagers[BET3].micro > 0;
    if (!any)
        return rules_cite(
            rules, "LIR-1", err,
            err_set(err, CR_E_INPUT, "%s without the three bets",
                    wagers[BONUS].micro > 0 ? "the 3-Card Bonus" : "the progressive"));
    if (wagers[BET1].micro == wagers[BET2].micro && wagers[BET2].micro == wagers[BET3].micro)
        return CR_OK;
    char amounts[3][CR_MONEY_TEXT_MAX];
    for (unsigned i = 0; i < 3; i++)
        cr_money_format(wagers[BET1 + i], amounts[i]);
    return rules_cite(rules, "LIR-1", err,
                      err_set(err, CR_E_INPUT, "the three bets %s, %s and %s are not equal",
                              amounts[0], amounts[1], amounts[2]));
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
    SLOT(name_, label_, SLOT_PLACED, .by_table = true, .table = "bets", .rows = ROWS_ALL)

const struct cr_game game_lir = {
    GAME_OF(lir, "Let It Ride", ranking_five),
    .hole_cards = 3,
    .board_cards = 2,
    .board_face_down = true,
    .slot_count = 5,
    .slots = {[BET1] = BET("bet1", "Bet 1"),
              [BET2] = BET("bet2", "Bet 2"),
              [BET3] = BET("bet3", "Bet $"),
              [BONUS] =
                  SLOT("bonus", "3-Card Bonus", SLOT_PLACED, .by_table = true, .is_side = true,
                       .rows = ROWS_ALL, .ranking = &ranking_three, .cards = CARDS_OWN),
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = BET3,
    .unit = "bet", /* Bet $ stands for the Ante: it cannot be taken back */
    .progressive = PROGRESSIVE,
    .award_board_cards = 2,
    .stage_count = 2,
    .stages =
        {{.name = "first", .slot = BET1, .may_check = true, .may_pull = true},
         {.name = "second", .board_visible = 1, .slot = BET2, .may_check = true, .may_pull = true}},
    .limit_spares_side = true,
    .keys = GAME_KEY_HAND_LIMIT | GAME_KEY_DISCARD,
    .cited = cited,
};
