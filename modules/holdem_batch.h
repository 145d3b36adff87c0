/* Plays out many cases of one hand of the Texas games side by side.
 *
 * A case is a column: every table has a row for each class of boards, and the cases of the batch
 * are next to each other in it, so that neighbouring threads of an accelerator read neighbouring
 * numbers. Each function calculates one row of one case. Whether threads of a graphics processor or
 * a loop call it for all of them makes no difference to the numbers. Where several rows add to one
 * sum they use ADD_UP, the only thing that differs between the two.
 */
#pragma once

#include "math/protect/module.h"

#define PLAIN_SORT   CR_SUITS /* boards without a flush; the sorts before it are the suits */
#define BOARD_SORTS  (CR_SUITS + 1)
#define BASE_VALUE   QUANTITIES /* after the quantities: the value for a player who sees nothing */
#define ALL_SUMS     (QUANTITIES + 1)
#define BOARDS_LEVEL 3 /* levels for boards of three, four and five cards */

#ifdef __CUDA_ARCH__
#define ADD_UP(place, value)                                                                       \
    atomicAdd((unsigned long long *)(place), (unsigned long long)(int64_t)(value))
#else
#define ADD_UP(place, value) (*(place) += (value))
#endif

/* The seen cards of the cases, by column. */
struct batch_cards {
    uint64_t *gone;        /* [capacity] own, dealer's and dead cards */
    uint8_t *by_rank;      /* [CR_RANKS][capacity] gone cards */
    uint16_t *by_suit;     /* [CR_SUITS][capacity] bit r */
    uint8_t *dealer_kinds; /* [BOARD_SORTS][2][capacity] */
    uint8_t *dead_kinds;   /* [BOARD_SORTS][DEAD_MAX][capacity] */
};

struct holdem_batch {
    struct holdem_tables tables;
    struct holdem_hand_view hand;
    uint8_t variant[CR_SUITS];
    uint32_t capacity, count;  /* number of columns, and of those in use */
    uint32_t has_four;         /* a decision is made on boards of four cards */
    uint32_t active[ALL_SUMS]; /* by quantity: it is filled on complete boards */
    struct batch_cards cards;
    int64_t *level[BOARDS_LEVEL][ALL_SUMS]; /* [row][capacity] */
    int64_t *three[ALL_SUMS];               /* [HOLDEM_THREES][capacity], with has_four */
    int64_t *few;                           /* [ALL_SUMS][capacity]: the result */
};

/* ---- Rows ---- */

/* The number of rows of a level: first those by ranks, then those of each suit. */
HOLDEM_FUNCTION uint32_t level_rows(const struct holdem_batch *b, unsigned cards)
{
    return cards == 5 ? (uint32_t)HOLDEM_FIVES
                      : b->tables.steps[4 - cards].plain_rows +
                            CR_SUITS * b->tables.steps[4 - cards].flush_rows;
}

HOLDEM_FUNCTION size_t place_at(const struct holdem_batch *b, uint32_t row, uint32_t column)
{
    return (size_t)row * b->capacity + column;
}

/* ---- Complete boards ---- */

/* Makes the decisions that know that many cards of the board. *base: the value under the recorded
 * choice `given`. */
HOLDEM_FUNCTION void decide_stages(const struct holdem_batch *b, unsigned cards, uint8_t given,
                                   int64_t *q, int64_t *base)
{
    const struct holdem_tables *t = &b->tables;
    for (unsigned stage = CR_STAGES; stage-- > 0;) {
        int64_t follow[Q_COUNTS];
        if (t->at[stage] != cards)
            continue;
        follow[Q_PLACED] = q[Q_PLACED];
        follow[Q_BET] = q[Q_BET];
        follow[Q_VALUE] = *base;
        follow[Q_DEALS] = q[Q_DEALS];
        holdem_choose(&t->rules, stage, given, follow);
        *base = follow[Q_VALUE];
        holdem_count(&t->rules, stage, holdem_choose(&t->rules, stage, CHOOSE_BEST, q), q);
    }
}

/* The counts of the hand for a class of complete boards, and the indices of the class. */
struct class_place {
    const struct class_odds *odds;
    const struct kind_odds *kinds;
    uint32_t ranks, row; /* indices in the table of ranks and in the level */
};

HOLDEM_FUNCTION struct class_place class_find(const struct holdem_batch *b, unsigned sort,
                                              uint32_t number)
{
    struct class_place p;
    if (sort == PLAIN_SORT) {
        p.odds = &b->hand.plain[number];
        p.kinds = &b->hand.plain_kinds[number];
        p.ranks = p.row = number;
        return p;
    }
    p.odds = &b->hand.flush[b->variant[sort]][number];
    p.kinds = &b->hand.flush_kinds[b->variant[sort]][number];
    p.ranks = MULTISETS_5 + number;
    p.row = MULTISETS_5 + sort * FLUSH_CLASSES_5 + number;
    return p;
}

/* Stores the quantities of one class for one case; for a flush suit as the difference that the suit
 * makes. */
