/* Strategies: every decision of a game as a table, or a published rule of thumb.
 *
 * On a flop the code is indexed by one of the 1,755 classes of flops, the suits of the hole cards
 * (16 lanes) and their ranks (91 pairs). On a complete board it is indexed by the class of the
 * board: its ranks, or its flush class. For the turn of pg the sums themselves are kept, because a
 * board of four cards can become a flush in two suits: the sum is the row of its ranks plus a
 * difference for each suit.
 */
#include "math/strategy/strategy.h"

#include "base/err.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>
#include <string.h>

/* ---- Classes of three cards ---- */

static void list_perms(struct strategy *s)
{
    unsigned n = 0;
    for (unsigned code = 0; code < 256; code++) {
        unsigned seen = 0;
        for (unsigned suit = 0; suit < CR_SUITS; suit++)
            seen |= 1u << (code >> 2 * suit & 3);
        for (unsigned suit = 0; suit < CR_SUITS && seen == 15; suit++)
            s->suit_as[n][suit] = (uint8_t)(code >> 2 * suit & 3);
        n += seen == 15;
    }
}

/* Finds the class of every real flop by going through all renamings of each class's flop. */
static void list_triples(struct strategy *s, const struct flop flops[FLOPS])
{
    for (unsigned c = 0; c < CR_DECK_CARDS; c++)
        s->triple_start[c] = c < 3 ? 0 : c * (c - 1) * (c - 2) / 6;
    for (unsigned f = 0; f < FLOPS; f++) {
        for (unsigned perm = 0; perm < PERMS; perm++) {
            cr_card cards[3];
            unsigned n = 0;
            for (unsigned suit = 0; suit < CR_SUITS; suit++)
                for (unsigned left = flops[f].masks[s->suit_as[perm][suit]]; left; left &= left - 1)
                    cards[n++] = cr_card_make((unsigned)__builtin_ctz(left), suit);
            s->triples[triple_index(s, cards)] = (struct triple){(uint16_t)f, (uint8_t)perm};
        }
    }
}

/* ---- The strategy ---- */

static void list_actions(struct strategy *s)
{
    for (unsigned stage = 0; stage < s->rules->game->stage_count; stage++) {
        s->legal_count[stage] = (uint8_t)actions_at(s->rules, stage, s->legal[stage]);
        s->actions[stage][0] = s->legal[stage][0];
        s->actions[stage][1] = cr_action_bet(multiple_min(s->rules->multiples[stage]));
        s->actions[stage][2] = cr_action_bet(multiple_max(s->rules->multiples[stage]));
    }
}

static int make_tables(struct strategy *s, const struct cr_analysis *analysis, bool with_side,
                       struct cr_err *err)
{
    struct flop flops[FLOPS];
    class_tables_init(&s->tables);
    flops_list(flops);
    list_perms(s);
    list_triples(s, flops);
    if (s->kind == STRATEGY_OPTIMAL)
        return s->game->fill(s, flops, analysis, with_side, err);
    if (s->game->fill_simple)
        s->game->fill_simple(s);
    return CR_OK;
}

/* The way in which the rules' game is played; NULL with err set where there is none. */
static const struct game_strategy *find_game(const struct cr_rules *rules, enum strategy_kind kind,
                                             struct cr_err *err)
{
    const struct game_math *math;
    if (game_math_find(rules->game, &math, err) != CR_OK)
        return NULL;
    const struct game_strategy *game = math->strategy;
    if (!game)
        err_set(err, CR_E_NOT_FOUND, "no tables of the best play for %s", rules->game->title);
    else if (kind == STRATEGY_SIMPLE && !game->simple[0])
        err_set(err, CR_E_NOT_FOUND, "no rule of thumb for %s", rules->game->title);
    else
        return game;
    return NULL;
}

const struct game_strategy *strategy_game(const struct cr_rules *rules, struct cr_err *err)
{
    const struct game_strategy *game = find_game(rules, STRATEGY_OPTIMAL, err);
    if (game && game->look)
        return game;
    if (game)
        err_set(err, CR_E_NOT_FOUND, "nobody has said what players of %s look at",
                rules->game->title);
    return NULL;
}

static struct strategy *strategy_empty(const struct cr_rules *rules, enum strategy_kind kind,
                                       struct cr_err *err)
{
    const struct game_strategy *game = find_game(rules, kind, err);
    if (!game)
        return NULL;
    struct strategy *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, CR_E_RANGE, "not enough memory for the strategy");
        return NULL;
    }
    s->rules = rules;
    s->kind = kind;
    s->game = game;
    list_actions(s);
    return s;
}

static struct strategy *filled(struct strategy *s, const struct cr_analysis *analysis,
                               bool with_side, struct cr_err *err)
{
    if (s && make_tables(s, analysis, with_side, err) == CR_OK)
        return s;
    strategy_free(s);
    return NULL;
}

struct strategy *strategy_new(const struct cr_rules *rules, const struct cr_analysis *analysis,
                              enum strategy_kind kind, bool with_side, struct cr_err *err)
{
    return filled(strategy_empty(rules, kind, err), analysis, with_side, err);
}

