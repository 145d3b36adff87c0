/* How to play: every decision of a game as a table, or a published rule of thumb.
 *
 * A decision is a code of two bits: 0 the smallest (fold, or check), 1 the smallest bet, 2 the
 * largest. A bet between the two is never better than both, because values are linear in it.
 *
 * On a flop the code stands by one of the 1,755 flops up to suits, the suits of the hole cards
 * (16 lanes) and their ranks (91 pairs). On a complete board it stands by the class of the board:
 * its ranks, or its flush class. The turn of pg keeps its sums as they are, because a board of
 * four cards can come to a flush in two suits: the row of its ranks plus a difference for each.
 */
#include "analysis/strategy.h"

#include "analysis/kernels.h"
#include "analysis/starts.h"
#include "analysis/strategy_simple.h"
#include "analysis/tcp.h"
#include "base/err.h"
#include "cards/eval_inline.h"
#include "games/game.h"

#include <stdlib.h>
#include <string.h>

#define LANES     16
#define ROW_BYTES (PAIRS_WIDE / 4)
#define PERMS     24
#define TRIPLES   22100 /* three of 52 cards */

/* Two bits for each pair of ranks. */
typedef uint8_t code_row[ROW_BYTES];

/* Three cards as one of the 1,755 kinds, and the renaming of suits that makes them so. */
struct triple {
    uint16_t flop;
    uint8_t perm;
};

struct strategy {
    const struct cr_rules *rules;
    enum strategy_kind kind;
    struct class_tables tables;
    uint8_t suit_as[PERMS][CR_SUITS];
    struct triple triples[TRIPLES];
    cr_action actions[CR_STAGES][3]; /* by code */
    cr_action starts[CR_DECK_CARDS][CR_DECK_CARDS];
    code_row flops[FLOPS][LANES];
    cr_action three[FLOPS];    /* tcp */
    code_row *plain, *flush;   /* uth: complete boards, [multisets] and [classes * KINDS] */
    struct level turn;         /* pg: sums of wins - losses on four cards */
    uint32_t triple_start[52]; /* choose(c, 3) */
};

static void code_set(code_row row, unsigned p, unsigned code)
{
    row[p / 4] = (uint8_t)(row[p / 4] | code << p % 4 * 2);
}

static unsigned code_get(const code_row row, unsigned p)
{
    return row[p / 4] >> p % 4 * 2 & 3u;
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

/* ---- Boards by class ---- */

/* The number of the multiset of some cards' ranks, those of one suit left out (CR_SUITS: none). */
static unsigned ranks_of(const struct class_tables *t, const cr_card *cards, unsigned count,
                         unsigned but_suit)
{
    unsigned size = 0, index = 0;
    for (unsigned i = 0; i < count; i++)
        if (cr_card_suit(cards[i]) != but_suit)
            index = t->add[size++][index][cr_card_rank(cards[i])];
    return index;
}

/* A board's flush class in a suit of which it has enough cards; false when it has not. */
static bool flush_class_of(const struct class_tables *t, const cr_card *cards, unsigned count,
                           unsigned suit, unsigned *out)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < count; i++)
        if (cr_card_suit(cards[i]) == suit)
            mask |= 1u << cr_card_rank(cards[i]);
    const unsigned size = (unsigned)__builtin_popcount(mask);
    if (size + 2 < count)
        return false;
    *out = flush_class(t, count, size, mask, ranks_of(t, cards, count, suit));
    return true;
}

/* The hole cards, the higher one first; of one rank, either. */
struct hole {
    unsigned pair, high_suit, low_suit;
};

static struct hole hole_of(const cr_card cards[2])
{
    const cr_card high = cards[0] > cards[1] ? cards[0] : cards[1];
    const cr_card low = cards[0] > cards[1] ? cards[1] : cards[0];
    return (struct hole){pair_index(cr_card_rank(high), cr_card_rank(low)), cr_card_suit(high),
                         cr_card_suit(low)};
}

