/* Ultimate Texas Hold'em and Progressive Texas Hold 'Em with seen cards.
 *
 * Which cards of the board are known does not matter to a showdown, only how many: a decision is
 * made for each set of known board cards, and a decision later in the round knows at least as many.
 * So the decisions are worked out from the largest sets to the smallest, on complete boards for
 * whole classes of them, and below by sums over the cards that come in between.
 */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/dealer_ends.h"
#include "math/protect/board_sums.h"
#include "math/protect/engine.h"
#include "math/protect/holdem_device.h"
#include "math/protect/hole_odds.h"
#include "math/protect/scale.h"
#include "math/starts.h"

#include <stdlib.h>
#include <string.h>

#define ALL_RANKS ((1u << CR_RANKS) - 1)

struct holdem {
    const struct cr_rules *rules;
    struct holdem_rules play;
    int64_t blind[CR_RANKS_FIVE + 1]; /* what the Blind pays for a win with that rank */
    struct board_pairs pairs;
    struct board_set *threes, *fours;
    /* an accelerator, where one is used */
    const struct protect_device *device;
    void *device_context;
    struct holdem_tables tables;
};

/* The choices of somebody who sees nothing: 0 for the smallest wager, else the size. */
struct blind_choices {
    uint8_t five[HOLDEM_FIVES], four[HOLDEM_FOURS], three[HOLDEM_THREES], none;
};

struct holdem_hand {
    const struct holdem *g;
    void *lane; /* of the accelerator … */
    bool lane_has_hand;
    char lane_fault[160]; /* … or why there is none */
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
    /* Sights: NULL where they are not wanted; how many backs are read of the dealer's cards, the
     * flop, the turn and the river, and how many of them belong to the group. */
    uint32_t *sights;
    unsigned backs[4], in_group[4];
};

/* ---- Decisions ---- */

/* Makes a decision for these sums. */
static void decide(const struct holdem_hand *h, unsigned stage, int64_t q[QUANTITIES],
                   uint8_t *choice)
{
    const struct holdem_rules *play = &h->g->play;
    const unsigned chosen = holdem_choose(play, stage, h->follows ? *choice : CHOOSE_BEST, q);
    if (h->records)
        *choice = (uint8_t)chosen;
    holdem_count(play, stage, chosen, q);
}

/* The first decision, which those sums tell, for its sight: of that number by the ranks of the
 * board cards that are known, and by the backs. */
