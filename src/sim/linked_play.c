/* How simulated patrons play the games with a linked progressive: Let It Ride, Mississippi Stud,
 * Four Card Poker. These are rules of thumb, not the best play. */
#include "sim/game_play.h"

enum { SIX = 4, TEN = 8, JACK = 9, ACE = 12 };

/* What there is to see in a seat's open cards: cards by rank and suit, and the largest set. */
struct look {
    unsigned of_rank[CR_RANKS], of_suit[CR_SUITS];
    unsigned cards, largest_suit; /* number of cards of the longest suit */
    unsigned largest_set;         /* number of cards in the largest set of one rank */
    unsigned set_rank;            /* its rank */
    unsigned pairs;
    unsigned lowest, highest;
};

static void look_add(struct look *l, cr_card card)
{
    const unsigned rank = cr_card_rank(card);
    l->of_rank[rank]++;
    l->of_suit[cr_card_suit(card)]++;
    l->lowest = l->cards == 0 || rank < l->lowest ? rank : l->lowest;
    l->highest = rank > l->highest ? rank : l->highest;
    l->cards++;
}

static struct look look_at(const struct sight *see)
{
    struct look l = {0};
    for (unsigned i = 0; i < see->count; i++)
        look_add(&l, see->cards[i]);
    for (unsigned i = 0; i < see->open; i++)
        look_add(&l, see->board[i]);
    for (unsigned s = 0; s < CR_SUITS; s++)
        l.largest_suit = l.of_suit[s] > l.largest_suit ? l.of_suit[s] : l.largest_suit;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        l.pairs += l.of_rank[r] == 2;
        if (l.of_rank[r] < l.largest_set)
            continue;
        l.largest_set = l.of_rank[r];
        l.set_rank = r;
    }
    return l;
}

/* Three of a kind, two pair, or a pair of at least that rank. */
static bool has_set(const struct look *l, unsigned least)
{
    return l->largest_set > 2 || l->pairs > 1 || (l->largest_set == 2 && l->set_rank >= least);
}

/* Whether the cards have no pair and all fit into `span` neighbouring ranks. */
static bool is_run(const struct look *l, unsigned span)
{
    return l->largest_set == 1 && l->highest - l->lowest < span;
}

/* Lets a bet ride on a hand that is paid, on cards that could become a straight flush or, with four
 * cards, on a flush draw or an open straight draw with a high card. */
static unsigned lir_bets(const struct sight *see)
{
    const struct look l = look_at(see);
    const bool suited = l.largest_suit == l.cards;
    bool rides = has_set(&l, TEN);
    if (see->stage == 0)
        rides |= suited && is_run(&l, l.highest >= TEN ? 5 : 3) && l.highest > 2;
    else
        rides |= suited || (is_run(&l, 4) && l.highest >= TEN);
    return rides ? BETS_MOST : BETS_NOTHING;
}

/* Two points for a jack or better, one for a six to a ten. */
static unsigned ms_points(const struct look *l)
{
    unsigned points = 0;
    for (unsigned r = SIX; r < CR_RANKS; r++)
        points += l->of_rank[r] * (r >= JACK ? 2 : 1);
    return points;
}

/* Bets the most on a hand that is paid or returned, on every pair at first, and on four cards of a
 * suit; one Ante on a low pair, on suited cards and on enough points. */
static unsigned ms_bets(const struct sight *see)
{
    const struct look l = look_at(see);
    const bool suited = l.largest_suit == l.cards;
    if (has_set(&l, see->stage == 0 ? 0 : SIX) || (see->stage == 2 && suited))
        return BETS_MOST;
    const bool goes_on = l.largest_set == 2 || (see->stage == 1 && suited) ||
                         ms_points(&l) >= see->stage + 2 || (see->stage == 2 && is_run(&l, 5));
    return goes_on ? 1 : BETS_NOTHING;
}

/* FCP: the maker's simple strategy: three Antes on a pair of tens or better, one on a pair of
 * threes to nines. */
static unsigned fcp_bets(const struct sight *see)
{
    const cr_card tens[4] = {cr_card_make(TEN, 0), cr_card_make(TEN, 1), cr_card_make(0, 2),
                             cr_card_make(1, 3)};
    const cr_card threes[4] = {cr_card_make(1, 0), cr_card_make(1, 1), cr_card_make(0, 2),
                               cr_card_make(2, 3)};
    const uint16_t rank = cr_eval4(see->cards, see->count);
    if (rank <= cr_eval4(tens, 4))
        return BETS_MOST;
    return rank <= cr_eval4(threes, 4) ? 1 : BETS_NOTHING;
}

GAME_PLAY(lir, .order = "LIR-4", .qualify = "LIR-2");

GAME_PLAY(ms, .order = "MS-4", .qualify = "MS-2");

GAME_PLAY(fcp, .order = "FCP-5", .qualify = "FCP-4", .bonus = "FCP-6");
