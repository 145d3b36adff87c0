/* A dealt table: its phases from one round to the next; see dealer.h. */
#include "sim/dealer.h"

#include "os/clock.h"

#include <string.h>

#define WAIT_MS  1000 /* wait when there is nothing to do */
#define RETRY_MS 1000
#define LOST     "the table lost its memory, and with it the cards"

/* Handles a refusal by the link. A person reads why and presses again; the program retries after a
 * while, because people may have to do something first. */
static void take_no(struct dealer *d, unsigned say)
{
    if (say != SAY_GAME_OVER_NO && say != SAY_CLAIM_NO && say != SAY_DEAD_NO)
        return;
    if (say == SAY_GAME_OVER_NO && d->phase == DEALER_ENDING)
        d->phase = DEALER_PAYING;
    if (!d->options->by_person)
        d->not_before = clock_mono_ms() + RETRY_MS;
}

/* PIT-1: remembers in the journal which seats' awards are on record, so that a table that is
 * restarted does not claim a win again that people took back. */
static void note_on_record(struct dealer *d)
{
    struct station *s = d->station;
    uint8_t seats = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const unsigned state = s->controller.console.claims[seat - 1].state;
        if (state != CONSOLE_UNCLAIMED && state != CONSOLE_CLAIMING)
            seats |= (uint8_t)CONSOLE_SEAT(seat);
    }
    if (d->phase != DEALER_PAYING || (seats & ~s->page.on_record) == 0)
        return;
    s->page.on_record |= seats;
    station_remember(s);
}

static void heard(void *context, const struct controller_output *out)
{
    struct dealer *d = context;
    if (out->has_event && out->event.kind == FLOOR_COIN_IN && out->event.meter_count > 0)
        dealer_note_meters(d, &out->event);
    for (unsigned i = 0; i < out->count; i++) {
        const struct console_effect *fx = &out->list[i];
        d->is_dead |= fx->kind == CONSOLE_FX_DEAD;
        if (fx->kind == CONSOLE_FX_SAY)
            take_no(d, fx->say);
    }
    note_on_record(d);
}

void dealer_init(struct dealer *d, struct station *station, const struct table_options *options)
{
    memset(d, 0, sizeof(*d));
    d->station = station;
    d->options = options;
    d->button = 1;
    d->is_new = true;
    station->heard = heard;
    station->context = d;
    if (station->page.round == 0 || !dealer_fold(d)) {
        dealer_forget_round(d);
        return;
    }
    station_say(station, "round %llu: remembered from before",
                (unsigned long long)station->page.round);
    cr_deck_shuffle(&d->deck);
}

/* ---- Phases ---- */

static void die(struct dealer *d)
{
    dealer_tell_dead(d);
    d->phase = DEALER_ENDING;
}

/* UTH-18: the table lost its memory, and with it the cards: the hands are dead. A jackpot that is
 * on record is not lost with them: it is paid or ruled void first (PIT-1). */
static void meet_lost(struct dealer *d)
{
    static const struct cr_meters none;
    struct station *s = d->station;
    struct cr_err err = {0};
    if (!d->is_lost)
        station_say(s, "the cards of round %llu are lost: all hands are dead",
                    (unsigned long long)s->controller.round);
    d->is_lost = true;
    if (!d->options->by_person) {
        round_init(&d->round, &s->rules, s->progressive, &none, d->button);
        d->is_told = true;
        d->is_new = false;
        d->phase = DEALER_PAYING;
        return;
    }
    controller_set_reason(&s->controller, "", LOST);
    if (station_press(d->station, &(struct console_event){.kind = CONSOLE_CALL_DEAD}, &err) != 0)
        return;
    d->is_new = false;
    d->phase = DEALER_ENDING;
}

/* Handles the first answer of the link after the start: continues the round that the journal has,
 * if it is the link's round too. */
static void meet_record(struct dealer *d)
{
    struct station *s = d->station;
    const struct controller *c = &s->controller;
    if (c->console.mode == CONSOLE_BETTING || c->console.mode == CONSOLE_CLOSED)
        return;
    if (s->page.round != 0 && s->page.round == c->round) {
        d->is_new = false;
        d->chips = console_registered(&c->console);
        d->phase = d->round.phase == ROUND_SETTLED ? DEALER_PAYING : DEALER_DEALING;
        return;
    }
    meet_lost(d);
}

static void idle(struct dealer *d)
{
    struct station *s = d->station;
    struct cr_err err = {0};
    if (d->is_new)
        meet_record(d);
    if (s->controller.console.mode != CONSOLE_BETTING || !controller_is_idle(&s->controller) ||
        !sensors_is_idle(&s->sensors))
        return;
    if (d->is_new && s->page.round != 0)
        dealer_forget_round(d);
    d->is_new = false;
    if (!d->stop && (d->options->rounds == 0 || d->done < d->options->rounds))
        dealer_take_bets(d);
    else if (controller_leave(&s->controller, &err) == 0)
        d->phase = DEALER_LEAVING;
}

static void bets(struct dealer *d)
{
    struct cr_err err = {0};
    if (d->station->controller.console.mode != CONSOLE_BETTING) {
        d->phase = DEALER_IDLE;
        return;
    }
    if (d->options->by_person) {
        if (d->stop) {
            dealer_return_chips(d);
            d->phase = DEALER_IDLE;
        }
        return;
    }
    if (!dealer_chips_lie(d) || !station_remember(d->station))
        return;
    if (station_press(d->station, &(struct console_event){.kind = CONSOLE_START}, &err) == 0)
        d->phase = DEALER_STARTED;
}

