/* A game that only tests have: three own cards and a board of two, no dealer, and a progressive on
 * these five cards. It has no mathematics. */
#include "base/err.h"
#include "test_games.h"

enum { ANTE, RAISE, PROGRESSIVE };

enum { WHY_FOLDED = REASON_GAME_FIRST, WHY_PAYS, WHY_LOSES };

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"SOLO-3", "a hand on the progressive's table", NULL},
    [REASON_NO_AWARD] = {"SOLO-3", "no hand on the progressive's table", NULL},
    [REASON_FORFEITED] = {"SOLO-3", "a folded hand forfeits its progressive", NULL},
    [REASON_CUT_ROUND] = {"SOLO-3", "cut to what the round's limit on fixed awards leaves", NULL},
    [REASON_CUT_HAND] = {"SOLO-4", "cut to the most that one hand may be paid", NULL},
    [REASON_DEAD] = {"SOLO-5", "the round is dead: returned", NULL},
    [WHY_FOLDED] = {"SOLO-2", "a folded hand loses its Ante", NULL},
    [WHY_PAYS] = {"SOLO-1", "a hand on the table", NULL},
    [WHY_LOSES] = {"SOLO-1", "no hand on the table", NULL},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    (void)rules;
    return wagers[ANTE].micro > 0 ? CR_OK : err_set(err, CR_E_INPUT, "no Ante (SOLO-1)");
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    const struct cr_ratio pays = at->pays[ANTE];
    (void)rules;
    bool fits = true;
    for (unsigned s = ANTE; s <= RAISE; s++) {
        if (at->folded)
            slot_lose(&slots[s], WHY_FOLDED);
        else if (pays.num > 0)
            fits &= slot_win(&slots[s], pays, WHY_PAYS);
        else
            slot_lose(&slots[s], WHY_LOSES);
    }
    return fits;
}

const struct cr_game game_solo = {
    .id = "solo",
    .title = "Solo Test",
    .ranking = &ranking_five,
    .hole_cards = 3,
    .board_cards = 2,
    .dealer_cards = 0,
    .slot_count = 3,
    .slots = {[ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED, .by_table = true},
              [RAISE] = {.name = "raise", .label = "Raise", .kind = SLOT_ACTION},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = PROGRESSIVE,
    .award_board_cards = 2,
    .stage_count = 1,
    .stages = {{.name = "raise",
                .board_visible = 1,
                .slot = RAISE,
                .may_check = true,
                .may_fold = true,
                .word = WORD_BET}},
    .keys = GAME_KEY_AGGREGATE_LIMIT | GAME_KEY_HAND_LIMIT,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
