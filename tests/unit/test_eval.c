/* The evaluator against known counts and against an evaluator that shares no code with it (CARD-2
 * to CARD-4). `test_eval full` runs the tests that take longer. */
#include "game/cards/eval_inline.h"
#include "game/cards/ranking.h"
#include "slow_eval.h"
#include "support/rng.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The known numbers of hands by category, from high card upwards. */
static const uint32_t counts_five[CR_CATEGORIES] = {1302540, 1098240, 123552, 54912, 10200,
                                                    5108,    3744,    624,    36,    4};
static const uint32_t counts_six[CR_CATEGORIES] = {6612900, 9730740, 2532816, 732160, 361620,
                                                   205792,  165984,  14664,   1656,   188};
static const uint32_t counts_seven[CR_CATEGORIES] = {23294460, 58627800, 31433400, 6461620, 6180020,
                                                     4047644,  3473184,  224848,   37260,   4324};

/* ---- Helpers ---- */

static void random_hand(struct rng *rng, cr_card *cards, size_t count)
{
    uint64_t seen = 0;
    for (size_t n = 0; n < count;) {
        cr_card card = (cr_card)(rng_next(rng) % CR_DECK_CARDS);
        if (seen >> card & 1)
            continue;
        seen |= UINT64_C(1) << card;
        cards[n++] = card;
    }
}

static uint16_t eval_any(const cr_card *cards, size_t count)
{
    return count == 5 ? cr_eval5(cards) : count == 6 ? cr_eval6(cards) : cr_eval7(cards);
}

static size_t cards_of(const char *text, cr_card *cards, size_t max)
{
    size_t count = 0;
    struct cr_err err;
    assert_int_equal(cr_cards_parse(text, strlen(text), cards, max, &count, &err), CR_OK);
    return count;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

static void assert_histogram(const uint32_t *by_rank, const uint32_t expected[CR_CATEGORIES])
{
    uint32_t counts[CR_CATEGORIES] = {0};
    assert_int_equal(by_rank[0], 0);
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++)
        counts[cr_rank_category(rank)] += by_rank[rank];
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        assert_int_equal(counts[c], expected[c]);
}

/* Counts by rank all hands made of h and `more` cards numbered below `below`. The last card has a
 * loop of its own, because nearly all time is spent there. */
static void sweep(struct eval_hand h, unsigned below, unsigned more, uint32_t *by_rank)
{
    if (more == 1) {
        for (unsigned c = 0; c < below; c++)
            by_rank[eval_hand_rank(eval_hand_add(h, (cr_card)c))]++;
        return;
    }
    for (unsigned c = more - 1; c < below; c++)
        sweep(eval_hand_add(h, (cr_card)c), c, more - 1, by_rank);
}

/* ---- CARD-2: exhaustive ---- */

static void card_2_all_five_card_hands(void **state)
{
    (void)state;
    static uint32_t by_rank[CR_RANKS_FIVE + 1];
    sweep(eval_hand_empty(), CR_DECK_CARDS, 5, by_rank);
    assert_histogram(by_rank, counts_five);
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++)
        assert_true(by_rank[rank] > 0);
}

static void card_2_all_six_card_hands(void **state)
{
    (void)state;
    static uint32_t by_rank[CR_RANKS_FIVE + 1];
    sweep(eval_hand_empty(), CR_DECK_CARDS, 6, by_rank);
    assert_histogram(by_rank, counts_six);
}

static void card_2_all_seven_card_hands(void **state)
{
    (void)state;
    static uint32_t by_rank[CR_RANKS_FIVE + 1];
    sweep(eval_hand_empty(), CR_DECK_CARDS, 7, by_rank);
    assert_histogram(by_rank, counts_seven);
}

/* Every five-card hand ties with the first hand found of its rank, and each rank beats the next: so
 * the order of all 7462 ranks is that of the slow evaluator. */
