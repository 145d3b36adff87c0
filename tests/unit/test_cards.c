/* Cards as text, decks (CARD-1) and suit isomorphism. `test_cards full` also counts the larger sets
 * of canonical forms. */
#include "support/rng.h"

#include <croupier/cards.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Text ---- */

static void card_round_trip_in_every_spelling(void **state)
{
    (void)state;
    static const char *const ranks[CR_RANKS][3] = {
        {"2"},      {"3"},      {"4"},      {"5"},     {"6"}, {"7"}, {"8"}, {"9"}, {"T", "t", "10"},
        {"J", "j"}, {"Q", "q"}, {"K", "k"}, {"A", "a"}};
    static const char *const suits[CR_SUITS][4] = {{"c", "C", "♣", "♣\xef\xb8\x8f"},
                                                   {"d", "D", "♦", "♦\xef\xb8\x8f"},
                                                   {"h", "H", "♥", "♥\xef\xb8\x8f"},
                                                   {"s", "S", "♠", "♠\xef\xb8\x8f"}};
    for (cr_card card = 0; card < CR_DECK_CARDS; card++) {
        char out[CR_CARD_TEXT_MAX];
        cr_card_format(card, out);
        assert_int_equal(out[0], ranks[cr_card_rank(card)][0][0]);
        assert_int_equal(out[1], suits[cr_card_suit(card)][0][0]);
        assert_int_equal(out[2], '\0');
        for (size_t r = 0; r < 3 && ranks[cr_card_rank(card)][r]; r++) {
            for (size_t s = 0; s < 4; s++) {
                char text[16];
                struct cr_err err;
                cr_card got = CR_NO_CARD;
                int len = snprintf(text, sizeof text, "%s%s", ranks[cr_card_rank(card)][r],
                                   suits[cr_card_suit(card)][s]);
                assert_int_equal(cr_card_parse(text, (size_t)len, &got, &err), CR_OK);
                assert_int_equal(got, card);
            }
        }
    }
}

/* Output for terminals and JSON may contain ASCII without control bytes, and card symbols. */
static void assert_presentable(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == 0xe2) {
            assert_int_equal(c[1], 0x99);
            assert_in_range(c[2], 0xa0, 0xa7);
            c += 2;
            continue;
        }
        assert_in_range(*c, 0x20, 0x7e);
    }
}

struct fault {
    const char *text;
    size_t len;
    const char *quoted;
};
#define FAULT(text, quoted)                                                                        \
    {                                                                                              \
        text, sizeof text - 1, quoted                                                              \
    }

static void card_faults_quote_the_text(void **state)
{
    (void)state;
    static const struct fault faults[] = {
        FAULT("", "\"\" is not"),
        FAULT("1s", "\"1s\""),
        FAULT("11s", "\"11s\""),
        FAULT("0s", "\"0s\""),
        FAULT("100s", "\"100s\""),
        FAULT("Asx", "\"Asx\""),
        FAULT("As ", "\"As \""),
        FAULT(" As", "\" As\""),
        FAULT("AsKs", "\"AsKs\""),
        FAULT("A", "\"A\""),
        FAULT("10", "\"10\""),
        FAULT("s", "\"s\""),
        FAULT("sA", "\"sA\""),
        FAULT("♠A", "\"♠A\""),
        FAULT("A♤", "\"A♤\""),
        FAULT("A♠♠", "\"A♠♠\""),
        FAULT("\0", "\"\\x00\""),
        FAULT("A\0", "\"A\\x00\""),
        FAULT("As\0", "\"As\\x00\""),
        FAULT("A\xff", "\"A\\xff\""),
        FAULT("A\xe2\x99", "\"A\\xe2\\x99\""),
        FAULT("A\xe2", "\"A\\xe2\""),
        FAULT("A\xc2\x9b", "\"A\\xc2\\x9b\""),
        FAULT("A\x1b[2J", "\"A\\x1b[2J\""),
        FAULT("A\"\\", "\"A\\\"\\\\\""),
        FAULT("A\x7f", "\"A\\x7f\""),
        FAULT("an ace of spades, if you please, dealer", "\"an ace of spades, if you...\""),
        FAULT("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
              "\xff\xff\xff\xff\xff",
              "\\xff\\xff...\""),
        FAULT("♠♠♠♠♠♠♠♠♠", "\"♠♠♠♠♠♠♠♠...\""),
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct cr_err err = {0};
        cr_card card = 77;
        assert_int_equal(cr_card_parse(faults[i].text, faults[i].len, &card, &err), CR_E_INPUT);
        assert_int_equal(err.code, CR_E_INPUT);
        assert_int_equal(card, 77);
        assert_non_null(strstr(err.text, faults[i].quoted));
        assert_presentable(err.text);
        assert_int_equal(cr_card_parse(faults[i].text, faults[i].len, &card, NULL), CR_E_INPUT);
    }
}

