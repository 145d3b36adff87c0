/* Rounds against the dealer: the same question has the same answer, cards are shown only when their
 * time comes, and the amounts are those that `croupier settle` gives for the same cards. */
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/study/analyses.h"
#include "settled.h"
#include "support/rng.h"

#include <croupier/analysis.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 1000

static const struct {
    const char *rules, *progressive, *wagers;
} games[] = {
    {"uth-cn", "cn", "{\"ante\":\"10\",\"trips\":\"5\",\"progressive\":\"1\"}"},
    {"uth-rp", "rp", "{\"ante\":\"25\",\"blind\":\"25\",\"progressive\":\"1\"}"},
    {"pg-flush", "ptha-1", "{\"ante\":\"15.50\",\"progressive\":\"1\"}"},
    {"pg-straight", NULL, "{\"ante\":\"100\"}"},
    {"tcp-cn", NULL, "{\"ante\":\"10\",\"pair_plus\":\"7\"}"},
    {"uth-cn", NULL, "{\"trips\":\"5\"}"},
    {"lir-rp", "rp", "{\"bet3\":\"10\",\"bonus\":\"5\",\"progressive\":\"1\"}"},
    {"ms-rp", "rp", "{\"ante\":\"10\",\"bonus\":\"5\",\"progressive\":\"1\"}"},
    {"fcp-rp", "rp", "{\"ante\":\"10\",\"aces_up\":\"5\",\"progressive\":\"1\"}"},
    {"fcp-rp", NULL, "{\"aces_up\":\"5\"}"},
};
#define GAMES (sizeof games / sizeof games[0])

/* Asks for a round of a game; actions is the inside of a JSON list. */
static const struct json_node *ask(size_t game, unsigned round, unsigned seat, unsigned neighbours,
                                   const char *actions, bool advice)
{
    char progressive[48] = "null";
    if (games[game].progressive)
        snprintf(progressive, sizeof progressive, "\"%s\"", games[game].progressive);
    return talk_ask(PRACTICE_ROUND,
                    "{\"rules\":\"%s\",\"progressive\":%s,\"seed\":77,\"round\":%u,\"seat\":%u,"
                    "\"neighbours\":%u,\"wagers\":%s,\"actions\":[%s],\"advice\":%s}",
                    games[game].rules, progressive, round, seat, neighbours, games[game].wagers,
                    actions, advice ? "true" : "false");
}

static const struct json_node *seat_of(const struct json_node *root, unsigned number)
{
    const struct json_node *seats = talk_in(root, "seats");
    char digits[8];
    snprintf(digits, sizeof digits, "%u", number);
    for (uint32_t i = 0; i < seats->count; i++)
        if (strcmp(talk_word(talk_in(talk_at(seats, i), "seat")), digits) == 0)
            return talk_at(seats, i);
    fail_msg("no seat %u in %s", number, talk_text());
    return NULL;
}

/* ---- Hidden cards ---- */

static void check_hidden(const struct json_node *root, const struct cr_game *game, unsigned own)
{
    const struct json_node *seats = talk_in(root, "seats");
    assert_int_equal(talk_in(talk_in(root, "dealer"), "cards")->count, game->dealer_open);
    assert_int_equal(talk_in(talk_in(root, "dealer"), "name")->kind, JSON_NULL);
    assert_int_equal(talk_in(talk_in(root, "dealer"), "qualifies")->kind, JSON_NULL);
    assert_int_equal(talk_in(root, "settlement")->count, 0);
    assert_int_equal(talk_in(root, "announcement")->kind, JSON_NULL);
    assert_int_equal(talk_in(root, "net")->kind, JSON_NULL);
    for (uint32_t i = 0; i < seats->count; i++) {
        const struct json_node *seat = talk_at(seats, i);
        const bool is_own = (unsigned)talk_number(talk_in(seat, "seat")) == own;
        assert_int_equal(talk_flag(seat, "you"), is_own);
        assert_int_equal(talk_in(seat, "cards")->count > 0, is_own);
        assert_int_equal(talk_in(seat, "outcome")->kind, JSON_NULL);
        assert_int_equal(talk_in(seat, "net")->kind, JSON_NULL);
        if (!is_own)
            assert_int_equal(talk_in(seat, "name")->kind, JSON_NULL);
    }
}

