/* A practice round as the player may see it: open cards, what can be done, exact advice, and at the
 * end what became of each wager and why. */
#include "math/study/position_values.h"
#include "sim/practice_internal.h"
#include "sim/round_ask.h"

#include "base/err.h"
#include "base/money.h"
#include "game/document/explain.h"
#include "game/document/settlement_json.h"
#include "game/games/game.h"
#include "game/round/actions.h"
#include "math/games/game_math.h"
#include "math/study/json_members.h"

#include <stdlib.h>

static bool is_settled(const struct hand *h)
{
    return h->round.phase == ROUND_SETTLED;
}

/* ---- What lies on the table ---- */

static void add_result(const struct hand *h, unsigned seat, struct text *t)
{
    const struct cr_seat_result *result = &h->round.settlement.seats[seat - 1];
    if (!is_settled(h)) {
        text_add(t, ",\"outcome\":null,\"net\":null");
        return;
    }
    json_member_text(t, ",", "outcome", settlement_outcome(result->outcome));
    json_member_money(t, ",", "net", result->net);
}

static void add_seat(const struct hand *h, unsigned number, bool first, struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[number - 1];
    const bool is_own = number == h->setup.own, is_open = is_own || is_settled(h);
    char name[CR_HAND_NAME_MAX] = "";
    if (is_open)
        hand_name(&h->round, seat->cards, name);
    out_count(t, first ? "{" : ",{", "seat", number);
    out_flag(t, ",", "you", is_own);
    out_stakes(t, ",", "wagers", rules, seat);
    out_actions(t, ",", "actions", rules, seat);
    out_flag(t, ",", "folded", seat_folded(seat));
    json_member_cards(t, ",", "cards", seat->cards, is_open ? rules->game->hole_cards : 0);
    out_text_or_null(t, ",", "name", name);
    add_result(h, number, t);
    text_add_char(t, '}');
}

static void add_seats(const struct hand *h, struct text *t)
{
    bool first = true;
    json_key(t, ",", "seats");
    text_add_char(t, '[');
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        if (!h->round.play.seats[seat - 1].taken)
            continue;
        add_seat(h, seat, first, t);
        first = false;
    }
    text_add_char(t, ']');
}

static void add_dealer(const struct hand *h, struct text *t)
{
    const struct cr_game *game = h->setup.rules->game;
    char name[CR_HAND_NAME_MAX] = "";
    if (is_settled(h) && game->dealer_cards > 0)
        game_hand_name(game, h->round.settlement.dealer_rank, name);
    json_key(t, ",", "dealer");
    json_member_cards(t, "{", "cards", h->round.play.dealer,
                      is_settled(h) ? game->dealer_cards : 0);
    out_text_or_null(t, ",", "name", name);
    if (is_settled(h) && (game->keys & GAME_KEY_QUALIFY))
        out_flag(t, ",", "qualifies", h->round.settlement.dealer_qualifies);
    else
        out_text_or_null(t, ",", "qualifies", NULL);
    text_add_char(t, '}');
}

