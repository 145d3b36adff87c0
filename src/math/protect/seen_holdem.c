/* Ultimate Texas Hold'em and Progressive Texas Hold 'Em with seen cards.
 *
 * Which cards of the board are known does not matter to a showdown, only how many: a decision is
 * made for each set of known board cards, and a decision later in the round knows at least as many.
 * So the decisions are worked out from the largest sets to the smallest, on complete boards for
 * whole classes of them, and below by sums over the cards that come in between.
 */
#include "base/err.h"
#include "game/games/game.h"
#include "math/protect/board_sums.h"
#include "math/protect/engine.h"
#include "math/protect/hole_odds.h"
#include "math/protect/scale.h"
#include "math/starts.h"

#include <stdlib.h>
#include <string.h>

#define SIZES      2 /* the smallest and the largest bet of a decision: see uth.c */
#define ALL_RANKS  ((1u << CR_RANKS) - 1)
#define BOARD_FIVE (MULTISETS_5 + CR_SUITS * FLUSH_CLASSES_5)

/* What is summed up over deals: what Ante and Blind bring in a showdown, what one Ante of a bet
 * brings, the value of the decisions so far, deals, and deals in which each bet is made. */
enum { Q_PLACED, Q_BET, Q_VALUE, Q_DEALS, Q_COUNTS, QUANTITIES = Q_COUNTS + CR_STAGES * SIZES };

struct holdem {
    const struct cr_rules *rules;
    bool bets_apart; /* pg: turn and river bets stand beside the others, and nobody folds there */
    int64_t scale;
    int64_t blind[CR_CATEGORIES];
    uint16_t pays_to; /* pg: the worst rank with which a win pays the Ante */
    unsigned size_count[CR_STAGES];
    int64_t sizes[CR_STAGES][SIZES];
    struct board_pairs pairs;
    struct board_set *threes, *fours;
};

static unsigned count_slot(unsigned stage, unsigned size)
{
    return Q_COUNTS + stage * SIZES + size;
}

/* The choices of somebody who sees nothing: 0 for the smallest wager, else the size. */
struct blind_choices {
    uint8_t five[BOARD_FIVE], four[270725], three[22100], none;
};

struct holdem_hand {
    const struct holdem *g;
    struct hole_odds odds;
    struct board_level level[6][QUANTITIES]; /* by cards on the board, three to five */
    int64_t *three[QUANTITIES];              /* sums by flop, of what is no longer linear */
    int64_t *few[QUANTITIES];                /* sums by one or two cards */
    struct blind_choices blind;
    bool records, follows; /* blind choices are written, or taken */
    bool by_kind;
    /* of the case that is looked at */
    unsigned at[CR_STAGES]; /* board cards that are known at each decision */
    card_set gone;
    struct cards_gone cards_gone;
    uint16_t turn_ranks, river_ranks; /* that may come */
    unsigned flop_marks;              /* backs of the flop that are read … */
    uint16_t group;                   /* … for these ranks */
    bool counts_deals;                /* deals differ from board to board */
    int32_t dealer_hands;
    bool active[QUANTITIES]; /* on complete boards */
};

/* ---- Decisions ---- */

static void counts_clear(int64_t q[QUANTITIES])
{
    for (unsigned i = Q_COUNTS; i < QUANTITIES; i++)
        q[i] = 0;
}

/* UTH: a bet ends the decisions; pg: it stands beside them. */
static int64_t bet_value(const struct holdem *g, unsigned stage, unsigned size,
                         const int64_t q[QUANTITIES])
{
    const int64_t bet = g->sizes[stage][size] * q[Q_BET];
    if (!g->bets_apart)
        return q[Q_PLACED] + bet;
    return q[Q_VALUE] + bet + (stage == 0 ? q[Q_PLACED] : 0);
}