/* The board shows the cards that are open at the decision, and no others. */
static void check_board(const struct json_node *root, const struct cr_game *game)
{
    for (unsigned i = 0; i < game->stage_count; i++)
        if (talk_is(talk_in(root, "stage"), game->stages[i].name))
            assert_int_equal(talk_in(root, "board")->count, game->stages[i].board_visible);
}

/* ---- Amounts ---- */

static struct cr_money amount_of(const struct json_node *node)
{
    struct cr_money out;
    const bool is_negative = node->text[0] == '-';
    assert_int_equal(cr_money_parse(node->text + is_negative, node->len - is_negative,
                                    CR_MONEY_MICRO, &out, NULL),
                     CR_OK);
    return cr_money_from_micro(is_negative ? -out.micro : out.micro);
}

static void check_lines(const struct json_node *root, const struct settled *s)
{
    const struct json_node *lines = talk_in(root, "settlement");
    struct cr_money sums[CR_SEATS][CR_SLOTS + 1] = {{{0}}};
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct json_node *line = talk_at(lines, i), *name = talk_in(line, "slot");
        const unsigned seat = (unsigned)talk_number(talk_in(line, "seat"));
        const unsigned slot = cr_slot_find(s->rules.game, name->text, name->len);
        const struct cr_money pays = amount_of(talk_in(line, "pays"));
        sums[seat - 1][slot].micro += pays.micro;
        assert_true(talk_in(line, "rule")->len >= 4);
        assert_true(talk_in(line, "why")->len > 5);
        if (slot < CR_SLOTS)
            assert_int_equal(amount_of(talk_in(line, "stake")).micro,
                             s->settlement.seats[seat - 1].wagers[slot].stake.micro);
    }
    for (unsigned i = 0; i < CR_SEATS; i++)
        for (unsigned slot = 0; slot < CR_SLOTS; slot++)
            assert_int_equal(sums[i][slot].micro, s->settlement.seats[i].wagers[slot].pays.micro);
}

static void check_settled(const struct json_node *root, size_t game, unsigned own)
{
    static struct settled s;
    settled_from(root, games[game].rules, games[game].progressive, &s);
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!s.settlement.seats[i].taken)
            continue;
        const struct json_node *seat = seat_of(root, i + 1);
        assert_int_equal(amount_of(talk_in(seat, "net")).micro, s.settlement.seats[i].net.micro);
    }
    assert_int_equal(amount_of(talk_in(root, "net")).micro, s.settlement.seats[own - 1].net.micro);
    check_lines(root, &s);
    const struct json_node *meters = talk_in(root, "meters");
    assert_int_equal(meters->count, games[game].progressive ? s.progressive.meter_count : 0);
    for (uint32_t m = 0; m < meters->count; m++)
        assert_int_equal(amount_of(talk_in(talk_at(meters, m), "amount")).micro,
                         s.settlement.meters.meters[m].amount.micro);
    assert_int_equal(talk_in(root, "legal")->count, 0);
    assert_int_equal(talk_in(root, "board")->count, s.rules.game->board_cards);
}

