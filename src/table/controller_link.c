/* The table controller: takes the manager's answers, and comes back after the link was lost. */
#include "base/check.h"
#include "base/err.h"
#include "table/controller_internal.h"

#include <string.h>

static void renew(struct controller *c)
{
    const int64_t until = c->sent_ms + (int64_t)c->lease_ms;
    if (until > c->lease_until)
        c->lease_until = until;
}

/* ---- What the sign over the table shows of its link ---- */

static void show_meters(struct controller *c, unsigned count, const struct cr_money *meters)
{
    if (count == 0)
        return;
    c->meter_count = (uint8_t)count;
    memcpy(c->meters, meters, sizeof(c->meters));
}

/* REG-12, REG-13: the sign of this table shows what happens at any table of the link. Hits from
 * before the first join are not news; those from while the link was away are. An older hit is not
 * news either: a manager that stands in for another may be a little behind it. */
static void show_sign(struct controller *c, const struct controller_record *r,
                      struct controller_output *out)
{
    if (strcmp(c->link_id, r->link) != 0) {
        /* the table is on another link by now: what was paid there before is no news here */
        memcpy(c->link_id, r->link, sizeof(c->link_id));
        c->link_pending = c->link_held = c->knows_hits = c->meter_count = 0;
        c->hit = 0;
    }
    show_meters(c, r->meter_count, r->meters);
    out->is_pending = r->link_pending && !c->link_pending;
    out->is_held = r->link_held && !c->link_held;
    c->link_pending = r->link_pending;
    c->link_held = r->link_held;
    out->has_hit = c->knows_hits && r->hit.seq > c->hit;
    out->hit = r->hit;
    c->knows_hits = 1;
    if (r->hit.seq > c->hit)
        c->hit = r->hit.seq;
}

/* ---- Coming back with what is on record (REG-3) ---- */

/* REG-2: why a joined table stays closed; CONSOLE_OPEN when it does not. */
static enum console_reason blocked_by(const struct controller *c, const struct controller_record *r)
{
    if (r->is_halted)
        return CONSOLE_STORAGE;
    if (!controller_same_documents(c, &r->documents))
        return CONSOLE_NEW_RULES;
    return r->has_link && !r->is_open ? CONSOLE_BY_MANAGER : CONSOLE_OPEN;
}

/* The manager does not keep the award that a seat was paid without a key, but the console may
 * remember it. */
static uint8_t award_on_record(const struct controller *c, const struct controller_record *r,
                               unsigned i)
{
    if (r->claims[i].claim != 0)
        return r->claims[i].award;
    if (c->console.claims[i].state != CONSOLE_UNCLAIMED)
        return c->console.claims[i].award;
    unsigned award = 0;
    while (award + 1 < CR_CATEGORIES && c->console.keys[award] != CR_KEY_NONE)
        award++;
    return (uint8_t)award;
}

static void fill_back(const struct controller *c, const struct controller_record *r,
                      struct console_event *e)
{
    *e = (struct console_event){.kind = CONSOLE_LINK_BACK, .mode = CONSOLE_BETTING};
    if (!r->in_play)
        return;
    e->mode = CONSOLE_COIN_IN;
    e->seats = r->seats;
    e->claimed = r->awarded;
    e->paid = (uint8_t)(r->awarded & ~r->pending);
    e->folded = r->folded;
    for (unsigned i = 0; i < CR_SEATS; i++) {
        if (e->claimed & CONSOLE_SEAT(i + 1))
            e->claims[i] = award_on_record(c, r, i);
        if (r->claims[i].is_held && r->claims[i].is_pending)
            e->held |= (uint8_t)CONSOLE_SEAT(i + 1);
    }
}

/* PIT-1: the table was away while wins were pending. Before anything else each of them is put on
 * record as held, so that a person rules on it. */
static void tell_failure(struct controller *c, const struct controller_record *r, uint8_t reason)
{
    for (unsigned i = CR_SEATS; r->in_play && i-- > 0;)
        if (r->claims[i].claim != 0 && r->claims[i].is_pending)
            controller_push(c, &(struct controller_entry){.kind = FLOOR_CLAIM_HELD,
                                                          .seat = (uint8_t)(i + 1),
                                                          .award = r->claims[i].award,
                                                          .fault = reason});
}

/* UTH-19: seats that are closed on record stay closed here. Not in the middle of a drop: the
 * manager refuses that chip's wager. */