static int64_t other_value(const struct holdem *g, unsigned stage, const int64_t q[QUANTITIES])
{
    if (g->bets_apart && stage == 0)
        return -g->scale * q[Q_DEALS];
    if (!g->bets_apart && stage == 2)
        return -2 * g->scale * q[Q_DEALS];
    return q[Q_VALUE];
}

/* Makes a decision for these sums. */
static void decide(const struct holdem_hand *h, unsigned stage, int64_t q[QUANTITIES],
                   uint8_t *choice)
{
    const struct holdem *g = h->g;
    int64_t best = other_value(g, stage, q);
    unsigned chosen = 0;
    for (unsigned i = 0; i < g->size_count[stage]; i++) {
        const int64_t value = bet_value(g, stage, i, q);
        if (h->follows ? *choice == i + 1 : value > best) {
            best = value;
            chosen = i + 1;
        }
    }
    if (h->records)
        *choice = (uint8_t)chosen;
    q[Q_VALUE] = best;
    if (g->bets_apart ? stage == 0 && chosen == 0 : chosen > 0)
        counts_clear(q);
    if (chosen > 0)
        q[count_slot(stage, chosen - 1)] = q[Q_DEALS];
}

/* All decisions that know so many cards of the board, the last first. */
static void decide_at(struct holdem_hand *h, unsigned cards, int64_t q[QUANTITIES], size_t index)
{
    for (unsigned stage = CR_STAGES; stage-- > 0;) {
        uint8_t none = 0, *choice = &none;
        if (h->at[stage] != cards)
            continue;
        if (h->records || h->follows)
            choice = cards == 5   ? &h->blind.five[index]
                     : cards == 4 ? &h->blind.four[index]
                     : cards == 3 ? &h->blind.three[index]
                                  : &h->blind.none;
        decide(h, stage, q, choice);
    }
}

/* ---- Complete boards ---- */

/* What the showdowns of one hand bring: UTH-7, UTH-8; PG-5. */
static void showdown(const struct holdem *g, uint16_t rank, struct odds_counts c,
                     int64_t q[QUANTITIES])
{
    const int64_t win = c.worse, loss = c.all - c.no_better;
    q[Q_BET] = g->scale * (win - loss);
    q[Q_DEALS] = c.all;
    if (g->bets_apart) {
        q[Q_PLACED] = g->scale * ((rank <= g->pays_to ? win : 0) - loss);
        return;
    }
    const bool strong = rank <= g->rules->qualifying_rank;
    const int64_t ante = strong ? win - c.unqualified - loss : c.unqualified - c.all;
    q[Q_PLACED] = g->scale * (ante - loss) + g->blind[cr_rank_category(rank)] * win;
}

/* The dealer's marks that are read in the states that are looked at. */
struct dealer_marks {
    unsigned first, second; /* as hole_odds_marked; both 2: none */
};

/* One sort of boards: those without a flush, or those with a flush in one suit. */
struct board_sort {
    const struct class_odds *odds;
    const struct kind_odds *kinds;
    unsigned suit, first_class;
    struct seen_kinds seen;
};

static void sort_make(const struct holdem_hand *h, const struct seen_case *c, unsigned suit,
                      struct board_sort *out)
{
    const struct hole_odds *o = &h->odds;
    const bool is_flush = suit < CR_SUITS;
    out->suit = suit;
    out->first_class = is_flush ? MULTISETS_5 : 0;
    out->odds = is_flush ? o->flush[o->variant[suit]] : o->plain;
    out->kinds = is_flush ? o->flush_kinds[o->variant[suit]] : o->plain_kinds;
    seen_kinds_find(c->dealer, c->dead, suit, &out->seen);
}

