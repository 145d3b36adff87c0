/* The strategies of Progressive Texas Hold 'Em Poker: the tables of the best play, and the manual's
 * rule of thumb. */
#include "base/err.h"
#include "game/games/game.h"
#include "math/starts.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <string.h>

/* The rule of thumb in words: what to do at each decision with which hands. Semicolons separate
 * conditions. */
static const struct thumb_words pg_by_hand[] = {
    {0, 0, "2-3 to 2-7 of two suits; 3-4 of two suits where the Ante needs more than a straight"},
    {0, 1, "all other hands"},
    {1, 1,
     "a pair or better with a card of yours; four to a flush; four in a row open at both ends"},
    {1, 0, "all other hands"},
    {2, 1,
     "a pair or better with a card of yours; four to a flush; four in a row open at both ends"},
    {2, 0, "all other hands"},
    {0, 0, NULL},
};

static void pg_quantities(const void *context, const struct showdowns *s, unsigned kinds,
                          quantity_rows *out)
{
    (void)context;
    for (unsigned k = 0; k < kinds; k++)
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            out[0][k][p] = s->win[k][p] - s->loss[k][p];
}

static void pg_flop(struct strategy *s, const struct level *three, const struct flop *flop,
                    unsigned f)
{
    struct flop_spot spot;
    flop_spot_find(&s->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        row64 sum;
        flop_sum(three, &spot, lane, sum);
        for (unsigned p = 0; p < PAIRS; p++)
            code_set(s->flops[f][lane], p, sum[p] > 0 ? 2 : 0); /* the largest bet, or none */
    }
}

/* With four cards open: wins less losses over all rivers and dealer's hands. */
static int32_t turn_sum(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    const struct hole h = hole_of(hole);
    const unsigned ranks = ranks_of(&s->tables, board, 4, CR_SUITS);
    int32_t sum = ((const row32 *)s->turn.plain)[ranks][h.pair];
    for (unsigned suit = 0; suit < CR_SUITS; suit++) {
        unsigned class;
        if (flush_class_of(&s->tables, board, 4, suit, &class))
            sum += ((const row32 *)s->turn.flush)[class * KINDS + kind_in(&h, suit)][h.pair];
    }
    return sum;
}

/* Visits a hand whose bets are worth a multiple of the value of one Ante bet (`one`). */
static void give_bet(const struct strategy *s, unsigned stage, const struct hand_cards *hand,
                     double weight, double one)
{
    const double part = one / s->rules->bet_parts;
    const double values[3] = {0, part * multiple_min(s->rules->multiples[stage]),
                              part * multiple_max(s->rules->multiples[stage])};
    spot_give(s, stage, hand, weight, values);
}

static void give_flop(const struct strategy *s, const struct level *three, const struct flop *flop)
{
    struct flop_spot spot;
    flop_spot_find(&s->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        row64 sum;
        flop_sum(three, &spot, lane, sum);
        for (unsigned p = 0; p < PAIRS; p++) {
            struct hand_cards hand;
            if (flop_hand(&s->tables, flop, lane, p, &hand) &&
                s->starts[hand.hole[0]][hand.hole[1]] != CR_FOLD)
                give_bet(s, 1, &hand, flop->weight / (double)FLOP_HANDS,
                         (double)sum[p] / RUNOUTS / DEALER_HANDS);
        }
    }
}

#define TURNS_BETWEEN 9 /* only every ninth class of four-card boards is visited */
#define RIVERS        46
#define TURN_HANDS    1128 /* hands beside a board of four cards */

static void give_turn(const struct strategy *s, card_set board, double weight)
{
    struct hand_cards hand = {0};
    cr_card cards[SET_CARDS_MAX];
    set_cards(board, cards);
    memcpy(hand.board, cards, 4);
    for (cr_card a = 0; a < CR_DECK_CARDS; a++)
        for (cr_card b = 0; b < a; b++) {
            if (set_has(board, a) || set_has(board, b) || s->starts[a][b] == CR_FOLD)
                continue;
            hand.hole[0] = a;
            hand.hole[1] = b;
            give_bet(s, 2, &hand, weight,
                     (double)turn_sum(s, hand.hole, hand.board) / RIVERS / DEALER_HANDS);
        }
}

static bool give_turns(const struct strategy *s)
{
    struct card_classes boards;
    double sampled = 0;
    if (!card_classes_make(4, &boards))
        return false;
    for (uint32_t class = 0; class < boards.count; class += TURNS_BETWEEN)
        sampled += boards.weight[class];
    for (uint32_t class = 0; class < boards.count; class += TURNS_BETWEEN)
        give_turn(s, boards.first[class], boards.weight[class] / sampled / TURN_HANDS);
    card_classes_free(&boards);
    return true;
}

