/* Sets of cards and what is calculated over them: each class stands for every set exactly once, and
 * the sums for street games and four-card hands equal those of plain loops over the deck with
 * another evaluator. */
#include "math/kernels/four_card.h"
#include "math/kernels/streets.h"
#include "slow_eval.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Numbers and classes ---- */

static void binomials_are_pascals(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= CR_DECK_CARDS; n++)
        for (unsigned k = 0; k <= SET_CARDS_MAX; k++) {
            const uint32_t expected = k == 0   ? 1
                                      : n == 0 ? 0
                                               : choose(n - 1, k - 1) + choose(n - 1, k);
            assert_int_equal(choose(n, k), expected);
        }
}

static void sets_are_numbered_without_gaps(void **state)
{
    (void)state;
    uint32_t next = 0;
    for (cr_card c = 2; c < CR_DECK_CARDS; c++)
        for (cr_card b = 1; b < c; b++)
            for (cr_card a = 0; a < b; a++)
                assert_int_equal(set_number(set_with(set_with(set_with(0, a), b), c)), next++);
    assert_int_equal(next, 22100);
}

static void classes_stand_for_every_set(void **state)
{
    static const uint32_t known[] = {0, 13, 169, 1755, 16432, 134459};
    (void)state;
    for (unsigned size = 1; size <= 5; size++) {
        struct card_classes classes;
        assert_true(card_classes_make(size, &classes));
        assert_int_equal(classes.count, known[size]);
        uint32_t sets = 0, *members = calloc(classes.count, sizeof *members);
        assert_non_null(members);
        for (uint32_t n = 0; n < choose(CR_DECK_CARDS, size); n++)
            members[classes.of[n]]++;
        for (uint32_t class = 0; class < classes.count; class ++) {
            assert_int_equal(members[class], classes.weight[class]);
            assert_int_equal(class_of(&classes, classes.first[class]), class);
            sets += classes.weight[class];
        }
        assert_int_equal(sets, choose(CR_DECK_CARDS, size));
        free(members);
        card_classes_free(&classes);
    }
}

static void weigh(void *context, card_set set, unsigned weight)
{
    (void)set;
    *(uint32_t *)context += weight;
}

static void six_cards_are_all_there(void **state)
{
    (void)state;
    uint32_t sets = 0;
    each_class(6, weigh, &sets);
    assert_int_equal(sets, 20358520);
}

/* ---- Street games ---- */

/* Rows of the pay table: one for each category from the best, with pairs below tens apart. */
enum { ROW_HIGH_PAIR = CR_ROYAL_FLUSH - CR_PAIR, ROW_LOW_PAIR, ROW_NOTHING, ROWS };

static unsigned row_of_rank(uint16_t rank)
{
    static const cr_card tens[5] = {32, 33, 0, 5, 10}; /* T T 2 3 4 */
    const enum cr_category category = cr_rank_category(rank);
    return (unsigned)(CR_ROYAL_FLUSH - category) + (rank > cr_eval5(tens));
}

static unsigned row_of_cards(const cr_card cards[5])
{
    static const cr_card tens[5] = {32, 33, 0, 5, 10};
    const struct slow_hand hand = slow_eval(cards, 5), least = slow_eval(tens, 5);
    return (unsigned)(CR_ROYAL_FLUSH - hand.category) + (slow_compare(&hand, &least) < 0);
}

/* A game with pay rows drawn at random. Pays are not in proportion to the bets, so that earlier
 * bets matter to later decisions. */
static void game_make(struct rng *rng, unsigned own_cards, unsigned options, bool folds,
                      struct street_game *g)
{
    memset(g, 0, sizeof *g);
    g->own_cards = (uint8_t)own_cards;
    g->units = 1;
    g->scale = 1;
    g->row_count = ROWS;
    for (unsigned s = 0; s < street_stages(g); s++) {
        g->stages[s].option_count = (uint8_t)options;
        for (unsigned o = 0; o < options; o++)
            g->stages[s].options[o] = (struct street_option){(uint8_t)o, folds && o == 0};
    }
    for (uint16_t rank = 1; rank <= CR_RANKS_FIVE; rank++)
        g->row_of[rank] = (uint8_t)row_of_rank(rank);
    for (int units = 1; units <= STREET_UNITS; units++) {
        g->folded[units] = -units;
        for (unsigned row = 0; row < ROWS; row++)
            g->worth[units][row] = row == ROW_NOTHING     ? -units
                                   : row == ROW_LOW_PAIR  ? (int)rng_below(rng, 2)
                                   : row == ROW_HIGH_PAIR ? units + (int)rng_below(rng, 2)
                                                          : units * (12 - (int)row);
    }
}