/* Plays a round with random actions; returns its number of decisions. */
static unsigned play(struct rng *rng, size_t game, unsigned round)
{
    struct cr_rules rules;
    char actions[64] = "";
    const unsigned own = 1 + (unsigned)(rng_next(rng) % CR_SEATS);
    const unsigned neighbours = (unsigned)(rng_next(rng) % CR_SEATS);
    unsigned decisions = 0;
    assert_int_equal(cr_rules_load(games[game].rules, &rules, NULL), CR_OK);
    const struct json_node *root = ask(game, round, own, neighbours, actions, false);
    while (talk_is(talk_in(root, "phase"), "acting")) {
        check_hidden(root, rules.game, own);
        check_board(root, rules.game);
        const struct json_node *legal = talk_in(root, "legal");
        assert_true(legal->count > 0);
        const struct json_node *pick = talk_at(legal, (uint32_t)(rng_next(rng) % legal->count));
        const size_t used = strlen(actions);
        snprintf(actions + used, sizeof actions - used, "%s\"%s\"", used ? "," : "",
                 talk_word(talk_in(pick, "action")));
        root = ask(game, round, own, neighbours, actions, false);
        decisions++;
    }
    assert_int_equal(talk_in(root, "seats")->count, 1 + neighbours);
    check_settled(root, game, own);
    return decisions;
}

static void the_money_is_what_settle_makes_of_it(void **state)
{
    (void)state;
    struct rng rng = {20};
    unsigned decisions[GAMES] = {0};
    for (unsigned round = 1; round <= ROUNDS; round++)
        decisions[round % GAMES] += play(&rng, round % GAMES, round);
    for (size_t i = 0; i < GAMES; i++)
        assert_int_equal(decisions[i] > 0, /* a seat with a side bet alone decides nothing */
                         strstr(games[i].wagers, "ante") || strstr(games[i].wagers, "bet3"));
}

static void the_same_question_has_the_same_answer(void **state)
{
    (void)state;
    for (size_t game = 0; game < GAMES; game++) {
        ask(game, 5, 3, 4, "", false);
        char *first = strdup(talk_text());
        ask((game + 1) % GAMES, 9, 1, 6, "", false);
        ask(game, 5, 3, 4, "", false);
        assert_string_equal(talk_text(), first);
        ask(game, 6, 3, 4, "", false);
        assert_string_not_equal(talk_text(), first);
        free(first);
    }
}

/* An action does not change cards that were dealt before it. */
static void an_action_changes_nothing_that_was_seen(void **state)
{
    (void)state;
    for (unsigned round = 1; round <= 20; round++) {
        char own[2][32];
        const char *const actions[2] = {"\"check\"", "\"check\",\"check\""};
        for (unsigned i = 0; i < 2; i++) {
            const struct json_node *root = ask(0, round, 4, 3, actions[i], false);
            const struct json_node *cards = talk_in(seat_of(root, 4), "cards");
            snprintf(own[i], sizeof own[i], "%s %s", talk_word(talk_at(cards, 0)),
                     talk_word(talk_at(talk_in(root, "board"), 0)));
        }
        assert_string_equal(own[0], own[1]);
    }
}

/* ---- Advice ---- */

/* The values of the options with all wagers of a seat that is alone at the table. */
static struct cr_position everything(size_t game, const struct cr_rules *rules, const cr_card *hole,
                                     const cr_card *open, size_t count)
{
    static struct analyses analyses;
    struct cr_progressive progressive;
    struct cr_meters meters;
    struct felt_wagers from = {.bets = 1};
    struct felt felt;
    struct cr_position out;
    if (games[game].progressive) {
        assert_int_equal(cr_progressive_load(games[game].progressive, &progressive, NULL), CR_OK);
        cr_meters_init(&progressive, &meters);
        from.progressive = &progressive;
        from.meters = &meters;
    }
    const struct json_node *wagers = talk_in(seat_of(ask(game, 3, 4, 0, "", false), 4), "wagers");
    const struct json_node *node = json_first(wagers);
    for (unsigned i = 0; i < wagers->count; i++, node = json_next(node)) {
        from.wagers[cr_slot_find(rules->game, node->key, node->key_len)] = amount_of(node);
    }
    assert_int_equal(felt_make(rules, &from, &felt, NULL), CR_OK);
    assert_int_equal(analyses_felt(&analyses, rules, &felt, hole, open, count, NULL, 0, &out, NULL),
                     CR_OK);
    return out;
}

