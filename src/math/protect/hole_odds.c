/* Fills and answers the counts of the dealer's hands for one seat's two cards on every class of
 * complete boards. */
#include "math/protect/hole_odds.h"

/* ---- Filling ---- */

/* The kinds of the seat's cards beside boards of one sort (no flush, or a flush in one suit). */
struct own_kinds {
    unsigned kind[2];
};

/* The cards of each kind that are left after the seat's own; false: the board is impossible. */
static bool cards_left(const uint8_t *board_left, const struct own_kinds *own,
                       int16_t out[PAIR_LANES])
{
    for (unsigned k = 0; k < PAIR_LANES; k++)
        out[k] = board_left[k];
    out[own->kind[0]]--;
    out[own->kind[1]]--;
    return out[own->kind[0]] >= 0 && out[own->kind[1]] >= 0;
}

/* The sum over kinds, halved because each hand was counted with both of its cards. */
static int16_t half_sum(const int16_t left[PAIR_LANES], const int16_t partners[PAIR_LANES])
{
    int32_t sum = 0;
    for (unsigned d = 0; d < PAIR_KINDS; d++)
        sum += left[d] * partners[d];
    return (int16_t)(sum / 2);
}

static void class_fill(const struct hole_odds *h, unsigned class, const struct own_kinds *own,
                       struct class_odds *odds, struct kind_odds *kinds)
{
    const struct board_pairs *p = h->pairs;
    struct pair_partners partners;
    struct pair_board board = {.ranks = p->rank[class]};
    *odds = (struct class_odds){0};
    if (!cards_left(p->left[class], own, board.left))
        return;
    const int16_t rank = p->rank[class][own->kind[0]][own->kind[1]];
    if (rank == 0)
        return;
    h->kernels->pair_partners(&board, rank, (int16_t)h->qualifying_rank, &partners);
    *odds = (struct class_odds){(uint16_t)rank, half_sum(board.left, partners.worse),
                                half_sum(board.left, partners.no_better),
                                half_sum(board.left, partners.unqualified)};
    for (unsigned d = 0; d < PAIR_LANES && h->by_kind; d++) {
        kinds->worse[d] = (uint8_t)partners.worse[d];
        kinds->no_better[d] = (uint8_t)partners.no_better[d];
        kinds->unqualified[d] = (uint8_t)partners.unqualified[d];
    }
}

void hole_odds_fill(struct hole_odds *h, card_set own, bool by_kind)
{
    const struct own_kinds plain = {{cr_card_rank((cr_card)__builtin_ctzll(own)),
                                     cr_card_rank((cr_card)__builtin_ctzll(own & (own - 1)))}};
    bool filled[HOLE_VARIANTS + 1] = {false};
    h->own[0] = (cr_card)__builtin_ctzll(own);
    h->own[1] = (cr_card)__builtin_ctzll(own & (own - 1));
    h->by_kind = by_kind;
    for (unsigned c = 0; c < MULTISETS_5; c++)
        class_fill(h, c, &plain, &h->plain[c], &h->plain_kinds[c]);
    for (unsigned s = 0; s < CR_SUITS; s++) {
        const struct own_kinds kinds = {{kind_of_card(h->own[0], s), kind_of_card(h->own[1], s)}};
        /* With the same two cards, "both of the suit" and "only the first" never both occur, so
         * they share a variant. */
        const unsigned variant = kinds.kind[0] >= CR_RANKS ? 1 : kinds.kind[1] >= CR_RANKS ? 2 : 0;
        h->variant[s] = (uint8_t)variant;
        for (unsigned c = 0; c < FLUSH_CLASSES_5 && !filled[variant]; c++)
            class_fill(h, MULTISETS_5 + c, &kinds, &h->flush[variant][c],
                       &h->flush_kinds[variant][c]);
        filled[variant] = true;
    }
}

/* ---- Counts with seen cards ---- */

void seen_kinds_find(card_set dealer, card_set dead, unsigned suit, struct seen_kinds *out)
{
    out->dealer_count = out->dead_count = 0;
    for (; dealer; dealer &= dealer - 1)
        out->dealer[out->dealer_count++] =
            (uint8_t)kind_of_card((cr_card)__builtin_ctzll(dealer), suit);
    for (; dead; dead &= dead - 1)
        out->dead[out->dead_count++] = (uint8_t)kind_of_card((cr_card)__builtin_ctzll(dead), suit);
}

static struct class_view view_of(const struct hole_odds *h, unsigned class,
                                 const struct class_odds *odds, const struct kind_odds *kinds)
{
    return (struct class_view){h->pairs->rank[class], odds, kinds, h->qualifying_rank};
}

struct odds_counts hole_odds_seen(const struct hole_odds *h, unsigned class,
                                  const struct class_odds *odds, const struct kind_odds *kinds,
                                  const struct seen_kinds *seen, int32_t all)
{
    const struct class_view view = view_of(h, class, odds, kinds);
    const struct kinds_seen cards = {seen->dealer, seen->dead, seen->dealer_count, seen->dead_count,
                                     1};
    return odds_with_seen(&view, &cards, all);
}

