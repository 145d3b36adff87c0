/* Three Card Poker, exactly (MATH-5, TCP-1 to TCP-8).
 *
 * The analysis does not loop over all 407,170,400 deals. It puts the 22,100 hands in order of rank
 * and sweeps over them once, counting how many hands so far there are in all, with each card and
 * with each two cards. From these counts inclusion and exclusion gives how many of them share no
 * card with a given hand.
 */
#include "math/games/tcp.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/protect/engine.h"
#include "math/rational.h"
#include "math/returns.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HANDS   22100 /* three of 52 cards */
#define DEALERS TCP_DEALERS
#define DEALS   ((int64_t)HANDS * DEALERS)
#define DEN_MAX ((wide)1 << 84) /* far above what the two tables of a file need */

/* The slots of the two pay tables in game_tcp; a test compares them with the names. */
enum { SLOT_ANTE_BONUS = 2, SLOT_PAIR_PLUS = 3 };

/* ---- One hand against the dealer ---- */

/* Counts of the hands up to some rank: all, those with a given card, those with two given cards. */
struct census {
    int32_t all;
    int16_t with[CR_DECK_CARDS];
    uint8_t with_two[CR_DECK_CARDS]
                    [CR_DECK_CARDS]; /* at most 50; indexed with the lower card first */
};

static void census_add(struct census *c, const cr_card hand[3])
{
    c->all++;
    for (unsigned i = 0; i < 3; i++)
        c->with[hand[i]]++;
    c->with_two[hand[0]][hand[1]]++;
    c->with_two[hand[0]][hand[2]]++;
    c->with_two[hand[1]][hand[2]]++;
}

/* How many of the counted hands share no card with this hand; counts_it: the hand itself is among
 * them. */
static int32_t census_avoiding(const struct census *c, const cr_card hand[3], bool counts_it)
{
    const int32_t one = c->with[hand[0]] + c->with[hand[1]] + c->with[hand[2]];
    const int32_t two = c->with_two[hand[0]][hand[1]] + c->with_two[hand[0]][hand[2]] +
                        c->with_two[hand[1]][hand[2]];
    return c->all - one + two - counts_it;
}

/* ---- What a hand is paid ---- */

/* The kinds of hands that the house's pay tables can tell apart: categories, and the best hand of
 * the order. */
enum { BEST_HAND = CR_CATEGORIES, HAND_KINDS };

static unsigned kind_of(uint16_t rank)
{
    return rank == 1 ? (unsigned)BEST_HAND : (unsigned)cr_rank3_category(rank);
}

/* A rank of that kind; 0 where three cards have none. */
static uint16_t kind_rank(unsigned kind)
{
    return kind == BEST_HAND ? 1 : cr_category_worst_rank3((enum cr_category)kind);
}

/* The rules for an Ante of 1, as values by kind of hand. Fractions of a unit are kept: rounding
 * down to the cent depends on the stake and is no part of the mathematics. */
struct terms {
    int64_t parts;                           /* per Ante: bets are counted in such parts */
    struct wager_ends ante, play;            /* TCP-3 */
    struct cr_ratio bonus[HAND_KINDS];       /* TCP-6 */
    struct cr_ratio side[HAND_KINDS];        /* Pair Plus of a hand that plays; 0/1: no bet */
    struct cr_ratio side_folded[HAND_KINDS]; /* the same of a hand that folds (TCP-2) */
};

static void terms_make(const struct cr_rules *rules, bool with_pair_plus, struct terms *out)
{
    static const struct cr_ratio nothing = {0, 1}, lost = {-1, 1};
    const bool forfeits = rules->fold_forfeits & 1u << SLOT_PAIR_PLUS;
    out->parts = rules->bet_parts;
    out->ante = wager_ends(rules, rules->game->ante);
    out->play = wager_ends(rules, rules->game->stages[0].slot);
    for (unsigned c = 0; c < HAND_KINDS; c++) {
        const uint16_t rank = kind_rank(c);
        struct cr_ratio bonus = nothing, side = lost;
        if (rank > 0) {
            bonus = slot_pays(rules, SLOT_ANTE_BONUS, rank);
            side = slot_pays(rules, SLOT_PAIR_PLUS, rank);
        }
        out->bonus[c] = bonus.num > 0 ? bonus : nothing;
        out->side[c] = !with_pair_plus ? nothing : side.den > 0 ? side : lost;
        out->side_folded[c] = with_pair_plus && forfeits ? lost : out->side[c];
    }
}

