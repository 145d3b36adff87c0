/* Lists the endings of Progressive Texas Hold 'Em Poker.
 *
 * Results are counted on complete boards and summed over rivers, because the last decision is made
 * before the river. Then every flop and turn is visited with the decisions of the play.
 */
#include "game/games/game.h"
#include "math/endings/holdem_hands.h"
#include "math/endings/list_endings.h"
#include "math/starts.h"

#include <stdlib.h>
#include <string.h>

/* PG-5: a win pays the Ante (WIN) or is too weak for that (WIN_LESS). */
enum result { WIN, WIN_LESS, LOSS, COUNTED, TIE = COUNTED, RESULTS };

#define RIVERS 46

struct listing {
    const struct cr_rules *rules;
    const struct strategy *play;
    struct class_tables tables;
    struct level four[COUNTED];
    start_bets start;
    struct flop flops[FLOPS];
};

/* A play bets only the smallest or the largest of several sizes, because the result is linear in
 * the bet. */
enum { NO_BET, SMALLEST, LARGEST, SIZES };

/* Counts of deals by the three bets, the category of the progressive's five cards and the result;
 * and of folds by category. */
struct tally {
    int64_t of[SIZES][SIZES][SIZES][CR_CATEGORIES][RESULTS];
    int64_t folded[CR_CATEGORIES];
};

static unsigned size_of(const struct cr_rules *rules, unsigned stage, unsigned antes)
{
    return antes == 0                                       ? NO_BET
           : antes == multiple_max(rules->multiples[stage]) ? LARGEST
                                                            : SMALLEST;
}

static unsigned antes_of(const struct cr_rules *rules, unsigned stage, unsigned size)
{
    return size == NO_BET     ? 0
           : size == SMALLEST ? multiple_min(rules->multiples[stage])
                              : multiple_max(rules->multiples[stage]);
}

static void quantities(const void *context, const struct showdowns *s, unsigned kinds,
                       quantity_rows *out)
{
    const uint16_t pays_to = *(const uint16_t *)context;
    for (unsigned k = 0; k < kinds; k++)
        for (unsigned p = 0; p < PAIRS_WIDE; p++) {
            const bool pays = s->rank[k][p] <= pays_to;
            out[WIN][k][p] = pays ? s->win[k][p] : 0;
            out[WIN_LESS][k][p] = pays ? 0 : s->win[k][p];
            out[LOSS][k][p] = s->loss[k][p];
        }
}

static bool run_boards(struct listing *l)
{
    static const bool needed[COUNTED] = {true, true, true};
    const uint16_t pays_to = cr_category_worst_rank(l->rules->ante_pays_from);
    for (unsigned q = 0; q < COUNTED; q++)
        if (!level_new(&l->tables, 4, sizeof(int32_t), &l->four[q]))
            return false;
    const struct stream stream = {.t = &l->tables,
                                  .qualifying_rank = l->rules->qualifying_rank,
                                  .of = quantities,
                                  .context = &pays_to,
                                  .quantities = COUNTED,
                                  .needed = needed,
                                  .four = l->four};
    return kernels_find(NULL)->stream_16_32(&stream);
}

/* ---- One turn card ---- */

/* The classes of a board of four cards, which are its indices in the level tables. */
struct turn_spot {
    unsigned ranks;
    bool can[CR_SUITS];
    unsigned class[CR_SUITS];
};

static void turn_spot_find(const struct class_tables *t, const cr_card board[4],
                           struct turn_spot *out)
{
    out->ranks = ranks_of(t, board, 4, CR_SUITS);
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        out->can[suit] = flush_class_of(t, board, 4, suit, &out->class[suit]);
}

static int32_t turn_sum(const struct level *level, const struct turn_spot *spot,
                        const struct hole *hole)
{
    int32_t sum = ((const row32 *)level->plain)[spot->ranks][hole->pair];
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        if (spot->can[suit])
            sum += ((const row32 *)
                        level->flush)[spot->class[suit] * KINDS + kind_in(hole, suit)][hole->pair];
    return sum;
}

static void tally_hand(const struct listing *l, const struct turn_spot *spot,
                       const struct hand_cards *hand, int64_t weight, int64_t out[RESULTS])
{
    const struct hole hole = hole_of(hand->hole);
    int64_t ties = (int64_t)RIVERS * DEALER_HANDS;
    for (unsigned r = 0; r < COUNTED; r++) {
        const int64_t sum = turn_sum(&l->four[r], spot, &hole);
        out[r] += weight * sum;
        ties -= sum;
    }
    out[TIE] += weight * ties;
}