static void card_2_order_of_all_classes(void **state)
{
    (void)state;
    static struct slow_hand of_rank[CR_RANKS_FIVE + 1];
    static bool seen[CR_RANKS_FIVE + 1];
    cr_card h[5];
    for (h[0] = 4; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 3; h[1] < h[0]; h[1]++)
            for (h[2] = 2; h[2] < h[1]; h[2]++)
                for (h[3] = 1; h[3] < h[2]; h[3]++)
                    for (h[4] = 0; h[4] < h[3]; h[4]++) {
                        uint16_t rank = cr_eval5(h);
                        struct slow_hand slow = slow_eval(h, 5);
                        if (!seen[rank])
                            of_rank[rank] = slow;
                        seen[rank] = true;
                        assert_int_equal(slow_compare(&slow, &of_rank[rank]), 0);
                    }
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++) {
        assert_true(seen[rank]);
        assert_int_equal(of_rank[rank].category, cr_rank_category(rank));
        if (rank > 1)
            assert_true(slow_compare(&of_rank[rank - 1], &of_rank[rank]) > 0);
    }
}

/* ---- CARD-2: against the slow evaluator ---- */

static void agree_on_random_hands(size_t cards, size_t pairs)
{
    struct rng rng = {cards};
    for (size_t i = 0; i < pairs; i++) {
        cr_card a[7];
        cr_card b[7];
        random_hand(&rng, a, cards);
        random_hand(&rng, b, cards);
        struct slow_hand slow_a = slow_eval(a, cards);
        struct slow_hand slow_b = slow_eval(b, cards);
        uint16_t rank_a = eval_any(a, cards);
        uint16_t rank_b = eval_any(b, cards);
        assert_int_equal(cr_rank_category(rank_a), slow_a.category);
        assert_int_equal(cr_rank_category(rank_b), slow_b.category);
        assert_int_equal(sign(rank_b - rank_a), sign(slow_compare(&slow_a, &slow_b)));
    }
}

static void card_2_agrees_on_five(void **state)
{
    (void)state;
    agree_on_random_hands(5, 200000);
}

static void card_2_agrees_on_six(void **state)
{
    (void)state;
    agree_on_random_hands(6, 160000);
}

static void card_2_agrees_on_seven(void **state)
{
    (void)state;
    agree_on_random_hands(7, 160000);
}

/* Random hands seldom contain a straight flush, so these are drawn with six or seven cards of a
 * suit. */
static void card_2_agrees_on_suited_hands(void **state)
{
    (void)state;
    struct rng rng = {99};
    for (int i = 0; i < 40000; i++) {
        cr_card h[7];
        unsigned suit = (unsigned)i % CR_SUITS;
        size_t count = 5 + (size_t)i % 3;
        uint64_t seen = 0;
        for (size_t n = 0; n < count;) {
            unsigned other = rng_next(&rng) % 6 == 0;
            cr_card card =
                cr_card_make((unsigned)(rng_next(&rng) % CR_RANKS), (suit + other) % CR_SUITS);
            if (seen >> card & 1)
                continue;
            seen |= UINT64_C(1) << card;
            h[n++] = card;
        }
        struct slow_hand slow = slow_eval(h, count);
        cr_card best[5];
        uint16_t rank = cr_best_five(h, count, best);
        struct slow_hand same = slow_eval(best, 5);
        assert_int_equal(rank, eval_any(h, count));
        assert_int_equal(slow.category, cr_rank_category(rank));
        assert_int_equal(slow_compare(&slow, &same), 0);
    }
}

static void card_2_order_of_cards_is_nothing(void **state)
{
    (void)state;
    struct rng rng = {7};
    for (int i = 0; i < 20000; i++) {
        cr_card h[7];
        random_hand(&rng, h, 7);
        uint16_t rank = cr_eval7(h);
        for (size_t n = 7; n > 1; n--) {
            size_t j = rng_next(&rng) % n;
            cr_card card = h[n - 1];
            h[n - 1] = h[j];
            h[j] = card;
        }
        assert_int_equal(cr_eval7(h), rank);
    }
}