static void add_legal(const struct hand *h, struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    cr_action legal[CR_LEGAL_MAX];
    const size_t n =
        is_settled(h) ? 0 : cr_legal_actions(rules, seat->actions, seat->action_count, legal);
    out_text_or_null(t, ",", "stage", n ? rules->game->stages[h->round.stage].name : NULL);
    json_key(t, ",", "legal");
    text_add_char(t, '[');
    for (size_t i = 0; i < n; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, seat->action_count, legal[i], word);
        json_member_text(t, i ? ",{" : "{", "action", word);
        json_member_money(t, ",", "cost",
                          cr_money_from_micro(seat->wagers[rules->game->ante].micro *
                                              (int64_t)cr_action_multiple(legal[i])));
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

/* ---- The settlement ---- */

static void add_line(const struct hand *h, unsigned seat, const struct explain_line *line,
                     bool first, struct text *t)
{
    out_count(t, first ? "{" : ",{", "seat", seat);
    json_member_text(t, ",", "slot",
                     line->slot == CR_SLOTS ? "envy"
                                            : h->setup.rules->game->slots[line->slot].name);
    json_member_text(t, ",", "wager", line->wager);
    json_member_text(t, ",", "verdict", line->verdict);
    json_member_text(t, ",", "result", settlement_result(line->result));
    json_member_text(t, ",", "why", line->why);
    json_member_text(t, ",", "rule", line->rule);
    json_member_money(t, ",", "stake", line->stake);
    json_member_money(t, ",", "pays", line->pays);
    text_add_char(t, '}');
}

static void add_settlement(const struct hand *h, struct text *t)
{
    struct explain_line lines[EXPLAIN_LINES_MAX];
    bool first = true;
    json_key(t, ",", "settlement");
    text_add_char(t, '[');
    for (unsigned seat = CR_SEATS; is_settled(h) && seat > 0; seat--) {
        const size_t n =
            explain_seat(h->setup.rules, h->setup.progressive, &h->round.settlement, seat, lines);
        for (size_t i = 0; i < n; i++, first = false)
            add_line(h, seat, &lines[i], first, t);
    }
    text_add_char(t, ']');
    char words[128] = "";
    struct text announcement;
    text_init(&announcement, words, sizeof words);
    if (is_settled(h))
        explain_dealer(h->setup.rules, &h->round.settlement, &announcement);
    out_text_or_null(t, ",", "announcement", words);
    if (is_settled(h))
        json_member_money(t, ",", "net", h->round.settlement.seats[h->setup.own - 1].net);
    else
        out_text_or_null(t, ",", "net", NULL);
}

/* ---- Advice ---- */

/* Values of the position in which a decision was made or is to be made. */
static int values_at(struct practice *p, struct ask *a, const struct hand *h, unsigned stage,
                     unsigned open, struct cr_position *out)
{
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    return analyses_position(&p->analyses, h->setup.rules, seat->cards, h->round.play.board, open,
                             seat->actions, stage, out, &a->err);
}

static int add_options(struct practice *p, struct ask *a, const struct hand *h, struct text *t)
{
    struct cr_position now = {0};
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    int rc = is_settled(h) ? CR_OK : values_at(p, a, h, seat->action_count, h->round.open, &now);
    json_key(t, "{", "options");
    text_add_char(t, '[');
    for (unsigned i = 0; rc == CR_OK && i < now.option_count; i++) {
        json_member_text(t, i ? ",{" : "{", "action", now.options[i].name);
        json_member_rational(t, ",", "value", now.options[i].ev);
        json_member_exact(t, ",", "exact", now.options[i].ev);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
    out_text_or_null(t, ",", "best", now.option_count ? now.options[now.best].name : NULL);
    return rc;
}

/* The loss is a number to look at: to the nearest cent. */
static struct cr_money cost_of(double loss, struct cr_money ante)
{
    const double cents = loss * (double)ante.micro / CR_MICRO_PER_CENT;
    return cr_money_from_micro((int64_t)(cents + 0.5) * CR_MICRO_PER_CENT);
}

static int add_decisions(struct practice *p, struct ask *a, const struct hand *h, struct text *t)
{
    const struct cr_rules *rules = h->setup.rules;
    const struct cr_seat *seat = &h->round.play.seats[h->setup.own - 1];
    struct cr_money total = {0};
    json_key(t, ",", "decisions");
    text_add_char(t, '[');
    for (unsigned i = 0; i < h->decision_count; i++) {
        const struct hand_decision *d = &h->decisions[i];
        struct cr_position then;
        char word[CR_ACTION_TEXT_MAX];
        int rc = values_at(p, a, h, d->stage, d->open, &then);
        if (rc != CR_OK)
            return rc;
        const double loss = position_loss(&then, seat->actions[d->stage]);
        const struct cr_money cost = cost_of(loss, seat->wagers[rules->game->ante]);
        total = money_add(total, cost);
        cr_action_format(rules, d->stage, seat->actions[d->stage], word);
        json_member_text(t, i ? ",{" : "{", "stage", rules->game->stages[d->stage].name);
        json_member_text(t, ",", "taken", word);
        json_member_text(t, ",", "best", then.options[then.best].name);
        json_member_number(t, ",", "loss", loss);
        json_member_money(t, ",", "cost", cost);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
    json_member_money(t, ",", "mistake_cost", total);
    text_add_char(t, '}');
    return CR_OK;
}

static int add_advice(struct practice *p, struct ask *a, const struct round_asked *q,
                      struct text *t)
{
    json_key(t, ",", "advice");
    if (!q->wants_advice) {
        text_add(t, "null");
        return CR_OK;
    }
    const struct game_math *math;
    int rc = ask_blame(a, game_math_find(q->hand.setup.rules->game, &math, &a->err), "advice");
    if (rc == CR_OK)
        rc = add_options(p, a, &q->hand, t);
    return rc == CR_OK ? add_decisions(p, a, &q->hand, t) : rc;
}

/* ---- The question ---- */

static int answer(struct practice *p, struct ask *a, const struct round_asked *q, struct text *t)
{
    const struct hand *h = &q->hand;
    json_member_text(t, "{", "rules", h->setup.rules->name);
    out_count(t, ",", "seed", h->setup.seed);
    out_count(t, ",", "round", h->setup.round);
    out_count(t, ",", "seat", h->setup.own);
    json_member_text(t, ",", "phase", is_settled(h) ? "settled" : "acting");
    add_legal(h, t);
    json_member_cards(t, ",", "board", h->round.play.board, h->round.open);
    add_dealer(h, t);
    add_seats(h, t);
    add_settlement(h, t);
    out_meters(t, ",", "meters", h->setup.progressive,
               is_settled(h) ? &h->round.settlement.meters : h->setup.meters);
    int rc = add_advice(p, a, q, t);
    text_add_char(t, '}');
    return rc;
}

int round_play(struct practice *p, struct ask *a, const char *body, size_t len, struct text *t)
{
    struct round_asked *q = calloc(1, sizeof *q);
    if (!q)
        return err_set(&a->err, CR_E_IO, "out of memory");
    int rc = round_ask(a, body, len, q);
    if (rc == CR_OK)
        rc = answer(p, a, q, t);
    free(q);
    return rc;
}