/* ---- Marked backs ---- */

/* Whether a card of that kind can be one whose back was read so (0 or 1; 2: not read). */
static bool fits(unsigned kind, uint16_t group, unsigned read)
{
    return read > 1 || (group >> kind % CR_RANKS & 1) == read;
}

/* The cards of each kind that are left for the dealer. */
struct marked_deck {
    struct class_view view;
    const struct seen_kinds *seen;
    uint16_t group;
    int32_t left[PAIR_KINDS], all;
};

static void marked_deck_fill(const struct hole_odds *h, unsigned class, unsigned suit,
                             struct marked_deck *d)
{
    d->all = 0;
    for (unsigned k = 0; k < PAIR_KINDS; k++)
        d->left[k] = h->pairs->left[class][k];
    d->left[kind_of_card(h->own[0], suit)]--;
    d->left[kind_of_card(h->own[1], suit)]--;
    for (unsigned i = 0; i < d->seen->dead_count; i++)
        d->left[d->seen->dead[i]]--;
    for (unsigned k = 0; k < PAIR_KINDS; k++)
        d->all += d->left[k];
}

/* Adds hands whose first card was read so and whose second was not read: their counts are known by
 * the first card alone. */
static void add_firsts(const struct marked_deck *d, unsigned read, int32_t times,
                       struct odds_counts *out)
{
    const unsigned in_group = d->group | (unsigned)d->group << CR_RANKS;
    const struct kind_odds *kinds = d->view.kinds;
    int32_t first[PAIR_KINDS], cards = 0;
    for (unsigned k = 0; k < PAIR_KINDS; k++) {
        first[k] = (in_group >> k & 1) == read ? times * d->left[k] : 0;
        cards += first[k];
        out->worse += first[k] * kinds->worse[k];
        out->no_better += first[k] * kinds->no_better[k];
        out->unqualified += first[k] * kinds->unqualified[k];
    }
    out->all += cards * (d->all - 1);
    for (unsigned i = 0; i < d->seen->dead_count; i++)
        for (unsigned k = 0; k < PAIR_KINDS; k++)
            if (first[k] != 0)
                odds_add_hand(&d->view, k, d->seen->dead[i], -first[k], out);
}

/* Adds hands of which both cards were read so, each two kinds in both orders. */
static void add_both(const struct marked_deck *d, unsigned read, int32_t times,
                     struct odds_counts *out)
{
    for (unsigned a = 0; a < PAIR_KINDS; a++)
        for (unsigned b = 0; b <= a && fits(a, d->group, read) && d->left[a] > 0; b++) {
            const int32_t hands = times * d->left[a] * (a == b ? d->left[a] - 1 : 2 * d->left[b]);
            if (hands == 0 || !fits(b, d->group, read))
                continue;
            out->all += hands;
            odds_add_hand(&d->view, a, b, hands, out);
        }
}

/* Adds hands of which both cards were read. Only hands of the sort that has fewer ranks are
 * visited. All first cards of that sort, less these hands, are the hands with one card of each
 * sort; and all first cards of the other sort, less those, are the hands with two cards of the
 * other sort. */
static void add_marked(const struct marked_deck *d, unsigned first, unsigned second,
                       struct odds_counts *out)
{
    const unsigned fewer = 2 * __builtin_popcount(d->group) < CR_RANKS;
    if (first == second && first != fewer)
        add_firsts(d, first, 1, out);
    if (first != fewer || second != fewer)
        add_firsts(d, fewer, first == second ? -1 : 1, out);
    add_both(d, fewer, first == second ? 1 : -1, out);
}

/* Adds hands of which one card is seen and the other's back was read. */
static void add_second(const struct marked_deck *d, unsigned kind, unsigned read,
                       struct odds_counts *out)
{
    for (unsigned b = 0; b < PAIR_KINDS; b++) {
        const int32_t times = d->left[b] - (kind == b);
        if (times <= 0 || !fits(b, d->group, read))
            continue;
        out->all += times;
        odds_add_hand(&d->view, kind, b, times, out);
    }
}

struct odds_counts hole_odds_marked(const struct hole_odds *h, unsigned class,
                                    const struct class_odds *odds, const struct kind_odds *kinds,
                                    unsigned suit, const struct seen_kinds *seen, uint16_t group,
                                    unsigned first, unsigned second)
{
    struct marked_deck deck = {
        .view = view_of(h, class, odds, kinds), .seen = seen, .group = group};
    struct odds_counts out = {0};
    marked_deck_fill(h, class, suit, &deck);
    if (seen->dealer_count == 1)
        add_second(&deck, seen->dealer[0], second, &out);
    else if (second > 1)
        add_firsts(&deck, first, 1, &out);
    else
        add_marked(&deck, first, second, &out);
    return out;
}
