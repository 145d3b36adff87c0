/* The engine for Ultimate Texas Hold'em and Progressive Texas Hold 'Em with seen cards.
 *
 * For a showdown it does not matter which cards of the board were known early, only how many each
 * decision knows. A decision is made for each set of known board cards, and a later decision knows
 * at least as many as an earlier one. So decisions are calculated from the largest sets to the
 * smallest: on complete boards for whole classes of them, and below by sums over the cards that
 * come in between.
 */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/dealer_ends.h"
#include "math/games/game_math.h"
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
    int64_t blind[CR_RANKS_FIVE + 1]; /* what the Blind pays for a win with each rank */
    struct board_pairs pairs;
    struct board_set *threes, *fours;
    /* an accelerator, where one is used */
    const struct protect_device *device;
    void *device_context;
    struct holdem_tables tables;
};

/* The choices of a player who sees nothing: 0 for the smallest wager, else the index of the size
 * plus 1. */
struct blind_choices {
    uint8_t five[HOLDEM_FIVES], four[HOLDEM_FOURS], three[HOLDEM_THREES], none;
};

struct holdem_hand {
    const struct holdem *g;
    void *lane; /* thread state of the accelerator … */
    bool lane_has_hand;
    char lane_fault[160]; /* … or the reason why there is none */
    struct hole_odds odds;
    struct board_level level[6][QUANTITIES]; /* by cards on the board (3 to 5) and quantity */
    int64_t *three[QUANTITIES];              /* values by three cards, after decisions … */
    int64_t *few[QUANTITIES];                /* … and by fewer, indexed from few_start() */
    struct blind_choices blind;
    bool records, follows; /* blind choices are recorded, or followed */
    bool by_kind;
    /* the following belong to the present case */
    unsigned at[CR_STAGES]; /* board cards that are known at each decision */
    card_set gone;
    struct cards_gone cards_gone;
    uint16_t next_ranks[5]; /* ranks that the next card can have, by known cards */
    bool reads_flop;        /* next_ranks excludes some cards of the flop */
    uint16_t group;         /* the ranks for which backs are read */
    bool counts_deals;      /* the number of deals differs between boards */
    int32_t dealer_hands;
    bool active[QUANTITIES]; /* which quantities are filled on complete boards */
    /* sights: NULL where they are not wanted. How many backs are read of the dealer's cards, the
     * flop, the turn and the river, and how many of those belong to the group. */
    uint32_t *sights;
    unsigned backs[4], in_group[4];
};

/* ---- Decisions ---- */

/* Makes a decision for these sums: the best one, or the recorded one if the hand follows blind
 * choices. */
static void decide(const struct holdem_hand *h, unsigned stage, int64_t q[QUANTITIES],
                   uint8_t *choice)
{
    const struct holdem_rules *play = &h->g->play;
    const unsigned chosen = holdem_choose(play, stage, h->follows ? *choice : CHOOSE_BEST, q);
    if (h->records)
        *choice = (uint8_t)chosen;
    holdem_count(play, stage, chosen, q);
}

/* Records the first decision, which the sums tell, for its sight. board: the digit of the known
 * board cards' ranks. */
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

/* Makes all decisions that know that many cards of the board, the last one first. */
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

/* What the backs of the dealer's cards say, in the deals that are being counted. */
struct dealer_marks {
    unsigned first, second; /* as in hole_odds_marked; both 2: none is read */
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

/* Fills the difference that a flush suit makes. */
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

/* The number of deals, in order, that follow when that many cards of the board are known. */
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

/* The number of hands that the dealer can have beside a complete board. */
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
    for (unsigned k = 0; k < QUANTITIES; k++)
        if (h->active[k] && (all || is_board_sum(k)))
            board_level_sum(&h->g->pairs.tables, &h->level[cards + 1][k], &h->cards_gone,
                            h->next_ranks[cards], &h->level[cards][k]);
}