static void advice_is_exact(void **state)
{
    (void)state;
    for (unsigned round = 1; round <= 30; round++) {
        const struct json_node *root = ask(4, round, 4, 2, "", true);
        const struct json_node *advice = talk_in(root, "advice"),
                               *options = talk_in(advice, "options");
        struct cr_rules rules;
        struct cr_position position;
        cr_card hole[3];
        assert_int_equal(cr_rules_load("tcp-cn", &rules, NULL), CR_OK);
        for (unsigned i = 0; i < 3; i++) {
            const struct json_node *card = talk_at(talk_in(seat_of(root, 4), "cards"), i);
            assert_int_equal(cr_card_parse(card->text, card->len, &hole[i], NULL), CR_OK);
        }
        assert_int_equal(talk_in(advice, "counted")->count, 2); /* Ante and Pair Plus */
        assert_int_equal(options->count, 2);
        char said[2][CR_RATIONAL_TEXT_MAX], best[8], other[16];
        for (unsigned i = 0; i < 2; i++)
            snprintf(said[i], sizeof said[i], "%s",
                     talk_word(talk_in(talk_at(options, i), "exact")));
        snprintf(best, sizeof best, "%s", talk_word(talk_in(advice, "best")));
        position = everything(4, &rules, hole, NULL, 0);
        for (unsigned i = 0; i < 2; i++) {
            char exact[CR_RATIONAL_TEXT_MAX];
            cr_rational_format(position.options[i].ev, exact);
            assert_string_equal(said[i], exact);
        }
        assert_string_equal(best, position.options[position.best].name);
        snprintf(other, sizeof other, "\"%s\"", position.options[1 - position.best].name);
        /* The option that is not best costs the difference, in cents. */
        const double loss = cr_rational_value(position.options[position.best].ev) -
                            cr_rational_value(position.options[1 - position.best].ev);
        advice = talk_in(ask(4, round, 4, 2, other, true), "advice");
        assert_int_equal(amount_of(talk_in(advice, "mistake_cost")).micro,
                         (int64_t)(loss * 1000 + 0.5) * CR_MICRO_PER_CENT);
        assert_int_equal(talk_in(advice, "options")->count, 0);
        snprintf(other, sizeof other, "\"%s\"", best);
        advice = talk_in(ask(4, round, 4, 2, other, true), "advice");
        assert_int_equal(amount_of(talk_in(advice, "mistake_cost")).micro, 0);
    }
}

/* ---- Refusals ---- */

/* Advice in the linked games uses what the seat sees; in Four Card Poker this includes the dealer's
 * open card. */
static void advice_of_the_linked_games(void **state)
{
    (void)state;
    for (size_t game = 6; game < 9; game++) {
        const struct json_node *root = ask(game, 3, 4, 0, "", true);
        struct cr_rules rules;
        struct cr_position position;
        cr_card hole[CR_HOLE_MAX], open[1] = {CR_NO_CARD};
        assert_int_equal(cr_rules_load(games[game].rules, &rules, NULL), CR_OK);
        for (unsigned i = 0; i < rules.game->hole_cards; i++) {
            const struct json_node *card = talk_at(talk_in(seat_of(root, 4), "cards"), i);
            assert_int_equal(cr_card_parse(card->text, card->len, &hole[i], NULL), CR_OK);
        }
        if (rules.game->dealer_open > 0) {
            const struct json_node *card = talk_at(talk_in(talk_in(root, "dealer"), "cards"), 0);
            assert_int_equal(cr_card_parse(card->text, card->len, &open[0], NULL), CR_OK);
        }
        position = everything(game, &rules, hole, open, rules.game->dealer_open);
        root = ask(game, 3, 4, 0, "", true);
        const struct json_node *options = talk_in(talk_in(root, "advice"), "options");
        assert_int_equal(options->count, position.option_count);
        for (unsigned i = 0; i < position.option_count; i++)
            assert_true(fabs(talk_number(talk_in(talk_at(options, i), "value")) -
                             cr_rational_value(position.options[i].ev)) < 1e-12);
    }
}