HOLDEM_FUNCTION void class_store(const struct holdem_batch *b, unsigned sort, uint32_t number,
                                 uint32_t row, uint32_t column, const int64_t *q, int can_be)
{
    for (unsigned k = 0; k < ALL_SUMS; k++) {
        int64_t value = q[k];
        if (!b->active[k])
            continue;
        if (sort != PLAIN_SORT)
            value = can_be ? value - b->level[2][k][place_at(b, b->tables.plain_of[number], column)]
                           : 0;
        b->level[2][k][place_at(b, row, column)] = value;
    }
}

/* Plays out one class for one case. view: the class, perhaps copied to faster memory; seen: the
 * case's cards as kinds beside it. */
HOLDEM_FUNCTION void class_play(const struct holdem_batch *b, unsigned sort, uint32_t number,
                                uint32_t column, const struct class_view *view,
                                const struct kinds_seen *seen)
{
    const struct holdem_tables *t = &b->tables;
    const uint32_t row = class_find(b, sort, number).row;
    const uint16_t rank = view->odds->rank;
    int64_t q[ALL_SUMS];
    for (unsigned k = 0; k < ALL_SUMS; k++)
        q[k] = 0;
    if (rank > 0) {
        const struct odds_counts counts = odds_with_seen(view, seen, t->dealer_hands);
        holdem_showdown(&t->rules, rank, t->blind[rank], counts, q);
        decide_stages(b, 5, b->hand.five[row], q, &q[BASE_VALUE]);
    }
    class_store(b, sort, number, row, column, q, rank > 0);
}

HOLDEM_FUNCTION struct kinds_seen seen_at(const struct holdem_batch *b, unsigned sort,
                                          uint32_t column)
{
    struct kinds_seen seen;
    seen.dealer = b->cards.dealer_kinds + (size_t)sort * 2 * b->capacity + column;
    seen.dead = b->cards.dead_kinds + (size_t)sort * DEAD_MAX * b->capacity + column;
    seen.dealer_count = b->tables.dealer_count;
    seen.dead_count = b->tables.dead_count;
    seen.stride = b->capacity;
    return seen;
}

/* ---- Boards of one card less ---- */

/* The sum over the next card for boards by their ranks. The table has the counts of a whole deck,
 * from which the case's cards are subtracted. */
HOLDEM_FUNCTION int64_t plain_row_sum(const struct holdem_batch *b, unsigned cards, uint32_t row,
                                      uint32_t column, const int64_t *from)
{
    const struct holdem_step *step = &b->tables.steps[4 - cards];
    int64_t sum = 0;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const int left = step->plain_left[row][r] - b->cards.by_rank[r * b->capacity + column];
        if (left > 0)
            sum += left * from[place_at(b, step->plain[row][r], column)];
    }
    return sum;
}

HOLDEM_FUNCTION int64_t flush_row_sum(const struct holdem_batch *b, unsigned cards, unsigned suit,
                                      uint32_t row, uint32_t column, const int64_t *from)
{
    const struct holdem_step *step = &b->tables.steps[4 - cards];
    const unsigned gone = b->cards.by_suit[suit * b->capacity + column];
    const uint32_t first = step->from_plain + suit * step->from_flush;
    int64_t sum = 0;
    if (step->mask[row] & gone)
        return 0;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        const unsigned is_gone = gone >> r & 1;
        const uint16_t suited = step->suited[row][r], other = step->others[row][r];
        const int left =
            step->others_left[row][r] - (int)(b->cards.by_rank[r * b->capacity + column] - is_gone);
        if (suited != NO_CLASS && !is_gone)
            sum += from[place_at(b, first + suited, column)];
        if (other != NO_CLASS && left > 0)
            sum += left * from[place_at(b, first + other, column)];
    }
    return sum;
}

/* Sums one row of a level, for one quantity, over the next card. */
HOLDEM_FUNCTION void level_row_sum(const struct holdem_batch *b, unsigned cards, unsigned quantity,
                                   uint32_t row, uint32_t column)
{
    const struct holdem_step *step = &b->tables.steps[4 - cards];
    const int64_t *from = b->level[cards - 2][quantity];
    int64_t *to = &b->level[cards - 3][quantity][place_at(b, row, column)];
    if (row < step->plain_rows) {
        *to = plain_row_sum(b, cards, row, column, from);
        return;
    }
    const uint32_t flush = row - step->plain_rows, suit = flush / step->flush_rows;
    *to = flush_row_sum(b, cards, suit, flush % step->flush_rows, column, from);
}

/* ---- Real boards ---- */

HOLDEM_FUNCTION int64_t board_sum(const struct holdem_batch *b, unsigned cards, unsigned quantity,
                                  const struct board_set *set, uint32_t column)
{
    const struct holdem_step *step = &b->tables.steps[4 - cards];
    const int64_t *level = b->level[cards - 3][quantity];
    int64_t value = level[place_at(b, set->plain, column)];
    for (unsigned i = 0; i < set->suit_count; i++)
        value += level[place_at(
            b, step->plain_rows + set->suit[i] * step->flush_rows + set->flush[i], column)];
    return value;
}

