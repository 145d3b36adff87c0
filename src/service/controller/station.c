/* A table at work; see station.h. */
#include "service/controller/station.h"

#include "base/check.h"
#include "base/err.h"
#include "floor/rights.h"
#include "game/games/game.h"
#include "os/clock.h"
#include "service/controller/station_say.h"
#include "service/manager/writer.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#define RULES_RETRY_MS 1000 /* before new rules are asked for again after a failure */

uint64_t station_round(const struct station *s)
{
    const struct console *c = &s->controller.console;
    const bool played = c->mode == CONSOLE_COIN_IN || (c->mode == CONSOLE_CLOSED && c->in_round);
    return s->controller.round + (played ? 0 : 1);
}

/* ---- Presses and sensors ---- */

static void take_output(struct station *s, const struct controller_output *out, bool was_open)
{
    s->has_changed |= out->count > 0 || out->has_event || out->refused;
    sensors_obey(&s->sensors, &s->controller.console, out->list, out->count);
    if (out->refused && s->key_pin != NULL)
        key_pin_forget(s->key_pin);
    station_say_output(s, out, was_open);
    if (out->has_hit)
        s->hit = out->hit;
    if (s->heard != NULL)
        s->heard(s->context, out);
}

int station_press(struct station *s, const struct console_event *e, struct cr_err *err)
{
    struct controller_output out;
    const bool was_open = s->controller.console.mode != CONSOLE_CLOSED;
    int rc = controller_press(&s->controller, clock_mono_ms(), e, &out, err);
    take_output(s, &out, was_open);
    return rc;
}

/* Checks a person on the table's own floor: no PIN is needed there, but the floor knows who may
 * hold and turn a key. */
static int check_own(const struct station *s, const struct key_pin_ask *ask, struct cr_err *err)
{
    const struct floor *f = writer_lock(s->own);
    const struct floor_person *p = floor_person_find(f, ask->user);
    const uint32_t table = floor_find_table(f, s->controller.config.table);
    const enum floor_right right = ask->what == KEY_PIN_NAME    ? RIGHT_LOOK
                                   : ask->what == KEY_PIN_HOUSE ? RIGHT_HOUSE
                                                                : RIGHT_KEY;
    int rc = 0;
    if (p == NULL || p->is_barred || !role_may(p->role, right))
        rc = err_refuse(err, CR_E_INPUT, REASON_NO_RIGHT, "user", "%s %s", ask->user,
                        p == NULL ? "is not a person of this floor" : "may not do that here");
    else if (right == RIGHT_KEY && ask->by[0] != '\0')
        rc = floor_check_turner(f, table, ask->by, err);
    writer_unlock(s->own);
    return rc == 0 ? 0 : CR_E_INPUT;
}

int station_may(struct station *s, const struct key_pin_ask *ask, struct cr_err *err)
{
    int rc = s->own != NULL ? check_own(s, ask, err) : key_pin_check(s->key_pin, ask, err);
    if (rc != 0 && rc != CR_E_STATE)
        station_say_refused(s, err_without_field(err));
    return rc;
}

/* Passes on an event of the sensors. A refusal is dropped: it is no mistake of the dealer. */
static void take_sensor(void *context, const struct console_event *e)
{
    struct cr_err err = {0};
    station_press(context, e, &err);
}

/* Sends a reading to the manager. Emulated sensors start to count from 0 with the program, real
 * ones never do, so the first reading of emulated ones begins a new count. */
static int tell_reading(struct station *s, uint64_t coins, const char *user, struct cr_err *err)
{
    const bool restart = s->sensors.fd < 0 && !s->has_read;
    const int rc = controller_read(&s->controller, coins, restart, user, err);
    s->has_read = s->has_read || rc == 0;
    return rc;
}

static bool ask_count(struct station *s, const char *user)
{
    if (!sensors_ask_count(&s->sensors))
        return false;
    s->is_reading = true;
    s->read_round = s->controller.round;
    snprintf(s->read_user, sizeof(s->read_user), "%s", user);
    return true;
}

int station_read(struct station *s, uint64_t coins, const char *user, struct cr_err *err)
{
    if (coins != 0)
        return tell_reading(s, coins, user, err);
    int rc = controller_check_reading(&s->controller, err);
    if (rc == 0 && !ask_count(s, user))
        rc = err_set(err, CR_E_STATE,
                     "these sensors do not tell their counter; read it there, and say what it "
                     "shows");
    return rc;
}

