/* The dealer console: what presses, keys and sensors do. */
#include "base/check.h"
#include "table/console_internal.h"

#include <stdio.h>
#include <string.h>

void console_set_rules(struct console *c, const char *start_label,
                       const struct cr_progressive *progressive)
{
    snprintf(c->start_label, sizeof c->start_label, "%s", start_label);
    for (unsigned i = 0; i < CR_CATEGORIES; i++) {
        const struct cr_award *award = &progressive->awards[i];
        c->keys[i] = award->kind == CR_AWARD_NONE ? CONSOLE_NO_AWARD : (uint8_t)award->key;
    }
}

void console_init(struct console *c, const char *start_label,
                  const struct cr_progressive *progressive)
{
    memset(c, 0, sizeof *c);
    c->mode = CONSOLE_CLOSED;
    c->reason = CONSOLE_STARTING;
    console_set_rules(c, start_label, progressive);
    c->fold_forfeits = true;
}

void console_set_fold(struct console *c, bool forfeits)
{
    c->fold_forfeits = forfeits;
}

void console_set_failure(struct console *c, bool voids)
{
    c->failure_voids = voids;
}

void console_set_sensor_failure(struct console *c, bool shuts_position)
{
    c->sensor_shuts_position = shuts_position;
}

/* ---- Asking the state ---- */

static uint8_t seats_in(const struct console *c, enum acceptor_state state)
{
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (acceptor_state(&c->acceptors[seat - 1]) == state)
            seats |= CONSOLE_SEAT(seat);
    return (uint8_t)seats;
}

uint8_t console_registered(const struct console *c)
{
    return seats_in(c, ACCEPTOR_REGISTERED);
}

uint8_t console_counted(const struct console *c)
{
    return seats_in(c, ACCEPTOR_COUNTED);
}

uint8_t console_dropping(const struct console *c)
{
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (c->acceptors[seat - 1].dropping)
            seats |= CONSOLE_SEAT(seat);
    return (uint8_t)seats;
}

bool console_claim_is_open(const struct console_claim *claim)
{
    return claim->state == CONSOLE_CLAIMING || claim->state == CONSOLE_PENDING ||
           claim->state == CONSOLE_PAYING;
}

bool console_has_open_claim(const struct console *c)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (console_claim_is_open(&c->claims[i]))
            return true;
    return false;
}

bool console_has_open_jackpot(const struct console *c)
{
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (console_claim_is_open(&c->claims[i]) && c->keys[c->claims[i].award] != CR_KEY_NONE)
            return true;
    return false;
}

static enum cr_key turned_key(const struct console *c)
{
    static const uint8_t kinds[] = {
        [CONSOLE_R] = CR_KEY_NONE, [CONSOLE_JPL] = CR_KEY_LOW, [CONSOLE_JPH] = CR_KEY_HIGH};
    return (enum cr_key)kinds[c->position];
}

unsigned console_next_pending(const struct console *c)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (c->claims[seat - 1].state == CONSOLE_PENDING)
            return seat;
    return 0;
}

unsigned console_next_paid(const struct console *c)
{
    const unsigned seat = c->mode == CONSOLE_COIN_IN ? console_next_pending(c) : 0;
    if (seat == 0 || c->claims[seat - 1].held)
        return 0;
    const uint8_t key = c->keys[c->claims[seat - 1].award];
    return key == CR_KEY_NONE || key == turned_key(c) ? seat : 0;
}

bool console_jpot_flashes(const struct console *c)
{
    const unsigned seat = console_next_paid(c);
    return c->request == CONSOLE_ASKED_NOTHING && seat != 0 && c->missing[seat - 1][0] == '\0';
}

enum acceptor_jackpot console_jackpot(const struct console *c)
{
    if (c->mode != CONSOLE_COIN_IN || c->position == CONSOLE_R)
        return ACCEPTOR_JACKPOT_NONE;
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (c->claims[i].state != CONSOLE_UNCLAIMED && c->keys[c->claims[i].award] == turned_key(c))
            return c->position == CONSOLE_JPH ? ACCEPTOR_JACKPOT_HIGH : ACCEPTOR_JACKPOT_LOW;
    return ACCEPTOR_JACKPOT_NONE;
}