static void card_2_batch_equals_single(void **state)
{
    (void)state;
    enum { HANDS = 5000 };
    static cr_card hands[HANDS][7];
    static uint16_t ranks[HANDS + 1];
    struct rng rng = {11};
    for (size_t i = 0; i < HANDS; i++)
        random_hand(&rng, hands[i], 7);
    static const size_t sizes[] = {0, 1, 2, 3, 1023, 1024, 1025, HANDS};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        memset(ranks, 0xff, sizeof ranks);
        cr_eval7_batch((const cr_card(*)[7])hands, sizes[s], ranks);
        for (size_t i = 0; i < sizes[s]; i++)
            assert_int_equal(ranks[i], cr_eval7(hands[i]));
        assert_int_equal(ranks[sizes[s]], 0xffff);
    }
}

static void card_2_incremental_equals_single(void **state)
{
    (void)state;
    struct rng rng = {13};
    for (int i = 0; i < 100000; i++) {
        cr_card h[7];
        random_hand(&rng, h, 7);
        struct eval_hand hand = eval_hand_empty();
        for (size_t n = 0; n < 5; n++)
            hand = eval_hand_add(hand, h[n]);
        assert_int_equal(eval_hand_rank(hand), cr_eval5(h));
        assert_int_equal(eval_hand_rank(eval_hand_add(hand, h[5])), cr_eval6(h));
        struct eval_hand seven = eval_hand_add(eval_hand_add(hand, h[5]), h[6]);
        assert_int_equal(eval_hand_rank(seven), cr_eval7(h));
        assert_int_equal(eval_hand_rank(eval_hand_of(h, 7)), cr_eval7(h));
        if ((seven.key & EVAL_SUITS_FLUSH) == 0)
            assert_int_equal(eval_hand_rank_no_flush(seven), cr_eval7(h));
        else
            assert_int_equal(eval_hand_rank_flush(seven), cr_eval7(h));
    }
}

