/* The analysis of single positions and of the tables by turn card: against the manual (MATH-3),
 * against settlement of every deal, and against a slow recursion that shares no code with it. */
#include "data/manual_base_game.h"
#include "game/games/game.h"
#include "math/games/game_math.h"
#include "math/starts.h"
#include "support/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { FLUSH, STRAIGHT, PG_ODD, CN, RP, UTH_ODD, UTH_EDITED, RULES };

static struct cr_rules load(unsigned which)
{
    static const char *const names[RULES] = {
        "pg-flush", "pg-straight", "pg-flush", "uth-cn", "uth-rp", "tests/property/uth-odd.yaml",
        "uth-cn"};
    struct cr_rules rules;
    struct cr_err err = {0};
    if (cr_rules_load(names[which], &rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    rules.has_hand_limit = false; /* a limit in money cannot be part of a value per Ante */
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

static bool is_pg(const struct cr_rules *rules)
{
    return strcmp(cr_game_id(rules->game), "pg") == 0;
}

/* Shuffles the first `count` cards of a whole deck. */
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

static struct cr_position analyze(const struct cr_rules *rules, const cr_card *hole,
                                  const cr_card *board, size_t open, const cr_action *done,
                                  size_t done_count)
{
    struct cr_position position;
    struct cr_err err = {0};
    if (cr_analyze_position(rules, hole, board, open, done, done_count, &position, &err) != CR_OK)
        fail_msg("%s", err.text);
    return position;
}

/* ev must be sum / den in lowest terms. */
static void assert_value(struct cr_rational ev, wide sum, wide den)
{
    struct cr_rational reduced = {0, 0};
    assert_true(rational_reduce(sum, den, &reduced));
    assert_int_equal(ev.num, reduced.num);
    assert_int_equal(ev.den, reduced.den);
}

/* ---- The manual ---- */

static void assert_cell(const char *table, const char *row, struct cr_rational value,
                        const char *printed, char lost)
{
    char ours[MANUAL_TEXT_MAX], right[MANUAL_TEXT_MAX];
    manual_percent(value.num, value.den, ours);
    snprintf(right, sizeof right, "%s%s", lost == '-' ? "-" : "", printed);
    if (strcmp(ours, right) != 0)
        fail_msg("%s %s: %s, not %s", table, row, ours, right);
}

static void assert_row(const char *table, const struct manual_turn_row *row,
                       const struct cr_rational values[MANUAL_COLUMNS])
{
    for (unsigned i = 0; i < MANUAL_COLUMNS; i++)
        assert_cell(table, row->card, values[i], row->printed[i], row->lost[i]);
}

static void manual_cards(cr_card hole[2], cr_card flop[3])
{
    size_t n;
    assert_int_equal(cr_cards_parse(MANUAL_TURN_HOLE, strlen(MANUAL_TURN_HOLE), hole, 2, &n, NULL),
                     0);
    assert_int_equal(cr_cards_parse(MANUAL_TURN_FLOP, strlen(MANUAL_TURN_FLOP), flop, 3, &n, NULL),
                     0);
}

/* MATH-3: every cell of A.3 and A.6 to the last printed digit. */
static void turn_cards_are_those_of_the_manual(void **state)
{
    (void)state;
    cr_card hole[2], flop[3];
    manual_cards(hole, flop);
    for (unsigned m = 0; m < MANUAL_TURN_TABLES; m++) {
        const struct manual_turn_table *manual = &manual_turn_tables[m];
        struct cr_rules rules;
        struct cr_turn_table t;
        struct cr_err err = {0};
        assert_int_equal(cr_rules_load(manual->rules, &rules, &err), CR_OK);
        assert_int_equal(cr_turn_cards(&rules, hole, flop, &t, &err), CR_OK);
        assert_int_equal(t.count, MANUAL_TURN_CARDS);
        for (unsigned i = 0; i < t.count; i++) {
            const struct cr_turn_card *c = &t.cards[i];
            char card[CR_CARD_TEXT_MAX];
            cr_card_format(c->card, card);
            assert_string_equal(card, manual->rows[i].card);
            assert_row(
                manual->table, &manual->rows[i],
                (struct cr_rational[]){c->check_check, c->check_bet, c->bet_check, c->bet_bet});
        }
        assert_row(manual->table, &manual->total,
                   (struct cr_rational[]){t.total_check_check, t.total_check_bet, t.total_bet_check,
                                          t.total_bet_bet});
        assert_cell(manual->table, "check", t.check, manual->overall[0], manual->overall_lost[0]);
        assert_cell(manual->table, "bet", t.bet, manual->overall[1], manual->overall_lost[1]);
        assert_false(t.bets);
    }
}

static bool same(struct cr_rational a, struct cr_rational b)
{
    return a.num == b.num && a.den == b.den;
}

/* The table by turn card and the single positions must give the same values, for any bet sizes. */
static void turn_cards_agree_with_positions(void **state)
{
    (void)state;
    struct rng rng = {11};
    for (unsigned n = 0; n < 6; n++) {
        const struct cr_rules rules = load(n % 3);
        cr_card deck[CR_DECK_CARDS];
        struct cr_turn_table t;
        shuffle(&rng, 5, deck);
        assert_int_equal(cr_turn_cards(&rules, deck, deck + 2, &t, NULL), CR_OK);
        struct cr_position p = analyze(&rules, deck, deck + 2, 3, NULL, 0);
        assert_int_equal(p.option_count, 2);
        assert_true(same(p.options[0].ev, t.check) && same(p.options[1].ev, t.bet));
        assert_int_equal(p.best, t.bets);
        cr_action done[2] = {cr_action_bet(multiple_min(rules.multiples[0])), CR_CHECK};
        for (unsigned i = 0; i < t.count; i++) {
            cr_card board[4] = {deck[2], deck[3], deck[4], t.cards[i].card};
            done[1] = CR_CHECK;
            p = analyze(&rules, deck, board, 4, done, 2);
            assert_true(same(p.options[0].ev, t.cards[i].check_check));
            assert_true(same(p.options[1].ev, t.cards[i].check_bet));
            p = analyze(&rules, deck, board, 4, NULL, 0); /* after checking on the turn */
            assert_true(same(p.options[1].ev, t.cards[i].check_bet));
            done[1] = cr_action_bet(multiple_min(rules.multiples[1]));
            p = analyze(&rules, deck, board, 4, done, 2);
            assert_true(same(p.options[0].ev, t.cards[i].bet_check));
            assert_true(same(p.options[1].ev, t.cards[i].bet_bet));
        }
    }
}

/* ---- Settlement of every deal ---- */

#define ANTE_MICRO (INT64_C(60) * CR_MICRO_PER_UNIT) /* every ratio above pays whole cents */

/* The net result of all 990 deals of the dealer's cards on a board, settled by cr_settle, in
 * millionths. */
static wide settle_all(const struct cr_rules *rules, const cr_card deck[CR_DECK_CARDS],
                       const cr_action *actions, unsigned count)
{
    struct cr_round round = {0};
    struct cr_seat *seat = &round.seats[2];
    struct cr_settlement out;
    struct cr_err err = {0};
    wide sum = 0;
    seat->taken = true;
    memcpy(seat->cards, deck, 2);
    memcpy(round.board, deck + 2, 5);
    memcpy(seat->actions, actions, count);
    seat->action_count = (uint8_t)count;
    seat->wagers[rules->game->ante].micro = ANTE_MICRO;
    if (!is_pg(rules))
        seat->wagers[cr_slot_find(rules->game, "blind", 5)].micro = ANTE_MICRO;
    for (unsigned i = 8; i < CR_DECK_CARDS; i++) {
        for (unsigned k = 7; k < i; k++) {
            round.dealer[0] = deck[i];
            round.dealer[1] = deck[k];
            if (cr_settle(rules, NULL, NULL, &round, &out, &err) != CR_OK)
                fail_msg("%s", err.text);
            sum += out.seats[2].net.micro;
        }
    }
    return sum;
}

/* The same sum, from the counts that the analysis uses. */
static wide count_all(const struct cr_rules *rules, const cr_card deck[CR_DECK_CARDS],
                      unsigned bets)
{
    static struct runouts runouts;
    const struct holdem_pays *on_board = game_math_of(rules->game)->holdem;
    const int64_t scale = on_board->scale(rules);
    runouts_count(rules, deck, deck + 2, 5, &runouts);
    const struct payoff pays = board_payoff(on_board, rules, scale, &runouts.boards[0][1]);
    const wide sum = (pays.placed + bets * pays.per_bet) * ANTE_MICRO;
    assert_true(sum % scale == 0);
    return sum / scale;
}

/* PG-5, UTH-7, UTH-8, UTH-9: a board pays what settlement pays, whatever was bet. */
static void boards_pay_what_settlement_pays(void **state)
{
    (void)state;
    struct rng rng = {22};
    for (unsigned which = 0; which < RULES; which++) {
        const struct cr_rules rules = load(which);
        const unsigned stage = is_pg(&rules) ? 0 : 2;
        cr_action actions[CR_STAGES] = {CR_CHECK, CR_CHECK, CR_CHECK};
        actions[stage] = cr_action_bet(multiple_min(rules.multiples[stage]));
        for (unsigned n = 0; n < 50; n++) {
            cr_card deck[CR_DECK_CARDS];
            shuffle(&rng, 7, deck);
            assert_true(settle_all(&rules, deck, actions, 3) ==
                        count_all(&rules, deck, multiple_min(rules.multiples[stage])));
        }
    }
}

/* Hands that random boards seldom contain. */
static void rare_boards_pay_what_settlement_pays(void **state)
{
    (void)state;
    static const char *const deals[] = {"AsKsQsJsTs2d3c", "2c3dAsKsQsJsTs", "9h8h7h6h5h2c2d",
                                        "AcAdAhAs2c2d2h", "KcKdKhQcQd2s3s", "2h7hAh9h3hKcQd",
                                        "2c4d3h5d6sKhKd", "2c7d3h4d5sKhJd", "3c2d4h6d9sKhTd"};
    for (unsigned which = 0; which < RULES; which++) {
        const struct cr_rules rules = load(which);
        const unsigned stage = is_pg(&rules) ? 0 : 2;
        cr_action actions[CR_STAGES] = {CR_CHECK, CR_CHECK, CR_CHECK};
        actions[stage] = cr_action_bet(multiple_min(rules.multiples[stage]));
        for (unsigned n = 0; n < sizeof deals / sizeof deals[0]; n++) {
            struct cr_deck deck;
            cr_card cards[7];
            size_t count;
            assert_int_equal(cr_cards_parse(deals[n], 14, cards, 7, &count, NULL), CR_OK);
            assert_int_equal(cr_deck_from_list(&deck, cards, 7, NULL), CR_OK);
            assert_true(settle_all(&rules, deck.cards, actions, 3) ==
                        count_all(&rules, deck.cards, multiple_min(rules.multiples[stage])));
        }
    }
}

/* UTH-7: dealers' hands that only just qualify or fail to. */
static void the_last_qualifying_rank_counts(void **state)
{
    (void)state;
    struct rng rng = {66};
    struct cr_rules rules = load(CN);
    const cr_action actions[CR_STAGES] = {CR_CHECK, CR_CHECK, cr_action_bet(1)};
    for (unsigned n = 0; n < 20; n++) {
        cr_card deck[CR_DECK_CARDS];
        shuffle(&rng, 7, deck);
        for (unsigned below = 0; below < 2; below++) {
            rules.qualifying_rank = (uint16_t)(cr_eval7(deck) - below);
            assert_true(settle_all(&rules, deck, actions, 3) == count_all(&rules, deck, 1));
        }
    }
}

/* UTH-5: with the whole board open, each option's value is the mean of its 990 settled deals. */
static void river_options_are_settled_deals(void **state)
{
    (void)state;
    struct rng rng = {33};
    for (unsigned which = CN; which < RULES; which++) {
        const struct cr_rules rules = load(which);
        for (unsigned n = 0; n < 50; n++) {
            cr_card deck[CR_DECK_CARDS];
            shuffle(&rng, 7, deck);
            const struct cr_position p = analyze(&rules, deck, deck + 2, 5, NULL, 0);
            cr_action actions[CR_STAGES] = {CR_CHECK, CR_CHECK}, legal[CR_LEGAL_MAX];
            assert_int_equal(p.option_count, cr_legal_actions(&rules, actions, 2, legal));
            for (unsigned i = 0; i < p.option_count; i++) {
                actions[2] = legal[i];
                assert_int_equal(p.options[i].action, legal[i]);
                assert_value(p.options[i].ev, settle_all(&rules, deck, actions, 3),
                             (wide)ANTE_MICRO * RUNOUT_DEALERS);
                assert_true(rational_compare(p.options[p.best].ev, p.options[i].ev) >= 0);
            }
        }
    }
}

/* UTH-11: with the Ante of the settled deals, the limit on a hand's pays cuts the same amounts as
 * settlement. The limits cut every pay above 60, pays of Ante and Play of some sizes, or only the
 * Blind's best pays. */
static void a_limit_cuts_what_settlement_cuts(void **state)
{
    (void)state;
    static const int32_t limits[] = {60, 151, 3000, 30060, 50000};
    const struct cr_money ante = cr_money_from_micro(ANTE_MICRO);
    struct rng rng = {77};
    for (unsigned n = 0; n < 60; n++) {
        struct cr_rules rules = load(CN + n % (RULES - CN));
        cr_card deck[CR_DECK_CARDS];
        struct cr_position p;
        struct cr_err err = {0};
        rules.has_hand_limit = true;
        rules.hand_limit = cr_money_from_units(limits[n % 5]);
        shuffle(&rng, 7, deck);
        if (n % 6 == 0) { /* a royal flush, which random cards hardly ever are */
            struct cr_deck full;
            cr_card royal[7];
            size_t count;
            assert_int_equal(cr_cards_parse("AsKsQsJsTs2d3c", 14, royal, 7, &count, NULL), CR_OK);
            assert_int_equal(cr_deck_from_list(&full, royal, 7, NULL), CR_OK);
            memcpy(deck, full.cards, sizeof deck);
        }
        if (cr_analyze_position_for(&rules, ante, deck, deck + 2, 5, NULL, 0, &p, &err) != CR_OK)
            fail_msg("%s", err.text);
        for (unsigned i = 0; i < p.option_count; i++) {
            const cr_action actions[CR_STAGES] = {CR_CHECK, CR_CHECK, p.options[i].action};
            assert_value(p.options[i].ev, settle_all(&rules, deck, actions, 3),
                         (wide)ANTE_MICRO * RUNOUT_DEALERS);
        }
    }
}

/* A royal flush on the flop is paid ten Antes if that is the limit, whatever the decision is. */
static void a_limit_counts_before_the_river(void **state)
{
    (void)state;
    struct cr_rules rules;
    struct cr_position p;
    cr_card cards[5];
    size_t count;
    assert_int_equal(cr_rules_load("uth-rp", &rules, NULL), CR_OK);
    assert_int_equal(cr_cards_parse("AsKsQsJsTs", 10, cards, 5, &count, NULL), CR_OK);
    assert_int_equal(cr_analyze_position_for(&rules, cr_money_from_units(5000), cards, cards + 2, 3,
                                             NULL, 0, &p, NULL),
                     CR_OK);
    for (unsigned i = 0; i < p.option_count; i++)
        assert_value(p.options[i].ev, 10, 1);
    assert_int_equal(p.best, 0); /* the smaller of equally good wagers */
    /* With an Ante so small that no pay reaches the limit, the values are those without a limit. */
    struct cr_position without;
    assert_int_equal(cr_analyze_position_for(&rules, cr_money_from_units(10), cards, cards + 2, 3,
                                             NULL, 0, &p, NULL),
                     CR_OK);
    without = analyze(&rules, cards, cards + 2, 3, NULL, 0);
    assert_memory_equal(&p, &without, sizeof p);
}

/* ---- A slow recursion ---- */

#define SCALE 60 /* every ratio above is a whole number of sixtieths */

/* All deals of a board, compared one by one. placed sums the results of the wagers placed before
 * the deal, bet the result of each Ante that is bet later. */
static void slow_board(const struct cr_rules *rules, const cr_card deck[CR_DECK_CARDS],
                       const cr_card board[5], int64_t *placed, int64_t *bet)
{
    cr_card mine[7] = {deck[0], deck[1]}, theirs[7];
    memcpy(mine + 2, board, 5);
    memcpy(theirs + 2, board, 5);
    const uint16_t rank = cr_eval7(mine);
    const enum cr_category category = cr_rank_category(rank);
    const struct cr_ratio blind = rules->pays[2].pays[category];
    *placed = *bet = 0;
    for (unsigned i = 6; i < CR_DECK_CARDS; i++) {
        for (unsigned k = 5; k < i; k++) {
            theirs[0] = deck[i];
            theirs[1] = deck[k];
            if (deck[i] == board[3] || deck[i] == board[4] || deck[k] == board[3] ||
                deck[k] == board[4])
                continue;
            const uint16_t dealer = cr_eval7(theirs);
            const int result = rank < dealer ? 1 : rank > dealer ? -1 : 0;
            *bet += result * SCALE;
            if (is_pg(rules)) {
                *placed += result > 0 && category < rules->ante_pays_from ? 0 : result * SCALE;
                continue;
            }
            *placed += dealer <= rules->qualifying_rank ? result * SCALE : 0;
            if (result > 0 && blind.num > 0)
                *placed += (int64_t)SCALE * blind.num / blind.den;
            else if (result < 0)
                *placed -= SCALE;
        }
    }
}

/* Sums over all boards of a position with three open cards. */
struct slow {
    int64_t placed, bet;
    int64_t later; /* pg: the river bets worth making, per Ante; uth: the river played best */
};

static int64_t slow_river(const struct cr_rules *rules, int64_t placed, int64_t bet)
{
    int64_t best = -2 * SCALE * RUNOUT_DEALERS;
    for (unsigned k = 1; k <= CR_MULTIPLES; k++)
        if (rules->multiples[2] & 1u << k && placed + k * bet > best)
            best = placed + k * bet;
    return best;
}

static struct slow slow_flop(const struct cr_rules *rules, const cr_card deck[CR_DECK_CARDS])
{
    int64_t by_turn[CR_DECK_CARDS] = {0};
    struct slow sum = {0};
    for (unsigned i = 6; i < CR_DECK_CARDS; i++) {
        for (unsigned k = 5; k < i; k++) {
            const cr_card board[5] = {deck[2], deck[3], deck[4], deck[i], deck[k]};
            int64_t placed, bet;
            slow_board(rules, deck, board, &placed, &bet);
            sum.placed += 2 * placed;
            sum.bet += 2 * bet;
            by_turn[i] += bet;
            by_turn[k] += bet;
            if (!is_pg(rules))
                sum.later += 2 * slow_river(rules, placed, bet);
        }
    }
    for (unsigned i = 5; i < CR_DECK_CARDS && is_pg(rules); i++)
        sum.later += by_turn[i] > 0 ? by_turn[i] : 0;
    return sum;
}

/* PG-4, UTH-5: the options after the flop, against the slow recursion. */
static void flop_options_are_those_of_a_slow_recursion(void **state)
{
    (void)state;
    const wide den = (wide)SCALE * RUNOUT_CARDS * RUNOUT_RIVERS * RUNOUT_DEALERS;
    struct rng rng = {44};
    for (unsigned which = 0; which < RULES; which++) {
        const struct cr_rules rules = load(which);
        const unsigned before = is_pg(&rules) ? multiple_min(rules.multiples[0]) : 0;
        for (unsigned n = 0; n < 3; n++) {
            cr_card deck[CR_DECK_CARDS];
            shuffle(&rng, 5, deck);
            const struct cr_position p = analyze(&rules, deck, deck + 2, 3, NULL, 0);
            const struct slow s = slow_flop(&rules, deck);
            assert_string_equal(p.options[0].name, "check");
            for (unsigned i = 0; i < p.option_count; i++) {
                const unsigned bets = before + cr_action_multiple(p.options[i].action);
                const wide shown = s.placed + bets * (wide)s.bet;
                const wide value = is_pg(&rules)
                                       ? shown + multiple_min(rules.multiples[2]) * (wide)s.later
                                   : bets == 0 ? s.later
                                               : shown;
                assert_value(p.options[i].ev, value, den);
            }
        }
    }
}

/* uth with the turn card open, where no decision is due: the value of waiting is the mean over the
 * river cards. */
static void between_decisions_one_waits(void **state)
{
    (void)state;
    struct rng rng = {55};
    for (unsigned which = CN; which < RULES; which++) {
        const struct cr_rules rules = load(which);
        cr_card deck[CR_DECK_CARDS], board[5];
        const wide den = (wide)SCALE * RUNOUT_DEALERS;
        wide sum = 0;
        shuffle(&rng, 6, deck);
        memcpy(board, deck + 2, 4);
        for (unsigned i = 6; i < CR_DECK_CARDS; i++) {
            board[4] = deck[i];
            const struct cr_position p = analyze(&rules, deck, board, 5, NULL, 0);
            assert_true(den % p.options[p.best].ev.den == 0);
            sum += den / p.options[p.best].ev.den * p.options[p.best].ev.num;
        }
        const struct cr_position p = analyze(&rules, deck, board, 4, NULL, 0);
        assert_int_equal(p.option_count, 1);
        assert_int_equal(p.options[0].action, CR_CHECK);
        assert_string_equal(p.options[0].name, "check");
        assert_value(p.options[0].ev, sum, den * RUNOUT_RIVERS);
    }
}

/* Of options with the same value the smaller wager is best. With a royal flush on the board every
 * hand ties, so all bets are worth the same. */
static void equal_options_take_the_smaller_wager(void **state)
{
    (void)state;
    const struct cr_rules rules = load(UTH_EDITED);
    cr_card cards[7];
    size_t n;
    assert_int_equal(cr_cards_parse("2c3dAsKsQsJsTs", 14, cards, 7, &n, NULL), CR_OK);
    const struct cr_position p = analyze(&rules, cards, cards + 2, 5, NULL, 0);
    assert_int_equal(p.option_count, 3);
    assert_string_equal(p.options[0].name, "fold");
    assert_string_equal(p.options[1].name, "1x");
    assert_string_equal(p.options[2].name, "4x");
    assert_value(p.options[0].ev, -2, 1);
    assert_value(p.options[1].ev, 0, 1);
    assert_value(p.options[2].ev, 0, 1);
    assert_int_equal(p.best, 1);
}

/* A game without a board has an analysis of its own (TCP-2). */
static void three_cards_have_one_decision(void **state)
{
    (void)state;
    struct cr_rules rules;
    cr_card hole[3];
    size_t n;
    assert_int_equal(cr_rules_load("tcp-cn", &rules, NULL), CR_OK);
    assert_int_equal(cr_cards_parse("Qs6h4d", 6, hole, 3, &n, NULL), CR_OK);
    const struct cr_position p = analyze(&rules, hole, NULL, 0, NULL, 0);
    assert_int_equal(p.option_count, 2);
    assert_string_equal(p.options[0].name, "fold");
    assert_value(p.options[0].ev, -1, 1);
    assert_string_equal(p.options[1].name, "play");
    assert_int_equal(p.best, 1);
}

/* ---- Invalid questions ---- */

struct question {
    const char *rules, *cards; /* hole cards, then the board */
    cr_action done[4];
    unsigned done_count;
    int code;
    const char *says;
};

#define BET(k) (CR_BET_1X + (k)-1)

static const struct question faults[] = {
    {"uth-cn", "As7d8d", {0}, 0, CR_E_INPUT, "1 board cards; 0, 3, 4 or 5"},
    {"uth-cn", "As7d8d9d", {0}, 0, CR_E_INPUT, "2 board cards; 0, 3, 4 or 5"},
    {"uth-cn", "As7d8d9dJs2c3h4h", {0}, 0, CR_E_INPUT, "6 board cards; 0, 3, 4 or 5"},
    {"tcp-cn", "As7d8d9d", {0}, 0, CR_E_INPUT, "has no board"},
    {"lir-rp", "As7d8d9dJs2c3h4h5h", {0}, 0, CR_E_INPUT, "6 board cards; Let It Ride has 2"},
    {"ms-rp", "As7d8d9dJs2c3h4h", {0}, 0, CR_E_INPUT, "6 board cards; Mississippi Stud has 3"},
    {"uth-cn", "As7d8d9dAs", {0}, 0, CR_E_INPUT, "the card As is there twice"},
    {"pg-flush", "AsAs8d9dJs", {0}, 0, CR_E_INPUT, "the card As is there twice"},
    {"pg-flush", "As7d8d9dJs", {BET(3)}, 1, CR_E_INPUT, "action 1 is none of those"},
    {"pg-flush", "As7d8d9dJs", {CR_CHECK}, 1, CR_E_INPUT, "action 1 is none of those"},
    {"pg-flush", "As7d8d9dJs", {CR_FOLD}, 1, CR_E_STATE, "nothing is left to decide"},
    {"pg-flush", "As7d8d9dJs", {CR_FOLD, CR_CHECK}, 2, CR_E_INPUT, "after the seat's last"},
    {"pg-flush", "As7d8d9dJs", {BET(2), BET(1)}, 2, CR_E_INPUT, "1 decisions come before"},
    {"pg-flush", "As7d8d9dJs2c", {BET(2)}, 1, CR_E_INPUT, "2 decisions come before"},
    {"pg-flush", "As7d8d9dJs2c3h", {0}, 0, CR_E_STATE, "nothing is left to decide"},
    {"pg-flush", "As7d8d9dJs2c3h", {BET(2), BET(1)}, 2, CR_E_STATE, "nothing is left to decide"},
    {"uth-cn", "As7d8d9dJs", {BET(4)}, 1, CR_E_STATE, "nothing is left to decide"},
    {"uth-cn", "As7d8d9dJs2c3h", {CR_CHECK, BET(2)}, 2, CR_E_STATE, "nothing is left to decide"},
    {"uth-cn", "As7d8d9dJs2c3h", {CR_CHECK, BET(1)}, 2, CR_E_INPUT, "the decision \"flop\""},
    {"uth-cn", "As7d8d9dJs2c3h", {CR_CHECK}, 1, CR_E_INPUT, "2 decisions come before"},
    {"uth-cn", "As7d8d9dJs2c", {CR_CHECK}, 1, CR_E_INPUT, "2 decisions come before"},
    {"uth-cn", "As7d", {CR_CHECK}, 1, CR_E_INPUT, "0 decisions come before"},
    {"uth-cn", "As7d8d9dJs", {2, 2, 2, 2}, 4, CR_E_INPUT, "4 actions;"},
};

static void faults_say_what_is_wrong(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct question *q = &faults[i];
        struct cr_rules rules;
        struct cr_position out, before;
        struct cr_err err = {0};
        cr_card cards[9];
        size_t n;
        assert_int_equal(cr_rules_load(q->rules, &rules, &err), CR_OK);
        assert_int_equal(cr_cards_parse(q->cards, strlen(q->cards), cards, 9, &n, &err), CR_OK);
        const unsigned hole = cr_game_hole_cards(rules.game);
        memset(&out, 7, sizeof out);
        memset(&before, 7, sizeof before);
        int rc = cr_analyze_position(&rules, cards, cards + hole, n - hole, q->done, q->done_count,
                                     &out, &err);
        if (rc != q->code || !strstr(err.text, q->says))
            fail_msg("question %u: %d, %s", i, rc, err.text);
        assert_memory_equal(&out, &before, sizeof out);
        assert_int_equal(cr_analyze_position(&rules, cards, cards + hole, n - hole, q->done,
                                             q->done_count, &out, NULL),
                         q->code);
    }
}

static void what_is_no_card_is_a_fault(void **state)
{
    (void)state;
    const struct cr_rules pg = load(FLUSH), uth = load(CN);
    const cr_card good[2] = {0, 1}, bad[3] = {2, 3, 52}, flop[3] = {2, 3, 4}, twice[3] = {2, 3, 1};
    const cr_card same[2] = {0, 0};
    struct cr_position position;
    struct cr_turn_table table;
    struct cr_outcome_table outcomes;
    struct cr_err err = {0};
    assert_int_equal(cr_analyze_position(&uth, good, bad, 3, NULL, 0, &position, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "52 is not a card"));
    assert_int_equal(cr_turn_cards(&pg, good, bad, &table, &err), CR_E_INPUT);
    assert_int_equal(cr_turn_cards(&pg, good, twice, &table, &err), CR_E_INPUT);
    assert_int_equal(cr_turn_cards(&uth, good, flop, &table, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "turn bet"));
    assert_int_equal(cr_outcomes(&pg, bad + 1, NULL, &outcomes, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "52 is not a card"));
    assert_int_equal(cr_outcomes(&pg, same, NULL, &outcomes, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "the card 2c is there twice"));
}

/* Pay ratios whose common denominator does not fit are refused, never rounded. */
static void fractions_that_do_not_fit_are_a_fault(void **state)
{
    (void)state;
    static const int32_t primes[] = {999983, 999979, 999961, 999959, 999953, 999931};
    struct cr_rules rules = load(CN);
    const cr_card cards[5] = {0, 5, 10, 15, 20};
    struct cr_position position;
    struct cr_err err = {0};
    for (unsigned c = 0; c < 6; c++)
        rules.pays[2].pays[CR_STRAIGHT + c] = (struct cr_ratio){1000000, primes[c]};
    assert_int_equal(cr_analyze_position(&rules, cards, cards + 2, 3, NULL, 0, &position, &err),
                     CR_E_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turn_cards_are_those_of_the_manual),
        cmocka_unit_test(turn_cards_agree_with_positions),
        cmocka_unit_test(boards_pay_what_settlement_pays),
        cmocka_unit_test(rare_boards_pay_what_settlement_pays),
        cmocka_unit_test(the_last_qualifying_rank_counts),
        cmocka_unit_test(river_options_are_settled_deals),
        cmocka_unit_test(a_limit_cuts_what_settlement_cuts),
        cmocka_unit_test(a_limit_counts_before_the_river),
        cmocka_unit_test(flop_options_are_those_of_a_slow_recursion),
        cmocka_unit_test(between_decisions_one_waits),
        cmocka_unit_test(equal_options_take_the_smaller_wager),
        cmocka_unit_test(three_cards_have_one_decision),
        cmocka_unit_test(faults_say_what_is_wrong),
        cmocka_unit_test(what_is_no_card_is_a_fault),
        cmocka_unit_test(fractions_that_do_not_fit_are_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