static bool board_quantities(struct holdem_hand *h, const struct board_sort *sort, unsigned class,
                             const struct dealer_marks *marks, int64_t q[QUANTITIES])
{
    const struct class_odds *odds = &sort->odds[class];
    struct odds_counts counts;
    memset(q, 0, QUANTITIES * sizeof *q);
    if (odds->rank == 0)
        return false;
    if (marks->first > 1 && marks->second > 1)
        counts = hole_odds_seen(&h->odds, sort->first_class + class, odds, &sort->kinds[class],
                                &sort->seen, h->dealer_hands);
    else
        counts =
            hole_odds_marked(&h->odds, sort->first_class + class, odds->rank, &sort->kinds[class],
                             sort->suit, &sort->seen, h->group, marks->first, marks->second);
    showdown(h->g, odds->rank, counts, q);
    const size_t index =
        sort->suit == CR_SUITS ? class : MULTISETS_5 + sort->suit * FLUSH_CLASSES_5 + class;
    decide_at(h, 5, q, index);
    return true;
}

static void fill_plain(struct holdem_hand *h, const struct seen_case *c,
                       const struct dealer_marks *marks)
{
    struct board_sort sort;
    sort_make(h, c, CR_SUITS, &sort);
    for (unsigned i = 0; i < MULTISETS_5; i++) {
        int64_t q[QUANTITIES];
        board_quantities(h, &sort, i, marks, q);
        for (unsigned k = 0; k < QUANTITIES; k++)
            if (h->active[k])
                h->level[5][k].plain[i] = q[k];
    }
}

/* The difference that a flush suit makes. */
static void fill_suit(struct holdem_hand *h, const struct seen_case *c, unsigned suit,
                      const struct dealer_marks *marks)
{
    struct board_sort sort;
    sort_make(h, c, suit, &sort);
    for (unsigned i = 0; i < FLUSH_CLASSES_5; i++) {
        int64_t q[QUANTITIES];
        const unsigned plain = h->g->pairs.plain_of[i];
        const bool can_be = board_quantities(h, &sort, i, marks, q);
        for (unsigned k = 0; k < QUANTITIES; k++)
            if (h->active[k])
                h->level[5][k].flush[suit][i] = can_be ? q[k] - h->level[5][k].plain[plain] : 0;
    }
}

/* ---- Boards that are not complete ---- */

/* Deals that follow when so many cards of the board are known, in order. */
static int64_t deals_after(const struct holdem_hand *h, unsigned cards)
{
    int64_t deals = h->dealer_hands;
    const int left = CR_DECK_CARDS - __builtin_popcountll(h->gone);
    for (int i = (int)cards; i < 5; i++)
        deals *= left - i;
    return deals;
}

static bool has_decision(const struct holdem_hand *h, unsigned cards)
{
    for (unsigned s = 0; s < CR_STAGES; s++)
        if (h->at[s] == cards)
            return true;
    return false;
}

static void levels_sum(struct holdem_hand *h, unsigned cards, bool all)
{
    const uint16_t ranks = cards == 4 ? h->river_ranks : h->turn_ranks;
    for (unsigned k = 0; k < QUANTITIES; k++)
        if (h->active[k] && (all || k == Q_PLACED || k == Q_BET || k == Q_DEALS))
            board_level_sum(&h->g->pairs.tables, &h->level[cards + 1][k], &h->cards_gone, ranks,
                            &h->level[cards][k]);
}

static bool is_sum(unsigned quantity)
{
    return quantity == Q_PLACED || quantity == Q_BET || quantity == Q_DEALS;
}

/* Decisions on boards of four cards; what they come to is added to the flops of each. */
static void decide_fours(struct holdem_hand *h)
{
    const int64_t deals = deals_after(h, 4);
    for (uint32_t i = 0; i < 270725; i++) {
        const struct board_set *set = &h->g->fours[i];
        int64_t q[QUANTITIES] = {0};
        if (set->cards & h->gone)
            continue;
        for (unsigned k = 0; k < QUANTITIES; k++)
            if (h->active[k])
                q[k] = board_value(&h->level[4][k], set);
        q[Q_DEALS] = h->counts_deals ? q[Q_DEALS] : deals;
        decide_at(h, 4, q, i);
        for (card_set left = set->cards; left; left &= left - 1) {
            /* The card that is left out is the turn. */
            const cr_card turn = (cr_card)__builtin_ctzll(left);
            const uint32_t flop = set_number(set->cards & ~(left & -left));
            for (unsigned k = 0; k < QUANTITIES && (h->turn_ranks >> cr_card_rank(turn) & 1); k++)
                if (!is_sum(k) && q[k])
                    h->three[k][flop] += q[k];
        }
    }
}

