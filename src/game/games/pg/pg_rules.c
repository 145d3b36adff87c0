/* Progressive Texas Hold 'Em Poker: PG-1 to PG-9. */
#include "base/err.h"
#include "game/games/game.h"

enum { FLOP, TURN, RIVER, ANTE, PROGRESSIVE };

enum {
    WHY_FOLDED = REASON_GAME_FIRST,
    WHY_BET_WINS,
    WHY_ANTE_WINS,
    WHY_ANTE_PUSHES,
    WHY_LOSES,
    WHY_TIE,
};

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"PG-8", "a hand on the progressive's table, whatever the dealer has"},
    [REASON_NO_AWARD] = {"PG-8", "no hand on the progressive's table"},
    [REASON_FORFEITED] = {"PG-7", "this house forfeits a folded hand's progressive"},
    [REASON_CUT_ROUND] = {"PG-1", "cut to what the round's limit on fixed awards leaves"},
    [REASON_CUT_HAND] = {"PG-1", "cut to the most that one hand may be paid"},
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [WHY_FOLDED] = {"PG-3", "a folded hand loses its Ante"},
    [WHY_BET_WINS] = {"PG-5", "the hand beats the dealer's: 1 to 1"},
    [WHY_ANTE_WINS] = {"PG-5", "wins with a hand good enough for the Ante: 1 to 1"},
    [WHY_ANTE_PUSHES] = {"PG-5", "wins, but not with a hand that the Ante asks for: returned"},
    [WHY_LOSES] = {"PG-5", "the dealer's hand is better"},
    [WHY_TIE] = {"PG-5", "equal hands: returned"},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    (void)rules;
    if (wagers[ANTE].micro == 0)
        return err_set(err, CR_E_INPUT, "no Ante: it is needed to be dealt in (PG-1, PG-9)");
    return CR_OK;
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct duel_reasons bets = {WHY_BET_WINS, WHY_LOSES, WHY_TIE};
    static const struct duel_reasons ante = {WHY_ANTE_WINS, WHY_LOSES, WHY_TIE};
    if (at->folded) {
        slot_lose(&slots[ANTE], WHY_FOLDED);
        return true;
    }
    bool fits = true;
    for (unsigned s = FLOP; s < ANTE; s++)
        fits &= slot_duel(&slots[s], at, bets);
    if (at->versus_dealer <= 0 || at->category >= rules->ante_pays_from)
        return fits & slot_duel(&slots[ANTE], at, ante);
    slot_push(&slots[ANTE], WHY_ANTE_PUSHES);
    return fits;
}

const struct cr_game game_pg = {
    .id = "pg",
    .title = "Progressive Texas Hold 'Em Poker",
    .ranking = &ranking_five,
    .hole_cards = 2,
    .board_cards = 5,
    .dealer_cards = 2,
    .slot_count = 5,
    .slots = {[FLOP] = {.name = "flop", .label = "Flop", .kind = SLOT_ACTION},
              [TURN] = {.name = "turn", .label = "Turn", .kind = SLOT_ACTION},
              [RIVER] = {.name = "river", .label = "River", .kind = SLOT_ACTION},
              [ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = PROGRESSIVE,
    .award_board_cards = 3,
    .stage_count = 3,
    .stages =
        {{.name = "flop", .board_visible = 0, .slot = FLOP, .may_fold = true, .word = WORD_BET},
         {.name = "turn", .board_visible = 3, .slot = TURN, .may_check = true, .word = WORD_BET},
         {.name = "river", .board_visible = 4, .slot = RIVER, .may_check = true, .word = WORD_BET}},
    .keys = GAME_KEY_ANTE_PAYS_FROM | GAME_KEY_AGGREGATE_LIMIT,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