int station_renew(struct station *s, uint64_t coins, const char *user, struct cr_err *err)
{
    const int rc = controller_read(&s->controller, coins, true, user, err);
    s->has_read = s->has_read || rc == 0;
    return rc;
}

/* PIT-5: reads the counter when the manager asks for it, without anybody at the table. */
static void read_as_asked(struct station *s)
{
    const struct sensor_host *end = &s->sensors.end;
    const bool may_come = !end->up && !end->failed; /* they may still tell it */
    if (s->is_reading || may_come || !controller_wants_reading(&s->controller) || ask_count(s, ""))
        return;
    station_say(s, "counter not read: %s",
                end->failed ? "the sensors are away" : "these sensors do not tell it");
    CHECK(controller_show(&s->controller, NULL) == 0);
}

/* Sends the counter to the manager when it has come, unless chips have fallen since it was asked
 * for. */
static void take_count(struct station *s)
{
    struct cr_err err = {0};
    if (!s->is_reading || (s->sensors.end.up && !s->sensors.end.has_count))
        return;
    const bool is_gone = !s->sensors.end.has_count;
    const bool is_stale =
        s->controller.round != s->read_round || s->controller.console.mode == CONSOLE_LOCKING;
    if (!is_gone && !is_stale && !controller_is_idle(&s->controller))
        return;
    s->is_reading = false;
    if (is_gone || is_stale) /* a reading for the manager is asked for again as soon as possible */
        station_say(s, "counter not read: %s", is_gone ? "the sensors are away" : "chips fell");
    else if (tell_reading(s, s->sensors.end.count, s->read_user, &err) != 0)
        station_say(s, "counter not read: %s", err.text);
}

bool station_remember(struct station *s)
{
    s->page.memory = s->controller.memory;
    if (memcmp(&s->page, &s->written, sizeof(s->page)) == 0)
        return true;
    s->status = journal_write(&s->journal, &s->page, &s->err);
    s->written = s->page;
    return s->status == 0;
}

/* ---- The rules ---- */

void station_fill_rules(const struct station *s, struct controller_config *config)
{
    struct controller_documents *documents = &config->documents;
    memset(documents, 0, sizeof(*documents));
    memset(config->start_label, 0, sizeof(config->start_label));
    documents->known = true;
    if (s->has_rules) {
        memcpy(documents->rules, s->rules.hash, CR_HASH_BYTES);
        memcpy(config->start_label, s->rules.start_button, sizeof(config->start_label));
    } else {
        memcpy(config->start_label, "COIN IN", sizeof("COIN IN"));
    }
    if (s->progressive != NULL)
        memcpy(documents->progressive, s->progressive->hash, CR_HASH_BYTES);
    config->fold_keeps = s->has_rules && !rules_fold_forfeits(&s->rules);
    config->failure_voids = s->has_rules && s->rules.on_failure == CR_FAILURE_VOID;
    config->sensor_shuts_position = s->has_rules && s->rules.failure_closes_position;
}

int station_take_rules(struct station *s, const struct transport_rules *texts, struct cr_err *err)
{
    static struct cr_rules rules;
    static struct cr_progressive progressive;
    int rc = 0;
    if (texts->rules_len > 0)
        rc = cr_rules_parse("rules", texts->rules, texts->rules_len, &rules, err);
    else if (s->needs_rules)
        rc = err_set(err, CR_E_INPUT, "the table has no house rules: it is a --live one");
    if (rc == 0 && texts->progressive_len > 0)
        rc = cr_progressive_parse("progressive", texts->progressive, texts->progressive_len,
                                  &progressive, err);
    if (rc != 0)
        return rc;
    s->has_rules = texts->rules_len > 0;
    if (s->has_rules)
        s->rules = rules;
    s->progressive = texts->progressive_len > 0 ? &s->progressive_room : NULL;
    if (s->progressive != NULL)
        s->progressive_room = progressive;
    return 0;
}

/* Warns of chips that still lie on the acceptors: they were bet under the old rules. */
static void say_old_chips(struct station *s)
{
    unsigned seats = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (s->controller.console.acceptors[seat - 1].coins > 0)
            seats |= CONSOLE_SEAT(seat);
    if (seats != 0)
        station_say_seats(s, "chips were bet by the rules before; ask the patrons of",
                          (uint8_t)seats);
}