static void tally_turn(const struct listing *l, struct flop_hands *hands, unsigned lane,
                       cr_card turn, int64_t weight, struct tally *out)
{
    struct turn_spot spot;
    cr_action actions[PAIRS];
    uint16_t which[PAIRS];
    unsigned count = 0;
    for (unsigned i = 0; i < hands->count; i++) {
        struct hand_cards *hand = &hands->cards[i];
        hand->board[3] = turn;
        if (l->start[lane][hands->pair[i]] > 0 && hand->hole[0] != turn && hand->hole[1] != turn)
            which[count++] = (uint16_t)i;
    }
    if (count == 0)
        return;
    turn_spot_find(&l->tables, hands->cards[0].board, &spot);
    strategy_decide_all(l->play, 2, hands->cards, which, count, actions);
    for (unsigned i = 0; i < count; i++) {
        const unsigned sizes[CR_STAGES] = {
            size_of(l->rules, 0, l->start[lane][hands->pair[which[i]]]),
            size_of(l->rules, 1, cr_action_multiple(hands->actions[which[i]])),
            size_of(l->rules, 2, cr_action_multiple(actions[i]))};
        tally_hand(l, &spot, &hands->cards[which[i]], weight,
                   out->of[sizes[0]][sizes[1]][sizes[2]][hands->award[which[i]]]);
    }
}

static void tally_flop(const struct listing *l, const struct flop *flop, struct tally *out)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct flop_hands hands;
        flop_hands_make(&l->tables, l->play, flop, lane, &hands);
        for (unsigned i = 0; i < hands.count; i++)
            if (l->start[lane][hands.pair[i]] == 0)
                out->folded[hands.award[i]] += (int64_t)flop->weight * RUNOUTS * DEALER_HANDS;
        for (cr_card turn = 0; turn < CR_DECK_CARDS; turn++)
            if (!(flop->masks[cr_card_suit(turn)] >> cr_card_rank(turn) & 1))
                tally_turn(l, &hands, lane, turn, flop->weight, out);
    }
}

static void tally_join(struct tally *to, const struct tally *from)
{
    int64_t *sum = &to->of[0][0][0][0][0];
    const int64_t *more = &from->of[0][0][0][0][0];
    for (size_t i = 0; i < sizeof to->of / sizeof *sum; i++)
        sum[i] += more[i];
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        to->folded[c] += from->folded[c];
}

static void tally_all(const struct listing *l, struct tally *out)
{
#pragma omp parallel
    {
        struct tally mine = {0};
#pragma omp for schedule(dynamic, 8)
        for (unsigned f = 0; f < FLOPS; f++)
            tally_flop(l, &l->flops[f], &mine);
#pragma omp critical
        tally_join(out, &mine);
    }
}

/* ---- Endings ---- */

/* The category of the ending is not the hand's own: it says only whether a win pays the Ante, which
 * is all that the settlement asks. */
static void add_ending(const struct cr_rules *rules, const unsigned bets[CR_STAGES], unsigned award,
                       enum result result, int64_t deals, struct ending_bag *bag)
{
    struct cr_ending e = ending_placed(rules);
    e.deals = deals;
    e.award = (uint8_t)award;
    e.folded = bets[0] == 0;
    e.category = (uint8_t)(result == WIN ? rules->ante_pays_from : CR_HIGH_CARD);
    e.versus_dealer = (int8_t)(result == TIE ? 0 : result == LOSS ? -1 : 1);
    for (unsigned s = 0; s < rules->game->stage_count; s++)
        e.bets[rules->game->stages[s].slot] = (uint8_t)bets[s];
    ending_bag_add(bag, &e);
}

static void add_endings(const struct cr_rules *rules, const struct tally *t, struct ending_bag *bag)
{
    for (unsigned award = 0; award < CR_CATEGORIES; award++) {
        add_ending(rules, (const unsigned[CR_STAGES]){0}, award, TIE, t->folded[award], bag);
        for (unsigned i = 0; i < SIZES * SIZES * SIZES; i++) {
            const unsigned flop = i / (SIZES * SIZES), turn = i / SIZES % SIZES, river = i % SIZES;
            const unsigned bets[CR_STAGES] = {antes_of(rules, 0, flop), antes_of(rules, 1, turn),
                                              antes_of(rules, 2, river)};
            for (unsigned r = 0; r < RESULTS; r++)
                add_ending(rules, bets, award, r, t->of[flop][turn][river][award][r], bag);
        }
    }
}

bool list_endings_pg(const struct cr_rules *rules, const struct strategy *play,
                     struct ending_bag *bag)
{
    struct listing *l = calloc(1, sizeof *l);
    bool done = l != NULL;
    if (done) {
        struct tally tally = {0};
        l->rules = rules;
        l->play = play;
        class_tables_init(&l->tables);
        flops_list(l->flops);
        start_bets_make(&l->tables, play, l->start);
        done = run_boards(l);
        if (done) {
            tally_all(l, &tally);
            add_endings(rules, &tally, bag);
        }
        for (unsigned q = 0; q < COUNTED; q++)
            level_free(&l->four[q]);
    }
    free(l);
    return done && !bag->full;
}
