/* The numbers of sets of cards, and their classes up to a renaming of the suits. */
#include "math/kernels/card_sets.h"

#include <stdlib.h>

/* A constant, because nothing in the library is prepared at run time. A test calculates it anew. */
const uint32_t set_binomials[SET_CARDS_MAX + 1][CR_DECK_CARDS + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
     18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
     36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52},
    {0,   0,   1,   3,   6,   10,  15,  21,  28,  36,  45,   55,   66,   78,   91,   105,  120, 136,
     153, 171, 190, 210, 231, 253, 276, 300, 325, 351, 378,  406,  435,  465,  496,  528,  561, 595,
     630, 666, 703, 741, 780, 820, 861, 903, 946, 990, 1035, 1081, 1128, 1176, 1225, 1275, 1326},
    {0,     0,     0,     1,     4,     10,    20,    35,    56,    84,    120,  165,  220,  286,
     364,   455,   560,   680,   816,   969,   1140,  1330,  1540,  1771,  2024, 2300, 2600, 2925,
     3276,  3654,  4060,  4495,  4960,  5456,  5984,  6545,  7140,  7770,  8436, 9139, 9880, 10660,
     11480, 12341, 13244, 14190, 15180, 16215, 17296, 18424, 19600, 20825, 22100},
    {0,      0,      0,      0,      1,      5,      15,     35,     70,     126,    210,
     330,    495,    715,    1001,   1365,   1820,   2380,   3060,   3876,   4845,   5985,
     7315,   8855,   10626,  12650,  14950,  17550,  20475,  23751,  27405,  31465,  35960,
     40920,  46376,  52360,  58905,  66045,  73815,  82251,  91390,  101270, 111930, 123410,
     135751, 148995, 163185, 178365, 194580, 211876, 230300, 249900, 270725},
    {0,       0,       0,       0,       0,       1,       6,       21,      56,     126,    252,
     462,     792,     1287,    2002,    3003,    4368,    6188,    8568,    11628,  15504,  20349,
     26334,   33649,   42504,   53130,   65780,   80730,   98280,   118755,  142506, 169911, 201376,
     237336,  278256,  324632,  376992,  435897,  501942,  575757,  658008,  749398, 850668, 962598,
     1086008, 1221759, 1370754, 1533939, 1712304, 1906884, 2118760, 2349060, 2598960},
    {0,       0,       0,        0,        0,        0,        1,        7,       28,
     84,      210,     462,      924,      1716,     3003,     5005,     8008,    12376,
     18564,   27132,   38760,    54264,    74613,    100947,   134596,   177100,  230230,
     296010,  376740,  475020,   593775,   736281,   906192,   1107568,  1344904, 1623160,
     1947792, 2324784, 2760681,  3262623,  3838380,  4496388,  5245786,  6096454, 7059052,
     8145060, 9366819, 10737573, 12271512, 13983816, 15890700, 18009460, 20358520},
};

unsigned set_cards(card_set set, cr_card out[SET_CARDS_MAX])
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        out[count++] = (cr_card)__builtin_ctzll(set);
    return count;
}

uint32_t set_number(card_set set)
{
    uint32_t number = 0;
    for (unsigned k = 1; set; set &= set - 1, k++)
        number += set_binomials[k][__builtin_ctzll(set)];
    return number;
}

/* ---- Classes ---- */

/* The ranks that a set has in each suit. */
struct suits {
    uint16_t ranks[CR_SUITS];
};

static card_set set_of_suits(const struct suits *suits, const uint8_t order[CR_SUITS])
{
    card_set set = 0;
    for (unsigned s = 0; s < CR_SUITS; s++)
        for (unsigned left = suits->ranks[s]; left; left &= left - 1)
            set = set_with(set, cr_card_make((unsigned)__builtin_ctz(left), order[s]));
    return set;
}

/* How many different sets come from renaming the suits. Suits with the same ranks can change places
 * without making a new set. The ranks must be in descending order. */