static void started(struct dealer *d)
{
    const struct console *c = &d->station->controller.console;
    if (c->mode == CONSOLE_COIN_IN) {
        d->phase = DEALER_DEALING;
    } else if (c->mode == CONSOLE_BETTING) {
        d->phase = DEALER_IDLE;
        d->not_before = clock_mono_ms() + RETRY_MS;
    }
}

/* ---- The end of a round ---- */

/* PIT-7: sets the reason for which the program calls the hands dead. */
static void give_reason(struct dealer *d, unsigned seat)
{
    char reason[CONTROLLER_REASON_MAX];
    struct text t = text_in(reason, sizeof(reason));
    if (d->is_lost)
        text_add(&t, LOST);
    else
        text_add_format(&t, "seat %u, %s: %s", seat,
                        cr_category_name((enum cr_category)dealer_award(d, seat)->category),
                        dealer_is_taken_back(d, seat) ? "people took this win back"
                                                      : "it won while the progressive was closed");
    controller_set_reason(&d->station->controller, "", reason);
}

/* Calls the hands dead when a seat won an award that is not on record. The cards of a dealt round
 * are known, so it cannot end as if there were no win: GAME OVER would bring a document that
 * contradicts the record. */
static void call_dead(struct dealer *d, unsigned seat)
{
    const bool closed = d->station->controller.console.mode == CONSOLE_CLOSED;
    struct cr_err err = {0};
    /* PIT-1: a failure ends a winning hand only where the house's rules say so. */
    if (closed && !d->is_lost && !dealer_is_taken_back(d, seat) &&
        d->station->rules.on_failure != CR_FAILURE_VOID)
        return;
    give_reason(d, seat);
    if (station_press(d->station, &(struct console_event){.kind = CONSOLE_CALL_DEAD}, &err) == 0 &&
        closed)
        die(d);
}

static void end_round(struct dealer *d)
{
    struct cr_err err = {0};
    const unsigned seat = dealer_unclaimed(d);
    if (seat != 0 || d->is_lost) {
        call_dead(d, seat);
        return;
    }
    dealer_give_document(d);
    if (station_press(d->station, &(struct console_event){.kind = CONSOLE_GAME_OVER}, &err) != 0)
        return;
    dealer_tell_envy(d);
    d->phase = DEALER_ENDING;
}

static void pay(struct dealer *d)
{
    const struct console *c = &d->station->controller.console;
    if (d->options->by_person)
        return; /* the person does the steps of payout.c */
    if (!d->is_told) {
        dealer_tell_payments(d);
        d->is_told = true;
    }
    if (c->request != CONSOLE_ASKED_NOTHING || (c->mode == CONSOLE_CLOSED && !c->in_round))
        return;
    if (c->mode == CONSOLE_COIN_IN && dealer_pay(d))
        return;
    end_round(d);
}

static void ending(struct dealer *d)
{
    if (d->station->controller.console.mode != CONSOLE_BETTING)
        return;
    dealer_forget_round(d);
    d->button = round_next_button(d->button);
    d->done++;
    d->phase = DEALER_IDLE;
    d->not_before = clock_mono_ms() + (int64_t)d->options->pace_ms;
}

static void do_phase(struct dealer *d)
{
    switch (d->phase) {
    case DEALER_IDLE:
        idle(d);
        break;
    case DEALER_BETS:
        bets(d);
        break;
    case DEALER_STARTED:
        started(d);
        break;
    case DEALER_DEALING:
        if (!d->options->by_person)
            dealer_deal(d);
        break;
    case DEALER_PAYING:
        pay(d);
        break;
    case DEALER_ENDING:
        ending(d);
        break;
    case DEALER_LEAVING:
        break;
    }
}

/* SYS-1: starts over when the table got other rules: the last round is over and does not fit
 * them. */
static void meet_rules(struct dealer *d)
{
    static const struct cr_meters none;
    struct station *s = d->station;
    if (d->rules_taken == s->rules_taken)
        return;
    d->rules_taken = s->rules_taken;
    round_init(&d->round, &s->rules, s->progressive, &none, d->button);
    dealer_forget_round(d);
}

int64_t dealer_step(struct dealer *d)
{
    meet_rules(d);
    note_on_record(d);
    const bool playing = d->phase == DEALER_DEALING || d->phase == DEALER_PAYING;
    if (playing && d->is_dead)
        die(d);
    else if (playing && d->station->controller.console.mode == CONSOLE_BETTING)
        d->phase = DEALER_ENDING; /* for the link the round is over */
    for (;;) {
        const int64_t now = clock_mono_ms();
        const enum dealer_phase phase = d->phase;
        const uint32_t events = d->station->page.event_count;
        if (now < d->not_before)
            return d->not_before - now;
        do_phase(d);
        if (d->station->status != 0)
            return 0;
        if (d->phase == phase && d->station->page.event_count == events)
            break;
    }
    const int64_t left = d->pay_after - clock_mono_ms();
    return d->phase == DEALER_PAYING && left > 0 ? left : WAIT_MS;
}
