/* Answers with a practice round as the player may see it: open cards, legal actions, exact advice
 * and, at the end, what became of each wager and why. */
#include "base/json_write.h"
#include "base/money.h"
#include "game/cards/card_text.h"
#include "game/document/explain.h"
#include "game/document/round_json.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "math/study/position_values.h"
#include "sim/bets.h"
#include "sim/hand.h"
#include "sim/neighbours.h"
#include "sim/practice_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- The question ---- */

/* The question. It points into itself, so it must not be moved. */
struct round_asked {
    struct ask_table table;
    bool wants_advice;
    struct hand hand;
};

/* Reads the wagers. Wagers that equal the Ante are set with it unless the question gives them; the
 * round then checks them. */
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
    ask_count(a, "seed", 0, ASK_COUNT_MAX, 1, &out->seed);
    ask_count(a, "round", 1, ASK_COUNT_MAX, 1, &out->round);
    ask_count(a, "seat", 1, CR_SEATS, 4, &seat);
    ask_count(a, "neighbours", 0, CR_SEATS - 1, 0, &neighbours);
    read_wagers(a, &table->rules, out->wagers);
    if (a->err.code != CR_OK)
        return a->err.code;
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

static int round_ask(struct ask *a, struct round_asked *out)
{
    static const char *const known[] = {ASK_TABLE_KEYS, "seed",    "round",  "seat",   "neighbours",
                                        "wagers",       "actions", "advice", "meters", NULL};
    struct hand_setup setup;
    ask_open(a, known);
    ask_table(a, &out->table);
    ask_flag(a, "advice", &out->wants_advice);
    if (a->err.code == CR_OK)
        read_setup(a, &out->table, &setup);
    if (a->err.code == CR_OK)
        ask_blame(a, hand_start(&out->hand, &setup, &a->err), "wagers");
    return a->err.code == CR_OK ? play_actions(a, &out->hand) : a->err.code;
}

static bool is_settled(const struct hand *h)
{
    return h->round.phase == ROUND_SETTLED;
}

/* ---- What lies on the table ---- */

static void add_net(const struct hand *h, const struct cr_seat_result *result, struct text *t)
{
    if (is_settled(h))
        json_money(t, "net", result->net);
    else
        json_null(t, "net");
}

static void add_result(const struct hand *h, unsigned seat, struct text *t)
{
    const struct cr_seat_result *result = &h->round.settlement.seats[seat - 1];
    json_text(t, "outcome", is_settled(h) ? settlement_outcome(result->outcome) : NULL);
    add_net(h, result, t);
}

static void add_seat(const struct hand *h, unsigned number, struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[number - 1];
    const bool is_own = number == h->setup.own, is_open = is_own || is_settled(h);
    char name[CR_HAND_NAME_MAX] = "";
    if (is_settled(h))
        explain_hand(rules, &h->round.settlement, number, name);
    else if (is_open)
        hand_name(&h->round, seat->cards, name);
    json_open(t, NULL, '{');
    json_count(t, "seat", number);
    json_flag(t, "you", is_own);
    json_stakes(t, "wagers", rules, seat);
    round_json_actions(t, "actions", rules, seat);
    json_flag(t, "folded", seat_folded(seat));
    json_cards(t, "cards", seat->cards, is_open ? rules->game->hole_cards : 0);
    json_text_or_null(t, "name", name);
    add_result(h, number, t);
    json_close(t, '}');
}

static void add_seats(const struct hand *h, struct text *t)
{
    json_open(t, "seats", '[');
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (h->round.play.seats[seat - 1].taken)
            add_seat(h, seat, t);
    json_close(t, ']');
}

static void add_dealer(const struct hand *h, struct text *t)
{
    const struct cr_game *game = h->setup.rules->game;
    char name[CR_HAND_NAME_MAX] = "";
    if (is_settled(h) && game->dealer_cards > 0)
        explain_hand(h->setup.rules, &h->round.settlement, 0, name);
    json_open(t, "dealer", '{');
    const cr_card *seen;
    const unsigned count = round_dealer_seen(&h->round, &seen);
    cr_card shown[CR_DEALER_MAX];
    game_show_dealer(game, seen, count, shown);
    json_cards(t, "cards", shown, count);
    json_text_or_null(t, "name", name);
    if (is_settled(h) && (game->keys & GAME_KEY_QUALIFY))
        json_flag(t, "qualifies", h->round.settlement.dealer_qualifies);
    else
        json_null(t, "qualifies");
    json_close(t, '}');
}