static void close_seats(struct controller *c, struct controller_output *out)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        const struct acceptor *a = &c->console.acceptors[seat - 1];
        if ((c->closed_seats & CONSOLE_SEAT(seat)) != 0 && !a->closed && !a->dropping &&
            a->fault != ACCEPTOR_FAILED) {
            const struct console_event e = {.kind = CONSOLE_CLOSE_SEAT, .seat = (uint8_t)seat};
            CHECK(controller_step(c, &e, out, NULL) == 0);
        }
    }
}

/* Takes over what each claim comes to and what it still waits for. The manager decides both, and
 * the console says nothing else (PIT-10). The amount of a claim that is not locked follows its
 * meter until it is paid (REG-12). */
static void note_record(struct controller *c, const struct controller_record *r)
{
    for (unsigned i = 0; i < CR_SEATS; i++) {
        const struct controller_claim *claim = &r->claims[i];
        if (claim->claim == 0) /* all is done, or it was cancelled */
            memset(c->console.missing[i], 0, sizeof(c->console.missing[i]));
        if (!r->in_play || claim->claim == 0)
            continue;
        c->amounts[i] = claim->amount;
        c->envy[i] = claim->envy;
        c->envy_seats[i] = claim->envy_seats;
        memcpy(c->console.missing[i], claim->missing, sizeof(claim->missing));
    }
    c->wanted = r->documents;
    c->reading_due = r->reading_due;
    c->is_one_hand = r->is_one_hand;
    memcpy(c->pairs, r->pairs, sizeof(c->pairs));
    memcpy(c->dealer, r->dealer, sizeof(c->dealer));
    memcpy(c->zone, r->zone, sizeof(c->zone));
}

static void note_payment(struct controller *c, const struct floor_event *e)
{
    const unsigned i = e->seat - 1u, seats = (unsigned)__builtin_popcount(e->envy_seats);
    c->amounts[i] = e->amount;
    c->envy_seats[i] = e->envy_seats;
    c->envy[i] = cr_money_from_micro(seats > 0 ? e->envy.micro / seats : 0);
}

static void forget_round(struct controller *c)
{
    memset(c->amounts, 0, sizeof(c->amounts));
    memset(c->envy, 0, sizeof(c->envy));
    memset(c->envy_seats, 0, sizeof(c->envy_seats));
    memset(c->claims, 0, sizeof(c->claims));
    memset(c->cards, 0, sizeof(c->cards));
    c->live_given = 0;
}

static void come_back(struct controller *c, int64_t now_ms, const struct controller_record *r,
                      struct controller_output *out)
{
    const enum console_reason blocked = blocked_by(c, r);
    c->link = CONTROLLER_UP;
    c->round = r->round;
    c->closed_seats = r->closed_seats;
    if (blocked != CONSOLE_OPEN && !r->in_play && !c->console.in_round) {
        c->console.reason = (uint8_t)blocked;
        return;
    }
    struct console_event back;
    const uint8_t reason = c->console.reason;
    fill_back(c, r, &back);
    for (unsigned i = 0; i < CR_SEATS; i++)
        c->claims[i] = r->in_play ? r->claims[i].claim : 0;
    controller_tell_key(c, r->position);
    if (controller_step(c, &back, out, &c->why) == 0) {
        if (c->console.ending == CONSOLE_LIVE)
            tell_failure(c, r, reason);
        close_seats(c, out);
        return;
    }
    out->refused = true;
    c->console.reason = CONSOLE_NOT_CONFIGURED;
    c->link = CONTROLLER_DOWN;
    c->not_before = now_ms + CONTROLLER_PAUSE_MS;
}

/* ---- Joining ---- */

static void forget_command(struct controller *c)
{
    c->memory.has_command = 0;
}

static void forget_refused(struct controller *c)
{
    c->memory.has_refused = 0;
    c->memory.refused_claim = 0;
}

/* True when the manager's epoch and number continue those of this table. Otherwise they are taken
 * over, and *lost says that something is on record that this controller does not know of. */
static bool goes_on(struct controller *c, const struct controller_answer *a, bool *lost)
{
    struct controller_memory *m = &c->memory;
    const struct controller_record *r = &a->record;
    const bool same = a->event.epoch == m->epoch &&
                      (r->seq == m->seq || (m->has_command && r->seq == m->seq + 1));
    *lost = !same && a->event.prev != m->last;
    if (same)
        return true;
    if (m->has_command && !*lost) {
        /* the command never arrived, and copies of it still under way are of an epoch that has
         * ended */
        m->command.epoch = a->event.epoch;
        m->command.table_seq = r->seq + 1;
    } else {
        forget_command(c);
    }
    m->epoch = a->event.epoch;
    m->seq = r->seq;
    forget_refused(c);
    return false;
}