struct strategy *strategy_explore(const struct cr_rules *rules, const struct cr_analysis *analysis,
                                  spot_visit *visit, void *context, struct cr_err *err)
{
    struct strategy *s = strategy_empty(rules, STRATEGY_OPTIMAL, err);
    if (s) {
        s->visit = visit;
        s->visit_context = context;
    }
    s = filled(s, analysis, false, err);
    if (s)
        s->visit = NULL;
    return s;
}

void strategy_free(struct strategy *strategy)
{
    if (!strategy)
        return;
    free(strategy->plain);
    free(strategy->flush);
    level_free(&strategy->turn);
    street_plan_free(strategy->streets);
    four_card_table_free(&strategy->four);
    free(strategy->four_bets);
    free(strategy);
}

void strategy_err(struct strategy *strategy, enum strategy_mistake mistake, unsigned stage)
{
    strategy->mistake = mistake;
    strategy->mistake_stage = stage;
}

void strategy_follow(struct strategy *strategy, const struct line_play *lines)
{
    strategy->lines = lines;
}

const struct four_card_table *strategy_four_cards(const struct strategy *s)
{
    return s->four_bets ? &s->four : NULL;
}

cr_action strategy_action(const struct strategy *s, unsigned stage, unsigned code)
{
    const unsigned last = s->legal_count[stage] - 1u;
    return s->rules->game->stages[stage].may_pull ? s->legal[stage][code < last ? code : last]
                                                  : s->actions[stage][code];
}

struct strategy_options strategy_options(const struct strategy *s, unsigned stage)
{
    struct strategy_options o = {.least = s->legal[stage][0], .count = s->legal_count[stage]};
    o.most = s->legal[stage][o.count - 1];
    o.small = s->legal[stage][1];
    return o;
}

static cr_action mistaken(const struct strategy *s, unsigned stage, cr_action right)
{
    const struct strategy_options o = strategy_options(s, stage);
    switch (s->mistake) {
    case MISTAKE_LEAST:
        return o.least;
    case MISTAKE_MOST:
        return o.most;
    case MISTAKE_SMALL_BET:
        return right == o.least ? right : o.small;
    case MISTAKE_NO_FOLD:
        return right == CR_FOLD ? o.small : right;
    case MISTAKE_NONE:
        break;
    }
    return right;
}

/* Applies the lines. They also decide all other hands, unless they leave those to the tables
 * (CODE_BEST). */
static void follow_lines(const struct strategy *s, unsigned stage, const struct hand_cards *hands,
                         const uint16_t *which, size_t count, cr_action *out)
{
    const struct stage_lines *lines = &s->lines->stages[stage];
    for (size_t i = 0; i < count; i++) {
        struct looks looks;
        s->game->look(s->rules, stage, &hands[which[i]], &looks);
        const unsigned code = lines_code(lines, &looks);
        if (code != CODE_BEST)
            out[i] = strategy_action(s, stage, code);
    }
}

void strategy_decide_all(const void *strategy, unsigned stage, const struct hand_cards *hands,
                         const uint16_t *which, size_t count, cr_action *out)
{
    const struct strategy *s = strategy;
    const struct game_strategy *game = s->game;
    if (!s->lines || s->lines->stages[stage].otherwise == CODE_BEST)
        (s->kind == STRATEGY_SIMPLE ? game->simple : game->optimal)[stage](s, hands, which, count,
                                                                           out);
    if (s->lines)
        follow_lines(s, stage, hands, which, count, out);
    if (s->mistake == MISTAKE_NONE || (s->mistake_stage != stage && s->mistake_stage != CR_STAGES))
        return;
    for (size_t i = 0; i < count; i++)
        out[i] = mistaken(s, stage, out[i]);
}

cr_action strategy_decide(const struct strategy *s, unsigned stage, const cr_card *hole,
                          const cr_card *board)
{
    struct hand_cards hand = {0};
    cr_action action;
    memcpy(hand.hole, hole, s->rules->game->hole_cards);
    if (s->rules->game->stages[stage].board_visible > 0)
        memcpy(hand.board, board, s->rules->game->stages[stage].board_visible);
    strategy_decide_all(s, stage, &hand, &(uint16_t){0}, 1, &action);
    return action;
}

unsigned strategy_in_words(const struct cr_rules *rules,
                           struct strategy_words out[STRATEGY_WORDS_MAX])
{
    const struct game_math *math = game_math_of(rules->game);
    if (!math || !math->strategy || !math->strategy->by_hand)
        return 0;
    struct strategy *s = calloc(1, sizeof *s);
    unsigned count = 0;
    if (!s)
        return 0;
    s->rules = rules;
    list_actions(s);
    for (const struct thumb_words *w = math->strategy->by_hand; w->hands; w++) {
        struct strategy_words *words = &out[count++];
        words->stage = w->stage;
        words->hands = w->hands;
        cr_action_format(rules, w->stage, strategy_action(s, w->stage, w->code), words->action);
    }
    free(s);
    return count;
}