/* Ante and a Play bet of k parts, summed over all the dealer's hands, without the bonus, in parts
 * of an Ante. */
static int64_t base_value(const struct dealer_ends *ends, const struct terms *t, unsigned k)
{
    return t->parts * ends_balance(ends, &t->ante) + k * ends_balance(ends, &t->play);
}

/* What a hand is worth when it bets k parts of an Ante (0: it folds), multiplied by the parts of an
 * Ante, by DEALERS and by the denominators of its three ratios: a whole number that can be compared
 * between the k of one hand. */
static wide scaled_value(const struct tcp_odds *o, const struct terms *t, unsigned kind, unsigned k)
{
    const struct cr_ratio bonus = t->bonus[kind], side = t->side[kind],
                          folded = t->side_folded[kind];
    const wide unit = (wide)bonus.den * side.den * folded.den;
    if (k == 0)
        return DEALERS * t->parts * (unit / folded.den * folded.num - unit);
    return base_value(&o->ends, t, k) * unit +
           DEALERS * t->parts * (unit / bonus.den * bonus.num + unit / side.den * side.num);
}

/* How many parts of an Ante to bet; 0 folds. Where two are worth the same, the smaller. */
static unsigned best_multiple(const struct cr_rules *rules, const struct tcp_odds *o,
                              const struct terms *t, unsigned kind)
{
    unsigned best = 0;
    wide most = scaled_value(o, t, kind, 0);
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        if (!(rules->multiples[0] & 1u << k))
            continue;
        const wide value = scaled_value(o, t, kind, k);
        if (value > most) {
            most = value;
            best = k;
        }
    }
    return best;
}

/* ---- All hands ---- */

struct hands {
    uint16_t end[CR_RANKS_THREE + 1]; /* hands of rank r lie from end[r - 1] up to end[r] */
    cr_card cards[HANDS][3];          /* each ascending */
};

/* The next three cards in ascending order; false after the last. */
static bool hand_next(cr_card hand[3])
{
    for (unsigned i = 3; i-- > 0;)
        if (hand[i] < CR_DECK_CARDS - 3 + i) {
            hand[i]++;
            for (unsigned j = i + 1; j < 3; j++)
                hand[j] = (cr_card)(hand[j - 1] + 1);
            return true;
        }
    return false;
}

/* A counting sort, which keeps the order of hands of one rank and so gives the same list on every
 * machine. */
static void hands_init(struct hands *h)
{
    uint16_t next[CR_RANKS_THREE + 1] = {0};
    cr_card hand[3] = {0, 1, 2};
    do
        next[cr_eval3(hand)]++;
    while (hand_next(hand));
    h->end[0] = 0;
    for (unsigned r = 1; r <= CR_RANKS_THREE; r++) {
        h->end[r] = (uint16_t)(h->end[r - 1] + next[r]);
        next[r] = h->end[r - 1];
    }
    memcpy(hand, (cr_card[3]){0, 1, 2}, sizeof hand);
    do
        memcpy(h->cards[next[cr_eval3(hand)]++], hand, sizeof hand);
    while (hand_next(hand));
}

static void census_add_rank(struct census *c, const struct hands *h, unsigned rank)
{
    for (unsigned i = h->end[rank - 1]; i < h->end[rank]; i++)
        census_add(c, h->cards[i]);
}

/* Counts of deals by what the hand bet, in parts of an Ante, and by its kind. For bet 0, a fold,
 * all deals are counted under tie. */
struct tally {
    struct tcp_odds deals[CR_MULTIPLES + 1][HAND_KINDS];
    uint16_t cutoff;  /* all hands from the best to this rank play; 0: none */
    bool plays_below; /* a hand of a worse rank plays too, so there is no cutoff */
};

static void odds_add(struct tcp_odds *to, const struct tcp_odds *from)
{
    for (unsigned i = 0; i < DEALER_ENDS; i++)
        to->ends.of[i] += from->ends.of[i];
    to->tie += from->tie;
}

static int64_t odds_all(const struct tcp_odds *o)
{
    int64_t sum = o->tie;
    for (unsigned i = 0; i < DEALER_ENDS; i++)
        sum += o->ends.of[i];
    return sum;
}