/* Makes the call in a child process, which must be aborted by it. */
static void assert_aborts(void (*call)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        signal(SIGABRT, SIG_DFL);
        call();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void call_eval7(void)
{
    cr_eval7((cr_card[]){0, 1, 2, 3, 4, 5, 52});
}

static void call_eval3(void)
{
    cr_eval3((cr_card[]){0, CR_NO_CARD, 2});
}

static void call_best_five(void)
{
    cr_card best[5];
    cr_best_five((cr_card[]){0, 1, 2, 3, 200}, 5, best);
}

static void call_batch(void)
{
    uint16_t ranks[2];
    static const cr_card hands[2][7] = {{0, 1, 2, 3, 4, 5, 6}, {0, 1, 52, 255, 128, 200, 6}};
    cr_eval7_batch(hands, 2, ranks);
}

static void numbers_that_are_no_cards_end_the_process(void **state)
{
    (void)state;
    assert_aborts(call_eval7);
    assert_aborts(call_eval3);
    assert_aborts(call_best_five);
    assert_aborts(call_batch);
}

/* A hand with a repeated card has no meaningful rank, but the evaluator must not read outside its
 * tables (the sanitizers would notice). */
static void repeated_cards_stay_inside_the_tables(void **state)
{
    (void)state;
    struct rng rng = {19};
    for (unsigned i = 0; i < 200000; i++) {
        cr_card h[1][7];
        uint16_t rank;
        unsigned from = i % 2 ? CR_DECK_CARDS : 1 + i / 2 % CR_DECK_CARDS;
        for (size_t n = 0; n < 7; n++)
            h[0][n] = (cr_card)(CR_DECK_CARDS - 1 - rng_below(&rng, from));
        cr_eval7_batch((const cr_card(*)[7])h, 1, &rank);
        assert_in_range(rank, 0, CR_RANKS_FIVE);
    }
}

/* ---- Best cards ---- */

static bool holds(const cr_card *cards, size_t count, cr_card card)
{
    return memchr(cards, card, count) != NULL;
}

static void best_five_is_a_choice_of_the_cards(void **state)
{
    (void)state;
    struct rng rng = {17};
    for (int i = 0; i < 100000; i++) {
        cr_card h[7];
        cr_card best[5];
        cr_card again[5];
        size_t count = 5 + (size_t)i % 3;
        random_hand(&rng, h, count);
        assert_int_equal(cr_best_five(h, count, best), eval_any(h, count));
        assert_int_equal(cr_eval5(best), eval_any(h, count));
        assert_int_equal(cr_cards_repeated(best, 5), CR_NO_CARD);
        for (size_t n = 0; n < 5; n++)
            assert_true(holds(h, count, best[n]));
        struct slow_hand slow = slow_eval(h, count);
        for (size_t n = 0; n < 5; n++) {
            unsigned rank = cr_card_rank(best[n]) + 2;
            assert_int_equal(rank == 14 && slow.ranks[n] == 1 ? 1 : rank, slow.ranks[n]);
        }
        cr_card first = h[0];
        memmove(h, h + 1, count - 1);
        h[count - 1] = first;
        cr_best_five(h, count, again);
        assert_memory_equal(best, again, 5);
    }
}

static void best_cards_in_deciding_order(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"2h As 5d 3c 4s 9d 9c", "5d 4s 3c 2h As"}, {"2s As 5s 3s 4s Ah Ad", "5s 4s 3s 2s As"},
        {"8c 8s Kd 2c 3d 7h 9h", "8s 8c Kd 9h 7h"}, {"Kc Kd 8c 8d 2s 2h 9c", "Kd Kc 8d 8c 9c"},
        {"3c 3d 3h Kc Kd Ks 2c", "Ks Kd Kc 3h 3d"}, {"As Ks Qs Js Ts 9s 8s", "As Ks Qs Js Ts"},
        {"As Ah Ad Ac Kd Kc Ks", "As Ah Ad Ac Ks"}, {"As 9s 7s 4s 2s Ah Ad", "As 9s 7s 4s 2s"},
        {"Tc 9d 8h 7s 6c Td Th", "Th 9d 8h 7s 6c"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        cr_card h[7];
        cr_card best[5];
        cr_card expected[5];
        size_t count = cards_of(table[i][0], h, 7);
        cards_of(table[i][1], expected, 5);
        cr_best_five(h, count, best);
        assert_memory_equal(best, expected, 5);
    }
    cr_card h[3];
    cr_card best[3];
    cr_card expected[3];
    cards_of("As 3d 2h", h, 3);
    cards_of("3d 2h As", expected, 3);
    assert_int_equal(cr_best_three(h, best), cr_eval3(h));
    assert_memory_equal(best, expected, 3);
    cards_of("4c Kd 4s", h, 3);
    cards_of("4s 4c Kd", expected, 3);
    cr_best_three(h, best);
    assert_memory_equal(best, expected, 3);
}

/* ---- CARD-3: three-card hands ---- */

static void card_3_all_three_card_hands(void **state)
{
    (void)state;
    static struct slow_hand of_rank[CR_RANKS_THREE + 1];
    static bool seen[CR_RANKS_THREE + 1];
    unsigned counts[CR_CATEGORIES] = {0};
    cr_card h[3];
    for (h[0] = 2; h[0] < CR_DECK_CARDS; h[0]++)
        for (h[1] = 1; h[1] < h[0]; h[1]++)
            for (h[2] = 0; h[2] < h[1]; h[2]++) {
                uint16_t rank = cr_eval3(h);
                struct slow_hand slow = slow_eval3(h);
                assert_in_range(rank, 1, CR_RANKS_THREE);
                if (!seen[rank])
                    of_rank[rank] = slow;
                seen[rank] = true;
                assert_int_equal(slow_compare(&slow, &of_rank[rank]), 0);
                assert_int_equal(cr_eval3((cr_card[]){h[1], h[2], h[0]}), rank);
                assert_int_equal(cr_eval3((cr_card[]){h[2], h[1], h[0]}), rank);
                counts[cr_rank3_category(rank)]++;
            }
    for (uint16_t rank = 1; rank <= CR_RANKS_THREE; rank++) {
        assert_true(seen[rank]);
        assert_int_equal(of_rank[rank].category, cr_rank3_category(rank));
        if (rank > 1)
            assert_true(slow_compare(&of_rank[rank - 1], &of_rank[rank]) > 0);
    }
    static const unsigned expected[CR_CATEGORIES] = {
        [CR_STRAIGHT_FLUSH] = 48, [CR_THREE_OF_A_KIND] = 52, [CR_STRAIGHT] = 720,
        [CR_FLUSH] = 1096,        [CR_PAIR] = 3744,          [CR_HIGH_CARD] = 16440};
    assert_memory_equal(counts, expected, sizeof counts);
}

