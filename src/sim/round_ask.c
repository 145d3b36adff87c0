/* A practice round: what is asked, and the round that comes of it. */
#include "sim/round_ask.h"

#include "base/err.h"
#include "game/games/game.h"
#include "sim/bets.h"
#include "sim/neighbours.h"

#include <stdio.h>
#include <string.h>

/* With the Ante goes what follows it, unless the question says otherwise: then the round does. */
static int read_wagers(struct ask *a, const struct cr_rules *rules, struct cr_money out[CR_SLOTS])
{
    const struct json_node *object = ask_member(a, "wagers");
    if (!object || object->kind != JSON_OBJECT)
        return ask_fault(a, CR_E_INPUT, "wagers", "must be an object, such as {\"ante\":\"10\"}");
    const struct json_node *node = json_first(object);
    unsigned given = 0;
    for (uint32_t i = 0; i < object->count; i++, node = json_next(node)) {
        const unsigned slot = cr_slot_find(rules->game, node->key, node->key_len);
        if (slot == CR_SLOTS || rules->game->slots[slot].kind != SLOT_PLACED)
            return ask_fault(a, CR_E_INPUT, "wagers", "%s takes no wager of one of those names",
                             rules->name);
        int rc = ask_amount(a, node, "wagers", CR_MONEY_CENTS, &out[slot]);
        if (rc != CR_OK)
            return rc;
        given |= 1u << slot;
    }
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++)
        if (bets_follows(rules->game, slot) && !(given & 1u << slot))
            out[slot] = out[rules->game->ante];
    return bets_total(out).micro > 0
               ? CR_OK
               : ask_fault(a, CR_E_INPUT, "wagers", "no wager of yours is on the table");
}

static int read_setup(struct ask *a, const struct ask_table *table, struct hand_setup *out)
{
    uint64_t seat = 0, neighbours = 0;
    *out = (struct hand_setup){
        .rules = &table->rules,
        .progressive = table->has_progressive ? &table->progressive : NULL,
        .meters = &table->meters,
    };
    int rc = ask_count(a, "seed", 0, ASK_COUNT_MAX, 1, &out->seed);
    if (rc == CR_OK)
        rc = ask_count(a, "round", 1, ASK_COUNT_MAX, 1, &out->round);
    if (rc == CR_OK)
        rc = ask_count(a, "seat", 1, CR_SEATS, 4, &seat);
    if (rc == CR_OK)
        rc = ask_count(a, "neighbours", 0, CR_SEATS - 1, 0, &neighbours);
    if (rc == CR_OK)
        rc = read_wagers(a, &table->rules, out->wagers);
    if (rc != CR_OK)
        return rc;
    out->own = (unsigned)seat;
    out->neighbours = neighbour_seats(1u << seat, (unsigned)neighbours);
    out->ante = out->wagers[table->rules.game->ante];
    if (out->ante.micro == 0)
        out->ante = hand_usual_ante(&table->rules);
    return CR_OK;
}

static int play_actions(struct ask *a, struct hand *h)
{
    const struct json_node *list = ask_member(a, "actions");
    if (ask_is_null(list))
        return CR_OK;
    if (list->kind != JSON_ARRAY)
        return ask_fault(a, CR_E_INPUT, "actions", "must be a list, such as [\"check\"]");
    const struct json_node *node = json_first(list);
    int rc = CR_OK;
    for (uint32_t i = 0; i < list->count && rc == CR_OK; i++, node = json_next(node)) {
        char field[CR_ERR_FIELD_MAX];
        snprintf(field, sizeof field, "actions[%u]", (unsigned)i);
        if (node->kind != JSON_STRING)
            return ask_fault(a, CR_E_INPUT, field, "must be a string");
        rc = ask_blame(a, hand_act(h, node->text, node->len, &a->err), field);
    }
    return rc;
}

int round_ask(struct ask *a, const char *body, size_t len, struct round_asked *out)
{
    static const char *const known[] = {ASK_TABLE_KEYS, "seed",    "round",  "seat",   "neighbours",
                                        "wagers",       "actions", "advice", "meters", NULL};
    struct hand_setup setup;
    int rc = ask_open(a, body, len, known);
    if (rc == CR_OK)
        rc = ask_table(a, &out->table);
    if (rc == CR_OK)
        rc = ask_flag(a, "advice", false, &out->wants_advice);
    if (rc == CR_OK)
        rc = read_setup(a, &out->table, &setup);
    if (rc == CR_OK)
        rc = ask_blame(a, hand_start(&out->hand, &setup, &a->err), "wagers");
    return rc == CR_OK ? play_actions(a, &out->hand) : rc;
}
