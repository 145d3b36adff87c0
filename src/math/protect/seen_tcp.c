/* The engine for Three Card Poker with seen cards.
 *
 * Against one hand of the seat, every hand of the dealer gives the Ante a result a and each Ante of
 * Play a result d, both -1, 0 or 1. From the sums of a and d over the dealer's hands that contain
 * any one or two cards, inclusion and exclusion gives the sums over the hands that contain the seen
 * cards and none of the dead ones. Where so many cards are dead that fewer hands of the dealer are
 * left than that calculation has terms, the hands are visited one by one.
 */
#include "base/err.h"
#include "game/games/game.h"
#include "math/games/dealer_ends.h"
#include "math/protect/engine.h"
#include "math/protect/scale.h"

#include <stdlib.h>

#define CARDS 3

struct tcp {
    const struct cr_rules *rules;
    struct wager_ends ante, play; /* TCP-3 */
    bool sees_all; /* all of the dealer's cards: every result is known, and no case is needed */
    wide scale;
    wide bonus[CR_RANKS_THREE + 1]; /* TCP-6, by rank, in parts */
    uint16_t rank[CR_DECK_CARDS][CR_DECK_CARDS][CR_DECK_CARDS];
};

/* Sums of the results of Ante and Play over hands of the dealer. */
struct sums {
    int32_t a, d;
};

struct tcp_hand {
    const struct tcp *tcp;
    uint16_t rank;
    struct sums all, with[CR_DECK_CARDS], with_two[CR_DECK_CARDS][CR_DECK_CARDS];
    int32_t ends[3][3]; /* numbers of the dealer's hands, by a + 1 and d + 1 */
};

/* TCP-3, TCP-4: the results of the Ante and the Play bet against one hand of the dealer. */
static struct sums against(const struct tcp_hand *h, uint16_t dealer)
{
    const int versus = (h->rank < dealer) - (h->rank > dealer);
    if (dealer <= h->tcp->rules->qualifying_rank)
        return (struct sums){versus, versus};
    const enum dealer_end end = versus > 0   ? END_WIN_UNQUALIFIED
                                : versus < 0 ? END_LOSS_UNQUALIFIED
                                             : END_TIE_UNQUALIFIED;
    return (struct sums){h->tcp->ante.of[end], h->tcp->play.of[end]};
}

static void sums_add(struct sums *to, struct sums from, int32_t sign)
{
    to->a += sign * from.a;
    to->d += sign * from.d;
}

static void hand_set(void *hand, card_set own)
{
    struct tcp_hand *h = hand;
    cr_card cards[SET_CARDS_MAX], left[CR_DECK_CARDS];
    unsigned n = 0;
    const struct tcp *tcp = h->tcp;
    set_cards(own, cards);
    *h = (struct tcp_hand){.tcp = tcp, .rank = cr_eval3(cards)};
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!set_has(own, c))
            left[n++] = c;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++) {
            struct sums two = {0, 0}; /* over hands with a third card above both */
            for (unsigned k = j + 1; k < n; k++) {
                const struct sums one = against(h, tcp->rank[left[i]][left[j]][left[k]]);
                sums_add(&two, one, 1);
                sums_add(&h->with_two[left[i]][left[k]], one, 1);
                sums_add(&h->with_two[left[j]][left[k]], one, 1);
                sums_add(&h->with[left[k]], one, 1);
                h->ends[one.a + 1][one.d + 1]++;
            }
            sums_add(&h->with_two[left[i]][left[j]], two, 1);
            sums_add(&h->with[left[i]], two, 1);
            sums_add(&h->with[left[j]], two, 1);
            sums_add(&h->all, two, 1);
        }
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            h->with_two[left[j]][left[i]] = h->with_two[left[i]][left[j]];
}

/* The sums over hands that contain all of these cards. */
static struct sums holding(const struct tcp_hand *h, const cr_card *cards, unsigned count)
{
    return count == 0   ? h->all
           : count == 1 ? h->with[cards[0]]
           : count == 2 ? h->with_two[cards[0]][cards[1]]
                        : against(h, h->tcp->rank[cards[0]][cards[1]][cards[2]]);
}

/* Adds the sums over hands that contain the first `count` cards, less those over hands that also
 * contain one of the dead cards from number `from` on. */
static void avoiding(const struct tcp_hand *h, cr_card cards[CARDS], unsigned count,
                     const cr_card *dead, unsigned from, unsigned dead_count, int32_t sign,
                     struct sums *out)
{
    sums_add(out, holding(h, cards, count), sign);
    if (count == CARDS)
        return;
    for (unsigned i = from; i < dead_count; i++) {
        cards[count] = dead[i];
        avoiding(h, cards, count + 1, dead, i + 1, dead_count, -sign, out);
    }
}

