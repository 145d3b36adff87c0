/* Compares hands of five cards with the dealer's hands of six, by one sweep over the dealer's hands
 * in order of rank. */
#include "math/kernels/four_card.h"

#include "game/cards/eval_inline.h"

#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#define HAND_CARDS   5
#define DEALER_CARDS 6
#define RENAMINGS    24 /* of the suits */

/* ---- Lists in order of rank ---- */

static uint16_t set_rank(card_set set)
{
    cr_card cards[SET_CARDS_MAX];
    const unsigned count = set_cards(set, cards);
    return eval_hand_rank_four(eval_hand_of(cards, count));
}

/* The end of each rank in a list that is ordered by rank; end[0] is 0. */
struct rank_ends {
    uint32_t end[CR_RANKS_FOUR + 1];
};

/* The classes of the dealer's hands (equal up to the names of suits), the best first. */
struct dealers {
    uint32_t count;
    card_set *set;
    uint8_t *weight;
    struct rank_ends ranks;
};

static void dealer_count(void *context, card_set set, unsigned weight)
{
    struct dealers *d = context;
    (void)weight;
    d->count++;
    d->ranks.end[set_rank(set)]++;
}

static void dealer_put(void *context, card_set set, unsigned weight)
{
    struct dealers *d = context;
    const uint32_t place = d->ranks.end[set_rank(set) - 1]++;
    d->set[place] = set;
    d->weight[place] = (uint8_t)weight;
}

/* Turns the number of hands of each rank into the index at which the rank starts. */
static void ends_to_starts(struct rank_ends *ranks)
{
    uint32_t start = 0;
    for (unsigned r = 0; r < CR_RANKS_FOUR; r++) {
        ranks->end[r] = start;
        start += ranks->end[r + 1];
    }
    ranks->end[CR_RANKS_FOUR] = start;
}

/* After each rank was filled from its start, its entry has become its end: moves the entries to
 * their places. */
static void starts_to_ends(struct rank_ends *ranks)
{
    memmove(&ranks->end[1], &ranks->end[0], CR_RANKS_FOUR * sizeof ranks->end[0]);
    ranks->end[0] = 0;
}

static bool dealers_make(struct dealers *d)
{
    *d = (struct dealers){0};
    each_class(DEALER_CARDS, dealer_count, d);
    d->set = malloc(d->count * sizeof *d->set);
    d->weight = malloc(d->count * sizeof *d->weight);
    if (!d->set || !d->weight)
        return false;
    ends_to_starts(&d->ranks);
    each_class(DEALER_CARDS, dealer_put, d);
    starts_to_ends(&d->ranks);
    return true;
}

/* Orders the classes of the seat's hands by rank. */
static bool hands_order(const struct four_card_table *t, uint32_t **order, struct rank_ends *ranks)
{
    *order = malloc(t->hands.count * sizeof **order);
    if (!*order)
        return false;
    memset(ranks, 0, sizeof *ranks);
    for (uint32_t class = 0; class < t->hands.count; class ++) {
        t->rank[class] = set_rank(t->hands.first[class]);
        ranks->end[t->rank[class]]++;
    }
    ends_to_starts(ranks);
    for (uint32_t class = 0; class < t->hands.count; class ++)
        (*order)[ranks->end[t->rank[class] - 1]++] = class;
    starts_to_ends(ranks);
    return true;
}

/* ---- Sets of cards ---- */

/* The classes of sets of one to five cards; index 0 is not used. share: how much one real hand adds
 * to the count of a class (see struct census). */
struct sets {
    struct card_classes classes[HAND_CARDS + 1];
    uint8_t *share[HAND_CARDS + 1];
};

static bool sets_make(struct sets *s)
{
    bool made = true;
    for (unsigned size = 1; made && size <= HAND_CARDS; size++) {
        struct card_classes *classes = &s->classes[size];
        made = card_classes_make(size, classes);
        s->share[size] = made ? malloc(classes->count) : NULL;
        made = s->share[size] != NULL;
        for (uint32_t class = 0; made && class < classes->count; class ++)
            s->share[size][class] = (uint8_t)(RENAMINGS / classes->weight[class]);
    }
    return made;
}

