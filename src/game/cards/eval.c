/* Ranks of hands (CARD-2, CARD-3, FCP-3): the public functions over eval_inline.h and its tables.
 */
#include "game/cards/eval_inline.h"

#include "base/check.h"

#include <string.h>

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

uint16_t cr_eval4(const cr_card *cards, size_t count)
{
    CHECK(count >= 4 && count <= 6);
    return eval_hand_rank_four(hand_checked(cards, count));
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

#define BLOCK_HANDS 512

/* Loads several cards at a time: a hand needs more loads than anything else. */
static uint64_t batch_key(const cr_card cards[7])
{
    uint32_t four;
    uint16_t two;
    memcpy(&four, cards, sizeof four);
    memcpy(&two, cards + 4, sizeof two);
    return EVAL_SUITS_EMPTY + eval_card_key[four & 255] + eval_card_key[four >> 8 & 255] +
           eval_card_key[four >> 16 & 255] + eval_card_key[four >> 24] + eval_card_key[two & 255] +
           eval_card_key[two >> 8] + eval_card_key[cards[6]];
}

/* Looks up every hand as if it held no flush, then goes back to the few that do: that is faster
 * than a branch that cannot be predicted. */
static void batch_block(const cr_card (*hands)[7], size_t count, uint16_t *ranks)
{
    uint16_t flush[BLOCK_HANDS];
    size_t flushes = 0;
    uint64_t keys = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = batch_key(hands[i]);
        keys |= key;
        ranks[i] = eval_sum_rank((uint32_t)key);
        flush[flushes] = (uint16_t)i;
        flushes += (key & EVAL_SUITS_FLUSH) != 0;
    }
    CHECK(keys < EVAL_NO_CARD_KEY);
    for (size_t i = 0; i < flushes; i++)
        ranks[flush[i]] = eval_hand_rank_flush(eval_hand_of(hands[flush[i]], 7));
}

void cr_eval7_batch(const cr_card (*hands)[7], size_t count, uint16_t *ranks)
{
    for (size_t at = 0; at < count; at += BLOCK_HANDS) {
        size_t n = count - at < BLOCK_HANDS ? count - at : BLOCK_HANDS;
        batch_block(hands + at, n, ranks + at);
    }
}

enum cr_category cr_rank_category(uint16_t rank)
{
    if (rank == 0 || rank > CR_RANKS_FIVE)
        return CR_CATEGORIES;
    return (enum cr_category)(eval_class_five[rank] >> EVAL_CLASS_CATEGORY);
}

enum cr_category cr_rank4_category(uint16_t rank)
{
    if (rank == 0 || rank > CR_RANKS_FOUR)
        return CR_CATEGORIES;
    return (enum cr_category)(eval_class_four[rank] >> EVAL_CLASS_CATEGORY);
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

uint16_t cr_category_worst_rank4(enum cr_category category)
{
    return (unsigned)category < CR_CATEGORIES ? eval_worst_four[category] : 0;
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

/* The suits whose counters have reached the flush's bit, one bit a suit. */
static unsigned flush_suits(uint64_t key)
{
    unsigned suits = 0;
    for (unsigned s = 0; s < CR_SUITS; s++) {
        if (key & EVAL_SUITS_FLUSH & UINT64_C(8) << (EVAL_SUIT_SHIFT + EVAL_SUIT_BITS * s))
            suits |= 1u << s;
    }
    return suits;
}

uint16_t cr_best_five(const cr_card *cards, size_t count, cr_card best[5])
{
    CHECK(count >= 5 && count <= 7);
    struct eval_hand h = hand_checked(cards, count);
    uint16_t rank = eval_hand_rank(h);
    CHECK(rank != 0);
    unsigned suits = flush_suits(h.key);
    class_cards(eval_class_five[rank], h.mask, suits ? suits : 15u, best, 5);
    return rank;
}

uint16_t cr_best_four(const cr_card *cards, size_t count, cr_card best[4])
{
    CHECK(count >= 4 && count <= 6);
    struct eval_hand h = hand_checked(cards, count);
    uint16_t rank = eval_hand_rank_four(h);
    CHECK(rank != 0);
    enum cr_category category = cr_rank4_category(rank);
    bool suited = category == CR_FLUSH || category == CR_STRAIGHT_FLUSH;
    unsigned suits = suited ? flush_suits(h.key + EVAL_SUITS_EACH(1)) : 15u;
    class_cards(eval_class_four[rank], h.mask, suits, best, 4);
    return rank;
}

uint16_t cr_best_three(const cr_card cards[3], cr_card best[3])
{
    uint16_t rank = cr_eval3(cards);
    CHECK(rank != 0);
    class_cards(eval_class_three[rank], eval_hand_of(cards, 3).mask, 15u, best, 3);
    return rank;
}
