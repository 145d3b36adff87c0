/* Ultimate Texas Hold'em Progressive: UTH-1 to UTH-13. */
#include "base/err.h"
#include "base/money.h"
#include "game/games/game.h"

enum { PLAY, ANTE, BLIND, TRIPS, PROGRESSIVE };

enum {
    WHY_FOLDED = REASON_GAME_FIRST,
    WHY_TRIPS_FORFEITED,
    WHY_WINS,
    WHY_UNQUALIFIED_RETURNED,
    WHY_LOSES,
    WHY_TIE,
    WHY_BLIND_PAYS,
    WHY_BLIND_PUSHES,
    WHY_TRIPS_PAYS,
    WHY_TRIPS_RETURNED,
    WHY_TRIPS_LOSES,
    WHY_UNQUALIFIED_PAYS,
};

static const struct game_reason reasons[] = {
    [REASON_AWARD] = {"UTH-12", "a hand on the progressive's table, whatever the dealer has"},
    [REASON_NO_AWARD] = {"UTH-12", "no hand on the progressive's table"},
    [REASON_FORFEITED] = {"UTH-6", "a folded hand forfeits its progressive"},
    [REASON_CUT_ROUND] = {"PG-1", "cut to what the round's limit on fixed awards leaves"},
    [REASON_CUT_HAND] = {"UTH-11", "cut to the most that one hand may be paid"},
    [REASON_DEAD] = {"UTH-18", "the round is dead: returned"},
    [WHY_FOLDED] = {"UTH-6", "a folded hand loses Ante and Blind"},
    [WHY_TRIPS_FORFEITED] = {"UTH-6", "a folded hand forfeits its Trips"},
    [WHY_WINS] = {"UTH-8", "the hand beats the dealer's: 1 to 1"},
    [WHY_UNQUALIFIED_RETURNED] = {"UTH-7", "the dealer does not qualify: returned"},
    [WHY_LOSES] = {"UTH-8", "the dealer's hand is better"},
    [WHY_TIE] = {"UTH-8", "equal hands: returned"},
    [WHY_BLIND_PAYS] = {"UTH-9", "wins with a hand on the Blind's table"},
    [WHY_BLIND_PUSHES] = {"UTH-8", "wins with less than the Blind's table asks for: returned"},
    [WHY_TRIPS_PAYS] = {"UTH-10", "a hand on the Trips table, whatever the dealer has"},
    [WHY_TRIPS_RETURNED] = {"UTH-10", "a hand on the Trips table: returned"},
    [WHY_TRIPS_LOSES] = {"UTH-10", "no hand on the Trips table"},
    [WHY_UNQUALIFIED_PAYS] = {"UTH-7", "the dealer does not qualify: paid"},
};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro != wagers[BLIND].micro) {
        char ante[CR_MONEY_TEXT_MAX], blind[CR_MONEY_TEXT_MAX];
        cr_money_format(wagers[ANTE], ante);
        cr_money_format(wagers[BLIND], blind);
        return err_set(err, CR_E_INPUT, "Blind %s is not equal to Ante %s (UTH-1)", blind, ante);
    }
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    if (wagers[TRIPS].micro == 0)
        return err_set(err, CR_E_INPUT, "the progressive cannot be bet alone (UTH-2)");
    if (!(rules->alone & 1u << TRIPS))
        return err_set(err, CR_E_INPUT, "Trips without Ante and Blind is not allowed in %s (UTH-1)",
                       rules->name);
    return CR_OK;
}

/* UTH-7, UTH-8: why a wager against the dealer ends as it does. Equal hands are named before a
 * dealer who does not qualify, because they return every wager in most houses. */
static unsigned why_of(const struct showdown *at, int versus)
{
    if (versus == at->versus_dealer)
        return versus > 0 ? WHY_WINS : versus < 0 ? WHY_LOSES : WHY_TIE;
    return versus > 0 ? WHY_UNQUALIFIED_PAYS : WHY_UNQUALIFIED_RETURNED;
}

