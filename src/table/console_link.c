/* The dealer console: the link's answers, its loss (UTH-18) and its return (REG-3). */
#include "base/check.h"
#include "table/console_internal.h"

#include <string.h>

static struct console_claim *asked_claim(struct console *c)
{
    CHECK(c->request_seat >= 1);
    return &c->claims[c->request_seat - 1];
}

/* ---- The link accepted a request ---- */

static void coins_taken(struct console *c)
{
    uint8_t counted = console_counted(c);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (counted & CONSOLE_SEAT(seat))
            console_move(c, seat, ACCEPTOR_EV_REGISTER);
    c->mode = CONSOLE_COIN_IN;
}

static void claim_paid(struct console *c, struct console_effects *out)
{
    struct console_claim *claim = asked_claim(c);
    const bool by_key = c->keys[claim->award] != CR_KEY_NONE;
    claim->state = CONSOLE_PAID;
    console_say(out, SAY_PAID, c->request_seat, claim->award);
    /* TAB-6: winner, hand, amount, table; an award from the tray is not worth the sign */
    if (by_key)
        console_add(out, (struct console_effect){.kind = CONSOLE_FX_SIGN,
                                                 .say = SAY_WINNER,
                                                 .seat = c->request_seat,
                                                 .award = claim->award});
}

static uint8_t unpaid_wagers(const struct console *c)
{
    unsigned seats = console_registered(c) | console_counted(c);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (c->claims[seat - 1].state == CONSOLE_PAID)
            seats &= ~CONSOLE_SEAT(seat);
    return (uint8_t)seats;
}

static void hands_dead(struct console *c, struct console_effects *out)
{
    /* if the link was away, the table called them dead before, and this only records it */
    if (c->ending != CONSOLE_DEAD)
        console_die(c, out);
    console_open_betting(c, out);
}

static void apply_done(struct console *c, struct console_effects *out)
{
    switch ((enum console_request)c->request) {
    case CONSOLE_ASKED_COIN_IN:
        coins_taken(c);
        break;
    case CONSOLE_ASKED_CLAIM:
        asked_claim(c)->state = CONSOLE_PENDING;
        break;
    case CONSOLE_ASKED_CANCEL:
        *asked_claim(c) = (struct console_claim){0};
        /* what it waited for is not what the next claim at this seat waits for */
        memset(c->missing[c->request_seat - 1], 0, sizeof c->missing[0]);
        break;
    case CONSOLE_ASKED_PAY:
        claim_paid(c, out);
        break;
    case CONSOLE_ASKED_FOLD:
        c->folded ^= (uint8_t)CONSOLE_SEAT(c->request_seat);
        break;
    case CONSOLE_ASKED_RETURN:
        console_return(c, (uint8_t)CONSOLE_SEAT(c->request_seat), out);
        break;
    case CONSOLE_ASKED_GAME_OVER:
        console_open_betting(c, out);
        break;
    case CONSOLE_ASKED_DEAD:
    case CONSOLE_ASKED_NOTHING: /* console_check has refused an answer to it */
    case CONSOLE_REQUESTS:
        hands_dead(c, out);
        break;
    }
}

/* ---- The link refused a request ---- */

static void apply_refused(struct console *c, struct console_effects *out)
{
    static const uint8_t lines[CONSOLE_REQUESTS] = {
        [CONSOLE_ASKED_COIN_IN] = SAY_COIN_IN_NO,     [CONSOLE_ASKED_CLAIM] = SAY_CLAIM_NO,
        [CONSOLE_ASKED_CANCEL] = SAY_CANCEL_NO,       [CONSOLE_ASKED_PAY] = SAY_PAY_NO,
        [CONSOLE_ASKED_GAME_OVER] = SAY_GAME_OVER_NO, [CONSOLE_ASKED_DEAD] = SAY_DEAD_NO,
        [CONSOLE_ASKED_FOLD] = SAY_FOLD_NO,           [CONSOLE_ASKED_RETURN] = SAY_RETURN_NO,
    };
    unsigned award = c->request_seat != 0 ? asked_claim(c)->award : 0;
    console_say(out, (enum console_say)lines[c->request], c->request_seat, award);
    switch ((enum console_request)c->request) {
    case CONSOLE_ASKED_COIN_IN:
        console_return(c, console_counted(c), out);
        console_open_betting(c, out);
        break;
    case CONSOLE_ASKED_CLAIM:
        *asked_claim(c) = (struct console_claim){0};
        break;
    case CONSOLE_ASKED_PAY:
        asked_claim(c)->state = CONSOLE_PENDING;
        break;
    default:
        break;
    }
    /* table and link disagree about the round: closed until the link states its record again */
    if (c->mode == CONSOLE_CLOSED)
        c->reason = CONSOLE_LINK_DOWN;
}