static void add_legal(const struct hand *h, struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    cr_action legal[CR_LEGAL_MAX];
    const size_t n =
        is_settled(h) ? 0 : cr_legal_actions(rules, seat->actions, seat->action_count, legal);
    json_text_or_null(t, "stage", n ? rules->game->stages[h->round.stage].name : NULL);
    json_open(t, "legal", '[');
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, seat->action_count, legal[i], word);
        json_open(t, NULL, '{');
        json_text(t, "action", word);
        json_money(t, "cost", action_amount(rules, seat->wagers[rules->game->ante], legal[i]));
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* ---- The settlement ---- */

static void add_line(const struct hand *h, unsigned seat, const struct explain_line *line,
                     struct text *t)
{
    json_open(t, NULL, '{');
    json_count(t, "seat", seat);
    json_text(t, "slot",
              line->slot == CR_SLOTS ? "envy" : h->setup.rules->game->slots[line->slot].name);
    JSON_MEMBERS(t, line, wager, verdict);
    json_text(t, "result", settlement_result(line->result));
    JSON_MEMBERS(t, line, why, rule, paragraph, stake, pays);
    json_close(t, '}');
}

static void add_settlement(const struct hand *h, struct text *t)
{
    struct explain_line lines[EXPLAIN_LINES_MAX];
    json_open(t, "settlement", '[');
    for (unsigned seat = CR_SEATS; is_settled(h) && seat > 0; seat--) {
        const size_t n =
            explain_seat(h->setup.rules, h->setup.progressive, &h->round.settlement, seat, lines);
        for (size_t i = 0; i < n; i++)
            add_line(h, seat, &lines[i], t);
    }
    json_close(t, ']');
    char words[128] = "";
    struct text announcement = text_in(words, sizeof words);
    if (is_settled(h))
        explain_dealer(h->setup.rules, &h->round.settlement, &announcement);
    json_text_or_null(t, "announcement", words);
    add_net(h, &h->round.settlement.seats[h->setup.own - 1], t);
}

/* ---- Advice ---- */

/* The number of progressive bets on the table: they go into the meters before anything is won. */
static unsigned progressive_bets(const struct round *r)
{
    unsigned count = 0;
    for (unsigned i = 0; r->rules->game->progressive < CR_SLOTS && i < CR_SEATS; i++)
        count += r->play.seats[i].taken &&
                 r->play.seats[i].wagers[r->rules->game->progressive].micro > 0;
    return count;
}

/* Makes the player's bets on the felt. */
static int felt_of(struct ask *a, const struct hand *h, struct felt *out)
{
    struct felt_wagers from = {.progressive = h->setup.progressive,
                               .meters = h->setup.meters,
                               .bets = progressive_bets(&h->round)};
    memcpy(from.wagers, h->round.play.seats[h->setup.own - 1].wagers, sizeof from.wagers);
    return felt_make(h->setup.rules, &from, out, &a->err);
}

/* Values the position in which a decision was made or has to be made. */
static int values_at(struct practice *p, struct ask *a, const struct hand *h, struct felt *felt,
                     unsigned stage, unsigned open, struct cr_position *out)
{
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    const cr_card *cards;
    const unsigned count = round_open_cards(&h->round, open, &cards);
    return analyses_felt(&p->analyses, h->setup.rules, felt, seat->cards, cards, count,
                         seat->actions, stage, out, &a->err);
}

/* Writes the names of the wagers that the values count, and of those that they leave out. */
static void add_counted(const struct hand *h, const struct felt *felt, struct text *t)
{
    const struct cr_game *game = h->setup.rules->game;
    const uint8_t sets[2] = {felt->counted, felt->left};
    static const char *const keys[2] = {"counted", "not_counted"};
    for (unsigned i = 0; i < 2; i++) {
        json_open(t, keys[i], '[');
        for (unsigned s = 0; s < game->slot_count; s++)
            if (sets[i] >> s & 1)
                json_text(t, NULL, game->slots[s].name);
        json_close(t, ']');
    }
}

