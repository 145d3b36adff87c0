/* The strategies of Ultimate Texas Hold'em: the tables of the best play, and the rule of thumb. */
#include "base/err.h"
#include "game/cards/eval_inline.h"
#include "game/games/game.h"
#include "math/games/dealer_ends.h"
#include "math/kernels/generator.h"
#include "math/starts.h"
#include "math/strategy/strategy_simple.h"
#include "math/strategy/strategy_tables.h"

#include <math.h>
#include <stdlib.h>

/* Each value has two levels; the second is used where one is too narrow (UTH_LIMB). */
enum { Q_A, Q_D, Q_V, VALUES, Q_CODE = 2 * VALUES, QUANTITIES };

/* The rules as whole numbers, as in uth.c: `scale` parts make an Ante. */
struct uth_terms {
    uint16_t qualifying_rank;
    struct wager_ends play_ends, ante_ends, blind_ends; /* UTH-7 */
    int64_t scale;
    wide blind[CR_CATEGORIES]; /* scaled; 0: the Blind pushes */
    wide side[CR_CATEGORIES];  /* result of Trips for a hand that is played; 0 without the bet */
    wide side_folded[CR_CATEGORIES];
    int64_t parts;        /* per Ante: bets are counted in such parts */
    int64_t small, large; /* river bets */
};

static bool scale_by(int64_t *scale, struct cr_ratio ratio)
{
    if (ratio.num == 0)
        return true;
    const wide common = *scale / wide_divisor(*scale, ratio.den) * ratio.den;
    if (common > INT64_MAX / 1000)
        return false;
    *scale = (int64_t)common;
    return true;
}

static bool uth_terms_make(const struct cr_rules *rules, bool with_side, struct uth_terms *out)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    const unsigned trips = cr_slot_find(rules->game, "trips", 5);
    const bool forfeits = rules->fold_forfeits >> trips & 1;
    *out = (struct uth_terms){.qualifying_rank = rules->qualifying_rank,
                              .play_ends = wager_ends(rules, rules->game->stages[0].slot),
                              .ante_ends = wager_ends(rules, rules->game->ante),
                              .blind_ends = wager_ends(rules, blind),
                              .scale = rules->bet_parts,
                              .parts = rules->bet_parts,
                              .small = multiple_min(rules->multiples[2]),
                              .large = multiple_max(rules->multiples[2])};
    bool fits = true;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        fits = fits && scale_by(&out->scale, rules->pays[blind].pays[c]) &&
               (!with_side || scale_by(&out->scale, rules->pays[trips].pays[c]));
    for (unsigned c = 0; c < CR_CATEGORIES && fits; c++) {
        const struct cr_ratio b = rules->pays[blind].pays[c], s = rules->pays[trips].pays[c];
        out->blind[c] = b.num ? (wide)(out->scale / b.den) * b.num : 0;
        if (with_side)
            out->side[c] = s.num ? (wide)(out->scale / s.den) * s.num : s.den ? 0 : -out->scale;
        out->side_folded[c] = with_side && forfeits ? -out->scale : out->side[c];
    }
    return fits;
}

#define NUMBER              int64_t
#define NAME(x)             x
#define PUT(value, q, k, p) (out[2 * (q)][k][p] = (value))
#include "math/strategy/strategy_uth_hand.h"

#define NUMBER              wide
#define NAME(x)             x##_wide
#define PUT(value, q, k, p) uth_limbs(value, &out[2 * (q)][k][p], &out[2 * (q) + 1][k][p])
#include "math/rational.h"
#include "math/strategy/strategy_uth_hand.h"

/* The rule of thumb in words: what to do at each decision with which hands. Semicolons separate
 * conditions. */
