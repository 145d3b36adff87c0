/* A dealt table: what is paid, and by which key. */
#include "base/money.h"
#include "cli/table/dealer.h"
#include "games/game.h"
#include "report/round_json.h"

#include <string.h>

#define PAY_AGAIN_MS 1000

static const struct console *console_of(const struct dealer *d)
{
    return &d->station->controller.console;
}

static const struct cr_award_result *award_of(const struct dealer *d, unsigned seat)
{
    const struct cr_seat_result *result = &d->round.settlement.seats[seat - 1];
    return result->taken && result->award.paid ? &result->award : NULL;
}

/* ---- Keying (TAB-6, TAB-8, TAB-9) ---- */

static bool press(struct dealer *d, struct console_event e)
{
    struct cr_err err = {0};
    return station_press(d->station, &e, &err) == 0;
}

/* UTH-15: who is entitled to envy, as the settlement has it. */
static uint8_t live_for(const struct dealer *d, unsigned winner)
{
    uint8_t live = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct cr_seat_result *result = &d->round.settlement.seats[seat - 1];
        for (unsigned i = 0; i < result->envy_count; i++)
            if (result->envy[i].from_seat == winner)
                live |= (uint8_t)CONSOLE_SEAT(seat);
    }
    return live;
}

/* The next award from right to left that has not been keyed. */
static bool key_award(struct dealer *d)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
        const struct cr_award_result *award = award_of(d, seat);
        const uint8_t bit = (uint8_t)CONSOLE_SEAT(seat);
        if (award == NULL || (d->pressed & bit) ||
            console_of(d)->claims[seat - 1].state != CONSOLE_UNCLAIMED)
            continue;
        d->pressed |= bit;
        controller_set_live(&d->station->controller, seat, live_for(d, seat));
        if (press(d, (struct console_event){
                         .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = award->category}))
            return true;
    }
    return false;
}

static unsigned pending_of(const struct dealer *d, enum cr_key key)
{
    unsigned count = 0;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct console_claim *claim = &console_of(d)->claims[i];
        count += claim->state == CONSOLE_PENDING && console_of(d)->keys[claim->award] == key;
    }
    return count;
}

/* The key that is in the lock goes back to R and out. */
static void put_key_away(struct dealer *d)
{
    if (console_of(d)->position != CONSOLE_R)
        press(d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R});
    else
        press(d, (struct console_event){.kind = CONSOLE_KEY_REMOVE});
}

/* The pit may not be ready: J-POT is tried again each second. */
static void pay_claims(struct dealer *d, bool high)
{
    const struct console *c = console_of(d);
    const uint8_t key = high ? CONSOLE_KEY_HIGH : CONSOLE_KEY_LOW;
    const uint8_t position = high ? CONSOLE_JPH : CONSOLE_JPL;
    const int64_t now = station_now();
    if (c->key != CONSOLE_NO_KEY && c->key != key)
        put_key_away(d);
    else if (c->key == CONSOLE_NO_KEY)
        press(d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = key});
    else if (c->position != position)
        press(d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = position});
    else if (now >= d->pay_after && press(d, (struct console_event){.kind = CONSOLE_JPOT}))
        d->pay_after = now + PAY_AGAIN_MS;
}

bool dealer_pay(struct dealer *d)
{
    if (key_award(d))
        return true;
    const bool high = pending_of(d, CR_KEY_HIGH) > 0;
    if (high || pending_of(d, CR_KEY_LOW) > 0) {
        pay_claims(d, high);
        return true;
    }
    d->pay_after = 0;
    if (console_of(d)->key == CONSOLE_NO_KEY)
        return false;
    put_key_away(d);
    return true;
}

bool dealer_waits(const struct dealer *d)
{
    return d->phase == DEALER_PAYING && pending_of(d, CR_KEY_HIGH) + pending_of(d, CR_KEY_LOW) > 0;
}

bool dealer_owes(const struct dealer *d)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (award_of(d, seat) != NULL && console_of(d)->claims[seat - 1].state != CONSOLE_PAID &&
            !(d->pressed & CONSOLE_SEAT(seat)))
            return true;
    return false;
}

/* ---- Telling ---- */

static void tell_hand(const struct dealer *d, unsigned seat)
{
    char name[CR_HAND_NAME_MAX];
    const struct cr_seat_result *result = &d->round.settlement.seats[seat - 1];
    game_hand_name(d->station->rules.game, result->rank, name);
    station_say(d->station, "seat %u has %s", seat, name);
}

/* PG-6, UTH-13: in the order in which the dealer pays; awards are paid by the link. */
void dealer_tell_payments(const struct dealer *d)
{
    const struct cr_settlement *s = &d->round.settlement;
    const struct cr_game *game = d->station->rules.game;
    char name[CR_HAND_NAME_MAX], amount[CR_MONEY_TEXT_MAX];
    game_hand_name(game, s->dealer_rank, name);
    station_say(d->station, "the dealer has %s%s", name,
                s->dealer_qualifies ? "" : " and does not qualify");
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (s->seats[seat - 1].taken)
            tell_hand(d, seat);
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        if (line->slot == CR_SLOTS || game->slots[line->slot].is_progressive)
            continue;
        cr_money_format(line->amount, amount);
        station_say(d->station, "pay seat %u %s on %s", line->seat, amount,
                    game->slots[line->slot].label);
    }
}

void dealer_tell_envy(const struct dealer *d)
{
    const struct cr_settlement *s = &d->round.settlement;
    char amount[CR_MONEY_TEXT_MAX];
    for (unsigned i = 0; i < s->payment_count; i++) {
        const struct cr_payment_line *line = &s->payments[i];
        if (line->slot != CR_SLOTS)
            continue;
        cr_money_format(line->amount, amount);
        station_say(d->station, "pay seat %u %s envy for seat %u's hand", line->seat, amount,
                    line->from_seat);
    }
}

void dealer_tell_dead(const struct dealer *d)
{
    static struct cr_settlement dead;
    char amount[CR_MONEY_TEXT_MAX];
    cr_settle_dead(&d->station->rules, d->station->progressive, &d->round.meters, &d->round.play,
                   &dead);
    for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
        struct cr_money stakes = cr_money_from_micro(0);
        for (unsigned slot = 0; slot < CR_SLOTS; slot++)
            if (dead.seats[seat - 1].wagers[slot].result == CR_RESULT_PUSH)
                stakes = money_add(stakes, dead.seats[seat - 1].wagers[slot].stake);
        if (stakes.micro == 0)
            continue;
        cr_money_format(stakes, amount);
        station_say(d->station, "all hands dead: seat %u takes back %s", seat, amount);
    }
}

void dealer_give_document(struct dealer *d)
{
    static char room[FLOOR_TEXT_MAX];
    struct round_doc doc = {.rules = &d->station->rules,
                            .progressive = d->station->progressive,
                            .meters = d->round.meters,
                            .round = d->round.play};
    struct text t;
    text_init(&t, room, sizeof(room));
    round_json_write(&doc, &t);
    if (!t.cut)
        controller_set_text(&d->station->controller, room, t.len);
}