/* ---- Categories and ranks ---- */

static void ranks_and_categories(void **state)
{
    (void)state;
    static const uint16_t worst[CR_CATEGORIES] = {7462, 6185, 3325, 2467, 1609,
                                                  1599, 322,  166,  10,   1};
    static const uint16_t worst3[CR_CATEGORIES] = {
        [CR_HIGH_CARD] = 741, [CR_PAIR] = 467,  [CR_THREE_OF_A_KIND] = 25,
        [CR_STRAIGHT] = 37,   [CR_FLUSH] = 311, [CR_STRAIGHT_FLUSH] = 12};
    for (unsigned c = 0; c < CR_CATEGORIES; c++) {
        enum cr_category category = (enum cr_category)c;
        assert_int_equal(cr_category_worst_rank(category), worst[c]);
        assert_int_equal(cr_category_worst_rank3(category), worst3[c]);
        assert_int_equal(cr_rank_category(worst[c]), category);
        if (worst3[c])
            assert_int_equal(cr_rank3_category(worst3[c]), category);
        const char *name = cr_category_name(category);
        assert_int_equal(cr_category_find(name, strlen(name)), category);
    }
    assert_int_equal(cr_category_worst_rank(CR_CATEGORIES), 0);
    assert_int_equal(cr_category_worst_rank3(CR_CATEGORIES), 0);
    assert_int_equal(cr_rank_category(0), CR_CATEGORIES);
    assert_int_equal(cr_rank_category(CR_RANKS_FIVE + 1), CR_CATEGORIES);
    assert_int_equal(cr_rank_category(UINT16_MAX), CR_CATEGORIES);
    assert_int_equal(cr_rank3_category(0), CR_CATEGORIES);
    assert_int_equal(cr_rank3_category(CR_RANKS_THREE + 1), CR_CATEGORIES);
    assert_int_equal(cr_category_find("pairs", 5), CR_CATEGORIES);
    assert_int_equal(cr_category_find("pair", 3), CR_CATEGORIES);
    assert_int_equal(cr_category_find("", 0), CR_CATEGORIES);
}

static void ranks_of_the_ends(void **state)
{
    (void)state;
    static const struct {
        const char *cards;
        uint16_t rank;
    } table[] = {
        {"As Ks Qs Js Ts", 1},    {"Kh Qh Jh Th 9h", 2},    {"5c 4c 3c 2c Ac", 10},
        {"As Ah Ad Ac Ks", 11},   {"As Ah Ad Kc Ks", 167},  {"As Ks Qs Js 9s", 323},
        {"As Ks Qs Js Td", 1600}, {"As Ah Ad Kc Qs", 1610}, {"As Ah Kd Kc Qs", 2468},
        {"As Ah Kd Qc Js", 3326}, {"As Kh Qd Jc 9s", 6186}, {"7s 5h 4d 3c 2s", 7462},
    };
    static const struct {
        const char *cards;
        uint16_t rank;
    } three[] = {
        {"As Ks Qs", 1},   {"3d 2d Ad", 12},  {"As Ah Ad", 13},  {"As Kh Qd", 26},
        {"3d 2h Ad", 37},  {"As Ks Js", 38},  {"5s 3s 2s", 311}, {"As Ah Kd", 312},
        {"2s 2h 3d", 467}, {"5s 3h 2d", 741},
    };
    cr_card h[5];
    for (size_t i = 0; i < COUNT(table); i++) {
        cards_of(table[i].cards, h, 5);
        assert_int_equal(cr_eval5(h), table[i].rank);
    }
    for (size_t i = 0; i < COUNT(three); i++) {
        cards_of(three[i].cards, h, 3);
        assert_int_equal(cr_eval3(h), three[i].rank);
    }
}

