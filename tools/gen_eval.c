/* Writes the evaluator's tables as a C file (CARD-2, CARD-3, FCP-3): gen_eval OUTPUT.
 *
 * Everything but the thirteen rank keys is calculated. The program lists every pattern of ranks of
 * five (four, three) cards, suited or not, and sorts them into the classes of hands. It finds the
 * best five of six or seven cards, and the best four of five or six, by leaving cards out. It stops
 * if a count differs from the known one, or if two patterns of ranks have the same sum of keys. */
#include "game/cards/eval_layout.h"

#include <croupier/cards.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUMS_FIVE   73775 /* multisets of 5, 6 and 7 ranks, none more than four times */
#define SUMS_FOUR   26390 /* multisets of 4, 5 and 6 ranks */
#define ROW_COLUMNS (1u << EVAL_ROW_SHIFT)
#define ROWS_MAX    16384
#define SLOTS_MAX   131072

/* The key of each rank, found by a search: it began with the smallest keys whose sums of seven
 * differ (0, 1, 5, 22, 104, …), shifted them so that sums of five, six and seven differ too, and
 * multiplied them modulo a number above the largest sum. This keeps the sums different and spreads
 * them evenly over the rows; of many multipliers this one needs the least memory. */
static const uint32_t rank_keys[CR_RANKS] = {50594,   57372,   84484,  199710, 755506,
                                             3324368, 2119989, 427131, 438835, 3051692,
                                             106885,  3451771, 3567852};

struct class_list {
    uint32_t items[CR_RANKS_FIVE + 1]; /* from items[1], the best class, on */
    unsigned count;
};

struct sum {
    uint32_t sum;
    uint16_t rank;
};

struct pattern;
typedef uint32_t class_of(const struct pattern *p, bool suited);
typedef int compare(const void *a, const void *b);

/* The order of all hands of five, four or three cards. */
struct order {
    unsigned cards, expected; /* expected: the number of classes that there must be */
    class_of *of;
    compare *better;
    struct class_list list;
    uint16_t worst[CR_CATEGORIES];
};

/* The tables of one order: the rank of a hand by the sum of its rank keys, for as many cards as the
 * order has up to cards_max, and the rank of a flush by the mask of its suit. */
struct lookup {
    const struct order *order;
    unsigned cards_max, expected; /* expected: the number of sums that there must be */
    struct sum sums[SUMS_FIVE];
    unsigned sum_count;
    uint32_t row_offset[ROWS_MAX];
    uint32_t row_count;
    uint16_t slots[SLOTS_MAX];
    uint32_t slot_count;
    uint16_t flush[EVAL_SUIT_MASKS];
};

static _Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

