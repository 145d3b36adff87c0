/* A dealt table: bets, cards, decisions; see dealer.h. */
#include "cli/table/dealer.h"

#include "base/check.h"
#include "base/money.h"
#include "cli/table/stack.h"
#include "games/game.h"
#include "practice/neighbours.h"

#include <string.h>

#define WAIT_MS  1000 /* nothing to do but to listen */
#define RETRY_MS 1000

/* ---- The round and its record ---- */

static void step(struct dealer *d, struct round_event e)
{
    struct round_effects effects;
    struct cr_err err = {0};
    struct journal_page *page = &d->station->page;
    CHECK(round_step(&d->round, &e, &effects, &err) == 0);
    CHECK(page->event_count < JOURNAL_EVENTS_MAX);
    page->events[page->event_count++] = e;
}

static void forget_round(struct dealer *d)
{
    struct journal_page *page = &d->station->page;
    memset(page->events, 0, sizeof(page->events));
    page->event_count = 0;
    page->round = 0;
}

/* As shown before the round's coins; the record has reserves after them only. */
static void note_meters(struct dealer *d, const struct floor_event *e)
{
    const struct cr_progressive *p = d->station->progressive;
    struct cr_meters *meters = &d->station->page.meters;
    memset(meters, 0, sizeof(*meters));
    for (unsigned m = 0; m < e->meter_count; m++) {
        struct cr_money share = {0};
        money_mul_floor(e->amount, p->meters[m].reserve_share, CR_SHARE_ALL, &share);
        meters->meters[m].amount = e->before[m];
        meters->meters[m].reserve = money_sub(e->reserves[m], money_min(share, e->reserves[m]));
    }
    d->round.meters = *meters;
}

static void heard(void *context, const struct controller_output *out)
{
    struct dealer *d = context;
    if (out->has_event && out->event.kind == FLOOR_COIN_IN && out->event.meter_count > 0)
        note_meters(d, &out->event);
    for (unsigned i = 0; i < out->count; i++)
        d->is_dead |= out->list[i].kind == CONSOLE_FX_DEAD;
}

/* Whether what the page remembers can be folded; a round of other rules cannot. */
static bool fold(struct dealer *d)
{
    const struct journal_page *page = &d->station->page;
    struct round_effects effects;
    struct cr_err err = {0};
    const unsigned button = page->button >= 1 && page->button <= CR_SEATS ? page->button : 1;
    round_init(&d->round, &d->station->rules, d->station->progressive, &page->meters, button);
    d->button = button;
    for (uint32_t i = 0; i < page->event_count; i++)
        if (round_step(&d->round, &page->events[i], &effects, &err) != 0)
            return false;
    return page->event_count > 0;
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
    if (station->page.round == 0 || !fold(d)) {
        forget_round(d);
        return;
    }
    station_say(station, "round %llu: remembered from before",
                (unsigned long long)station->page.round);
    cr_deck_shuffle(&d->deck);
}

/* ---- Bets ---- */

static bool is_award_round(const struct dealer *d)
{
    return d->options->award_every > 0 && d->number % d->options->award_every == 0;
}

static bool takes_chips(const struct dealer *d, unsigned seat)
{
    const enum acceptor_state state =
        acceptor_state(&d->station->controller.console.acceptors[seat - 1]);
    return state == ACCEPTOR_IDLE || state == ACCEPTOR_PLACED;
}

static void bet(struct dealer *d, unsigned seat)
{
    struct cr_money wagers[CR_SLOTS] = {0};
    const struct station *s = d->station;
    const struct cr_game *game = s->rules.game;
    const unsigned chip = s->progressive != NULL ? cr_slot_find(game, "progressive", 11) : CR_SLOTS;
    neighbour_wagers(&s->rules, s->progressive, cr_money_from_units(10), d->options->seed,
                     d->number, seat, wagers);
    if (chip < CR_SLOTS && is_award_round(d))
        wagers[chip] = s->progressive->bet;
    /* UTH-19: no progressive at a seat whose acceptor does not work */
    if (chip < CR_SLOTS && !takes_chips(d, seat))
        wagers[chip] = cr_money_from_micro(0);
    for (unsigned slot = 0; slot < CR_SLOTS; slot++)
        if (wagers[slot].micro > 0)
            step(d, (struct round_event){.kind = ROUND_WAGER,
                                         .seat = (uint8_t)seat,
                                         .slot = (uint8_t)slot,
                                         .amount = wagers[slot]});
    if (chip < CR_SLOTS && wagers[chip].micro > 0)
        d->chips |= (uint8_t)CONSOLE_SEAT(seat);
}