static void sets_free(struct sets *s)
{
    for (unsigned size = 1; size <= HAND_CARDS; size++) {
        card_classes_free(&s->classes[size]);
        free(s->share[size]);
    }
}

/* ---- The dealer's hands so far ---- */

/* How many of the dealer's hands so far contain each set of cards, times RENAMINGS: a hand stands
 * for all hands that differ from it by the names of the suits, and so does a set. */
struct census {
    const struct sets *sets;
    uint32_t *holding[HAND_CARDS + 1]; /* by size and class */
};

static bool census_make(const struct sets *sets, struct census *c)
{
    bool made = true;
    *c = (struct census){.sets = sets};
    for (unsigned size = 1; made && size <= HAND_CARDS; size++) {
        c->holding[size] = calloc(sets->classes[size].count, sizeof *c->holding[size]);
        made = c->holding[size] != NULL;
    }
    return made;
}

static void census_free(struct census *c)
{
    for (unsigned size = 1; size <= HAND_CARDS; size++)
        free(c->holding[size]);
}

/* Adds a dealer's hand to the count of each set of one to five of its cards. The number of a set is
 * that of the set without its highest card, plus one binomial. */
static void census_add(struct census *c, card_set dealer, unsigned weight)
{
    cr_card cards[SET_CARDS_MAX];
    uint32_t number[1 << DEALER_CARDS] = {0};
    set_cards(dealer, cards);
    for (unsigned subset = 1; subset < (1 << DEALER_CARDS) - 1; subset++) {
        const unsigned size = (unsigned)__builtin_popcount(subset);
        const unsigned top = 31u - (unsigned)__builtin_clz(subset);
        number[subset] = number[subset ^ 1u << top] + choose(cards[top], size);
        const uint32_t class = c->sets->classes[size].of[number[subset]];
        c->holding[size][class] += weight * c->sets->share[size][class];
    }
}

/* ---- One hand and all open cards ---- */

/* The set of some cards of a hand of five and the open card. `number` is the set's number without
 * the binomial of the open card: it stays the same while the open card moves between two cards of
 * the hand. */
struct part {
    uint32_t number;
    uint8_t size;  /* cards, the open card included */
    uint8_t place; /* position of the open card among them, from 1 */
};

/* Makes all parts of a hand, the empty one included and the whole hand left out; below: how many of
 * its cards are below the open card. */
static void parts_make(const cr_card hand[HAND_CARDS], unsigned below, struct part out[31])
{
    for (unsigned subset = 0; subset < 31; subset++) {
        const unsigned lower = subset & ((1u << below) - 1);
        struct part part = {.place = (uint8_t)(1 + __builtin_popcount(lower))};
        for (unsigned i = 0; i < HAND_CARDS; i++)
            if (subset >> i & 1)
                part.number += choose(hand[i], ++part.size + (i >= below ? 1u : 0u));
        part.size++;
        out[subset] = part;
    }
}

/* How many of the dealer's hands so far contain the open card and none of the seat's. all_six: one
 * of those hands consists of the open card and the seat's five. */
static uint32_t census_find(const struct census *c, const struct part parts[31], cr_card up,
                            bool all_six)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 31; i++) {
        const unsigned size = parts[i].size;
        const uint32_t number = parts[i].number + choose(up, parts[i].place);
        const int64_t holding = c->holding[size][c->sets->classes[size].of[number]];
        sum += size % 2 == 1 ? holding : -holding;
    }
    return (uint32_t)(sum / RENAMINGS - all_six);
}

/* Fills the counts of one hand for every open card. or_equal: dealer's hands of its own rank have
 * been counted too, so the equal ones are filled in. */
static void hand_fill(const struct census *c, const struct four_card_table *t, uint32_t class,
                      bool or_equal)
{
    cr_card hand[SET_CARDS_MAX];
    struct part parts[31];
    set_cards(t->hands.first[class], hand);
    const struct eval_hand five = eval_hand_of(hand, HAND_CARDS);
    unsigned below = 0;
    parts_make(hand, 0, parts);
    for (cr_card up = 0; up < CR_DECK_CARDS; up++) {
        if (below < HAND_CARDS && hand[below] == up) {
            parts_make(hand, ++below, parts);
            continue;
        }
        const bool six_counts =
            or_equal || eval_hand_rank_four(eval_hand_add(five, up)) < t->rank[class];
        const uint32_t found = census_find(c, parts, up, six_counts);
        uint32_t *better = &t->better[class][up - below];
        if (or_equal)
            t->equal[class][up - below] = found - *better;
        else
            *better = found;
    }
}