static const struct thumb_words uth_by_hand[] = {
    {0, 2,
     "any pair of threes or better; any ace; any suited king; king-5 or better; queen-6 suited or "
     "better; queen-8 or better; jack-8 suited or better; jack-10"},
    {0, 0, "all other hands"},
    {1, 2,
     "two pair or better that is not all on the board; a pair with a card of yours, but not two "
     "deuces in the hand; four to a flush with a ten or better of yours in its suit"},
    {1, 0, "all other hands"},
    {2, 1,
     "a pair or better with a card of yours; fewer than 21 unseen cards that alone would beat you"},
    {2, 0, "all other hands"},
    {0, 0, NULL},
};

/* The largest value of a hand on a board, summed over the dealer's hands. */
static double most_of(const struct uth_terms *u)
{
    double most = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        most = fmax(most, (double)u->blind[c] + (double)u->side[c]);
    return DEALER_HANDS * (most + (double)(u->large + 4) * (double)u->scale);
}

/* Whether every quantity of one board fits 32 bits, with room for the difference of two; and
 * whether its sums over turns and rivers fit 64 bits. */
static bool fits_32(const struct uth_terms *u)
{
    return 2 * most_of(u) < INT32_MAX;
}

static bool sums_fit_64(const struct uth_terms *u)
{
    return 2 * most_of(u) * RUNOUTS < 9e18;
}

/* Stores the decisions on complete boards as codes; those of flush classes come as differences to
 * those of the ranks. */
static bool pack_boards(struct strategy *s, const struct level *codes)
{
    const struct class_tables *t = &s->tables;
    const row16 *plain = codes->plain, *flush = codes->flush;
    s->plain = calloc(MULTISETS_5, sizeof *s->plain);
    s->flush = calloc((size_t)t->flush_classes[5] * KINDS, sizeof *s->flush);
    if (!s->plain || !s->flush)
        return false;
    for (unsigned i = 0; i < MULTISETS_5; i++)
        for (unsigned p = 0; p < PAIRS; p++)
            code_set(s->plain[i], p, (unsigned)plain[i][p]);
    for (unsigned size = 3; size <= 5; size++) {
#pragma omp parallel for schedule(dynamic, 8)
        for (unsigned m = 0; m < t->masks[size]; m++) {
            const unsigned mask = t->mask_at[size][m];
            for (unsigned o = 0; o < t->multisets[5 - size]; o++) {
                struct ranks all = t->multiset_at[5 - size][o];
                for (unsigned r = 0; r < CR_RANKS; r++)
                    all.count[r] = (uint8_t)(all.count[r] + (mask >> r & 1));
                const int16_t *base = plain[multiset_index(&all)];
                const size_t class = flush_class(t, 5, size, mask, o);
                for (unsigned i = 0; i < KINDS; i++)
                    for (unsigned p = 0; p < PAIRS; p++)
                        code_set(s->flush[class * KINDS + i], p,
                                 (unsigned)(base[p] + flush[class * KINDS + i][p]));
            }
        }
    }
    return true;
}

/* Sums for starting hands over all flops: [suited][pair]. Hole cards of one rank are counted twice
 * throughout. */
struct start_sums {
    wide check[2][PAIRS], a[2][PAIRS], d[2][PAIRS];
};

/* The sums of a flop, from one level or from two. */
static void flop_values(const struct level levels[2], const struct flop_spot *spot, unsigned lane,
                        wide out[PAIRS_WIDE])
{
    row64 rest, quotient = {0};
    flop_sum(&levels[0], spot, lane, rest);
    if (levels[1].memory)
        flop_sum(&levels[1], spot, lane, quotient);
    for (unsigned p = 0; p < PAIRS_WIDE; p++)
        out[p] = rest[p] + (wide)quotient[p] * UTH_LIMB;
}