static void tally_add(struct tally *t, unsigned k, unsigned kind, const struct tcp_odds *o)
{
    if (k == 0) {
        t->deals[0][kind].tie += DEALERS;
        return;
    }
    odds_add(&t->deals[k][kind], o);
}

/* The state of the sweep: hands better than the present rank, hands not worse than it, and all
 * hands with which a dealer qualifies. */
struct sweep {
    struct census better, better_or_equal, qualified;
    uint16_t qualifying_rank;
};

static struct tcp_odds sweep_odds(const struct sweep *s, const cr_card hand[3], unsigned rank)
{
    const bool strong = rank <= s->qualifying_rank;
    const int32_t qualified = census_avoiding(&s->qualified, hand, strong);
    const int32_t loss = census_avoiding(&s->better, hand, false);
    const int32_t tie = census_avoiding(&s->better_or_equal, hand, true) - loss;
    return (struct tcp_odds){
        .ends = dealer_ends(DEALERS - loss - tie, loss, DEALERS - qualified, DEALERS, strong),
        .tie = strong ? tie : 0};
}

void tcp_each_hand(const struct cr_rules *rules, tcp_visit *visit, void *context)
{
    struct hands h;
    struct sweep s = {.qualifying_rank = rules->qualifying_rank};
    hands_init(&h);
    for (unsigned rank = 1; rank <= rules->qualifying_rank; rank++)
        census_add_rank(&s.qualified, &h, rank);
    for (unsigned rank = 1; rank <= CR_RANKS_THREE; rank++) {
        census_add_rank(&s.better_or_equal, &h, rank);
        for (unsigned i = h.end[rank - 1]; i < h.end[rank]; i++) {
            const struct tcp_odds odds = sweep_odds(&s, h.cards[i], rank);
            visit(context, h.cards[i], &odds);
        }
        census_add_rank(&s.better, &h, rank);
    }
}

/* Plays every hand with its own best decision, in order of rank. */
static void play_all(const struct cr_rules *rules, const struct hands *h, const struct terms *terms,
                     struct tally *out)
{
    struct sweep s = {.qualifying_rank = rules->qualifying_rank};
    for (unsigned rank = 1; rank <= rules->qualifying_rank; rank++)
        census_add_rank(&s.qualified, h, rank);
    *out = (struct tally){0};
    for (unsigned rank = 1; rank <= CR_RANKS_THREE; rank++) {
        const unsigned kind = kind_of((uint16_t)rank);
        bool all_play = true, any_plays = false;
        census_add_rank(&s.better_or_equal, h, rank);
        for (unsigned i = h->end[rank - 1]; i < h->end[rank]; i++) {
            const struct tcp_odds o = sweep_odds(&s, h->cards[i], rank);
            const unsigned k = best_multiple(rules, &o, terms, kind);
            all_play &= k > 0;
            any_plays |= k > 0;
            tally_add(out, k, kind, &o);
        }
        census_add_rank(&s.better, h, rank);
        if (all_play && out->cutoff + 1u == rank)
            out->cutoff = (uint16_t)rank;
        else
            out->plays_below |= any_plays;
    }
}

/* ---- Sums ---- */

static int64_t tally_deals(const struct tally *t, unsigned k, unsigned kind)
{
    return odds_all(&t->deals[k][kind]);
}

/* Deals in which the hand played. */
static int64_t tally_played(const struct tally *t, unsigned kind)
{
    int64_t sum = 0;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        sum += tally_deals(t, k, kind);
    return sum;
}

/* The expectation of one deal. */
static bool tally_ev(const struct tally *t, const struct terms *terms, struct cr_rational *out)
{
    struct cr_rational sum = {0, 1};
    bool fits = true;
    int64_t whole = 0;
    for (unsigned c = 0; c < HAND_KINDS; c++) {
        const int64_t played = tally_played(t, c), folded = tally_deals(t, 0, c);
        for (unsigned k = 1; k <= CR_MULTIPLES; k++)
            whole += base_value(&t->deals[k][c].ends, terms, k);
        whole -= folded * terms->parts;
        fits = fits && rational_add(&sum, played, terms->bonus[c]) &&
               rational_add(&sum, played, terms->side[c]) &&
               rational_add(&sum, folded, terms->side_folded[c]);
    }
    return fits && sum.den < DEN_MAX &&
           rational_reduce(sum.num * terms->parts + (wide)whole * sum.den,
                           (wide)DEALS * sum.den * terms->parts, out);
}

