/* Benchmark: hands a second of the seven-card evaluator, beside a plain evaluator on the same
 * hands.
 *
 * The plain evaluator looks up the 21 choices of five cards in a table of all 2,598,960 hands. Both
 * get a million random hands, and all 133,784,560 hands in order. The second task is divided into
 * slices by the third-lowest card, and the best of several times counts for each slice, because
 * other programs share the machine. The exit status is 1 if the ranks differ. */
#include "game/cards/eval_inline.h"
#include "support/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RANDOM_HANDS (1u << 20)
#define FIVE_HANDS   2598960
#define SEVEN_HANDS  133784560.0
#define PAIRS        1326
#define SLICE_FIRST  2  /* the third-lowest of seven cards is at least 2 … */
#define SLICE_LAST   47 /* … and at most 47 */
#define PLAIN_TIMES  3
#define RANDOM_TIMES 15
#define OURS_TIMES   40

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t size)
{
    void *p = malloc(size);
    if (!p) {
        fputs("bench_eval: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

/* ---- The plain evaluator ---- */

struct plain {
    uint32_t choose[CR_DECK_CARDS][6]; /* binomial coefficients, n over k */
    uint16_t *ranks; /* by the sum of choose[card i][i], cards ascending from i = 1 */
};

static void plain_init(struct plain *p)
{
    for (unsigned n = 0; n < CR_DECK_CARDS; n++) {
        p->choose[n][0] = 1;
        for (unsigned k = 1; k < 6; k++)
            p->choose[n][k] = n == 0 ? 0 : p->choose[n - 1][k - 1] + p->choose[n - 1][k];
    }
    p->ranks = memory(FIVE_HANDS * sizeof p->ranks[0]);
    uint16_t *next = p->ranks;
    cr_card h[5];
    for (h[4] = 4; h[4] < CR_DECK_CARDS; h[4]++)
        for (h[3] = 3; h[3] < h[4]; h[3]++)
            for (h[2] = 2; h[2] < h[3]; h[2]++)
                for (h[1] = 1; h[1] < h[2]; h[1]++)
                    for (h[0] = 0; h[0] < h[1]; h[0]++)
                        *next++ = cr_eval5(h);
}

/* The rank of seven cards in ascending order. */
static uint16_t plain_rank_sorted(const struct plain *p, const cr_card h[7])
{
    static const uint8_t chosen[21][5] = {
        {0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 6}, {0, 1, 2, 4, 5}, {0, 1, 2, 4, 6},
        {0, 1, 2, 5, 6}, {0, 1, 3, 4, 5}, {0, 1, 3, 4, 6}, {0, 1, 3, 5, 6}, {0, 1, 4, 5, 6},
        {0, 2, 3, 4, 5}, {0, 2, 3, 4, 6}, {0, 2, 3, 5, 6}, {0, 2, 4, 5, 6}, {0, 3, 4, 5, 6},
        {1, 2, 3, 4, 5}, {1, 2, 3, 4, 6}, {1, 2, 3, 5, 6}, {1, 2, 4, 5, 6}, {1, 3, 4, 5, 6},
        {2, 3, 4, 5, 6},
    };
    uint16_t best = UINT16_MAX;
    for (size_t i = 0; i < 21; i++) {
        const uint8_t *c = chosen[i];
        uint32_t index = p->choose[h[c[0]]][1] + p->choose[h[c[1]]][2] + p->choose[h[c[2]]][3] +
                         p->choose[h[c[3]]][4] + p->choose[h[c[4]]][5];
        if (p->ranks[index] < best)
            best = p->ranks[index];
    }
    return best;
}

static uint16_t plain_rank(const struct plain *p, const cr_card cards[7])
{
    cr_card h[7];
    for (size_t i = 0; i < 7; i++) {
        size_t at = i;
        for (; at > 0 && h[at - 1] > cards[i]; at--)
            h[at] = h[at - 1];
        h[at] = cards[i];
    }
    return plain_rank_sorted(p, h);
}

/* The sum of the ranks of all hands whose third-lowest card is `slice`. */
static uint64_t plain_slice(const void *context, unsigned slice)
{
    const struct plain *p = context;
    uint64_t sum = 0;
    cr_card h[7];
    h[2] = (cr_card)slice;
    for (h[3] = (cr_card)(slice + 1); h[3] < 49; h[3]++)
        for (h[4] = (cr_card)(h[3] + 1); h[4] < 50; h[4]++)
            for (h[5] = (cr_card)(h[4] + 1); h[5] < 51; h[5]++)
                for (h[6] = (cr_card)(h[5] + 1); h[6] < 52; h[6]++)
                    for (h[1] = 1; h[1] < slice; h[1]++)
                        for (h[0] = 0; h[0] < h[1]; h[0]++)
                            sum += plain_rank_sorted(p, h);
    return sum;
}

/* ---- This project's evaluator, card by card ---- */

static uint64_t steps_below(struct eval_hand h, unsigned slice)
{
    uint64_t sum = 0;
    for (unsigned a = 1; a < slice; a++) {
        struct eval_hand six = eval_hand_add(h, (cr_card)a);
        for (unsigned b = 0; b < a; b++)
            sum += eval_hand_rank(eval_hand_add(six, (cr_card)b));
    }
    return sum;
}

static uint64_t steps_slice(const void *context, unsigned slice)
{
    (void)context;
    uint64_t sum = 0;
    struct eval_hand h1 = eval_hand_add(eval_hand_empty(), (cr_card)slice);
    for (unsigned a = slice + 1; a < 49; a++) {
        struct eval_hand h2 = eval_hand_add(h1, (cr_card)a);
        for (unsigned b = a + 1; b < 50; b++) {
            struct eval_hand h3 = eval_hand_add(h2, (cr_card)b);
            for (unsigned c = b + 1; c < 51; c++) {
                struct eval_hand h4 = eval_hand_add(h3, (cr_card)c);
                for (unsigned d = c + 1; d < 52; d++)
                    sum += steps_below(eval_hand_add(h4, (cr_card)d), slice);
            }
        }
    }
    return sum;
}

/* ---- This project's evaluator, with partial keys ----
 *
 * A slice joins every five cards from `slice` up with every pair of cards below it, and a join is
 * one addition. Whether a join can make a flush is decided for many hands at once: five cards with
 * at most two of a suit never make one; five cards with three of suit s do with pairs that have two
 * of s, and those with four of s do with pairs that have one. Every hand is still looked up by
 * itself. */

/* Pairs in ascending order of their higher card, so that the pairs below a slice are the first. */
struct pair_list {
    uint32_t sums[PAIRS];
    uint16_t masks[PAIRS]; /* ranks that have the group's suit */
    size_t count;
    size_t below[CR_DECK_CARDS];
};

/* Groups of five cards by what they need for a flush: group 0 can make none, and group 1 + 3 * suit
 * + n needs n more cards of the suit. */
#define GROUPS 13

struct five_list {
    uint32_t *sums;
    uint16_t *masks;
    size_t count;
};

struct partial {
    struct pair_list calm[GROUPS];  /* pairs that make no flush with the group's five cards */
    struct pair_list flush[GROUPS]; /* pairs that do */
    struct five_list five[GROUPS];
    uint8_t group_of[1 << CR_SUITS * EVAL_SUIT_BITS]; /* by the suit counters of five cards */
};

#define FIVES_MAX 17296 /* choices of three cards from 48 */

static void pair_add(struct partial *p, unsigned group, cr_card a, cr_card b)
{
    struct eval_hand pair = eval_hand_add(eval_hand_add((struct eval_hand){.key = 0}, a), b);
    struct pair_list *list = &p->calm[group];
    uint16_t mask = 0;
    if (group > 0) {
        unsigned suit = (group - 1) / 3;
        unsigned need = (group - 1) % 3;
        mask = (uint16_t)eval_hand_suit_mask(pair, suit);
        if ((unsigned)__builtin_popcount(mask) >= need)
            list = &p->flush[group];
    }
    list->sums[list->count] = (uint32_t)pair.key;
    list->masks[list->count++] = mask;
}

static void groups_fill(struct partial *p)
{
    for (unsigned counters = 0; counters < 1 << CR_SUITS * EVAL_SUIT_BITS; counters++) {
        p->group_of[counters] = 0;
        for (unsigned suit = 0; suit < CR_SUITS; suit++) {
            unsigned held = (counters >> EVAL_SUIT_BITS * suit & 15) - 3; /* they start at 3 */
            if (held >= 3 && held <= 5)
                p->group_of[counters] = (uint8_t)(1 + 3 * suit + (5 - held));
        }
    }
}

static struct partial *partial_new(void)
{
    struct partial *p = memory(sizeof *p);
    groups_fill(p);
    for (unsigned g = 0; g < GROUPS; g++) {
        p->calm[g].count = 0;
        p->flush[g].count = 0;
        p->five[g].sums = memory(FIVES_MAX * sizeof p->five[g].sums[0]);
        p->five[g].masks = memory(FIVES_MAX * sizeof p->five[g].masks[0]);
        for (unsigned b = 0; b < CR_DECK_CARDS; b++) {
            p->calm[g].below[b] = p->calm[g].count;
            p->flush[g].below[b] = p->flush[g].count;
            for (unsigned a = 0; a < b; a++)
                pair_add(p, g, (cr_card)a, (cr_card)b);
        }
    }
    return p;
}

static void partial_free(struct partial *p)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        free(p->five[g].sums);
        free(p->five[g].masks);
    }
    free(p);
}

static void five_add(struct partial *p, struct eval_hand h)
{
    unsigned group = p->group_of[h.key >> EVAL_SUIT_SHIFT];
    unsigned suit = (group + 2) / 3 - 1; /* group 0 has no suit, and its mask is not used */
    struct five_list *list = &p->five[group];
    list->sums[list->count] = (uint32_t)h.key;
    list->masks[list->count++] = (uint16_t)eval_hand_suit_mask(h, suit % CR_SUITS);
}

/* Adds the ranks of four hands at a time, which share the load of a pair. A function by itself, so
 * that its variables can have all registers. */
__attribute__((noinline)) static uint64_t calm_ranks(const struct five_list *fives,
                                                     const uint32_t *pairs, size_t count)
{
    uint64_t sum = 0;
    size_t i = 0;
    for (; i + 4 <= fives->count; i += 4) {
        uint32_t a = fives->sums[i];
        uint32_t b = fives->sums[i + 1];
        uint32_t c = fives->sums[i + 2];
        uint32_t d = fives->sums[i + 3];
        for (size_t j = 0; j < count; j++) {
            uint32_t pair = pairs[j];
            sum += eval_sum_rank(a + pair);
            sum += eval_sum_rank(b + pair);
            sum += eval_sum_rank(c + pair);
            sum += eval_sum_rank(d + pair);
        }
    }
    for (; i < fives->count; i++) {
        for (size_t j = 0; j < count; j++)
            sum += eval_sum_rank(fives->sums[i] + pairs[j]);
    }
    return sum;
}

__attribute__((noinline)) static uint64_t flush_ranks(const struct five_list *fives,
                                                      const uint16_t *pairs, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < fives->count; i++) {
        for (size_t j = 0; j < count; j++)
            sum += eval_flush_rank[fives->masks[i] | pairs[j]];
    }
    return sum;
}

