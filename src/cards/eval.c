/* Ranks of hands (CARD-2, CARD-3): the public functions over eval_inline.h and its tables. */
#include "cards/eval_inline.h"

#include "base/check.h"

static struct eval_hand hand_checked(const cr_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        CHECK(cards[i] < CR_DECK_CARDS);
    return eval_hand_of(cards, count);
}

uint16_t cr_eval5(const cr_card cards[5])
{
    return eval_hand_rank(hand_checked(cards, 5));
}

uint16_t cr_eval6(const cr_card cards[6])
{
    return eval_hand_rank(hand_checked(cards, 6));
}

uint16_t cr_eval7(const cr_card cards[7])
{
    return eval_hand_rank(hand_checked(cards, 7));
}

uint16_t cr_eval3(const cr_card cards[3])
{
    for (size_t i = 0; i < 3; i++)
        CHECK(cards[i] < CR_DECK_CARDS);
    bool suited = cr_card_suit(cards[0]) == cr_card_suit(cards[1]) &&
                  cr_card_suit(cards[1]) == cr_card_suit(cards[2]);
    return eval_three_rank[suited][cr_card_rank(cards[0])][cr_card_rank(cards[1])]
                          [cr_card_rank(cards[2])];
}

/* Hands whose cards are checked at once, small enough to stay in the first-level cache. */
#define BATCH_HANDS 1024

/* Without a branch a byte, so that compilers check many bytes in one step. */
static bool cards_valid(const cr_card *cards, size_t count)
{
    unsigned char wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong |= cards[i] >= CR_DECK_CARDS;
    return wrong == 0;
}

void cr_eval7_batch(const cr_card (*hands)[7], size_t count, uint16_t *ranks)
{
    while (count > 0) {
        size_t n = count < BATCH_HANDS ? count : BATCH_HANDS;
        CHECK(cards_valid(hands[0], 7 * n));
        for (size_t i = 0; i < n; i++)
            ranks[i] = eval_hand_rank(eval_hand_of(hands[i], 7));
        hands += n;
        ranks += n;
        count -= n;
    }
}

enum cr_category cr_rank_category(uint16_t rank)
{
    if (rank == 0 || rank > CR_RANKS_FIVE)
        return CR_CATEGORIES;
    return (enum cr_category)(eval_class_five[rank] >> EVAL_CLASS_CATEGORY);
}

enum cr_category cr_rank3_category(uint16_t rank)
{
    if (rank == 0 || rank > CR_RANKS_THREE)
        return CR_CATEGORIES;
    return (enum cr_category)(eval_class_three[rank] >> EVAL_CLASS_CATEGORY);
}

uint16_t cr_category_worst_rank(enum cr_category category)
{
    return (unsigned)category < CR_CATEGORIES ? eval_worst_five[category] : 0;
}

uint16_t cr_category_worst_rank3(enum cr_category category)
{
    return (unsigned)category < CR_CATEGORIES ? eval_worst_three[category] : 0;
}

/* Takes the cards of a class out of a hand's mask, in the order in which they decide. Of several
 * cards of a rank the higher suit goes first, whatever the order of the cards given. suits limits
 * the choice to the suits of a flush. */
static void class_cards(uint32_t class, uint64_t mask, unsigned suits, cr_card *best, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned rank = EVAL_CLASS_RANK(class, (unsigned)i);
        unsigned suit = CR_SUITS;
        while (suit-- > 0) {
            uint64_t bit = eval_card_mask[cr_card_make(rank, suit)];
            if ((suits >> suit & 1) && (mask & bit)) {
                mask &= ~bit;
                break;
            }
        }
        CHECK(suit < CR_SUITS);
        best[i] = cr_card_make(rank, suit);
    }
}

uint16_t cr_best_five(const cr_card *cards, size_t count, cr_card best[5])
{
    CHECK(count >= 5 && count <= 7);
    struct eval_hand h = hand_checked(cards, count);
    uint16_t rank = eval_hand_rank(h);
    CHECK(rank != 0);
    unsigned suits = 0;
    for (unsigned s = 0; s < CR_SUITS; s++) {
        if (h.key & EVAL_SUITS_FLUSH & UINT64_C(8) << (EVAL_SUIT_SHIFT + EVAL_SUIT_BITS * s))
            suits |= 1u << s;
    }
    class_cards(eval_class_five[rank], h.mask, suits ? suits : 15u, best, 5);
    return rank;
}

uint16_t cr_best_three(const cr_card cards[3], cr_card best[3])
{
    uint16_t rank = cr_eval3(cards);
    CHECK(rank != 0);
    class_cards(eval_class_three[rank], eval_hand_of(cards, 3).mask, 15u, best, 3);
    return rank;
}