static bool pg_tables(struct strategy *s, const struct flop flops[FLOPS])
{
    const struct kernels *kernels = kernels_find(NULL);
    const struct class_tables *t = &s->tables;
    struct level five = {0}, three = {0};
    const bool done = level_new(t, 5, sizeof(int16_t), &five) &&
                      level_new(t, 4, sizeof(int32_t), &s->turn) &&
                      level_new(t, 3, sizeof(int64_t), &three) &&
                      levels_play_out(t, s->rules->qualifying_rank, pg_quantities, NULL, 1, &five);
    if (done) {
        kernels->up_16_32(t, &five, &s->turn);
        kernels->up_32_64(t, &s->turn, &three);
        for (unsigned f = 0; f < FLOPS; f++)
            pg_flop(s, &three, &flops[f], f);
        for (unsigned f = 0; s->visit && f < FLOPS; f++)
            give_flop(s, &three, &flops[f]);
    }
    level_free(&five);
    level_free(&three);
    return done && (!s->visit || give_turns(s));
}

/* Takes the decisions of the starting hands from the analysis, where they stand as words. */
static void pg_starts(struct strategy *s, const struct cr_analysis *analysis)
{
    struct start_hand list[CR_STARTS];
    cr_action legal[CR_LEGAL_MAX];
    const size_t count = cr_legal_actions(s->rules, NULL, 0, legal);
    starts_list(list);
    for (unsigned i = 0; i < CR_STARTS; i++) {
        for (size_t k = 0; k < count; k++) {
            char word[CR_ACTION_TEXT_MAX];
            cr_action_format(s->rules, 0, legal[k], word);
            if (strcmp(word, analysis->starts[i].decision) == 0) {
                strategy_set_start(s, list[i].pair, list[i].suited, legal[k]);
                break;
            }
        }
    }
}

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    (void)with_side;
    pg_starts(s, analysis);
    spots_of_starts(s, analysis);
    return pg_tables(s, flops) ? CR_OK
                               : err_set(err, CR_E_RANGE, "not enough memory for the strategy");
}

/* ---- The last decision ---- */

static unsigned turn_code(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return turn_sum(s, hole, board) > 0 ? 2 : 0;
}

static cr_action decide_turn(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[2][turn_code(s, hole, board)];
}

static DECIDE_MANY(decide_turns, decide_turn);

/* ---- The rule of thumb ---- */

/* The manual's fold list: an unsuited deuce up to 7-2, and 4-3 where a straight is not enough for
 * the Ante. */
static bool pg_folds(const struct cr_rules *rules, unsigned high, unsigned low, bool suited)
{
    if (suited || high == low)
        return false;
    return (low == RANK_2 && high <= RANK_7) ||
           (low == RANK_3 && high == RANK_4 && rules->ante_pays_from > CR_STRAIGHT);
}

static unsigned simple_start(const struct cr_rules *rules, struct thumb_start hand)
{
    return pg_folds(rules, hand.high, hand.low, hand.suited) ? 0 : 1;
}

static void fill_simple(struct strategy *s)
{
    thumb_fill_starts(s, simple_start);
}

/* Whether four ranks in a row, a hole card among them, could become a straight at both ends. */
static bool has_open_straight(const cr_card *hole, const cr_card *board, unsigned open)
{
    const unsigned own = 1u << cr_card_rank(hole[0]) | 1u << cr_card_rank(hole[1]);
    unsigned ranks = own;
    for (unsigned i = 0; i < open; i++)
        ranks |= 1u << cr_card_rank(board[i]);
    for (unsigned from = 0; from + 4 < CR_RANKS; from++) {
        const unsigned run = 15u << from;
        if ((ranks & run) == run && (own & run))
            return true;
    }
    return false;
}

static bool simple_pg_bet(const cr_card *hole, const cr_card *board, unsigned open)
{
    return thumb_hidden_pair(hole, board, open) || thumb_four_flush(hole, board, open, RANK_2) ||
           has_open_straight(hole, board, open) ||
           cr_rank_category(thumb_rank(hole, board, open)) >= CR_STRAIGHT;
}

static cr_action decide_simple_turn(const struct strategy *s, const cr_card *hole,
                                    const cr_card *board)
{
    return s->actions[1][simple_pg_bet(hole, board, s->rules->game->stages[1].board_visible)];
}

static cr_action decide_simple_river(const struct strategy *s, const cr_card *hole,
                                     const cr_card *board)
{
    return s->actions[2][simple_pg_bet(hole, board, s->rules->game->stages[2].board_visible)];
}

static DECIDE_MANY(decide_simple_turns, decide_simple_turn);
static DECIDE_MANY(decide_simple_rivers, decide_simple_river);

const struct game_strategy strategy_pg = {
    STRATEGY_OF(pg),
    .optimal = {strategy_decide_starts, strategy_decide_flops, decide_turns},
    .fill_simple = fill_simple,
    .simple = {strategy_decide_starts, decide_simple_turns, decide_simple_rivers},
    .look = look_holdem,
    .sayings = {say_starts, say_draws, say_draws},
};
