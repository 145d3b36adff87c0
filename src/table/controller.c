/* The table controller: takes presses and time, and says which message to send when. */
#include "table/controller.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "table/console_internal.h"
#include "table/controller_internal.h"

#include <string.h>

/* A table without a progressive: a console without award buttons. */
static const struct cr_progressive no_progressive;

/* Takes the progressive and the rest of c->config into the console. */
static void set_rules(struct controller *c, const struct cr_progressive *progressive)
{
    c->progressive = progressive;
    console_set_rules(&c->console, c->config.start_label,
                      progressive != NULL ? progressive : &no_progressive);
    console_set_fold(&c->console, !c->config.fold_keeps);
    console_set_failure(&c->console, c->config.failure_voids);
    console_set_sensor_failure(&c->console, c->config.sensor_shuts_position);
}

void controller_init(struct controller *c, const struct controller_config *config,
                     const struct cr_progressive *progressive,
                     const struct controller_memory *memory, int64_t now_ms)
{
    memset(c, 0, sizeof(*c));
    c->config = *config;
    console_init(&c->console, config->start_label, &no_progressive);
    set_rules(c, progressive);
    if (memory != NULL)
        c->memory = *memory;
    else
        memcpy(c->memory.instance, config->instance, FLOOR_ID_MAX);
    if (c->memory.ending != CONSOLE_LIVE) {
        /* the round that the manager still has in play was over before the crash */
        c->console.ending = c->memory.ending;
        c->console.in_round = true;
    }
    c->link = CONTROLLER_DOWN;
    /* an answer to the controller that ran before must not fit */
    c->next_id = ((uint64_t)now_ms << 20) + 1;
    c->not_before = c->beat_ms = c->lease_until = now_ms;
}

bool controller_same_documents(const struct controller *c, const struct controller_documents *d)
{
    const struct controller_documents *own = &c->config.documents;
    return !own->known || !d->known ||
           (memcmp(own->rules, d->rules, CR_HASH_BYTES) == 0 &&
            memcmp(own->progressive, d->progressive, CR_HASH_BYTES) == 0);
}

bool controller_wants_rules(const struct controller *c)
{
    return c->link == CONTROLLER_UP && c->console.mode == CONSOLE_CLOSED && !c->console.in_round &&
           controller_is_idle(c) && !controller_same_documents(c, &c->wanted);
}

void controller_take_rules(struct controller *c, const struct controller_config *config,
                           const struct cr_progressive *progressive)
{
    c->config.documents = config->documents;
    c->config.fold_keeps = config->fold_keeps;
    c->config.failure_voids = config->failure_voids;
    c->config.sensor_shuts_position = config->sensor_shuts_position;
    memcpy(c->config.start_label, config->start_label, sizeof(c->config.start_label));
    set_rules(c, progressive);
    c->beat_ms = 0; /* the record says whether it opens: ask for it at once */
}

void controller_clear(struct controller_output *out)
{
    out->count = 0;
    out->has_event = out->refused = out->is_pending = out->is_held = out->has_hit = false;
}

/* ---- The lease ---- */

void controller_lose(struct controller *c, enum console_reason reason,
                     struct controller_output *out)
{
    /* A payment that was refused may yet be made by a copy of the request: only the record knows,
     * so the console holds it as under way. */
    for (unsigned i = 0; c->memory.has_refused && i < CR_SEATS; i++)
        if (c->claims[i] != 0 && c->claims[i] == c->memory.refused_claim &&
            c->console.claims[i].state == CONSOLE_PENDING)
            c->console.claims[i].state = CONSOLE_PAYING;
    const struct console_event lost = {.kind = CONSOLE_LINK_LOST, .reason = (uint8_t)reason};
    controller_drop_requests(c);
    CHECK(controller_step(c, &lost, out, NULL) == 0);
    c->link = CONTROLLER_DOWN;
    c->flight = 0;
    c->unsaid = 0;
}

void controller_expire(struct controller *c, int64_t now_ms, struct controller_output *out)
{
    const bool held = c->link != CONTROLLER_DOWN && c->link != CONTROLLER_FENCING;
    if (now_ms >= c->lease_until && c->link != CONTROLLER_LEFT &&
        (c->console.mode != CONSOLE_CLOSED || held))
        controller_lose(c, CONSOLE_LEASE_OVER, out);
}