/* The sum of the ranks of all hands whose third-lowest and fourth-lowest cards are `slice` and
 * `above`, which h holds. */
static uint64_t partial_ranks(struct partial *p, struct eval_hand h, unsigned above, unsigned slice)
{
    uint64_t sum = 0;
    for (unsigned g = 0; g < GROUPS; g++)
        p->five[g].count = 0;
    for (unsigned b = above + 1; b < 50; b++) {
        struct eval_hand h3 = eval_hand_add(h, (cr_card)b);
        for (unsigned c = b + 1; c < 51; c++) {
            struct eval_hand h4 = eval_hand_add(h3, (cr_card)c);
            for (unsigned d = c + 1; d < 52; d++)
                five_add(p, eval_hand_add(h4, (cr_card)d));
        }
    }
    for (unsigned g = 0; g < GROUPS; g++) {
        sum += calm_ranks(&p->five[g], p->calm[g].sums, p->calm[g].below[slice]);
        sum += flush_ranks(&p->five[g], p->flush[g].masks, p->flush[g].below[slice]);
    }
    return sum;
}

static uint64_t partial_slice(const void *context, unsigned slice)
{
    struct partial *const *p = context;
    uint64_t sum = 0;
    struct eval_hand h1 = eval_hand_add(eval_hand_empty(), (cr_card)slice);
    for (unsigned a = slice + 1; a < 49; a++)
        sum += partial_ranks(*p, eval_hand_add(h1, (cr_card)a), a, slice);
    return sum;
}

