/* Mississippi Stud: MS-1 to MS-7. */
#include "base/err.h"
#include "game/games/game.h"

enum { ANTE, THIRD, FOURTH, FIFTH, BONUS, PROGRESSIVE };

enum {
    WHY_FOLDED = REASON_GAME_FIRST,
    WHY_PAYS,
    WHY_RETURNED,
    WHY_LOSES,
    WHY_BONUS_FORFEITED,
    WHY_BONUS_PAYS,
    WHY_BONUS_RETURNED,
    WHY_BONUS_LOSES,
};

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"LINK-2", "a hand on the progressive's table"},
    [REASON_NO_AWARD] = {"LINK-2", "no hand on the progressive's table"},
    [REASON_FORFEITED] = {"LINK-3", "a folded hand forfeits its progressive"},
    [REASON_CUT_HAND] = {"MS-7", "cut to the most that one hand may be paid"},
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [WHY_FOLDED] = {"MS-3", "a folded hand loses the Ante and every street bet"},
    [WHY_PAYS] = {"MS-4", "a hand on the pay table"},
    [WHY_RETURNED] = {"MS-4", "a hand on the pay table: returned"},
    [WHY_LOSES] = {"MS-4", "no hand on the pay table"},
    [WHY_BONUS_FORFEITED] = {"MS-6", "a folded hand forfeits its 3-Card Bonus in this house"},
    [WHY_BONUS_PAYS] = {"MS-6", "community cards on the 3-Card Bonus table"},
    [WHY_BONUS_RETURNED] = {"MS-6", "community cards on the 3-Card Bonus table: returned"},
    [WHY_BONUS_LOSES] = {"MS-6", "the community cards are not on the 3-Card Bonus table"},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    (void)rules;
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    return err_set(err, CR_E_INPUT, "%s without an Ante (MS-1)",
                   wagers[BONUS].micro > 0 ? "the 3-Card Bonus" : "the progressive");
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct table_reasons bets = {
        .pays = WHY_PAYS, .returned = WHY_RETURNED, .loses = WHY_LOSES};
    static const struct table_reasons bonus = {WHY_BONUS_PAYS, WHY_BONUS_RETURNED, WHY_BONUS_LOSES,
                                               WHY_BONUS_FORFEITED};
    bool fits = true;
    for (unsigned s = ANTE; s <= FIFTH; s++) {
        if (at->folded)
            slot_lose(&slots[s], WHY_FOLDED);
        else
            fits &= slot_settle(&slots[s], at->pays[s], bets);
    }
    return fits & slot_settle_side(rules, at, slots, BONUS, bonus);
}

/* One of the four bets: they share the pay table. */
#define BET(name_, label_, kind_)                                                                  \
    {                                                                                              \
        .name = name_, .label = label_, .kind = kind_, .by_table = true, .table = "bets",          \
        .rows = ROWS_ALL                                                                           \
    }

/* MS-3: no check; a bet of one to three Antes before each card. */
#define STREET(name_, open_, slot_)                                                                \
    {                                                                                              \
        .name = name_, .board_visible = open_, .slot = slot_, .may_fold = true,                    \
        .word = WORD_MULTIPLE                                                                      \
    }

const struct cr_game game_ms = {
    .id = "ms",
    .title = "Mississippi Stud",
    .ranking = &ranking_five,
    .hole_cards = 2,
    .board_cards = 3,
    .board_face_down = true,
    .slot_count = 6,
    .slots = {[ANTE] = BET("ante", "Ante", SLOT_PLACED),
              [THIRD] = BET("third", "3rd Street", SLOT_ACTION),
              [FOURTH] = BET("fourth", "4th Street", SLOT_ACTION),
              [FIFTH] = BET("fifth", "5th Street", SLOT_ACTION),
              [BONUS] = {.name = "bonus",
                         .label = "3-Card Bonus",
                         .kind = SLOT_PLACED,
                         .by_table = true,
                         .is_side = true,
                         .rows = ROWS_ALL,
                         .ranking = &ranking_three,
                         .cards = CARDS_BOARD},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = PROGRESSIVE,
    .award_board_cards = 3,
    .stage_count = 3,
    .stages = {STREET("third", 0, THIRD), STREET("fourth", 1, FOURTH), STREET("fifth", 2, FIFTH)},
    .limit_spares_side = true,
    .keys = GAME_KEY_HAND_LIMIT,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