static void cards_stand_alone_or_together(void **state)
{
    (void)state;
    static const char *const texts[] = {"As Kd 10h 9c",   "AsKd10h9c",
                                        "As,Kd,Th,9c",    "  as , kD\tth\n9C ",
                                        "A♠K♦10♥9♣",      "A♠️ K♦️ T♥️ 9♣️",
                                        "AsKd Th,,9c\r\n"};
    static const char *const expected[] = {"As", "Kd", "Th", "9c"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        cr_card cards[4];
        size_t count = 0;
        struct cr_err err;
        assert_int_equal(cr_cards_parse(texts[i], strlen(texts[i]), cards, 4, &count, &err), CR_OK);
        assert_int_equal(count, 4);
        for (size_t n = 0; n < 4; n++) {
            char out[CR_CARD_TEXT_MAX];
            cr_card_format(cards[n], out);
            assert_string_equal(out, expected[n]);
        }
    }
    size_t count = 9;
    assert_int_equal(cr_cards_parse(" ,", 2, NULL, 0, &count, NULL), CR_OK);
    assert_int_equal(count, 0);
}

static void cards_faults_quote_the_word(void **state)
{
    (void)state;
    static const struct fault faults[] = {
        FAULT("As 1s Kd", "\"1s\" is not"),
        FAULT("As,11s,Kd", "\"11s\" is not"),
        FAULT("Asx", "\"x\" is not"),
        FAULT("AsKdQ", "\"Q\" is not"),
        FAULT("As ♠A", "\"♠A\" is not"),
        FAULT("As\0Kd", "\"\\x00Kd\" is not"),
        FAULT("As;Kd", "\";Kd\" is not"),
        FAULT("As Kd \xf0\x9f\x82\xa1", "\"\\xf0\\x9f\\x82\\xa1\" is not"),
        FAULT("2c 3c 4c 5c 6c 10♠", "\"10♠\" is one card too many"),
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct cr_err err = {0};
        cr_card cards[5] = {77, 77, 77, 77, 77};
        size_t count = 99;
        assert_int_equal(
            cr_cards_parse(faults[i].text, faults[i].len, cards, COUNT(cards), &count, &err),
            CR_E_INPUT);
        assert_non_null(strstr(err.text, faults[i].quoted));
        assert_presentable(err.text);
        /* A failed parse leaves the output as it was. */
        assert_int_equal(count, 99);
        for (size_t n = 0; n < COUNT(cards); n++)
            assert_int_equal(cards[n], 77);
    }
}

static void sixty_cards_are_too_many(void **state)
{
    (void)state;
    char text[60 * 3 + 1];
    size_t len = 0;
    for (unsigned i = 0; i < 60; i++) {
        cr_card_format((cr_card)(i % CR_DECK_CARDS), text + len);
        len += 2;
        text[len++] = ' ';
    }
    cr_card cards[CR_DECK_CARDS];
    size_t count = 0;
    struct cr_err err = {0};
    assert_int_equal(cr_cards_parse(text, len, cards, CR_DECK_CARDS, &count, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "\"2c\" is one card too many"));
    assert_int_equal(cr_cards_parse(text, 52 * 3, cards, CR_DECK_CARDS, &count, &err), CR_OK);
    assert_int_equal(count, 52);
}