/* ---- Measuring ---- */

typedef uint64_t slice_function(const void *context, unsigned slice);

struct sweep {
    slice_function *function;
    const void *context;
    int times;
    double seconds;
    uint64_t checksum;
};

static void sweep_slice(struct sweep *s, unsigned slice)
{
    double best = 1e9;
    uint64_t sum = 0;
    for (int i = 0; i < s->times; i++) {
        double start = now();
        sum = s->function(s->context, slice);
        double took = now() - start;
        best = took < best ? took : best;
    }
    s->seconds += best;
    /* Not a plain sum, because errors of different slices could cancel. */
    s->checksum = s->checksum * 31 + sum;
}

struct random_hands {
    cr_card (*cards)[7];
    uint16_t *plain;
    uint16_t *ours;
};

static struct random_hands random_new(void)
{
    struct rng rng = {2024};
    struct random_hands r = {memory(RANDOM_HANDS * sizeof *r.cards),
                             memory(RANDOM_HANDS * sizeof *r.plain),
                             memory(RANDOM_HANDS * sizeof *r.ours)};
    for (size_t i = 0; i < RANDOM_HANDS; i++) {
        uint64_t seen = 0;
        for (size_t n = 0; n < 7;) {
            cr_card card = (cr_card)rng_below(&rng, CR_DECK_CARDS);
            if (seen >> card & 1)
                continue;
            seen |= UINT64_C(1) << card;
            r.cards[i][n++] = card;
        }
    }
    return r;
}

