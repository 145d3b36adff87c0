/* A round as a JSON document: what `croupier settle` takes. */
#include "game/document/round_json.h"
#include "game/games/game.h"

static void add_cards(struct text *t, const cr_card *cards, unsigned count)
{
    text_add_char(t, '[');
    for (unsigned i = 0; i < count; i++) {
        char card[CR_CARD_TEXT_MAX];
        cr_card_format(cards[i], card);
        text_add_format(t, "%s\"%s\"", i ? "," : "", card);
    }
    text_add_char(t, ']');
}

static void add_seat(struct text *t, const struct cr_rules *rules, const struct cr_seat *seat,
                     unsigned number)
{
    text_add_format(t, "{\"seat\":%u", number);
    if (seat->patron)
        text_add_format(t, ",\"patron\":\"%u\"", seat->patron);
    text_add(t, ",\"wagers\":{");
    bool first = true;
    for (unsigned s = 0; s < rules->game->slot_count; s++) {
        if (seat->wagers[s].micro == 0)
            continue;
        text_add_format(t, "%s\"%s\":\"", first ? "" : ",", rules->game->slots[s].name);
        text_add_money(t, seat->wagers[s]);
        text_add_char(t, '"');
        first = false;
    }
    text_add(t, "},\"cards\":");
    add_cards(t, seat->cards, rules->game->hole_cards);
    text_add(t, ",\"actions\":[");
    for (unsigned i = 0; i < seat->action_count; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, i, seat->actions[i], word);
        text_add_format(t, "%s\"%s\"", i ? "," : "", word);
    }
    text_add(t, "]}");
}

static void add_amounts(struct text *t, const struct round_doc *doc, const char *key, bool reserves)
{
    text_add_format(t, ",\"%s\":{", key);
    for (unsigned m = 0; m < doc->progressive->meter_count; m++) {
        const struct cr_meter *meter = &doc->meters.meters[m];
        text_add_format(t, "%s\"%s\":\"", m ? "," : "", doc->progressive->meters[m].name);
        text_add_money(t, reserves ? meter->reserve : meter->amount);
        text_add_char(t, '"');
    }
    text_add_char(t, '}');
}

static void add_options(struct text *t, const struct cr_round *round)
{
    if (!round->one_hand && !round->has_aggregate_limit)
        return;
    text_add_format(t, ",\"options\":{\"one_hand\":%s", round->one_hand ? "true" : "false");
    if (round->has_aggregate_limit) {
        text_add(t, ",\"aggregate_limit\":\"");
        text_add_money(t, round->aggregate_limit);
        text_add_char(t, '"');
    }
    text_add_char(t, '}');
}

void round_json_write(const struct round_doc *doc, struct text *t)
{
    const struct cr_rules *rules = doc->rules;
    text_add_format(t, "{\"rules\":\"%s\"", rules->name);
    if (doc->progressive) {
        text_add_format(t, ",\"progressive\":\"%s\"", doc->progressive->name);
        add_amounts(t, doc, "meters", false);
        add_amounts(t, doc, "reserves", true);
    } else {
        text_add(t, ",\"progressive\":null");
    }
    add_options(t, &doc->round);
    text_add(t, ",\"seats\":[");
    bool first = true;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (!doc->round.seats[i].taken)
            continue;
        text_add(t, first ? "" : ",");
        first = false;
        add_seat(t, rules, &doc->round.seats[i], i + 1);
    }
    text_add_char(t, ']');
    if (rules->game->board_cards > 0) {
        text_add(t, ",\"board\":");
        add_cards(t, doc->round.board, rules->game->board_cards);
    }
    if (rules->game->dealer_cards > 0) {
        text_add(t, ",\"dealer\":");
        add_cards(t, doc->round.dealer, rules->game->dealer_cards);
    }
    text_add_char(t, '}');
}