/* Sums over flops: by one or two of their cards that are known, or by cards in the group. */
static void add_flop(struct holdem_hand *h, const struct board_set *set, const int64_t *q)
{
    const unsigned known = h->at[0];
    cr_card cards[SET_CARDS_MAX];
    unsigned in_group = 0;
    set_cards(set->cards, cards);
    for (unsigned i = 0; i < 3; i++)
        in_group += h->group >> cr_card_rank(cards[i]) & 1;
    for (unsigned k = 0; k < QUANTITIES; k++)
        for (unsigned i = 0; i < (known == 1 || known == 2 ? 3u : 1u); i++) {
            const card_set one = UINT64_C(1) << cards[i];
            const uint32_t place = known == 1   ? cards[i]
                                   : known == 2 ? set_number(set->cards & ~one)
                                                : in_group;
            h->few[k][place] += q[k];
        }
}

static void decide_threes(struct holdem_hand *h, bool from_fours)
{
    const int64_t deals = deals_after(h, 3);
    for (unsigned k = 0; k < QUANTITIES; k++)
        memset(h->few[k], 0, 1326 * sizeof *h->few[k]);
    for (uint32_t i = 0; i < 22100; i++) {
        const struct board_set *set = &h->g->threes[i];
        int64_t q[QUANTITIES] = {0};
        if (set->cards & h->gone)
            continue;
        for (unsigned k = 0; k < QUANTITIES; k++)
            if (from_fours && !is_sum(k))
                q[k] = h->three[k][i];
            else if (h->active[k])
                q[k] = board_value(&h->level[3][k], set);
        q[Q_DEALS] = h->counts_deals ? q[Q_DEALS] : deals;
        decide_at(h, 3, q, i);
        add_flop(h, set, q);
    }
}

/* The first decision where no card of the flop is known, but perhaps some backs: all choices of the
 * cards whose backs are read are added up. */
static void decide_marked_flops(struct holdem_hand *h, int64_t out[QUANTITIES])
{
    const unsigned marks = h->flop_marks;
    for (unsigned read = 0; read <= marks; read++) {
        int64_t q[QUANTITIES] = {0};
        for (unsigned j = read; j + marks <= 3 + read; j++)
            for (unsigned k = 0; k < QUANTITIES; k++)
                q[k] += 6 * (int64_t)(choose(j, read) * choose(3 - j, marks - read)) * h->few[k][j];
        if (h->at[0] == 0 && q[Q_DEALS] > 0)
            decide_at(h, 0, q, 0);
        for (unsigned k = 0; k < QUANTITIES; k++)
            out[k] += q[k];
    }
}

/* From sums by known cards to one sum, with the first decision where it knows one or two. Cards are
 * counted in order: a set of n in n! ways. */
static void decide_few(struct holdem_hand *h, int64_t out[QUANTITIES])
{
    const unsigned known = h->at[0];
    if (known != 1 && known != 2) {
        decide_marked_flops(h, out);
        return;
    }
    for (uint32_t i = 0; i < (known == 1 ? CR_DECK_CARDS : 1326u); i++) {
        int64_t q[QUANTITIES];
        for (unsigned k = 0; k < QUANTITIES; k++)
            q[k] = (known == 1 ? 2 : 1) * h->few[k][i];
        if (q[Q_DEALS] == 0)
            continue;
        decide_at(h, known, q, 0);
        for (unsigned k = 0; k < QUANTITIES; k++)
            out[k] += (known == 2 ? 2 : 1) * q[k];
    }
}

