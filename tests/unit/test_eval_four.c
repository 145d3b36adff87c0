/* The order of four-card hands, against known counts and against an evaluator that shares no code
 * with it (FCP-3). `test_eval_four full` looks at every hand of five cards. */
#include "game/cards/eval_inline.h"
#include "game/cards/ranking.h"
#include "slow_eval.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static size_t cards_of(const char *text, cr_card *cards, size_t max)
{
    size_t count = 0;
    struct cr_err err;
    assert_int_equal(cr_cards_parse(text, strlen(text), cards, max, &count, &err), CR_OK);
    return count;
}

/* For each rank, the slow evaluator's hand of that rank, found among all hands of four cards. */
static struct slow_hand of_rank[CR_RANKS_FOUR + 1];
static bool seen[CR_RANKS_FOUR + 1];

/* Every hand ties with the first hand found of its rank, and each rank beats the next. */
static int all_four_card_hands(void **state)
{
    (void)state;
    unsigned counts[CR_CATEGORIES] = {0};
    cr_card h[4];
    for (h[0] = 3; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 2; h[1] < h[0]; h[1]++)
            for (h[2] = 1; h[2] < h[1]; h[2]++)
                for (h[3] = 0; h[3] < h[2]; h[3]++) {
                    const uint16_t rank = cr_eval4(h, 4);
                    const struct slow_hand slow = slow_eval4(h, 4);
                    assert_in_range(rank, 1, CR_RANKS_FOUR);
                    if (!seen[rank])
                        of_rank[rank] = slow;
                    seen[rank] = true;
                    assert_int_equal(slow_compare(&slow, &of_rank[rank]), 0);
                    counts[cr_rank4_category(rank)]++;
                }
    static const unsigned expected[CR_CATEGORIES] = {
        [CR_FOUR_OF_A_KIND] = 13, [CR_STRAIGHT_FLUSH] = 44, [CR_THREE_OF_A_KIND] = 2496,
        [CR_FLUSH] = 2816,        [CR_STRAIGHT] = 2772,     [CR_TWO_PAIR] = 2808,
        [CR_PAIR] = 82368,        [CR_HIGH_CARD] = 177408};
    assert_memory_equal(counts, expected, sizeof counts);
    return 0;
}

static void fcp_3_order_of_all_classes(void **state)
{
    (void)state;
    for (uint16_t rank = 1; rank <= CR_RANKS_FOUR; rank++) {
        assert_true(seen[rank]);
        assert_int_equal(of_rank[rank].category, cr_rank4_category(rank));
        if (rank > 1)
            assert_true(slow_compare(&of_rank[rank - 1], &of_rank[rank]) > 0);
    }
}

static void assert_agree(const cr_card *cards, size_t count)
{
    const struct slow_hand slow = slow_eval4(cards, count);
    assert_int_equal(slow_compare(&slow, &of_rank[cr_eval4(cards, count)]), 0);
}

/* The best four cards must be a choice of the given cards, and must have the same rank by
 * themselves. */
static void assert_best(const cr_card *cards, size_t count)
{
    cr_card best[4];
    const uint16_t rank = cr_best_four(cards, count, best);
    assert_int_equal(rank, cr_eval4(cards, count));
    assert_int_equal(cr_eval4(best, 4), rank);
    assert_int_equal(cr_cards_repeated(best, 4), CR_NO_CARD);
    for (size_t i = 0; i < 4; i++)
        assert_non_null(memchr(cards, best[i], count));
}

/* Random hands drawn from few suits or ranks, because few ranks make pairs and sets likely and few
 * suits make flushes likely. */
static void agree_on_random_hands(size_t count, unsigned suits, unsigned ranks, size_t hands)
{
    struct rng rng = {count * 100 + suits};
    for (size_t i = 0; i < hands; i++) {
        cr_card cards[6];
        for (size_t n = 0; n < count;) {
            cards[n] = cr_card_make((unsigned)(rng_next(&rng) % ranks),
                                    (unsigned)(rng_next(&rng) % suits));
            n += cr_cards_repeated(cards, n + 1) == CR_NO_CARD;
        }
        assert_agree(cards, count);
        assert_best(cards, count);
    }
}

static void fcp_3_best_four_of_more(void **state)
{
    (void)state;
    for (size_t count = 4; count <= 6; count++) {
        agree_on_random_hands(count, CR_SUITS, CR_RANKS, 60000);
        agree_on_random_hands(count, 2, CR_RANKS, 60000);
        agree_on_random_hands(count, CR_SUITS, 4, 30000);
    }
}

/* Every hand of five cards; the counts must be those of the published analyses of Aces Up. */
static void fcp_3_all_five_card_hands(void **state)
{
    (void)state;
    unsigned counts[CR_CATEGORIES] = {0};
    cr_card h[5];
    for (h[0] = 4; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 3; h[1] < h[0]; h[1]++)
            for (h[2] = 2; h[2] < h[1]; h[2]++)
                for (h[3] = 1; h[3] < h[2]; h[3]++)
                    for (h[4] = 0; h[4] < h[3]; h[4]++) {
                        assert_agree(h, 5);
                        counts[cr_rank4_category(cr_eval4(h, 5))]++;
                    }
    assert_int_equal(counts[CR_FOUR_OF_A_KIND], 624);
    assert_int_equal(counts[CR_STRAIGHT_FLUSH], 2072);
    assert_int_equal(counts[CR_THREE_OF_A_KIND], 58656);
    assert_int_equal(counts[CR_FLUSH], 114616);
    assert_int_equal(counts[CR_STRAIGHT], 101808);
    assert_int_equal(counts[CR_TWO_PAIR], 123552);
}