static void take_sight(const struct holdem_hand *h, unsigned board, const int64_t q[QUANTITIES])
{
    const struct holdem *g = h->g;
    cr_action best = g->rules->game->stages[0].may_fold ? CR_FOLD : CR_CHECK;
    for (unsigned i = 0; i < 4; i++)
        board = board * (h->backs[i] + 1) + h->in_group[i];
    for (unsigned i = 0; i < g->play.size_count[0]; i++)
        if (q[count_slot(0, i)] > 0)
            best = cr_action_bet((unsigned)g->play.sizes[0][i]);
    if (h->sights)
        h->sights[board] |= UINT32_C(1) << best;
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
        counts = hole_odds_marked(&h->odds, sort->first_class + class, odds, &sort->kinds[class],
                                  sort->suit, &sort->seen, h->group, marks->first, marks->second);
    holdem_showdown(&h->g->play, odds->rank, h->g->blind[odds->rank], counts, q);
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
static int64_t deals_after(int32_t dealer_hands, unsigned gone, unsigned cards)
{
    int64_t deals = dealer_hands;
    for (unsigned i = cards; i < 5; i++)
        deals *= CR_DECK_CARDS - gone - i;
    return deals;
}

static int64_t case_deals(const struct holdem_hand *h, unsigned cards)
{
    return deals_after(h->dealer_hands, (unsigned)__builtin_popcountll(h->gone), cards);
}

/* Hands of the dealer beside a board. */
static int32_t dealer_hands(unsigned dealer, unsigned dead)
{
    const int32_t left = CR_DECK_CARDS - 2 - 5 - (int32_t)(dealer + dead);
    return dealer == 0 ? left * (left - 1) / 2 : dealer == 1 ? left : 1;
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
        if (h->active[k] && (all || is_board_sum(k)))
            board_level_sum(&h->g->pairs.tables, &h->level[cards + 1][k], &h->cards_gone, ranks,
                            &h->level[cards][k]);
}

/* Decisions on boards of four cards; what they come to is added to the flops of each. */
static void decide_fours(struct holdem_hand *h)
{
    const int64_t deals = case_deals(h, 4);
    for (uint32_t i = 0; i < HOLDEM_FOURS; i++) {
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
                if (!is_board_sum(k) && q[k])
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
    const int64_t deals = case_deals(h, 3);
    for (unsigned k = 0; k < QUANTITIES; k++)
        memset(h->few[k], 0, 1326 * sizeof *h->few[k]);
    for (uint32_t i = 0; i < HOLDEM_THREES; i++) {
        const struct board_set *set = &h->g->threes[i];
        int64_t q[QUANTITIES] = {0};
        if (set->cards & h->gone)
            continue;
        for (unsigned k = 0; k < QUANTITIES; k++)
            if (from_fours && !is_board_sum(k))
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
        if (h->at[0] == 0 && q[Q_DEALS] > 0) {
            decide_at(h, 0, q, 0);
            h->in_group[1] = read;
            take_sight(h, 0, q);
        }
        for (unsigned k = 0; k < QUANTITIES; k++)
            out[k] += q[k];
    }
}

/* The sight of one known card of the board, or of a set of two by its number. */
static unsigned sight_of_number(unsigned known, uint32_t number)
{
    if (known == 1)
        return cr_card_rank((cr_card)number);
    unsigned high = 1;
    while (choose(high + 1, 2) <= number)
        high++;
    return sight_of_ranks(UINT64_C(1) << high | UINT64_C(1) << (number - choose(high, 2)));
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
        take_sight(h, sight_of_number(known, i), q);
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
        for (unsigned i = 0; i < h->g->play.size_count[s] && h->at[s] == 5; i++)
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
            memset(h->three[k], 0, HOLDEM_THREES * sizeof *h->three[k]);
        decide_fours(h);
    }
    levels_sum(h, 3, !at_four);
    decide_threes(h, at_four);
    decide_few(h, out);
}

static void case_start(struct holdem_hand *h, const struct seen_case *c)
{
    h->gone = c->own | c->dealer | c->dead;
    cards_gone_find(h->gone, &h->cards_gone);
    h->dealer_hands = dealer_hands((unsigned)__builtin_popcountll(c->dealer),
                                   (unsigned)__builtin_popcountll(c->dead));
    h->turn_ranks = h->river_ranks = ALL_RANKS;
    h->flop_marks = 0;
    h->group = 0;
    h->counts_deals = false;
    memset(h->backs, 0, sizeof h->backs);
    memset(h->in_group, 0, sizeof h->in_group);
}

/* How many cards of the board each decision knows. */
static void plan_make(const struct holdem *g, const struct cr_sees *sees, unsigned at[CR_STAGES])
{
    const unsigned later = (unsigned)sees->turn + sees->river;
    at[0] = sees->flop + later;
    at[1] = 3 + later;
    at[2] = g->play.bets_apart ? 4u + sees->river : 5u;
}

static void take_sums(const struct holdem_hand *h, const int64_t q[QUANTITIES], int64_t times,
                      struct seen_worth *out)
{
    const struct holdem *g = h->g;
    int64_t rest = q[Q_DEALS];
    out->value += (wide)times * q[Q_VALUE];
    for (unsigned s = 0; s < CR_STAGES; s++) {
        int64_t bets = 0;
        for (unsigned i = 0; i < g->play.size_count[s]; i++) {
            const int64_t count = times * q[count_slot(s, i)];
            out->acts[s][cr_action_bet((unsigned)g->play.sizes[s][i])] += count;
            bets += q[count_slot(s, i)];
        }
        const bool may_fold = g->rules->game->stages[s].may_fold;
        if (g->play.bets_apart && s == 0)
            rest = bets; /* those that play on decide again */
        out->acts[s][may_fold ? CR_FOLD : CR_CHECK] +=
            times * (g->play.bets_apart && s == 0 ? q[Q_DEALS] - bets : rest - bets);
        rest -= g->play.bets_apart ? 0 : bets;
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
            h->in_group[2] = turn;
            h->in_group[3] = river;
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
    memcpy(h->backs, (unsigned[]){m.dealer, m.flop, m.turn, m.river}, sizeof h->backs);
    if (m.dealer == 0)
        play_streets(h, c, &m, &(struct dealer_marks){2, 2}, 1, out);
    for (unsigned read = 0; read < 2 && m.dealer == 1; read++) {
        h->in_group[0] = read;
        play_streets(h, c, &m,
                     sees->dealer ? &(struct dealer_marks){2, read}
                                  : &(struct dealer_marks){read, 2},
                     1, out);
    }
    for (unsigned read = 0; read < 3 && m.dealer == 2; read++) {
        h->in_group[0] = read;
        play_streets(h, c, &m, &(struct dealer_marks){read > 1, read > 0}, read == 1 ? 2 : 1, out);
    }
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
    plan_make(h->g, sees, h->at);
    case_start(h, c);
    h->follows = false;
    h->records = is_nothing(sees) && !c->dealer && !c->dead;
    h->sights = out->sights;
    if (sees->marked)
        play_marked(h, c, sees, out);
    else
        play_state(h, c, &(struct dealer_marks){2, 2}, 1, out);
    h->records = false;
    h->sights = NULL;
}

static double base(void *hand, const struct seen_case *c)
{
    static const struct cr_sees nothing = {0};
    struct holdem_hand *h = hand;
    int64_t q[QUANTITIES] = {0};
    plan_make(h->g, &nothing, h->at);
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
    h->lane_has_hand = false;
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
    if (h && h->lane)
        h->g->device->lane_free(h->lane);
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
        h->three[k] = malloc(HOLDEM_THREES * sizeof *h->three[k]);
        h->few[k] = malloc(1326 * sizeof *h->few[k]);
        made = h->three[k] && h->few[k];
        for (unsigned cards = 3; made && cards <= 5; cards++)
            made = board_level_new(&g->pairs.tables, cards, &h->level[cards][k]);
    }
    if (made && g->device)
        h->lane =
            g->device->lane_new(g->device_context, &g->tables, h->lane_fault, sizeof h->lane_fault);
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
    holdem_steps_free(&g->tables);
    free(g);
}

/* ---- An accelerator ---- */

static void tables_make(const struct holdem *g, const struct cr_sees *sees,
                        struct holdem_tables *out)
{
    out->rules = g->play;
    out->blind = g->blind;
    out->ranks = (const int16_t(*)[PAIR_KINDS][PAIR_LANES])g->pairs.rank;
    out->plain_of = g->pairs.plain_of;
    out->threes = g->threes;
    out->fours = g->fours;
    out->dealer_count = sees->dealer;
    out->dead_count = sees->dead;
    out->dealer_hands = dealer_hands(sees->dealer, sees->dead);
    for (unsigned cards = 0; cards < 5; cards++)
        out->deals_after[cards] =
            deals_after(out->dealer_hands, 2u + sees->dealer + sees->dead, cards);
    plan_make(g, sees, out->at);
}

static bool lane_hand_set(struct holdem_hand *h)
{
    const struct hole_odds *o = &h->odds;
    const struct holdem_hand_view view = {.plain = o->plain,
                                          .flush = o->flush,
                                          .plain_kinds = o->plain_kinds,
                                          .flush_kinds = o->flush_kinds,
                                          .variant = o->variant,
                                          .five = h->blind.five,
                                          .four = h->blind.four,
                                          .three = h->blind.three};
    if (!h->lane_has_hand && h->lane)
        h->lane_has_hand =
            h->g->device->hand_set(h->lane, &view, h->lane_fault, sizeof h->lane_fault);
    return h->lane_has_hand;
}

/* The first decision of a case, for its sums over flops: cards are counted in order. */
static void first_decision(struct holdem_hand *h, int64_t q[QUANTITIES])
{
    for (unsigned k = 0; k < QUANTITIES; k++)
        q[k] *= 6;
    decide_at(h, 0, q, 0);
}

static double base_mean(struct holdem_hand *h, const struct holdem_sums *sums)
{
    int64_t q[QUANTITIES] = {0};
    q[Q_PLACED] = sums->q[Q_PLACED];
    q[Q_BET] = sums->q[Q_BET];
    q[Q_DEALS] = sums->q[Q_DEALS];
    q[Q_VALUE] = sums->base_value;
    h->follows = true;
    first_decision(h, q);
    h->follows = false;
    return (double)q[Q_VALUE] / (double)q[Q_DEALS];
}

#define BATCH_MAX 256

static int batch(void *hand, const struct seen_case *cases, unsigned count, struct seen_worth *out,
                 double *bases, struct cr_err *err)
{
    struct holdem_hand *h = hand;
    struct holdem_case plain[BATCH_MAX];
    struct holdem_sums sums[BATCH_MAX];
    for (unsigned done = 0; done < count; done += BATCH_MAX) {
        const unsigned part = count - done < BATCH_MAX ? count - done : BATCH_MAX;
        for (unsigned i = 0; i < part; i++)
            plain[i] = (struct holdem_case){cases[done + i].own, cases[done + i].dealer,
                                            cases[done + i].dead};
        if (!lane_hand_set(h) ||
            !h->g->device->play(h->lane, plain, part, sums, h->lane_fault, sizeof h->lane_fault))
            return err_set(err, CR_E_IO, "--with: %s", h->lane_fault);
        for (unsigned i = 0; i < part; i++) {
            memcpy(h->at, h->g->tables.at, sizeof h->at);
            bases[done + i] = base_mean(h, &sums[i]);
            first_decision(h, sums[i].q);
            take_sums(h, sums[i].q, 1, &out[done + i]);
        }
    }
    return CR_OK;
}

static int device_use(struct seen_engine *engine, const struct cr_sees *sees,
                      const struct cr_protect_module *module, void *module_context,
                      struct cr_err *err)
{
    struct holdem *g = engine->context;
    if (sees->flop || sees->turn || sees->river || sees->marked)
        return err_set(err, CR_E_INPUT,
                       "--with %s: it takes dealer, seats and dead cards; seen cards of the board "
                       "and marked backs are done without it",
                       module->name);
    tables_make(g, sees, &g->tables);
    if (!holdem_steps_make(&g->pairs.tables, &g->tables))
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    g->device = module->device;
    g->device_context = module_context;
    engine->batch = batch;
    return CR_OK;
}

static void ends_fill(const struct cr_rules *rules, unsigned slot, int8_t out[HOLDEM_ENDS])
{
    _Static_assert(HOLDEM_ENDS == DEALER_ENDS, "they are the same");
    const struct wager_ends ends = wager_ends(rules, slot);
    memcpy(out, ends.of, sizeof ends.of);
}

/* The most that the Blind pays on the mean of all boards with one hand, in parts. A hand makes a
 * royal flush on at most 1,084 of the 2,118,760 boards, a straight flush on fewer than one in 250,
 * four of a kind on fewer than one in 100. */
static wide blind_most(const int64_t by_category[CR_CATEGORIES])
{
    wide most = 0;
    for (unsigned c = 0; c < CR_FOUR_OF_A_KIND; c++)
        most = by_category[c] > most ? by_category[c] : most;
    return most + by_category[CR_FOUR_OF_A_KIND] / 100 + by_category[CR_STRAIGHT_FLUSH] / 250 +
           by_category[CR_ROYAL_FLUSH] / 1000 + 3;
}

/* The rules as whole numbers; false when they are too large for the sums. */
static bool rules_make(const struct cr_rules *rules, const struct marks *marks, struct holdem *g)
{
    const unsigned blind = cr_slot_find(rules->game, "blind", 5);
    wide scale = rules->bet_parts;
    g->rules = rules;
    g->play.bets_apart = !rules->game->one_bet;
    g->play.qualifying_rank = rules->qualifying_rank;
    g->play.pays_to = cr_category_worst_rank(rules->ante_pays_from);
    if (!g->play.bets_apart) {
        ends_fill(rules, rules->game->stages[0].slot, g->play.play_ends);
        ends_fill(rules, rules->game->ante, g->play.ante_ends);
        ends_fill(rules, blind, g->play.blind_ends);
    }
    for (unsigned c = 0; c < CR_CATEGORIES && blind < CR_SLOTS; c++)
        if (!scale_take(&scale, rules->pays[blind].pays[c]))
            return false;
    g->play.scale = (int64_t)scale;
    g->play.unit = g->play.scale / rules->bet_parts;
    int64_t by_category[CR_CATEGORIES] = {0};
    for (unsigned c = 0; c < CR_CATEGORIES && blind < CR_SLOTS; c++) {
        const wide pay = scaled_pay(scale, rules->pays[blind].pays[c]);
        if (pay > INT32_MAX)
            return false;
        by_category[c] = (int64_t)pay;
    }
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++)
        g->blind[rank] = by_category[cr_rank_category(rank)];
    for (unsigned s = 0; s < CR_STAGES; s++) {
        g->play.sizes[s][0] = multiple_min(rules->multiples[s]);
        g->play.sizes[s][1] = multiple_max(rules->multiples[s]);
        g->play.size_count[s] = g->play.sizes[s][0] == g->play.sizes[s][1] ? 1 : 2;
    }
    /* 254 million boards in order, 990 hands of the dealer, in order too where a back of theirs is
     * read, the choices of marked cards of the flop; boards with a flush are kept as differences.
     */
    return (blind_most(by_category) + 50 * scale) * 254251200 * 990 * 2 * choose(3, marks->flop) *
               (marks->dealer ? 2 : 1) <
           INT64_MAX;
}

