/* Four Card Poker, exactly (FCP-1 to FCP-7), in units of the Ante. */
#include "math/games/fcp.h"

#include "base/err.h"
#include "game/games/game.h"
#include "math/endings/ending_bag.h"
#include "math/games/game_math.h"
#include "math/games/repeated.h"
#include "math/kernels/four_card.h"
#include "math/progressive/live_pairs.h"
#include "math/protect/engine.h"
#include "math/rational.h"
#include "math/returns.h"
#include "math/starts.h"
#include "math/strategy/strategy_tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALERS FOUR_CARD_DEALERS
#define DEALS   ((int64_t)2598960 * FOUR_CARD_UPS * DEALERS)

/* ---- One hand against one open card ---- */

/* How many of the dealer's hands a hand beats, ties and loses to. */
struct odds {
    int32_t win, tie, loss;
};

/* FCP-5: equal hands win or tie, as the rules say. */
static struct odds odds_of(const struct cr_rules *rules, uint32_t better, uint32_t equal)
{
    const int32_t tie = rules->ties_win ? 0 : (int32_t)equal;
    return (struct odds){
        .win = DEALERS - (int32_t)better - tie, .tie = tie, .loss = (int32_t)better};
}

/* What a hand is paid for its own cards: the bonus on the Ante when it plays (FCP-6), and Aces Up
 * where that is bet as well (FCP-7). */
struct own_pays {
    int64_t parts; /* per Ante: bets are counted in such parts */
    struct cr_ratio bonus, side, side_folded;
    struct cr_rational award; /* LINK-5: from the progressive when it plays, in Antes */
};

static struct cr_ratio side_ratio(struct cr_ratio pays)
{
    return pays.den == 0 ? (struct cr_ratio){-1, 1} : pays;
}

static struct own_pays own_pays_of(const struct cr_rules *rules, uint16_t rank, bool with_side)
{
    static const struct cr_ratio nothing = {0, 1}, lost = {-1, 1};
    const unsigned slot = cr_slot_find(rules->game, "aces_up", 7);
    const struct cr_ratio bonus =
        slot_pays(rules, cr_slot_find(rules->game, "ante_bonus", 10), rank);
    struct own_pays own = {
        rules->bet_parts, bonus.den == 0 ? nothing : bonus, nothing, nothing, {0, 1}};
    if (with_side) {
        own.side = side_ratio(slot_pays(rules, slot, rank));
        own.side_folded = rules->fold_forfeits >> slot & 1 ? lost : own.side;
    }
    return own;
}

/* What a hand is worth when it bets k parts of an Ante (0: it folds), multiplied by the parts of an
 * Ante, by DEALERS and by the denominators of its ratios: a whole number that can be compared
 * between the k of one hand. */
static wide scaled_value(const struct odds *o, const struct own_pays *own, unsigned k)
{
    const wide unit = (wide)own->bonus.den * own->side.den * own->side_folded.den * own->award.den;
    if (k == 0)
        return DEALERS * own->parts * (unit / own->side_folded.den * own->side_folded.num - unit);
    return (wide)(own->parts + k) * (o->win - o->loss) * unit +
           DEALERS * own->parts *
               (unit / own->bonus.den * own->bonus.num + unit / own->side.den * own->side.num +
                unit / own->award.den * own->award.num);
}

/* How many parts of an Ante to bet; 0 folds. Where two are worth the same, the smaller. */
static unsigned best_multiple(const struct cr_rules *rules, const struct odds *o,
                              const struct own_pays *own)
{
    unsigned best = 0;
    wide most = scaled_value(o, own, 0);
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        if (!(rules->multiples[0] & 1u << k))
            continue;
        const wide value = scaled_value(o, own, k);
        if (value > most) {
            most = value;
            best = k;
        }
    }
    return best;
}

unsigned fcp_best_multiple(const struct cr_rules *rules, uint16_t rank, uint32_t better,
                           uint32_t equal, bool with_side)
{
    const struct odds odds = odds_of(rules, better, equal);
    const struct own_pays own = own_pays_of(rules, rank, with_side);
    return best_multiple(rules, &odds, &own);
}

