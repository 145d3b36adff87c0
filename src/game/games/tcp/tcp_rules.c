/* Three Card Poker: TCP-1 to TCP-8. */
#include "base/err.h"
#include "game/games/game.h"
#include "game/rules/paragraphs.h"

enum { ANTE, PLAY, ANTE_BONUS, PAIR_PLUS };

#define TCP_REASONS(WHY)                                                                           \
    WHY("TCP-2", FOLDED, "a folded hand loses its Ante")                                           \
    WHY("TCP-2", PAIR_PLUS_FORFEITED, "a folded hand loses its Pair Plus", "TCP-2 pair plus")      \
    WHY("TCP-3", UNQUALIFIED_PAYS, "the dealer does not qualify: 1 to 1")                          \
    WHY("TCP-3", UNQUALIFIED_RETURNED, "the dealer does not qualify: returned")                    \
    WHY("TCP-4", WINS, "the hand beats the dealer's: 1 to 1", "TCP-4 win")                         \
    WHY("TCP-6", BONUS, "a hand on the Ante Bonus table, win or lose")                             \
    REASONS_OF_DUEL(WHY, "TCP-4")                                                                  \
    REASONS_OF_SIDE(WHY, "TCP-5", PAIR_PLUS, "Pair Plus")

GAME_REASONS(TCP_REASONS, );

static const char *const cited[] = {"TCP-1", "TCP-7", NULL};

static int check_wagers(const struct cr_rules *rules, const struct cr_money wagers[CR_SLOTS],
                        struct cr_err *err)
{
    if (wagers[ANTE].micro == 0 && !(rules->alone & 1u << PAIR_PLUS))
        return rules_cite(rules, "TCP-1", err,
                          err_set(err, CR_E_INPUT, "Pair Plus without an Ante is not allowed in %s",
                                  rules->name));
    return CR_OK;
}

/* TCP-3, TCP-4: a wager against the dealer. */
static inline bool settle_against_dealer(const struct cr_rules *rules, const struct showdown *at,
                                         unsigned slot, struct cr_wager_result *out)
{
    static const struct cr_ratio even = {1, 1};
    const int versus = slot_versus_dealer(rules, at, slot);
    const bool by_hands =
        at->dealer_qualifies || rules->unqualified[slot] == CR_UNQUALIFIED_AS_USUAL;
    if (versus > 0)
        return slot_win(out, even, by_hands ? WHY_WINS : WHY_UNQUALIFIED_PAYS);
    if (versus < 0)
        slot_lose(out, WHY_LOSES);
    else
        slot_push(out, by_hands ? WHY_TIE : WHY_UNQUALIFIED_RETURNED);
    return true;
}

static bool settle(const struct cr_rules *rules, const struct showdown *at,
                   struct cr_wager_result slots[CR_SLOTS])
{
    static const struct table_reasons pair_plus = {WHY_PAIR_PLUS_PAYS, WHY_PAIR_PLUS_RETURNED,
                                                   WHY_PAIR_PLUS_LOSES, WHY_PAIR_PLUS_FORFEITED};
    bool fits = true;
    if (at->folded) {
        slot_lose(&slots[ANTE], WHY_FOLDED);
    } else if (at->has_ante) {
        fits &= settle_against_dealer(rules, at, ANTE, &slots[ANTE]);
        fits &= settle_against_dealer(rules, at, PLAY, &slots[PLAY]);
        /* TCP-6: paid on the Ante, without a stake of its own. */
        fits &= slot_bonus(&slots[ANTE_BONUS], &slots[ANTE], at->pays[ANTE_BONUS], WHY_BONUS);
    }
    return fits & slot_settle_side(rules, at, slots, PAIR_PLUS, pair_plus);
}

const struct cr_game game_tcp = {
    GAME_OF(tcp, "Three Card Poker", ranking_three),
    .hole_cards = 3,
    .board_cards = 0,
    .dealer_cards = 3,
    .dealer_arranges = true,
    .slot_count = 4,
    .slots = {[ANTE] = SLOT("ante", "Ante", SLOT_PLACED, .is_against_dealer = true,
                            .unqualified = CR_UNQUALIFIED_PAY),
              [PLAY] = SLOT("play", "Play", SLOT_ACTION, .is_against_dealer = true,
                            .unqualified = CR_UNQUALIFIED_PUSH),
              [ANTE_BONUS] =
                  SLOT("ante_bonus", "Ante Bonus", SLOT_BONUS, .by_table = true, .rows = ROWS_BEST),
              [PAIR_PLUS] = SLOT("pair_plus", "Pair Plus", SLOT_PLACED, .by_table = true,
                                 .is_side = true, .rows = ROWS_PUSH | ROWS_BEST)},
    .ante = ANTE,
    .unit = "Ante",
    .progressive = CR_SLOTS,
    .stage_count = 1,
    .stages = {{.name = "play", .slot = PLAY, .may_fold = true, .word = WORD_PLAY}},
    .keys = GAME_KEY_QUALIFY | GAME_KEY_ALONE,
    .cited = cited,
};
