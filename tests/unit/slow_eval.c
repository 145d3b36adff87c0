/* A second evaluator for the tests, written from the rules alone. */
#include "slow_eval.h"

#include <stdlib.h>
#include <string.h>

struct face {
    int rank; /* 2 to 14 */
    int times;
};

/* Sorts ranks that occur more often first, and among equally frequent ones the higher rank. */
static int face_compare(const void *a, const void *b)
{
    const struct face *x = a;
    const struct face *y = b;
    return x->times != y->times ? y->times - x->times : y->rank - x->rank;
}

/* Lists the ranks of a hand with the number of their cards, in the order in which they decide. */
static void faces_of(const cr_card *cards, int count, struct face *faces)
{
    for (int i = 0; i < count; i++) {
        faces[i].rank = cards[i] / 4 + 2;
        faces[i].times = 0;
        for (int j = 0; j < count; j++)
            faces[i].times += cards[j] / 4 == cards[i] / 4;
    }
    qsort(faces, (size_t)count, sizeof faces[0], face_compare);
}

static bool one_suit(const cr_card *cards, int count)
{
    for (int i = 1; i < count; i++) {
        if (cards[i] % 4 != cards[0] % 4)
            return false;
    }
    return true;
}

/* The high card of a straight of `count` cards, or 0 for no straight. An ace also counts as a one.
 */
static int straight_high(const struct face *faces, int count)
{
    int gaps = 0;
    for (int i = 1; i < count; i++)
        gaps += faces[i].rank != faces[i - 1].rank - 1;
    if (gaps == 0)
        return faces[0].rank;
    bool low_rest = true;
    for (int i = 1; i < count; i++)
        low_rest = low_rest && faces[i].rank == count + 1 - i;
    return faces[0].rank == 14 && low_rest ? count : 0;
}

static void ranks_fill(struct slow_hand *h, const struct face *faces, int count, int high)
{
    for (int i = 0; i < count; i++)
        h->ranks[i] = high ? high - i : faces[i].rank;
}

static struct slow_hand five(const cr_card *cards)
{
    struct slow_hand h = {0};
    struct face f[5];
    faces_of(cards, 5, f);
    bool suited = one_suit(cards, 5);
    int high = straight_high(f, 5);
    if (suited && high == 14)
        h.category = CR_ROYAL_FLUSH;
    else if (suited && high)
        h.category = CR_STRAIGHT_FLUSH;
    else if (f[0].times == 4)
        h.category = CR_FOUR_OF_A_KIND;
    else if (f[0].times == 3 && f[3].times == 2)
        h.category = CR_FULL_HOUSE;
    else if (suited)
        h.category = CR_FLUSH;
    else if (high)
        h.category = CR_STRAIGHT;
    else if (f[0].times == 3)
        h.category = CR_THREE_OF_A_KIND;
    else if (f[0].times == 2 && f[2].times == 2)
        h.category = CR_TWO_PAIR;
    else if (f[0].times == 2)
        h.category = CR_PAIR;
    else
        h.category = CR_HIGH_CARD;
    h.strength = (int)h.category;
    ranks_fill(&h, f, 5, high);
    return h;
}

static struct slow_hand four(const cr_card *cards)
{
    struct slow_hand h = {0};
    struct face f[4];
    faces_of(cards, 4, f);
    bool suited = one_suit(cards, 4);
    int high = straight_high(f, 4);
    if (f[0].times == 4) {
        h.category = CR_FOUR_OF_A_KIND;
        h.strength = 7;
    } else if (suited && high) {
        h.category = CR_STRAIGHT_FLUSH;
        h.strength = 6;
    } else if (f[0].times == 3) {
        h.category = CR_THREE_OF_A_KIND;
        h.strength = 5;
    } else if (suited) {
        h.category = CR_FLUSH;
        h.strength = 4;
    } else if (high) {
        h.category = CR_STRAIGHT;
        h.strength = 3;
    } else {
        h.category = f[0].times == 1 ? CR_HIGH_CARD : f[2].times == 2 ? CR_TWO_PAIR : CR_PAIR;
        h.strength = h.category == CR_HIGH_CARD ? 0 : h.category == CR_PAIR ? 1 : 2;
    }
    ranks_fill(&h, f, 4, high);
    return h;
}

/* The best hand of all choices of `size` cards. A set bit of `left_out` leaves that card out. */
static struct slow_hand best_of(const cr_card *cards, size_t count, size_t size,
                                struct slow_hand (*eval)(const cr_card *cards))
{
    struct slow_hand best = {.strength = -1};
    for (unsigned left_out = 0; left_out < 1u << count; left_out++) {
        cr_card chosen[7];
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            if (!(left_out >> i & 1))
                chosen[n++] = cards[i];
        }
        if (n != size)
            continue;
        struct slow_hand h = eval(chosen);
        if (slow_compare(&h, &best) > 0)
            best = h;
    }
    return best;
}

struct slow_hand slow_eval(const cr_card *cards, size_t count)
{
    return best_of(cards, count, 5, five);
}

struct slow_hand slow_eval4(const cr_card *cards, size_t count)
{
    return best_of(cards, count, 4, four);
}

struct slow_hand slow_eval3(const cr_card cards[3])
{
    struct slow_hand h = {0};
    struct face f[3];
    faces_of(cards, 3, f);
    bool suited = one_suit(cards, 3);
    int high = straight_high(f, 3);
    if (suited && high) {
        h.category = CR_STRAIGHT_FLUSH;
        h.strength = 5;
    } else if (f[0].times == 3) {
        h.category = CR_THREE_OF_A_KIND;
        h.strength = 4;
    } else if (high) {
        h.category = CR_STRAIGHT;
        h.strength = 3;
    } else if (suited) {
        h.category = CR_FLUSH;
        h.strength = 2;
    } else if (f[0].times == 2) {
        h.category = CR_PAIR;
        h.strength = 1;
    } else {
        h.category = CR_HIGH_CARD;
        h.strength = 0;
    }
    ranks_fill(&h, f, 3, high);
    return h;
}

int slow_compare(const struct slow_hand *a, const struct slow_hand *b)
{
    if (a->strength != b->strength)
        return a->strength - b->strength;
    for (int i = 0; i < 5; i++) {
        if (a->ranks[i] != b->ranks[i])
            return a->ranks[i] - b->ranks[i];
    }
    return 0;
}
