/* Answers which wagers can be made at a practice table, and within which limits. */
#include "base/json_write.h"
#include "sim/bets.h"
#include "sim/hand.h"
#include "sim/practice_internal.h"

#include "game/games/game.h"
#include "game/meters/meters.h"

static const char *const kinds[] = {
    [SLOT_PLACED] = "placed", [SLOT_ACTION] = "action", [SLOT_BONUS] = "bonus"};

static void add_limits(const struct cr_rules *rules, const struct cr_progressive *progressive,
                       unsigned slot, struct text *t)
{
    const struct game_slot *place = &rules->game->slots[slot];
    struct cr_limits limits = {{0}, {0}};
    if (place->is_progressive && progressive)
        limits = (struct cr_limits){progressive->bet, progressive->bet};
    else if (place->kind == SLOT_PLACED && !place->is_progressive)
        limits = bets_limits(rules, slot, cr_money_from_units(1));
    if (limits.max.micro >= CR_MONEY_INPUT_MAX_MICRO)
        limits.max = cr_money_from_micro(0);
    json_money_or_null(t, "min", limits.min);
    json_money_or_null(t, "max", limits.max);
}

static void add_slot(const struct cr_rules *rules, const struct cr_progressive *progressive,
                     unsigned slot, struct text *t)
{
    const struct cr_game *game = rules->game;
    const struct game_slot *place = &game->slots[slot];
    const bool follows = bets_follows(game, slot);
    json_open(t, NULL, '{');
    JSON_MEMBERS(t, place, name, label);
    json_text(t, "kind", kinds[place->kind]);
    json_flag(t, "side", place->is_side);
    json_flag(t, "progressive", place->is_progressive);
    json_flag(t, "free", bets_is_free(rules, progressive, slot));
    json_text_or_null(t, "follows", follows ? game->slots[game->ante].name : NULL);
    json_flag(t, "alone", (rules->alone >> slot & 1) != 0);
    add_limits(rules, progressive, slot, t);
    json_money(t, "default",
               slot == game->ante || follows ? hand_usual_ante(rules) : cr_money_from_micro(0));
    json_close(t, '}');
}

static void add_awards(const struct cr_progressive *p, struct text *t)
{
    json_open(t, "awards", '[');
    for (unsigned c = CR_CATEGORIES; c-- > 0;) {
        const struct cr_award *award = &p->awards[c];
        if (award->kind == CR_AWARD_NONE)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "hand", cr_category_name((enum cr_category)c));
        if (award->kind == CR_AWARD_FIXED)
            json_money(t, "pays", award->amount);
        else
            json_percent(t, "pays", award->ppm);
        json_text(t, "from", meters_source(p, award->from));
        json_close(t, '}');
    }
    json_close(t, ']');
}

static void add_progressive(const struct ask_table *table, struct text *t)
{
    const struct cr_progressive *p = &table->progressive;
    if (!table->has_progressive) {
        json_null(t, "progressive");
        return;
    }
    json_open(t, "progressive", '{');
    JSON_MEMBERS(t, p, name, title, bet);
    json_meters(t, "meters", p, &table->meters);
    add_awards(p, t);
    json_close(t, '}');
}

int round_wagers(struct practice *p, struct ask *a, struct text *t)
{
    static const char *const known[] = {ASK_TABLE_KEYS, NULL};
    struct ask_table table;
    (void)p;
    ask_open(a, known);
    ask_table(a, &table);
    if (a->err.code != CR_OK)
        return a->err.code;
    const struct cr_rules *rules = &table.rules;
    json_open(t, NULL, '{');
    json_text(t, "rules", rules->name);
    JSON_MEMBERS(t, rules, title, house);
    json_text(t, "game", rules->game->id);
    json_hash(t, "hash", rules->hash);
    JSON_MEMBERS(t, rules->game, hole_cards, board_cards, dealer_cards);
    add_progressive(&table, t);
    json_open(t, "slots", '[');
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++)
        add_slot(rules, table.has_progressive ? &table.progressive : NULL, slot, t);
    json_close(t, ']');
    json_close(t, '}');
    return CR_OK;
}