/* ---- Parts of steps ---- */

void console_add(struct console_effects *out, struct console_effect effect)
{
    CHECK(out->count < CONSOLE_EFFECTS_MAX);
    out->list[out->count++] = effect;
}

static void add_kind(struct console_effects *out, enum console_effect_kind kind)
{
    console_add(out, (struct console_effect){.kind = (uint8_t)kind});
}

void console_say(struct console_effects *out, enum console_say say, unsigned seat, unsigned award)
{
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SAY,
                                             .say = (uint8_t)say,
                                             .seat = (uint8_t)seat,
                                             .award = (uint8_t)award});
}

unsigned console_move(struct console *c, unsigned seat, enum acceptor_event e)
{
    unsigned back = 0;
    CHECK(acceptor_step(&c->acceptors[seat - 1], e, &back, NULL) == CR_OK);
    return back;
}

static void give_back(struct console_effects *out, uint8_t seats)
{
    if (seats != 0)
        console_add(out, (struct console_effect){
                             .kind = CONSOLE_FX_RETURN, .seats = seats, .say = SAY_GIVE_BACK});
}

void console_return(struct console *c, uint8_t seats, struct console_effects *out)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            console_move(c, seat, ACCEPTOR_EV_RETURN);
    give_back(out, seats);
}

/* Every drop is answered: asks the link to take the coins. */
static void console_ask_coin_in(struct console *c, struct console_effects *out)
{
    c->request = CONSOLE_ASKED_COIN_IN;
    console_add(out,
                (struct console_effect){.kind = CONSOLE_FX_COIN_IN, .seats = console_counted(c)});
}

void console_open_betting(struct console *c, struct console_effects *out)
{
    c->mode = CONSOLE_BETTING;
    c->reason = CONSOLE_OPEN;
    c->request = CONSOLE_ASKED_NOTHING;
    c->request_seat = 0;
    c->ending = CONSOLE_LIVE;
    c->in_round = c->is_ending = false;
    c->folded = 0;
    memset(c->claims, 0, sizeof c->claims);
    memset(c->missing, 0, sizeof c->missing);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        console_move(c, seat, ACCEPTOR_EV_OPEN);
    add_kind(out, CONSOLE_FX_BETTING);
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SIGN, .say = SAY_PLACE_BETS});
}

void console_die(struct console *c, struct console_effects *out)
{
    unsigned back = console_registered(c) | console_counted(c);
    c->ending = CONSOLE_DEAD;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct console_claim *claim = &c->claims[seat - 1];
        /* a paid hand is settled; of one that was just being paid only the link knows whether it
         * was */
        if (claim->state == CONSOLE_PAID || claim->state == CONSOLE_PAYING)
            back &= ~CONSOLE_SEAT(seat);
        else
            *claim = (struct console_claim){0};
    }
    add_kind(out, CONSOLE_FX_DEAD);
    console_say(out, SAY_DEAD, 0, 0);
    console_return(c, (uint8_t)back, out);
}

/* ---- Presses ---- */

/* TAB-4: closes betting and drops the chips. */
static void press_start(struct console *c, const struct console_event *e,
                        struct console_effects *out)
{
    (void)e;
    unsigned before = console_dropping(c); /* told to drop before the link was lost; not again */
    c->mode = CONSOLE_LOCKING;
    c->in_round = true;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        console_move(c, seat, ACCEPTOR_EV_LOCK);
    add_kind(out, CONSOLE_FX_LOCK);
    console_add(out, (struct console_effect){.kind = CONSOLE_FX_SIGN, .say = SAY_NO_MORE_BETS});
    uint8_t drop = (uint8_t)(console_dropping(c) & ~before);
    if (drop != 0)
        console_add(out, (struct console_effect){.kind = CONSOLE_FX_DROP, .seats = drop});
    if (console_dropping(c) == 0)
        console_ask_coin_in(c, out);
}

static void ask_about(struct console *c, unsigned seat, enum console_request request,
                      enum console_effect_kind kind, struct console_effects *out)
{
    c->request = (uint8_t)request;
    c->request_seat = (uint8_t)seat;
    console_add(out, (struct console_effect){.kind = (uint8_t)kind,
                                             .seat = (uint8_t)seat,
                                             .award = c->claims[seat - 1].award});
}

