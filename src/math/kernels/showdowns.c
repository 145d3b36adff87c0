/* The showdowns of one class of complete boards: every hand against every hand of the dealer. */
#include "math/kernels/showdowns.h"

#include "game/cards/eval_inline.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of single cards: rank, and rank + 13 for those of the flush suit. */
#define CARD_KINDS (2 * CR_RANKS)

/* ---- Orders ---- */

/* Worst first; equal ranks in any order that is always the same. */
static int compare_items(const void *a, const void *b)
{
    const struct order_item *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? 1 : -1;
    return x->pair != y->pair ? (x->pair > y->pair) - (x->pair < y->pair)
                              : (x->kind > y->kind) - (x->kind < y->kind);
}

static uint32_t rank_key(unsigned rank)
{
    return (uint32_t)eval_card_key[cr_card_make(rank, 0)];
}

void plain_order_make(const struct class_tables *t, const struct ranks *board,
                      struct plain_order *out)
{
    uint32_t sum = 0;
    for (unsigned r = 0; r < CR_RANKS; r++)
        sum += board->count[r] * rank_key(r);
    out->count = 0;
    for (unsigned p = 0; p < PAIRS; p++) {
        unsigned high = t->pair_high[p], low = t->pair_low[p];
        if (board->count[high] + 1 + (high == low) > CR_SUITS || board->count[low] >= CR_SUITS)
            continue;
        out->items[out->count++] = (struct order_item){
            .rank = eval_sum_rank(sum + rank_key(high) + rank_key(low)), .pair = (uint8_t)p};
    }
    qsort(out->items, out->count, sizeof out->items[0], compare_items);
}

void flush_order_make(const struct class_tables *t, unsigned mask, struct flush_order *out)
{
    const unsigned size = (unsigned)__builtin_popcount(mask);
    out->count = 0;
    for (unsigned p = 0; p < PAIRS; p++) {
        const unsigned high = 1u << t->pair_high[p], low = 1u << t->pair_low[p];
        for (unsigned kind = 0; kind < KINDS; kind++) {
            unsigned suited = (kind & 2 ? high : 0) | (kind & 1 ? low : 0);
            bool same = high == low && (kind & 1); /* kind 2 stands for the mixed pair */
            if (same || (mask & suited) || size + (kind >> 1) + (kind & 1) < 5)
                continue;
            out->items[out->count++] = (struct order_item){
                .rank = eval_flush_rank[mask | suited], .pair = (uint8_t)p, .kind = (uint8_t)kind};
        }
    }
    qsort(out->items, out->count, sizeof out->items[0], compare_items);
}

/* ---- The sweep ---- */

/* A hand in the order, with the kinds of its cards. */
struct item {
    uint16_t rank;
    uint8_t pair, kind;
    uint8_t first, second;
};

struct board {
    unsigned count;
    struct item items[KINDS * PAIRS];
    uint8_t left[CARD_KINDS]; /* cards of each kind that are not on the board */
};

/* How many hands were swept so far and, for one card of each kind, with how many partners. */
struct running {
    int total;
    int partners[CARD_KINDS];
};

static void run_over(struct running *run, const struct board *b, const struct item *item)
{
    const int first = b->left[item->first], second = b->left[item->second];
    if (item->first == item->second) {
        run->total += first * (first - 1) / 2;
        run->partners[item->first] += first - 1;
    } else {
        run->total += first * second;
        run->partners[item->first] += second;
        run->partners[item->second] += first;
    }
}

/* How many of the hands so far hold neither card of the item. */
static int without(const struct running *run, const struct item *item)
{
    return run->total - run->partners[item->first] - run->partners[item->second];
}

/* Sweeps from the worst hand to the best, rank by rank. After a hand's own rank was added, the hand
 * itself has been counted once and subtracted twice: hence the 1. */