bool controller_is_idle(const struct controller *c)
{
    return c->queue_count == 0 && !c->memory.has_command;
}

/* ---- Input ---- */

int controller_press(struct controller *c, int64_t now_ms, const struct console_event *e,
                     struct controller_output *out, struct cr_err *err)
{
    controller_clear(out);
    controller_expire(c, now_ms, out);
    if (e->kind > CONSOLE_OPEN_SEAT)
        return err_set(err, CR_E_INPUT, "neither a person nor a sensor does that");
    int rc = controller_step(c, e, out, err);
    c->memory.ending = c->console.ending;
    return rc;
}

void controller_tick(struct controller *c, int64_t now_ms, struct controller_output *out)
{
    controller_clear(out);
    controller_expire(c, now_ms, out);
    c->memory.ending = c->console.ending;
}

void controller_set_live(struct controller *c, unsigned seat, uint8_t live)
{
    CHECK(seat >= 1 && seat <= CR_SEATS);
    c->live[seat - 1] = live;
    c->live_given |= (uint8_t)CONSOLE_SEAT(seat);
}

void controller_set_cards(struct controller *c, unsigned seat, const char *cards)
{
    CHECK(seat >= 1 && seat <= CR_SEATS && strlen(cards) < CLAIM_CARDS_MAX);
    TEXT_COPY(c->cards[seat - 1], cards);
}

void controller_set_canceller(struct controller *c, const char *user)
{
    CHECK(strlen(user) < sizeof(c->canceller));
    TEXT_COPY(c->canceller, user);
}

void controller_set_text(struct controller *c, const char *text, size_t len)
{
    c->text_len = (uint16_t)(len < FLOOR_TEXT_MAX ? len : FLOOR_TEXT_MAX);
    memcpy(c->text, text, c->text_len);
}

void controller_set_reason(struct controller *c, const char *user, const char *reason)
{
    TEXT_COPY(c->reason, reason);
    TEXT_COPY(c->reason_user, user);
}

static int check_idle(const struct controller *c, struct cr_err *err)
{
    if (!controller_is_idle(c))
        return err_set(err, CR_E_STATE, "wait: the link has not answered yet");
    return 0;
}

static int check_between_rounds(const struct controller *c, struct cr_err *err)
{
    if (c->console.mode != CONSOLE_BETTING)
        return err_set(err, CR_E_STATE, "only between rounds, while the table is open");
    return check_idle(c, err);
}

int controller_move_patron(struct controller *c, unsigned seat, unsigned to_seat,
                           struct cr_err *err)
{
    int rc = check_between_rounds(c, err);
    if (rc != 0)
        return rc;
    if (seat < 1 || seat > CR_SEATS || to_seat < 1 || to_seat > CR_SEATS || seat == to_seat)
        return err_set(err, CR_E_INPUT, "a patron moves from one seat to another, 1 to %d",
                       CR_SEATS);
    if (acceptor_state(&c->console.acceptors[to_seat - 1]) == ACCEPTOR_CLOSED)
        return err_set(err, CR_E_STATE, "seat %u is closed", to_seat);
    const struct controller_entry entry = {
        .kind = FLOOR_PATRON_MOVED, .seat = (uint8_t)seat, .to_seat = (uint8_t)to_seat};
    controller_push(c, &entry);
    return 0;
}

int controller_hold_seats(struct controller *c, uint8_t seats, struct cr_err *err)
{
    if (c->link != CONTROLLER_UP)
        return err_set(err, CR_E_STATE, "the link is down: say it when it is back");
    int rc = check_idle(c, err);
    if (rc == 0)
        controller_push(c, &(struct controller_entry){.kind = FLOOR_SEATS_HELD, .seats = seats});
    return rc;
}

int controller_set_actor(struct controller *c, const char *person, struct cr_err *err)
{
    int rc = check_idle(c, err);
    if (rc == 0)
        TEXT_COPY(c->actor, person);
    return rc;
}

