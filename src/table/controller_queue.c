/* Makes commands for the manager: the console's effects go into a queue, and its first entry
 * becomes the event that is sent. */
#include "base/check.h"
#include "table/controller_internal.h"

#include <string.h>

/* ---- The queue ---- */

static bool is_seat_switch(unsigned kind)
{
    return kind == FLOOR_SEAT_CLOSED || kind == FLOOR_SEAT_OPENED;
}

/* True when the new record makes the one in the queue obsolete: only the later of the two says how
 * things stand. */
static bool replaces(const struct controller_entry *now, const struct controller_entry *then)
{
    if (now->kind == FLOOR_KEY_TURNED)
        return then->kind == FLOOR_KEY_TURNED && now->key == then->key;
    if (now->seat != then->seat)
        return false;
    return (now->kind == FLOOR_SEAT_FAULT && then->kind == FLOOR_SEAT_FAULT) ||
           (is_seat_switch(now->kind) && is_seat_switch(then->kind));
}

void controller_push(struct controller *c, const struct controller_entry *entry)
{
    for (unsigned i = c->queue_count; i > 0 && !c->queue[i - 1].is_request; i--) {
        if (replaces(entry, &c->queue[i - 1])) {
            c->queue[i - 1] = *entry;
            return;
        }
    }
    if (c->queue_count == CONTROLLER_QUEUE) {
        CHECK(!entry->is_request);
        c->dropped++;
        return;
    }
    c->queue[c->queue_count++] = *entry;
}

void controller_drop_requests(struct controller *c)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < c->queue_count; i++)
        if (!c->queue[i].is_request && c->queue[i].kind != FLOOR_KEY_TURNED)
            c->queue[kept++] = c->queue[i];
    c->queue_count = (uint8_t)kept;
}

/* ---- Console effects ---- */

static const uint8_t request_kinds[CONSOLE_EFFECT_KINDS] = {
    [CONSOLE_FX_COIN_IN] = FLOOR_COIN_IN,        [CONSOLE_FX_CLAIM] = FLOOR_CLAIM_MADE,
    [CONSOLE_FX_CANCEL] = FLOOR_CLAIM_CANCELLED, [CONSOLE_FX_PAY] = FLOOR_CLAIM_PAID,
    [CONSOLE_FX_GAME_OVER] = FLOOR_GAME_OVER,    [CONSOLE_FX_SEND_DEAD] = FLOOR_ROUND_DEAD,
    [CONSOLE_FX_FOLD] = FLOOR_SEAT_FOLDED,       [CONSOLE_FX_TAKE_BACK] = FLOOR_COIN_RETURNED,
};

/* PIT-4: awards without a key have events of their own. */
static uint8_t kind_of(const struct controller *c, const struct console_effect *fx)
{
    const bool keyless = c->console.keys[fx->award] == CR_KEY_NONE;
    if (keyless && fx->kind == CONSOLE_FX_CLAIM)
        return FLOOR_AWARD_PENDING;
    if (keyless && fx->kind == CONSOLE_FX_PAY)
        return FLOOR_AWARD_PAID;
    return request_kinds[fx->kind];
}

static void push_key(struct controller *c, uint8_t key, uint8_t position)
{
    controller_push(
        c, &(struct controller_entry){.kind = FLOOR_KEY_TURNED, .key = key, .position = position});
}

/* TAB-3: the key on record is turned back first; one that is put in or taken out changes nothing.
 */
void controller_tell_key(struct controller *c, uint8_t on_record)
{
    static const uint8_t keys[] = {
        [CONSOLE_JPL] = CONSOLE_KEY_LOW, [CONSOLE_JPH] = CONSOLE_KEY_HIGH};
    const uint8_t turned = c->console.position;
    c->told_position = turned;
    if (turned == on_record)
        return;
    if (on_record != CONSOLE_R)
        push_key(c, keys[on_record], CONSOLE_R);
    if (turned != CONSOLE_R)
        push_key(c, keys[turned], turned);
}

static void record_seat(struct controller *c, const struct console_effect *fx)
{
    static const uint8_t kinds[CONSOLE_EFFECT_KINDS] = {
        [CONSOLE_FX_SEAT_FAULT] = FLOOR_SEAT_FAULT,
        [CONSOLE_FX_SEAT_CLOSED] = FLOOR_SEAT_CLOSED,
        [CONSOLE_FX_SEAT_OPENED] = FLOOR_SEAT_OPENED,
    };
    struct controller_entry entry = {.kind = kinds[fx->kind], .seat = fx->seat, .fault = fx->fault};
    if (entry.kind == FLOOR_SEAT_CLOSED)
        entry.fault = c->console.acceptors[fx->seat - 1].fault;
    controller_push(c, &entry);
}