/* TAB-6, PIT-4: the first press claims, the second one cancels. */
static void press_award(struct console *c, const struct console_event *e,
                        struct console_effects *out)
{
    struct console_claim *claim = &c->claims[e->seat - 1];
    if (claim->state == CONSOLE_PENDING) {
        ask_about(c, e->seat, CONSOLE_ASKED_CANCEL, CONSOLE_FX_CANCEL, out);
        return;
    }
    claim->award = e->award;
    claim->state = CONSOLE_CLAIMING;
    ask_about(c, e->seat, CONSOLE_ASKED_CLAIM, CONSOLE_FX_CLAIM, out);
}

static void press_jpot(struct console *c, const struct console_event *e,
                       struct console_effects *out)
{
    (void)e;
    unsigned seat = console_next_paid(c);
    c->claims[seat - 1].state = CONSOLE_PAYING;
    ask_about(c, seat, CONSOLE_ASKED_PAY, CONSOLE_FX_PAY, out);
}

/* PIT-4: pays the next award without a key; when none is left, ends the round. */
void console_end_round(struct console *c, struct console_effects *out)
{
    c->is_ending = console_next_paid(c) != 0;
    if (c->is_ending)
        press_jpot(c, NULL, out);
    if (console_has_open_claim(c)) /* being paid, or held until a person rules */
        return;
    /* a key that was turned meanwhile is turned back first; then GAME OVER is pressed again */
    if (c->position != CONSOLE_R)
        return;
    c->request = CONSOLE_ASKED_GAME_OVER;
    add_kind(out, CONSOLE_FX_GAME_OVER);
}

static void press_game_over(struct console *c, const struct console_event *e,
                            struct console_effects *out)
{
    (void)e;
    if (c->mode == CONSOLE_COIN_IN) {
        console_end_round(c, out);
        return;
    }
    /* The link is away, and is told of the end when it comes back. Chips that it never took had no
     * part in the round (TAB-5) and go back. */
    uint8_t counted = console_counted(c);
    c->ending = counted != 0 ? CONSOLE_DEAD : CONSOLE_ENDED;
    console_return(c, counted, out);
}

static void call_dead(struct console *c, const struct console_event *e, struct console_effects *out)
{
    (void)e;
    if (c->mode == CONSOLE_CLOSED) {
        console_die(c, out);
        return;
    }
    unsigned seats = console_registered(c);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (c->claims[seat - 1].state == CONSOLE_PAID)
            seats &= ~CONSOLE_SEAT(seat);
    c->request = CONSOLE_ASKED_DEAD;
    console_add(out,
                (struct console_effect){.kind = CONSOLE_FX_SEND_DEAD, .seats = (uint8_t)seats});
}

static void use_key(struct console *c, const struct console_event *e, struct console_effects *out)
{
    if (e->kind == CONSOLE_KEY_INSERT)
        c->key = e->key;
    else if (e->kind == CONSOLE_KEY_REMOVE)
        c->key = CONSOLE_NO_KEY;
    else
        c->position = e->position;
    console_add(out, (struct console_effect){
                         .kind = CONSOLE_FX_KEY, .key = c->key, .position = c->position});
}

/* ---- Seats ---- */

static void tell_fault(struct console *c, const struct console_event *e, uint8_t before,
                       struct console_effects *out)
{
    static const uint8_t lines[] = {[ACCEPTOR_WELL] = SAY_NOTHING,
                                    [ACCEPTOR_JAMMED] = SAY_JAM,
                                    [ACCEPTOR_MISCOUNTED] = SAY_NOT_COUNTED,
                                    [ACCEPTOR_FAILED] = SAY_SENSOR_FAILED};
    const struct acceptor *a = &c->acceptors[e->seat - 1];
    console_add(out, (struct console_effect){
                         .kind = CONSOLE_FX_SEAT_FAULT, .seat = e->seat, .fault = a->fault});
    bool repaired = before == ACCEPTOR_FAILED;
    enum console_say say = repaired ? SAY_SENSOR_OK : (enum console_say)lines[a->fault];
    if (say == SAY_SENSOR_FAILED && c->sensor_shuts_position)
        say = SAY_POSITION_SHUT;
    if (say != SAY_NOTHING)
        console_say(out, say, e->seat, 0);
    /* UTH-19: closed, and PIT-17: a repair does not open it, a named person does */
    if (repaired && !a->closed)
        console_move(c, e->seat, ACCEPTOR_EV_CLOSE);
    else if (a->fault == ACCEPTOR_FAILED && !a->closed)
        console_add(out, (struct console_effect){.kind = CONSOLE_FX_SEAT_CLOSED, .seat = e->seat});
}