static void uth_flop(struct strategy *s, const struct level levels[2 * VALUES],
                     const struct flop *flop, unsigned f, struct start_sums *sums)
{
    const int64_t small = multiple_min(s->rules->multiples[1]);
    const int64_t large = multiple_max(s->rules->multiples[1]);
    struct flop_spot spot;
    flop_spot_find(&s->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned suited = lane / 4 == lane % 4;
        wide of[VALUES][PAIRS_WIDE];
        for (unsigned q = 0; q < VALUES; q++)
            flop_values(&levels[2 * q], &spot, lane, of[q]);
        for (unsigned p = 0; p < PAIRS; p++) {
            if (!hand_exists(&s->tables, flop, lane, p))
                continue;
            /* Where values are equal, the smaller bet, or none, is chosen. */
            const wide a = of[Q_A][p], d = of[Q_D][p], bet = a + (d > 0 ? large : small) * d;
            unsigned code = 0;
            if (bet > of[Q_V][p])
                code = d > 0 ? 2 : 1;
            code_set(s->flops[f][lane], p, code);
            sums->check[suited][p] += (wide)flop->weight * (code ? bet : of[Q_V][p]);
            sums->a[suited][p] += (wide)flop->weight * a;
            sums->d[suited][p] += (wide)flop->weight * d;
        }
    }
}

static void uth_starts(struct strategy *s, const struct start_sums *sums)
{
    struct start_hand list[CR_STARTS];
    starts_list(list);
    for (unsigned i = 0; i < CR_STARTS; i++) {
        const unsigned p = list[i].pair, suited = list[i].suited;
        wide best = sums->check[suited][p];
        cr_action action = CR_CHECK;
        for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
            const wide value = sums->a[suited][p] + (wide)k * sums->d[suited][p];
            if ((s->rules->multiples[0] >> k & 1) && value > best) {
                best = value;
                action = cr_action_bet(k);
            }
        }
        strategy_set_start(s, p, suited, action);
    }
}

/* ---- Situations ---- */

static bool checks(const struct strategy *s, const struct hand_cards *hand)
{
    return s->starts[hand->hole[0]][hand->hole[1]] == CR_CHECK;
}

static void give_flop(const struct strategy *s, const struct level levels[2 * VALUES],
                      const struct uth_terms *u, const struct flop *flop)
{
    const double all = (double)RUNOUTS * DEALER_HANDS * (double)u->scale;
    const double sizes[2] = {multiple_min(s->rules->multiples[1]),
                             multiple_max(s->rules->multiples[1])};
    struct flop_spot spot;
    flop_spot_find(&s->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        wide of[VALUES][PAIRS_WIDE];
        for (unsigned q = 0; q < VALUES; q++)
            flop_values(&levels[2 * q], &spot, lane, of[q]);
        for (unsigned p = 0; p < PAIRS; p++) {
            struct hand_cards hand;
            if (!flop_hand(&s->tables, flop, lane, p, &hand) || !checks(s, &hand))
                continue;
            const double a = (double)of[Q_A][p] / all, d = (double)of[Q_D][p] / all;
            const double values[3] = {(double)of[Q_V][p] / all, a + sizes[0] * d, a + sizes[1] * d};
            spot_give(s, 1, &hand, flop->weight / (double)FLOP_HANDS, values);
        }
    }
}

#define BOARDS_DEALT 300000 /* a sample: all boards are far too many */

static void deal_board(struct generator *g, struct hand_cards *out, card_set *used)
{
    *used = 0;
    for (unsigned i = 0; i < 7; i++) {
        cr_card card;
        do
            card = (cr_card)(generator_next(g) % CR_DECK_CARDS);
        while (set_has(*used, card));
        *used = set_with(*used, card);
        *(i < 2 ? &out->hole[i] : &out->board[i - 2]) = card;
    }
}

