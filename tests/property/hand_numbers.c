/* Numbers all hands of three, four or five cards by strength. */
#include "hand_numbers.h"

#include <stdlib.h>
#include <string.h>

struct found {
    unsigned key;
    cr_card cards[5];
    struct slow_hand hand;
};

static int by_hand(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    return slow_compare(&x->hand, &y->hand);
}

/* Finds cards with the ranks of the key, in ascending order, of one suit or not; returns false
 * where no such hand exists. */
static bool cards_of_ranks(unsigned key, unsigned count, bool suited, cr_card out[5])
{
    bool repeats = false;
    for (unsigned i = count; i-- > 0; key /= CR_RANKS)
        out[i] = (cr_card)(key % CR_RANKS * CR_SUITS);
    for (unsigned i = 1; i < count; i++) {
        const unsigned before = out[i - 1] / CR_SUITS, rank = out[i] / CR_SUITS;
        if (rank < before || (rank == before && out[i - 1] % CR_SUITS == CR_SUITS - 1))
            return false;
        repeats |= rank == before;
        if (rank == before)
            out[i] = (cr_card)(out[i - 1] + 1);
    }
    if (!suited && !repeats)
        out[count - 1]++;
    return !(suited && repeats);
}

static struct slow_hand hand_of(const cr_card *cards, unsigned count)
{
    return count == 3 ? slow_eval3(cards) : count == 4 ? slow_eval4(cards, 4) : slow_eval(cards, 5);
}

static void number_all(struct found *found, unsigned count, struct numbers *out)
{
    qsort(found, count, sizeof *found, by_hand);
    for (unsigned i = 0; i < count; i++) {
        if (i == 0 || slow_compare(&found[i - 1].hand, &found[i].hand) != 0) {
            out->hands[out->count] = found[i].hand;
            memcpy(out->samples[out->count++], found[i].cards, sizeof found[i].cards);
        }
        out->of[found[i].key] = (uint16_t)(out->count - 1);
    }
}

void numbers_make(unsigned cards, struct numbers *out)
{
    unsigned keys = 2, count = 0;
    for (unsigned i = 0; i < cards; i++)
        keys *= CR_RANKS;
    struct found *found = calloc(keys, sizeof *found);
    *out = (struct numbers){.cards = cards,
                            .of = calloc(keys, sizeof *out->of),
                            .hands = calloc(keys, sizeof *out->hands),
                            .samples = calloc(keys, sizeof *out->samples)};
    if (!found || !out->of || !out->hands || !out->samples)
        abort();
    for (unsigned key = 0; key < keys; key++)
        if (cards_of_ranks(key / 2, cards, key % 2, found[count].cards)) {
            found[count].key = key;
            found[count].hand = hand_of(found[count].cards, cards);
            count++;
        }
    number_all(found, count, out);
    free(found);
}

void numbers_free(struct numbers *n)
{
    free(n->of);
    free(n->hands);
    free(n->samples);
}

unsigned number_of_best(const struct numbers *n, const cr_card *cards, unsigned count)
{
    unsigned best = 0, chosen = (1u << n->cards) - 1;
    while (chosen < 1u << count) {
        cr_card hand[7];
        unsigned size = 0;
        for (unsigned left = chosen; left != 0; left &= left - 1)
            hand[size++] = cards[__builtin_ctz(left)];
        const unsigned number = number_of(n, hand);
        best = number > best ? number : best;
        /* Goes to the next larger number with as many set bits: in the lowest run of ones the top
         * one moves up by one place, and the others move to the lowest places. */
        const unsigned lowest = chosen & -chosen, carried = chosen + lowest;
        chosen = carried | (chosen ^ carried) / lowest >> 2;
    }
    return best;
}