int controller_sign(struct controller *c, const char *dealer, bool on, struct cr_err *err)
{
    if (c->link != CONTROLLER_UP)
        return err_set(err, CR_E_STATE, "the link is down: sign %s when it is back",
                       on ? "on" : "off");
    if (on && strcmp(c->dealer, dealer) == 0)
        return err_set(err, CR_E_STATE, "%s deals here already", dealer);
    if (!on && c->dealer[0] == '\0')
        return err_set(err, CR_E_STATE, "nobody has signed on");
    int rc = controller_set_actor(c, on ? dealer : c->dealer, err);
    if (rc == 0)
        controller_push(
            c, &(struct controller_entry){.kind = on ? FLOOR_DEALER_ON : FLOOR_DEALER_OFF});
    return rc;
}

int controller_check_hands(const struct controller *c, struct cr_err *err)
{
    for (unsigned i = 0; c->is_one_hand && i < FLOOR_PAIRS; i++) {
        unsigned seats[2] = {0, 0}, count = 0;
        for (unsigned seat = 1; seat <= CR_SEATS; seat++)
            if ((c->pairs[i] & CONSOLE_SEAT(seat)) != 0 &&
                c->console.acceptors[seat - 1].coins > 0 && count < 2)
                seats[count++] = seat;
        if (count == 2)
            return err_refuse(err, CR_E_STATE, REASON_ONE_HAND, NULL,
                              "seats %u and %u are one patron's, and this table plays one hand a "
                              "patron; hand one chip back",
                              seats[0], seats[1]);
    }
    return 0;
}

static int push_cash(struct controller *c, const struct controller_entry *entry,
                     struct cr_money amount, const char *what, struct cr_err *err)
{
    if (c->link != CONTROLLER_UP)
        return err_set(err, CR_E_STATE,
                       "the link is down: no cash is taken or paid until it is back");
    int rc = check_idle(c, err);
    if (rc != 0)
        return rc;
    if (entry->seat < 1 || entry->seat > CR_SEATS)
        return err_set(err, CR_E_INPUT, "seats are 1 to %d", CR_SEATS);
    if (amount.micro <= 0)
        return err_set(err, CR_E_INPUT, "say an amount that is more than nothing");
    if (what[0] == '\0' || strlen(what) >= sizeof(c->cash_for))
        return err_set(err, CR_E_INPUT, "say with at most %d bytes what is offered or paid for",
                       CR_TITLE_MAX - 1);
    TEXT_COPY(c->cash_for, what);
    c->cash = amount;
    controller_push(c, entry);
    return 0;
}

int controller_buy_in(struct controller *c, unsigned seat, struct cr_money amount,
                      const char *tender, struct cr_err *err)
{
    const struct controller_entry entry = {.kind = FLOOR_BUY_IN, .seat = (uint8_t)seat};
    return push_cash(c, &entry, amount, tender, err);
}

int controller_pay_out(struct controller *c, unsigned seat, struct cr_money amount,
                       const char *wager, const char *user, struct cr_err *err)
{
    const struct controller_entry entry = {.kind = FLOOR_PAYOUT, .seat = (uint8_t)seat};
    const int rc = push_cash(c, &entry, amount, wager, err);
    if (rc == 0)
        TEXT_COPY(c->cash_user, user);
    return rc;
}

void controller_set_patron(struct controller *c, const char *patron)
{
    TEXT_COPY(c->cash_patron, patron);
}

int controller_check_reading(const struct controller *c, struct cr_err *err)
{
    if (c->link != CONTROLLER_UP)
        return err_set(err, CR_E_STATE, "the link is down: meters are read when it is back");
    if (!controller_same_documents(c, &c->wanted))
        return err_set(err, CR_E_STATE,
                       "the table has new rules: meters are read when it has taken "
                       "them");
    if (c->console.mode == CONSOLE_LOCKING || console_dropping(&c->console) != 0 ||
        console_counted(&c->console) != 0)
        return err_set(err, CR_E_STATE,
                       "chips are on their way; meters are read when they are "
                       "booked");
    return check_idle(c, err);
}

bool controller_wants_reading(const struct controller *c)
{
    return c->reading_due != 0 && c->reading_due != c->reading_told &&
           controller_check_reading(c, NULL) == 0;
}

/* Queues readings: entry 0 is the counter, the others are the meters. They also answer the readings
 * that were asked for. */