static bool among(const cr_card *cards, unsigned count, cr_card card)
{
    for (unsigned i = 0; i < count; i++)
        if (cards[i] == card)
            return true;
    return false;
}

static wide plain_value(const struct street_game *g, cr_card cards[5], unsigned count,
                        unsigned units);

/* The value of one option, by a plain recursion over the cards in the order in which they come. */
static wide plain_option(const struct street_game *g, cr_card cards[5], unsigned count,
                         unsigned units, const struct street_option *option)
{
    wide value = 0;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++) {
        if (among(cards, count, c))
            continue;
        cards[count] = c;
        value += option->ends ? g->folded[units] * streets_deals_after(count + 1)
                              : plain_value(g, cards, count + 1, units + option->adds);
    }
    return value;
}

static wide plain_value(const struct street_game *g, cr_card cards[5], unsigned count,
                        unsigned units)
{
    if (count == 5)
        return g->worth[units][row_of_cards(cards)];
    const struct street_stage *stage = &g->stages[count - g->own_cards];
    wide best = plain_option(g, cards, count, units, &stage->options[0]);
    for (unsigned o = 1; o < stage->option_count; o++) {
        const wide value = plain_option(g, cards, count, units, &stage->options[o]);
        best = value > best ? value : best;
    }
    return best;
}

static void cards_draw(struct rng *rng, cr_card *out, unsigned count)
{
    for (unsigned n = 0; n < count;) {
        const cr_card card = (cr_card)rng_below(rng, CR_DECK_CARDS);
        if (!among(out, n, card))
            out[n++] = card;
    }
}

static void position_agrees(struct rng *rng, const struct street_game *g, unsigned count)
{
    cr_card cards[5];
    wide options[STREET_OPTIONS], best;
    const unsigned units = 1 + (count - g->own_cards);
    cards_draw(rng, cards, count);
    const unsigned choice = streets_position(g, cards, count, units, options);
    const struct street_stage *stage = &g->stages[count - g->own_cards];
    for (unsigned o = 0; o < stage->option_count; o++)
        assert_true(options[o] == plain_option(g, cards, count, units, &stage->options[o]));
    best = plain_value(g, cards, count, units);
    assert_true(options[choice] == best);
    for (unsigned o = 0; o < choice; o++)
        assert_true(options[o] < best);
}

static void positions_are_those_of_a_plain_recursion(void **state)
{
    struct rng rng = {20261};
    struct street_game g;
    (void)state;
    for (unsigned n = 0; n < 6; n++) {
        game_make(&rng, 3, 2 + n % 2, n % 3 == 0, &g);
        position_agrees(&rng, &g, 3);
        position_agrees(&rng, &g, 4);
        game_make(&rng, 2, 3, n % 2 == 0, &g);
        position_agrees(&rng, &g, 3);
        position_agrees(&rng, &g, 4);
    }
    game_make(&rng, 2, 2, true, &g);
    position_agrees(&rng, &g, 2);
}

/* Every deal has one ending, every deal that reaches a decision has one choice counted there, and
 * the endings' values add up to the result. */
static void result_adds_up(const struct street_game *g, const struct street_result *r)
{
    int64_t ended = 0, folded = 0;
    wide sum = 0;
    for (unsigned u = 0; u <= STREET_UNITS; u++) {
        folded += r->folded[u];
        sum += r->folded[u] * g->folded[u];
        for (unsigned row = 0; row < g->row_count; row++) {
            ended += r->ended[u][row];
            sum += r->ended[u][row] * g->worth[u][row];
        }
    }
    assert_true(ended + folded == r->deals);
    assert_true(sum == r->sum);
    for (unsigned s = 0; s < street_stages(g); s++) {
        int64_t chosen = 0;
        for (unsigned o = 0; o < g->stages[s].option_count; o++)
            chosen += r->chosen[s][o];
        assert_true(s == 0 ? chosen == r->deals : chosen <= r->deals && chosen >= ended);
    }
}

