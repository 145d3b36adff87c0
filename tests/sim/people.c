/* Simulated patrons and dealers, who act in no particular order. */
#include "sim.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

/* ---- Effects of the console on the people at the table ---- */

/* Returns chips of this round to their patrons; a chip is returned only once. */
static void hand_back(struct sim *s, struct sim_table *t, uint8_t seats, const char *why)
{
    struct sim_chips *chips = &t->chips;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        if ((seats & chips->dropped & CONSOLE_SEAT(seat)) == 0)
            continue;
        chips->dropped &= (uint8_t)~CONSOLE_SEAT(seat);
        chips->box--;
        sim_trace(s, "table %s hands back seat %u (%s)", t->id, seat, why);
    }
}

/* After a reboot the dealer cannot know what was under way. The lights show which coins count, and
 * the desk looks up which awards were paid; other chips that fell are returned. */
static void look_at_lights(struct sim *s, struct sim_table *t)
{
    if (!t->rebooted || t->c.console.mode == CONSOLE_CLOSED)
        return;
    t->rebooted = false;
    const uint8_t lit =
        t->c.console.mode == CONSOLE_COIN_IN ? console_registered(&t->c.console) : 0;
    const uint8_t paid = t->log_round == t->chips.round ? t->paid_on_record : 0;
    if (!t->over)
        hand_back(s, t, (uint8_t)(t->chips.dropped & ~lit & ~paid), "no light");
    t->must_die = (lit & ~t->chips.dropped) != 0;
}

static void take_effect(struct sim *s, struct sim_table *t, const struct console_effect *fx)
{
    struct sim_chips *chips = &t->chips;
    switch (fx->kind) {
    case CONSOLE_FX_DROP:
        for (unsigned seat = 1; seat <= CR_SEATS; seat++)
            if (fx->seats & CONSOLE_SEAT(seat))
                chips->drop_ms[seat - 1] = s->now_ms + SIM_STEP_MS * (1 + sim_below(s, 4));
        break;
    case CONSOLE_FX_RETURN:
        hand_back(s, t, fx->seats, "told to");
        break;
    case CONSOLE_FX_BETTING:
        look_at_lights(s, t);
        chips->dropped = 0; /* chips that are in the box now stay there */
        t->over = t->must_die = false;
        break;
    case CONSOLE_FX_DEAD:
        t->over = false;
        break;
    case CONSOLE_FX_SAY:
        if (fx->say == SAY_PAID || fx->say == SAY_PAID_MEANWHILE) {
            t->paid_shown++;
            sim_trace(s, "table %s pays seat %u", t->id, fx->seat);
        }
        t->over = t->over && fx->say != SAY_GAME_OVER_NO;
        break;
    default:
        break;
    }
}

void sim_take_effects(struct sim *s, struct sim_table *t)
{
    const struct controller_output *out = &s->output;
    for (unsigned i = 0; i < out->count; i++)
        take_effect(s, t, &out->list[i]);
    look_at_lights(s, t);
}

static int press(struct sim *s, struct sim_table *t, struct console_event e)
{
    struct cr_err err = {0};
    const int rc = controller_press(&t->c, s->now_ms + t->mono_ms, &e, &s->output, &err);
    sim_take_effects(s, t);
    t->kept = t->c.memory;
    return rc;
}

static int press_game_over(struct sim *s, struct sim_table *t)
{
    const int rc = press(s, t, (struct console_event){.kind = CONSOLE_GAME_OVER});
    if (rc == 0)
        t->over = true;
    return rc;
}

static int sense(struct sim *s, struct sim_table *t, unsigned seat, enum acceptor_event event)
{
    return press(s, t,
                 (struct console_event){
                     .kind = CONSOLE_SENSOR, .seat = (uint8_t)seat, .sensor = (uint8_t)event});
}

/* ---- Acceptors ---- */