/* Pair Plus by itself: it is decided by the hand alone (TCP-5, TCP-8). */
static bool pair_plus_returns(const struct cr_rules *rules, const struct hands *h,
                              struct cr_analysis *out)
{
    int64_t by_rank[CR_RANKS_THREE + 1] = {0};
    for (unsigned r = 1; r <= CR_RANKS_THREE; r++)
        by_rank[r] = h->end[r] - h->end[r - 1];
    return returns_add_side(out, rules, SLOT_PAIR_PLUS, by_rank);
}

/* Deals in which a hand of any kind bet k parts of an Ante. */
static struct tcp_odds odds_with(const struct tally *t, unsigned k)
{
    struct tcp_odds sum = {0};
    for (unsigned c = 0; c < HAND_KINDS; c++)
        odds_add(&sum, &t->deals[k][c]);
    return sum;
}

/* Adds the lines of a wager against the dealer. TCP-3: a house's own rule for a dealer who does not
 * qualify gets a line of its own. made: the size of the bet in words, where there are several
 * sizes. */
static bool returns_against_dealer(struct cr_wager_returns *w, const struct cr_rules *rules,
                                   unsigned slot, const char *made, unsigned bet,
                                   const struct tcp_odds *o)
{
    const int64_t *of = o->ends.of;
    const int64_t unqualified =
        of[END_WIN_UNQUALIFIED] + of[END_LOSS_UNQUALIFIED] + of[END_TIE_UNQUALIFIED];
    const enum cr_unqualified rule = (enum cr_unqualified)rules->unqualified[slot];
    char name[CR_NAME_MAX];
    if (rule == CR_UNQUALIFIED_AS_USUAL)
        return returns_add_showdown(w, made, bet, of[END_WIN] + of[END_WIN_UNQUALIFIED],
                                    o->tie + of[END_TIE_UNQUALIFIED],
                                    of[END_LOSS] + of[END_LOSS_UNQUALIFIED]);
    snprintf(name, sizeof name, "%.7s%sdealer does not qualify", made, made[0] ? " " : "");
    return returns_add(w, name, unqualified, (wide)unqualified * bet,
                       rule == CR_UNQUALIFIED_PAY ? returns_even : returns_back) &&
           returns_add_showdown(w, made, bet, of[END_WIN], o->tie, of[END_LOSS]);
}

static bool play_returns(const struct cr_rules *rules, const struct tally *t,
                         struct cr_analysis *out)
{
    const unsigned ante_slot = rules->game->ante, play_slot = rules->game->stages[0].slot;
    struct cr_wager_returns *ante = returns_new(out, rules, ante_slot, DEALS);
    struct cr_wager_returns *play = returns_new(out, rules, play_slot, DEALS);
    play->bet_parts = rules->bet_parts;
    const bool has_sizes = __builtin_popcount(rules->multiples[0]) > 1;
    const int64_t folded = odds_with(t, 0).tie;
    struct tcp_odds all = {0};
    bool fits = true;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        const struct tcp_odds o = odds_with(t, k);
        char made[CR_ACTION_TEXT_MAX] = "";
        if (has_sizes)
            cr_action_format(rules, 0, cr_action_bet(k), made);
        fits = fits && returns_against_dealer(play, rules, play_slot, made, k, &o);
        odds_add(&all, &o);
    }
    return fits && returns_add(play, "not bet", folded, 0, returns_back) &&
           returns_against_dealer(ante, rules, ante_slot, "", 1, &all) &&
           returns_add(ante, "folded", folded, folded, returns_lost);
}

static bool bonus_returns(const struct cr_rules *rules, const struct tally *t,
                          struct cr_analysis *out)
{
    struct cr_wager_returns *w = returns_new(out, rules, SLOT_ANTE_BONUS, DEALS);
    struct returns_hand hands[HAND_KINDS];
    unsigned count = 0;
    for (unsigned c = 0; c < HAND_KINDS; c++) {
        const int64_t deals = tally_played(t, c);
        if (kind_rank(c) > 0)
            hands[count++] = (struct returns_hand){kind_rank(c), deals, deals};
    }
    return returns_add_hands(w, rules, SLOT_ANTE_BONUS, hands, count) &&
           returns_add(w, "folded", odds_with(t, 0).tie, 0, returns_back);
}