/* ---- One case ---- */

static void active_find(struct holdem_hand *h)
{
    memset(h->active, 0, sizeof h->active);
    h->active[Q_PLACED] = h->active[Q_BET] = true;
    h->active[Q_DEALS] = h->counts_deals;
    for (unsigned s = 0; s < CR_STAGES; s++)
        for (unsigned i = 0; i < h->g->size_count[s] && h->at[s] == 5; i++)
            h->active[Q_VALUE] = h->active[count_slot(s, i)] = true;
}

static void case_play(struct holdem_hand *h, const struct seen_case *c,
                      const struct dealer_marks *marks, int64_t out[QUANTITIES])
{
    const bool at_four = has_decision(h, 4);
    active_find(h);
    fill_plain(h, c, marks);
    for (unsigned s = 0; s < CR_SUITS; s++)
        fill_suit(h, c, s, marks);
    levels_sum(h, 4, true);
    if (at_four) {
        for (unsigned k = 0; k < QUANTITIES; k++)
            memset(h->three[k], 0, 22100 * sizeof *h->three[k]);
        decide_fours(h);
    }
    levels_sum(h, 3, !at_four);
    decide_threes(h, at_four);
    decide_few(h, out);
}

static void case_start(struct holdem_hand *h, const struct seen_case *c)
{
    const int left = CR_DECK_CARDS - 2 - 5 - __builtin_popcountll(c->dealer | c->dead);
    const int hidden = 2 - __builtin_popcountll(c->dealer);
    h->gone = c->own | c->dealer | c->dead;
    cards_gone_find(h->gone, &h->cards_gone);
    h->dealer_hands = hidden == 2 ? left * (left - 1) / 2 : hidden == 1 ? left : 1;
    h->turn_ranks = h->river_ranks = ALL_RANKS;
    h->flop_marks = 0;
    h->group = 0;
    h->counts_deals = false;
}

/* How many cards of the board each decision knows. */
static void plan_make(struct holdem_hand *h, const struct cr_sees *sees)
{
    const unsigned later = (unsigned)sees->turn + sees->river;
    h->at[0] = sees->flop + later;
    h->at[1] = 3 + later;
    h->at[2] = h->g->bets_apart ? 4u + sees->river : 5u;
}

static void take_sums(const struct holdem_hand *h, const int64_t q[QUANTITIES], int64_t times,
                      struct seen_worth *out)
{
    const struct holdem *g = h->g;
    int64_t rest = q[Q_DEALS];
    out->value += (wide)times * q[Q_VALUE];
    for (unsigned s = 0; s < CR_STAGES; s++) {
        int64_t bets = 0;
        for (unsigned i = 0; i < g->size_count[s]; i++) {
            const int64_t count = times * q[count_slot(s, i)];
            out->acts[s][cr_action_bet((unsigned)g->sizes[s][i])] += count;
            bets += q[count_slot(s, i)];
        }
        const bool may_fold = g->rules->game->stages[s].may_fold;
        if (g->bets_apart && s == 0)
            rest = bets; /* those that play on decide again */
        out->acts[s][may_fold ? CR_FOLD : CR_CHECK] +=
            times * (g->bets_apart && s == 0 ? q[Q_DEALS] - bets : rest - bets);
        rest -= g->bets_apart ? 0 : bets;
    }
}

/* ---- Marked backs ---- */

/* How many backs are read of the dealer's cards, the flop, the turn, the river: in this order. */
struct marks {
    unsigned dealer, flop, turn, river;
};

static struct marks marks_share(const struct cr_sees *sees)
{
    struct marks m = {0};
    unsigned left = sees->marked ? sees->marked_cards : 0;
    m.dealer = left < 2u - sees->dealer ? left : 2u - sees->dealer;
    left -= m.dealer;
    m.flop = left < 3 ? left : 3;
    left -= m.flop;
    m.turn = left > 0;
    m.river = left > 1;
    return m;
}

