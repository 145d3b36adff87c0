/* The strategies of Three Card Poker: the best decision of every hand, and the rule of thumb. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/tcp.h"
#include "math/rational.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <string.h>

/* The rule of thumb in words: what to do at each decision with which hands. Semicolons separate
 * conditions. */
static const struct thumb_words tcp_by_hand[] = {
    {0, 1, "queen-6-4 or better"},
    {0, 0, "all other hands"},
    {0, 0, NULL},
};

/* The value of one option with Pair Plus as large as the Ante. */
static bool tcp_with_side(const struct cr_rules *rules, const cr_card hand[3], cr_action action,
                          struct cr_rational *ev)
{
    const unsigned slot = cr_slot_find(rules->game, "pair_plus", 9);
    const struct cr_ratio pays = slot_pays(rules, slot, cr_eval3(hand));
    const bool lost = pays.den == 0 || (action == CR_FOLD && (rules->fold_forfeits >> slot & 1));
    const struct cr_ratio side = lost ? (struct cr_ratio){-1, 1} : pays;
    return rational_reduce((wide)ev->num * side.den + (wide)side.num * ev->den,
                           (wide)ev->den * side.den, ev);
}

/* Passes a hand to the visitor. Options ascend: the fold, the smallest bet, …, the largest. */
static void give_spot(const struct strategy *s, const cr_card cards[3], unsigned weight,
                      const struct cr_position *at)
{
    struct hand_cards hand = {0};
    memcpy(hand.hole, cards, 3);
    const double values[3] = {cr_rational_value(at->options[0].ev),
                              cr_rational_value(at->options[1].ev),
                              cr_rational_value(at->options[at->option_count - 1].ev)};
    spot_give(s, 0, &hand, (double)weight / TRIPLES, values);
}

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    (void)analysis;
    for (unsigned f = 0; f < FLOPS; f++) {
        struct cr_position at;
        cr_card hand[3];
        flop_cards(&flops[f], hand);
        int rc = tcp_position(s->rules, hand, &at, err);
        if (rc != CR_OK)
            return rc;
        unsigned best = 0;
        for (unsigned i = 0; i < at.option_count; i++) {
            if (with_side &&
                !tcp_with_side(s->rules, hand, at.options[i].action, &at.options[i].ev))
                return err_set(err, CR_E_RANGE, "%s: the exact expectation has too many digits",
                               s->rules->name);
            if (rational_compare(at.options[i].ev, at.options[best].ev) > 0)
                best = i;
        }
        s->three[f] = at.options[best].action;
        give_spot(s, hand, flops[f].weight, &at);
    }
    return CR_OK;
}

static cr_action decide_three(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    (void)board;
    return s->three[s->triples[triple_index(s, hole)].flop];
}

/* The rule of thumb: play with queen-6-4 or better. */
static cr_action decide_simple(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    static const cr_card worst[3] = {4 * RANK_Q, 4 * RANK_6 + 1, 4 * RANK_4 + 2};
    (void)board;
    return s->actions[0][cr_eval3(hole) <= cr_eval3(worst)];
}

static DECIDE_MANY(decide_threes, decide_three);
static DECIDE_MANY(decide_simples, decide_simple);

const struct game_strategy strategy_tcp = {
    STRATEGY_OF(tcp), .optimal = {decide_threes}, .simple = {decide_simples},
    .look = look_tcp, .sayings = {say_tcp},
};
