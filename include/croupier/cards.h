/* Cards, decks and hands (CARD-1 to CARD-4).
 *
 * Ranks of hands count down from the best: 1 is a royal flush, 7462 is 7-5-4-3-2 unsuited; of two
 * hands the one with the smaller number wins and equal numbers tie. Under the three-card order
 * 1 is A-K-Q suited and 741 is 5-3-2 unsuited; under the four-card order 1 is four aces and 2535
 * is 6-4-3-2 unsuited. 0 is never the rank of a hand.
 *
 * Everything here is a pure function of its arguments, except cr_deck_shuffle, which draws from
 * the operating system's generator through libsodium. Nothing is initialised at run time, so
 * threads may call anything at once.
 */
#ifndef CROUPIER_CARDS_H
#define CROUPIER_CARDS_H

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 to 51: rank * 4 + suit; rank 0 is a deuce and 12 an ace; suits are clubs, diamonds, hearts,
 * spades. */
typedef uint8_t cr_card;

#define CR_DECK_CARDS 52
#define CR_RANKS      13
#define CR_SUITS      4
#define CR_NO_CARD    255

static inline unsigned cr_card_rank(cr_card c)
{
    return c / 4u;
}

static inline unsigned cr_card_suit(cr_card c)
{
    return c % 4u;
}

static inline cr_card cr_card_make(unsigned rank, unsigned suit)
{
    return (cr_card)(rank * 4u + suit);
}

/* ---- Text ---- */

#define CR_CARD_TEXT_MAX 3

/* Two characters, rank then suit: "Ts". */
CR_API void cr_card_format(cr_card card, char out[CR_CARD_TEXT_MAX]);

/* Reads exactly one card: "Ts", "10s", "tS", "T♠". */
CR_API int cr_card_parse(const char *text, size_t len, cr_card *out, struct cr_err *err);

/* Reads cards that stand alone or together, with or without blanks and commas between them ("As
 * Kd", "AsKd", "10h,9h"). A fault quotes the offending text. Reading more than max cards is a
 * fault. A card that occurs twice is no fault: callers decide (see cr_cards_repeated). */
CR_API int cr_cards_parse(const char *text, size_t len, cr_card *out, size_t max, size_t *count,
                          struct cr_err *err);

/* The first card that occurs a second time in the list, or CR_NO_CARD. */
CR_API cr_card cr_cards_repeated(const cr_card *cards, size_t count);

/* ---- Decks ---- */

struct cr_deck {
    cr_card cards[CR_DECK_CARDS];
    uint8_t next; /* index of the next card to deal */
};

/* CARD-1: every one of the 52! orders is equally likely. Draws from libsodium's generator. */
CR_API void cr_deck_shuffle(struct cr_deck *deck);

/* The same shuffle from a seed: equal (seed, round) give equal decks on every machine. */
CR_API void cr_deck_shuffle_seeded(struct cr_deck *deck, uint64_t seed, uint64_t round);

/* The given cards on top, in order, then the rest of the deck from 2c up. For tests and replay. */
CR_API int cr_deck_from_list(struct cr_deck *deck, const cr_card *cards, size_t count,
                             struct cr_err *err);

/* The next card; CR_NO_CARD when the deck is used up. */
CR_API cr_card cr_deck_deal(struct cr_deck *deck);

/* ---- Hands ---- */

enum cr_category {
    CR_HIGH_CARD,
    CR_PAIR,
    CR_TWO_PAIR,
    CR_THREE_OF_A_KIND,
    CR_STRAIGHT,
    CR_FLUSH,
    CR_FULL_HOUSE,
    CR_FOUR_OF_A_KIND,
    CR_STRAIGHT_FLUSH,
    CR_ROYAL_FLUSH,
    CR_CATEGORIES
};

#define CR_RANKS_FIVE  7462
#define CR_RANKS_FOUR  2535
#define CR_RANKS_THREE 741

/* "three of a kind". Never NULL for a category below CR_CATEGORIES. */
CR_API const char *cr_category_name(enum cr_category category);

/* The category of that name, or CR_CATEGORIES. */
CR_API enum cr_category cr_category_find(const char *name, size_t len);

/* CARD-2: the rank of the best five of 5, 6 or 7 distinct cards. */
CR_API uint16_t cr_eval5(const cr_card cards[5]);
CR_API uint16_t cr_eval6(const cr_card cards[6]);
CR_API uint16_t cr_eval7(const cr_card cards[7]);

/* CARD-3: the rank of three distinct cards in the order of Three Card Poker. */
CR_API uint16_t cr_eval3(const cr_card cards[3]);

/* FCP-3: the rank of the best four of count (4, 5 or 6) distinct cards in the order of Four Card
 * Poker. */
CR_API uint16_t cr_eval4(const cr_card *cards, size_t count);

/* Many seven-card hands at once: ranks[i] is the rank of hands[i]. */
CR_API void cr_eval7_batch(const cr_card (*hands)[7], size_t count, uint16_t *ranks);

/* The category of a rank. CR_CATEGORIES when rank is outside the range. */
CR_API enum cr_category cr_rank_category(uint16_t rank);
CR_API enum cr_category cr_rank4_category(uint16_t rank);
CR_API enum cr_category cr_rank3_category(uint16_t rank);

/* The lowest-ranked (largest-numbered) hand of a category; 0 when the order has none. */
CR_API uint16_t cr_category_worst_rank(enum cr_category category);
CR_API uint16_t cr_category_worst_rank4(enum cr_category category);
CR_API uint16_t cr_category_worst_rank3(enum cr_category category);

/* The five cards of the best hand among count (5 to 7) cards, in the order in which they decide:
 * sets before kickers, high before low, the five of a wheel before its ace. Returns its rank. */
CR_API uint16_t cr_best_five(const cr_card *cards, size_t count, cr_card best[5]);

/* The same for the best four among count (4 to 6) cards. */
CR_API uint16_t cr_best_four(const cr_card *cards, size_t count, cr_card best[4]);

/* The three cards in the order in which they decide. Returns their rank. */
CR_API uint16_t cr_best_three(const cr_card cards[3], cr_card best[3]);

/* CARD-4: the hand as a dealer says it: "a pair of eights, King". Returns the length. */
#define CR_HAND_NAME_MAX 64
CR_API size_t cr_hand_name(uint16_t rank, char out[CR_HAND_NAME_MAX]);
CR_API size_t cr_hand4_name(uint16_t rank, char out[CR_HAND_NAME_MAX]);
CR_API size_t cr_hand3_name(uint16_t rank, char out[CR_HAND_NAME_MAX]);

/* ---- Suit isomorphism ---- */

/* Renames suits so that two sets of groups of cards that differ only by a permutation of the
 * suits, or by the order of cards inside a group, become equal. cards holds the groups one after
 * the other, sizes their lengths (at most 4 groups, for example hole cards, flop, turn, river). */
#define CR_CANON_GROUPS_MAX 4
CR_API void cr_canon(cr_card *cards, const uint8_t *sizes, size_t groups);

#ifdef __cplusplus
}
#endif
#endif
