/* Four Card Poker: FCP-1 to FCP-7. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { ANTE, PLAY, ANTE_BONUS, ACES_UP, PROGRESSIVE };

#define FCP_REASONS(WHY)                                                                           \
    WHY("FCP-4", FOLDED, "a folded hand loses its Ante")                                           \
    WHY("FCP-5", WINS, "the dealer's hand is not better: 1 to 1")                                  \
    WHY("FCP-6", BONUS, "a hand on the Ante Bonus table, win or lose")                             \
    WHY("FCP-7", ACES_UP_FORFEITED, "a folded hand forfeits its Aces Up in this house")            \
    REASONS_OF_DUEL(WHY, "FCP-5")                                                                  \
    REASONS_OF_SIDE(WHY, "FCP-7", ACES_UP, "Aces Up")

GAME_REASONS(FCP_REASONS, REASONS_OF_LINKED);

static const char *const cited[] = {"FCP-1", NULL};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro > 0)
        return CR_OK;
    if (wagers[PROGRESSIVE].micro > 0)
        return rules_cite(rules, "FCP-1", err,
                          err_set(err, CR_E_INPUT, "the progressive is bet with an Ante only"));
    if (!(rules->alone & 1u << ACES_UP))
        return rules_cite(
            rules, "FCP-1", err,
            err_set(err, CR_E_INPUT, "Aces Up without an Ante is not allowed in %s", rules->name));
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
    GAME_OF(fcp, "Four Card Poker", ranking_four),
    .hole_cards = 5,
    .dealer_cards = 6,
    .dealer_open = 1,
    .slot_count = 5,
    .slots = {[ANTE] = {.name = "ante", .label = "Ante", .kind = SLOT_PLACED},
              [PLAY] = {.name = "play", .label = "Play", .kind = SLOT_ACTION},
              [ANTE_BONUS] = SLOT("ante_bonus", "Ante Bonus", SLOT_BONUS, .by_table = true),
              [ACES_UP] = SLOT("aces_up", "Aces Up", SLOT_PLACED, .by_table = true, .is_side = true,
                               .rows = ROWS_ALL),
              [PROGRESSIVE] = SLOT_OF_PROGRESSIVE},
    GAME_OF_ANTES,
    .stage_count = 1,
    .stages = {{.name = "play", .slot = PLAY, .may_fold = true, .word = WORD_MULTIPLE}},
    .one_bet = true,
    .keys = GAME_KEY_ALONE | GAME_KEY_TIES,
    .cited = cited,
};
