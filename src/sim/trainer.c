/* The dealer's trainer: plays the round and lists how each wager is settled correctly. */
#include "sim/trainer.h"

#include "base/err.h"
#include "base/json_write.h"
#include "game/document/explain.h"
#include "sim/neighbours.h"

#include <stdio.h>

const char *const trainer_verdicts[TRAINER_VERDICTS] = {
    [TRAINER_NONE] = "none",
    [TRAINER_PAY] = "pay",
    [TRAINER_TAKE] = "take",
    [TRAINER_PUSH] = "push",
};

const char *trainer_slot_name(const struct trainer *tr, unsigned slot)
{
    return slot == CR_SLOTS ? "envy" : tr->table.rules.game->slots[slot].name;
}

const char *trainer_slot_label(const struct trainer *tr, unsigned slot)
{
    return slot == CR_SLOTS ? "Envy" : tr->table.rules.game->slots[slot].label;
}

/* ---- The correct settlement ---- */

static struct trainer_item *add_item(struct trainer *tr, unsigned seat, unsigned slot)
{
    CHECK(tr->item_count < TRAINER_ITEMS_MAX);
    struct trainer_item *item = &tr->items[tr->item_count++];
    *item = (struct trainer_item){.seat = (uint8_t)seat, .slot = (uint8_t)slot};
    return item;
}

static void set_why(struct trainer_item *item, const char *rule, const char *paragraph,
                    const char *why)
{
    snprintf(item->rule, sizeof item->rule, "%s", rule);
    snprintf(item->paragraph, sizeof item->paragraph, "%s", paragraph);
    snprintf(item->why, sizeof item->why, "%s", why);
}

static void add_explained(struct trainer *tr, unsigned seat, const struct explain_line *line)
{
    static const enum trainer_verdict verdicts[] = {[CR_RESULT_NONE] = TRAINER_NONE,
                                                    [CR_RESULT_WIN] = TRAINER_PAY,
                                                    [CR_RESULT_LOSE] = TRAINER_TAKE,
                                                    [CR_RESULT_PUSH] = TRAINER_PUSH};
    struct trainer_item *item = add_item(tr, seat, line->slot);
    item->is_coin = tr->table.rules.game->slots[line->slot].is_progressive;
    item->stake = line->stake;
    item->verdict = verdicts[line->result];
    if (item->verdict == TRAINER_PAY)
        item->amount = line->pays;
    else if (item->verdict == TRAINER_TAKE)
        item->amount = line->stake;
    set_why(item, line->rule, line->paragraph, line->why);
}

/* Adds a bonus that is not paid. A bonus without a stake is in the settlement only when it is paid,
 * but a dealer checks it at every hand that was played. */
static void add_unpaid_bonus(struct trainer *tr, unsigned seat, unsigned slot)
{
    const struct cr_game *game = tr->table.rules.game;
    const struct cr_seat_result *result = &tr->hand.round.settlement.seats[seat - 1];
    if (game->slots[slot].kind != SLOT_BONUS || result->outcome == CR_OUTCOME_FOLD ||
        result->wagers[game->ante].stake.micro == 0)
        return;
    struct trainer_item *item = add_item(tr, seat, slot);
    set_why(item, tr->rules->bonus, cr_paragraph(&tr->table.rules, tr->rules->bonus),
            "no hand on the bonus table: nothing is due");
}

static void add_seat_items(struct trainer *tr, unsigned seat)
{
    struct explain_line lines[EXPLAIN_LINES_MAX];
    const struct cr_rules *rules = &tr->table.rules;
    const size_t n =
        explain_seat(rules, tr->hand.setup.progressive, &tr->hand.round.settlement, seat, lines);
    size_t next = 0;
    for (unsigned slot = 0; slot < rules->game->slot_count; slot++) {
        if (next < n && lines[next].slot == slot) {
            /* a bet that was taken back left the table at once */
            if (lines[next].result != CR_RESULT_PULLED)
                add_explained(tr, seat, &lines[next]);
            next++;
        } else
            add_unpaid_bonus(tr, seat, slot);
    }
}

