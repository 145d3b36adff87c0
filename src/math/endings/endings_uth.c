/* Lists the endings of Ultimate Texas Hold'em.
 *
 * The last decision is made on complete boards, whose classes hold everything that it depends on;
 * the first two are made on hole cards and flop. So the results of every hand are counted on every
 * class of complete boards, by category and by the bet of the last decision, and summed over turns
 * and rivers as in the analysis. For each flop only its own decision is then left to make.
 */
#include "game/games/game.h"
#include "math/endings/holdem_hands.h"
#include "math/endings/list_endings.h"
#include "math/games/dealer_ends.h"
#include "math/starts.h"

#include <stdlib.h>
#include <string.h>

/* The results of dealer_ends.h, and one for all hands of the dealer. */
enum { ALL = DEALER_ENDS, RESULTS };

/* The counters of one category: results of hands that an earlier decision plays; of those that the
 * last decision plays with its smallest bet, and with its largest; and of those that it folds. */
enum { OF_PLAYED, OF_SMALL = OF_PLAYED + RESULTS, OF_LARGE = OF_SMALL + RESULTS };
enum { OF_FOLDED = OF_LARGE + RESULTS, OF_CATEGORY };

#define TOGETHER 2 /* how many categories one run over all boards counts */

/* The bets of the last decision, in parts of an Ante, on every class of complete boards. */
struct last_bets {
    uint8_t (*plain)[PAIRS_WIDE]; /* [MULTISETS_5] */
    uint8_t (*flush)[PAIRS_WIDE]; /* [flush classes * KINDS] */
};

struct listing {
    const struct cr_rules *rules;
    const struct strategy *play;
    struct class_tables tables;
    struct last_bets last;
    unsigned small, large; /* sizes of the last bet */
    bool ties_pay;
    start_bets start;
    struct flop flops[FLOPS];
};

/* ---- The last decision ---- */

/* The hands of hole cards that exist beside one class of boards. */
struct class_hands {
    unsigned count;
    struct hand_cards cards[PAIRS];
    uint16_t which[PAIRS];
    uint8_t pair[PAIRS];
};

/* A card of that rank in the first suit from `from` up to the one before `to` that is not in
 * use. */
static cr_card free_card(card_set used, unsigned rank, unsigned from, unsigned to)
{
    for (unsigned suit = from; suit < to; suit++)
        if (!set_has(used, cr_card_make(rank, suit)))
            return cr_card_make(rank, suit);
    return CR_NO_CARD;
}

/* One hand of each pair of ranks and that kind beside a board whose flush suit is suit 0. */
static void class_hands_make(const struct class_tables *t, const cr_card board[5], bool is_flush,
                             unsigned kind, struct class_hands *out)
{
    card_set used = 0;
    for (unsigned i = 0; i < 5; i++)
        used = set_with(used, board[i]);
    out->count = 0;
    for (unsigned p = 0; p < PAIRS; p++) {
        const unsigned in_suit[2] = {kind >> 1 & 1, kind & 1};
        const unsigned rank[2] = {t->pair_high[p], t->pair_low[p]};
        struct hand_cards *hand = &out->cards[out->count];
        card_set taken = used;
        bool exists = true;
        for (unsigned i = 0; i < 2 && exists; i++) {
            hand->hole[i] = free_card(taken, rank[i], is_flush && !in_suit[i] ? 1 : 0,
                                      is_flush && in_suit[i] ? 1 : CR_SUITS);
            exists = hand->hole[i] != CR_NO_CARD;
            taken = exists ? set_with(taken, hand->hole[i]) : taken;
        }
        if (!exists)
            continue;
        memcpy(hand->board, board, 5);
        out->which[out->count] = (uint16_t)out->count;
        out->pair[out->count++] = (uint8_t)p;
    }
}

static void decide_class(const struct listing *l, const cr_card board[5], bool is_flush,
                         unsigned kind, uint8_t out[PAIRS_WIDE])
{
    struct class_hands hands;
    cr_action actions[PAIRS];
    class_hands_make(&l->tables, board, is_flush, kind, &hands);
    strategy_decide_all(l->play, 2, hands.cards, hands.which, hands.count, actions);
    for (unsigned i = 0; i < hands.count; i++)
        out[hands.pair[i]] = (uint8_t)cr_action_multiple(actions[i]);
}