/* The sum of the results of the Ante and a Play bet of k parts of it. */
static wide ante_and_play(const struct tcp *tcp, struct sums sums, unsigned k)
{
    return sums.a * tcp->scale + (wide)k * sums.d * (tcp->scale / tcp->rules->bet_parts);
}

/* Adds the best bet for these sums over that many deals, and returns it. */
static cr_action decide(const struct tcp_hand *h, struct sums sums, int64_t deals, int64_t times,
                        struct seen_worth *out)
{
    const struct tcp *tcp = h->tcp;
    wide best = -(wide)deals * tcp->scale;
    cr_action action = CR_FOLD;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++) {
        const wide value = ante_and_play(tcp, sums, k) + deals * tcp->bonus[h->rank];
        if ((tcp->rules->multiples[0] >> k & 1) && value > best) {
            best = value;
            action = cr_action_bet(k);
        }
    }
    out->value += times * best;
    out->acts[0][action] += times * deals;
    return action;
}

/* Decides for all hands of the dealer with the results a and d, when they are seen. */
static void decide_ends(const struct tcp_hand *h, int a, int d, struct seen_worth *out)
{
    const int32_t hands = h->ends[a + 1][d + 1];
    if (hands > 0)
        decide(h, (struct sums){a * hands, d * hands}, hands, 1, out);
}

/* ---- Marked backs ---- */

/* Sums over the dealer's hands by how many of the unseen cards belong to the group. */
struct marked_sums {
    struct sums of[CARDS + 1];
    int64_t deals[CARDS + 1];
};

static void marked_walk(const struct tcp_hand *h, const struct seen_case *c, uint16_t group,
                        cr_card cards[CARDS], unsigned count, unsigned from, unsigned in_group,
                        struct marked_sums *out)
{
    if (count == CARDS) {
        sums_add(&out->of[in_group], against(h, h->tcp->rank[cards[0]][cards[1]][cards[2]]), 1);
        out->deals[in_group]++;
        return;
    }
    for (unsigned card = from; card < CR_DECK_CARDS; card++) {
        if (set_has(c->own | c->dealer | c->dead, (cr_card)card))
            continue;
        cards[count] = (cr_card)card;
        marked_walk(h, c, group, cards, count + 1, card + 1,
                    in_group + (group >> cr_card_rank((cr_card)card) & 1), out);
    }
}

/* Decides a case. The backs of `marks` of the hidden cards are read; all choices of which cards
 * these are are added up. */
static void marked_decide(const struct tcp_hand *h, const struct marked_sums *m, unsigned hidden,
                          unsigned marks, struct seen_worth *out)
{
    for (unsigned read = 0; read <= marks; read++) {
        struct sums sums = {0, 0};
        int64_t deals = 0;
        for (unsigned j = read; j + marks <= hidden + read; j++) {
            const int32_t ways = (int32_t)(choose(j, read) * choose(hidden - j, marks - read));
            sums_add(&sums, m->of[j], ways);
            deals += ways * m->deals[j];
        }
        if (deals > 0)
            sight_add(out, read, decide(h, sums, deals, 1, out));
    }
}

/* ---- The engine ---- */

/* The number of terms of inclusion and exclusion with that many hidden and dead cards. */
static unsigned terms_count(unsigned hidden, unsigned dead)
{
    unsigned terms = 0;
    for (unsigned k = 0; k <= hidden; k++)
        terms += choose(dead, k);
    return terms;
}

/* The number of hands that the dealer can have beside the seen cards and the dead ones. */
static unsigned hands_count(unsigned hidden, unsigned dead)
{
    return choose(CR_DECK_CARDS - 2 * CARDS + hidden - dead, hidden);
}

/* The sums over the dealer's hands that are possible in a case. */
static struct sums case_sums(const struct tcp_hand *h, const struct seen_case *c)
{
    cr_card cards[SET_CARDS_MAX], dead[CR_DECK_CARDS];
    const unsigned count = set_cards(c->dealer, cards);
    struct sums sums = {0, 0};
    unsigned dead_count = 0;
    for (card_set left = c->dead; left; left &= left - 1)
        dead[dead_count++] = (cr_card)__builtin_ctzll(left);
    if (terms_count(CARDS - count, dead_count) <= hands_count(CARDS - count, dead_count)) {
        avoiding(h, cards, count, dead, 0, dead_count, 1, &sums);
        return sums;
    }
    struct marked_sums unmarked = {0};
    marked_walk(h, c, 0, cards, count, 0, 0, &unmarked);
    return unmarked.of[0];
}