double fcp_value(const struct cr_rules *rules, uint16_t rank, uint32_t better, uint32_t equal,
                 unsigned multiple)
{
    const struct odds odds = odds_of(rules, better, equal);
    const struct own_pays own = own_pays_of(rules, rank, false);
    return (double)scaled_value(&odds, &own, multiple) / DEALERS / own.bonus.den /
           (double)own.parts;
}

/* ---- All hands ---- */

/* Counts of deals by what the hand bet, in parts of an Ante; a fold (0) is counted under tie. */
struct tally {
    struct {
        int64_t win, tie, loss;
    } deals[CR_MULTIPLES + 1];
    int64_t played[CR_RANKS_FOUR + 1], folded[CR_RANKS_FOUR + 1]; /* hands and open cards */
    double squares; /* sum of the squared results of all deals */
};

static double ratio_value(struct cr_ratio r)
{
    return (double)r.num / r.den;
}

static double square(double x)
{
    return x * x;
}

static void tally_add(struct tally *t, int64_t hands, unsigned k, const struct odds *o,
                      const struct own_pays *own)
{
    if (k == 0) {
        t->deals[0].tie += hands * DEALERS;
        t->squares += (double)hands * DEALERS * square(ratio_value(own->side_folded) - 1);
        return;
    }
    const double paid = ratio_value(own->bonus) + ratio_value(own->side);
    const double bets = 1 + (double)k / (double)own->parts;
    t->deals[k].win += hands * o->win;
    t->deals[k].tie += hands * o->tie;
    t->deals[k].loss += hands * o->loss;
    t->squares += (double)hands * (o->win * square(paid + bets) + o->tie * square(paid) +
                                   o->loss * square(paid - bets));
}

/* One class of hands before each open card. */
static void play_class(const struct cr_rules *rules, const struct four_card_table *table,
                       uint32_t class, const struct own_pays *own, enum cr_category category,
                       struct cr_category_counts *live, struct tally *out)
{
    const int64_t weight = table->hands.weight[class];
    for (unsigned i = 0; i < FOUR_CARD_UPS; i++) {
        const struct odds o =
            odds_of(rules, table->better[class][i], table->equal ? table->equal[class][i] : 0);
        const unsigned k = best_multiple(rules, &o, own);
        tally_add(out, weight, k, &o, own);
        (k > 0 ? out->played : out->folded)[table->rank[class]] += weight;
        live->of[category] += k > 0 ? weight : 0;
    }
}

/* Plays every hand before each open card. awards: what the progressive pays a hand that plays, in
 * Antes, or NULL (LINK-5). *live: counts of the hands that are not folded, by their five cards. */
static void play_all(const struct cr_rules *rules, const struct four_card_table *table,
                     bool with_side, const struct cr_rational *awards,
                     struct cr_category_counts *live, struct tally *out)
{
    memset(out, 0, sizeof *out);
    *live = (struct cr_category_counts){.total = DEALS / DEALERS};
    for (uint32_t class = 0; class < table->hands.count; class ++) {
        struct own_pays own = own_pays_of(rules, table->rank[class], with_side);
        cr_card cards[SET_CARDS_MAX];
        set_cards(table->hands.first[class], cards);
        const enum cr_category category = cr_rank_category(cr_eval5(cards));
        if (awards)
            own.award = awards[category];
        play_class(rules, table, class, &own, category, live, out);
    }
}

/* ---- Figures ---- */

/* The pays for the hands' own cards, summed over hands and open cards. */
static bool tally_own(const struct cr_rules *rules, const struct tally *t, bool with_side,
                      struct cr_rational *sum)
{
    bool fits = true;
    *sum = (struct cr_rational){0, 1};
    for (uint16_t rank = 1; rank <= CR_RANKS_FOUR; rank++) {
        const struct own_pays own = own_pays_of(rules, rank, with_side);
        fits = fits && rational_add(sum, t->played[rank], own.bonus) &&
               rational_add(sum, t->played[rank], own.side) &&
               rational_add(sum, t->folded[rank], own.side_folded);
    }
    return fits;
}