/* ---- CARD-4: names ---- */

static void card_4_names(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"As Ks Qs Js Ts 2c 2d", "royal flush"},
        {"Qs Js Ts 9s 8s", "Queen high straight flush"},
        {"5s 4s 3s 2s As", "Five high straight flush"},
        {"Tc 9c 8c 7c 6c", "Ten high straight flush"},
        {"8c 8d 8h 8s 2c", "four eights"},
        {"6c 6d 6h 6s 2c", "four sixes"},
        {"Ac Ad Ah As 2c", "four Aces"},
        {"Kc Kd Kh Ts Tc", "full house, Kings over tens"},
        {"2c 2d 2h 6s 6c", "full house, twos over sixes"},
        {"Qs Js 9s 4s 2s", "Queen high flush"},
        {"9s 8s 6s 4s 2s", "Nine high flush"},
        {"As Js 9s 4s 2s 2c 2d", "Ace high flush"},
        {"Tc 9d 8h 7s 6c", "Ten high straight"},
        {"Ac Kd Qh Js Tc", "Ace high straight"},
        {"5c 4d 3h 2s Ac", "Five high straight"},
        {"8c 8d 8h Ks 2c", "three eights"},
        {"3c 3d 3h Ks 2c", "three threes"},
        {"Ac Ad Kh Ks Tc", "two pair, Aces and Kings, ten kicker"},
        {"6c 6d 2h 2s Jc", "two pair, sixes and twos, Jack kicker"},
        {"8c 8d Kh 7s 2c", "a pair of eights, King"},
        {"Qc Qd Th 7s 2c", "a pair of Queens, ten"},
        {"6c 6d 5h 4s 2c", "a pair of sixes, five"},
        {"Kc Jd 9h 7s 2c", "King-Jack high"},
        {"Kc Td 9h 7s 2c", "King-ten high"},
        {"Tc 8d 7h 5s 2c", "Ten-eight high"},
        {"7c 5d 4h 3s 2c", "Seven-five high"},
    };
    static const char *const three[][2] = {
        {"As Ks Qs", "Ace high straight flush"},
        {"3s 2s As", "Three high straight flush"},
        {"8s 8d 8c", "three eights"},
        {"Ts 9d 8c", "Ten high straight"},
        {"As 2d 3c", "Three high straight"},
        {"Qs 6s 4s", "Queen high flush"},
        {"8s 8d Kc", "a pair of eights, King"},
        {"Qs 6d 4c", "Queen-six-four high"},
        {"6s 6d 2c", "a pair of sixes, two"},
        {"Ts 7d 2c", "Ten-seven-two high"},
        {"As Kd Tc", "Ace-King-ten high"},
    };
    cr_card h[7];
    char name[CR_HAND_NAME_MAX];
    for (size_t i = 0; i < COUNT(table); i++) {
        size_t count = cards_of(table[i][0], h, 7);
        size_t len = cr_hand_name(eval_any(h, count), name);
        assert_string_equal(name, table[i][1]);
        assert_int_equal(len, strlen(name));
    }
    for (size_t i = 0; i < COUNT(three); i++) {
        cards_of(three[i][0], h, 3);
        size_t len = cr_hand3_name(cr_eval3(h), name);
        assert_string_equal(name, three[i][1]);
        assert_int_equal(len, strlen(name));
    }
}