static _Noreturn void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("gen_eval: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

/* ---- Patterns: how many cards of each rank ---- */

struct pattern {
    unsigned of_rank[CR_RANKS];
    unsigned cards;
};

/* Writes the ranks into `order` as they decide between hands: larger sets first, then higher ranks.
 * Returns the size of the largest set. */
static unsigned pattern_order(const struct pattern *p, unsigned *order)
{
    unsigned n = 0;
    unsigned largest = 0;
    for (unsigned set = 4; set > 0; set--) {
        for (unsigned r = CR_RANKS; r-- > 0;) {
            if (p->of_rank[r] != set)
                continue;
            if (set > largest)
                largest = set;
            for (unsigned i = 0; i < set; i++)
                order[n++] = r;
        }
    }
    return largest;
}

/* Whether each rank is one below the rank before it. In the lowest straight the ace is moved to the
 * end of `order`. */
static bool order_is_straight(unsigned *order, unsigned n)
{
    bool wheel = order[0] == CR_RANKS - 1 && order[1] == n - 2;
    for (unsigned i = wheel ? 2 : 1; i < n; i++) {
        if (order[i] + 1 != order[i - 1])
            return false;
    }
    if (wheel) {
        memmove(order, order + 1, (n - 1) * sizeof *order);
        order[n - 1] = CR_RANKS - 1;
    }
    return true;
}

static uint32_t class_pack(unsigned category, const unsigned *order, unsigned n)
{
    uint32_t class = category << EVAL_CLASS_CATEGORY;
    for (unsigned i = 0; i < n; i++)
        class |= order[i] << (16 - 4 * i);
    return class;
}

/* CARD-2: the class of five cards. A better hand has the larger class. */
static uint32_t class_of_five(const struct pattern *p, bool suited)
{
    unsigned order[5];
    unsigned largest = pattern_order(p, order);
    unsigned second = largest < 4 ? p->of_rank[order[largest]] : 1;
    unsigned category = CR_HIGH_CARD;
    if (largest == 4)
        category = CR_FOUR_OF_A_KIND;
    else if (largest == 3)
        category = second == 2 ? CR_FULL_HOUSE : CR_THREE_OF_A_KIND;
    else if (largest == 2)
        category = second == 2 ? CR_TWO_PAIR : CR_PAIR;
    else if (order_is_straight(order, 5))
        category = !suited                    ? CR_STRAIGHT
                   : order[0] == CR_RANKS - 1 ? CR_ROYAL_FLUSH
                                              : CR_STRAIGHT_FLUSH;
    else if (suited)
        category = CR_FLUSH;
    return class_pack(category, order, 5);
}

/* CARD-3: the class of three cards. */
static uint32_t class_of_three(const struct pattern *p, bool suited)
{
    unsigned order[3];
    unsigned largest = pattern_order(p, order);
    unsigned category = CR_HIGH_CARD;
    if (largest == 3)
        category = CR_THREE_OF_A_KIND;
    else if (largest == 2)
        category = CR_PAIR;
    else if (order_is_straight(order, 3))
        category = suited ? CR_STRAIGHT_FLUSH : CR_STRAIGHT;
    else if (suited)
        category = CR_FLUSH;
    return class_pack(category, order, 3);
}

/* FCP-3: the class of four cards. */
static uint32_t class_of_four(const struct pattern *p, bool suited)
{
    unsigned order[4];
    unsigned largest = pattern_order(p, order);
    unsigned category = CR_HIGH_CARD;
    if (largest == 4)
        category = CR_FOUR_OF_A_KIND;
    else if (largest == 3)
        category = CR_THREE_OF_A_KIND;
    else if (largest == 2)
        category = p->of_rank[order[2]] == 2 ? CR_TWO_PAIR : CR_PAIR;
    else if (order_is_straight(order, 4))
        category = suited ? CR_STRAIGHT_FLUSH : CR_STRAIGHT;
    else if (suited)
        category = CR_FLUSH;
    return class_pack(category, order, 4);
}

/* ---- Classes in order ---- */

static int class_better_five(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;
    return (*x < *y) - (*x > *y);
}

/* A class in which the strength of its category replaces the category, for comparing. */
static uint32_t class_strength(uint32_t class, const uint8_t strength[CR_CATEGORIES])
{
    uint32_t ranks = class & ((1u << EVAL_CLASS_CATEGORY) - 1);
    return (uint32_t)strength[class >> EVAL_CLASS_CATEGORY] << EVAL_CLASS_CATEGORY | ranks;
}

static int class_better(const void *a, const void *b, const uint8_t strength[CR_CATEGORIES])
{
    uint32_t x = class_strength(*(const uint32_t *)a, strength);
    uint32_t y = class_strength(*(const uint32_t *)b, strength);
    return (x < y) - (x > y);
}

/* CARD-3: three of a kind beats a straight, a straight beats a flush. */
static int class_better_three(const void *a, const void *b)
{
    static const uint8_t strength[CR_CATEGORIES] = {
        [CR_HIGH_CARD] = 0,       [CR_PAIR] = 1,          [CR_FLUSH] = 2, [CR_STRAIGHT] = 3,
        [CR_THREE_OF_A_KIND] = 4, [CR_STRAIGHT_FLUSH] = 5};
    return class_better(a, b, strength);
}

/* FCP-3: a straight beats two pair, three of a kind a flush, four of a kind everything. */
static int class_better_four(const void *a, const void *b)
{
    static const uint8_t strength[CR_CATEGORIES] = {
        [CR_HIGH_CARD] = 0,      [CR_PAIR] = 1,          [CR_TWO_PAIR] = 2,
        [CR_STRAIGHT] = 3,       [CR_FLUSH] = 4,         [CR_THREE_OF_A_KIND] = 5,
        [CR_STRAIGHT_FLUSH] = 6, [CR_FOUR_OF_A_KIND] = 7};
    return class_better(a, b, strength);
}

/* Lists the classes of all patterns of `cards` cards whose ranks are `rank` or higher. */
static void classes_list(struct class_list *list, struct pattern *p, unsigned rank, unsigned cards,
                         class_of *of)
{
    if (p->cards == cards) {
        unsigned order[5];
        bool distinct = pattern_order(p, order) == 1;
        for (unsigned suited = 0; suited <= distinct; suited++) {
            if (list->count == CR_RANKS_FIVE)
                fail("too many classes");
            list->items[++list->count] = of(p, suited);
        }
        return;
    }
    for (unsigned r = rank; r < CR_RANKS; r++) {
        if (p->of_rank[r] == 4)
            continue;
        p->of_rank[r]++;
        p->cards++;
        classes_list(list, p, r, cards, of);
        p->of_rank[r]--;
        p->cards--;
    }
}

static void order_build(struct order *order)
{
    struct pattern none = {.cards = 0};
    struct class_list *list = &order->list;
    classes_list(list, &none, 0, order->cards, order->of);
    qsort(list->items + 1, list->count, sizeof list->items[0], order->better);
    if (list->count != order->expected)
        fail("%u classes of %u cards instead of %u", list->count, order->cards, order->expected);
    for (unsigned rank = 1; rank <= list->count; rank++) {
        if (rank > 1 && order->better(&list->items[rank - 1], &list->items[rank]) >= 0)
            fail("two classes of %u cards are equal", order->cards);
        order->worst[list->items[rank] >> EVAL_CLASS_CATEGORY] = (uint16_t)rank;
    }
}

static uint16_t pattern_rank(const struct order *order, const struct pattern *p, bool suited)
{
    const struct class_list *list = &order->list;
    const uint32_t class = order->of(p, suited);
    const uint32_t *found =
        bsearch(&class, list->items + 1, list->count, sizeof list->items[0], order->better);
    if (!found)
        fail("class %x is not listed", class);
    return (uint16_t)(found - list->items);
}

/* ---- Ranks of more cards than make a hand ---- */

/* The best rank among all ways to leave cards out until a hand is left. */
static uint16_t pattern_best_rank(const struct order *order, struct pattern *p)
{
    if (p->cards == order->cards)
        return pattern_rank(order, p, false);
    uint16_t best = CR_RANKS_FIVE;
    p->cards--;
    for (unsigned r = 0; r < CR_RANKS; r++) {
        if (p->of_rank[r] == 0)
            continue;
        p->of_rank[r]--;
        uint16_t rank = pattern_best_rank(order, p);
        if (rank < best)
            best = rank;
        p->of_rank[r]++;
    }
    p->cards++;
    return best;
}

static void sums_list(struct lookup *t, struct pattern *p, unsigned rank, uint32_t sum)
{
    if (p->cards >= t->order->cards) {
        if (t->sum_count == t->expected)
            fail("too many rank sums");
        t->sums[t->sum_count++] = (struct sum){sum, pattern_best_rank(t->order, p)};
    }
    if (p->cards == t->cards_max)
        return;
    for (unsigned r = rank; r < CR_RANKS; r++) {
        if (p->of_rank[r] == 4)
            continue;
        p->of_rank[r]++;
        p->cards++;
        sums_list(t, p, r, sum + rank_keys[r]);
        p->of_rank[r]--;
        p->cards--;
    }
}

static int sum_compare(const void *a, const void *b)
{
    const struct sum *x = a;
    const struct sum *y = b;
    return (x->sum > y->sum) - (x->sum < y->sum);
}

static void sums_build(struct lookup *t)
{
    struct pattern none = {.cards = 0};
    sums_list(t, &none, 0, 0);
    if (t->sum_count != t->expected)
        fail("%u rank sums instead of %u", t->sum_count, t->expected);
    qsort(t->sums, t->sum_count, sizeof t->sums[0], sum_compare);
    for (unsigned i = 1; i < t->sum_count; i++) {
        if (t->sums[i].sum == t->sums[i - 1].sum)
            fail("two patterns of ranks have the sum %u", t->sums[i].sum);
    }
}

static void flush_build(struct lookup *t)
{
    for (unsigned mask = 0; mask < EVAL_SUIT_MASKS; mask++) {
        struct pattern p = {.cards = 0};
        uint16_t best = 0;
        for (unsigned r = 0; r < CR_RANKS; r++) {
            if (!(mask >> r & 1))
                continue;
            p.of_rank[r] = 1;
            p.cards++;
            /* Masks with one card less are smaller numbers, so their ranks are known. */
            uint16_t rank = t->flush[mask & ~(1u << r)];
            if (best == 0 || (rank != 0 && rank < best))
                best = rank;
        }
        if (p.cards == t->order->cards)
            best = pattern_rank(t->order, &p, true);
        t->flush[mask] = best;
    }
}

static void three_build(const struct order *order, uint16_t out[2][CR_RANKS][CR_RANKS][CR_RANKS])
{
    for (unsigned a = 0; a < CR_RANKS; a++) {
        for (unsigned b = 0; b < CR_RANKS; b++) {
            for (unsigned c = 0; c < CR_RANKS; c++) {
                struct pattern p = {.cards = 3};
                p.of_rank[a]++;
                p.of_rank[b]++;
                p.of_rank[c]++;
                bool distinct = a != b && b != c && a != c;
                for (unsigned suited = 0; suited <= distinct; suited++)
                    out[suited][a][b][c] = pattern_rank(order, &p, suited);
            }
        }
    }
}

/* ---- Row displacement ---- */

/* Rows are placed by falling number of sums, because the fullest need the most free room. */
struct row {
    uint32_t row;
    uint32_t first; /* index of its first sum */
    uint32_t count;
};

static int row_compare(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

/* The 64 bits from position `at` on of a set that has a spare word at its end. */
static uint64_t bits_from(const uint64_t *set, uint32_t at)
{
    uint64_t low = set[at / 64] >> (at % 64);
    return at % 64 == 0 ? low : low | set[at / 64 + 1] << (64 - at % 64);
}

/* The smallest displacement at which all of the row's columns fall on free slots. Tests 64
 * displacements at once. */
static uint32_t row_fit(const struct lookup *t, const struct row *row, const uint64_t *taken)
{
    for (uint32_t d = 0; d < SLOTS_MAX - 2 * ROW_COLUMNS; d += 64) {
        uint64_t blocked = 0;
        for (uint32_t i = 0; i < row->count && blocked != UINT64_MAX; i++)
            blocked |= bits_from(taken, d + t->sums[row->first + i].sum % ROW_COLUMNS);
        if (blocked != UINT64_MAX)
            return d + (uint32_t)__builtin_ctzll(~blocked);
    }
    fail("the slots are used up");
}

static void row_place(struct lookup *t, const struct row *row, uint64_t *taken)
{
    uint32_t d = row_fit(t, row, taken);
    t->row_offset[row->row] = d - (row->row << EVAL_ROW_SHIFT);
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t slot = d + t->sums[row->first + i].sum % ROW_COLUMNS;
        taken[slot / 64] |= UINT64_C(1) << (slot % 64);
        t->slots[slot] = t->sums[row->first + i].rank;
    }
    /* Every column of every row must lie inside the table, whether it holds a sum or not. */
    if (d + ROW_COLUMNS > t->slot_count)
        t->slot_count = d + ROW_COLUMNS;
}

static void rows_build(struct lookup *t)
{
    static struct row rows[ROWS_MAX];
    static uint64_t taken[SLOTS_MAX / 64 + 1];
    uint32_t key_max = 0;
    memset(rows, 0, sizeof rows);
    memset(taken, 0, sizeof taken);
    for (unsigned r = 0; r < CR_RANKS; r++)
        key_max = rank_keys[r] > key_max ? rank_keys[r] : key_max;
    t->row_count = (t->cards_max * key_max >> EVAL_ROW_SHIFT) + 1;
    if (t->row_count > ROWS_MAX)
        fail("%u rows", t->row_count);
    for (uint32_t r = 0; r < t->row_count; r++) {
        rows[r].row = r;
        t->row_offset[r] = 0 - (r << EVAL_ROW_SHIFT);
    }
    for (uint32_t i = t->sum_count; i-- > 0;) {
        struct row *row = &rows[t->sums[i].sum >> EVAL_ROW_SHIFT];
        row->first = i;
        row->count++;
    }
    qsort(rows, t->row_count, sizeof rows[0], row_compare);
    for (uint32_t r = 0; r < t->row_count && rows[r].count > 0; r++)
        row_place(t, &rows[r], taken);
}

/* Reads every sum back through the finished tables. */
static void rows_verify(const struct lookup *t)
{
    for (uint32_t i = 0; i < t->sum_count; i++) {
        uint32_t sum = t->sums[i].sum;
        uint32_t slot = sum + t->row_offset[sum >> EVAL_ROW_SHIFT];
        if (slot >= t->slot_count || t->slots[slot] != t->sums[i].rank)
            fail("sum %u is not found", sum);
    }
}

static void lookup_build(struct lookup *t)
{
    sums_build(t);
    flush_build(t);
    rows_build(t);
    rows_verify(t);
}

/* ---- Output ---- */

static void write_u16(FILE *out, const char *declaration, const uint16_t *items, size_t count)
{
    fprintf(out, "\nconst uint16_t %s = {", declaration);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%u,", i % 16 == 0 ? "\n" : "", items[i]);
    fputs("\n};\n", out);
}

static void write_u32(FILE *out, const char *declaration, const uint32_t *items, size_t count)
{
    fprintf(out, "\nconst uint32_t %s = {", declaration);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%uu,", i % 8 == 0 ? "\n" : "", items[i]);
    fputs("\n};\n", out);
}

static void write_cards(FILE *out)
{
    fputs("\nconst uint64_t eval_card_key[256] = {\n", out);
    for (unsigned c = 0; c < CR_DECK_CARDS; c++)
        fprintf(out, "UINT64_C(%u) | UINT64_C(1) << %u,\n", rank_keys[c / CR_SUITS],
                EVAL_SUIT_SHIFT + EVAL_SUIT_BITS * (c % CR_SUITS));
    for (unsigned c = CR_DECK_CARDS; c < 256; c++)
        fputs("EVAL_NO_CARD_KEY,\n", out);
    fputs("};\n\nconst uint64_t eval_card_mask[CR_DECK_CARDS] = {\n", out);
    for (unsigned c = 0; c < CR_DECK_CARDS; c++)
        fprintf(out, "UINT64_C(1) << %u,\n", EVAL_MASK_SUIT_BITS * (c % CR_SUITS) + c / CR_SUITS);
    fputs("};\n", out);
}

static void write_three(FILE *out, uint16_t ranks[2][CR_RANKS][CR_RANKS][CR_RANKS])
{
    fputs("\nconst uint16_t eval_three_rank[2][CR_RANKS][CR_RANKS][CR_RANKS] = {", out);
    for (unsigned suited = 0; suited < 2; suited++) {
        fputs("{\n", out);
        for (unsigned a = 0; a < CR_RANKS; a++) {
            fputs("{", out);
            for (unsigned b = 0; b < CR_RANKS; b++) {
                fputs("{", out);
                for (unsigned c = 0; c < CR_RANKS; c++)
                    fprintf(out, "%u,", ranks[suited][a][b][c]);
                fputs("},\n", out);
            }
            fputs("},\n", out);
        }
        fputs("},", out);
    }
    fputs("};\n", out);
}

/* Writes a list of the tables' sizes, because other files declare the tables without a length. */
static void write_sizes(FILE *out, const char *list, const char *const *names)
{
    fprintf(out, "\nconst struct eval_table_size %s[] = {\n", list);
    for (; *names; names++)
        fprintf(out, "{\"%s\", sizeof %s},\n", *names, *names);
    fputs("{NULL, 0},\n};\n", out);
}

static void write_all_sizes(FILE *out)
{
    static const char *const names[] = {"eval_card_key",
                                        "eval_card_mask",
                                        "eval_row_offset",
                                        "eval_slot_rank",
                                        "eval_flush_rank",
                                        "eval_class_five",
                                        "eval_three_rank",
                                        "eval_class_three",
                                        "eval_worst_five",
                                        "eval_worst_three",
                                        NULL};
    static const char *const four[] = {"eval_four_row_offset", "eval_four_slot_rank",
                                       "eval_four_flush_rank", "eval_class_four",
                                       "eval_worst_four",      NULL};
    write_sizes(out, "eval_table_sizes", names);
    write_sizes(out, "eval_four_table_sizes", four);
}

static void write_lookup(FILE *out, const char *prefix, const struct lookup *t)
{
    char declaration[64];
    snprintf(declaration, sizeof declaration, "%s_row_offset[%u]", prefix, t->row_count);
    write_u32(out, declaration, t->row_offset, t->row_count);
    snprintf(declaration, sizeof declaration, "%s_slot_rank[%u]", prefix, t->slot_count);
    write_u16(out, declaration, t->slots, t->slot_count);
    snprintf(declaration, sizeof declaration, "%s_flush_rank[EVAL_SUIT_MASKS]", prefix);
    write_u16(out, declaration, t->flush, EVAL_SUIT_MASKS);
}

static void write_order(FILE *out, const char *name, const struct order *order)
{
    char declaration[64];
    snprintf(declaration, sizeof declaration, "eval_class_%s[%u]", name, order->expected + 1);
    write_u32(out, declaration, order->list.items, order->expected + 1);
    snprintf(declaration, sizeof declaration, "eval_worst_%s[CR_CATEGORIES]", name);
    write_u16(out, declaration, order->worst, CR_CATEGORIES);
}

static struct order five = {.cards = 5,
                            .expected = CR_RANKS_FIVE,
                            .of = class_of_five,
                            .better = class_better_five},
                    four = {.cards = 4,
                            .expected = CR_RANKS_FOUR,
                            .of = class_of_four,
                            .better = class_better_four},
                    three = {.cards = 3,
                             .expected = CR_RANKS_THREE,
                             .of = class_of_three,
                             .better = class_better_three};

static struct lookup best_five = {.order = &five, .cards_max = 7, .expected = SUMS_FIVE},
                     best_four = {.order = &four, .cards_max = 6, .expected = SUMS_FOUR};

static uint16_t three_rank[2][CR_RANKS][CR_RANKS][CR_RANKS];

static void tables_write(FILE *out)
{
    fputs("/* Written by tools/gen_eval.c. */\n#include \"game/cards/eval_tables.h\"\n", out);
    write_cards(out);
    write_lookup(out, "eval", &best_five);
    write_lookup(out, "eval_four", &best_four);
    write_order(out, "five", &five);
    write_order(out, "four", &four);
    write_order(out, "three", &three);
    write_three(out, three_rank);
    write_all_sizes(out);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        fail("usage: gen_eval OUTPUT");
    order_build(&five);
    order_build(&four);
    order_build(&three);
    lookup_build(&best_five);
    lookup_build(&best_four);
    three_build(&three, three_rank);
    FILE *out = fopen(argv[1], "w");
    if (!out)
        fail("cannot write %s", argv[1]);
    tables_write(out);
    if (ferror(out) || fclose(out) != 0)
        fail("cannot write %s", argv[1]);
    return 0;
}
