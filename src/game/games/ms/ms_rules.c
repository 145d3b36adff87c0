/* Mississippi Stud: MS-1 to MS-7. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { ANTE, THIRD, FOURTH, FIFTH, BONUS, PROGRESSIVE };

#define MS_REASONS(WHY)                                                                            \
    WHY("MS-3", FOLDED, "a folded hand loses the Ante and every street bet")                       \
    WHY("MS-6", BONUS_FORFEITED, "a folded hand forfeits its 3-Card Bonus in this house")          \
    REASONS_OF_BETS(WHY, "MS-4")                                                                   \
    REASONS_OF_BONUS(WHY, "MS-6", "community cards", "the community cards are not")

GAME_REASONS(MS_REASONS, REASONS_OF_LINKED,
             [REASON_CUT_HAND] = {"MS-7", "cut to the most that one hand may be paid", NULL});

static const char *const cited[] = {"MS-1", "MS-2", NULL};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    return rules_cite(rules, "MS-1", err,
                      err_set(err, CR_E_INPUT, "%s without an Ante",
                              wagers[BONUS].micro > 0 ? "the 3-Card Bonus" : "the progressive"));
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
    SLOT(name_, label_, kind_, .by_table = true, .table = "bets", .rows = ROWS_ALL)

/* MS-3: no check; a bet of one to three Antes before each card. */
#define STREET(name_, open_, slot_)                                                                \
    {                                                                                              \
        .name = name_, .board_visible = open_, .slot = slot_, .may_fold = true,                    \
        .word = WORD_MULTIPLE                                                                      \
    }

const struct cr_game game_ms = {
    GAME_OF(ms, "Mississippi Stud", ranking_five),
    .hole_cards = 2,
    .board_cards = 3,
    .board_face_down = true,
    .slot_count = 6,
    .slots = {[ANTE] = BET("ante", "Ante", SLOT_PLACED),
              [THIRD] = BET("third", "3rd Street", SLOT_ACTION),
              [FOURTH] = BET("fourth", "4th Street", SLOT_ACTION),
              [FIFTH] = BET("fifth", "5th Street", SLOT_ACTION),
              [BONUS] =
                  SLOT("bonus", "3-Card Bonus", SLOT_PLACED, .by_table = true, .is_side = true,
                       .rows = ROWS_ALL, .ranking = &ranking_three, .cards = CARDS_BOARD),
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    GAME_OF_ANTES,
    .award_board_cards = 3,
    .stage_count = 3,
    .stages = {STREET("third", 0, THIRD), STREET("fourth", 1, FOURTH), STREET("fifth", 2, FIFTH)},
    .limit_spares_side = true,
    .keys = GAME_KEY_HAND_LIMIT,
    .cited = cited,
};