/* Compares the hand with every hand that the dealer can have, and passes it to the visitor. */
static void give_board(const struct strategy *s, const struct uth_terms *u,
                       const struct hand_cards *hand, card_set used)
{
    const struct eval_hand board = eval_hand_of(hand->board, 5);
    const uint16_t mine = thumb_rank(hand->hole, hand->board, 5);
    const double all = (double)DEALER_HANDS * (double)u->scale;
    int64_t win = 0, loss = 0, unqualified = 0;
    wide out[VALUES];
    for (cr_card a = 0; a < CR_DECK_CARDS; a++) {
        const struct eval_hand six = eval_hand_add(board, a);
        for (cr_card b = 0; b < a && !set_has(used, a); b++) {
            if (set_has(used, b))
                continue;
            const uint16_t rank = eval_hand_rank(eval_hand_add(six, b));
            win += rank > mine;
            loss += rank < mine;
            unqualified += rank > u->qualifying_rank;
        }
    }
    uth_hand_wide(u, win, loss, unqualified, mine, out);
    const double a = (double)out[Q_A] / all, d = (double)out[Q_D] / all;
    const double values[3] = {-2, a + (double)u->small * d, a + (double)u->large * d};
    spot_give(s, 2, hand, 1.0 / BOARDS_DEALT, values);
}

static void give_boards(const struct strategy *s, const struct uth_terms *u)
{
    struct generator g;
    generator_init(&g, 1, 0);
    for (unsigned i = 0; i < BOARDS_DEALT; i++) {
        struct hand_cards hand = {0};
        card_set used;
        cr_action flop;
        deal_board(&g, &hand, &used);
        if (!checks(s, &hand))
            continue;
        strategy_decide_flops(s, &hand, &(uint16_t){0}, 1, &flop);
        if (flop == CR_CHECK)
            give_board(s, u, &hand, used);
    }
}

static bool uth_levels(struct strategy *s, const struct uth_terms *u, struct level five[QUANTITIES],
                       struct level three[2 * VALUES], struct level *four)
{
    const struct kernels *kernels = kernels_find(NULL);
    const struct class_tables *t = &s->tables;
    const bool narrow = fits_32(u), is_wide = !sums_fit_64(u);
    quantities_of *of = is_wide ? uth_quantities_wide : uth_quantities;
    for (unsigned q = 0; q < 2 * VALUES; q += is_wide ? 1 : 2)
        if (!level_new(t, 5, narrow ? sizeof(int32_t) : sizeof(int64_t), &five[q]) ||
            !level_new(t, 3, sizeof(int64_t), &three[q]))
            return false;
    if (!level_new(t, 5, sizeof(int16_t), &five[Q_CODE]) ||
        !levels_play_out(t, u->qualifying_rank, of, u, QUANTITIES, five) ||
        !pack_boards(s, &five[Q_CODE]) || !level_new(t, 4, sizeof(int64_t), four))
        return false;
    for (unsigned q = 0; q < 2 * VALUES; q++) {
        if (!five[q].memory)
            continue;
        (narrow ? kernels->up_32_64 : kernels->up_64_64)(t, &five[q], four);
        kernels->up_64_64(t, four, &three[q]);
        level_free(&five[q]);
    }
    return true;
}

static bool uth_tables(struct strategy *s, const struct flop flops[FLOPS],
                       const struct uth_terms *u)
{
    struct level five[QUANTITIES] = {0}, three[2 * VALUES] = {0}, four = {0};
    struct start_sums *sums = calloc(1, sizeof *sums);
    const bool done = sums && uth_levels(s, u, five, three, &four);
    if (done) {
        for (unsigned f = 0; f < FLOPS; f++)
            uth_flop(s, three, &flops[f], f, sums);
        uth_starts(s, sums);
        for (unsigned f = 0; s->visit && f < FLOPS; f++)
            give_flop(s, three, u, &flops[f]);
        if (s->visit)
            give_boards(s, u);
    }
    free(sums);
    level_free(&four);
    for (unsigned q = 0; q < QUANTITIES; q++)
        level_free(&five[q]);
    for (unsigned q = 0; q < 2 * VALUES; q++)
        level_free(&three[q]);
    return done;
}

