/* A dealt table: what the patrons bet, and their chips on the acceptors; see dealer.h. */
#include "sim/dealer.h"
#include "sim/neighbours.h"

#include <string.h>

bool dealer_is_award_round(const struct dealer *d)
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
    if (chip < CR_SLOTS && dealer_is_award_round(d))
        wagers[chip] = s->progressive->bet;
    /* UTH-19: no progressive bet at a seat whose acceptor does not work */
    if (chip < CR_SLOTS && !takes_chips(d, seat))
        wagers[chip] = cr_money_from_micro(0);
    for (unsigned slot = 0; slot < CR_SLOTS; slot++)
        if (wagers[slot].micro > 0)
            dealer_record(d, (struct round_event){.kind = ROUND_WAGER,
                                                  .seat = (uint8_t)seat,
                                                  .slot = (uint8_t)slot,
                                                  .amount = wagers[slot]});
    if (chip < CR_SLOTS && wagers[chip].micro > 0)
        d->chips |= (uint8_t)CONSOLE_SEAT(seat);
}

/* Places and removes chips on the acceptors as the patrons want them in this round. */
static void place_chips(struct dealer *d)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const bool lies = d->station->controller.console.acceptors[seat - 1].coins > 0;
        const bool wanted = (d->chips & CONSOLE_SEAT(seat)) != 0;
        if (lies != wanted)
            sensors_touch(&d->station->sensors, wanted ? "place" : "remove", seat);
    }
}

/* PIT-17: whether a seat is dealt cards: in some houses a seat whose sensor failed is closed. */
static bool is_dealt_in(const struct dealer *d, unsigned seat)
{
    const struct station *s = d->station;
    return !s->rules.failure_closes_position ||
           acceptor_state(&s->controller.console.acceptors[seat - 1]) != ACCEPTOR_CLOSED;
}

void dealer_take_bets(struct dealer *d)
{
    struct station *s = d->station;
    struct cr_meters meters;
    memset(&meters, 0, sizeof(meters));
    dealer_forget_round(d);
    d->number++;
    d->chips = 0;
    d->is_dead = d->is_told = d->is_lost = false;
    for (unsigned m = 0; m < s->controller.meter_count; m++)
        meters.meters[m].amount = s->controller.meters[m];
    s->page.meters = meters;
    s->page.button = (uint8_t)d->button;
    s->page.round = s->controller.round + 1;
    round_init(&d->round, &s->rules, s->progressive, &meters, d->button);
    const unsigned taken = neighbour_seats(0, (unsigned)d->options->players);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if ((taken & 1u << seat) && is_dealt_in(d, seat))
            bet(d, seat);
    place_chips(d);
    d->phase = DEALER_BETS;
}

bool dealer_chips_lie(const struct dealer *d)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const bool lies = d->station->controller.console.acceptors[seat - 1].coins > 0;
        if (lies != ((d->chips & CONSOLE_SEAT(seat)) != 0) && takes_chips(d, seat))
            return false;
    }
    return sensors_is_idle(&d->station->sensors);
}

void dealer_return_chips(struct dealer *d)
{
    d->chips = 0;
    place_chips(d);
}