/* Whatever the bytes are, the parser returns cards or a message that can be shown. */
static void any_bytes_give_cards_or_a_message(void **state)
{
    (void)state;
    static const char alphabet[] = "AKT10tscdh ,\xe2\x99\xa0\xa3\xef\xb8\x8f\xff\x1b\"\\";
    struct rng rng = {31};
    for (int i = 0; i < 200000; i++) {
        char text[40];
        size_t len = rng_below(&rng, sizeof text);
        for (size_t n = 0; n < len; n++) /* the alphabet includes its ending zero byte */
            text[n] = alphabet[rng_below(&rng, sizeof alphabet)];
        cr_card cards[8];
        size_t count = 0;
        struct cr_err err = {0};
        if (cr_cards_parse(text, len, cards, COUNT(cards), &count, &err) == CR_OK) {
            assert_in_range(count, 0, COUNT(cards));
            for (size_t n = 0; n < count; n++)
                assert_in_range(cards[n], 0, CR_DECK_CARDS - 1);
        } else {
            assert_int_equal(err.text[0], '"');
            assert_presentable(err.text);
        }
    }
}

static void repeated_cards(void **state)
{
    (void)state;
    static const cr_card cards[] = {5, 9, 51, 0, 9, 5};
    assert_int_equal(cr_cards_repeated(cards, 0), CR_NO_CARD);
    assert_int_equal(cr_cards_repeated(cards, 4), CR_NO_CARD);
    assert_int_equal(cr_cards_repeated(cards, 6), 9);
}

/* ---- CARD-1: decks ---- */

static void assert_permutation(const struct cr_deck *deck)
{
    assert_int_equal(cr_cards_repeated(deck->cards, CR_DECK_CARDS), CR_NO_CARD);
    assert_int_equal(deck->next, 0);
}

static void card_1_shuffles_are_permutations(void **state)
{
    (void)state;
    struct cr_deck last = {.next = 1};
    for (uint64_t i = 0; i < 200; i++) {
        struct cr_deck deck = {.next = 3};
        cr_deck_shuffle(&deck);
        assert_permutation(&deck);
        assert_memory_not_equal(deck.cards, last.cards, sizeof deck.cards);
        last = deck;
        cr_deck_shuffle_seeded(&deck, i, i);
        assert_permutation(&deck);
    }
}

static void card_1_seeds_repeat(void **state)
{
    (void)state;
    static const uint64_t seeds[][2] = {
        {0, 0}, {1, 0},          {0, 1},          {1, 1},   {2, 0},
        {0, 2}, {UINT64_MAX, 0}, {0, UINT64_MAX}, {256, 0}, {UINT64_C(1) << 32, 0}};
    struct cr_deck decks[COUNT(seeds)];
    for (size_t i = 0; i < COUNT(seeds); i++) {
        struct cr_deck again;
        cr_deck_shuffle_seeded(&decks[i], seeds[i][0], seeds[i][1]);
        cr_deck_shuffle_seeded(&again, seeds[i][0], seeds[i][1]);
        assert_memory_equal(decks[i].cards, again.cards, sizeof again.cards);
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(decks[i].cards, decks[j].cards, sizeof again.cards);
    }
}

/* Seed 1, round 0 must give this deck in every version. */
static void card_1_golden_deck(void **state)
{
    (void)state;
    static const char golden[] =
        "Ts 4s 9s 8h 7d 6h 2c 6d 5c Qh 2d 8s 9c 9d 7s Jh 2h Qs 3c Ad 9h 4c 5d Jd Th 3h "
        "3s Qc Jc Ac 7h 5h Js 4d Qd Tc 5s 2s 8d Ah 8c 3d 6s 7c Td 6c Kd Kc Ks As Kh 4h";
    struct cr_deck deck;
    char text[CR_DECK_CARDS * 3];
    cr_deck_shuffle_seeded(&deck, 1, 0);
    for (size_t i = 0; i < CR_DECK_CARDS; i++) {
        cr_card_format(deck.cards[i], text + 3 * i);
        text[3 * i + 2] = i + 1 < CR_DECK_CARDS ? ' ' : '\0';
    }
    assert_string_equal(text, golden);
}