/* V8: the manager's store ends before an event that it acknowledged to this table. */
static bool is_store_behind(const struct controller *c, const struct controller_answer *a)
{
    return c->memory.epoch != 0 && a->event.prev < c->memory.last;
}

static void join_refused(struct controller *c, int64_t now_ms, const struct cr_err *why,
                         struct controller_output *out)
{
    enum console_reason reason = CONSOLE_LINK_DOWN;
    if (why->code == CR_E_NOT_FOUND)
        reason = CONSOLE_NOT_CONFIGURED;
    else if (err_is(why, REASON_OLDER_STATE))
        reason = CONSOLE_STORAGE;
    c->why = *why;
    out->refused = true;
    controller_lose(c, reason, out);
    c->not_before = now_ms + CONTROLLER_PAUSE_MS;
}

/* Closes the console because something is on record that this controller did not do, or did not
 * know it did. */
static void lose_to_record(struct controller *c, const struct controller_record *r,
                           struct controller_output *out)
{
    /* paid by a copy of a refused request: the dealer has to be told */
    for (unsigned i = 0; r->in_play && i < CR_SEATS; i++)
        if ((r->awarded & ~r->pending & CONSOLE_SEAT(i + 1)) != 0 &&
            c->console.claims[i].state == CONSOLE_PENDING)
            c->console.claims[i].state = CONSOLE_PAYING;
    controller_lose(c, CONSOLE_LINK_DOWN, out);
}

/* The console is in the middle of something that a join need not disturb. */
static bool console_goes_on(const struct controller *c)
{
    return c->console.mode != CONSOLE_CLOSED || c->console.request != CONSOLE_ASKED_NOTHING;
}

static void tell_answer(struct controller *c, unsigned kind, bool done,
                        struct controller_output *out);

static void join_accepted(struct controller *c, int64_t now_ms, const struct controller_answer *a,
                          struct controller_output *out)
{
    if (is_store_behind(c, a)) {
        struct cr_err why;
        err_refuse(&why, CR_E_STATE, REASON_OLDER_STATE, NULL,
                   "this table's last event was %llu, the store has %llu: it was put back to an "
                   "older state; restore the newer one",
                   (unsigned long long)c->memory.last, (unsigned long long)a->event.prev);
        join_refused(c, now_ms, &why, out);
        return;
    }
    c->lease_ms = a->record.lease_ms;
    renew(c);
    show_sign(c, &a->record, out);
    note_record(c, &a->record);
    bool lost = false;
    const bool same = goes_on(c, a, &lost);
    /* While a command is on record whose answer has not come, `last` stays at the event before it.
     */
    if (!c->memory.has_command || a->record.seq < c->memory.command.table_seq)
        c->memory.last = a->event.seq;
    if (same && c->memory.has_refused && !c->memory.has_command) {
        c->link = CONTROLLER_FENCING;
    } else if (console_goes_on(c) && !lost) {
        c->link = CONTROLLER_UP;
        out->refused = c->unsaid != 0;
        tell_answer(c, c->unsaid, false, out);
        c->unsaid = 0;
    } else if (c->memory.has_command) {
        c->link = CONTROLLER_SETTLING;
    } else {
        if (console_goes_on(c))
            lose_to_record(c, &a->record, out);
        come_back(c, now_ms, &a->record, out);
    }
}

/* ---- Commands ---- */

static const uint8_t requests[FLOOR_KIND_COUNT] = {
    [FLOOR_COIN_IN] = CONSOLE_ASKED_COIN_IN,        [FLOOR_CLAIM_MADE] = CONSOLE_ASKED_CLAIM,
    [FLOOR_CLAIM_CANCELLED] = CONSOLE_ASKED_CANCEL, [FLOOR_CLAIM_PAID] = CONSOLE_ASKED_PAY,
    [FLOOR_AWARD_PENDING] = CONSOLE_ASKED_CLAIM,    [FLOOR_AWARD_PAID] = CONSOLE_ASKED_PAY,
    [FLOOR_GAME_OVER] = CONSOLE_ASKED_GAME_OVER,    [FLOOR_ROUND_DEAD] = CONSOLE_ASKED_DEAD,
    [FLOOR_SEAT_FOLDED] = CONSOLE_ASKED_FOLD,       [FLOOR_COIN_RETURNED] = CONSOLE_ASKED_RETURN,
};

/* Tells the console the answer to its request, if it still waits for that. */
static void tell_answer(struct controller *c, unsigned kind, bool done,
                        struct controller_output *out)
{
    const uint8_t request = requests[kind];
    if (request == CONSOLE_ASKED_NOTHING || c->console.request != request)
        return;
    struct console_event e = {.kind = done ? CONSOLE_DONE : CONSOLE_REFUSED,
                              .request = request,
                              .seat = c->console.request_seat};
    if (e.seat != 0)
        e.award = c->console.claims[e.seat - 1].award;
    CHECK(controller_step(c, &e, out, NULL) == 0);
}