/* ---- The sweep ---- */

/* What all threads share. */
struct sweep {
    const struct four_card_table *table;
    const struct dealers *dealers;
    const struct sets *sets;
    const uint32_t *order; /* the seat's hands */
    struct rank_ends hands;
};

static void dealers_add(const struct sweep *s, struct census *c, unsigned rank)
{
    for (uint32_t i = s->dealers->ranks.end[rank - 1]; i < s->dealers->ranks.end[rank]; i++)
        census_add(c, s->dealers->set[i], s->dealers->weight[i]);
}

static void hands_fill(const struct sweep *s, const struct census *c, unsigned rank, bool or_equal)
{
    for (uint32_t i = s->hands.end[rank - 1]; i < s->hands.end[rank]; i++)
        hand_fill(c, s->table, s->order[i], or_equal);
}

/* Fills the hands of ranks from `first` up to the one before `end`. */
static bool sweep_ranks(const struct sweep *s, unsigned first, unsigned end, const void *none)
{
    (void)none;
    struct census census;
    const bool made = census_make(s->sets, &census);
    for (unsigned rank = 1; made && rank < end; rank++) {
        if (rank >= first)
            hands_fill(s, &census, rank, false);
        dealers_add(s, &census, rank);
        if (rank >= first && s->table->equal)
            hands_fill(s, &census, rank, true);
    }
    census_free(&census);
    return made;
}

/* The first rank of a part, when the ranks are divided so that each part has about as many
 * hands. */
static unsigned part_start(const struct sweep *s, unsigned part, unsigned parts)
{
    const uint64_t hands = (uint64_t)s->hands.end[CR_RANKS_FOUR] * part / parts;
    unsigned rank = 1;
    while (rank <= CR_RANKS_FOUR && s->hands.end[rank - 1] < hands)
        rank++;
    return part == parts ? CR_RANKS_FOUR + 1 : rank;
}

/* The work of a thread on some ranks; `work` is data of the caller. */
typedef bool ranks_fn(const struct sweep *s, unsigned from, unsigned to, const void *work);

/* Runs `each` on a part of the ranks for each thread, with counts of its own, so that no thread
 * waits for another. False when one of them fails. */
static bool for_all_ranks(const struct sweep *s, ranks_fn *each, const void *work)
{
    bool made = true;
#ifdef _OPENMP
    const int parts = omp_get_max_threads();
#pragma omp parallel for schedule(static, 1) reduction(&& : made)
#else
    const int parts = 1;
#endif
    for (int part = 0; part < parts; part++)
        made = each(s, part_start(s, (unsigned)part, (unsigned)parts),
                    part_start(s, (unsigned)part + 1, (unsigned)parts), work) &&
               made;
    return made;
}

static bool table_alloc(bool with_equal, struct four_card_table *t)
{
    *t = (struct four_card_table){0};
    if (!card_classes_make(HAND_CARDS, &t->hands))
        return false;
    t->rank = malloc(t->hands.count * sizeof *t->rank);
    t->better = malloc(t->hands.count * sizeof *t->better);
    t->equal = with_equal ? malloc(t->hands.count * sizeof *t->equal) : NULL;
    return t->rank && t->better && (t->equal || !with_equal);
}

bool four_card_table_make(bool with_equal, struct four_card_table *out)
{
    struct sets sets = {0};
    struct dealers dealers = {0};
    struct sweep sweep = {.table = out, .dealers = &dealers, .sets = &sets};
    uint32_t *order = NULL;
    bool made = table_alloc(with_equal, out) && sets_make(&sets) && dealers_make(&dealers) &&
                hands_order(out, &order, &sweep.hands);
    sweep.order = order;
    made = made && for_all_ranks(&sweep, sweep_ranks, NULL);
    if (!made)
        four_card_table_free(out);
    free(order);
    free(dealers.set);
    free(dealers.weight);
    sets_free(&sets);
    return made;
}