static unsigned kind_in(const struct hole *hole, unsigned suit)
{
    return (unsigned)(hole->high_suit == suit) << 1 | (hole->low_suit == suit);
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

/* ---- Flops ---- */

/* Sums of up to three quantities for all lanes of one flop: levels of three cards, 64 bits. */
struct flop_spot {
    unsigned ranks;
    bool can[CR_SUITS];
    unsigned class[CR_SUITS];
};

static void flop_spot_find(const struct class_tables *t, const struct flop *flop,
                           struct flop_spot *out)
{
    cr_card cards[3];
    unsigned n = 0;
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        for (unsigned left = flop->masks[suit]; left; left &= left - 1)
            cards[n++] = cr_card_make((unsigned)__builtin_ctz(left), suit);
    out->ranks = ranks_of(t, cards, 3, CR_SUITS);
    for (unsigned suit = 0; suit < CR_SUITS; suit++)
        out->can[suit] = flush_class_of(t, cards, 3, suit, &out->class[suit]);
}

static void flop_sum(const struct level *level, const struct flop_spot *spot, unsigned lane,
                     row64 out)
{
    const struct hole h = {0, lane / 4, lane % 4};
    memcpy(out, ((const row64 *)level->plain)[spot->ranks], sizeof(row64));
    for (unsigned suit = 0; suit < CR_SUITS; suit++) {
        if (!spot->can[suit])
            continue;
        const int64_t *row =
            ((const row64 *)level->flush)[spot->class[suit] * KINDS + kind_in(&h, suit)];
        for (unsigned p = 0; p < PAIRS_WIDE; p++)
            out[p] += row[p];
    }
}

/* Whether hole cards of that lane and pair can be dealt beside the flop. */
static bool hand_exists(const struct class_tables *t, const struct flop *flop, unsigned lane,
                        unsigned p)
{
    const unsigned high = t->pair_high[p], low = t->pair_low[p];
    return !(flop->masks[lane / 4] >> high & 1) && !(flop->masks[lane % 4] >> low & 1) &&
           (high != low || lane / 4 != lane % 4);
}

static void set_start(struct strategy *s, unsigned pair, bool suited, cr_action action)
{
    for (unsigned a = 0; a < CR_DECK_CARDS; a++)
        for (unsigned b = 0; b < CR_DECK_CARDS; b++)
            if (a != b && hole_of((cr_card[2]){(cr_card)a, (cr_card)b}).pair == pair &&
                (a % 4 == b % 4) == suited)
                s->starts[a][b] = action;
}

/* ---- uth ---- */

enum { Q_A, Q_D, Q_V, Q_CODE, QUANTITIES };

/* The rules as whole numbers, as in uth.c: `scale` parts make an Ante. */
struct uth_terms {
    uint16_t qualifying_rank;
    int64_t scale;
    int64_t blind[CR_CATEGORIES]; /* scaled; 0: the Blind pushes */
    int64_t side[CR_CATEGORIES];  /* Trips of a hand that is played; 0 without the bet */
    int64_t side_folded[CR_CATEGORIES];
    int64_t small, large; /* river bets */
};

/* A common denominator beyond this could overflow the sums. */
#define SCALED_MAX INT64_C(1000000000)

static bool scale_by(int64_t *scale, struct cr_ratio ratio)
{
    if (ratio.num == 0)
        return true;
    int64_t a = *scale, b = ratio.den;
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    *scale = *scale / a * ratio.den;
    return *scale <= SCALED_MAX && (wide)*scale * ratio.num / ratio.den <= SCALED_MAX;
}

static bool uth_terms_make(const struct cr_rules *rules, bool with_side, struct uth_terms *out)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    const unsigned trips = cr_slot_find(rules->game, "trips", 5);
    const bool forfeits = rules->fold_forfeits >> trips & 1;
    *out = (struct uth_terms){.qualifying_rank = rules->qualifying_rank,
                              .scale = 1,
                              .small = multiple_min(rules->multiples[2]),
                              .large = multiple_max(rules->multiples[2])};
    bool fits = true;
    for (unsigned pass = 0; pass < 2; pass++) /* the second with the final scale */
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            fits = fits && scale_by(&out->scale, rules->pays[blind].pays[c]) &&
                   (!with_side || scale_by(&out->scale, rules->pays[trips].pays[c]));
    for (unsigned c = 0; c < CR_CATEGORIES && fits; c++) {
        const struct cr_ratio b = rules->pays[blind].pays[c], s = rules->pays[trips].pays[c];
        out->blind[c] = b.num ? out->scale / b.den * b.num : 0;
        if (with_side)
            out->side[c] = s.num ? out->scale / s.den * s.num : -out->scale;
        out->side_folded[c] = with_side && forfeits ? -out->scale : out->side[c];
    }
    return fits;
}