/* Chips on the acceptors as the patrons want them this round. */
static void place_chips(struct dealer *d)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const bool lies = d->station->controller.console.acceptors[seat - 1].coins > 0;
        const bool wanted = (d->chips & CONSOLE_SEAT(seat)) != 0;
        if (lies != wanted)
            sensors_touch(&d->station->sensors, wanted ? "place" : "remove", seat);
    }
}

static void take_bets(struct dealer *d)
{
    struct station *s = d->station;
    struct cr_meters meters;
    memset(&meters, 0, sizeof(meters));
    forget_round(d);
    d->number++;
    d->chips = d->pressed = 0;
    d->is_dead = d->is_told = false;
    for (unsigned m = 0; m < s->controller.meter_count; m++)
        meters.meters[m].amount = s->controller.meters[m];
    s->page.meters = meters;
    s->page.button = d->button;
    s->page.round = s->controller.round + 1;
    round_init(&d->round, &s->rules, s->progressive, &meters, d->button);
    const unsigned taken = neighbour_seats(0, (unsigned)d->options->players);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (taken & 1u << seat)
            bet(d, seat);
    place_chips(d);
    d->phase = DEALER_BETS;
}

static bool chips_lie(const struct dealer *d)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const bool lies = d->station->controller.console.acceptors[seat - 1].coins > 0;
        if (lies != ((d->chips & CONSOLE_SEAT(seat)) != 0) && takes_chips(d, seat))
            return false;
    }
    return sensors_is_idle(&d->station->sensors);
}

/* ---- Cards ---- */

/* TAB-5: a wager that is not registered has no part in the round. */
static void drop_unregistered(struct dealer *d)
{
    const struct station *s = d->station;
    const unsigned chip =
        s->progressive != NULL ? cr_slot_find(s->rules.game, "progressive", 11) : CR_SLOTS;
    const uint8_t registered = console_registered(&s->controller.console);
    for (unsigned seat = 1; chip < CR_SLOTS && seat <= CR_SEATS; seat++)
        if (d->round.play.seats[seat - 1].wagers[chip].micro > 0 &&
            !(registered & CONSOLE_SEAT(seat)))
            step(d, (struct round_event){
                        .kind = ROUND_WAGER, .seat = (uint8_t)seat, .slot = (uint8_t)chip});
}

static void shuffle(struct dealer *d)
{
    const uint8_t registered = console_registered(&d->station->controller.console);
    if (d->options->has_seed)
        cr_deck_shuffle_seeded(&d->deck, d->options->seed, d->number);
    else
        cr_deck_shuffle(&d->deck);
    if (!is_award_round(d) || registered == 0)
        return;
    const unsigned seat = (unsigned)__builtin_ctz(registered) + 1;
    const unsigned nth = (unsigned)(d->number / d->options->award_every - 1);
    if (stack_deck(&d->round, seat, nth, &d->deck))
        station_say(d->station, "DEMONSTRATION: the deck is stacked for seat %u", seat);
}

/* A card that has not been seen: after a crash the deck is another one. */
static cr_card draw(struct dealer *d)
{
    cr_card card;
    do {
        card = cr_deck_deal(&d->deck);
        CHECK(card != CR_NO_CARD);
    } while (d->round.seen & UINT64_C(1) << card);
    return card;
}

static void deal_on(struct dealer *d)
{
    while (d->round.phase == ROUND_DEALING)
        step(d, (struct round_event){.kind = ROUND_CARD, .card = draw(d)});
}

static void say_turn(const struct dealer *d, unsigned seat, unsigned stage)
{
    char word[CR_ACTION_TEXT_MAX];
    const struct cr_seat *played = &d->round.play.seats[seat - 1];
    cr_action_format(&d->station->rules, stage, played->actions[stage], word);
    station_say(d->station, "seat %u: %s", seat, word);
}