/* ---- Two cards of the dealer ---- */

/* The set of some cards of a hand of five and two cards of the dealer, as struct part is for one
 * card. */
struct pair_part {
    uint32_t number;
    uint8_t size, low_place, high_place;
};

/* Makes all parts; below_low and below_high: how many cards of the hand are below each of the
 * two. */
static void pair_parts_make(const cr_card hand[HAND_CARDS], unsigned below_low, unsigned below_high,
                            struct pair_part out[31])
{
    for (unsigned subset = 0; subset < 31; subset++) {
        const unsigned low = subset & ((1u << below_low) - 1);
        const unsigned high = subset & ((1u << below_high) - 1);
        struct pair_part part = {.low_place = (uint8_t)(1 + __builtin_popcount(low)),
                                 .high_place = (uint8_t)(2 + __builtin_popcount(high))};
        for (unsigned i = 0; i < HAND_CARDS; i++)
            if (subset >> i & 1)
                part.number += choose(hand[i], ++part.size + (i >= below_low ? 1u : 0u) +
                                                   (i >= below_high ? 1u : 0u));
        part.size = (uint8_t)(part.size + 2);
        out[subset] = part;
    }
}

/* How many of the dealer's hands so far contain both cards and none of the seat's. Four cards of
 * the hand and the two make one whole hand of the dealer, which no census counts: four[i] is the
 * hand without card i. */
static uint32_t pair_find(const struct census *c, const struct pair_part parts[31],
                          const struct eval_hand four[HAND_CARDS], cr_card low, cr_card high,
                          uint16_t rank)
{
    int64_t sum = 0, whole = 0;
    for (unsigned i = 0; i < 31; i++) {
        const unsigned size = parts[i].size;
        if (size > HAND_CARDS)
            continue;
        const uint32_t number =
            parts[i].number + choose(low, parts[i].low_place) + choose(high, parts[i].high_place);
        const int64_t holding = c->holding[size][c->sets->classes[size].of[number]];
        sum += size % 2 == 0 ? holding : -holding;
    }
    for (unsigned i = 0; i < HAND_CARDS; i++)
        whole += eval_hand_rank_four(eval_hand_add(eval_hand_add(four[i], low), high)) < rank;
    return (uint32_t)(sum / RENAMINGS + whole);
}

struct pair_work {
    four_card_wanted *wanted;
    four_card_visit *visit;
    void *context;
};

static void pairs_fill(const struct census *c, const struct four_card_table *t, uint32_t class,
                       const struct pair_work *work)
{
    uint32_t better[CR_DECK_CARDS][CR_DECK_CARDS] = {{0}};
    struct pair_part parts[HAND_CARDS + 1][HAND_CARDS + 1][31];
    struct eval_hand four[HAND_CARDS];
    cr_card hand[SET_CARDS_MAX];
    unsigned below[CR_DECK_CARDS], count = 0;
    set_cards(t->hands.first[class], hand);
    for (unsigned i = 0; i < HAND_CARDS; i++) {
        four[i] = eval_hand_empty();
        for (unsigned j = 0; j < HAND_CARDS; j++)
            four[i] = j == i ? four[i] : eval_hand_add(four[i], hand[j]);
    }
    for (unsigned low = 0; low <= HAND_CARDS; low++)
        for (unsigned high = low; high <= HAND_CARDS; high++)
            pair_parts_make(hand, low, high, parts[low][high]);
    for (unsigned card = 0; card < CR_DECK_CARDS; card++) {
        below[card] = count;
        count += set_has(t->hands.first[class], (cr_card)card);
    }
    for (cr_card high = 0; high < CR_DECK_CARDS; high++)
        for (cr_card low = 0; low < high; low++)
            if (!set_has(t->hands.first[class], low) && !set_has(t->hands.first[class], high))
                better[low][high] =
                    pair_find(c, parts[below[low]][below[high]], four, low, high, t->rank[class]);
    work->visit(work->context, class, t->hands.first[class], better);
}

