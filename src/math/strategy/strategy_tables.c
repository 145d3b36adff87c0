/* The tables of a strategy, from the sums of the exact analysis. */
#include "math/strategy/strategy_tables.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/tcp.h"
#include "math/starts.h"

#include <stdlib.h>
#include <string.h>

static void code_set(code_row row, unsigned p, unsigned code)
{
    row[p / 4] = (uint8_t)(row[p / 4] | code << p % 4 * 2);
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

int strategy_fill_uth(struct strategy *s, const struct flop flops[FLOPS], bool with_side,
                      struct cr_err *err)
{
    struct uth_terms u;
    if (!uth_terms_make(s->rules, with_side, &u))
        return err_set(err, CR_E_RANGE, "the pay tables of %s are too large to be analysed exactly",
                       s->rules->name);
    return uth_tables(s, flops, &u)
               ? CR_OK
               : err_set(err, CR_E_RANGE, "not enough memory for the strategy");
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

int strategy_fill_pg(struct strategy *s, const struct flop flops[FLOPS],
                     const struct cr_analysis *analysis, struct cr_err *err)
{
    pg_starts(s, analysis);
    return pg_tables(s, flops) ? CR_OK
                               : err_set(err, CR_E_RANGE, "not enough memory for the strategy");
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

int strategy_fill_tcp(struct strategy *s, const struct flop flops[FLOPS], bool with_side,
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