/* Known cards of the board, and backs that are read. */
static void sight_parts(const struct cr_sees *sees, struct seen_engine *out)
{
    const struct marks m = marks_share(sees);
    const unsigned backs[] = {m.dealer, m.flop, m.turn, m.river};
    const unsigned board = (unsigned)(sees->flop + sees->turn + sees->river);
    if (board > 0)
        out->sight_parts[out->sight_part_count++] = (struct sight_part){(uint8_t)board, false};
    for (unsigned i = 0; i < 4; i++)
        if (backs[i] > 0)
            out->sight_parts[out->sight_part_count++] =
                (struct sight_part){(uint8_t)backs[i], true};
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
    if (!g->threes || !g->fours || !rules_make(rules, &marks, g)) {
        const bool has_memory = g->threes && g->fours;
        holdem_free(g);
        return has_memory ? scale_fault(rules, "blind", err)
                          : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    *out = (struct seen_engine){.context = g,
                                .case_dealer = sees->dealer,
                                .case_dead = sees->dead,
                                .scale = g->play.scale,
                                .case_seconds = 1.5e-2,
                                .rounds = 4000,
                                .free = holdem_free,
                                .hand_free = hand_free,
                                SEEN_FUNCTIONS,
                                .device_use = device_use};
    sight_parts(sees, out);
    return CR_OK;
}