static bool pair_ranks(const struct sweep *s, unsigned first, unsigned end, const void *context)
{
    const struct pair_work *work = context;
    struct census census;
    const bool made = census_make(s->sets, &census);
    for (unsigned rank = 1; made && rank < end; rank++) {
        for (uint32_t i = rank >= first ? s->hands.end[rank - 1] : s->hands.end[rank];
             i < s->hands.end[rank]; i++)
            if (!work->wanted || work->wanted(work->context, s->order[i]))
                pairs_fill(&census, s->table, s->order[i], work);
        dealers_add(s, &census, rank);
    }
    census_free(&census);
    return made;
}

bool four_card_pairs(const struct four_card_table *table, four_card_wanted *wanted,
                     four_card_visit *visit, void *context)
{
    const struct pair_work work = {wanted, visit, context};
    struct sets sets = {0};
    struct dealers dealers = {0};
    struct sweep sweep = {.table = table, .dealers = &dealers, .sets = &sets};
    uint32_t *order = NULL;
    bool made =
        sets_make(&sets) && dealers_make(&dealers) && hands_order(table, &order, &sweep.hands);
    sweep.order = order;
    made = made && for_all_ranks(&sweep, pair_ranks, &work);
    free(order);
    free(dealers.set);
    free(dealers.weight);
    sets_free(&sets);
    return made;
}

void four_card_table_free(struct four_card_table *table)
{
    card_classes_free(&table->hands);
    free(table->rank);
    free(table->better);
    free(table->equal);
    *table = (struct four_card_table){0};
}

/* Finds the suit that each suit becomes: suits with higher sets of ranks come first, as each_class
 * orders them. */
static void suits_rename(const cr_card hole[5], unsigned as[CR_SUITS])
{
    unsigned ranks[CR_SUITS] = {0};
    for (unsigned i = 0; i < HAND_CARDS; i++)
        ranks[cr_card_suit(hole[i])] |= 1u << cr_card_rank(hole[i]);
    for (unsigned s = 0; s < CR_SUITS; s++) {
        as[s] = 0;
        for (unsigned other = 0; other < CR_SUITS; other++)
            as[s] += ranks[other] > ranks[s] || (ranks[other] == ranks[s] && other < s);
    }
}

struct four_card_spot four_card_find(const struct card_classes *hands, const cr_card hole[5],
                                     cr_card up)
{
    unsigned as[CR_SUITS], below = 0;
    card_set renamed = 0;
    suits_rename(hole, as);
    const cr_card open = cr_card_make(cr_card_rank(up), as[cr_card_suit(up)]);
    for (unsigned i = 0; i < HAND_CARDS; i++) {
        const cr_card card = cr_card_make(cr_card_rank(hole[i]), as[cr_card_suit(hole[i])]);
        renamed = set_with(renamed, card);
        below += card < open;
    }
    return (struct four_card_spot){class_of(hands, renamed), open - below};
}

/* ---- One position ---- */

/* Counts every way to add `more` cards of the deck, from `from` on, to the dealer's hand. */
static void dealers_one_by_one(struct eval_hand dealer, const cr_card *left, unsigned from,
                               unsigned more, uint16_t rank, struct four_card_odds *out)
{
    for (unsigned i = from; i + more <= 46; i++) {
        const struct eval_hand next = eval_hand_add(dealer, left[i]);
        if (more > 1) {
            dealers_one_by_one(next, left, i + 1, more - 1, rank, out);
            continue;
        }
        const uint16_t dealt = eval_hand_rank_four(next);
        out->better += dealt < rank;
        out->equal += dealt == rank;
    }
}

struct four_card_odds four_card_position(const cr_card hole[5], cr_card up)
{
    struct four_card_odds odds = {0, 0};
    card_set seen = set_with(0, up);
    cr_card left[CR_DECK_CARDS];
    unsigned count = 0;
    for (unsigned i = 0; i < HAND_CARDS; i++)
        seen = set_with(seen, hole[i]);
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!set_has(seen, c))
            left[count++] = c;
    dealers_one_by_one(eval_hand_of(&up, 1), left, 0, HAND_CARDS,
                       eval_hand_rank_four(eval_hand_of(hole, HAND_CARDS)), &odds);
    return odds;
}