/* One hand on a complete board, over the dealer's hands. */
static void uth_hand(const struct uth_terms *u, int64_t win, int64_t loss, int64_t unqualified,
                     uint16_t rank, int64_t out[QUANTITIES])
{
    const unsigned category = cr_rank_category(rank);
    /* UTH-7: the Ante counts only against a dealer who qualifies. A hand that qualifies beats all
     * who do not; one that does not loses to all who do. */
    const bool strong = rank <= u->qualifying_rank;
    const int64_t win_q = strong ? win - unqualified : 0;
    const int64_t loss_q = strong ? loss : DEALER_HANDS - unqualified;
    const int64_t a = u->scale * (win_q - loss_q - loss) + u->blind[category] * win +
                      u->side[category] * DEALER_HANDS;
    const int64_t d = u->scale * (win - loss);
    const int64_t values[3] = {(u->side_folded[category] - 2 * u->scale) * DEALER_HANDS,
                               a + u->small * d, a + u->large * d};
    unsigned code = 0;
    for (unsigned i = 1; i < 3; i++)
        if (values[i] > values[code])
            code = i;
    out[Q_A] = a;
    out[Q_D] = d;
    out[Q_V] = values[code];
    out[Q_CODE] = code;
}

static void uth_quantities(const void *context, const struct showdowns *s, unsigned kinds,
                           quantity_rows *out)
{
    for (unsigned k = 0; k < kinds; k++) {
        for (unsigned p = 0; p < PAIRS_WIDE; p++) {
            int64_t value[QUANTITIES] = {0};
            if (s->rank[k][p])
                uth_hand(context, s->win[k][p], s->loss[k][p], s->unqualified[k][p], s->rank[k][p],
                         value);
            for (unsigned q = 0; q < QUANTITIES; q++)
                out[q][k][p] = value[q];
        }
    }
}

/* Whether every quantity of one board fits 32 bits, with room for a difference of two. */
static bool fits_32(const struct uth_terms *u)
{
    int64_t most = 0;
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (u->blind[c] + u->side[c] > most)
            most = u->blind[c] + u->side[c];
    return 2 * DEALER_HANDS * (most + (u->large + 4) * u->scale) < INT32_MAX;
}

/* Decisions on complete boards: the ranks' own, and for flush classes those plus a difference. */
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

/* What starting hands come to, over all flops: [suited][pair]; a pair counts twice throughout. */
struct start_sums {
    wide check[2][PAIRS], a[2][PAIRS], d[2][PAIRS];
};

static void uth_flop(struct strategy *s, const struct level levels[3], const struct flop *flop,
                     unsigned f, struct start_sums *sums)
{
    const int64_t small = multiple_min(s->rules->multiples[1]);
    const int64_t large = multiple_max(s->rules->multiples[1]);
    struct flop_spot spot;
    flop_spot_find(&s->tables, flop, &spot);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned suited = lane / 4 == lane % 4;
        row64 of[3];
        for (unsigned q = 0; q < 3; q++)
            flop_sum(&levels[q], &spot, lane, of[q]);
        for (unsigned p = 0; p < PAIRS; p++) {
            if (!hand_exists(&s->tables, flop, lane, p))
                continue;
            /* Equal values: the smaller bet, and rather none. */
            const int64_t a = of[Q_A][p], d = of[Q_D][p], bet = a + (d > 0 ? large : small) * d;
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
        set_start(s, p, suited, action);
    }
}