/* pays: what the wager wins; nothing: a win returns it. */
static bool settle_against_dealer(const struct cr_rules *rules, const struct showdown *at,
                                  unsigned slot, struct cr_ratio pays, struct cr_wager_result *out)
{
    const int versus = slot_versus_dealer(rules, at, slot);
    const unsigned why = why_of(at, versus);
    const bool by_table = slot == BLIND && versus > 0;
    if (versus < 0)
        slot_lose(out, why);
    else if (versus == 0 || pays.num == 0)
        slot_push(out, by_table ? WHY_BLIND_PUSHES : why);
    else
        return slot_win(out, pays, by_table ? WHY_BLIND_PAYS : why);
    return true;
}

/* UTH-7, UTH-8: Play, Ante and Blind against the dealer. */
static bool settle_base(const struct cr_rules *rules, const struct showdown *at,
                        struct cr_wager_result slots[CR_SLOTS])
{
    static const struct cr_ratio even = {1, 1};
    bool fits = settle_against_dealer(rules, at, PLAY, even, &slots[PLAY]);
    fits &= settle_against_dealer(rules, at, ANTE, even, &slots[ANTE]);
    return settle_against_dealer(rules, at, BLIND, at->pays[BLIND], &slots[BLIND]) && fits;
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct table_reasons trips = {WHY_TRIPS_PAYS, WHY_TRIPS_RETURNED, WHY_TRIPS_LOSES,
                                               WHY_TRIPS_FORFEITED};
    bool fits = true;
    if (at->folded) {
        slot_lose(&slots[ANTE], WHY_FOLDED);
        slot_lose(&slots[BLIND], WHY_FOLDED);
    } else if (at->has_ante) {
        fits &= settle_base(rules, at, slots);
    }
    return fits & slot_settle_side(rules, at, slots, TRIPS, trips);
}

const struct cr_game game_uth = {
    .id = "uth",
    .title = "Ultimate Texas Hold'em Progressive",
    .ranking = &ranking_five,
    .hole_cards = 2,
    .board_cards = 5,
    .dealer_cards = 2,
    .slot_count = 5,
    .slots =
        {[PLAY] = {.name = "play", .label = "Play", .kind = SLOT_ACTION, .is_against_dealer = true},
         [ANTE] = {.name = "ante",
                   .label = "Ante",
                   .kind = SLOT_PLACED,
                   .is_against_dealer = true,
                   .unqualified = CR_UNQUALIFIED_PUSH},
         [BLIND] = {.name = "blind",
                    .label = "Blind",
                    .kind = SLOT_PLACED,
                    .by_table = true,
                    .is_against_dealer = true},
         [TRIPS] = {.name = "trips",
                    .label = "Trips",
                    .kind = SLOT_PLACED,
                    .by_table = true,
                    .rows = ROWS_PUSH,
                    .is_side = true},
         [PROGRESSIVE] = {.name = "progressive",
                          .label = "Progressive",
                          .kind = SLOT_PLACED,
                          .is_progressive = true}},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = PROGRESSIVE,
    .award_board_cards = 3,
    .stage_count = 3,
    .stages = {{.name = "preflop",
                .board_visible = 0,
                .slot = PLAY,
                .may_check = true,
                .word = WORD_MULTIPLE},
               {.name = "flop",
                .board_visible = 3,
                .slot = PLAY,
                .may_check = true,
                .word = WORD_MULTIPLE},
               {.name = "river",
                .board_visible = 5,
                .slot = PLAY,
                .may_fold = true,
                .word = WORD_MULTIPLE}},
    .one_bet = true,
    .keys = GAME_KEY_QUALIFY | GAME_KEY_HAND_LIMIT | GAME_KEY_ALONE,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof reasons[0],
    .check_wagers = check_wagers,
    .settle = settle,
};