void sim_drop(struct sim_table *t, unsigned seat)
{
    struct sim_chips *chips = &t->chips;
    if (chips->dropped == 0)
        chips->round = t->log_round + 1;
    chips->lying[seat - 1]--;
    chips->box++;
    chips->dropped |= (uint8_t)CONSOLE_SEAT(seat);
}

static void finish_drop(struct sim *s, struct sim_table *t, unsigned seat)
{
    struct sim_chips *chips = &t->chips;
    const unsigned luck = sim_below(s, 100);
    chips->drop_ms[seat - 1] = 0;
    if (luck < 2) {
        chips->jammed[seat - 1] = true;
        sense(s, t, seat, ACCEPTOR_EV_JAM);
        return;
    }
    if (luck < 5) {
        sense(s, t, seat, ACCEPTOR_EV_NOTCOUNTED);
        return;
    }
    sim_drop(t, seat);
    sense(s, t, seat, ACCEPTOR_EV_DROPPED);
}

static void run_slots(struct sim *s, struct sim_table *t)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct sim_chips *chips = &t->chips;
        if (chips->drop_ms[seat - 1] != 0 && s->now_ms >= chips->drop_ms[seat - 1])
            finish_drop(s, t, seat);
        else if (chips->jammed[seat - 1] && sim_below(s, 100) == 0) {
            chips->jammed[seat - 1] = false;
            if (sense(s, t, seat, ACCEPTOR_EV_CLEAR) == 0)
                chips->lying[seat - 1] = 0; /* the stuck chips are returned */
        }
    }
}

/* ---- The dealer and patrons of one table ---- */

static void place_chip(struct sim *s, struct sim_table *t, unsigned seat)
{
    struct sim_chips *chips = &t->chips;
    if (chips->lying[seat - 1] == 0 && !chips->jammed[seat - 1] &&
        sense(s, t, seat, ACCEPTOR_EV_PLACED) == 0)
        chips->lying[seat - 1]++;
}

static void lift_chip(struct sim *s, struct sim_table *t, unsigned seat)
{
    struct sim_chips *chips = &t->chips;
    if (chips->lying[seat - 1] > 0 && chips->drop_ms[seat - 1] == 0 && !chips->jammed[seat - 1] &&
        sense(s, t, seat, ACCEPTOR_EV_REMOVED) == 0)
        chips->lying[seat - 1]--;
}

static void turn_key(struct sim *s, struct sim_table *t, unsigned position)
{
    press(s, t, (struct console_event){.kind = CONSOLE_KEY_TURN, .position = (uint8_t)position});
}

static bool put_key_away(struct sim *s, struct sim_table *t)
{
    const struct console *c = &t->c.console;
    if (c->position != CONSOLE_R)
        turn_key(s, t, CONSOLE_R);
    else if (c->key != CONSOLE_NO_KEY)
        press(s, t, (struct console_event){.kind = CONSOLE_KEY_REMOVE});
    else
        return false;
    return true;
}

static void act_betting(struct sim *s, struct sim_table *t)
{
    if (put_key_away(s, t))
        return;
    for (unsigned i = 0; i < 2; i++)
        if (sim_below(s, 2) == 0)
            place_chip(s, t, 1 + sim_below(s, CR_SEATS));
    if (sim_below(s, 30) == 0)
        lift_chip(s, t, 1 + sim_below(s, CR_SEATS));
    if (sim_below(s, 200) == 0)
        press(s, t,
              (struct console_event){.kind = sim_below(s, 2) == 0 ? CONSOLE_CLOSE_SEAT
                                                                  : CONSOLE_OPEN_SEAT,
                                     .seat = (uint8_t)(1 + sim_below(s, CR_SEATS))});
    if (sim_below(s, 3) == 0)
        press(s, t, (struct console_event){.kind = CONSOLE_START});
}

/* The seat whose pending jackpot is paid first, or 0. */
static unsigned waiting_seat(const struct console *c)
{
    for (unsigned seat = CR_SEATS; seat >= 1; seat--)
        if (c->claims[seat - 1].state == CONSOLE_PENDING)
            return seat;
    return 0;
}

