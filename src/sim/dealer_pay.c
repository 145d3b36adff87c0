/* A dealt table: keys and pays the awards of the progressive. */
#include "game/cards/card_text.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "sim/dealer.h"

#include <string.h>

#define PAY_AGAIN_MS 1000

const struct cr_award_result *dealer_award(const struct dealer *d, unsigned seat)
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

/* UTH-15: the seats that are paid envy for the winner's hand, as the settlement has it. */
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

bool dealer_is_unclaimed(const struct dealer *d, unsigned seat)
{
    return dealer_award(d, seat) != NULL &&
           dealer_console(d)->claims[seat - 1].state == CONSOLE_UNCLAIMED;
}

unsigned dealer_unclaimed(const struct dealer *d)
{
    unsigned seat = CR_SEATS;
    while (seat > 0 && !dealer_is_unclaimed(d, seat))
        seat--;
    return seat;
}

bool dealer_is_taken_back(const struct dealer *d, unsigned seat)
{
    return dealer_is_unclaimed(d, seat) && (d->station->page.on_record & CONSOLE_SEAT(seat)) != 0;
}

/* Writes the five cards that the progressive looks at; "" in a game where they are not five. */
static void name_hand(const struct dealer *d, unsigned seat, char out[CLAIM_CARDS_MAX])
{
    const struct cr_game *game = d->round.rules->game;
    struct text t = text_in(out, CLAIM_CARDS_MAX);
    if (game->hole_cards + game->award_board_cards != CLAIM_HAND_CARDS)
        return;
    cr_card cards[CLAIM_HAND_CARDS];
    memcpy(cards, d->round.play.seats[seat - 1].cards, game->hole_cards * sizeof cards[0]);
    memcpy(cards + game->hole_cards, d->round.play.board,
           game->award_board_cards * sizeof cards[0]);
    text_add_cards(&t, cards, CLAIM_HAND_CARDS);
}

void dealer_tell_win(const struct dealer *d, unsigned seat)
{
    char hand[CLAIM_CARDS_MAX];
    name_hand(d, seat, hand);
    controller_set_live(&d->station->controller, seat, live_for(d, seat));
    controller_set_cards(&d->station->controller, seat, hand);
}

/* Keys the next award, from right to left, that has not been keyed. */
static bool key_award(struct dealer *d)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--) {
        const struct cr_award_result *award = dealer_award(d, seat);
        if (!dealer_is_unclaimed(d, seat) || dealer_is_taken_back(d, seat))
            continue;
        dealer_tell_win(d, seat);
        if (press(d, (struct console_event){
                         .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = award->category}))
            return true;
    }
    return false;
}

/* Turns the key in the lock back to R or, if it is there, removes it. */
static void put_key_away(struct dealer *d)
{
    if (dealer_console(d)->position != CONSOLE_R)
        press(d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R});
    else
        press(d, (struct console_event){.kind = CONSOLE_KEY_REMOVE});
}

/* Uses a key in the name of the person who acts here. A refused PIN is forgotten and not tried
 * again, because that would lock the person out. */
static void use_key(struct dealer *d, uint8_t key, struct console_event e)
{
    struct station *s = d->station;
    struct cr_err err = {0};
    const struct key_pin_ask ask = {.user = s->own_user,
                                    .what = key == CONSOLE_KEY_HIGH ? KEY_PIN_HIGH : KEY_PIN_LOW,
                                    .pin = s->own_pin,
                                    .by = ""};
    int rc = station_may(s, &ask, &err);
    if (rc == 0)
        press(d, e);
    else if (rc == CR_E_INPUT)
        memset(s->own_pin, 0, sizeof(s->own_pin));
}

/* PIT-2: pays the next award of the queue with its key, one step at a time. Where the pit is not
 * ready, J-POT is tried again each second. */
static void pay_next(struct dealer *d, enum cr_key needed)
{
    const struct console *c = dealer_console(d);
    const bool high = needed == CR_KEY_HIGH;
    const uint8_t key = high ? CONSOLE_KEY_HIGH : CONSOLE_KEY_LOW;
    const uint8_t position = high ? CONSOLE_JPH : CONSOLE_JPL;
    const int64_t now = clock_mono_ms();
    const bool keyless = needed == CR_KEY_NONE;
    if (!keyless && c->key != CONSOLE_NO_KEY && c->key != key) {
        put_key_away(d);
    } else if (!keyless && c->key == CONSOLE_NO_KEY) {
        use_key(d, key, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = key});
    } else if (!keyless && c->position != position) {
        use_key(d, key, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = position});
    } else if (now >= d->pay_after) {
        press(d, (struct console_event){.kind = CONSOLE_JPOT});
        d->pay_after = now + (keyless ? PAY_AGAIN_MS / 10 : PAY_AGAIN_MS);
    }
}

bool dealer_pay(struct dealer *d)
{
    if (key_award(d))
        return true;
    const unsigned next = console_next_pending(dealer_console(d));
    if (next != 0) {
        pay_next(d,
                 (enum cr_key)dealer_console(d)->keys[dealer_console(d)->claims[next - 1].award]);
        return true;
    }
    d->pay_after = 0;
    if (dealer_console(d)->key == CONSOLE_NO_KEY)
        return false;
    put_key_away(d);
    return true;
}

bool dealer_waits(const struct dealer *d)
{
    return d->phase == DEALER_PAYING && console_next_pending(dealer_console(d)) != 0;
}