static int add_options(struct practice *p, struct ask *a, const struct hand *h, struct felt *felt,
                       struct text *t)
{
    struct cr_position now = {0};
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    int rc =
        is_settled(h) ? CR_OK : values_at(p, a, h, felt, seat->action_count, h->round.open, &now);
    json_open(t, "advice", '{');
    json_open(t, "options", '[');
    for (unsigned i = 0; rc == CR_OK && i < now.option_count; i++) {
        char exact[CR_RATIONAL_TEXT_MAX];
        json_open(t, NULL, '{');
        json_text(t, "action", now.options[i].name);
        json_number(t, "value", cr_rational_value(now.options[i].ev));
        cr_rational_format(now.options[i].ev, exact);
        json_text(t, "exact", exact);
        json_close(t, '}');
    }
    json_close(t, ']');
    json_text_or_null(t, "best", now.option_count ? now.options[now.best].name : NULL);
    return rc;
}

/* The loss as money, rounded to the nearest cent, because it is only shown. */
static struct cr_money cost_of(double loss, struct cr_money ante)
{
    const double cents = loss * (double)ante.micro / CR_MICRO_PER_CENT;
    return cr_money_from_micro((int64_t)(cents + 0.5) * CR_MICRO_PER_CENT);
}

static int add_decisions(struct practice *p, struct ask *a, const struct hand *h, struct felt *felt,
                         struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    struct cr_money total = {0};
    json_open(t, "decisions", '[');
    for (unsigned i = 0; i < h->decision_count; i++) {
        const struct hand_decision *d = &h->decisions[i];
        struct cr_position then;
        char word[CR_ACTION_TEXT_MAX];
        int rc = values_at(p, a, h, felt, d->stage, d->open, &then);
        if (rc != CR_OK)
            return rc;
        const double loss = position_loss(&then, seat->actions[d->stage]);
        const struct cr_money cost = cost_of(loss, seat->wagers[rules->game->ante]);
        total = money_add(total, cost);
        cr_action_format(rules, d->stage, seat->actions[d->stage], word);
        json_open(t, NULL, '{');
        json_text(t, "stage", rules->game->stages[d->stage].name);
        json_text(t, "taken", word);
        json_text(t, "best", then.options[then.best].name);
        json_number(t, "loss", loss);
        json_money(t, "cost", cost);
        json_close(t, '}');
    }
    json_close(t, ']');
    add_counted(h, felt, t);
    json_money(t, "mistake_cost", total);
    json_close(t, '}');
    return CR_OK;
}

static int add_advice(struct practice *p, struct ask *a, const struct round_asked *q,
                      struct text *t)
{
    if (!q->wants_advice) {
        json_null(t, "advice");
        return CR_OK;
    }
    const struct game_math *math;
    int rc = ask_blame(a, game_math_find(q->hand.setup.rules->game, &math, &a->err), "advice");
    struct felt felt;
    if (rc == CR_OK)
        rc = felt_of(a, &q->hand, &felt);
    if (rc == CR_OK)
        rc = add_options(p, a, &q->hand, &felt, t);
    return rc == CR_OK ? add_decisions(p, a, &q->hand, &felt, t) : rc;
}

/* ---- The answer ---- */

static int answer(struct practice *p, struct ask *a, const struct round_asked *q, struct text *t)
{
    const struct hand *h = &q->hand;
    json_open(t, NULL, '{');
    json_text(t, "rules", h->setup.rules->name);
    JSON_MEMBERS(t, &h->setup, seed, round);
    json_count(t, "seat", h->setup.own);
    json_text(t, "phase", is_settled(h) ? "settled" : "acting");
    add_legal(h, t);
    json_cards(t, "board", h->round.play.board, h->round.open);
    add_dealer(h, t);
    add_seats(h, t);
    add_settlement(h, t);
    json_meters(t, "meters", h->setup.progressive,
                is_settled(h) ? &h->round.settlement.meters : h->setup.meters);
    int rc = add_advice(p, a, q, t);
    json_close(t, '}');
    return rc;
}

int round_play(struct practice *p, struct ask *a, struct text *t)
{
    struct round_asked *q = ask_memory(a, sizeof *q);
    int rc = q ? round_ask(a, q) : a->err.code;
    return rc == CR_OK ? answer(p, a, q, t) : rc;
}