/* Whether that card may be the one that came last. */
static bool may_be_last(const struct holdem_hand *h, unsigned cards, cr_card card)
{
    return h->next_ranks[cards - 1] >> cr_card_rank(card) & 1;
}

/* Makes the decisions on boards of four cards and adds their results to the sets of three cards
 * before. */
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
            const uint32_t before = set_number(set->cards & ~(left & -left));
            if (!may_be_last(h, 4, (cr_card)__builtin_ctzll(left)))
                continue;
            for (unsigned k = 0; k < QUANTITIES; k++)
                if (!is_board_sum(k) && q[k])
                    h->three[k][before] += q[k];
        }
    }
}

static void decide_threes(struct holdem_hand *h, bool from_fours)
{
    const int64_t deals = case_deals(h, 3);
    for (uint32_t i = 0; i < HOLDEM_THREES; i++) {
        const struct board_set *set = &h->g->threes[i];
        int64_t q[QUANTITIES] = {0};
        const bool can_be = !(set->cards & h->gone);
        for (unsigned k = 0; k < QUANTITIES && can_be; k++)
            if (from_fours && !is_board_sum(k))
                q[k] = h->three[k][i];
            else if (h->active[k])
                q[k] = board_value(&h->level[3][k], set);
        q[Q_DEALS] = !can_be || h->counts_deals ? q[Q_DEALS] : deals;
        if (can_be)
            decide_at(h, 3, q, i);
        for (unsigned k = 0; k < QUANTITIES; k++)
            h->three[k][i] = q[k];
    }
}

/* ---- Fewer cards than a flop ---- */

#define TWOS      1326
#define FEW_CARDS 2 /* at most */

/* The index at which the values by that many cards begin: first those of two, then of one, then of
 * none. */
static uint32_t few_start(unsigned cards)
{
    return cards == 2 ? 0 : cards == 1 ? TWOS : TWOS + CR_DECK_CARDS;
}

/* Adds the result of a set of cards, which is at index `place`, to the sets without the card that
 * came last. */
static void add_before(struct holdem_hand *h, card_set set, unsigned cards, uint32_t place)
{
    int64_t *const *from = cards > FEW_CARDS ? h->three : h->few;
    for (card_set left = set; left; left &= left - 1) {
        const uint32_t before = few_start(cards - 1) + set_number(set & ~(left & -left));
        if (!may_be_last(h, cards, (cr_card)__builtin_ctzll(left)))
            continue;
        for (unsigned k = 0; k < QUANTITIES; k++)
            h->few[k][before] += from[k][place];
    }
}

/* Visits all sets of two cards, or of one. */
static void each_few(struct holdem_hand *h, unsigned cards,
                     void (*visit)(struct holdem_hand *h, card_set set, unsigned cards,
                                   uint32_t place))
{
    for (unsigned high = cards - 1; high < CR_DECK_CARDS; high++)
        for (unsigned low = 0; low < (cards == 2 ? high : 1u); low++) {
            const card_set set = UINT64_C(1) << high | (cards == 2 ? UINT64_C(1) << low : 0);
            visit(h, set, cards, few_start(cards) + set_number(set));
        }
}

/* Makes the first decision where it knows these cards of the flop and perhaps some backs. */
static void decide_first(struct holdem_hand *h, card_set set, unsigned cards, uint32_t place)
{
    int64_t q[QUANTITIES];
    for (unsigned k = 0; k < QUANTITIES; k++)
        q[k] = h->few[k][place];
    if (q[Q_DEALS] == 0)
        return;
    decide_at(h, cards, q, 0);
    take_sight(h, sight_of_ranks(set), q);
    for (unsigned k = 0; k < QUANTITIES; k++)
        h->few[k][place] = q[k];
}

/* Goes from the values by three cards to those by fewer, and makes the first decision on the
 * way. */