static void random_free(struct random_hands *r)
{
    free(r->cards);
    free(r->plain);
    free(r->ours);
}

static double random_plain(const struct plain *p, struct random_hands *r)
{
    double start = now();
    for (size_t i = 0; i < RANDOM_HANDS; i++)
        r->plain[i] = plain_rank(p, r->cards[i]);
    return now() - start;
}

static double random_ours(struct random_hands *r)
{
    double start = now();
    cr_eval7_batch((const cr_card(*)[7])r->cards, RANDOM_HANDS, r->ours);
    return now() - start;
}

/* ---- Printing ---- */

static void print_sizes(void)
{
    uint32_t total = 0;
    for (const struct eval_table_size *t = eval_table_sizes; t->name; t++) {
        printf("  %-22s %8u bytes\n", t->name, t->bytes);
        total += t->bytes;
    }
    printf("  %-22s %8u bytes\n\n", "tables together", total);
}

static void print_line(const char *what, double hands, double plain_s, double ours_s)
{
    printf("  %-34s %8.2f %12.2f %9.1f\n", what, hands / plain_s / 1e6, hands / ours_s / 1e6,
           plain_s / ours_s);
}

/* Each benchmark returns whether the ranks agree. The evaluators take turns, so that load by other
 * programs affects all of them. */
static bool bench_random(const struct plain *plain)
{
    struct random_hands hands = random_new();
    double plain_s = 1e9;
    double ours_s = 1e9;
    for (int i = 0; i < RANDOM_TIMES; i++) {
        double took = random_plain(plain, &hands);
        plain_s = took < plain_s ? took : plain_s;
        for (int j = 0; j < OURS_TIMES; j++) {
            took = random_ours(&hands);
            ours_s = took < ours_s ? took : ours_s;
        }
    }
    print_line("random order, cr_eval7_batch", RANDOM_HANDS, plain_s, ours_s);
    bool agree = memcmp(hands.plain, hands.ours, RANDOM_HANDS * sizeof hands.ours[0]) == 0;
    random_free(&hands);
    return agree;
}

static bool bench_in_order(const struct plain *plain)
{
    struct partial *partial = partial_new();
    struct sweep by_plain = {.function = plain_slice, .context = plain, .times = PLAIN_TIMES};
    struct sweep by_card = {.function = steps_slice, .times = OURS_TIMES};
    struct sweep by_part = {.function = partial_slice, .context = &partial, .times = OURS_TIMES};
    for (unsigned slice = SLICE_FIRST; slice <= SLICE_LAST; slice++) {
        sweep_slice(&by_plain, slice);
        sweep_slice(&by_card, slice);
        sweep_slice(&by_part, slice);
    }
    partial_free(partial);
    print_line("all hands in order, card by card", SEVEN_HANDS, by_plain.seconds, by_card.seconds);
    print_line("all hands in order, partial keys", SEVEN_HANDS, by_plain.seconds, by_part.seconds);
    return by_plain.checksum == by_card.checksum && by_plain.checksum == by_part.checksum;
}

int main(void)
{
    struct plain plain;
    plain_init(&plain);
    print_sizes();
    printf("  %-34s %8s %12s %9s\n", "million hands a second, one core", "plain", "croupier",
           "ratio");
    bool agree = bench_random(&plain);
    agree = bench_in_order(&plain) && agree;
    free(plain.ranks);
    printf("\n  %s\n", agree ? "all ranks agree" : "THE RANKS DIFFER");
    return agree ? 0 : 1;
}