static void sweep(const struct board *b, uint16_t qualifying_rank, struct showdowns *out)
{
    struct running run = {0}, unqualified = {0};
    bool qualifies = false;
    for (unsigned from = 0, to; from < b->count; from = to) {
        const uint16_t rank = b->items[from].rank;
        if (!qualifies && rank <= qualifying_rank) {
            unqualified = run;
            qualifies = true;
        }
        for (to = from; to < b->count && b->items[to].rank == rank; to++) {
            const struct item *item = &b->items[to];
            out->rank[item->kind][item->pair] = rank;
            out->win[item->kind][item->pair] = (int16_t)without(&run, item);
        }
        for (unsigned i = from; i < to; i++)
            run_over(&run, b, &b->items[i]);
        for (unsigned i = from; i < to; i++) {
            const struct item *item = &b->items[i];
            out->loss[item->kind][item->pair] = (int16_t)(DEALER_HANDS - 1 - without(&run, item));
        }
    }
    if (!qualifies)
        unqualified = run;
    if (unqualified.total == 0)
        return;
    for (unsigned i = 0; i < b->count; i++) {
        const struct item *item = &b->items[i];
        out->unqualified[item->kind][item->pair] =
            (int16_t)(without(&unqualified, item) + (item->rank > qualifying_rank));
    }
}

/* Copies kind 2 to kind 1 for two cards of one rank of which one is of the suit: they are the same
 * hand, whichever card is named first. */
static void mirror_mixed_pairs(struct showdowns *out)
{
    for (unsigned r = 0; r < CR_RANKS; r++) {
        unsigned p = pair_index(r, r);
        out->rank[1][p] = out->rank[2][p];
        out->win[1][p] = out->win[2][p];
        out->loss[1][p] = out->loss[2][p];
        out->unqualified[1][p] = out->unqualified[2][p];
    }
}

static void add_item(const struct class_tables *t, struct board *b, uint16_t rank, unsigned pair,
                     unsigned kind)
{
    const unsigned first = t->pair_high[pair] + (kind >> 1) * CR_RANKS;
    const unsigned second = t->pair_low[pair] + (kind & 1) * CR_RANKS;
    if (b->left[first] < (first == second ? 2 : 1) || b->left[second] == 0)
        return;
    b->items[b->count++] = (struct item){.rank = rank,
                                         .pair = (uint8_t)pair,
                                         .kind = (uint8_t)kind,
                                         .first = (uint8_t)first,
                                         .second = (uint8_t)second};
}

void showdowns_plain(const struct class_tables *t, const struct ranks *board,
                     const struct plain_order *plain, uint16_t qualifying_rank,
                     struct showdowns *out)
{
    struct board b;
    b.count = 0;
    memset(out, 0, sizeof *out);
    for (unsigned r = 0; r < CR_RANKS; r++)
        b.left[r] = (uint8_t)(CR_SUITS - board->count[r]);
    for (unsigned i = 0; i < plain->count; i++)
        add_item(t, &b, plain->items[i].rank, plain->items[i].pair, 0);
    sweep(&b, qualifying_rank, out);
}

/* The hands of one pair of ranks that make no flush beside a mask of that size. */
static void add_plain(const struct class_tables *t, struct board *b, const struct order_item *item,
                      unsigned size)
{
    if (size <= 4)
        add_item(t, b, item->rank, item->pair, 0);
    if (size > 3)
        return;
    if (t->pair_high[item->pair] != t->pair_low[item->pair])
        add_item(t, b, item->rank, item->pair, 1);
    add_item(t, b, item->rank, item->pair, 2);
}

void showdowns_flush(const struct class_tables *t, unsigned mask, const struct ranks *others,
                     const struct plain_order *plain, const struct flush_order *flush,
                     uint16_t qualifying_rank, struct showdowns *out)
{
    struct board b;
    b.count = 0;
    memset(out, 0, sizeof *out);
    for (unsigned r = 0; r < CR_RANKS; r++) {
        b.left[r] = (uint8_t)(CR_SUITS - 1 - others->count[r]);
        b.left[r + CR_RANKS] = !(mask >> r & 1);
    }
    const unsigned size = (unsigned)__builtin_popcount(mask);
    unsigned p = 0, f = 0;
    while (p < plain->count || f < flush->count) {
        if (f == flush->count ||
            (p < plain->count && plain->items[p].rank > flush->items[f].rank)) {
            add_plain(t, &b, &plain->items[p++], size);
        } else {
            add_item(t, &b, flush->items[f].rank, flush->items[f].pair, flush->items[f].kind);
            f++;
        }
    }
    sweep(&b, qualifying_rank, out);
    mirror_mixed_pairs(out);
}