static void play_state(struct holdem_hand *h, const struct seen_case *c,
                       const struct dealer_marks *dealer, int64_t times, struct seen_worth *out)
{
    int64_t q[QUANTITIES] = {0};
    case_play(h, c, dealer, q);
    take_sums(h, q, times, out);
}

/* All that the backs of turn and river can say. */
static void play_streets(struct holdem_hand *h, const struct seen_case *c, const struct marks *m,
                         const struct dealer_marks *dealer, int64_t times, struct seen_worth *out)
{
    for (unsigned turn = 0; turn <= m->turn; turn++)
        for (unsigned river = 0; river <= m->river; river++) {
            const uint16_t group = h->group, others = ALL_RANKS & ~(unsigned)group;
            h->turn_ranks = m->turn ? (turn ? group : others) : ALL_RANKS;
            h->river_ranks = m->river ? (river ? group : others) : ALL_RANKS;
            play_state(h, c, dealer, times, out);
        }
}

static void play_marked(struct holdem_hand *h, const struct seen_case *c,
                        const struct cr_sees *sees, struct seen_worth *out)
{
    const struct marks m = marks_share(sees);
    h->group = sees->marked;
    h->counts_deals = true;
    h->flop_marks = m.flop;
    if (m.dealer == 0)
        play_streets(h, c, &m, &(struct dealer_marks){2, 2}, 1, out);
    for (unsigned read = 0; read < 2 && m.dealer == 1; read++)
        play_streets(h, c, &m,
                     sees->dealer ? &(struct dealer_marks){2, read}
                                  : &(struct dealer_marks){read, 2},
                     1, out);
    for (unsigned read = 0; read < 3 && m.dealer == 2; read++)
        play_streets(h, c, &m, &(struct dealer_marks){read > 1, read > 0}, read == 1 ? 2 : 1, out);
}

/* ---- The engine ---- */

static bool is_nothing(const struct cr_sees *s)
{
    return !s->dealer && !s->flop && !s->turn && !s->river && !s->dead && !s->marked;
}

static void worth(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out)
{
    struct holdem_hand *h = hand;
    plan_make(h, sees);
    case_start(h, c);
    h->follows = false;
    h->records = is_nothing(sees) && !c->dealer && !c->dead;
    if (sees->marked)
        play_marked(h, c, sees, out);
    else
        play_state(h, c, &(struct dealer_marks){2, 2}, 1, out);
    h->records = false;
}

static double base(void *hand, const struct seen_case *c)
{
    static const struct cr_sees nothing = {0};
    struct holdem_hand *h = hand;
    int64_t q[QUANTITIES] = {0};
    plan_make(h, &nothing);
    case_start(h, c);
    h->follows = true;
    case_play(h, c, &(struct dealer_marks){2, 2}, q);
    h->follows = false;
    return (double)q[Q_VALUE] / (double)q[Q_DEALS];
}

/* Deals in their order, as worth counts them. */
static wide deals(const void *context, const struct cr_sees *sees)
{
    (void)context;
    const struct marks m = marks_share(sees);
    int left = CR_DECK_CARDS - 2 - sees->dealer - sees->dead;
    wide product = 1;
    for (unsigned i = 0; i < 5; i++)
        product *= left--;
    const unsigned hidden = 2u - sees->dealer;
    product *= hidden == 2 ? left * (left - 1) / 2 : hidden == 1 ? left : 1;
    return product * choose(3, m.flop) * (m.dealer > 0 && hidden == 2 ? 2 : 1);
}

static void hand_set(void *hand, card_set own)
{
    struct holdem_hand *h = hand;
    hole_odds_fill(&h->odds, own, h->by_kind);
}

static void hand_free(void *hand)
{
    struct holdem_hand *h = hand;
    for (unsigned k = 0; h && k < QUANTITIES; k++) {
        for (unsigned cards = 3; cards <= 5; cards++)
            board_level_free(&h->level[cards][k]);
        free(h->three[k]);
        free(h->few[k]);
    }
    free(h);
}