static bool tally_ev(const struct cr_rules *rules, const struct tally *t, bool with_side,
                     struct cr_rational *out)
{
    struct cr_rational own;
    const wide parts = rules->bet_parts;
    wide whole = -parts * t->deals[0].tie;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        whole += (parts + k) * (t->deals[k].win - t->deals[k].loss);
    return tally_own(rules, t, with_side, &own) &&
           rational_reduce(whole * own.den + (wide)own.num * DEALERS * parts,
                           (wide)DEALS * own.den * parts, out);
}

static double tally_deviation(const struct tally *t, struct cr_rational ev)
{
    return sqrt(fmax(0, t->squares / (double)DEALS - square(cr_rational_value(ev))));
}

static int64_t tally_deals(const struct tally *t, unsigned k)
{
    return t->deals[k].win + t->deals[k].tie + t->deals[k].loss;
}

static bool tally_wager(const struct cr_rules *rules, const struct tally *t,
                        struct cr_rational *out)
{
    wide wagered = (wide)DEALS * rules->bet_parts;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        wagered += (wide)k * tally_deals(t, k);
    return rational_reduce(wagered, (wide)DEALS * rules->bet_parts, out);
}

static bool frequencies(const struct cr_rules *rules, const struct tally *t,
                        struct cr_analysis *out)
{
    bool fits = frequency_add(out, "fold", tally_deals(t, 0), DEALS);
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        char name[CR_FIGURE_MAX];
        if (!(rules->multiples[0] & 1u << k))
            continue;
        frequency_name(rules, 0, cr_action_bet(k), name);
        fits = fits && frequency_add(out, name, tally_deals(t, k), DEALS);
    }
    return fits && tally_wager(rules, t, &out->average_wager);
}

/* Aces Up by itself: it is decided by the hand alone. */
static bool aces_up_returns(const struct cr_rules *rules, const struct four_card_table *table,
                            struct cr_analysis *out)
{
    int64_t hands[CR_RANKS_FOUR + 1] = {0};
    for (uint32_t class = 0; class < table->hands.count; class ++)
        hands[table->rank[class]] += table->hands.weight[class];
    return returns_add_side(out, rules, cr_slot_find(rules->game, "aces_up", 7), hands);
}

static bool play_returns(const struct cr_rules *rules, const struct tally *t,
                         struct cr_analysis *out)
{
    struct cr_wager_returns *ante = returns_new(out, rules, rules->game->ante, DEALS);
    struct cr_wager_returns *play =
        returns_new(out, rules, cr_slot_find(rules->game, "play", 4), DEALS);
    play->bet_parts = rules->bet_parts;
    int64_t win = 0, tie = 0, loss = 0;
    bool fits = true;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        char made[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, 0, cr_action_bet(k), made);
        fits = fits && returns_add_showdown(play, made, k, t->deals[k].win, t->deals[k].tie,
                                            t->deals[k].loss);
        win += t->deals[k].win;
        tie += t->deals[k].tie;
        loss += t->deals[k].loss;
    }
    const int64_t folded = t->deals[0].tie;
    return fits && returns_add(play, "not bet", folded, 0, returns_back) &&
           returns_add_showdown(ante, "", 1, win, tie, loss) &&
           returns_add(ante, "folded", folded, folded, returns_lost);
}

static bool bonus_returns(const struct cr_rules *rules, const struct tally *t,
                          struct cr_analysis *out)
{
    const unsigned slot = cr_slot_find(rules->game, "ante_bonus", 10);
    struct cr_wager_returns *w = returns_new(out, rules, slot, DEALS);
    struct returns_hand hands[CR_RANKS_FOUR];
    for (uint16_t rank = 1; rank <= CR_RANKS_FOUR; rank++) {
        const int64_t deals = t->played[rank] * DEALERS;
        hands[rank - 1] = (struct returns_hand){rank, deals, deals};
    }
    return returns_add_hands(w, rules, slot, hands, CR_RANKS_FOUR) &&
           returns_add(w, "folded", t->deals[0].tie, 0, returns_back);
}

/* ---- The play by hand and open card ---- */

/* Kinds of hands in the order of the table: two pair or better, pairs from the aces down, then high
 * cards from the ace down. */
enum {
    KIND_BETTER,
    KIND_PAIRS,
    KIND_HIGHS = KIND_PAIRS + CR_RANKS,
    KINDS_OF_HANDS = KIND_HIGHS + CR_RANKS
};