static void fcp_3_ranks_of_the_ends(void **state)
{
    (void)state;
    static const struct {
        const char *cards;
        uint16_t rank;
        enum cr_category category;
    } table[] = {
        {"As Ah Ad Ac", 1, CR_FOUR_OF_A_KIND},   {"2s 2h 2d 2c", 13, CR_FOUR_OF_A_KIND},
        {"As Ks Qs Js", 14, CR_STRAIGHT_FLUSH},  {"4s 3s 2s As", 24, CR_STRAIGHT_FLUSH},
        {"As Ah Ad Kc", 25, CR_THREE_OF_A_KIND}, {"2s 2h 2d 3c", 180, CR_THREE_OF_A_KIND},
        {"As Ks Qs Ts", 181, CR_FLUSH},          {"6s 4s 3s 2s", 884, CR_FLUSH},
        {"As Ks Qs Jd", 885, CR_STRAIGHT},       {"4s 3s 2s Ad", 895, CR_STRAIGHT},
        {"As Ah Kd Kc", 896, CR_TWO_PAIR},       {"3s 3h 2d 2c", 973, CR_TWO_PAIR},
        {"As Ah Kd Qc", 974, CR_PAIR},           {"2s 2h 4d 3c", 1831, CR_PAIR},
        {"As Ks Qs Td", 1832, CR_HIGH_CARD},     {"6s 4s 3s 2d", 2535, CR_HIGH_CARD},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        cr_card h[6];
        assert_int_equal(cr_eval4(h, cards_of(table[i].cards, h, 6)), table[i].rank);
        assert_int_equal(cr_rank4_category(table[i].rank), table[i].category);
        if (i % 2)
            assert_int_equal(cr_category_worst_rank4(table[i].category), table[i].rank);
    }
    assert_int_equal(cr_category_worst_rank4(CR_FULL_HOUSE), 0);
    assert_int_equal(cr_category_worst_rank4(CR_ROYAL_FLUSH), 0);
    assert_int_equal(cr_category_worst_rank4(CR_CATEGORIES), 0);
    assert_int_equal(cr_rank4_category(0), CR_CATEGORIES);
    assert_int_equal(cr_rank4_category(CR_RANKS_FOUR + 1), CR_CATEGORIES);
}

/* The names that a dealer would say, with the best four cards in the order in which they decide. */
static void fcp_3_names(void **state)
{
    (void)state;
    static const char *const table[][3] = {
        {"8c 8d 8h 8s 2c 3d", "four eights", "8s 8h 8d 8c"},
        {"As Ks Qs Js Ts", "Ace high straight flush", "As Ks Qs Js"},
        {"2s 3s 4s As Kd", "Four high straight flush", "4s 3s 2s As"},
        {"6c 6d 6h 2h 9h Th", "three sixes", "6h 6d 6c Th"},
        {"Qs Js 9s 4s 2s", "Queen high flush", "Qs Js 9s 4s"},
        {"Tc 9d 8h 7s 2c", "Ten high straight", "Tc 9d 8h 7s"},
        {"Ac 2d 3h 4s 9c", "Four high straight", "4s 3h 2d Ac"},
        {"Ac Ad Kh Ks Tc 2d", "two pair, Aces and Kings", "Ad Ac Ks Kh"},
        {"Ac Ad Kh 9s 3c 2d", "a pair of Aces, King", "Ad Ac Kh 9s"},
        {"Kc Jd 9h 7s 2c", "King-Jack high", "Kc Jd 9h 7s"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        cr_card h[6], best[4], expected[4];
        char name[CR_HAND_NAME_MAX];
        const size_t count = cards_of(table[i][0], h, 6);
        const size_t len = cr_hand4_name(cr_best_four(h, count, best), name);
        assert_string_equal(name, table[i][1]);
        assert_int_equal(len, strlen(name));
        cards_of(table[i][2], expected, 4);
        assert_memory_equal(best, expected, 4);
    }
}

static void every_rank_has_a_name(void **state)
{
    (void)state;
    char name[CR_HAND_NAME_MAX];
    for (uint16_t rank = 1; rank <= CR_RANKS_FOUR; rank++) {
        const size_t len = ranking_four.hand_name(rank, name);
        assert_in_range(len, 5, CR_HAND_NAME_MAX - 1);
        assert_int_equal(strlen(name), len);
    }
}

static void tables_stay_small(void **state)
{
    (void)state;
    size_t bytes = 0;
    for (const struct eval_table_size *t = eval_four_table_sizes; t->name; t++)
        bytes += t->bytes;
    assert_in_range(bytes, 1, 128 * 1024);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest quick[] = {
        cmocka_unit_test(fcp_3_order_of_all_classes), cmocka_unit_test(fcp_3_best_four_of_more),
        cmocka_unit_test(fcp_3_ranks_of_the_ends),    cmocka_unit_test(fcp_3_names),
        cmocka_unit_test(every_rank_has_a_name),      cmocka_unit_test(tables_stay_small),
    };
    static const struct CMUnitTest full[] = {
        cmocka_unit_test(fcp_3_all_five_card_hands),
    };
    if (argc == 2 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests_name("eval of four, full", full, all_four_card_hands, NULL);
    return cmocka_run_group_tests_name("eval of four", quick, all_four_card_hands, NULL);
}