/* UTH-15: for each hand that gives envy, the dealer looks at every other seat with the bet. */
static void add_envy_items(struct trainer *tr, unsigned seat)
{
    const struct cr_settlement *s = &tr->hand.round.settlement;
    const struct cr_game *game = tr->table.rules.game;
    const struct cr_seat_result *own = &s->seats[seat - 1];
    if (!tr->table.has_progressive || own->wagers[game->progressive].stake.micro == 0)
        return;
    for (unsigned from = CR_SEATS; from > 0; from--) {
        const struct cr_award_result *award = &s->seats[from - 1].award;
        if (from == seat || !award->paid ||
            tr->table.progressive.awards[award->category].envy.micro == 0)
            continue;
        struct trainer_item *item = add_item(tr, seat, CR_SLOTS);
        item->from_seat = (uint8_t)from;
        set_why(item, "UTH-15", cr_paragraph(&tr->table.rules, "UTH-15"),
                "envy goes to live hands with the bet only: nothing is due");
        for (unsigned i = 0; i < own->envy_count; i++) {
            if (own->envy[i].from_seat != from)
                continue;
            item->verdict = TRAINER_PAY;
            item->amount = own->envy[i].amount;
            snprintf(item->why, sizeof item->why, "seat %u has a %s", from,
                     cr_category_name((enum cr_category)own->envy[i].category));
        }
    }
}

/* ---- The round ---- */

int trainer_rules_of(struct ask *a, const struct cr_game *game, const struct trainer_rules **out)
{
    const struct game_play *play = game_play_of(game);
    if (!play)
        return ask_blame(
            a, err_set(&a->err, CR_E_NOT_FOUND, "no dealer's training for %s", game->title),
            "rules");
    *out = &play->trainer;
    return CR_OK;
}

int trainer_ask(struct ask *a, struct trainer *out)
{
    uint64_t seats = 0;
    struct hand_setup setup = {.rules = &out->table.rules, .meters = &out->table.meters};
    ask_table(a, &out->table);
    if (a->err.code == CR_OK)
        trainer_rules_of(a, out->table.rules.game, &out->rules);
    ask_count(a, "seed", 0, ASK_COUNT_MAX, 1, &setup.seed);
    ask_count(a, "round", 1, ASK_COUNT_MAX, 1, &setup.round);
    ask_count(a, "seats", 1, CR_SEATS, 5, &seats);
    if (a->err.code != CR_OK)
        return a->err.code;
    setup.progressive = out->table.has_progressive ? &out->table.progressive : NULL;
    setup.neighbours = neighbour_seats(0, (unsigned)seats);
    setup.ante = hand_usual_ante(&out->table.rules);
    if (ask_blame(a, hand_start(&out->hand, &setup, &a->err), "rules") != CR_OK)
        return a->err.code;
    for (unsigned seat = CR_SEATS; seat > 0; seat--)
        if (out->hand.round.play.seats[seat - 1].taken)
            add_seat_items(out, seat);
    for (unsigned seat = CR_SEATS; seat > 0; seat--)
        if (out->hand.round.play.seats[seat - 1].taken)
            add_envy_items(out, seat);
    return CR_OK;
}

void trainer_add_item(const struct trainer *tr, const char *key, const struct trainer_item *item,
                      struct text *t)
{
    if (!item) {
        json_null(t, key);
        return;
    }
    json_open(t, key, '{');
    json_count(t, "seat", item->seat);
    json_text(t, "wager", trainer_slot_name(tr, item->slot));
    json_text(t, "label", trainer_slot_label(tr, item->slot));
    json_money(t, "stake", item->stake);
    json_count_or_null(t, "from_seat", item->from_seat);
    json_close(t, '}');
}
