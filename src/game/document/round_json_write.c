/* A round as a JSON document: what `croupier settle` takes. */
#include "game/cards/card_text.h"
#include "game/document/round_json.h"
#include "game/games/game.h"

static void add_wagers(struct text *t, const struct cr_game *game, const struct cr_seat *seat)
{
    json_open(t, "wagers", '{');
    for (unsigned s = 0; s < game->slot_count; s++)
        if (seat->wagers[s].micro != 0)
            json_money(t, game->slots[s].name, seat->wagers[s]);
    json_close(t, '}');
}

void round_json_actions(struct text *t, const char *key, const struct cr_rules *rules,
                        const struct cr_seat *seat)
{
    json_open(t, key, '[');
    for (unsigned i = 0; i < seat->action_count; i++) {
        char word[CR_ACTION_TEXT_MAX];
        cr_action_format(rules, i, seat->actions[i], word);
        json_text(t, NULL, word);
    }
    json_close(t, ']');
}

static void add_seat(struct text *t, const struct cr_rules *rules, const struct cr_seat *seat,
                     unsigned number)
{
    json_open(t, NULL, '{');
    json_count(t, "seat", number);
    if (seat->patron) {
        json_key(t, "patron");
        text_add_format(t, "\"%u\"", seat->patron);
    }
    add_wagers(t, rules->game, seat);
    json_cards(t, "cards", seat->cards, rules->game->hole_cards);
    round_json_actions(t, "actions", rules, seat);
    json_close(t, '}');
}

static void add_amounts(struct text *t, const struct round_doc *doc, const char *key, bool reserves)
{
    json_open(t, key, '{');
    for (unsigned m = 0; m < doc->progressive->meter_count; m++) {
        const struct cr_meter *meter = &doc->meters.meters[m];
        json_money(t, doc->progressive->meters[m].name, reserves ? meter->reserve : meter->amount);
    }
    json_close(t, '}');
}

static void add_options(struct text *t, const struct cr_round *round)
{
    if (!round->one_hand && !round->has_aggregate_limit)
        return;
    json_open(t, "options", '{');
    json_flag(t, "one_hand", round->one_hand);
    if (round->has_aggregate_limit)
        json_money(t, "aggregate_limit", round->aggregate_limit);
    json_close(t, '}');
}

void round_json_write(const struct round_doc *doc, struct text *t)
{
    const struct cr_rules *rules = doc->rules;
    json_open(t, NULL, '{');
    json_text(t, "rules", doc->rules_at ? doc->rules_at : rules->name);
    json_text(t, "progressive",
              !doc->progressive     ? NULL
              : doc->progressive_at ? doc->progressive_at
                                    : doc->progressive->name);
    if (doc->progressive) {
        add_amounts(t, doc, "meters", false);
        add_amounts(t, doc, "reserves", true);
    }
    add_options(t, &doc->round);
    json_open(t, "seats", '[');
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (doc->round.seats[i].taken)
            add_seat(t, rules, &doc->round.seats[i], i + 1);
    json_close(t, ']');
    if (rules->game->board_cards > 0)
        json_cards(t, "board", doc->round.board, rules->game->board_cards);
    if (rules->game->dealer_cards > 0)
        json_cards(t, "dealer", doc->round.dealer, rules->game->dealer_cards);
    json_close(t, '}');
}