static void push_readings(struct controller *c, unsigned first, const char *user)
{
    TEXT_COPY(c->read_user, user);
    c->reading_told = c->reading_due;
    for (unsigned m = first; m <= c->meter_count; m++)
        controller_push(c,
                        &(struct controller_entry){.kind = FLOOR_METER_READ, .seat = (uint8_t)m});
}

int controller_read(struct controller *c, uint64_t coins, bool restart, const char *user,
                    struct cr_err *err)
{
    int rc = controller_check_reading(c, err);
    if (rc != 0)
        return rc;
    c->read_coins = coins;
    c->read_restart = restart;
    push_readings(c, 0, user);
    return 0;
}

int controller_show(struct controller *c, struct cr_err *err)
{
    int rc = controller_check_reading(c, err);
    if (rc == 0)
        push_readings(c, 1, "");
    return rc;
}

int controller_leave(struct controller *c, struct cr_err *err)
{
    int rc = check_between_rounds(c, err);
    if (rc == 0)
        controller_push(c, &(struct controller_entry){.kind = FLOOR_TABLE_LEFT});
    return rc;
}

/* ---- Messages ---- */

static void fill_join(const struct controller *c, struct floor_event *e)
{
    event_init(e, FLOOR_TABLE_JOINED);
    memcpy(e->table, c->config.table, FLOOR_ID_MAX);
    memcpy(e->instance, c->memory.instance, FLOOR_ID_MAX);
    memcpy(e->item, c->config.console_url, sizeof(e->item));
    e->fence = c->link == CONTROLLER_FENCING;
    e->acked_epoch = c->memory.epoch;
    e->acked_seq = c->memory.seq;
}

static void fill_heartbeat(const struct controller *c, struct floor_event *e)
{
    event_init(e, FLOOR_TABLE_JOINED);
    memcpy(e->table, c->config.table, FLOOR_ID_MAX);
    memcpy(e->instance, c->memory.instance, FLOOR_ID_MAX);
    e->epoch = c->memory.epoch;
}

/* The number of a refused command is not used for another one in the same epoch: the controller
 * joins for a new epoch first. */
static void start_next(struct controller *c)
{
    if (c->link != CONTROLLER_UP || c->memory.has_command || c->queue_count == 0)
        return;
    if (c->memory.has_refused && !controller_repeats_refused(c))
        c->link = CONTROLLER_DOWN;
    else
        controller_take_first(c);
}

static uint8_t next_kind(const struct controller *c, int64_t now_ms)
{
    switch ((enum controller_link)c->link) {
    case CONTROLLER_DOWN:
    case CONTROLLER_FENCING:
        return CONTROLLER_JOIN;
    case CONTROLLER_SETTLING:
        return CONTROLLER_COMMAND;
    case CONTROLLER_READING:
    case CONTROLLER_DOUBTING:
        return CONTROLLER_HEARTBEAT;
    case CONTROLLER_UP:
        if (c->memory.has_command)
            return CONTROLLER_COMMAND;
        return now_ms >= c->beat_ms ? CONTROLLER_HEARTBEAT : 0;
    case CONTROLLER_LEFT:
        break;
    }
    return 0;
}

bool controller_message(struct controller *c, int64_t now_ms, struct controller_message *out)
{
    if (now_ms < c->not_before)
        return false;
    if (c->flight != 0 && now_ms - c->sent_ms < CONTROLLER_TIMEOUT_MS)
        return false;
    start_next(c);
    const uint8_t kind = next_kind(c, now_ms);
    if (kind == 0)
        return false;
    memset(out->receipt, 0, sizeof(out->receipt));
    memset(&out->documents, 0, sizeof(out->documents));
    if (kind == CONTROLLER_COMMAND)
        out->documents = c->config.documents;
    if (kind == CONTROLLER_JOIN)
        memcpy(out->receipt, c->memory.receipt, sizeof(out->receipt));
    if (kind == CONTROLLER_JOIN)
        fill_join(c, &out->event);
    else if (kind == CONTROLLER_HEARTBEAT)
        fill_heartbeat(c, &out->event);
    else
        out->event = c->memory.command;
    out->id = c->flight = c->next_id++;
    out->kind = c->flight_kind = kind;
    c->sent_ms = now_ms;
    c->beat_ms = now_ms + CONTROLLER_HEARTBEAT_MS;
    return true;
}
