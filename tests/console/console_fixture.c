/* A console whose link and sensors are played by the test; see console_fixture.h. */
#include "console_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct desk desk_new(const char *progressive, const char *label)
{
    struct desk d;
    struct cr_progressive p;
    memset(&d, 0, sizeof d);
    if (cr_progressive_load(progressive, &p, &d.err) != CR_OK)
        fail_msg("%s", d.err.text);
    console_init(&d.c, label, &p);
    return d;
}

struct desk desk_open(const char *progressive)
{
    struct desk d = desk_new(progressive, "COIN IN");
    desk_do(&d, (struct console_event){.kind = CONSOLE_LINK_BACK, .mode = CONSOLE_BETTING});
    return d;
}

void desk_do(struct desk *d, struct console_event e)
{
    if (console_step(&d->c, &e, &d->fx, &d->err) != CR_OK)
        fail_msg("refused: %s", d->err.text);
    for (unsigned i = 0; i < CR_SEATS; i++)
        assert_true(acceptor_balances(&d->c.acceptors[i]));
}

void desk_press(struct desk *d, enum console_event_kind kind)
{
    desk_do(d, (struct console_event){.kind = (uint8_t)kind});
}

void desk_sensor(struct desk *d, unsigned seat, enum acceptor_event sensor)
{
    desk_do(d, (struct console_event){
                   .kind = CONSOLE_SENSOR, .seat = (uint8_t)seat, .sensor = (uint8_t)sensor});
}

void desk_award(struct desk *d, unsigned seat, enum cr_category award)
{
    desk_do(d, (struct console_event){
                   .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = (uint8_t)award});
}

void desk_key(struct desk *d, unsigned key, enum console_position position)
{
    desk_do(d, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = (uint8_t)key});
    if (position != CONSOLE_R)
        desk_do(d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = (uint8_t)position});
}

void desk_unkey(struct desk *d)
{
    desk_do(d, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = CONSOLE_R});
    desk_press(d, CONSOLE_KEY_REMOVE);
}

static void answer(struct desk *d, enum console_event_kind kind)
{
    unsigned seat = d->c.request_seat;
    assert_int_not_equal(d->c.request, CONSOLE_ASKED_NOTHING);
    desk_do(d, (struct console_event){.kind = (uint8_t)kind,
                                      .request = d->c.request,
                                      .seat = (uint8_t)seat,
                                      .award = seat != 0 ? d->c.claims[seat - 1].award : 0});
}

void desk_done(struct desk *d)
{
    answer(d, CONSOLE_DONE);
}

void desk_refused(struct desk *d)
{
    answer(d, CONSOLE_REFUSED);
}

void desk_lost(struct desk *d, enum console_reason reason)
{
    desk_do(d, (struct console_event){.kind = CONSOLE_LINK_LOST, .reason = (uint8_t)reason});
}

void desk_no(struct desk *d, struct console_event e, const char *words)
{
    struct console before = d->c;
    memset(&d->err, 0, sizeof d->err);
    int rc = console_step(&d->c, &e, &d->fx, &d->err);
    assert_true(rc == CR_E_STATE || rc == CR_E_INPUT);
    if (!strstr(d->err.text, words))
        fail_msg("\"%s\" does not say \"%s\"", d->err.text, words);
    assert_memory_equal(&before, &d->c, sizeof before);
    assert_int_equal(d->fx.count, 0);
}

void desk_no_press(struct desk *d, enum console_event_kind kind, const char *words)
{
    desk_no(d, (struct console_event){.kind = (uint8_t)kind}, words);
}

void desk_no_award(struct desk *d, unsigned seat, enum cr_category award, const char *words)
{
    desk_no(d,
            (struct console_event){
                .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = (uint8_t)award},
            words);
}

void desk_round(struct desk *d, unsigned seats)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            desk_sensor(d, seat, ACCEPTOR_EV_PLACED);
    desk_press(d, CONSOLE_START);
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            desk_sensor(d, seat, ACCEPTOR_EV_DROPPED);
    desk_done(d);
    assert_int_equal(d->c.mode, CONSOLE_COIN_IN);
    assert_int_equal(console_registered(&d->c), seats);
}

void desk_claim(struct desk *d, unsigned seat, enum cr_category award)
{
    desk_award(d, seat, award);
    desk_done(d);
}

const struct console_effect *desk_effect(const struct desk *d, enum console_effect_kind kind)
{
    for (unsigned i = 0; i < d->fx.count; i++)
        if (d->fx.list[i].kind == kind)
            return &d->fx.list[i];
    return NULL;
}

unsigned desk_count(const struct desk *d, enum console_effect_kind kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < d->fx.count; i++)
        count += d->fx.list[i].kind == kind;
    return count;
}

unsigned desk_seats(const struct desk *d, enum console_effect_kind kind)
{
    const struct console_effect *effect = desk_effect(d, kind);
    if (!effect)
        fail_msg("effect %d is missing", (int)kind);
    return effect->seats;
}

bool desk_says(const struct desk *d, enum console_say say)
{
    for (unsigned i = 0; i < d->fx.count; i++)
        if (d->fx.list[i].say == say)
            return true;
    return false;
}

enum acceptor_state desk_state(const struct desk *d, unsigned seat)
{
    return acceptor_state(&d->c.acceptors[seat - 1]);
}