static int64_t case_hands(const struct seen_case *c)
{
    return hands_count(CARDS - (unsigned)__builtin_popcountll(c->dealer),
                       (unsigned)__builtin_popcountll(c->dead));
}

static void worth(void *hand, const struct seen_case *c, const struct cr_sees *sees,
                  struct seen_worth *out)
{
    const struct tcp_hand *h = hand;
    if (h->tcp->sees_all && sees->dealer) {
        for (int a = -1; a <= 1; a++)
            for (int d = -1; d <= 1; d++)
                decide_ends(h, a, d, out);
        return;
    }
    if (sees->marked) {
        cr_card cards[SET_CARDS_MAX];
        const unsigned count = set_cards(c->dealer, cards);
        struct marked_sums marked = {0};
        marked_walk(h, c, sees->marked, cards, count, 0, 0, &marked);
        marked_decide(h, &marked, CARDS - count, sees->marked_cards, out);
        return;
    }
    decide(h, case_sums(h, c), case_hands(c), 1, out);
}

/* The mean of the case under the decision of a player who sees nothing. */
static double base(void *hand, const struct seen_case *c)
{
    const struct tcp_hand *h = hand;
    struct seen_worth blind = {0};
    unsigned k = 0;
    decide(h, h->all, choose(CR_DECK_CARDS - CARDS, CARDS), 1, &blind);
    for (unsigned i = 1; i <= CR_MULTIPLES; i++)
        k = blind.acts[0][cr_action_bet(i)] ? i : k;
    if (k == 0)
        return -(double)h->tcp->scale;
    return (double)ante_and_play(h->tcp, case_sums(h, c), k) / (double)case_hands(c) +
           (double)h->tcp->bonus[h->rank];
}

static wide deals(const void *context, const struct cr_sees *sees)
{
    const struct tcp *tcp = context;
    const unsigned hidden = CARDS - sees->dealer;
    if (tcp->sees_all)
        return choose(CR_DECK_CARDS - CARDS, CARDS);
    return (wide)choose((unsigned)(CR_DECK_CARDS - CARDS - sees->dealer - sees->dead), hidden) *
           (sees->marked ? choose(hidden, sees->marked_cards) : 1);
}

static void *hand_new(const void *context)
{
    struct tcp_hand *h = malloc(sizeof *h);
    if (h)
        h->tcp = context;
    return h;
}

static void ranks_fill(struct tcp *tcp)
{
    for (unsigned i = 0; i < CR_DECK_CARDS; i++)
        for (unsigned j = 0; j < i; j++)
            for (unsigned k = 0; k < j; k++) {
                const uint16_t rank = cr_eval3((cr_card[]){(cr_card)i, (cr_card)j, (cr_card)k});
                tcp->rank[i][j][k] = tcp->rank[i][k][j] = tcp->rank[j][i][k] = rank;
                tcp->rank[j][k][i] = tcp->rank[k][i][j] = tcp->rank[k][j][i] = rank;
            }
}

int seen_tcp(const struct cr_rules *rules, const struct cr_sees *sees, struct seen_engine *out,
             struct cr_err *err)
{
    struct tcp *tcp = calloc(1, sizeof *tcp);
    if (!tcp)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    tcp->rules = rules;
    tcp->sees_all = sees->dealer == CARDS && sees->dead == 0;
    tcp->ante = wager_ends(rules, rules->game->ante);
    tcp->play = wager_ends(rules, rules->game->stages[0].slot);
    if (!scaled_bonus(rules, CR_RANKS_THREE, &tcp->scale, tcp->bonus)) {
        free(tcp);
        return scale_fault(rules, "ante_bonus", err);
    }
    ranks_fill(tcp);
    const unsigned hidden = CARDS - sees->dealer, hands = hands_count(hidden, sees->dead);
    const unsigned terms = terms_count(hidden, sees->dead);
    *out = (struct seen_engine){
        .context = tcp,
        .case_dealer = tcp->sees_all ? 0 : sees->dealer,
        .case_dead = sees->dead,
        .scale = tcp->scale,
        .case_seconds = sees->marked ? 4e-5 : 2e-8 * (terms < hands ? terms : hands),
        .rounds = 1000000,
        .sight_part_count = sees->marked || tcp->sees_all ? 1 : 0,
        .sight_parts = {tcp->sees_all ? (struct sight_part){CARDS, false}
                                      : (struct sight_part){sees->marked_cards, true}},
        .free = free,
        .hand_free = free,
        SEEN_FUNCTIONS};
    return CR_OK;
}