/* The set number (see card_sets.h) of a set of four cards without one of them. */
HOLDEM_FUNCTION uint32_t flop_number(uint64_t four, unsigned without)
{
    uint32_t number = 0, size = 0;
    for (uint32_t card = 0, seen = 0; card < CR_DECK_CARDS; card++) {
        if (!(four >> card & 1) || seen++ == without)
            continue;
        size++;
        number += size == 1   ? card
                  : size == 2 ? card * (card - 1) / 2
                              : card * (card - 1) * (card - 2) / 6;
    }
    return number;
}

/* Makes the decision on a board of four cards and adds its result to the four flops in it. */
HOLDEM_FUNCTION void four_play(const struct holdem_batch *b, uint32_t number, uint32_t column)
{
    const struct board_set *set = &b->tables.fours[number];
    int64_t q[ALL_SUMS];
    if (set->cards & b->cards.gone[column])
        return;
    for (unsigned k = 0; k < ALL_SUMS; k++)
        q[k] = b->active[k] ? board_sum(b, 4, k, set, column) : 0;
    q[Q_DEALS] = b->tables.deals_after[4];
    decide_stages(b, 4, b->hand.four[number], q, &q[BASE_VALUE]);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t flop = flop_number(set->cards, i);
        for (unsigned k = 0; k < ALL_SUMS; k++)
            if (!is_board_sum(k) && q[k] != 0)
                ADD_UP(&b->three[k][place_at(b, flop, column)], q[k]);
    }
}

/* Makes the decision on a flop and adds its result to the sums of the case. */
HOLDEM_FUNCTION void flop_play(const struct holdem_batch *b, uint32_t number, uint32_t column,
                               int64_t *sums)
{
    const struct board_set *set = &b->tables.threes[number];
    int64_t q[ALL_SUMS];
    if (set->cards & b->cards.gone[column])
        return;
    for (unsigned k = 0; k < ALL_SUMS; k++)
        if (b->has_four && !is_board_sum(k))
            q[k] = b->three[k][place_at(b, number, column)];
        else
            q[k] = b->active[k] ? board_sum(b, 3, k, set, column) : 0;
    q[Q_DEALS] = b->tables.deals_after[3];
    decide_stages(b, 3, b->hand.three[number], q, &q[BASE_VALUE]);
    for (unsigned k = 0; k < ALL_SUMS; k++)
        sums[k] += q[k];
}

/* ---- Prepared by the host ---- */

static inline void batch_plan(struct holdem_batch *b)
{
    const struct holdem_tables *t = &b->tables;
    for (unsigned k = 0; k < ALL_SUMS; k++)
        b->active[k] = k == Q_PLACED || k == Q_BET;
    b->has_four = 0;
    for (unsigned s = 0; s < CR_STAGES; s++) {
        b->has_four |= t->at[s] == 4;
        for (unsigned i = 0; i < t->rules.size_count[s] && t->at[s] == 5; i++)
            b->active[Q_VALUE] = b->active[BASE_VALUE] = b->active[count_slot(s, i)] = 1;
    }
}

/* Whether a quantity needs a level: below four cards, results of decisions on four cards are summed
 * elsewhere. */
static inline int level_needs(const struct holdem_batch *b, unsigned cards, unsigned quantity)
{
    return b->active[quantity] && (cards >= 4 || !b->has_four || is_board_sum(quantity));
}

static inline unsigned kinds_put(uint64_t cards, unsigned sort, uint32_t capacity, uint8_t *out)
{
    unsigned count = 0;
    for (; cards; cards &= cards - 1) {
        const unsigned card = (unsigned)__builtin_ctzll(cards);
        const unsigned in_suit = card % CR_SUITS == sort ? CR_RANKS : 0;
        out[count++ * capacity] = (uint8_t)(card / CR_SUITS + in_suit);
    }
    return count;
}

/* Writes a case into its column. */
static inline void case_put(const struct holdem_case *c, uint32_t column, uint32_t capacity,
                            const struct batch_cards *out)
{
    const uint64_t gone = c->own | c->dealer | c->dead;
    out->gone[column] = gone;
    for (unsigned r = 0; r < CR_RANKS; r++)
        out->by_rank[r * capacity + column] =
            (uint8_t)__builtin_popcountll(gone >> (r * CR_SUITS) & 15);
    for (unsigned s = 0; s < CR_SUITS; s++) {
        unsigned mask = 0;
        for (unsigned r = 0; r < CR_RANKS; r++)
            mask |= (unsigned)(gone >> (r * CR_SUITS + s) & 1) << r;
        out->by_suit[s * capacity + column] = (uint16_t)mask;
    }
    for (unsigned sort = 0; sort < BOARD_SORTS; sort++) {
        kinds_put(c->dealer, sort, capacity,
                  out->dealer_kinds + (size_t)sort * 2 * capacity + column);
        kinds_put(c->dead, sort, capacity,
                  out->dead_kinds + (size_t)sort * DEAD_MAX * capacity + column);
    }
}