static void card_4_every_rank_has_a_name(void **state)
{
    (void)state;
    char name[CR_HAND_NAME_MAX];
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++) {
        size_t len = cr_hand_name(rank, name);
        assert_in_range(len, 5, CR_HAND_NAME_MAX - 1);
        assert_int_equal(strlen(name), len);
    }
    for (uint16_t rank = 1; rank <= CR_RANKS_THREE; rank++) {
        size_t len = cr_hand3_name(rank, name);
        assert_in_range(len, 5, CR_HAND_NAME_MAX - 1);
        assert_int_equal(strlen(name), len);
    }
}

/* If two hands have the same name but different ranks, the names used side by side tell them apart.
 */
static void card_4_names_beside_another(void **state)
{
    static const struct ranking *const rankings[] = {&ranking_five, &ranking_four, &ranking_three};
    cr_card with_king[5], with_nine[5];
    char name[CR_HAND_NAME_MAX], own[CR_HAND_NAME_MAX], other[CR_HAND_NAME_MAX];
    unsigned long namesakes = 0;
    (void)state;
    for (unsigned n = 0; n < 3; n++)
        for (uint16_t rank = 1; rank < rankings[n]->worst_rank; rank++) {
            rankings[n]->hand_name(rank, name);
            for (uint16_t worse = rank + 1; worse <= rankings[n]->worst_rank; worse++) {
                rankings[n]->hand_name(worse, other);
                if (strcmp(name, other) != 0)
                    break;
                ranking_name_beside(rankings[n], rank, worse, own);
                ranking_name_beside(rankings[n], worse, rank, other);
                assert_string_not_equal(own, other);
                namesakes++;
            }
            ranking_name_beside(rankings[n], rank, rank, own);
            assert_string_equal(own, name);
        }
    assert_true(namesakes > 10000);
    cards_of("Js Jd Jc Ks 4d", with_king, 5);
    cards_of("Js Jd Jh 9s 8d", with_nine, 5);
    const uint16_t king = ranking_five.rank(with_king, 5), nine = ranking_five.rank(with_nine, 5);
    ranking_name_beside(&ranking_five, king, nine, own);
    assert_string_equal(own, "three Jacks, King kicker");
    ranking_name_beside(&ranking_five, nine, king, own);
    assert_string_equal(own, "three Jacks, nine kicker");
}

static void tables_stay_small(void **state)
{
    (void)state;
    size_t bytes = 0;
    for (const struct eval_table_size *t = eval_table_sizes; t->name; t++)
        bytes += t->bytes;
    assert_in_range(bytes, 1, 256 * 1024);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest quick[] = {
        cmocka_unit_test(card_2_all_five_card_hands),
        cmocka_unit_test(card_2_agrees_on_five),
        cmocka_unit_test(card_2_agrees_on_six),
        cmocka_unit_test(card_2_agrees_on_seven),
        cmocka_unit_test(card_2_agrees_on_suited_hands),
        cmocka_unit_test(card_2_order_of_cards_is_nothing),
        cmocka_unit_test(card_2_batch_equals_single),
        cmocka_unit_test(card_2_incremental_equals_single),
        cmocka_unit_test(numbers_that_are_no_cards_end_the_process),
        cmocka_unit_test(repeated_cards_stay_inside_the_tables),
        cmocka_unit_test(best_five_is_a_choice_of_the_cards),
        cmocka_unit_test(best_cards_in_deciding_order),
        cmocka_unit_test(card_3_all_three_card_hands),
        cmocka_unit_test(ranks_and_categories),
        cmocka_unit_test(ranks_of_the_ends),
        cmocka_unit_test(card_4_names),
        cmocka_unit_test(card_4_every_rank_has_a_name),
        cmocka_unit_test(card_4_names_beside_another),
        cmocka_unit_test(tables_stay_small),
    };
    static const struct CMUnitTest full[] = {
        cmocka_unit_test(card_2_all_six_card_hands),
        cmocka_unit_test(card_2_all_seven_card_hands),
        cmocka_unit_test(card_2_order_of_all_classes),
    };
    if (argc == 2 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests_name("eval, full", full, NULL, NULL);
    return cmocka_run_group_tests_name("eval", quick, NULL, NULL);
}