static void *hand_new(const void *context)
{
    const struct holdem *g = context;
    struct holdem_hand *h = calloc(1, sizeof *h);
    bool made = h != NULL;
    if (h) {
        h->g = g;
        h->odds.pairs = &g->pairs;
        h->odds.kernels = kernels_find(NULL);
        h->odds.qualifying_rank = g->rules->qualifying_rank;
        h->by_kind = true;
    }
    for (unsigned k = 0; made && k < QUANTITIES; k++) {
        h->three[k] = malloc(22100 * sizeof *h->three[k]);
        h->few[k] = malloc(1326 * sizeof *h->few[k]);
        made = h->three[k] && h->few[k];
        for (unsigned cards = 3; made && cards <= 5; cards++)
            made = board_level_new(&g->pairs.tables, cards, &h->level[cards][k]);
    }
    if (made)
        return h;
    hand_free(h);
    return NULL;
}

static void holdem_free(void *context)
{
    struct holdem *g = context;
    board_pairs_free(&g->pairs);
    free(g->threes);
    free(g->fours);
    free(g);
}

/* The rules as whole numbers; false when they are too large for the sums. */
static bool rules_make(const struct cr_rules *rules, struct holdem *g)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    wide scale = 1;
    g->rules = rules;
    g->bets_apart = !rules->game->one_bet;
    g->pays_to = cr_category_worst_rank(rules->ante_pays_from);
    for (unsigned c = 0; c < CR_CATEGORIES && blind < CR_SLOTS; c++)
        if (!scale_take(&scale, rules->pays[blind].pays[c]))
            return false;
    g->scale = (int64_t)scale;
    wide most = 0;
    for (unsigned c = 0; c < CR_CATEGORIES && blind < CR_SLOTS; c++) {
        const wide pay = scaled_pay(scale, rules->pays[blind].pays[c]);
        most = pay > most ? pay : most;
        g->blind[c] = pay < INT32_MAX ? (int64_t)pay : 0;
    }
    for (unsigned s = 0; s < CR_STAGES; s++) {
        g->sizes[s][0] = multiple_min(rules->multiples[s]);
        g->sizes[s][1] = multiple_max(rules->multiples[s]);
        g->size_count[s] = g->sizes[s][0] == g->sizes[s][1] ? 1 : 2;
    }
    /* 254 million boards in order, 990 hands of the dealer, three choices of marked cards. */
    return (most + 50 * scale) * 254251200 * 990 * 12 < INT64_MAX;
}

int seen_holdem(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
                struct cr_err *err)
{
    const struct marks marks = marks_share(sees);
    if (marks.flop && (sees->flop || sees->turn || sees->river))
        return err_set(err, CR_E_INPUT,
                       "--sees: marked backs of the board together with seen cards of the board "
                       "are not analysed; read fewer backs, as with /two");
    struct holdem *g = calloc(1, sizeof *g);
    if (!g || !board_pairs_make(&g->pairs)) {
        free(g);
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    g->threes = board_sets_new(&g->pairs.tables, 3);
    g->fours = board_sets_new(&g->pairs.tables, 4);
    if (!g->threes || !g->fours || !rules_make(rules, g)) {
        const bool has_memory = g->threes && g->fours;
        holdem_free(g);
        return has_memory ? scale_fault(rules, err)
                          : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    *out = (struct seen_engine){.context = g,
                                .case_dealer = sees->dealer,
                                .case_dead = sees->dead,
                                .scale = g->scale,
                                .case_seconds = 1.5e-2,
                                .rounds = 4000,
                                .free = holdem_free,
                                .hand_new = hand_new,
                                .hand_free = hand_free,
                                .hand_set = hand_set,
                                .worth = worth,
                                .base = base,
                                .deals = deals};
    return CR_OK;
}