static void note_event(struct controller *c, const struct floor_event *e)
{
    show_meters(c, e->meter_count, e->after);
    switch ((enum floor_kind)e->kind) {
    case FLOOR_COIN_IN:
        forget_round(c);
        c->round = e->round;
        break;
    case FLOOR_CLAIM_MADE:
    case FLOOR_AWARD_PENDING:
        c->claims[e->seat - 1] = e->seq;
        c->amounts[e->seat - 1] = e->amount;
        c->beat_ms = 0; /* the record says what it comes to: ask for it at once */
        break;
    case FLOOR_CLAIM_PAID:
    case FLOOR_AWARD_PAID:
        note_payment(c, e);
        c->beat_ms = 0; /* PIT-11: the record says what is done with the deck */
        break;
    case FLOOR_DEALER_ON:
        memcpy(c->dealer, e->user, sizeof(c->dealer));
        break;
    case FLOOR_DEALER_OFF:
        memset(c->dealer, 0, sizeof(c->dealer));
        break;
    case FLOOR_SEATS_HELD:
        c->beat_ms = 0;
        break;
    case FLOOR_CLAIM_HELD:
        if (e->seat != 0 && c->console.claims[e->seat - 1].state == CONSOLE_PENDING)
            c->console.claims[e->seat - 1].held = strcmp(e->item, "resume") != 0;
        break;
    case FLOOR_COIN_RETURNED:
        controller_set_reason(c, "", "");
        break;
    case FLOOR_GAME_OVER:
    case FLOOR_ROUND_DEAD:
        forget_round(c);
        controller_set_reason(c, "", "");
        c->text_len = 0;
        break;
    case FLOOR_SEAT_CLOSED:
        c->closed_seats |= (uint8_t)CONSOLE_SEAT(e->seat);
        break;
    case FLOOR_SEAT_OPENED:
        c->closed_seats &= (uint8_t)~CONSOLE_SEAT(e->seat);
        break;
    default:
        break;
    }
}

static void command_accepted(struct controller *c, const struct floor_event *e,
                             struct controller_output *out)
{
    c->memory.seq = e->table_seq;
    if (e->seq > c->memory.last)
        c->memory.last = e->seq;
    forget_command(c);
    forget_refused(c);
    note_event(c, e);
    out->has_event = true;
    out->event = *e;
    renew(c);
    tell_answer(c, e->kind, true, out);
    const bool settled = c->link == CONTROLLER_SETTLING;
    if (settled)
        c->link = CONTROLLER_READING;
    if (e->kind != FLOOR_TABLE_LEFT)
        return;
    controller_lose(c, CONSOLE_LINK_DOWN, out);
    /* it was the leaving of the controller before this one; this one joins again */
    c->link = settled ? CONTROLLER_DOWN : CONTROLLER_LEFT;
}

static void note_refused(struct controller *c)
{
    struct controller_memory *m = &c->memory;
    m->has_command = 0;
    m->has_refused = 1;
    m->refused_claim = m->command.kind == FLOOR_CLAIM_PAID ? m->command.claim : 0;
}

static void command_refused(struct controller *c, int64_t now_ms, struct controller_output *out)
{
    const unsigned kind = c->memory.command.kind;
    note_refused(c);
    out->refused = true;
    c->link = CONTROLLER_UP;
    tell_answer(c, kind, false, out);
    if (c->console.mode != CONSOLE_CLOSED)
        return;
    /* table and manager disagree about the round: the record is read again */
    c->link = CONTROLLER_DOWN;
    c->not_before = now_ms + CONTROLLER_PAUSE_MS;
}

/* Commands whose refusal sends chips back or keeps an award from being paid. The console is told of
 * it only when no copy of the command can count any more. */
static bool moves_chips(unsigned kind)
{
    return kind == FLOOR_COIN_IN || kind == FLOOR_AWARD_PAID;
}

static void refuse_behind_fence(struct controller *c)
{
    c->unsaid = c->memory.command.kind;
    note_refused(c);
    c->link = CONTROLLER_FENCING;
}

/* ---- Heartbeats ---- */

/* PIT-1: a ruling at the desk; the table learns of it here. */
static void take_rulings(struct controller *c, const struct controller_record *r)
{
    for (unsigned i = 0; r->in_play && i < CR_SEATS; i++)
        if (r->claims[i].claim != 0 && r->claims[i].claim == c->claims[i])
            c->console.claims[i].held = r->claims[i].is_held && r->claims[i].is_pending;
}

