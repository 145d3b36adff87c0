/* A ranking: one order of hands, with everything that files, settlements and screens ask of it.
 *
 * A game names its ranking; nothing else knows whether a hand has three cards, four or five. Ranks
 * count from 1, the best hand, so a smaller number is a better hand.
 */
#pragma once

#include <croupier/cards.h>

struct ranking {
    uint8_t cards;          /* how many make a hand */
    uint16_t worst_rank;    /* the rank of the worst hand */
    const char *best_hand;  /* name of rank 1 in pay tables that pay it apart; NULL: none */
    uint8_t category_count; /* the categories that hands of this size have, from the best */
    enum cr_category categories[CR_CATEGORIES];

    /* The rank of the best hand among count cards, as many as make a hand or more (7 at most). */
    uint16_t (*rank)(const cr_card *cards, size_t count);
    enum cr_category (*category)(uint16_t rank);
    /* The worst rank of a category; 0 when this ranking has no such hands. */
    uint16_t (*category_worst)(enum cr_category category);
    size_t (*hand_name)(uint16_t rank, char out[CR_HAND_NAME_MAX]);
};

/* CARD-2: the best five of 5, 6 or 7 cards. FCP-3: the best four of 4, 5 or 6, three of a kind
 * above a flush. CARD-3: three cards, a straight above a flush. */
extern const struct ranking ranking_five, ranking_four, ranking_three;

/* The words of cr_category_name by category; NULL ends the list. */
extern const char *const category_names[CR_CATEGORIES + 1];

/* The name of a hand that stands beside another one. Where both would be called the same and one is
 * better, the card that decides is named too: "three Jacks, King kicker". */
size_t ranking_name_beside(const struct ranking *ranking, uint16_t rank, uint16_t other,
                           char out[CR_HAND_NAME_MAX]);