static void take_effect(struct controller *c, const struct console_effect *fx,
                        struct controller_output *out)
{
    if (request_kinds[fx->kind] != 0) {
        controller_push(c, &(struct controller_entry){.kind = kind_of(c, fx),
                                                      .is_request = true,
                                                      .seat = fx->seat,
                                                      .award = fx->award,
                                                      .seats = fx->seats});
    } else if (fx->kind >= CONSOLE_FX_SEAT_FAULT && fx->kind <= CONSOLE_FX_SEAT_OPENED) {
        record_seat(c, fx);
    } else if (fx->kind != CONSOLE_FX_KEY) {
        CHECK(out->count < sizeof(out->list) / sizeof(out->list[0]));
        out->list[out->count++] = *fx;
    }
}

int controller_step(struct controller *c, const struct console_event *e,
                    struct controller_output *out, struct cr_err *err)
{
    struct console_effects effects;
    int rc = console_step(&c->console, e, &effects, err);
    for (unsigned i = 0; rc == 0 && i < effects.count; i++)
        take_effect(c, &effects.list[i], out);
    /* where the key stands while the progressive is closed is told when it opens */
    if (c->console.mode != CONSOLE_CLOSED)
        controller_tell_key(c, c->told_position);
    return rc;
}

/* ---- The command ---- */

bool controller_repeats_refused(const struct controller *c)
{
    const struct controller_entry *first = &c->queue[0];
    return first->kind == FLOOR_CLAIM_PAID && c->memory.refused_claim != 0 &&
           c->claims[first->seat - 1] == c->memory.refused_claim;
}

static void set_text(struct floor_event *e, const char *text)
{
    e->text_len = (uint16_t)strlen(text);
    memcpy(e->text, text, e->text_len);
}

static void set_round_text(const struct controller *c, struct floor_event *e)
{
    e->text_len = c->text_len;
    memcpy(e->text, c->text, c->text_len);
    if (e->kind != FLOOR_ROUND_DEAD)
        return;
    if (c->reason[0] != '\0')
        set_text(e, c->reason);
    else if (e->text_len == 0)
        set_text(e, "all hands dead, every wager goes back");
    memcpy(e->user, c->reason_user, sizeof(e->user));
}

/* PIT-1: what happened while a win was on the table. */
static void fill_held(const struct controller *c, const struct controller_entry *entry,
                      struct floor_event *e)
{
    char text[CR_ERR_TEXT_MAX];
    struct text t = text_in(text, sizeof(text));
    text_add_format(&t, "seat %u, %s: the table was away (%s) with this win on it", entry->seat,
                    cr_category_name((enum cr_category)entry->award),
                    console_reason_name((enum console_reason)entry->fault));
    e->claim = c->claims[entry->seat - 1];
    set_text(e, text);
}

/* UTH-15: only awards with envy say who is entitled to it. */
static uint8_t live_of(const struct controller *c, const struct controller_entry *entry)
{
    const uint8_t dead = c->console.fold_forfeits ? c->console.folded : 0;
    const uint8_t others =
        (uint8_t)(console_registered(&c->console) & ~CONSOLE_SEAT(entry->seat) & ~dead);
    if (c->progressive == NULL || c->progressive->awards[entry->award].envy.micro == 0)
        return 0;
    if ((c->live_given & CONSOLE_SEAT(entry->seat)) == 0)
        return others;
    return c->live[entry->seat - 1] & others;
}

static void fill_key(const struct controller_entry *entry, struct floor_event *e)
{
    e->position = (uint8_t)(FLOOR_KEY_R + entry->position);
    if (entry->position == CONSOLE_R)
        e->key = entry->key == CONSOLE_KEY_HIGH ? CR_KEY_HIGH : CR_KEY_LOW;
    else
        e->key = entry->position == CONSOLE_JPH ? CR_KEY_HIGH : CR_KEY_LOW;
}

/* PIT-10: the dealer turns the key of the person who handed it over; when no dealer has signed on,
 * that person turns it. */
static void fill_turner(const struct controller *c, struct floor_event *e)
{
    const char *holder = c->holder[0] != '\0' ? c->holder : c->config.user;
    const bool by_dealer = c->dealer[0] != '\0' && strcmp(c->dealer, holder) != 0;
    memcpy(e->user, by_dealer ? c->dealer : holder, sizeof(e->user));
    if (by_dealer)
        memcpy(e->person, holder, sizeof(e->person));
}

static void fill_seat(const struct controller *c, const struct controller_entry *entry,
                      struct floor_event *e)
{
    static const char *const faults[] = {[ACCEPTOR_WELL] = "well",
                                         [ACCEPTOR_JAMMED] = "jammed",
                                         [ACCEPTOR_MISCOUNTED] = "not counted",
                                         [ACCEPTOR_FAILED] = "failed"};
    e->seat = entry->seat;
    if (e->kind == FLOOR_SEAT_FAULT) {
        memcpy(e->item, faults[entry->fault], strlen(faults[entry->fault]));
    } else if (e->kind == FLOOR_SEAT_CLOSED && entry->fault == ACCEPTOR_FAILED) {
        set_text(e, "its sensor failed");
    } else {
        memcpy(e->user, c->actor[0] != '\0' ? c->actor : c->config.user, sizeof(e->user));
        set_text(e, e->kind == FLOOR_SEAT_CLOSED ? "closed at the table" : "opened at the table");
    }
}