static void whole_games_are_their_positions(void **state)
{
    struct rng rng = {7};
    struct street_game g;
    struct street_result *r = malloc(sizeof *r);
    wide sum = 0;
    (void)state;
    assert_non_null(r);
    game_make(&rng, 2, 4, true, &g);
    assert_true(streets_solve(&g, r));
    result_adds_up(&g, r);
    for (unsigned i = 0; i < CR_STARTS; i++) {
        const cr_card *c = r->starts[i].cards;
        const bool pair = cr_card_rank(c[0]) == cr_card_rank(c[1]);
        const bool suited = cr_card_suit(c[0]) == cr_card_suit(c[1]);
        wide options[STREET_OPTIONS];
        assert_int_equal(streets_position(&g, c, 2, 1, options), r->starts[i].choice);
        assert_memory_equal(options, r->starts[i].options, 4 * sizeof *options);
        sum += (pair ? 6 : suited ? 4 : 12) * options[r->starts[i].choice];
    }
    assert_true(sum == r->sum);
    game_make(&rng, 3, 2, false, &g);
    assert_true(streets_solve(&g, r));
    result_adds_up(&g, r);
    free(r);
}

/* ---- Four-card hands ---- */

/* Hands of a seat and of a dealer must compare as they do with the other evaluator. */
static void ranks_are_those_of_the_other_evaluator(void **state)
{
    struct rng rng = {44};
    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        cr_card cards[11];
        cards_draw(&rng, cards, 11);
        const struct slow_hand seat = slow_eval4(cards, 5), dealer = slow_eval4(&cards[5], 6);
        const uint16_t ours = cr_eval4(cards, 5), theirs = cr_eval4(&cards[5], 6);
        const int compared = slow_compare(&dealer, &seat);
        assert_true((compared > 0) == (theirs < ours) && (compared == 0) == (theirs == ours));
    }
}

/* How often the dealer's hand is better, summed over all open cards. Each six-card hand of the
 * dealer without the seat's cards is counted six times, once for each card that can be the open
 * one. */
static void sums_over_open_cards(void **state)
{
    static const cr_card hand[5] = {0, 9, 18, 27, 44}; /* 2c 4d 6h 8s Kc */
    const uint16_t rank = cr_eval4(hand, 5);
    uint64_t better = 0, sum = 0;
    cr_card left[CR_DECK_CARDS], dealer[6];
    unsigned count = 0;
    (void)state;
    for (cr_card c = 0; c < CR_DECK_CARDS; c++)
        if (!among(hand, 5, c))
            left[count++] = c;
    for (unsigned a = 0; a < count; a++)
        sum += four_card_position(hand, left[a]).better;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            for (unsigned c = b + 1; c < count; c++)
                for (unsigned d = c + 1; d < count; d++)
                    for (unsigned e = d + 1; e < count; e++)
                        for (unsigned f = e + 1; f < count; f++) {
                            memcpy(
                                dealer,
                                (cr_card[6]){left[a], left[b], left[c], left[d], left[e], left[f]},
                                sizeof dealer);
                            better += cr_eval4(dealer, 6) < rank;
                        }
    assert_true(sum == 6 * better);
}

static void table_is_the_one_of_single_positions(void **state)
{
    struct rng rng = {404};
    struct four_card_table table;
    (void)state;
    assert_true(four_card_table_make(true, &table));
    for (unsigned n = 0; n < 60; n++) {
        cr_card cards[6];
        cards_draw(&rng, cards, 6);
        const struct four_card_odds odds = four_card_position(cards, cards[5]);
        const struct four_card_spot at = four_card_find(&table.hands, cards, cards[5]);
        assert_int_equal(table.rank[at.class], cr_eval4(cards, 5));
        assert_int_equal(table.better[at.class][at.up], odds.better);
        assert_int_equal(table.equal[at.class][at.up], odds.equal);
    }
    four_card_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binomials_are_pascals),
        cmocka_unit_test(sets_are_numbered_without_gaps),
        cmocka_unit_test(classes_stand_for_every_set),
        cmocka_unit_test(six_cards_are_all_there),
        cmocka_unit_test(positions_are_those_of_a_plain_recursion),
        cmocka_unit_test(whole_games_are_their_positions),
        cmocka_unit_test(ranks_are_those_of_the_other_evaluator),
        cmocka_unit_test(sums_over_open_cards),
        cmocka_unit_test(table_is_the_one_of_single_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