static void decide_few(struct holdem_hand *h)
{
    for (unsigned k = 0; k < QUANTITIES; k++)
        memset(h->few[k], 0, (few_start(0) + 1) * sizeof *h->few[k]);
    for (uint32_t i = 0; i < HOLDEM_THREES; i++)
        if (h->three[Q_DEALS][i] > 0)
            add_before(h, h->g->threes[i].cards, 3, i);
    for (unsigned cards = FEW_CARDS; cards > 0; cards--) {
        if (h->at[0] == cards)
            each_few(h, cards, decide_first);
        each_few(h, cards, add_before);
    }
    if (h->at[0] == 0)
        decide_first(h, 0, 0, few_start(0));
}

/* Goes from the values by three cards to a single sum. Cards are counted in order, a set of three
 * in six ways. */
static void sum_threes(struct holdem_hand *h, int64_t out[QUANTITIES])
{
    const bool is_few = h->at[0] == 1 || h->at[0] == 2 || h->reads_flop;
    if (is_few)
        decide_few(h);
    for (unsigned k = 0; k < QUANTITIES; k++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < HOLDEM_THREES && !is_few; i++)
            sum += h->three[k][i];
        out[k] = is_few ? h->few[k][few_start(0)] : 6 * sum;
    }
    if (!is_few && h->at[0] == 0 && out[Q_DEALS] > 0) {
        decide_at(h, 0, out, 0);
        take_sight(h, 0, out);
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

/* Fills complete boards, which do not depend on the backs of the board that are read. */
static void fill_boards(struct holdem_hand *h, const struct seen_case *c,
                        const struct dealer_marks *marks)
{
    active_find(h);
    fill_plain(h, c, marks);
    for (unsigned s = 0; s < CR_SUITS; s++)
        fill_suit(h, c, s, marks);
}

/* Goes from complete boards to three cards. */
static void fill_threes(struct holdem_hand *h)
{
    const bool at_four = has_decision(h, 4);
    levels_sum(h, 4, true);
    if (at_four) {
        for (unsigned k = 0; k < QUANTITIES; k++)
            memset(h->three[k], 0, HOLDEM_THREES * sizeof *h->three[k]);
        decide_fours(h);
    }
    levels_sum(h, 3, !at_four);
    decide_threes(h, at_four);
}

static void case_play(struct holdem_hand *h, const struct seen_case *c, int64_t out[QUANTITIES])
{
    fill_boards(h, c, &(struct dealer_marks){2, 2});
    fill_threes(h);
    sum_threes(h, out);
}

static void case_start(struct holdem_hand *h, const struct seen_case *c)
{
    h->gone = c->own | c->dealer | c->dead;
    cards_gone_find(h->gone, &h->cards_gone);
    h->dealer_hands = dealer_hands((unsigned)__builtin_popcountll(c->dealer),
                                   (unsigned)__builtin_popcountll(c->dead));
    for (unsigned i = 0; i < 5; i++)
        h->next_ranks[i] = ALL_RANKS;
    h->reads_flop = false;
    h->group = 0;
    h->counts_deals = false;
    memset(h->backs, 0, sizeof h->backs);
    memset(h->in_group, 0, sizeof h->in_group);
}

/* Sets how many cards of the board each decision knows. */
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
            rest = bets; /* only hands that play on decide again */
        out->acts[s][may_fold ? CR_FOLD : CR_CHECK] +=
            times * (g->play.bets_apart && s == 0 ? q[Q_DEALS] - bets : rest - bets);
        rest -= g->play.bets_apart ? 0 : bets;
    }
}

/* ---- Marked backs ---- */

/* How many backs are read of the dealer's cards, the flop, the turn and the river: the cards that
 * are not seen are read in this order. */
struct marks {
    unsigned dealer, flop, turn, river;
};

static unsigned take_marks(unsigned *left, unsigned hidden)
{
    const unsigned taken = *left < hidden ? *left : hidden;
    *left -= taken;
    return taken;
}