static void apply_sensor(struct console *c, const struct console_event *e,
                         struct console_effects *out)
{
    const struct acceptor *a = &c->acceptors[e->seat - 1];
    bool locking = c->mode == CONSOLE_LOCKING && c->request == CONSOLE_ASKED_NOTHING;
    bool dropping = a->dropping;
    uint8_t fault = a->fault;
    if (console_move(c, e->seat, (enum acceptor_event)e->sensor) > 0)
        give_back(out, (uint8_t)CONSOLE_SEAT(e->seat));
    if (fault != a->fault)
        tell_fault(c, e, fault, out);
    /* the round that this drop was for did not come about */
    if (e->sensor == ACCEPTOR_EV_DROPPED && dropping && !locking)
        console_return(c, (uint8_t)CONSOLE_SEAT(e->seat), out);
    if (locking && console_dropping(c) == 0)
        console_ask_coin_in(c, out);
}

static void apply_seat(struct console *c, const struct console_event *e,
                       struct console_effects *out)
{
    bool close = e->kind == CONSOLE_CLOSE_SEAT;
    console_move(c, e->seat, close ? ACCEPTOR_EV_CLOSE : ACCEPTOR_EV_REOPEN);
    if (c->acceptors[e->seat - 1].fault != ACCEPTOR_FAILED)
        console_add(out, (struct console_effect){.kind = close ? CONSOLE_FX_SEAT_CLOSED
                                                               : CONSOLE_FX_SEAT_OPENED,
                                                 .seat = e->seat});
}

/* ---- The step ---- */

static void press_fold(struct console *c, const struct console_event *e,
                       struct console_effects *out)
{
    ask_about(c, e->seat, CONSOLE_ASKED_FOLD, CONSOLE_FX_FOLD, out);
}

static void take_back(struct console *c, const struct console_event *e, struct console_effects *out)
{
    ask_about(c, e->seat, CONSOLE_ASKED_RETURN, CONSOLE_FX_TAKE_BACK, out);
}

typedef void apply_fn(struct console *c, const struct console_event *e,
                      struct console_effects *out);

static apply_fn *const applies[CONSOLE_EVENT_KINDS] = {
    [CONSOLE_SENSOR] = apply_sensor,
    [CONSOLE_START] = press_start,
    [CONSOLE_AWARD] = press_award,
    [CONSOLE_KEY_INSERT] = use_key,
    [CONSOLE_KEY_TURN] = use_key,
    [CONSOLE_KEY_REMOVE] = use_key,
    [CONSOLE_JPOT] = press_jpot,
    [CONSOLE_GAME_OVER] = press_game_over,
    [CONSOLE_CALL_DEAD] = call_dead,
    [CONSOLE_FOLD] = press_fold,
    [CONSOLE_TAKE_BACK] = take_back,
    [CONSOLE_CLOSE_SEAT] = apply_seat,
    [CONSOLE_OPEN_SEAT] = apply_seat,
    [CONSOLE_DONE] = console_apply_answer,
    [CONSOLE_REFUSED] = console_apply_answer,
    [CONSOLE_LINK_LOST] = console_apply_lost,
    [CONSOLE_LINK_BACK] = console_apply_back,
};

int console_step(struct console *c, const struct console_event *e, struct console_effects *out,
                 struct cr_err *err)
{
    out->count = 0;
    int rc = console_check(c, e, err);
    if (rc != CR_OK)
        return rc;
    applies[e->kind](c, e, out);
    add_kind(out, CONSOLE_FX_LIGHTS);
    return CR_OK;
}