static double square(double x)
{
    return x * x;
}

static double odds_squares(const struct tcp_odds *o, const struct terms *terms, double bonus,
                           double bet)
{
    double sum = (double)o->tie * square(bonus);
    for (unsigned i = 0; i < DEALER_ENDS; i++)
        sum += (double)o->ends.of[i] * square(bonus + terms->ante.of[i] + bet * terms->play.of[i]);
    return sum;
}

/* The standard deviation of one deal, Ante and Play only. */
static double tally_std_dev(const struct tally *t, const struct terms *terms, double ev)
{
    double squares = 0;
    for (unsigned c = 0; c < HAND_KINDS; c++) {
        const double bonus = (double)terms->bonus[c].num / terms->bonus[c].den;
        squares += (double)tally_deals(t, 0, c);
        for (unsigned k = 1; k <= CR_MULTIPLES; k++)
            squares +=
                odds_squares(&t->deals[k][c], terms, bonus, (double)k / (double)terms->parts);
    }
    return sqrt(fmax(0, squares / (double)DEALS - square(ev)));
}

/* ---- The analysis ---- */

/* Writes the worst hand that plays, if every better one plays and every worse one folds; otherwise
 * nothing. A better rank is not always worth more, because the cards of a hand are gone from the
 * dealer's, and under odd rules a pair may fold where a high card plays. The rank alone is enough
 * to name the hand: the best pair and every flush play under any rules. */
static void cutoff_format(const struct hands *h, const struct tally *t, char out[CR_FIGURE_MAX])
{
    out[0] = '\0';
    if (t->cutoff == 0 || t->plays_below)
        return;
    cr_card best[3];
    char text[3][CR_CARD_TEXT_MAX];
    cr_best_three(h->cards[h->end[t->cutoff - 1]], best);
    for (unsigned i = 0; i < 3; i++)
        cr_card_format(best[i], text[i]);
    snprintf(out, CR_FIGURE_MAX, "%c-%c-%c", text[0][0], text[1][0], text[2][0]);
}

static int64_t deals_with(const struct tally *t, unsigned k)
{
    int64_t deals = 0;
    for (unsigned c = 0; c < HAND_KINDS; c++)
        deals += tally_deals(t, k, c);
    return deals;
}

static bool add_frequencies(const struct cr_rules *rules, const struct tally *t,
                            struct cr_analysis *out)
{
    int64_t wagered = DEALS * rules->bet_parts;
    bool fits = true;
    for (unsigned k = CR_MULTIPLES; k >= 1; k--) {
        char name[CR_FIGURE_MAX];
        if (!(rules->multiples[0] >> k & 1))
            continue;
        frequency_name(rules, 0, cr_action_bet(k), name);
        fits &= frequency_add(out, name, deals_with(t, k), DEALS);
        wagered += k * deals_with(t, k);
    }
    return frequency_add(out, "fold", deals_with(t, 0), DEALS) && fits &&
           rational_reduce(wagered, DEALS * rules->bet_parts, &out->average_wager);
}

/* False when a figure is too large to be written exactly. */
static bool analysis_fill(const struct cr_rules *rules, const struct hands *hands,
                          struct cr_analysis *out)
{
    struct terms plain, with;
    struct tally tally, tally_with;
    struct cr_side together = {.name = "with_pair_plus"};
    terms_make(rules, false, &plain);
    terms_make(rules, true, &with);
    play_all(rules, hands, &plain, &tally);
    play_all(rules, hands, &with, &tally_with);
    if (!add_frequencies(rules, &tally, out) || !tally_ev(&tally, &plain, &out->ev) ||
        !tally_ev(&tally_with, &with, &together.ev) || !play_returns(rules, &tally, out) ||
        !bonus_returns(rules, &tally, out) || !pair_plus_returns(rules, hands, out))
        return false;
    out->sides[out->side_count++] = together;
    out->house_edge = -cr_rational_value(out->ev);
    out->element_of_risk = out->house_edge / cr_rational_value(out->average_wager);
    out->std_dev = tally_std_dev(&tally, &plain, cr_rational_value(out->ev));
    cutoff_format(hands, &tally, out->cutoff);
    return true;
}