void console_apply_answer(struct console *c, const struct console_event *e,
                          struct console_effects *out)
{
    const bool goes_on = c->is_ending && e->kind == CONSOLE_DONE;
    if (e->kind == CONSOLE_DONE)
        apply_done(c, out);
    else
        apply_refused(c, out);
    c->request = CONSOLE_ASKED_NOTHING;
    c->request_seat = 0;
    c->is_ending = false;
    if (goes_on && c->mode == CONSOLE_COIN_IN)
        console_end_round(c, out);
}

/* ---- The link is lost ---- */

/* Leaves the round in a state that can wait, because nobody can record it any more. */
static void leave_round(struct console *c, struct console_effects *out)
{
    if (c->mode == CONSOLE_LOCKING && c->request == CONSOLE_ASKED_NOTHING) {
        /* the link was not asked to take the coins: there is no round, and they go back */
        console_return(c, console_counted(c), out);
        c->in_round = false;
    } else if (c->mode == CONSOLE_COIN_IN && c->request == CONSOLE_ASKED_GAME_OVER) {
        c->ending = CONSOLE_ENDED;
    } else if (c->mode == CONSOLE_COIN_IN && c->request == CONSOLE_ASKED_DEAD &&
               !console_has_open_claim(c)) {
        console_die(c, out); /* a person called it; whether the link has it shows when it is back */
    }
}

void console_apply_lost(struct console *c, const struct console_event *e,
                        struct console_effects *out)
{
    leave_round(c, out);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        console_move(c, seat, ACCEPTOR_EV_SHUT);
    c->mode = CONSOLE_CLOSED;
    c->reason = e->reason;
    c->request = CONSOLE_ASKED_NOTHING;
    c->request_seat = 0;
    c->is_ending = false;
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_LOCK});
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SIGN, .say = SAY_CLOSED});
}

/* ---- The link is back ---- */

/* The link has no round of this table on record any more. */
static void back_to_betting(struct console *c, struct console_effects *out)
{
    if (c->ending != CONSOLE_ENDED)
        console_return(c, unpaid_wagers(c), out);
    console_open_betting(c, out);
}

/* REG-3: takes over exactly the lights and claims that the link has on record. */
static void back_to_round(struct console *c, const struct console_event *e,
                          struct console_effects *out)
{
    console_return(c, (uint8_t)((console_registered(c) | console_counted(c)) & ~e->seats), out);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        unsigned bit = CONSOLE_SEAT(seat);
        struct console_claim *claim = &c->claims[seat - 1];
        if (e->seats & bit)
            console_move(c, seat, ACCEPTOR_EV_REGISTER);
        const bool paying = claim->state == CONSOLE_PAYING;
        *claim = (struct console_claim){0};
        if (e->claimed & bit) {
            claim->award = e->claims[seat - 1];
            claim->state = e->paid & bit ? CONSOLE_PAID : CONSOLE_PENDING;
            claim->held = (e->held & bit) != 0;
        }
        if (paying && claim->state == CONSOLE_PAID)
            console_say(out, SAY_PAID_MEANWHILE, seat, claim->award);
    }
    c->folded = e->folded;
    c->mode = CONSOLE_COIN_IN;
    c->reason = CONSOLE_OPEN;
    c->in_round = true;
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_LOCK});
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SIGN, .say = SAY_NO_MORE_BETS});
}

/* Tells the link how the round ended while it was away. */
static void catch_up(struct console *c, const struct console_event *e, struct console_effects *out)
{
    c->reason = CONSOLE_CATCHING_UP;
    if (c->ending == CONSOLE_ENDED) {
        c->request = CONSOLE_ASKED_GAME_OVER;
        console_add(out, (struct console_effect){.kind = CONSOLE_FX_GAME_OVER});
        return;
    }
    c->request = CONSOLE_ASKED_DEAD;
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SEND_DEAD,
                                             .seats = (uint8_t)(e->seats & ~e->paid)});
}

void console_apply_back(struct console *c, const struct console_event *e,
                        struct console_effects *out)
{
    if (e->mode == CONSOLE_BETTING)
        back_to_betting(c, out);
    else if (c->ending == CONSOLE_LIVE)
        back_to_round(c, e, out);
    else
        catch_up(c, e, out);
}