static unsigned suits_weight(const struct suits *suits)
{
    unsigned weight = 24, equal = 1;
    for (unsigned s = 1; s < CR_SUITS; s++) {
        equal = suits->ranks[s] == suits->ranks[s - 1] ? equal + 1 : 1;
        weight /= equal;
    }
    return weight;
}

#define SUIT_SETS_MAX 1716 /* choose(13, 6): no number of ranks has more sets */

struct walk {
    uint16_t sets[SET_CARDS_MAX + 1][SUIT_SETS_MAX]; /* of ranks in one suit, ascending, by size */
    uint16_t set_count[SET_CARDS_MAX + 1];
    struct suits suits;
    visit_class *visit;
    void *context;
};

static void walk_prepare(struct walk *w)
{
    for (unsigned ranks = 0; ranks < 1u << CR_RANKS; ranks++) {
        const unsigned size = (unsigned)__builtin_popcount(ranks);
        if (size <= SET_CARDS_MAX)
            w->sets[size][w->set_count[size]++] = (uint16_t)ranks;
    }
}

/* Visits every way to put `left` more cards into the suits from s on, with no suit above the one
 * before it. */
static void walk_suits(struct walk *w, unsigned s, unsigned left)
{
    static const uint8_t as_they_are[CR_SUITS] = {0, 1, 2, 3};
    if (s == CR_SUITS) {
        w->visit(w->context, set_of_suits(&w->suits, as_they_are), suits_weight(&w->suits));
        return;
    }
    const unsigned most = s == 0 ? (1u << CR_RANKS) - 1 : w->suits.ranks[s - 1];
    for (unsigned size = s + 1 == CR_SUITS ? left : 0; size <= left; size++) {
        for (unsigned i = 0; i < w->set_count[size] && w->sets[size][i] <= most; i++) {
            w->suits.ranks[s] = w->sets[size][i];
            walk_suits(w, s + 1, left - size);
        }
    }
}

void each_class(unsigned size, visit_class *visit, void *context)
{
    struct walk w = {.visit = visit, .context = context};
    walk_prepare(&w);
    walk_suits(&w, 0, size);
}

/* ---- The class of every set ---- */

static void count_class(void *context, card_set set, unsigned weight)
{
    (void)set;
    (void)weight;
    ++*(uint32_t *)context;
}

/* Gives the next class number to every set that differs from this one only by the names of the
 * suits. */
static void number_class(void *context, card_set set, unsigned weight)
{
    struct card_classes *c = context;
    struct suits suits = {{0}};
    for (card_set left = set; left; left &= left - 1) {
        const cr_card card = (cr_card)__builtin_ctzll(left);
        suits.ranks[cr_card_suit(card)] |= (uint16_t)(1u << cr_card_rank(card));
    }
    for (uint8_t a = 0; a < CR_SUITS; a++)
        for (uint8_t b = 0; b < CR_SUITS; b++)
            for (uint8_t d = 0; d < CR_SUITS; d++)
                if (a != b && a != d && b != d)
                    c->of[set_number(set_of_suits(
                        &suits, (uint8_t[CR_SUITS]){a, b, d, (uint8_t)(6 - a - b - d)}))] =
                        c->count;
    c->first[c->count] = set;
    c->weight[c->count] = (uint8_t)weight;
    c->count++;
}

bool card_classes_make(unsigned size, struct card_classes *out)
{
    uint32_t count = 0;
    each_class(size, count_class, &count);
    *out = (struct card_classes){
        .of = malloc(choose(CR_DECK_CARDS, size) * sizeof *out->of),
        .first = malloc(count * sizeof *out->first),
        .weight = malloc(count * sizeof *out->weight),
    };
    if (!out->of || !out->first || !out->weight) {
        card_classes_free(out);
        return false;
    }
    each_class(size, number_class, out);
    return true;
}

void card_classes_free(struct card_classes *classes)
{
    free(classes->of);
    free(classes->first);
    free(classes->weight);
    *classes = (struct card_classes){0};
}