/* One decision, or the end. Cards are on disk before anyone sees what came of them. */
static void deal(struct dealer *d)
{
    if (d->round.phase == ROUND_BETTING) {
        drop_unregistered(d);
        step(d, (struct round_event){.kind = ROUND_LOCK});
        shuffle(d);
    } else if (d->round.phase == ROUND_ACTING) {
        const unsigned seat = d->round.turn;
        step(d, (struct round_event){.kind = ROUND_ACT,
                                     .seat = (uint8_t)seat,
                                     .action = neighbour_action(&d->round)});
        say_turn(d, seat, d->round.play.seats[seat - 1].action_count - 1u);
    }
    deal_on(d);
    if (d->round.phase == ROUND_SHOWDOWN)
        step(d, (struct round_event){.kind = ROUND_SETTLE});
    if (!station_remember(d->station))
        return;
    if (d->round.phase == ROUND_SETTLED)
        d->phase = DEALER_PAYING;
    d->not_before = station_now() + (int64_t)d->options->pace_ms;
}

/* ---- Phases ---- */

static void die(struct dealer *d)
{
    dealer_tell_dead(d);
    d->phase = DEALER_ENDING;
}

/* The first word from the link: is there a round to go on with? */
static void meet_record(struct dealer *d)
{
    const struct station *s = d->station;
    const struct controller *c = &s->controller;
    if (c->console.mode == CONSOLE_BETTING || c->console.mode == CONSOLE_CLOSED)
        return;
    if (s->page.round != 0 && s->page.round == c->round) {
        d->is_new = false;
        d->chips = console_registered(&c->console);
        d->phase = d->round.phase == ROUND_SETTLED ? DEALER_PAYING : DEALER_DEALING;
        return;
    }
    /* UTH-18: the table lost its memory, and with it the cards */
    struct cr_err err = {0};
    station_say(s, "the cards of round %llu are lost: all hands are dead",
                (unsigned long long)c->round);
    if (station_press(d->station, &(struct console_event){.kind = CONSOLE_CALL_DEAD}, &err) != 0)
        return;
    d->is_new = false;
    d->phase = DEALER_ENDING;
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
        forget_round(d);
    d->is_new = false;
    if (!d->stop && (d->options->rounds == 0 || d->done < d->options->rounds))
        take_bets(d);
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
    if (!chips_lie(d) || !station_remember(d->station))
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
        d->not_before = station_now() + RETRY_MS;
    }
}

/* GAME OVER, or the hands are dead because nobody can pay what the progressive owes. */
static void end_round(struct dealer *d)
{
    struct cr_err err = {0};
    const bool closed = d->station->controller.console.mode == CONSOLE_CLOSED;
    const uint8_t kind = closed && dealer_owes(d) ? CONSOLE_CALL_DEAD : CONSOLE_GAME_OVER;
    dealer_give_document(d);
    if (station_press(d->station, &(struct console_event){.kind = kind}, &err) != 0)
        return;
    if (kind == CONSOLE_CALL_DEAD) {
        die(d);
        return;
    }
    dealer_tell_envy(d);
    d->phase = DEALER_ENDING;
}

static void pay(struct dealer *d)
{
    const struct console *c = &d->station->controller.console;
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
    forget_round(d);
    d->button = round_next_button(d->button);
    d->done++;
    d->phase = DEALER_IDLE;
    d->not_before = station_now() + (int64_t)d->options->pace_ms;
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
        deal(d);
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

int64_t dealer_step(struct dealer *d)
{
    const bool playing = d->phase == DEALER_DEALING || d->phase == DEALER_PAYING;
    if (playing && d->is_dead)
        die(d);
    else if (playing && d->station->controller.console.mode == CONSOLE_BETTING)
        d->phase = DEALER_ENDING; /* the record has the round as over */
    for (;;) {
        const int64_t now = station_now();
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
    const int64_t left = d->pay_after - station_now();
    return d->phase == DEALER_PAYING && left > 0 ? left : WAIT_MS;
}