/* The shuffle as the comment in deck.c specifies it, made here from ChaCha20 itself. */
static void deck_by_the_comment(uint64_t seed, uint64_t round, cr_card *cards)
{
    uint8_t key[32] = {0};
    uint8_t bytes[256];
    for (unsigned i = 0; i < 8; i++) {
        key[i] = (uint8_t)(seed >> (8 * i));
        key[8 + i] = (uint8_t)(round >> (8 * i));
    }
    memcpy(key + 24, "croupier", 8);
    crypto_stream_chacha20_ietf(bytes, sizeof bytes, (const unsigned char *)"LibsodiumDRG", key);
    for (unsigned i = 0; i < CR_DECK_CARDS; i++)
        cards[i] = (cr_card)i;
    const uint8_t *at = bytes;
    for (unsigned i = CR_DECK_CARDS - 1; i > 0; i--) {
        uint64_t n = i + 1;
        uint64_t word;
        do {
            assert_true(at < bytes + sizeof bytes);
            word = 0;
            for (unsigned b = 4; b-- > 0;)
                word = word << 8 | at[b];
            at += 4;
        } while (word >= (UINT64_C(1) << 32) / n * n);
        cr_card card = cards[i];
        cards[i] = cards[word % n];
        cards[word % n] = card;
    }
}

static void card_1_seeded_stream_as_specified(void **state)
{
    (void)state;
    struct rng rng = {5};
    for (int i = 0; i < 1000; i++) {
        uint64_t a = rng_next(&rng);
        uint64_t b = rng_next(&rng);
        struct cr_deck deck;
        cr_card expected[CR_DECK_CARDS];
        cr_deck_shuffle_seeded(&deck, a, b);
        deck_by_the_comment(a, b, expected);
        assert_memory_equal(deck.cards, expected, sizeof expected);
    }
}

/* Each card must lie at each place equally often. There are 52 * 52 cells with 51 * 51 degrees of
 * freedom. The seeds and so the statistic are fixed; the bounds are five standard deviations. */
static void card_1_seeded_decks_are_uniform(void **state)
{
    (void)state;
    enum { EXPECTED = 1000, FREEDOM = 51 * 51 };
    static unsigned cells[CR_DECK_CARDS][CR_DECK_CARDS];
    for (uint64_t i = 0; i < EXPECTED * CR_DECK_CARDS; i++) {
        struct cr_deck deck;
        cr_deck_shuffle_seeded(&deck, 20240601, i);
        for (size_t n = 0; n < CR_DECK_CARDS; n++)
            cells[n][deck.cards[n]]++;
    }
    double chi = 0;
    for (size_t n = 0; n < CR_DECK_CARDS; n++) {
        for (size_t card = 0; card < CR_DECK_CARDS; card++) {
            double off = (double)cells[n][card] - EXPECTED;
            chi += off * off / EXPECTED;
        }
    }
    assert_true(chi > FREEDOM - 5 * 72.2 && chi < FREEDOM + 5 * 72.2);
}

static void deck_from_list_keeps_the_order(void **state)
{
    (void)state;
    static const cr_card top[] = {51, 0, 17, 4};
    struct cr_deck deck = {.next = 9};
    struct cr_err err;
    assert_int_equal(cr_deck_from_list(&deck, top, COUNT(top), &err), CR_OK);
    assert_permutation(&deck);
    assert_memory_equal(deck.cards, top, sizeof top);
    for (size_t i = COUNT(top) + 1; i < CR_DECK_CARDS; i++)
        assert_true(deck.cards[i] > deck.cards[i - 1]);
    for (size_t i = 0; i < CR_DECK_CARDS; i++)
        assert_int_equal(cr_deck_deal(&deck), deck.cards[i]);
    assert_int_equal(cr_deck_deal(&deck), CR_NO_CARD);
    assert_int_equal(cr_deck_deal(&deck), CR_NO_CARD);

    struct cr_deck full;
    assert_int_equal(cr_deck_from_list(&full, deck.cards, CR_DECK_CARDS, &err), CR_OK);
    assert_memory_equal(full.cards, deck.cards, sizeof full.cards);
    assert_int_equal(cr_deck_from_list(&full, NULL, 0, &err), CR_OK);
    for (size_t i = 0; i < CR_DECK_CARDS; i++)
        assert_int_equal(full.cards[i], i);
}

