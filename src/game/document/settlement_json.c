/* A settlement as a JSON document (the output of `croupier settle`). */
#include "game/document/round_json.h"

#include "game/cards/card_text.h"
#include "game/games/game.h"
#include "game/meters/meters.h"

#include <string.h>

static const char *const outcomes[] = {
    [CR_OUTCOME_NONE] = "none", [CR_OUTCOME_WIN] = "win",   [CR_OUTCOME_LOSE] = "lose",
    [CR_OUTCOME_PUSH] = "push", [CR_OUTCOME_FOLD] = "fold",
};
static const char *const results[] = {
    [CR_RESULT_NONE] = "none", [CR_RESULT_WIN] = "win",       [CR_RESULT_LOSE] = "lose",
    [CR_RESULT_PUSH] = "push", [CR_RESULT_PULLED] = "pulled",
};

const char *settlement_outcome(enum cr_outcome outcome)
{
    return outcomes[outcome];
}

const char *settlement_result(enum cr_result result)
{
    return results[result];
}

static const char *const keys[] = {
    [CR_KEY_NONE] = "none", [CR_KEY_LOW] = "low", [CR_KEY_HIGH] = "high"};

static void add_hand(struct text *t, const struct cr_game *game, unsigned category, uint16_t rank)
{
    char name[CR_HAND_NAME_MAX];
    game_hand_name(game, rank, name);
    json_text(t, "category", cr_category_name((enum cr_category)category));
    json_text(t, "name", name);
}

static void add_dealer(struct text *t, const struct round_doc *doc, const struct cr_settlement *s)
{
    if (doc->rules->game->dealer_cards == 0) {
        json_null(t, "dealer");
        return;
    }
    json_open(t, "dealer", '{');
    json_cards(t, "cards", doc->round.dealer, doc->rules->game->dealer_cards);
    add_hand(t, doc->rules->game, s->dealer_category, s->dealer_rank);
    json_flag(t, "qualifies", s->dealer_qualifies);
    json_close(t, '}');
}

static void add_wagers(struct text *t, const struct cr_game *game,
                       const struct cr_seat_result *seat)
{
    json_open(t, "wagers", '{');
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        const struct cr_wager_result *wager = &seat->wagers[slot];
        if (wager->result == CR_RESULT_NONE)
            continue;
        json_open(t, game->slots[slot].name, '{');
        json_money(t, "stake", wager->stake);
        json_text(t, "result", results[wager->result]);
        json_money(t, "pays", wager->pays);
        json_close(t, '}');
    }
    json_close(t, '}');
}

static void add_award(struct text *t, const struct cr_progressive *progressive,
                      const struct cr_award_result *award)
{
    if (!award->paid)
        return;
    json_open(t, "progressive", '{');
    json_text(t, "category", cr_category_name((enum cr_category)award->category));
    json_money(t, "amount", award->amount);
    json_text(t, "from", meters_source(progressive, award->from));
    json_text(t, "key", keys[award->key]);
    json_money(t, "house_funded", award->house_funded);
    json_close(t, '}');
}

static void add_envy(struct text *t, const struct cr_seat_result *seat)
{
    json_open(t, "envy", '[');
    for (unsigned i = 0; i < seat->envy_count; i++) {
        json_open(t, NULL, '{');
        json_count(t, "from_seat", seat->envy[i].from_seat);
        json_text(t, "category", cr_category_name((enum cr_category)seat->envy[i].category));
        json_money(t, "amount", seat->envy[i].amount);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_seats(struct text *t, const struct round_doc *doc, const struct cr_settlement *s)
{
    json_open(t, "seats", '[');
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &s->seats[i];
        if (!seat->taken)
            continue;
        json_open(t, NULL, '{');
        json_count(t, "seat", i + 1);
        if (doc->patrons[i].name)
            json_text_len(t, "patron", doc->patrons[i].name, doc->patrons[i].len);
        add_hand(t, doc->rules->game, seat->category, seat->rank);
        json_text(t, "outcome", outcomes[seat->outcome]);
        add_wagers(t, doc->rules->game, seat);
        add_award(t, doc->progressive, &seat->award);
        add_envy(t, seat);
        json_money(t, "net", seat->net);
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_payments(struct text *t, const struct cr_game *game, const struct cr_settlement *s)
{
    json_open(t, "payments", '[');
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        json_open(t, NULL, '{');
        json_count(t, "seat", line->seat);
        json_text(t, "wager", line->slot == CR_SLOTS ? "envy" : game->slots[line->slot].name);
        if (line->slot == CR_SLOTS)
            json_count(t, "from_seat", line->from_seat);
        json_money(t, "amount", line->amount);
        json_close(t, '}');
    }
    json_close(t, ']');
}

/* "meters" or "reserves" by name; "overflow" only for meters that have a limit. */
static void add_meters(struct text *t, const struct cr_progressive *progressive, const char *key,
                       const struct cr_meters *meters, size_t offset, bool limited_only)
{
    json_open(t, key, '{');
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++) {
        if (limited_only && !progressive->meters[m].has_limit)
            continue;
        struct cr_money amount;
        memcpy(&amount, (const char *)&meters->meters[m] + offset, sizeof amount);
        json_money(t, progressive->meters[m].name, amount);
    }
    json_close(t, '}');
}

static bool any_limit(const struct cr_progressive *progressive)
{
    bool any = false;
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++)
        any |= progressive->meters[m].has_limit;
    return any;
}

void settlement_json_write(const struct round_doc *doc, const struct cr_settlement *settlement,
                           struct text *out)
{
    json_open(out, NULL, '{');
    json_text(out, "rules", doc->rules->name);
    add_dealer(out, doc, settlement);
    add_seats(out, doc, settlement);
    add_payments(out, doc->rules->game, settlement);
    add_meters(out, doc->progressive, "meters", &settlement->meters,
               offsetof(struct cr_meter, amount), false);
    add_meters(out, doc->progressive, "reserves", &settlement->meters,
               offsetof(struct cr_meter, reserve), false);
    if (any_limit(doc->progressive))
        add_meters(out, doc->progressive, "overflow", &settlement->meters,
                   offsetof(struct cr_meter, overflow), true);
    json_close(out, '}');
}