/* The counter first, then each meter as the console shows it, in whole cents (MET-5). */
static void fill_reading(const struct controller *c, const struct controller_entry *entry,
                         struct floor_event *e)
{
    memcpy(e->user, c->read_user, sizeof(c->read_user));
    if (entry->seat == 0) {
        e->coins = c->read_coins;
        e->restart = c->read_restart;
        if (c->read_restart && c->read_user[0] != '\0')
            set_text(e, "a new counter was put in");
        return;
    }
    const unsigned m = entry->seat - 1u;
    const int64_t micro = c->meters[m].micro;
    memcpy(e->from, c->progressive->meters[m].name, sizeof(e->from));
    e->amount = cr_money_from_micro(micro - micro % CR_MICRO_PER_CENT);
}

static void fill_command(const struct controller *c, const struct controller_entry *entry,
                         struct floor_event *e)
{
    switch ((enum floor_kind)entry->kind) {
    case FLOOR_COIN_IN:
        e->seats = entry->seats;
        break;
    case FLOOR_CLAIM_MADE:
    case FLOOR_AWARD_PENDING:
        e->seat = entry->seat;
        e->award = (uint8_t)(entry->award + 1);
        e->live = live_of(c, entry);
        set_text(e, c->cards[entry->seat - 1]);
        break;
    case FLOOR_AWARD_PAID:
        e->seat = entry->seat;
        e->award = (uint8_t)(entry->award + 1);
        break;
    case FLOOR_SEAT_FOLDED:
        e->seat = entry->seat;
        e->undone = (c->console.folded & CONSOLE_SEAT(entry->seat)) != 0;
        break;
    case FLOOR_COIN_RETURNED:
        e->seat = entry->seat;
        set_text(e, c->reason);
        memcpy(e->user, c->reason_user, sizeof(e->user));
        break;
    case FLOOR_CLAIM_HELD:
        fill_held(c, entry, e);
        break;
    case FLOOR_CLAIM_CANCELLED:
        e->claim = c->claims[entry->seat - 1];
        memcpy(e->user, c->canceller, sizeof(e->user));
        break;
    case FLOOR_CLAIM_PAID:
        e->claim = c->claims[entry->seat - 1];
        break;
    case FLOOR_GAME_OVER:
    case FLOOR_ROUND_DEAD:
        set_round_text(c, e);
        break;
    case FLOOR_KEY_TURNED:
        fill_key(entry, e);
        fill_turner(c, e);
        break;
    case FLOOR_SEATS_HELD:
        e->seats = entry->seats;
        memcpy(e->user, c->dealer, sizeof(e->user));
        break;
    case FLOOR_DEALER_ON:
    case FLOOR_DEALER_OFF:
        memcpy(e->user, c->actor, sizeof(e->user));
        break;
    case FLOOR_PATRON_MOVED:
        e->seat = entry->seat;
        e->to_seat = entry->to_seat;
        memcpy(e->user, c->dealer, sizeof(e->user));
        break;
    case FLOOR_PAYOUT:
        memcpy(e->user, c->cash_user, sizeof(e->user));
        /* fall through */
    case FLOOR_BUY_IN:
        e->seat = entry->seat;
        e->amount = c->cash;
        memcpy(e->item, c->cash_for, sizeof(c->cash_for));
        memcpy(e->patron, c->cash_patron, sizeof(c->cash_patron));
        break;
    case FLOOR_METER_READ:
        fill_reading(c, entry, e);
        break;
    case FLOOR_TABLE_LEFT:
        break;
    default:
        fill_seat(c, entry, e);
        break;
    }
}

/* True when the seat is closed or open on record already. */
static bool is_known(const struct controller *c, const struct controller_entry *entry)
{
    const bool closed = (c->closed_seats & CONSOLE_SEAT(entry->seat)) != 0;
    return (entry->kind == FLOOR_SEAT_CLOSED && closed) ||
           (entry->kind == FLOOR_SEAT_OPENED && !closed);
}

void controller_take_first(struct controller *c)
{
    const struct controller_entry entry = c->queue[0];
    c->queue_count--;
    memmove(&c->queue[0], &c->queue[1], c->queue_count * sizeof(c->queue[0]));
    if (is_seat_switch(entry.kind) && is_known(c, &entry))
        return;
    struct floor_event *e = &c->memory.command;
    event_init(e, entry.kind);
    memcpy(e->table, c->config.table, FLOOR_ID_MAX);
    e->epoch = c->memory.epoch;
    e->table_seq = c->memory.seq + 1;
    fill_command(c, &entry, e);
    c->memory.has_command = 1;
}