/* SYS-1: between two rounds, the table takes over rules that have been configured for it meanwhile.
 * A dealing program gets them with the next round. */
static void take_rules(struct station *s)
{
    const struct transport_rules *texts = NULL;
    struct controller_config config = {0};
    struct cr_err err = {0};
    int rc = sender_take_rules(s->sender, &texts, &err);
    if (rc == 0 || !controller_wants_rules(&s->controller))
        return;
    if (rc > 0)
        rc = station_take_rules(s, texts, &err);
    if (rc != 0) {
        s->rules_after = clock_mono_ms() + RULES_RETRY_MS;
        if (strcmp(s->last_why, err.text) != 0)
            station_say(s, "the progressive is closed: it cannot take its new rules: %s", err.text);
        memcpy(s->last_why, err.text, sizeof(s->last_why));
        return;
    }
    station_fill_rules(s, &config);
    controller_take_rules(&s->controller, &config, s->progressive);
    s->has_changed = true;
    s->rules_taken++;
    station_say(s, "new rules from the manager:");
    station_say_rules(s);
    say_old_chips(s);
}

static void take_answers(struct station *s)
{
    static struct controller_answer answer;
    struct controller_output out;
    if (!sender_take(s->sender, &answer))
        return;
    const bool was_open = s->controller.console.mode != CONSOLE_CLOSED;
    controller_answer(&s->controller, clock_mono_ms(), &answer, &out);
    take_output(s, &out, was_open);
}

static void send_message(struct station *s)
{
    static struct controller_message message;
    if (sender_is_busy(s->sender))
        return;
    /* a heartbeat that is due comes first: the lease must not end, while rules can wait */
    const int64_t now = clock_mono_ms();
    if (now < s->controller.beat_ms && now >= s->rules_after &&
        controller_wants_rules(&s->controller)) {
        sender_ask_rules(s->sender, s->controller.config.table);
        return;
    }
    if (!controller_message(&s->controller, now, &message))
        return;
    /* a heartbeat needs no journal: it changes nothing that a crash could lose */
    if (message.kind == CONTROLLER_HEARTBEAT || station_remember(s))
        sender_send(s->sender, &message);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* How long to wait at most until something is due by time alone. */
static int64_t wait_of(const struct station *s, int64_t now, int64_t wait_ms)
{
    const struct controller *c = &s->controller;
    wait_ms = least(wait_ms, s->sensors.next_tick_ms - now);
    if (s->sensors.inbox.len > 0)
        return 0;
    if (c->console.mode != CONSOLE_CLOSED)
        wait_ms = least(wait_ms, c->lease_until - now);
    if (c->flight == 0 && c->link != CONTROLLER_LEFT) {
        const bool eager = c->link != CONTROLLER_UP || !controller_is_idle(c);
        const int64_t due = eager ? c->not_before : c->beat_ms;
        wait_ms = least(wait_ms, (due > c->not_before ? due : c->not_before) - now);
    }
    return wait_ms > 0 ? wait_ms : 0;
}

void station_tick(struct station *s)
{
    struct controller_output out;
    const bool was_open = s->controller.console.mode != CONSOLE_CLOSED;
    controller_tick(&s->controller, clock_mono_ms(), &out);
    take_output(s, &out, was_open);
}

bool station_turn(struct station *s, int64_t wait_ms, int extra_fd)
{
    station_tick(s);
    take_answers(s);
    take_rules(s);
    if (sensors_poll(&s->sensors, clock_mono_ms(), take_sensor, s, &s->err) != 0)
        s->status = CR_E_IO;
    read_as_asked(s);
    take_count(s);
    send_message(s);
    if (s->status != 0)
        return false;
    struct pollfd fds[4] = {{.fd = sender_fd(s->sender), .events = POLLIN},
                            {.fd = s->sensors.fd, .events = POLLIN},
                            {.fd = extra_fd, .events = POLLIN},
                            {.fd = s->wake_fd, .events = POLLIN}};
    const int64_t wait = s->has_changed ? 0 : wait_of(s, clock_mono_ms(), wait_ms);
    s->has_changed = false;
    if (poll(fds, 4, (int)wait) < 0 && errno != EINTR)
        s->status = CR_E_IO;
    return (fds[2].revents & (POLLIN | POLLHUP)) != 0;
}
