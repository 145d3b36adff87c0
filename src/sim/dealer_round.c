/* A dealt table: the round, its journal record, and its cards; see dealer.h. */
#include "base/check.h"
#include "base/money.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "sim/dealer.h"
#include "sim/neighbours.h"

#include <string.h>

/* ---- Stacked decks for demonstrations ---- */

/* Hands that win high awards: the seat's own cards first, then those of the board. */
static const struct {
    enum cr_category category;
    const char *cards;
} hands[] = {{CR_FOUR_OF_A_KIND, "Kd Kc Kh Ks 2d"},
             {CR_STRAIGHT_FLUSH, "9h 8h 7h 6h 5h"},
             {CR_ROYAL_FLUSH, "As Ks Qs Js Ts"}};
#define HANDS (sizeof(hands) / sizeof(hands[0]))

static const char *nth_high(const struct cr_progressive *p, unsigned nth)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HANDS; i++)
        count += p->awards[hands[i].category].key == CR_KEY_HIGH;
    if (count == 0)
        return NULL;
    nth %= count;
    for (unsigned i = 0; i < HANDS; i++)
        if (p->awards[hands[i].category].key == CR_KEY_HIGH && nth-- == 0)
            return hands[i].cards;
    return NULL;
}

static bool is_among(cr_card card, const cr_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cards[i] == card)
            return true;
    return false;
}

/* Stacks the deck so that the five cards that the progressive looks at make its nth high award at
 * that seat (n wraps around). False when there is none. The deck must be shuffled and the round
 * locked. */
static bool stack_deck(const struct round *r, unsigned seat, unsigned nth, struct cr_deck *deck)
{
    cr_card wanted[5], order[CR_DECK_CARDS];
    size_t count = 0, next = 0;
    struct cr_err err = {0};
    const struct cr_game *game = r->rules->game;
    const char *hand = r->progressive != NULL ? nth_high(r->progressive, nth) : NULL;
    if (hand == NULL || game->hole_cards + game->award_board_cards != 5)
        return false;
    CHECK(cr_cards_parse(hand, 14, wanted, 5, &count, &err) == 0 && count == 5);
    for (unsigned i = 0; i < r->plan.count; i++) {
        const struct deal_step step = r->plan.steps[i];
        if (step.to == seat) {
            order[i] = wanted[step.index];
        } else if (step.to == DEAL_BOARD && step.index < game->award_board_cards) {
            order[i] = wanted[game->hole_cards + step.index];
        } else {
            while (is_among(deck->cards[next], wanted, 5))
                next++;
            order[i] = deck->cards[next++];
        }
    }
    return cr_deck_from_list(deck, order, r->plan.count, &err) == 0;
}

/* ---- The record ---- */

void dealer_record(struct dealer *d, struct round_event e)
{
    struct round_effects effects;
    struct cr_err err = {0};
    struct journal_page *page = &d->station->page;
    CHECK(round_step(&d->round, &e, &effects, &err) == 0);
    CHECK(page->event_count < JOURNAL_EVENTS_MAX);
    page->events[page->event_count++] = e;
}

void dealer_forget_round(struct dealer *d)
{
    struct journal_page *page = &d->station->page;
    memset(page->events, 0, sizeof(page->events));
    page->event_count = 0;
    page->round = 0;
    page->steps_paid = 0;
    page->on_record = 0;
}

void dealer_note_meters(struct dealer *d, const struct floor_event *e)
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

bool dealer_fold(struct dealer *d)
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

/* ---- Cards ---- */

/* TAB-5: removes progressive wagers that the acceptors did not register. */
static void drop_unregistered(struct dealer *d)
{
    const struct station *s = d->station;
    const unsigned chip =
        s->progressive != NULL ? cr_slot_find(s->rules.game, "progressive", 11) : CR_SLOTS;
    const uint8_t registered = console_registered(&s->controller.console);
    for (unsigned seat = 1; chip < CR_SLOTS && seat <= CR_SEATS; seat++)
        if (d->round.play.seats[seat - 1].wagers[chip].micro > 0 &&
            !(registered & CONSOLE_SEAT(seat)))
            dealer_record(d, (struct round_event){.kind = ROUND_WAGER,
                                                  .seat = (uint8_t)seat,
                                                  .slot = (uint8_t)chip});
}

static void shuffle(struct dealer *d)
{
    const uint8_t registered = console_registered(&d->station->controller.console);
    if (d->options->has_seed)
        cr_deck_shuffle_seeded(&d->deck, d->options->seed, d->number);
    else
        cr_deck_shuffle(&d->deck);
    if (!dealer_is_award_round(d) || registered == 0)
        return;
    const unsigned seat = (unsigned)__builtin_ctz(registered) + 1;
    const unsigned nth = (unsigned)(d->number / d->options->award_every - 1);
    if (stack_deck(&d->round, seat, nth, &d->deck))
        station_say(d->station, "DEMONSTRATION: the deck is stacked for seat %u", seat);
}

/* Draws a card that is not in the round yet: after a crash the deck is a new one. */
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
        dealer_record(d, (struct round_event){.kind = ROUND_CARD, .card = draw(d)});
}

static void say_turn(const struct dealer *d, unsigned seat, unsigned stage)
{
    char word[CR_ACTION_TEXT_MAX];
    const struct cr_seat *played = &d->round.play.seats[seat - 1];
    cr_action_format(&d->station->rules, stage, played->actions[stage], word);
    station_say(d->station, "seat %u: %s", seat, word);
}

void dealer_deal(struct dealer *d)
{
    if (d->round.phase == ROUND_BETTING) {
        drop_unregistered(d);
        dealer_record(d, (struct round_event){.kind = ROUND_LOCK});
        shuffle(d);
    } else if (d->round.phase == ROUND_ACTING) {
        const unsigned seat = d->round.turn;
        dealer_record(d, (struct round_event){.kind = ROUND_ACT,
                                              .seat = (uint8_t)seat,
                                              .action = neighbour_action(&d->round)});
        say_turn(d, seat, d->round.play.seats[seat - 1].action_count - 1u);
    }
    deal_on(d);
    if (d->round.phase == ROUND_SHOWDOWN)
        dealer_record(d, (struct round_event){.kind = ROUND_SETTLE});
    if (!station_remember(d->station))
        return;
    if (d->round.phase == ROUND_SETTLED)
        d->phase = DEALER_PAYING;
    d->not_before = clock_mono_ms() + (int64_t)d->options->pace_ms;
}
