/* A settlement as a JSON document (the output of `croupier settle`). */
#include "game/document/settlement_json.h"

#include "game/games/game.h"

#include <string.h>

static const char *const outcomes[] = {
    [CR_OUTCOME_NONE] = "none", [CR_OUTCOME_WIN] = "win",   [CR_OUTCOME_LOSE] = "lose",
    [CR_OUTCOME_PUSH] = "push", [CR_OUTCOME_FOLD] = "fold",
};
static const char *const results[] = {
    [CR_RESULT_NONE] = "none",
    [CR_RESULT_WIN] = "win",
    [CR_RESULT_LOSE] = "lose",
    [CR_RESULT_PUSH] = "push",
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

/* ,"key":"word" for words of our own, which need no escaping. */
static void add_word(struct text *t, const char *key, const char *word)
{
    text_add(t, ",\"");
    text_add(t, key);
    text_add(t, "\":\"");
    text_add(t, word);
    text_add_char(t, '"');
}

static void add_amount(struct text *t, const char *key, struct cr_money m)
{
    text_add(t, ",\"");
    text_add(t, key);
    text_add(t, "\":\"");
    text_add_money(t, m);
    text_add_char(t, '"');
}

static void add_hand(struct text *t, const struct cr_game *game, unsigned category, uint16_t rank)
{
    char name[CR_HAND_NAME_MAX];
    game_hand_name(game, rank, name);
    add_word(t, "category", cr_category_name((enum cr_category)category));
    add_word(t, "name", name);
}

static void add_dealer(struct text *t, const struct round_doc *doc, const struct cr_settlement *s)
{
    if (doc->rules->game->dealer_cards == 0) {
        text_add(t, ",\"dealer\":null");
        return;
    }
    text_add(t, ",\"dealer\":{\"cards\":[");
    for (unsigned i = 0; i < doc->rules->game->dealer_cards; i++) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(doc->round.dealer[i], card);
        text_add(t, i ? ",\"" : "\"");
        text_add(t, card);
        text_add_char(t, '"');
    }
    text_add_char(t, ']');
    add_hand(t, doc->rules->game, s->dealer_category, s->dealer_rank);
    text_add(t, ",\"qualifies\":");
    text_add(t, s->dealer_qualifies ? "true}" : "false}");
}

static void add_wagers(struct text *t, const struct cr_game *game,
                       const struct cr_seat_result *seat)
{
    text_add(t, ",\"wagers\":{");
    bool first = true;
    for (unsigned slot = 0; slot < game->slot_count; slot++) {
        const struct cr_wager_result *wager = &seat->wagers[slot];
        if (wager->result == CR_RESULT_NONE)
            continue;
        text_add(t, first ? "\"" : ",\"");
        first = false;
        text_add(t, game->slots[slot].name);
        text_add(t, "\":{\"stake\":\"");
        text_add_money(t, wager->stake);
        text_add_char(t, '"');
        add_word(t, "result", results[wager->result]);
        add_amount(t, "pays", wager->pays);
        text_add_char(t, '}');
    }
    text_add_char(t, '}');
}

static void add_award(struct text *t, const struct cr_progressive *progressive,
                      const struct cr_award_result *award)
{
    if (!award->paid)
        return;
    text_add(t, ",\"progressive\":{\"category\":\"");
    text_add(t, cr_category_name((enum cr_category)award->category));
    text_add_char(t, '"');
    add_amount(t, "amount", award->amount);
    add_word(t, "from",
             award->from == CR_FROM_TRAY ? "tray" : progressive->meters[award->from].name);
    add_word(t, "key", keys[award->key]);
    add_amount(t, "house_funded", award->house_funded);
    text_add_char(t, '}');
}

static void add_envy(struct text *t, const struct cr_seat_result *seat)
{
    text_add(t, ",\"envy\":[");
    for (unsigned i = 0; i < seat->envy_count; i++) {
        text_add(t, i ? ",{\"from_seat\":" : "{\"from_seat\":");
        text_add_uint(t, seat->envy[i].from_seat);
        add_word(t, "category", cr_category_name((enum cr_category)seat->envy[i].category));
        add_amount(t, "amount", seat->envy[i].amount);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

static void add_seats(struct text *t, const struct round_doc *doc, const struct cr_settlement *s)
{
    text_add(t, ",\"seats\":[");
    bool first = true;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct cr_seat_result *seat = &s->seats[i];
        if (!seat->taken)
            continue;
        text_add(t, first ? "{\"seat\":" : ",{\"seat\":");
        first = false;
        text_add_uint(t, i + 1);
        if (doc->patrons[i].name) {
            text_add(t, ",\"patron\":");
            text_add_json(t, doc->patrons[i].name, doc->patrons[i].len);
        }
        add_hand(t, doc->rules->game, seat->category, seat->rank);
        add_word(t, "outcome", outcomes[seat->outcome]);
        add_wagers(t, doc->rules->game, seat);
        add_award(t, doc->progressive, &seat->award);
        add_envy(t, seat);
        add_amount(t, "net", seat->net);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

static void add_payments(struct text *t, const struct cr_game *game, const struct cr_settlement *s)
{
    text_add(t, ",\"payments\":[");
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        text_add(t, i ? ",{\"seat\":" : "{\"seat\":");
        text_add_uint(t, line->seat);
        add_word(t, "wager", line->slot == CR_SLOTS ? "envy" : game->slots[line->slot].name);
        if (line->slot == CR_SLOTS) {
            text_add(t, ",\"from_seat\":");
            text_add_uint(t, line->from_seat);
        }
        add_amount(t, "amount", line->amount);
        text_add_char(t, '}');
    }
    text_add_char(t, ']');
}

/* "meters" or "reserves" by name; "overflow" only for meters that have a limit. */
static void add_meters(struct text *t, const struct cr_progressive *progressive, const char *key,
                       const struct cr_meters *meters, size_t offset, bool limited_only)
{
    text_add(t, ",\"");
    text_add(t, key);
    text_add(t, "\":{");
    bool first = true;
    for (unsigned m = 0; progressive && m < progressive->meter_count; m++) {
        if (limited_only && !progressive->meters[m].has_limit)
            continue;
        struct cr_money amount;
        memcpy(&amount, (const char *)&meters->meters[m] + offset, sizeof amount);
        text_add(t, first ? "\"" : ",\"");
        first = false;
        text_add(t, progressive->meters[m].name);
        text_add(t, "\":\"");
        text_add_money(t, amount);
        text_add_char(t, '"');
    }
    text_add_char(t, '}');
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
    text_add(out, "{\"rules\":\"");
    text_add(out, doc->rules->name);
    text_add_char(out, '"');
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
    text_add_char(out, '}');
}