static void deck_from_list_faults(void **state)
{
    (void)state;
    struct cr_deck deck;
    struct cr_deck before;
    struct cr_err err = {0};
    static const cr_card many[CR_DECK_CARDS + 1] = {0};
    memset(&deck, 7, sizeof deck);
    before = deck;
    assert_int_equal(cr_deck_from_list(&deck, (cr_card[]){3, 50, 3}, 3, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "\"2s\" is there twice"));
    assert_int_equal(cr_deck_from_list(&deck, (cr_card[]){3, 52}, 2, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "52"));
    assert_int_equal(cr_deck_from_list(&deck, many, COUNT(many), &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "53"));
    assert_memory_equal(&deck, &before, sizeof deck);
}

/* ---- Suit isomorphism ---- */

/* Counts the card sets that are their own canonical form. There is exactly one in each class,
 * because a canonical form belongs to its class and is its own canonical form. */
struct canon_count {
    uint8_t sizes[CR_CANON_GROUPS_MAX];
    size_t groups;
    cr_card cards[16];
    size_t count;
    size_t total;
};

static void canon_visit(struct canon_count *c)
{
    cr_card once[16];
    cr_card twice[16];
    memcpy(once, c->cards, c->count);
    cr_canon(once, c->sizes, c->groups);
    memcpy(twice, once, c->count);
    cr_canon(twice, c->sizes, c->groups);
    assert_true(memcmp(once, twice, c->count) == 0);
    c->total += memcmp(once, c->cards, c->count) == 0;
}

/* Tries all cards for the group from place `at` on, in descending order of card numbers, and goes
 * on with the next group. */
static void canon_fill(struct canon_count *c, size_t group, size_t at, unsigned below,
                       uint64_t used)
{
    if (group == c->groups) {
        canon_visit(c);
        return;
    }
    if (at == c->sizes[group]) {
        canon_fill(c, group + 1, 0, CR_DECK_CARDS, used);
        return;
    }
    for (unsigned card = 0; card < below; card++) {
        if (used >> card & 1)
            continue;
        c->cards[c->count++] = (cr_card)card;
        canon_fill(c, group, at + 1, card, used | UINT64_C(1) << card);
        c->count--;
    }
}

static size_t canon_classes(const uint8_t *sizes, size_t groups)
{
    struct canon_count c = {.groups = groups};
    memcpy(c.sizes, sizes, groups);
    canon_fill(&c, 0, 0, CR_DECK_CARDS, 0);
    return c.total;
}

static void canon_counts(void **state)
{
    (void)state;
    assert_int_equal(canon_classes((uint8_t[]){2}, 1), 169);
    assert_int_equal(canon_classes((uint8_t[]){3}, 1), 1755);
    assert_int_equal(canon_classes((uint8_t[]){4}, 1), 16432);
    assert_int_equal(canon_classes((uint8_t[]){}, 0), 1);
}

static void canon_counts_large(void **state)
{
    (void)state;
    assert_int_equal(canon_classes((uint8_t[]){5}, 1), 134459);
    assert_int_equal(canon_classes((uint8_t[]){2, 3}, 2), 1286792);
}

static void shuffle_some(struct rng *rng, cr_card *cards, size_t count)
{
    for (size_t n = count; n > 1; n--) {
        size_t j = rng_next(rng) % n;
        cr_card card = cards[n - 1];
        cards[n - 1] = cards[j];
        cards[j] = card;
    }
}