int analyze_tcp(const struct cr_rules *rules, struct cr_analysis *out, struct cr_err *err)
{
    struct hands hands;
    struct cr_analysis analysis = {0};
    hands_init(&hands);
    if (!analysis_fill(rules, &hands, &analysis))
        return err_set(err, CR_E_RANGE,
                       "%s: the exact expectation has too many digits; give the pay tables ratios "
                       "of smaller numbers",
                       rules->name);
    *out = analysis;
    return CR_OK;
}

/* ---- One hand ---- */

/* Looks at the dealer's hands one by one, because a single hand needs no sweep. This is also an
 * independent check of the sweep. */
static struct tcp_odds odds_one_by_one(const struct cr_rules *rules, const cr_card hole[3])
{
    const uint16_t rank = cr_eval3(hole);
    int64_t win = 0, loss = 0, unqualified = 0;
    cr_card left[CR_DECK_CARDS];
    unsigned count = 0;
    for (unsigned c = 0; c < CR_DECK_CARDS; c++)
        if (c != hole[0] && c != hole[1] && c != hole[2])
            left[count++] = (cr_card)c;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            for (unsigned c = b + 1; c < count; c++) {
                const uint16_t dealer = cr_eval3((cr_card[3]){left[a], left[b], left[c]});
                unqualified += dealer > rules->qualifying_rank;
                win += rank < dealer;
                loss += rank > dealer;
            }
    const bool strong = rank <= rules->qualifying_rank;
    return (struct tcp_odds){.ends = dealer_ends(win, loss, unqualified, DEALERS, strong),
                             .tie = strong ? DEALERS - win - loss : 0};
}

/* The value of one option with nothing bet but the Ante. */
static bool option_ev(const struct tcp_odds *o, const struct terms *t, unsigned kind,
                      cr_action action, struct cr_rational *out)
{
    const struct cr_ratio bonus = t->bonus[kind];
    return rational_reduce(scaled_value(o, t, kind, cr_action_multiple(action)),
                           (wide)DEALERS * t->parts * bonus.den, out);
}

int tcp_position(const struct cr_rules *rules, const cr_card hole[3], struct cr_position *out,
                 struct cr_err *err)
{
    if (hole[0] >= CR_DECK_CARDS || hole[1] >= CR_DECK_CARDS || hole[2] >= CR_DECK_CARDS ||
        cr_cards_repeated(hole, 3) != CR_NO_CARD)
        return err_set(err, CR_E_INPUT, "a hand of Three Card Poker is three different cards");
    const unsigned kind = kind_of(cr_eval3(hole));
    const struct tcp_odds odds = odds_one_by_one(rules, hole);
    struct terms terms;
    terms_make(rules, false, &terms);
    cr_action actions[CR_LEGAL_MAX];
    struct cr_position p = {.option_count = (uint8_t)cr_legal_actions(rules, NULL, 0, actions)};
    for (uint8_t i = 0; i < p.option_count; i++) {
        p.options[i].action = actions[i];
        cr_action_format(rules, 0, actions[i], p.options[i].name);
        if (!option_ev(&odds, &terms, kind, actions[i], &p.options[i].ev))
            return err_set(err, CR_E_RANGE, "%s: the exact expectation has too many digits",
                           rules->name);
        if (rational_compare(p.options[i].ev, p.options[p.best].ev) > 0)
            p.best = i;
    }
    *out = p;
    return CR_OK;
}

/* ---- The description ---- */

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    (void)options;
    (void)kernels;
    (void)live;
    return analyze_tcp(rules, out, err);
}

static int position(const struct cr_rules *rules, const cr_card *hole, const cr_card *board,
                    size_t board_count, const cr_action *done, size_t done_count,
                    struct cr_position *out, struct cr_err *err)
{
    struct actions_before before = {.done = done, .count = done_count};
    int rc = position_check(rules, hole, board, board_count, &before, err);
    return rc == CR_OK ? tcp_position(rules, hole, out, err) : rc;
}

const struct game_math math_tcp = {
    GAME_MATH(tcp),
    .position = position,
    .own_order = &ranking_three,
    .seen = seen_tcp,
    .list_endings = list_endings_tcp,
};
