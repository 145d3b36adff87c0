/* A settlement in words: each wager, what became of it, and the rule it follows. */
#include "game/document/explain.h"

#include "base/check.h"
#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

static const char *const verdicts[] = {
    [CR_RESULT_NONE] = "",         [CR_RESULT_WIN] = "wins",          [CR_RESULT_LOSE] = "loses",
    [CR_RESULT_PUSH] = "returned", [CR_RESULT_PULLED] = "taken back",
};

/* Adds ": 50 to 1" for a slot that the house pays by a table. */
static void add_ratio(const struct cr_rules *rules, unsigned slot, uint16_t rank, struct text *why)
{
    const struct cr_ratio ratio = slot_pays(rules, slot, rank);
    text_add_format(why, ": %d to %d", ratio.num, ratio.den);
}

/* Says what a progressive award was and whether a meter or the tray paid it. */
static void add_award(const struct cr_progressive *progressive, const struct cr_award_result *award,
                      struct text *why)
{
    const struct cr_award *rule = &progressive->awards[award->category];
    text_clear(why);
    text_add_format(why, "%s: ", cr_category_name((enum cr_category)award->category));
    if (rule->kind == CR_AWARD_PERCENT) {
        text_add_percent(why, rule->ppm);
        text_add_format(why, " of the %s meter", progressive->meters[rule->from].name);
    } else if (rule->from == CR_FROM_TRAY) {
        text_add(why, "a fixed award from the tray");
    } else {
        text_add_format(why, "a fixed award off the %s meter",
                        progressive->meters[rule->from].name);
    }
    if (award->house_funded.micro > 0) {
        text_add(why, ", ");
        text_add_money(why, award->house_funded);
        text_add(why, " of it from the house");
    }
}

static void set_rule(const struct cr_rules *rules, const char *rule, const char *part,
                     struct explain_line *line)
{
    snprintf(line->rule, sizeof line->rule, "%s", rule);
    snprintf(line->paragraph, sizeof line->paragraph, "%s", cr_paragraph(rules, part));
}

static void explain_wager(const struct cr_rules *rules, const struct cr_progressive *progressive,
                          const struct cr_seat_result *seat, unsigned slot,
                          struct explain_line *line)
{
    const struct cr_wager_result *wager = &seat->wagers[slot];
    const struct game_slot *place = &rules->game->slots[slot];
    const char *rule = "", *clause = "";
    CHECK(cr_reason(rules, wager->reason, &rule, &clause));
    const char *part = rules->game->reasons[wager->reason].part;
    snprintf(line->wager, sizeof line->wager, "%s", place->label);
    snprintf(line->verdict, sizeof line->verdict, "%s", verdicts[wager->result]);
    set_rule(rules, rule, part != NULL ? part : rule, line);
    struct text why = text_in(line->why, sizeof line->why);
    text_add(&why, clause);
    if (wager->reason == REASON_AWARD)
        add_award(progressive, &seat->award, &why);
    else if (wager->result == CR_RESULT_WIN && place->by_table &&
             wager->reason >= REASON_GAME_FIRST)
        add_ratio(rules, slot, wager->rank, &why);
    line->slot = (uint8_t)slot;
    line->result = wager->result;
    line->stake = wager->stake;
    line->pays = wager->pays;
}

static void explain_envy(const struct cr_rules *rules, const struct cr_envy *envy,
                         struct explain_line *line)
{
    snprintf(line->wager, sizeof line->wager, "Envy");
    snprintf(line->verdict, sizeof line->verdict, "%s", verdicts[CR_RESULT_WIN]);
    set_rule(rules, "UTH-15", "UTH-15", line);
    snprintf(line->why, sizeof line->why, "seat %u has a %s", envy->from_seat,
             cr_category_name((enum cr_category)envy->category));
    line->slot = CR_SLOTS;
    line->result = CR_RESULT_WIN;
    line->pays = envy->amount;
}

size_t explain_seat(const struct cr_rules *rules, const struct cr_progressive *progressive,
                    const struct cr_settlement *settlement, unsigned seat,
                    struct explain_line out[EXPLAIN_LINES_MAX])
{
    CHECK(seat >= 1 && seat <= CR_SEATS);
    const struct cr_seat_result *result = &settlement->seats[seat - 1];
    size_t n = 0;
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        if (result->wagers[slot].result == CR_RESULT_NONE)
            continue;
        out[n] = (struct explain_line){0};
        explain_wager(rules, progressive, result, slot, &out[n++]);
    }
    for (unsigned i = 0; i < result->envy_count; i++) {
        out[n] = (struct explain_line){0};
        explain_envy(rules, &result->envy[i], &out[n++]);
    }
    return n;
}

/* The rank of a seat's hand that differs from the dealer's but has the same name; the dealer's own
 * rank where there is none. Seats are searched from the highest number down. */
static uint16_t namesake(const struct cr_game *game, const struct cr_settlement *s)
{
    char dealers[CR_HAND_NAME_MAX], name[CR_HAND_NAME_MAX];
    game_hand_name(game, s->dealer_rank, dealers);
    for (unsigned i = CR_SEATS; i-- > 0;) {
        if (!s->seats[i].taken || s->seats[i].rank == s->dealer_rank)
            continue;
        game_hand_name(game, s->seats[i].rank, name);
        if (strcmp(name, dealers) == 0)
            return s->seats[i].rank;
    }
    return s->dealer_rank;
}

void explain_hand(const struct cr_rules *rules, const struct cr_settlement *settlement,
                  unsigned seat, char out[CR_HAND_NAME_MAX])
{
    const struct cr_game *game = rules->game;
    const uint16_t dealer = settlement->dealer_rank;
    CHECK(seat <= CR_SEATS);
    if (seat == 0)
        ranking_name_beside(game->ranking, dealer, namesake(game, settlement), out);
    else if (game->dealer_cards == 0)
        game_hand_name(game, settlement->seats[seat - 1].rank, out);
    else
        ranking_name_beside(game->ranking, settlement->seats[seat - 1].rank, dealer, out);
}

void explain_dealer(const struct cr_rules *rules, const struct cr_settlement *settlement,
                    struct text *out)
{
    char name[CR_HAND_NAME_MAX];
    if (rules->game->dealer_cards == 0)
        return;
    explain_hand(rules, settlement, 0, name);
    if (!(rules->game->keys & GAME_KEY_QUALIFY))
        text_add_format(out, "Dealer has %s", name);
    else if (settlement->dealer_qualifies)
        text_add_format(out, "Dealer qualifies with %s", name);
    else
        text_add_format(out, "Dealer does not qualify with %s", name);
}