/* The rank of the pair or, where there is none, the highest rank. */
static unsigned leading_rank(const cr_card cards[5], bool is_pair)
{
    unsigned of[CR_RANKS] = {0}, leading = 0;
    for (unsigned i = 0; i < 5; i++)
        of[cr_card_rank(cards[i])]++;
    for (unsigned rank = 0; rank < CR_RANKS; rank++)
        if (of[rank] > (is_pair ? 1 : 0))
            leading = rank;
    return leading;
}

static unsigned kind_of(uint16_t rank, const cr_card cards[5])
{
    const enum cr_category category = ranking_four.category(rank);
    if (category != CR_PAIR && category != CR_HIGH_CARD)
        return KIND_BETTER;
    const unsigned first = category == CR_PAIR ? KIND_PAIRS : KIND_HIGHS;
    return first + CR_RANKS - 1u - leading_rank(cards, category == CR_PAIR);
}

static void kind_name(unsigned kind, char out[CR_NAME_MAX])
{
    if (kind == KIND_BETTER)
        snprintf(out, CR_NAME_MAX, "two pair or better");
    else if (kind < KIND_HIGHS)
        snprintf(out, CR_NAME_MAX, "pair of %s",
                 rank_words_many[CR_RANKS - 1 - (kind - KIND_PAIRS)]);
    else
        snprintf(out, CR_NAME_MAX, "%s high", rank_words_one[CR_RANKS - 1 - (kind - KIND_HIGHS)]);
}

struct kind_plays {
    bool is_dealt;
    struct cr_play_row row;
};

/* What one class of hands bets before each open card. */
static void plays_take(const struct cr_rules *rules, const struct four_card_table *table,
                       uint32_t class, struct kind_plays kinds[KINDS_OF_HANDS])
{
    cr_card cards[SET_CARDS_MAX];
    set_cards(table->hands.first[class], cards);
    struct kind_plays *kind = &kinds[kind_of(table->rank[class], cards)];
    unsigned i = 0;
    for (cr_card up = 0; up < CR_DECK_CARDS; up++) {
        if (set_has(table->hands.first[class], up))
            continue;
        const unsigned rank = cr_card_rank(up);
        const unsigned bet = fcp_best_multiple(rules, table->rank[class], table->better[class][i],
                                               table->equal ? table->equal[class][i] : 0, false);
        kind->row.least[rank] = bet < kind->row.least[rank] ? (uint8_t)bet : kind->row.least[rank];
        kind->row.most[rank] = bet > kind->row.most[rank] ? (uint8_t)bet : kind->row.most[rank];
        i++;
    }
    kind->is_dealt = true;
}

static void plays_fill(const struct cr_rules *rules, const struct four_card_table *table,
                       struct cr_analysis *out)
{
    struct kind_plays kinds[KINDS_OF_HANDS] = {0};
    for (unsigned k = 0; k < KINDS_OF_HANDS; k++)
        memset(kinds[k].row.least, CR_MULTIPLES, sizeof kinds[k].row.least);
    for (uint32_t class = 0; class < table->hands.count; class ++)
        plays_take(rules, table, class, kinds);
    out->bet_parts = rules->bet_parts;
    for (unsigned k = 0; k < KINDS_OF_HANDS; k++) {
        if (!kinds[k].is_dealt)
            continue;
        kind_name(k, kinds[k].row.hand);
        out->plays[out->play_count++] = kinds[k].row;
    }
}

static bool analysis_fill(const struct cr_rules *rules, const struct four_card_table *table,
                          struct cr_analysis *out, struct cr_category_counts *live)
{
    struct tally base, with_side;
    struct cr_category_counts unused;
    play_all(rules, table, false, NULL, live, &base);
    play_all(rules, table, true, NULL, &unused, &with_side);
    if (!tally_ev(rules, &base, false, &out->ev) || !frequencies(rules, &base, out) ||
        !play_returns(rules, &base, out) || !bonus_returns(rules, &base, out) ||
        !aces_up_returns(rules, table, out))
        return false;
    plays_fill(rules, table, out);
    struct cr_side *with = &out->sides[out->side_count++];
    *with = (struct cr_side){.name = "with_aces_up"};
    if (!tally_ev(rules, &with_side, true, &with->ev))
        return false;
    out->house_edge = -cr_rational_value(out->ev);
    out->element_of_risk = out->house_edge / cr_rational_value(out->average_wager);
    out->std_dev = tally_deviation(&base, out->ev);
    return true;
}

