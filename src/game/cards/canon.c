/* Suit isomorphism: one representative for all hands that differ by the names of the suits. */
#include "base/check.h"

#include <croupier/cards.h>

/* Describes each suit by the ranks that it holds in each group: 13 bits a group, the first group in
 * the highest bits. */
static void suits_describe(const cr_card *cards, const uint8_t *sizes, size_t groups,
                           uint64_t described[CR_SUITS])
{
    for (size_t g = 0; g < groups; g++) {
        for (unsigned s = 0; s < CR_SUITS; s++)
            described[s] <<= CR_RANKS;
        for (size_t i = 0; i < sizes[g]; i++, cards++) {
            CHECK(*cards < CR_DECK_CARDS);
            described[cr_card_suit(*cards)] |= UINT64_C(1) << cr_card_rank(*cards);
        }
    }
}

/* The suit with the largest description becomes spades, the next hearts, diamonds, clubs. Suits
 * described alike hold the same cards, so their order makes no difference. */
static void suits_rename(const uint64_t described[CR_SUITS], unsigned renamed[CR_SUITS])
{
    for (unsigned s = 0; s < CR_SUITS; s++) {
        unsigned below = 0;
        for (unsigned t = 0; t < CR_SUITS; t++)
            below += described[t] < described[s] || (described[t] == described[s] && t < s);
        renamed[s] = below;
    }
}

static void sort_descending(cr_card *cards, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        cr_card card = cards[i];
        size_t at = i;
        for (; at > 0 && cards[at - 1] < card; at--)
            cards[at] = cards[at - 1];
        cards[at] = card;
    }
}

/* Sorts each group by descending card number. */
void cr_canon(cr_card *cards, const uint8_t *sizes, size_t groups)
{
    uint64_t described[CR_SUITS] = {0};
    unsigned renamed[CR_SUITS];
    CHECK(groups <= CR_CANON_GROUPS_MAX);
    suits_describe(cards, sizes, groups, described);
    suits_rename(described, renamed);
    for (size_t g = 0; g < groups; g++) {
        for (size_t i = 0; i < sizes[g]; i++)
            cards[i] = cr_card_make(cr_card_rank(cards[i]), renamed[cr_card_suit(cards[i])]);
        sort_descending(cards, sizes[g]);
        cards += sizes[g];
    }
}