static bool uth_levels(struct strategy *s, const struct uth_terms *u, struct level five[QUANTITIES],
                       struct level three[3], struct level *four)
{
    const struct kernels *kernels = kernels_find(NULL);
    const struct class_tables *t = &s->tables;
    const bool narrow = fits_32(u);
    for (unsigned q = 0; q < 3; q++)
        if (!level_new(t, 5, narrow ? sizeof(int32_t) : sizeof(int64_t), &five[q]) ||
            !level_new(t, 3, sizeof(int64_t), &three[q]))
            return false;
    if (!level_new(t, 5, sizeof(int16_t), &five[Q_CODE]) ||
        !levels_play_out(t, u->qualifying_rank, uth_quantities, u, QUANTITIES, five) ||
        !pack_boards(s, &five[Q_CODE]) || !level_new(t, 4, sizeof(int64_t), four))
        return false;
    for (unsigned q = 0; q < 3; q++) {
        (narrow ? kernels->up_32_64 : kernels->up_64_64)(t, &five[q], four);
        kernels->up_64_64(t, four, &three[q]);
        level_free(&five[q]);
    }
    return true;
}

static bool uth_tables(struct strategy *s, const struct flop flops[FLOPS],
                       const struct uth_terms *u)
{
    struct level five[QUANTITIES] = {0}, three[3] = {0}, four = {0};
    struct start_sums *sums = calloc(1, sizeof *sums);
    const bool done = sums && uth_levels(s, u, five, three, &four);
    if (done) {
        for (unsigned f = 0; f < FLOPS; f++)
            uth_flop(s, three, &flops[f], f, sums);
        uth_starts(s, sums);
    }
    free(sums);
    level_free(&four);
    for (unsigned q = 0; q < QUANTITIES; q++)
        level_free(&five[q]);
    for (unsigned q = 0; q < 3; q++)
        level_free(&three[q]);
    return done;
}

/* ---- pg ---- */

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
            code_set(s->flops[f][lane], p, sum[p] > 0);
    }
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
    }
    level_free(&five);
    level_free(&three);
    return done;
}

/* The analysis has decided the starting hands: by their words. */
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
                set_start(s, list[i].pair, list[i].suited, legal[k]);
                break;
            }
        }
    }
}

/* ---- tcp ---- */

/* The value of one option with Pair Plus as large as the Ante. */
static bool tcp_with_side(const struct cr_rules *rules, const cr_card hand[3], cr_action action,
                          struct cr_rational *ev)
{
    const unsigned slot = cr_slot_find(rules->game, "pair_plus", 9);
    const struct cr_ratio pays = rules->pays[slot].pays[cr_rank3_category(cr_eval3(hand))];
    const bool lost = pays.num == 0 || (action == CR_FOLD && (rules->fold_forfeits >> slot & 1));
    const struct cr_ratio side = lost ? (struct cr_ratio){-1, 1} : pays;
    return rational_reduce((wide)ev->num * side.den + (wide)side.num * ev->den,
                           (wide)ev->den * side.den, ev);
}

static int tcp_tables(struct strategy *s, const struct flop flops[FLOPS], bool with_side,
                      struct cr_err *err)
{
    for (unsigned f = 0; f < FLOPS; f++) {
        struct cr_position at;
        cr_card hand[3];
        unsigned n = 0;
        for (unsigned suit = 0; suit < CR_SUITS; suit++)
            for (unsigned left = flops[f].masks[suit]; left; left &= left - 1)
                hand[n++] = cr_card_make((unsigned)__builtin_ctz(left), suit);
        int rc = tcp_position(s->rules, hand, &at, err);
        if (rc != CR_OK)
            return rc;
        unsigned best = 0;
        for (unsigned i = 0; i < at.option_count; i++) {
            if (with_side &&
                !tcp_with_side(s->rules, hand, at.options[i].action, &at.options[i].ev))
                return err_set(err, CR_E_RANGE, "%s: the exact expectation has more than 18 digits",
                               s->rules->name);
            if (rational_compare(at.options[i].ev, at.options[best].ev) > 0)
                best = i;
        }
        s->three[f] = at.options[best].action;
    }
    return CR_OK;
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
        return tcp_tables(s, flops, with_side, err);
    bool done;
    if (s->rules->game == &game_uth) {
        struct uth_terms u;
        if (!uth_terms_make(s->rules, with_side, &u))
            return err_set(err, CR_E_RANGE,
                           "the pay tables of %s are too large to be analysed exactly",
                           s->rules->name);
        done = uth_tables(s, flops, &u);
    } else {
        done = pg_tables(s, flops);
        pg_starts(s, analysis);
    }
    return done ? CR_OK : err_set(err, CR_E_RANGE, "not enough memory for the strategy");
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