/* Cards of the given ranks whose suits take turns from `suit` on, so that no three are of one
 * suit. */
static unsigned add_cards(const struct ranks *ranks, unsigned suit, unsigned suits, cr_card *out)
{
    unsigned n = 0;
    for (unsigned r = 0; r < CR_RANKS; r++)
        for (unsigned i = 0; i < ranks->count[r]; i++, n++)
            out[n] = cr_card_make(r, suit + n % suits);
    return n;
}

static void decide_plain(void *listing, unsigned index)
{
    const struct listing *l = listing;
    cr_card board[5];
    if (!is_board(&l->tables.multiset_at[5][index]))
        return;
    add_cards(&l->tables.multiset_at[5][index], 0, CR_SUITS, board);
    decide_class(l, board, false, 0, l->last.plain[index]);
}

static void decide_flush(void *listing, unsigned size, unsigned mask, unsigned others)
{
    const struct listing *l = listing;
    const struct class_tables *t = &l->tables;
    const size_t class = flush_class(t, 5, size, mask, others);
    cr_card board[5];
    unsigned n = add_cards(&t->multiset_at[5 - size][others], 1, CR_SUITS - 1, board);
    for (unsigned left = mask; left; left &= left - 1)
        board[n++] = cr_card_make((unsigned)__builtin_ctz(left), 0);
    for (unsigned kind = 0; kind < KINDS; kind++)
        decide_class(l, board, true, kind, l->last.flush[class * KINDS + kind]);
}

static bool last_bets_make(struct listing *l)
{
    const struct class_tables *t = &l->tables;
    l->last.plain = calloc(MULTISETS_5, sizeof *l->last.plain);
    l->last.flush = calloc((size_t)t->flush_classes[5] * KINDS, sizeof *l->last.flush);
    if (!l->last.plain || !l->last.flush)
        return false;
    classes_visit(t, decide_plain, decide_flush, l);
    return true;
}

/* ---- Complete boards ---- */

/* One run over all boards, for TOGETHER categories. */
struct run {
    const struct listing *l;
    unsigned first; /* the first category that it counts */
    struct level four[TOGETHER * OF_CATEGORY], three[TOGETHER * OF_CATEGORY];
};

static void count_results(const struct cr_rules *rules, const struct showdowns *s, unsigned kind,
                          unsigned p, int64_t out[RESULTS])
{
    const struct dealer_ends ends =
        dealer_ends(s->win[kind][p], s->loss[kind][p], s->unqualified[kind][p], DEALER_HANDS,
                    s->rank[kind][p] <= rules->qualifying_rank);
    memcpy(out, ends.of, sizeof ends.of);
    out[ALL] = DEALER_HANDS;
}

/* Whether a tie pays some wager: equal hands return every wager, unless the house pays it when the
 * dealer does not qualify. */
static bool ties_pay(const struct cr_rules *rules)
{
    bool pay = false;
    for (unsigned s = 0; s < rules->game->slot_count; s++)
        pay |= rules->unqualified[s] == CR_UNQUALIFIED_PAY;
    return pay;
}

static void quantities(const void *context, const struct showdowns *s, unsigned kinds,
                       quantity_rows *out)
{
    const struct run *run = context;
    const struct last_bets *last = &run->l->last;
    memset(out, 0, TOGETHER * OF_CATEGORY * sizeof *out);
    for (unsigned k = 0; k < kinds; k++) {
        const uint8_t *bets =
            kinds == 1 ? last->plain[s->class] : last->flush[(size_t)s->class * KINDS + k];
        for (unsigned p = 0; p < PAIRS; p++) {
            const unsigned category = s->rank[k][p] ? cr_rank_category(s->rank[k][p]) : 0;
            if (!s->rank[k][p] || category - run->first >= TOGETHER)
                continue;
            quantity_rows *of = &out[(category - run->first) * OF_CATEGORY];
            int64_t results[RESULTS];
            count_results(run->l->rules, s, k, p, results);
            const unsigned decided = bets[p] == run->l->small ? OF_SMALL : OF_LARGE;
            for (unsigned r = 0; r < RESULTS; r++) {
                of[OF_PLAYED + r][k][p] = results[r];
                if (bets[p] > 0)
                    of[decided + r][k][p] = results[r];
            }
            of[OF_FOLDED][k][p] = bets[p] > 0 ? 0 : DEALER_HANDS;
        }
    }
}