/* A desk may cancel a claim; the table learns of it here. */
static void drop_cancelled(struct controller *c, const struct controller_record *r,
                           struct controller_output *out)
{
    for (unsigned i = 0; r->in_play && i < CR_SEATS; i++) {
        if (c->console.claims[i].state != CONSOLE_PENDING || (r->awarded & CONSOLE_SEAT(i + 1)))
            continue;
        /* A held claim is never cancelled, only ruled upon; of another one the record does not say
         * which of the two it was. */
        const bool was_held = c->console.claims[i].held;
        c->console.claims[i] = (struct console_claim){0};
        c->claims[i] = 0;
        err_set(&c->why, CR_E_STATE, "seat %u: the claim was %s", i + 1,
                was_held ? "declared void by a ruling"
                         : "cancelled at a desk, or declared void by a ruling");
        out->refused = true;
    }
}

static void beat_accepted(struct controller *c, int64_t now_ms, const struct controller_record *r,
                          struct controller_output *out)
{
    const struct controller_memory *m = &c->memory;
    const bool doubting = c->link == CONTROLLER_DOUBTING;
    renew(c);
    show_sign(c, r, out);
    note_record(c, r);
    if (doubting && r->epoch == m->epoch && r->seq == m->seq) {
        if (moves_chips(m->command.kind))
            refuse_behind_fence(c);
        else
            command_refused(c, now_ms, out);
    } else if (doubting && r->epoch == m->epoch && r->seq == m->seq + 1) {
        c->link = CONTROLLER_UP; /* another copy was taken; asking again brings its answer */
    } else if (r->epoch != m->epoch || r->seq != m->seq) {
        c->link = CONTROLLER_DOWN;
    } else if (c->link == CONTROLLER_READING ||
               (c->console.mode == CONSOLE_CLOSED && c->console.request == CONSOLE_ASKED_NOTHING)) {
        come_back(c, now_ms, r, out);
    } else if (blocked_by(c, r) != CONSOLE_OPEN && c->console.mode == CONSOLE_BETTING) {
        controller_lose(c, blocked_by(c, r), out);
        c->link = CONTROLLER_UP;
    } else if (c->console.mode == CONSOLE_COIN_IN) {
        take_rulings(c, r);
        drop_cancelled(c, r, out);
    }
}

/* ---- Answers ---- */

static void take_accepted(struct controller *c, int64_t now_ms, const struct controller_answer *a,
                          struct controller_output *out)
{
    if (c->flight_kind == CONTROLLER_JOIN)
        join_accepted(c, now_ms, a, out);
    else if (c->flight_kind == CONTROLLER_COMMAND)
        command_accepted(c, &a->event, out);
    else
        beat_accepted(c, now_ms, &a->record, out);
}

static void take_refused(struct controller *c, int64_t now_ms, const struct controller_answer *a,
                         struct controller_output *out)
{
    if (c->flight_kind == CONTROLLER_JOIN) {
        join_refused(c, now_ms, &a->why, out);
        return;
    }
    if (c->flight_kind == CONTROLLER_COMMAND) {
        c->why = a->why;
        if (c->link == CONTROLLER_UP) {
            c->link = CONTROLLER_DOUBTING;
            return;
        }
        note_refused(c); /* the record, behind a fence, says what became of it */
    }
    c->link = CONTROLLER_DOWN;
}

void controller_answer(struct controller *c, int64_t now_ms, const struct controller_answer *answer,
                       struct controller_output *out)
{
    controller_clear(out);
    controller_expire(c, now_ms, out);
    if (c->flight == 0 || answer->id != c->flight)
        return;
    c->flight = 0;
    /* V9: the answer is so late that its lease is over; the message is sent again */
    const uint32_t lease =
        c->flight_kind == CONTROLLER_JOIN ? answer->record.lease_ms : c->lease_ms;
    if (answer->kind == CONTROLLER_ACCEPTED && now_ms - c->sent_ms >= (int64_t)lease)
        return;
    if (answer->kind == CONTROLLER_ACCEPTED && answer->receipt[0] != '\0')
        memcpy(c->memory.receipt, answer->receipt, sizeof(c->memory.receipt));
    if (answer->kind == CONTROLLER_ACCEPTED)
        take_accepted(c, now_ms, answer, out);
    else if (answer->kind == CONTROLLER_REFUSED)
        take_refused(c, now_ms, answer, out);
    else
        c->not_before = now_ms + CONTROLLER_RETRY_MS;
    controller_expire(c, now_ms, out);
    c->memory.ending = c->console.ending;
}
