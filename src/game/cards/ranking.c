/* The rankings of the shipped games. */
#include "game/cards/ranking.h"

#include "base/check.h"

static uint16_t rank_five(const cr_card *cards, size_t count)
{
    CHECK(count >= 5 && count <= 7);
    return count == 5 ? cr_eval5(cards) : count == 6 ? cr_eval6(cards) : cr_eval7(cards);
}

static uint16_t rank_three(const cr_card *cards, size_t count)
{
    CHECK(count == 3);
    return cr_eval3(cards);
}

const struct ranking ranking_five = {
    .cards = 5,
    .worst_rank = CR_RANKS_FIVE,
    .category_count = 10,
    .categories = {CR_ROYAL_FLUSH, CR_STRAIGHT_FLUSH, CR_FOUR_OF_A_KIND, CR_FULL_HOUSE, CR_FLUSH,
                   CR_STRAIGHT, CR_THREE_OF_A_KIND, CR_TWO_PAIR, CR_PAIR, CR_HIGH_CARD},
    .rank = rank_five,
    .category = cr_rank_category,
    .category_worst = cr_category_worst_rank,
    .hand_name = cr_hand_name,
};

const struct ranking ranking_four = {
    .cards = 4,
    .worst_rank = CR_RANKS_FOUR,
    .category_count = 8,
    .categories = {CR_FOUR_OF_A_KIND, CR_STRAIGHT_FLUSH, CR_THREE_OF_A_KIND, CR_FLUSH, CR_STRAIGHT,
                   CR_TWO_PAIR, CR_PAIR, CR_HIGH_CARD},
    .rank = cr_eval4,
    .category = cr_rank4_category,
    .category_worst = cr_category_worst_rank4,
    .hand_name = cr_hand4_name,
};

const struct ranking ranking_three = {
    .cards = 3,
    .best_hand = "mini royal",
    .worst_rank = CR_RANKS_THREE,
    .category_count = 6,
    .categories = {CR_STRAIGHT_FLUSH, CR_THREE_OF_A_KIND, CR_STRAIGHT, CR_FLUSH, CR_PAIR,
                   CR_HIGH_CARD},
    .rank = rank_three,
    .category = cr_rank3_category,
    .category_worst = cr_category_worst_rank3,
    .hand_name = cr_hand3_name,
};