static int too_large(const struct cr_rules *rules, struct cr_err *err)
{
    return err_set(err, CR_E_RANGE,
                   "%s: the expectation cannot be written exactly; give the pay tables ratios "
                   "of smaller numbers",
                   rules->name);
}

static int analyze(const struct cr_rules *rules, const struct cr_analysis_options *options,
                   const struct kernels *kernels, struct cr_analysis *out,
                   struct cr_category_counts *live, struct cr_err *err)
{
    struct four_card_table table;
    struct cr_category_counts counts;
    (void)options;
    (void)kernels;
    if (!four_card_table_make(!rules->ties_win, &table))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    *out = (struct cr_analysis){0};
    const bool fits = analysis_fill(rules, &table, out, &counts);
    four_card_table_free(&table);
    if (!fits)
        return too_large(rules, err);
    *live = counts;
    return CR_OK;
}

/* ---- With the progressive ---- */

static int joint(const struct cr_rules *rules, struct cr_money ante,
                 const struct cr_rational awards[CR_CATEGORIES], struct cr_rational *out,
                 struct cr_err *err)
{
    struct four_card_table table;
    struct cr_category_counts live;
    struct tally tally;
    struct cr_rational sum, paid;
    (void)ante; /* no limit on a hand's pays in this game */
    if (!four_card_table_make(!rules->ties_win, &table))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    play_all(rules, &table, false, awards, &live, &tally);
    four_card_table_free(&table);
    bool fits = tally_ev(rules, &tally, false, &sum);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        fits = fits &&
               rational_reduce(awards[c].num * live.of[c], awards[c].den * live.total, &paid) &&
               rational_sum(sum, paid, &sum);
    if (!fits)
        return too_large(rules, err);
    *out = sum;
    return CR_OK;
}

/* ---- Many pay tables ---- */

/* The decision of a hand depends on the bonus of its own row alone. So the hands of a row are
 * played out once for each pay of that row, and tables share the results. */
struct row_played {
    uint8_t row;
    struct cr_ratio pays;
    struct tally tally;
};

struct fcp_repeated {
    struct four_card_table table;
    struct pay_row_map rows[CR_SLOTS];
    unsigned bonus; /* slot of the Ante bonus */
    size_t count;
    struct row_played **made;
};

static void repeated_end_fcp(void *context)
{
    struct fcp_repeated *r = context;
    for (size_t i = 0; i < r->count; i++)
        free(r->made[i]);
    free(r->made);
    four_card_table_free(&r->table);
    free(r);
}

static void *repeated_start_fcp(const struct cr_rules *rules)
{
    struct fcp_repeated *r = calloc(1, sizeof *r);
    if (!r || !four_card_table_make(!rules->ties_win, &r->table)) {
        free(r);
        return NULL;
    }
    r->bonus = cr_slot_find(rules->game, "ante_bonus", 10);
    pay_row_maps_make(rules, r->rows);
    return r;
}

static void play_row(const struct cr_rules *rules, const struct fcp_repeated *r,
                     struct row_played *out)
{
    const struct four_card_table *t = &r->table;
    struct cr_category_counts unused = {0};
    for (uint32_t class = 0; class < t->hands.count; class ++) {
        if (r->rows[r->bonus].of[t->rank[class]] != out->row)
            continue;
        const struct own_pays own = own_pays_of(rules, t->rank[class], false);
        play_class(rules, t, class, &own, CR_HIGH_CARD, &unused, &out->tally);
    }
}