static int fill(struct strategy *s, const struct flop flops[FLOPS],
                const struct cr_analysis *analysis, bool with_side, struct cr_err *err)
{
    struct uth_terms u;
    spots_of_starts(s, analysis);
    if (!uth_terms_make(s->rules, with_side, &u))
        return err_set(err, CR_E_RANGE,
                       "%s: the pays of Blind and Trips have no common denominator that can be "
                       "reckoned with",
                       s->rules->name);
    return uth_tables(s, flops, &u)
               ? CR_OK
               : err_set(err, CR_E_RANGE, "not enough memory for the strategy");
}

/* ---- The last decision ---- */

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

static cr_action decide_board(const struct strategy *s, const cr_card *hole, const cr_card *board)
{
    return s->actions[2][board_code(s, hole, board)];
}

static DECIDE_MANY(decide_boards, decide_board);

/* ---- The rule of thumb that is printed everywhere ---- */

/* Whether a hand makes the large bet before the flop: a pair from threes, any ace, and high cards
 * whose lower card reaches a bound that falls with the higher card and for suited hands. */
static bool uth_raises(unsigned high, unsigned low, bool suited)
{
    if (high == low)
        return low >= RANK_3;
    switch (high) {
    case RANK_A:
        return true;
    case RANK_K:
        return suited || low >= RANK_5;
    case RANK_Q:
        return low >= (suited ? RANK_6 : RANK_8);
    case RANK_J:
        return low >= (suited ? RANK_8 : RANK_T);
    default:
        return false;
    }
}

static unsigned simple_start(const struct cr_rules *rules, struct thumb_start hand)
{
    (void)rules;
    return uth_raises(hand.high, hand.low, hand.suited) ? 2 : 0;
}

static void fill_simple(struct strategy *s)
{
    thumb_fill_starts(s, simple_start);
}

/* Whether a hand bets on the flop: two pair or better that is not all on the board, a pair with a
 * hole card other than two deuces in the hand, or four to a flush with a ten or better among the
 * hole cards of the suit. */
static bool simple_uth_flop(const cr_card *hole, const cr_card *board)
{
    const bool pocket = cr_card_rank(hole[0]) == cr_card_rank(hole[1]);
    const bool hidden = thumb_hidden_pair(hole, board, 3);
    const enum cr_category made = cr_rank_category(thumb_rank(hole, board, 3));
    if (made >= CR_STRAIGHT || (hidden && made >= CR_TWO_PAIR))
        return true;
    return (hidden && !(pocket && cr_card_rank(hole[0]) == RANK_2)) ||
           thumb_four_flush(hole, board, 3, RANK_T);
}

/* Whether a hand bets on the river: a pair or better with a hole card, or fewer than 21 unseen
 * cards that alone beat the hand. */
static bool simple_uth_river(const cr_card *hole, const cr_card *board)
{
    const uint16_t mine = thumb_rank(hole, board, 5);
    return thumb_hidden_pair(hole, board, 5) ||
           cr_rank_category(mine) > cr_rank_category(cr_eval5(board)) ||
           thumb_dealer_outs(hole, board, mine) < 21;
}

static cr_action decide_simple_flop(const struct strategy *s, const cr_card *hole,
                                    const cr_card *board)
{
    return s->actions[1][simple_uth_flop(hole, board) ? 2 : 0];
}

static cr_action decide_simple_river(const struct strategy *s, const cr_card *hole,
                                     const cr_card *board)
{
    return s->actions[2][simple_uth_river(hole, board)];
}

static DECIDE_MANY(decide_simple_flops, decide_simple_flop);
static DECIDE_MANY(decide_simple_rivers, decide_simple_river);

const struct game_strategy strategy_uth = {
    STRATEGY_OF(uth),
    .optimal = {strategy_decide_starts, strategy_decide_flops, decide_boards},
    .fill_simple = fill_simple,
    .simple = {strategy_decide_starts, decide_simple_flops, decide_simple_rivers},
    .look = look_holdem,
    .sayings = {say_starts, say_draws, say_boards},
};