static bool run_boards(struct run *run)
{
    const struct class_tables *t = &run->l->tables;
    bool needed[TOGETHER * OF_CATEGORY];
    bool done = true;
    for (unsigned q = 0; q < TOGETHER * OF_CATEGORY; q++) {
        const unsigned of = q % OF_CATEGORY;
        needed[q] = of < OF_LARGE || of == OF_FOLDED || run->l->large != run->l->small;
        needed[q] &= of == OF_FOLDED || of % RESULTS != END_TIE_UNQUALIFIED || run->l->ties_pay;
        done = done && (!needed[q] || (level_new_partial(t, sizeof(int32_t), &run->four[q]) &&
                                       level_new(t, 3, sizeof(int32_t), &run->three[q])));
    }
    const struct stream stream = {.t = t,
                                  .qualifying_rank = run->l->rules->qualifying_rank,
                                  .of = quantities,
                                  .context = run,
                                  .quantities = TOGETHER * OF_CATEGORY,
                                  .needed = needed,
                                  .four = run->four,
                                  .three = run->three};
    done = done && kernels_find(NULL)->stream_16_32(&stream);
    for (unsigned q = 0; q < TOGETHER * OF_CATEGORY; q++)
        level_free(&run->four[q]);
    return done;
}

/* ---- Flops ---- */

/* Counts of deals by the Play bet (0: a fold), the category of all cards, that of the progressive's
 * five, and the result. */
struct tally {
    int64_t of[CR_MULTIPLES + 1][CR_CATEGORIES][CR_CATEGORIES][RESULTS];
};

static void flop_row(const struct level *level, const struct flop_spot *spot, unsigned lane,
                     row32 out)
{
    const struct hole h = {0, lane / 4, lane % 4};
    memset(out, 0, sizeof(row32));
    if (!level->memory)
        return;
    memcpy(out, ((const row32 *)level->plain)[spot->ranks], sizeof(row32));
    for (unsigned suit = 0; suit < CR_SUITS; suit++) {
        if (!spot->can[suit])
            continue;
        const int32_t *row =
            ((const row32 *)level->flush)[spot->class[suit] * KINDS + kind_in(&h, suit)];
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            out[p] += row[p];
    }
}

static void tally_hand(const struct listing *l, unsigned bet, unsigned category, unsigned award,
                       int64_t weight, row32 *rows, unsigned p, struct tally *out)
{
    for (unsigned r = 0; r < RESULTS && bet > 0; r++)
        out->of[bet][category][award][r] += weight * rows[OF_PLAYED + r][p];
    for (unsigned r = 0; r < RESULTS && bet == 0; r++) {
        out->of[l->small][category][award][r] += weight * rows[OF_SMALL + r][p];
        out->of[l->large][category][award][r] += weight * rows[OF_LARGE + r][p];
    }
    if (bet == 0)
        out->of[0][category][award][ALL] += weight * rows[OF_FOLDED][p];
}

static void tally_flop(const struct run *run, const struct flop *flop, struct tally *out)
{
    struct flop_spot spot;
    flop_spot_find(&run->l->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct flop_hands hands;
        row32 rows[TOGETHER * OF_CATEGORY];
        flop_hands_make(&run->l->tables, run->l->play, flop, lane, &hands);
        for (unsigned q = 0; q < TOGETHER * OF_CATEGORY; q++)
            flop_row(&run->three[q], &spot, lane, rows[q]);
        for (unsigned i = 0; i < hands.count; i++) {
            const unsigned start = run->l->start[lane][hands.pair[i]];
            const unsigned bet = start ? start : cr_action_multiple(hands.actions[i]);
            for (unsigned c = 0; c < TOGETHER; c++)
                tally_hand(run->l, bet, run->first + c, hands.award[i], flop->weight,
                           &rows[c * OF_CATEGORY], hands.pair[i], out);
        }
    }
}

