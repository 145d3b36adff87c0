/* Strategies: decisions from the tables against positions that are analysed one by one, and the
 * rules of thumb. */
#include "game/games/game.h"
#include "math/strategy/strategy.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define POSITIONS 200

enum { FLUSH, STRAIGHT, PG_ODD, CN, UTH_EDITED, TCP, RULES };

static struct cr_rules load(unsigned which)
{
    static const char *const names[RULES] = {"pg-flush", "pg-straight", "pg-flush",
                                             "uth-cn",   "uth-cn",      "tcp-cn"};
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(names[which], &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    if (which == PG_ODD) {
        rules.ante_pays_from = CR_TWO_PAIR;
        rules.multiples[0] = 1u << 3;
        rules.multiples[1] = 1u << 2;
        rules.multiples[2] = 1u << 5;
    } else if (which == UTH_EDITED) {
        rules.qualifying_rank = cr_category_worst_rank(CR_TWO_PAIR);
        rules.pays[2].pays[CR_PAIR] = (struct cr_ratio){1, 12};
        rules.pays[2].pays[CR_STRAIGHT] = (struct cr_ratio){7, 5};
        rules.multiples[1] = 1u << 1 | 1u << 2 | 1u << 3;
        rules.multiples[2] = 1u << 1 | 1u << 4;
    }
    return rules;
}

static void analyze(const struct cr_rules *rules, struct cr_analysis *out)
{
    struct cr_err err = {0};
    if (cr_analyze(rules, NULL, out, &err) != CR_OK)
        fail_msg("%s", err.text);
}

static struct strategy *make(const struct cr_rules *rules, const struct cr_analysis *analysis,
                             enum strategy_kind kind, bool with_side)
{
    struct cr_err err = {0};
    struct strategy *s = strategy_new(rules, analysis, kind, with_side, &err);
    if (!s)
        fail_msg("%s", err.text);
    return s;
}

static void shuffle(struct rng *rng, unsigned count, cr_card deck[CR_DECK_CARDS])
{
    for (unsigned i = 0; i < CR_DECK_CARDS; i++)
        deck[i] = (cr_card)i;
    for (unsigned i = 0; i < count; i++) {
        unsigned k = i + rng_below(rng, CR_DECK_CARDS - i);
        cr_card card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
}

static void parse(const char *text, cr_card *out, size_t max)
{
    size_t count;
    struct cr_err err = {0};
    if (cr_cards_parse(text, strlen(text), out, max, &count, &err) != CR_OK || count != max)
        fail_msg("%s: %s", text, err.text);
}

/* The strategy's decision at a position must be the best option; of equally good ones, the first,
 * which costs least. */
static void assert_best(const struct cr_rules *rules, const struct strategy *s, unsigned stage,
                        const cr_card *hole, const cr_card *board)
{
    const unsigned open = rules->game->stages[stage].board_visible;
    struct cr_position position;
    struct cr_err err = {0};
    if (cr_analyze_position(rules, hole, board, open, NULL, 0, &position, &err) != CR_OK)
        fail_msg("%s", err.text);
    const cr_action ours = strategy_decide(s, stage, hole, board);
    if (ours != position.options[position.best].action) {
        char cards[CR_CARD_TEXT_MAX * 8] = "", word[CR_ACTION_TEXT_MAX];
        for (unsigned i = 0; i < rules->game->hole_cards + open; i++) {
            char card[CR_CARD_TEXT_MAX];
            cr_card_format(
                i < rules->game->hole_cards ? hole[i] : board[i - rules->game->hole_cards], card);
            strcat(cards, card);
        }
        cr_action_format(rules, stage, ours, word);
        fail_msg("%s, stage %u, %s: %s, not %s", rules->name, stage, cards, word,
                 position.options[position.best].name);
    }
}

/* Rules, their analysis and their strategy tables, prepared once for all tests. */
struct prepared {
    struct cr_rules rules;
    struct cr_analysis analysis;
    struct strategy *strategy;
};

static int prepare_all(void **state)
{
    struct prepared *all = calloc(RULES, sizeof *all);
    for (unsigned i = 0; all && i < RULES; i++) {
        all[i].rules = load(i);
        analyze(&all[i].rules, &all[i].analysis);
        all[i].strategy = make(&all[i].rules, &all[i].analysis, STRATEGY_OPTIMAL, false);
    }
    *state = all;
    return all ? 0 : -1;
}

static int release_all(void **state)
{
    struct prepared *all = *state;
    for (unsigned i = 0; i < RULES; i++)
        strategy_free(all[i].strategy);
    free(all);
    return 0;
}

static void assert_positions(const struct prepared *p, unsigned which)
{
    const struct cr_rules rules = p->rules;
    const struct strategy *s = p->strategy;
    struct rng rng = {1000 + which};
    for (unsigned i = 0; i < POSITIONS; i++) {
        cr_card deck[CR_DECK_CARDS];
        shuffle(&rng, 7, deck);
        if (rules.game->board_cards == 0)
            assert_best(&rules, s, 0, deck, NULL);
        for (unsigned stage = 1; stage < rules.game->stage_count; stage++)
            assert_best(&rules, s, stage, deck, deck + 2);
    }
}

static void decisions_are_the_best_of_their_position(void **state)
{
    const struct prepared *all = *state;
    for (unsigned which = 0; which < RULES; which++)
        assert_positions(&all[which], which);
}

/* Boards with three, four or five cards of a suit, which random cards seldom contain. */
static void flush_boards_are_right_too(void **state)
{
    const struct prepared *all = *state;
    for (unsigned which = 0; which < TCP; which++) {
        const struct cr_rules rules = all[which].rules;
        const struct strategy *s = all[which].strategy;
        struct rng rng = {2000 + which};
        for (unsigned i = 0; i < POSITIONS; i++) {
            cr_card deck[CR_DECK_CARDS], cards[7];
            unsigned n = 0, suit = rng_below(&rng, CR_SUITS), suited = 3 + rng_below(&rng, 5);
            shuffle(&rng, CR_DECK_CARDS, deck);
            for (unsigned c = 0; c < CR_DECK_CARDS && n < 7; c++)
                if (n >= suited || cr_card_suit(deck[c]) == suit)
                    cards[n++] = deck[c];
            /* The board's cards come first and are of one suit. */
            for (unsigned stage = 1; stage < rules.game->stage_count; stage++)
                assert_best(&rules, s, stage, cards + 5, cards);
        }
    }
}

/* ---- Starting hands ---- */

static void starting_hands_are_those_of_the_analysis(void **state)
{
    const struct prepared *all = *state;
    static const char ranks[] = "23456789TJQKA";
    for (unsigned which = 0; which < TCP; which++) {
        const struct cr_rules rules = all[which].rules;
        const struct strategy *s = all[which].strategy;
        unsigned hands = 0;
        for (unsigned i = 0; i < CR_STARTS; i++) {
            const struct cr_start *start = &all[which].analysis.starts[i];
            for (unsigned a = 0; a < CR_DECK_CARDS; a++) {
                for (unsigned b = 0; b < CR_DECK_CARDS; b++) {
                    if (a == b || ranks[a / 4] != start->hand[0] ||
                        ranks[b / 4] != start->hand[1] ||
                        (a / 4 != b / 4 && (a % 4 == b % 4) != (start->hand[2] == 's')))
                        continue;
                    char word[CR_ACTION_TEXT_MAX];
                    const cr_card hole[2] = {(cr_card)a, (cr_card)b};
                    const cr_card turned[2] = {(cr_card)b, (cr_card)a};
                    const cr_action action = strategy_decide(s, 0, hole, NULL);
                    cr_action_format(&rules, 0, action, word);
                    assert_string_equal(word, start->decision);
                    assert_int_equal(action, strategy_decide(s, 0, turned, NULL));
                    hands += a / 4 == b / 4 ? 1 : 2;
                }
            }
        }
        assert_int_equal(hands, CR_DECK_CARDS * (CR_DECK_CARDS - 1));
    }
}

/* ---- Ties ---- */

/* With a royal flush on the board every hand ties, so every bet is worth the same. The smallest is
 * made; a fold would lose the Ante. */
static void a_board_for_everyone_takes_the_smallest_bet(void **state)
{
    const struct prepared *all = *state;
    cr_card hole[2], board[5];
    parse("2c 3d", hole, 2);
    parse("As Ks Qs Js Ts", board, 5);
    assert_best(&all[UTH_EDITED].rules, all[UTH_EDITED].strategy, 2, hole, board);
    assert_int_equal(strategy_decide(all[UTH_EDITED].strategy, 2, hole, board), cr_action_bet(1));
}

/* Positions of pg in which wins and losses balance: checking is chosen as the smaller wager. */
static void equal_values_check(void **state)
{
    const struct prepared *all = *state;
    static const char *const even[] = {"4s2c 2dKc8sTc", "4d4h 5h6c7sTh", "4c4h 2dTs8s6h",
                                       "3s2c ThKc2d5c", "4c2d TdKd5h2c"};
    for (size_t i = 0; i < sizeof even / sizeof even[0]; i++) {
        cr_card cards[6];
        struct cr_position at;
        parse(even[i], cards, 6);
        assert_int_equal(
            cr_analyze_position(&all[FLUSH].rules, cards, cards + 2, 4, NULL, 0, &at, NULL), CR_OK);
        assert_true(at.options[0].ev.num == at.options[1].ev.num);
        assert_true(at.options[0].ev.den == at.options[1].ev.den);
        assert_int_equal(strategy_decide(all[FLUSH].strategy, 2, cards, cards + 2), CR_CHECK);
    }
}

/* ---- Side bets ---- */

/* Where a fold also loses Trips, folding is worse: some hands that would fold without Trips play
 * with it, and no hand changes the other way. */
static void a_forfeited_side_bet_makes_hands_play(void **state)
{
    (void)state;
    const unsigned games[2] = {CN, TCP};
    for (unsigned g = 0; g < 2; g++) {
        struct cr_rules rules = load(games[g]);
        struct strategy *plain = make(&rules, NULL, STRATEGY_OPTIMAL, false);
        struct strategy *with = make(&rules, NULL, STRATEGY_OPTIMAL, true);
        rules.fold_forfeits = 0;
        struct strategy *kept = make(&rules, NULL, STRATEGY_OPTIMAL, true);
        const unsigned last = rules.game->stage_count - 1u;
        struct rng rng = {77};
        unsigned changed = 0;
        for (unsigned i = 0; i < 20000; i++) {
            cr_card deck[CR_DECK_CARDS];
            shuffle(&rng, 8, deck);
            const cr_card *board = deck + rules.game->hole_cards;
            const cr_action a = strategy_decide(plain, last, deck, board);
            const cr_action b = strategy_decide(with, last, deck, board);
            assert_true(a == b || a == CR_FOLD);
            assert_int_equal(a, strategy_decide(kept, last, deck, board));
            changed += a != b;
        }
        assert_true(changed > 0 || games[g] == TCP);
        strategy_free(plain);
        strategy_free(with);
        strategy_free(kept);
    }
}

/* ---- Rules of thumb ---- */

struct thumb {
    const char *rules;
    unsigned stage;
    const char *hole, *board, *action;
};

static void simple_strategies_are_as_printed(void **state)
{
    (void)state;
    static const struct thumb thumbs[] = {
        {"uth-cn", 0, "2c2d", "", "check"},
        {"uth-cn", 0, "3c3d", "", "4x"},
        {"uth-cn", 0, "Ac2d", "", "4x"},
        {"uth-cn", 0, "Kc4d", "", "check"},
        {"uth-cn", 0, "Kc5d", "", "4x"},
        {"uth-cn", 0, "Kc2c", "", "4x"},
        {"uth-cn", 0, "Qc7d", "", "check"},
        {"uth-cn", 0, "Qc8d", "", "4x"},
        {"uth-cn", 0, "Qc5c", "", "check"},
        {"uth-cn", 0, "6cQc", "", "4x"},
        {"uth-cn", 0, "Jc9d", "", "check"},
        {"uth-cn", 0, "JcTd", "", "4x"},
        {"uth-cn", 0, "Jc7c", "", "check"},
        {"uth-cn", 0, "Jc8c", "", "4x"},
        {"uth-cn", 0, "Tc9c", "", "check"},
        {"uth-cn", 1, "2c7d", "2dKhQs", "2x"},    /* a hidden pair */
        {"uth-cn", 1, "2c2d", "5dKhQs", "check"}, /* a pair of twos in the hand … */
        {"uth-cn", 1, "2c2d", "2hKhQs", "2x"},    /* … that became three of a kind */
        {"uth-cn", 1, "Tc3d", "5c6c9c", "2x"},    /* four to a flush with the ten in the hand … */
        {"uth-cn", 1, "9d3c", "5c6c8c", "check"}, /* … and with the three */
        {"uth-cn", 1, "9d4c", "KcKdKh", "check"}, /* three of a kind on the board */
        {"uth-cn", 1, "8d4c", "5c6d7h", "2x"},    /* a straight */
        {"uth-cn", 2, "2c7d", "2dKhQs9c8h", "1x"}, /* a hidden pair */
        {"uth-cn", 2, "2c7d", "3dKhQs9c8h", "fold"},
        {"uth-cn", 2, "Ac7d", "3dKhKs9c9h", "1x"}, /* few cards beat the ace beside two pair */
        {"pg-flush", 0, "7c2d", "", "fold"},
        {"pg-flush", 0, "8c2d", "", "bet"},
        {"pg-flush", 0, "7c2c", "", "bet"},
        {"pg-flush", 0, "4c3d", "", "fold"},
        {"pg-straight", 0, "4c3d", "", "bet"},
        {"pg-flush", 0, "2c2d", "", "bet"},
        {"pg-flush", 1, "2c7d", "2dKhQs", "bet"},
        {"pg-flush", 1, "3c7d", "2dKhQs", "check"},
        {"pg-flush", 1, "3c7c", "2cKcQs", "bet"},
        {"pg-flush", 1, "8c7d", "9hTsKs", "bet"},
        {"pg-flush", 1, "AcKd", "QhJs3s", "check"}, /* open at one end */
        {"pg-flush", 2, "8c7d", "9hTsKs2d", "bet"},
        {"pg-flush", 2, "3c7d", "2dKhQs9h", "check"},
        {"tcp-cn", 0, "Qc6d4h", "", "play"},
        {"tcp-cn", 0, "Qc6d3h", "", "fold"},
        {"tcp-cn", 0, "2c2d3h", "", "play"},
    };
    for (size_t i = 0; i < sizeof thumbs / sizeof thumbs[0]; i++) {
        struct cr_rules rules;
        cr_card hole[3], board[5];
        char word[CR_ACTION_TEXT_MAX];
        assert_int_equal(cr_rules_load(thumbs[i].rules, &rules, NULL), CR_OK);
        struct strategy *s = make(&rules, NULL, STRATEGY_SIMPLE, false);
        parse(thumbs[i].hole, hole, rules.game->hole_cards);
        parse(thumbs[i].board, board, rules.game->stages[thumbs[i].stage].board_visible);
        cr_action_format(&rules, thumbs[i].stage, strategy_decide(s, thumbs[i].stage, hole, board),
                         word);
        if (strcmp(word, thumbs[i].action) != 0)
            fail_msg("%s %s %s: %s, not %s", thumbs[i].rules, thumbs[i].hole, thumbs[i].board, word,
                     thumbs[i].action);
        strategy_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_the_best_of_their_position),
        cmocka_unit_test(flush_boards_are_right_too),
        cmocka_unit_test(starting_hands_are_those_of_the_analysis),
        cmocka_unit_test(a_board_for_everyone_takes_the_smallest_bet),
        cmocka_unit_test(equal_values_check),
        cmocka_unit_test(a_forfeited_side_bet_makes_hands_play),
        cmocka_unit_test(simple_strategies_are_as_printed),
    };
    return cmocka_run_group_tests(tests, prepare_all, release_all);
}