static void work_on_claim(struct sim *s, struct sim_table *t, unsigned seat)
{
    const struct console *c = &t->c.console;
    const uint8_t award = c->claims[seat - 1].award;
    const bool high = c->keys[award] == CR_KEY_HIGH;
    const uint8_t key = high ? CONSOLE_KEY_HIGH : CONSOLE_KEY_LOW;
    if (sim_below(s, s->healing ? 400 : 60) == 0)
        press(s, t,
              (struct console_event){.kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = award});
    else if (c->keys[award] == CR_KEY_NONE)
        press(s, t, (struct console_event){.kind = CONSOLE_JPOT});
    else if (c->key != key && !put_key_away(s, t))
        press(s, t, (struct console_event){.kind = CONSOLE_KEY_INSERT, .key = key});
    else if (c->key == key && c->position == CONSOLE_R)
        turn_key(s, t, high ? CONSOLE_JPH : CONSOLE_JPL);
    else if (c->key == key)
        press(s, t, (struct console_event){.kind = CONSOLE_JPOT});
}

static void press_award(struct sim *s, struct sim_table *t)
{
    const struct console *c = &t->c.console;
    const unsigned award = sim_below(s, CR_CATEGORIES);
    const unsigned seat = 1 + sim_below(s, CR_SEATS);
    if (c->keys[award] == CONSOLE_NO_AWARD ||
        (s->healing && c->keys[award] != CR_KEY_NONE && sim_below(s, 10) != 0))
        return;
    press(s, t,
          (struct console_event){
              .kind = CONSOLE_AWARD, .seat = (uint8_t)seat, .award = (uint8_t)award});
}

static void act_in_play(struct sim *s, struct sim_table *t)
{
    const struct console *c = &t->c.console;
    const unsigned seat = waiting_seat(c);
    if (t->must_die)
        press(s, t, (struct console_event){.kind = CONSOLE_CALL_DEAD});
    else if (seat != 0 && sim_below(s, 10) != 0)
        work_on_claim(s, t, seat);
    else if (sim_chance(s, s->weather.jackpots))
        press_award(s, t);
    else if (seat == 0 && c->position != CONSOLE_R)
        turn_key(s, t, CONSOLE_R);
    else if (sim_below(s, 6) == 0)
        press(s, t,
              (struct console_event){.kind = CONSOLE_FOLD,
                                     .seat = (uint8_t)(1 + sim_below(s, CR_SEATS))});
    else if (sim_below(s, 150) == 0)
        press(s, t, (struct console_event){.kind = CONSOLE_CALL_DEAD});
    else if (sim_below(s, 2) == 0)
        press_game_over(s, t);
}

static void act_closed(struct sim *s, struct sim_table *t)
{
    const struct console *c = &t->c.console;
    if (c->position != CONSOLE_R && sim_below(s, 4) == 0) {
        turn_key(s, t, CONSOLE_R);
        return;
    }
    if (!c->in_round)
        return;
    if (sim_below(s, 30) == 0)
        press(s, t, (struct console_event){.kind = CONSOLE_CALL_DEAD});
    else if (sim_below(s, 10) == 0)
        press_game_over(s, t); /* the base game has been played out by then */
}

void sim_people(struct sim *s)
{
    for (unsigned i = 0; i < s->table_count; i++) {
        struct sim_table *t = &s->tables[i];
        run_slots(s, t);
        if (s->now_ms < t->act_ms)
            continue;
        t->act_ms = s->now_ms + 40 + (int64_t)sim_below(s, 260);
        if (t->c.console.mode == CONSOLE_BETTING)
            act_betting(s, t);
        else if (t->c.console.mode == CONSOLE_COIN_IN)
            act_in_play(s, t);
        else if (t->c.console.mode == CONSOLE_CLOSED)
            act_closed(s, t);
    }
}
