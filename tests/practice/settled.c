/* Settles a round that a practice answer shows. */
#include "settled.h"

#include "game/games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct cr_rules *find_rules(void *context, const char *name, struct cr_err *err)
{
    struct settled *s = context;
    return cr_rules_load(name, &s->rules, err) == CR_OK ? &s->rules : NULL;
}

static const struct cr_progressive *find_progressive(void *context, const char *name,
                                                     struct cr_err *err)
{
    struct settled *s = context;
    return cr_progressive_load(name, &s->progressive, err) == CR_OK ? &s->progressive : NULL;
}

/* Adds the elements of a list of texts. */
static void add_list(struct text *t, const struct json_node *list)
{
    text_add_char(t, '[');
    for (uint32_t i = 0; i < list->count; i++) {
        text_add(t, i ? "," : "");
        text_add_format(t, "\"%s\"", talk_word(talk_at(list, i)));
    }
    text_add_char(t, ']');
}

/* LIR-3: bets that were taken back are no longer on the table; they were as large as the Ante. */
static void add_pulled(struct text *t, const struct cr_game *game, const struct json_node *seat)
{
    const struct json_node *actions = talk_in(seat, "actions");
    for (uint32_t i = 0; i < actions->count; i++)
        if (talk_is(talk_at(actions, i), "pull"))
            text_add_format(
                t, ",\"%s\":\"%s\"", game->slots[game->stages[i].slot].name,
                talk_word(talk_in(talk_in(seat, "wagers"), game->slots[game->ante].name)));
}

static void add_seat(struct text *t, const struct cr_game *game, const struct json_node *seat)
{
    const struct json_node *wagers = talk_in(seat, "wagers"), *node = json_first(wagers);
    const char *comma = "";
    text_add_format(t, "{\"seat\":%s,\"wagers\":{", talk_word(talk_in(seat, "seat")));
    for (uint32_t i = 0; i < wagers->count; i++, node = json_next(node)) {
        const unsigned slot = cr_slot_find(game, node->key, node->key_len);
        assert_int_not_equal(slot, CR_SLOTS);
        if (game->slots[slot].kind != SLOT_PLACED)
            continue;
        text_add_format(t, "%s\"%s\":\"%s\"", comma, game->slots[slot].name, talk_word(node));
        comma = ",";
    }
    add_pulled(t, game, seat);
    text_add(t, "},\"cards\":");
    add_list(t, talk_in(seat, "cards"));
    text_add(t, ",\"actions\":");
    add_list(t, talk_in(seat, "actions"));
    text_add_char(t, '}');
}

void settled_from(const struct json_node *root, const char *rules, const char *progressive,
                  struct settled *out)
{
    static char document[64 * 1024];
    struct cr_err err = {0};
    struct text t;
    const struct rules_source source = {find_rules, find_progressive, out, false};
    assert_int_equal(cr_rules_load(rules, &out->rules, &err), CR_OK);
    text_init(&t, document, sizeof document);
    text_add_format(&t, "{\"rules\":\"%s\"", rules);
    if (progressive)
        text_add_format(&t, ",\"progressive\":\"%s\"", progressive);
    else
        text_add(&t, ",\"progressive\":null");
    const struct json_node *seats = talk_in(root, "seats");
    text_add(&t, ",\"seats\":[");
    for (uint32_t i = 0; i < seats->count; i++) {
        text_add(&t, i ? "," : "");
        add_seat(&t, out->rules.game, talk_at(seats, i));
    }
    text_add_char(&t, ']');
    if (out->rules.game->dealer_cards > 0) {
        text_add(&t, ",\"dealer\":");
        add_list(&t, talk_in(talk_in(root, "dealer"), "cards"));
    }
    if (out->rules.game->board_cards > 0) {
        text_add(&t, ",\"board\":");
        add_list(&t, talk_in(root, "board"));
    }
    text_add_char(&t, '}');
    assert_false(t.cut);
    struct json_tape *tape = malloc(sizeof *tape);
    assert_non_null(tape);
    if (round_json_read(tape, document, t.len, &source, &out->doc, &err) != CR_OK)
        fail_msg("%s: %s", document, err.text);
    free(tape);
    if (cr_settle(out->doc.rules, out->doc.progressive, &out->doc.meters, &out->doc.round,
                  &out->settlement, &err) != CR_OK)
        fail_msg("%s: %s", document, err.text);
}
