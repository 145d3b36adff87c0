/* Every question of the API that takes house rules, asked about the games that only tests have: the
 * answer must be right, or a refusal that names the game. */
#include "math/games/game_math.h"
#include "sim/game_play.h"
#include "talk.h"
#include "test_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEXT_MAX 8192

static char two[TEXT_MAX], solo[TEXT_MAX]; /* rules files as JSON strings */

/* Reads a file as it stands inside a JSON string. */
static bool read_rules(const char *path, char out[TEXT_MAX])
{
    FILE *file = fopen(path, "r");
    size_t n = 0;
    int c;
    while (file && (c = getc(file)) != EOF && n + 3 < TEXT_MAX) {
        if (c == '\n' || c == '"')
            out[n++] = '\\';
        out[n++] = c == '\n' ? 'n' : (char)c;
    }
    out[n] = '\0';
    return file && fclose(file) == 0 && n > 0;
}

static void assert_unknown(enum practice_question question, const char *body, const char *field,
                           const char *sentence)
{
    const struct practice_answer *answer = talk_refused(question, CR_E_NOT_FOUND, "%s", body);
    assert_string_equal(answer->err.field, field);
    assert_string_equal(answer->err.text, sentence);
}

static const char *body_of(const char *rules, const char *rest)
{
    static char body[TEXT_MAX * 2];
    snprintf(body, sizeof body, "{\"text\":\"%s\"%s}", rules, rest);
    return body;
}

static void mathematics_refuse_them_by_name(void **state)
{
    static const char no_two[] = "no exact analysis for Two Card Test";
    static const char no_solo[] = "no exact analysis for Solo Test";
    (void)state;
    assert_unknown(PRACTICE_ANALYZE, body_of(two, ""), "", no_two);
    assert_unknown(PRACTICE_ANALYZE, body_of(two, ",\"format\":\"pdf\""), "", no_two);
    assert_unknown(PRACTICE_ANALYZE, body_of(solo, ",\"progressive\":\"rp\""), "", no_solo);
    assert_unknown(PRACTICE_SENSITIVITY, body_of(two, ""), "", no_two);
    assert_unknown(PRACTICE_SENSITIVITY, body_of(solo, ""), "", no_solo);
    assert_unknown(PRACTICE_POSITION, body_of(two, ",\"hole\":[\"As\",\"Ad\"]"), "rules", no_two);
    assert_unknown(PRACTICE_POSITION,
                   body_of(solo, ",\"hole\":[\"As\",\"Ad\",\"Ks\"],\"board\":[\"2c\"]"), "rules",
                   no_solo);
}

static void wagers_show_their_cards(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(PRACTICE_WAGERS, "%s", body_of(two, ""));
    assert_true(talk_is(talk_in(root, "game"), "two"));
    assert_int_equal(talk_number(talk_in(root, "hole_cards")), 2);
    assert_int_equal(talk_number(talk_in(root, "board_cards")), 0);
    assert_int_equal(talk_number(talk_in(root, "dealer_cards")), 3);
    root = talk_ask(PRACTICE_WAGERS, "%s", body_of(solo, ""));
    assert_int_equal(talk_number(talk_in(root, "hole_cards")), 3);
    assert_int_equal(talk_number(talk_in(root, "board_cards")), 2);
    assert_int_equal(talk_number(talk_in(root, "dealer_cards")), 0);
}

/* Rounds are played to the end: neighbours bet, and the dealer has as many cards as the game says.
 */
static void rounds_are_played(void **state)
{
    (void)state;
    const struct json_node *root = talk_ask(
        PRACTICE_ROUND, "%s",
        body_of(two,
                ",\"seat\":4,\"neighbours\":3,\"wagers\":{\"ante\":\"10\"},\"actions\":[\"2x\"]"));
    assert_true(talk_is(talk_in(root, "phase"), "settled"));
    assert_int_equal(talk_in(talk_in(root, "dealer"), "cards")->count, 3);
    root = talk_ask(PRACTICE_ROUND, "%s",
                    body_of(solo, ",\"seat\":4,\"wagers\":{\"ante\":\"10\",\"progressive\":\"1\"},"
                                  "\"actions\":[\"bet\"]"));
    assert_true(talk_is(talk_in(root, "phase"), "settled"));
    assert_int_equal(talk_in(talk_in(root, "dealer"), "cards")->count, 0);
    assert_int_equal(talk_in(talk_in(root, "dealer"), "name")->kind, JSON_NULL);
    assert_int_equal(talk_in(root, "announcement")->kind, JSON_NULL);
    assert_int_equal(talk_in(root, "board")->count, 2);
}

static void advice_and_training_are_refused(void **state)
{
    (void)state;
    assert_unknown(
        PRACTICE_ROUND,
        body_of(two, ",\"seat\":4,\"wagers\":{\"ante\":\"10\"},\"actions\":[],\"advice\":true"),
        "advice", "no exact analysis for Two Card Test");
    assert_unknown(PRACTICE_DEALING, body_of(two, ""), "rules",
                   "no dealer's training for Two Card Test");
    assert_unknown(PRACTICE_CHECK, body_of(solo, ",\"answers\":[]"), "rules",
                   "no dealer's training for Solo Test");
}

/* What every game's description must contain, so that the rest of the code need not check. */
static void descriptions_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; game_list[i]; i++) {
        const struct cr_game *g = game_list[i];
        const int most = CR_SEATS * g->hole_cards + g->dealer_cards + g->board_cards;
        assert_non_null(g->ranking);
        assert_in_range(g->hole_cards, 1, CR_HOLE_MAX);
        assert_in_range(g->dealer_cards, 0, CR_DEALER_MAX);
        assert_in_range(g->dealer_open, 0, g->dealer_cards);
        assert_in_range(g->hole_cards + g->board_cards, g->ranking->cards, 7);
        if (g->dealer_cards > 0)
            assert_in_range(g->dealer_cards + g->board_cards, g->ranking->cards, 7);
        if (g->progressive < CR_SLOTS)
            assert_int_equal(g->hole_cards + g->award_board_cards, 5);
        assert_in_range(most, 1, CR_DECK_CARDS);
        const struct game_play *play = game_play_of(g);
        for (unsigned s = 0; play && s < g->slot_count; s++)
            assert_true(g->slots[s].kind != SLOT_BONUS || play->trainer.bonus);
        const struct game_math *math = game_math_of(g);
        assert_true(!math || (math->analyze && math->position));
        /* games with questions about seen cards have an order of hands, or use the starting hands
         */
        if (math && math->seen && math->own_order)
            assert_in_range(g->hole_cards, math->own_order->cards, CR_HOLE_MAX);
        else if (math && math->seen)
            assert_int_equal(g->hole_cards, 2);
        if (math && math->holdem && math->holdem->blind)
            assert_true(g->slots[cr_slot_find(g, math->holdem->blind, strlen(math->holdem->blind))]
                            .by_table);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mathematics_refuse_them_by_name),
        cmocka_unit_test(wagers_show_their_cards),
        cmocka_unit_test(rounds_are_played),
        cmocka_unit_test(advice_and_training_are_refused),
        cmocka_unit_test(descriptions_are_whole),
    };
    if (argc != 3 || !read_rules(argv[1], two) || !read_rules(argv[2], solo))
        return 1;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    talk_end();
    return failures;
}
