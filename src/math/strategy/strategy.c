/* How to play: every decision of a game as a table, or a published rule of thumb.
 *
 * On a flop the code stands by one of the 1,755 flops up to suits, the suits of the hole cards
 * (16 lanes) and their ranks (91 pairs). On a complete board it stands by the class of the board:
 * its ranks, or its flush class. The turn of pg keeps its sums as they are, because a board of
 * four cards can come to a flush in two suits: the row of its ranks plus a difference for each.
 */
#include "math/strategy/strategy.h"

#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "math/starts.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <stdlib.h>
#include <string.h>

static unsigned code_get(const code_row row, unsigned p)
{
    return (unsigned)row[p / 4] >> p % 4 * 2 & 3u;
}

/* ---- Three cards up to suits ---- */

static unsigned triple_index(const struct strategy *s, const cr_card *cards)
{
    const unsigned a = cards[0], b = cards[1], c = cards[2];
    const unsigned ab_low = a < b ? a : b, ab_high = a < b ? b : a;
    const unsigned low = ab_low < c ? ab_low : c, rest = ab_low < c ? c : ab_low;
    const unsigned high = ab_high > rest ? ab_high : rest, middle = ab_high > rest ? rest : ab_high;
    return s->triple_start[high] + middle * (middle - 1) / 2 + low;
}

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

/* Every real flop, by going through all renamings of each kind. */
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

static unsigned flop_code(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    const struct hole h = hole_of(hole);
    const struct triple at = s->triples[triple_index(s, board)];
    const uint8_t *as = s->suit_as[at.perm];
    return code_get(s->flops[at.flop][4u * as[h.high_suit] + as[h.low_suit]], h.pair);
}

static unsigned board_code(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    const struct class_tables *t = &s->tables;
    const struct hole h = hole_of(hole);
    const struct eval_hand five = eval_hand_of(board, 5);
    const uint64_t suits = (five.key + EVAL_SUITS_EACH(2)) & EVAL_SUITS_FLUSH;
    if (!suits)
        return code_get(s->plain[ranks_of(t, board, 5, CR_SUITS)], h.pair);
    const unsigned suit = ((unsigned)__builtin_ctzll(suits) - EVAL_SUIT_SHIFT) / EVAL_SUIT_BITS;
    const unsigned mask = eval_hand_suit_mask(five, suit);
    const unsigned class =
        flush_class(t, 5, (unsigned)__builtin_popcount(mask), mask, ranks_of(t, board, 5, suit));
    return code_get(s->flush[(size_t) class * KINDS + kind_in(&h, suit)], h.pair);
}

/* pg, four cards open: bet when wins outnumber losses over all rivers and dealer's hands. */
static unsigned turn_code(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    const struct hole h = hole_of(hole);
    const unsigned ranks = ranks_of(&s->tables, board, 4, CR_SUITS);
    int32_t sum = ((const row32 *)s->turn.plain)[ranks][h.pair];
    for (unsigned suit = 0; suit < CR_SUITS; suit++) {
        unsigned class;
        if (flush_class_of(&s->tables, board, 4, suit, &class))
            sum += ((const row32 *)s->turn.flush)[class * KINDS + kind_in(&h, suit)][h.pair];
    }
    return sum > 0;
}

/* ---- Rules of thumb ---- */

static void simple_starts(struct strategy *s)
{
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = 0; b < CR_DECK_CARDS; b++)
            s->starts[a][b] =
                s->actions[0][simple_start(s->rules, (cr_card[2]){(cr_card)a, (cr_card)b})];
}

/* ---- The strategy ---- */

static void list_actions(struct strategy *s)
{
    static const cr_action checks[CR_STAGES] = {CR_CHECK, CR_CHECK, CR_CHECK};
    for (unsigned stage = 0; stage < s->rules->game->stage_count; stage++) {
        cr_action legal[CR_LEGAL_MAX];
        cr_legal_actions(s->rules, checks, stage, legal);
        s->actions[stage][0] = legal[0];
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
    if (s->kind == STRATEGY_SIMPLE) {
        simple_starts(s);
        return CR_OK;
    }
    if (s->rules->game == &game_tcp)
        return strategy_fill_tcp(s, flops, with_side, err);
    if (s->rules->game == &game_uth)
        return strategy_fill_uth(s, flops, with_side, err);
    return strategy_fill_pg(s, flops, analysis, err);
}

struct strategy *strategy_new(const struct cr_rules *rules, const struct cr_analysis *analysis,
                              enum strategy_kind kind, bool with_side, struct cr_err *err)
{
    struct strategy *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, CR_E_RANGE, "not enough memory for the strategy");
        return NULL;
    }
    s->rules = rules;
    s->kind = kind;
    list_actions(s);
    if (make_tables(s, analysis, with_side, err) == CR_OK)
        return s;
    strategy_free(s);
    return NULL;
}

void strategy_free(struct strategy *strategy)
{
    if (!strategy)
        return;
    free(strategy->plain);
    free(strategy->flush);
    level_free(&strategy->turn);
    free(strategy);
}

static cr_action decide_three(const struct strategy *s, const cr_card *hole)
{
    if (s->kind == STRATEGY_SIMPLE)
        return s->actions[0][simple_three(hole)];
    return s->three[s->triples[triple_index(s, hole)].flop];
}

static cr_action decide_start(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    (void)board;
    return s->starts[hole[0]][hole[1]];
}

static cr_action decide_flop(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[1][flop_code(s, hole, board)];
}

static cr_action decide_board(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[2][board_code(s, hole, board)];
}

static cr_action decide_turn(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[2][turn_code(s, hole, board)];
}

static cr_action decide_simple(const struct strategy *s, unsigned stage, const cr_card *hole,
                               const cr_card *board)
{
    return s->actions[stage][simple_code(s->rules, stage, hole, board)];
}

/* One loop for each kind of decision: its branches and tables, and no others. */
#define FOR_ALL(decision)                                                                          \
    for (size_t i = 0; i < count; i++)                                                             \
    out[i] = decision

void strategy_decide_all(const void *strategy, unsigned stage, const struct hand_cards *hands,
                         const uint16_t *which, size_t count, cr_action *out)
{
    const struct strategy *s = strategy;
#define HAND(i) hands[which[i]].hole, hands[which[i]].board
    if (s->rules->game->three_card)
        FOR_ALL(decide_three(s, hands[which[i]].hole));
    else if (stage == 0)
        FOR_ALL(decide_start(s, HAND(i)));
    else if (s->kind == STRATEGY_SIMPLE)
        FOR_ALL(decide_simple(s, stage, HAND(i)));
    else if (stage == 1)
        FOR_ALL(decide_flop(s, HAND(i)));
    else if (s->rules->game == &game_uth)
        FOR_ALL(decide_board(s, HAND(i)));
    else
        FOR_ALL(decide_turn(s, HAND(i)));
#undef HAND
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