/* The hands of one row under its pay in these rules; NULL without memory. */
static const struct row_played *find_row(const struct cr_rules *rules, struct fcp_repeated *r,
                                         unsigned row)
{
    const struct cr_paytable *table = &rules->pays[r->bonus];
    const struct cr_ratio pays =
        row < CR_CATEGORIES ? table->pays[row] : table->parts[row - CR_CATEGORIES].pays;
    for (size_t i = 0; i < r->count; i++)
        if (r->made[i]->row == row && r->made[i]->pays.num == pays.num &&
            r->made[i]->pays.den == pays.den)
            return r->made[i];
    struct row_played **made = realloc(r->made, (r->count + 1) * sizeof *made);
    struct row_played *next = calloc(1, sizeof *next);
    if (made)
        r->made = made;
    if (!made || !next) {
        free(next);
        return NULL;
    }
    next->row = (uint8_t)row;
    next->pays = pays;
    play_row(rules, r, next);
    return r->made[r->count++] = next;
}

static void tally_join(const struct tally *from, struct tally *to)
{
    for (unsigned k = 0; k <= CR_MULTIPLES; k++) {
        to->deals[k].win += from->deals[k].win;
        to->deals[k].tie += from->deals[k].tie;
        to->deals[k].loss += from->deals[k].loss;
    }
    for (unsigned rank = 1; rank <= CR_RANKS_FOUR; rank++) {
        to->played[rank] += from->played[rank];
        to->folded[rank] += from->folded[rank];
    }
    to->squares += from->squares;
}

static int repeated_figures_fcp(void *context, const struct cr_rules *rules,
                                struct base_figures *out, struct cr_err *err)
{
    struct fcp_repeated *r = context;
    struct tally all = {0};
    bool is_there[CR_PAY_ROWS] = {false};
    for (unsigned rank = 1; rank <= CR_RANKS_FOUR; rank++)
        is_there[r->rows[r->bonus].of[rank]] = true;
    for (unsigned row = 0; row < CR_PAY_ROWS; row++) {
        const struct row_played *played = is_there[row] ? find_row(rules, r, row) : NULL;
        if (is_there[row] && !played)
            return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
        if (played)
            tally_join(&played->tally, &all);
    }
    if (!tally_ev(rules, &all, false, &out->ev) || !tally_wager(rules, &all, &out->average_wager))
        return too_large(rules, err);
    out->std_dev = tally_deviation(&all, out->ev);
    return CR_OK;
}

static const struct repeated_math repeated = {repeated_start_fcp, repeated_figures_fcp,
                                              repeated_end_fcp};

/* ---- One hand ---- */

/* The dealer's open card is passed where other games have their board. */
static int position(const struct cr_rules *rules, const cr_card *hole, const cr_card *up,
                    size_t up_count, const cr_action *done, size_t done_count,
                    struct cr_position *out, struct cr_err *err)
{
    (void)done;
    if (done_count > 0)
        return err_set(err, CR_E_INPUT, "no decision comes before the first one");
    if (up_count != 1)
        return err_set(err, CR_E_INPUT, "the dealer's open card is missing; give it with --up");
    int rc = position_check_cards(hole, 5, up, 1, err);
    if (rc != CR_OK)
        return rc;
    const struct four_card_odds found = four_card_position(hole, up[0]);
    const struct odds odds = odds_of(rules, found.better, found.equal);
    const struct own_pays own = own_pays_of(rules, cr_eval4(hole, 5), false);
    cr_action actions[CR_LEGAL_MAX];
    struct cr_position p = {.option_count = (uint8_t)cr_legal_actions(rules, NULL, 0, actions)};
    for (uint8_t i = 0; i < p.option_count; i++) {
        p.options[i].action = actions[i];
        cr_action_format(rules, 0, actions[i], p.options[i].name);
        if (!rational_reduce(scaled_value(&odds, &own, cr_action_multiple(actions[i])),
                             (wide)DEALERS * own.parts * own.bonus.den, &p.options[i].ev))
            return too_large(rules, err);
        if (rational_compare(p.options[i].ev, p.options[p.best].ev) > 0)
            p.best = i;
    }
    *out = p;
    return CR_OK;
}

const struct game_math math_fcp = {
    GAME_MATH(fcp),
    .takes_long = true,
    .repeated = &repeated,
    .live_pairs = live_pairs_four_card,
    .joint = joint,
    .position = position,
    .seen = seen_four_card,
    .own_order = &ranking_four,
    .list_endings = list_endings_fcp,
};
