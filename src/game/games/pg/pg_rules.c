/* Progressive Texas Hold 'Em Poker: PG-1 to PG-9. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { FLOP, TURN, RIVER, ANTE, PROGRESSIVE };

#define PG_REASONS(WHY)                                                                            \
    WHY("PG-3", FOLDED, "a folded hand loses its Ante")                                            \
    WHY("PG-5", BET_WINS, "the hand beats the dealer's: 1 to 1")                                   \
    WHY("PG-5", ANTE_WINS, "wins with a hand good enough for the Ante: 1 to 1")                    \
    WHY("PG-5", ANTE_PUSHES, "wins, but not with a hand that the Ante asks for: returned")         \
    REASONS_OF_DUEL(WHY, "PG-5")

GAME_REASONS(PG_REASONS,
             [REASON_AWARD] = {"PG-8", "a hand on the progressive's table, whatever the dealer has",
                               NULL},
             [REASON_NO_AWARD] = {"PG-8", "no hand on the progressive's table", NULL},
             [REASON_FORFEITED] = {"PG-7", "this house forfeits a folded hand's progressive", NULL},
             [REASON_CUT_ROUND] = {"PG-1", "cut to what the round's limit on fixed awards leaves",
                                   NULL},
             [REASON_CUT_HAND] = {"PG-1", "cut to the most that one hand may be paid", NULL});

static const char *const cited[] = {"PG-6", NULL};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro == 0)
        return rules_cite(rules, "PG-1", err,
                          err_set(err, CR_E_INPUT, "no Ante: it is needed to be dealt in"));
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
    GAME_OF(pg, "Progressive Texas Hold 'Em Poker", ranking_five),
    GAME_HOLDEM,
    .slot_count = 5,
    .slots = {[FLOP] = {.name = "flop", .label = "Flop", .kind = SLOT_ACTION},
              [TURN] = {.name = "turn", .label = "Turn", .kind = SLOT_ACTION},
              [RIVER] = {.name = "river", .label = "River", .kind = SLOT_ACTION},
              [ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED},
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    GAME_OF_ANTES,
    .stage_count = 3,
    .stages =
        {{.name = "flop", .board_visible = 0, .slot = FLOP, .may_fold = true, .word = WORD_BET},
         {.name = "turn", .board_visible = 3, .slot = TURN, .may_check = true, .word = WORD_BET},
         {.name = "river", .board_visible = 4, .slot = RIVER, .may_check = true, .word = WORD_BET}},
    .keys = GAME_KEY_ANTE_PAYS_FROM | GAME_KEY_AGGREGATE_LIMIT,
    .cited = cited,
};