static struct marks marks_share(const struct cr_sees *sees)
{
    struct marks m;
    unsigned left = sees->marked ? sees->marked_cards : 0;
    m.dealer = take_marks(&left, 2u - sees->dealer);
    m.flop = take_marks(&left, 3u - sees->flop);
    m.turn = take_marks(&left, !sees->turn);
    m.river = take_marks(&left, !sees->river);
    return m;
}

/* The ranks that a card can have when its back was read so. */
static uint16_t ranks_read(const struct holdem_hand *h, bool is_in_group)
{
    return (uint16_t)(is_in_group ? h->group : ALL_RANKS & ~(unsigned)h->group);
}

/* Sets what the backs of the flop say. The unseen cards of the flop come first, and those of the
 * group first among them: which of them it is makes no difference. */
static void read_flop(struct holdem_hand *h, unsigned marks, unsigned in_group)
{
    for (unsigned i = 0; i < marks; i++)
        h->next_ranks[h->at[0] + i] = ranks_read(h, i < in_group);
    h->reads_flop = marks > 0 && h->at[0] < 3;
    h->in_group[1] = in_group;
}

/* Sets what the backs of turn and river say. A street that is not seen comes after everything that
 * is known at the flop; the river comes last. */
static void read_streets(struct holdem_hand *h, const struct marks *m, bool turn, bool river)
{
    if (m->turn)
        h->next_ranks[h->at[1]] = ranks_read(h, turn);
    if (m->river)
        h->next_ranks[4] = ranks_read(h, river);
    h->in_group[2] = turn;
    h->in_group[3] = river;
}

/* Plays out everything that the backs of the flop can say. Decisions that know exactly the flop do
 * not depend on its backs: by then it has been opened. */
static void play_flops(struct holdem_hand *h, const struct marks *m, int64_t times,
                       struct seen_worth *out)
{
    for (unsigned read = 0; read <= m->flop; read++) {
        int64_t q[QUANTITIES] = {0};
        read_flop(h, m->flop, read);
        if (read == 0 || h->at[1] > 3)
            fill_threes(h);
        sum_threes(h, q);
        take_sums(h, q, times * choose(m->flop, read), out);
    }
}

static void play_board(struct holdem_hand *h, const struct seen_case *c, const struct marks *m,
                       const struct dealer_marks *dealer, int64_t times, struct seen_worth *out)
{
    fill_boards(h, c, dealer);
    for (unsigned turn = 0; turn <= m->turn; turn++)
        for (unsigned river = 0; river <= m->river; river++) {
            read_streets(h, m, turn, river);
            play_flops(h, m, times, out);
        }
}