static void the_round_itself_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *body, *field, *says;
    } cases[] = {
        {"\"wagers\":{\"ante\":\"10\",\"blind\":\"5\"}", "wagers", "(CN 1)"},
        {"\"wagers\":{\"progressive\":\"1\"}", "wagers", "(CN 6)"},
        {"\"wagers\":{\"ante\":\"10\",\"progressive\":\"2\"}", "wagers", "seat 4"},
        {"\"wagers\":{\"ante\":\"10\"},\"actions\":[\"5x\"]", "actions[0]", "check, 3x, 4x"},
        {"\"wagers\":{\"ante\":\"10\"},\"actions\":[\"4x\",\"fold\"]", "actions[1]", "too many"},
        {"\"wagers\":{\"trips\":\"10\"},\"actions\":[\"check\"]", "actions[0]", "too many"},
        {"\"wagers\":{\"play\":\"10\"}", "wagers", "takes no wager"},
        {"\"wagers\":{}", "wagers", "no wager"},
        {"\"wagers\":{\"ante\":10}", "wagers", "quotes"},
        {"\"wagers\":{\"ante\":\"1000000000\"},\"actions\":[\"4x\"],\"meters\":[{\"name\":\"x\","
         "\"amount\":\"1\"}]",
         "meters", "no meter"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct practice_answer *said =
            talk_refused(PRACTICE_ROUND, CR_E_INPUT, "{\"rules\":\"uth-cn\",%s}", cases[i].body);
        assert_string_equal(said->err.field, cases[i].field);
        if (strstr(said->err.text, cases[i].says) == NULL)
            fail_msg("%s: %s", cases[i].body, said->err.text);
    }
}

/* The meters of an answer are the beginning of the next question. */
static void meters_go_on(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(
        PRACTICE_ROUND, "{\"rules\":\"uth-cn\",\"wagers\":{\"ante\":\"10\",\"progressive\":\"1\"},"
                        "\"actions\":[\"4x\"],\"meters\":[{\"name\":\"mega\",\"amount\":"
                        "\"20000.123456\",\"reserve\":\"5\"}]}");
    const struct json_node *mega = talk_at(talk_in(root, "meters"), 0);
    assert_string_equal(talk_word(talk_in(mega, "amount")), "20000.263456"); /* 14 % of 1.00 */
    assert_string_equal(talk_word(talk_in(mega, "reserve")), "5.00");
}

static void wagers_are_described(void **state)
{
    (void)state;
    static const char *const names[] = {"uth-cn", "uth-rp", "pg-flush", "pg-straight",
                                        "tcp-cn", "lir-rp", "ms-rp",    "fcp-rp"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cr_rules rules;
        assert_int_equal(cr_rules_load(names[i], &rules, NULL), CR_OK);
        const struct json_node *root = talk_ask(PRACTICE_WAGERS, "{\"rules\":\"%s\"}", names[i]);
        const struct json_node *slots = talk_in(root, "slots");
        assert_int_equal(slots->count, rules.game->slot_count);
        for (unsigned s = 0; s < slots->count; s++) {
            const struct json_node *slot = talk_at(slots, s);
            assert_true(talk_is(talk_in(slot, "name"), rules.game->slots[s].name));
            assert_int_equal(talk_is(talk_in(slot, "follows"), "ante"),
                             strcmp(rules.game->slots[s].name, "blind") == 0);
            if (s == rules.game->ante)
                assert_true(talk_flag(slot, "free"));
        }
        assert_int_equal(talk_in(root, "progressive")->kind == JSON_NULL,
                         rules.progressive[0] == '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_money_is_what_settle_makes_of_it),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(an_action_changes_nothing_that_was_seen),
        cmocka_unit_test(advice_is_exact),
        cmocka_unit_test(advice_of_the_linked_games),
        cmocka_unit_test(the_round_itself_says_what_is_wrong),
        cmocka_unit_test(meters_go_on),
        cmocka_unit_test(wagers_are_described),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    talk_end();
    return failed;
}
