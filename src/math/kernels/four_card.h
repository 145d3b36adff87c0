/* Five cards against a dealer's six, of which one lies open, the best four of each (FCP-2, FCP-3):
 * how many of the dealer's hands are better, for every hand and every open card.
 *
 * This does not loop over 167 million million deals. The dealer's hands are put in order of rank
 * and swept once, counting how many hands so far contain each set of one to five cards. From these
 * counts inclusion and exclusion gives how many hands contain the open card and none of the seat's
 * five. Sets that differ only by the names of the suits share one count.
 */
#pragma once

#include "math/kernels/card_sets.h"

#define FOUR_CARD_UPS     47      /* cards that can lie open beside the seat's five */
#define FOUR_CARD_DEALERS 1370754 /* ways to choose the dealer's other five, of 46 cards */

struct four_card_table {
    struct card_classes hands; /* the classes of hands of five cards */
    uint16_t *rank;            /* of the best four, by class of hands */
    /* By class of hands and open card: the dealer's hands, of FOUR_CARD_DEALERS, that are better,
     * and those that are equal. Open cards count in ascending order, the seat's own left out. */
    uint32_t (*better)[FOUR_CARD_UPS];
    uint32_t (*equal)[FOUR_CARD_UPS]; /* NULL when made without with_equal */
};

/* False when there is not enough memory; then nothing is to be freed. The same numbers with any
 * number of threads. */
bool four_card_table_make(bool with_equal, struct four_card_table *out);
void four_card_table_free(struct four_card_table *table);

/* Calls visit for each class of hands that `wanted` accepts (NULL: all), from any thread and in any
 * order. better[low][high] is how many of the dealer's hands that contain both of these cards, and
 * none of the seat's, are better; it is filled for cards that are not in the hand. False when there
 * is not enough memory. */
typedef bool four_card_wanted(void *context, uint32_t class);
typedef void four_card_visit(void *context, uint32_t class, card_set hand,
                             uint32_t better[CR_DECK_CARDS][CR_DECK_CARDS]);
bool four_card_pairs(const struct four_card_table *table, four_card_wanted *wanted,
                     four_card_visit *visit, void *context);

/* The indices of a hand and an open card in the table. Suits are renamed so that the hand becomes
 * the one that represents its class. */
struct four_card_spot {
    uint32_t class;
    unsigned up; /* below FOUR_CARD_UPS */
};
struct four_card_spot four_card_find(const struct card_classes *hands, const cr_card hole[5],
                                     cr_card up);

/* The same counts for one hand and one open card, found by looking at the dealer's hands one by
 * one. */
struct four_card_odds {
    uint32_t better, equal;
};
struct four_card_odds four_card_position(const cr_card hole[5], cr_card up);