static void tally_join(struct tally *to, const struct tally *from)
{
    int64_t *sum = &to->of[0][0][0][0];
    const int64_t *add = &from->of[0][0][0][0];
    for (size_t i = 0; i < sizeof to->of / sizeof *sum; i++)
        sum[i] += add[i];
}

/* Counts two categories over all boards and flops. */
static bool tally_categories(const struct listing *l, unsigned first, struct tally *out)
{
    struct run run = {.l = l, .first = first};
    bool done = run_boards(&run);
#pragma omp parallel reduction(&& : done)
    {
        struct tally *mine = done ? calloc(1, sizeof *mine) : NULL;
        done = mine != NULL;
#pragma omp for schedule(dynamic, 8)
        for (unsigned f = 0; f < FLOPS; f++)
            if (mine)
                tally_flop(&run, &l->flops[f], mine);
#pragma omp critical
        if (mine)
            tally_join(out, mine);
        free(mine);
    }
    for (unsigned q = 0; q < TOGETHER * OF_CATEGORY; q++)
        level_free(&run.three[q]);
    return done;
}

/* ---- Endings ---- */

static void add_endings(const struct cr_rules *rules, unsigned bet, unsigned category,
                        unsigned award, const int64_t results[RESULTS], struct ending_bag *bag)
{
    static const struct {
        enum dealer_end result;
        int versus;
        bool qualifies;
    } kinds[] = {{END_WIN, 1, true},
                 {END_WIN_UNQUALIFIED, 1, false},
                 {END_LOSS, -1, true},
                 {END_LOSS_UNQUALIFIED, -1, false},
                 {END_TIE_UNQUALIFIED, 0, false}};
    const struct cr_game *game = rules->game;
    struct cr_ending e = ending_placed(rules);
    e.category = (uint8_t)category;
    e.award = (uint8_t)award;
    e.folded = bet == 0;
    e.bets[game->stages[0].slot] = (uint8_t)bet;
    for (unsigned s = 0; s < game->slot_count; s++)
        if (game->slots[s].by_table)
            e.rows[s] = (uint8_t)category;
    int64_t ties = results[ALL];
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        e.versus_dealer = (int8_t)kinds[i].versus;
        e.dealer_qualifies = kinds[i].qualifies;
        e.deals = results[kinds[i].result];
        ties -= e.deals;
        ending_bag_add(bag, &e);
    }
    e.versus_dealer = 0;
    e.dealer_qualifies = true;
    e.deals = ties;
    ending_bag_add(bag, &e);
}

static bool list_all(struct listing *l, struct tally *tally, struct ending_bag *bag)
{
    bool done = last_bets_make(l);
    for (unsigned c = 0; c < CR_CATEGORIES && done; c += TOGETHER)
        done = tally_categories(l, c, tally);
    for (unsigned bet = 0; bet <= CR_MULTIPLES && done; bet++)
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            for (unsigned award = 0; award < CR_CATEGORIES; award++)
                add_endings(l->rules, bet, c, award, tally->of[bet][c][award], bag);
    return done && !bag->full;
}

bool list_endings_uth(const struct cr_rules *rules, const struct strategy *play,
                      struct ending_bag *bag)
{
    struct listing *l = calloc(1, sizeof *l);
    struct tally *tally = calloc(1, sizeof *tally);
    bool done = l && tally;
    if (done) {
        l->rules = rules;
        l->play = play;
        l->ties_pay = ties_pay(rules);
        l->small = multiple_min(rules->multiples[2]);
        l->large = multiple_max(rules->multiples[2]);
        class_tables_init(&l->tables);
        flops_list(l->flops);
        start_bets_make(&l->tables, play, l->start);
        done = list_all(l, tally, bag);
        free(l->last.plain);
        free(l->last.flush);
    }
    free(l);
    free(tally);
    return done;
}