static void play_marked(struct holdem_hand *h, const struct seen_case *c,
                        const struct cr_sees *sees, struct seen_worth *out)
{
    const struct marks m = marks_share(sees);
    h->group = sees->marked;
    h->counts_deals = true;
    memcpy(h->backs, (unsigned[]){m.dealer, m.flop, m.turn, m.river}, sizeof h->backs);
    if (m.dealer == 0)
        play_board(h, c, &m, &(struct dealer_marks){2, 2}, 1, out);
    for (unsigned read = 0; read < 2 && m.dealer == 1; read++) {
        h->in_group[0] = read;
        play_board(h, c, &m,
                   sees->dealer ? &(struct dealer_marks){2, read} : &(struct dealer_marks){read, 2},
                   1, out);
    }
    for (unsigned read = 0; read < 3 && m.dealer == 2; read++) {
        h->in_group[0] = read;
        play_board(h, c, &m, &(struct dealer_marks){read > 1, read > 0}, read == 1 ? 2 : 1, out);
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
    if (sees->marked) {
        play_marked(h, c, sees, out);
    } else {
        int64_t q[QUANTITIES];
        case_play(h, c, q);
        take_sums(h, q, 1, out);
    }
    h->records = false;
    h->sights = NULL;
}

static double base(void *hand, const struct seen_case *c)
{
    static const struct cr_sees nothing = {0};
    struct holdem_hand *h = hand;
    int64_t q[QUANTITIES];
    plan_make(h->g, &nothing, h->at);
    case_start(h, c);
    h->follows = true;
    case_play(h, c, q);
    h->follows = false;
    return (double)q[Q_VALUE] / (double)q[Q_DEALS];
}

/* The number of deals, with cards in order, as worth counts them. */
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
    return product * (m.dealer > 0 && hidden == 2 ? 2 : 1);
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
        h->few[k] = malloc((few_start(0) + 1) * sizeof *h->few[k]);
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

/* Makes the first decision of a case from its sums over flops; cards are counted in order. */
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

/* An upper bound of the mean pay of the Blind over all boards with one hand, in parts. A hand makes
 * a royal flush on at most 1,084 of the 2,118,760 boards, a straight flush on fewer than one in
 * 250, and four of a kind on fewer than one in 100. */
static wide blind_most(const int64_t by_category[CR_CATEGORIES])
{
    wide most = 0;
    for (unsigned c = 0; c < CR_FOUR_OF_A_KIND; c++)
        most = by_category[c] > most ? by_category[c] : most;
    return most + by_category[CR_FOUR_OF_A_KIND] / 100 + by_category[CR_STRAIGHT_FLUSH] / 250 +
           by_category[CR_ROYAL_FLUSH] / 1000 + 3;
}

/* Makes the rules as whole numbers; false when they are too large for the sums. */
static bool rules_make(const struct cr_rules *rules, const struct marks *marks, struct holdem *g)
{
    const char *name = game_math_of(rules->game)->holdem->blind;
    const unsigned blind = name ? cr_slot_find(rules->game, name, strlen(name)) : CR_SLOTS;
    wide scale = rules->bet_parts;
    g->rules = rules;
    g->play.bets_apart = !rules->game->one_bet;
    g->play.qualifying_rank = rules->qualifying_rank;
    g->play.pays_to = cr_category_worst_rank(rules->ante_pays_from);
    if (!g->play.bets_apart) {
        ends_fill(rules, rules->game->stages[0].slot, g->play.play_ends);
        ends_fill(rules, rules->game->ante, g->play.ante_ends);
    }
    if (blind < CR_SLOTS)
        ends_fill(rules, blind, g->play.blind_ends);
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
    /* 254 million boards in order, and 990 hands of the dealer, in order too where one of their
     * backs is read. The other factor of 2 is for boards with a flush, which are kept as
     * differences. */
    return (blind_most(by_category) + 50 * scale) * 254251200 * 990 * 2 * (marks->dealer ? 2 : 1) <
           INT64_MAX;
}

/* Sets the sight parts inside a case: known cards of the board, and backs that are read. */
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

/* About how long a case takes. Complete boards are filled once for each thing that the dealer's
 * backs can say, the rest once for each thing that the board's backs can say; boards of four cards
 * with a decision take longest. */
static double case_seconds(const struct cr_sees *sees, const struct marks *m)
{
    const unsigned known_at_flop = 3u + sees->turn + sees->river;
    const double boards = m->dealer == 2 ? 0.06 : 0.01;
    const double rest = known_at_flop == 4 ? 0.025 : 0.005;
    const unsigned flops = known_at_flop > 3 ? m->flop + 1 : 1;
    return (m->dealer + 1) * (boards + (m->turn + 1) * (m->river + 1) * flops * rest);
}

int seen_holdem(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
                struct cr_err *err)
{
    const struct marks marks = marks_share(sees);
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
        return has_memory ? scale_fault(rules, game_math_of(rules->game)->holdem->blind, err)
                          : err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    }
    *out = (struct seen_engine){.context = g,
                                .case_dealer = sees->dealer,
                                .case_dead = sees->dead,
                                .scale = g->play.scale,
                                .case_seconds = case_seconds(sees, &marks),
                                .rounds = 4000,
                                .free = holdem_free,
                                .hand_free = hand_free,
                                SEEN_FUNCTIONS,
                                .device_use = device_use};
    sight_parts(sees, out);
    return CR_OK;
}