/* Permutation number k of the 24 permutations of the suits. */
static void suits_permutation(unsigned k, unsigned out[CR_SUITS])
{
    unsigned left[CR_SUITS] = {0, 1, 2, 3};
    for (unsigned n = CR_SUITS; n > 0; n--) {
        unsigned at = k % n;
        k /= n;
        out[CR_SUITS - n] = left[at];
        memmove(left + at, left + at + 1, (n - 1 - at) * sizeof left[0]);
    }
}

static void canon_ignores_suits_and_order(void **state)
{
    (void)state;
    static const uint8_t shapes[][CR_CANON_GROUPS_MAX] = {{2, 3, 1, 1}, {2, 2, 2, 5}, {5, 2},
                                                          {7},          {1, 1, 1, 1}, {0, 3, 0, 2}};
    struct rng rng = {23};
    for (size_t i = 0; i < 3000; i++) {
        const uint8_t *sizes = shapes[i % COUNT(shapes)];
        cr_card deck[CR_DECK_CARDS];
        cr_card expected[CR_DECK_CARDS];
        for (unsigned n = 0; n < CR_DECK_CARDS; n++)
            deck[n] = (cr_card)n;
        shuffle_some(&rng, deck, CR_DECK_CARDS);
        memcpy(expected, deck, sizeof deck);
        cr_canon(expected, sizes, CR_CANON_GROUPS_MAX);
        for (unsigned k = 0; k < 24; k++) {
            unsigned to[CR_SUITS];
            cr_card other[CR_DECK_CARDS];
            suits_permutation(k, to);
            size_t count = 0;
            for (size_t g = 0; g < CR_CANON_GROUPS_MAX; g++)
                count += sizes[g];
            for (size_t n = 0; n < count; n++)
                other[n] = cr_card_make(cr_card_rank(deck[n]), to[cr_card_suit(deck[n])]);
            for (size_t g = 0, at = 0; g < CR_CANON_GROUPS_MAX; at += sizes[g++])
                shuffle_some(&rng, other + at, sizes[g]);
            cr_canon(other, sizes, CR_CANON_GROUPS_MAX);
            assert_memory_equal(other, expected, count);
        }
    }
}

static void canon_example(void **state)
{
    (void)state;
    static const char text[] = "7c Kc 2d 9h Kd";
    static const char canonical[] = "Ks 7s Kh 9d 2h";
    cr_card cards[5];
    cr_card expected[5];
    size_t count;
    assert_int_equal(cr_cards_parse(text, strlen(text), cards, 5, &count, NULL), CR_OK);
    assert_int_equal(cr_cards_parse(canonical, strlen(canonical), expected, 5, &count, NULL),
                     CR_OK);
    cr_canon(cards, (uint8_t[]){2, 3}, 2);
    assert_memory_equal(cards, expected, 5);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest quick[] = {
        cmocka_unit_test(card_round_trip_in_every_spelling),
        cmocka_unit_test(card_faults_quote_the_text),
        cmocka_unit_test(cards_stand_alone_or_together),
        cmocka_unit_test(cards_faults_quote_the_word),
        cmocka_unit_test(sixty_cards_are_too_many),
        cmocka_unit_test(any_bytes_give_cards_or_a_message),
        cmocka_unit_test(repeated_cards),
        cmocka_unit_test(card_1_shuffles_are_permutations),
        cmocka_unit_test(card_1_seeds_repeat),
        cmocka_unit_test(card_1_golden_deck),
        cmocka_unit_test(card_1_seeded_stream_as_specified),
        cmocka_unit_test(card_1_seeded_decks_are_uniform),
        cmocka_unit_test(deck_from_list_keeps_the_order),
        cmocka_unit_test(deck_from_list_faults),
        cmocka_unit_test(canon_counts),
        cmocka_unit_test(canon_ignores_suits_and_order),
        cmocka_unit_test(canon_example),
    };
    static const struct CMUnitTest full[] = {
        cmocka_unit_test(canon_counts_large),
    };
    if (argc == 2 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests_name("cards, full", full, NULL, NULL);
    return cmocka_run_group_tests_name("cards", quick, NULL, NULL);
}
