/* Ultimate Texas Hold'em Progressive: UTH-1 to UTH-13. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { PLAY, ANTE, BLIND, TRIPS, PROGRESSIVE };

#define UTH_REASONS(WHY)                                                                           \
    WHY("UTH-6", FOLDED, "a folded hand loses Ante and Blind")                                     \
    WHY("UTH-6", TRIPS_FORFEITED, "a folded hand forfeits its Trips", "UTH-6 trips")               \
    WHY("UTH-8", WINS, "the hand beats the dealer's: 1 to 1", "UTH-8 win")                         \
    WHY("UTH-7", UNQUALIFIED_RETURNED, "the dealer does not qualify: returned")                    \
    WHY("UTH-9", BLIND_PAYS, "wins with a hand on the Blind's table")                              \
    WHY("UTH-8", BLIND_PUSHES, "wins with less than the Blind's table asks for: returned",         \
        "UTH-8 blind")                                                                             \
    WHY("UTH-7", UNQUALIFIED_PAYS, "the dealer does not qualify: paid")                            \
    REASONS_OF_DUEL(WHY, "UTH-8")                                                                  \
    REASONS_OF_SIDE(WHY, "UTH-10", TRIPS, "Trips")

GAME_REASONS(
    UTH_REASONS,
    [REASON_AWARD] = {"UTH-12", "a hand on the progressive's table, whatever the dealer has", NULL},
    [REASON_NO_AWARD] = {"UTH-12", "no hand on the progressive's table", NULL},
    [REASON_FORFEITED] = {"UTH-6", "a folded hand forfeits its progressive", "UTH-6 progressive"},
    [REASON_CUT_ROUND] = {"PG-1", "cut to what the round's limit on fixed awards leaves", NULL},
    [REASON_CUT_HAND] = {"UTH-11", "cut to the most that one hand may be paid", NULL});

static const char *const cited[] = {"UTH-1", "UTH-2", "UTH-13", NULL};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro != wagers[BLIND].micro) {
        char ante[CR_MONEY_TEXT_MAX], blind[CR_MONEY_TEXT_MAX];
        cr_money_format(wagers[ANTE], ante);
        cr_money_format(wagers[BLIND], blind);
        return rules_cite(
            rules, "UTH-1", err,
            err_set(err, CR_E_INPUT, "Blind %s is not equal to Ante %s", blind, ante));
    }
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    if (wagers[TRIPS].micro == 0)
        return rules_cite(rules, "UTH-2", err,
                          err_set(err, CR_E_INPUT, "the progressive cannot be bet alone"));
    if (!(rules->alone & 1u << TRIPS))
        return rules_cite(rules, "UTH-1", err,
                          err_set(err, CR_E_INPUT,
                                  "Trips without Ante and Blind is not allowed in %s",
                                  rules->name));
    return CR_OK;
}

/* UTH-7, UTH-8: why a wager against the dealer ends as it does. With equal hands the tie is the
 * reason given, even if the dealer does not qualify: a tie returns every wager in most houses. */
static inline unsigned why_of(const struct cr_rules *rules, const struct showdown *at,
                              unsigned slot, int versus)
{
    const bool is_tie = versus == 0 && at->versus_dealer == 0;
    if (is_tie || at->dealer_qualifies || rules->unqualified[slot] == CR_UNQUALIFIED_AS_USUAL)
        return versus > 0 ? WHY_WINS : versus < 0 ? WHY_LOSES : WHY_TIE;
    return versus > 0 ? WHY_UNQUALIFIED_PAYS : WHY_UNQUALIFIED_RETURNED;
}

/* pays: the ratio at which the wager wins; where its num is 0, a win returns the stake. */
static inline bool settle_against_dealer(const struct cr_rules *rules, const struct showdown *at,
                                         unsigned slot, struct cr_ratio pays,
                                         struct cr_wager_result *out)
{
    const int versus = slot_versus_dealer(rules, at, slot);
    const unsigned why = why_of(rules, at, slot, versus);
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

/* UTH-5: a decision about the one Play bet of some Antes; at the last one the other choice is to
 * fold. */
#define PLAY_STAGE(name_, open_, may_)                                                             \
    {                                                                                              \
        .name = name_, .board_visible = open_, .slot = PLAY, may_, .word = WORD_MULTIPLE           \
    }

const struct cr_game game_uth = {
    GAME_OF(uth, "Ultimate Texas Hold'em Progressive", ranking_five),
    GAME_HOLDEM,
    .slot_count = 5,
    .slots = {[PLAY] = SLOT("play", "Play", SLOT_ACTION, .is_against_dealer = true),
              [ANTE] = SLOT("ante", "Ante", SLOT_PLACED, .is_against_dealer = true,
                            .unqualified = CR_UNQUALIFIED_PUSH),
              [BLIND] =
                  SLOT("blind", "Blind", SLOT_PLACED, .by_table = true, .is_against_dealer = true),
              [TRIPS] = SLOT("trips", "Trips", SLOT_PLACED, .by_table = true, .rows = ROWS_PUSH,
                             .is_side = true),
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    GAME_OF_ANTES,
    .stage_count = 3,
    .stages = {PLAY_STAGE("preflop", 0, .may_check = true),
               PLAY_STAGE("flop", 3, .may_check = true), PLAY_STAGE("river", 5, .may_fold = true)},
    .one_bet = true,
    .keys = GAME_KEY_QUALIFY | GAME_KEY_HAND_LIMIT | GAME_KEY_ALONE,
    .cited = cited,
};
