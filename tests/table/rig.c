/* A controller, a manager and a bad network between them; see rig.h. */
#include "table/rig.h"

#include "table/controller.h"
#include "table/table_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAULT(r, ...)                                                                              \
    do {                                                                                           \
        if ((r)->fault[0] == '\0')                                                                 \
            snprintf((r)->fault, sizeof((r)->fault), __VA_ARGS__);                                 \
    } while (0)

static const char table_name[] = "t1";

/* ---- The manager's side ---- */

static void on_event(void *context, const struct floor_event *e, const char *body, size_t len)
{
    struct rig *r = context;
    (void)body;
    (void)len;
    if (e->kind == FLOOR_CLAIM_PAID || e->kind == FLOOR_AWARD_PAID)
        r->paid++;
    if (e->kind == FLOOR_ROUND_DEAD) {
        r->dead++;
        r->returned += (uint64_t)__builtin_popcount(e->seats);
    }
    r->rounds += e->kind == FLOOR_GAME_OVER;
    r->joined += e->kind == FLOOR_TABLE_JOINED;
    r->mismatches += e->kind == FLOOR_ALARM_RAISED && strcmp(e->item, "mismatch") == 0;
}

static void ask_manager(struct rig *r, struct manager_request *request)
{
    struct cr_err err = {0};
    struct manager_request *one = request;
    if (manager_batch(r->manager, &one, 1, INT64_C(1790000000000) + r->now, r->now, &err) != 0)
        FAULT(r, "the manager failed: %s", err.text);
}

bool rig_step_manager(struct rig *r, struct floor_event *e, struct cr_err *err)
{
    static struct manager_request request;
    request.event = *e;
    ask_manager(r, &request);
    *e = request.event;
    *err = request.err;
    return request.result == 0;
}

static void set_up(struct rig *r)
{
    const struct cr_shipped *rules = cr_shipped_find("uth-cn"), *cn = cr_shipped_find("cn");
    const struct house house = {.people = {"ann", "bob"},
                                .user = "kim",
                                .table = table_name,
                                .item = "Ultimate",
                                .rules = rules->text,
                                .rules_len = rules->len,
                                .progressive = cn->text,
                                .progressive_len = cn->len,
                                .link = "main"};
    static struct floor_event e;
    struct cr_err err = {0};
    while (house_next(&house, manager_floor(r->manager), &e, &err) == 1)
        if (!rig_step_manager(r, &e, &err)) {
            FAULT(r, "set-up: %s", err.text);
            return;
        }
}

static void answer_message(struct rig *r, const struct controller_message *m,
                           struct controller_answer *a)
{
    static struct manager_request request;
    const struct floor *f = manager_floor(r->manager);
    bool clash = false;
    memset(a, 0, offsetof(struct controller_answer, event));
    a->id = m->id;
    a->why = (struct cr_err){0};
    int rc;
    if (m->kind == CONTROLLER_HEARTBEAT) {
        const struct manager_sign sign = {m->event.table, m->event.instance, "", m->event.epoch};
        rc = manager_heartbeat(r->manager, &sign, r->now, &clash, &a->why);
    } else {
        request.event = m->event;
        request.rules[0] = '\0';
        if (m->documents.known)
            manager_rules_text(m->documents.rules, m->documents.progressive, request.rules);
        if (m->kind == CONTROLLER_JOIN)
            memcpy(request.event.manager, "m1", 3);
        ask_manager(r, &request);
        rc = request.result;
        a->event = request.event;
        a->why = request.err;
    }
    a->kind = rc == 0 ? CONTROLLER_ACCEPTED : CONTROLLER_REFUSED;
    memset(&a->record, 0, sizeof(a->record));
    if (rc == 0) /* a refusal brings only its reason */
        record_of(f, floor_find_table(f, table_name), RIG_LEASE, &a->record);
}

/* ---- The network ---- */

static void post(struct rig *r, const struct rig_packet *packet)
{
    unsigned copies = rng_below(&r->rng, 100) < r->repeats ? 2 : 1;
    if (r->cut || rng_below(&r->rng, 100) < r->loss)
        return;
    while (copies-- > 0 && r->packet_count < RIG_PACKETS) {
        struct rig_packet *p = &r->packets[r->packet_count++];
        *p = *packet;
        p->due = r->now + 1 + rng_below(&r->rng, 20);
        if (rng_below(&r->rng, 100) < r->slow)
            p->due += rng_below(&r->rng, 4000);
    }
}

static void check_words(struct rig *r, const struct controller_message *m)
{
    if (m->kind != CONTROLLER_COMMAND)
        return;
    if (r->has_command && r->last_command.epoch == m->event.epoch &&
        r->last_command.table_seq == m->event.table_seq &&
        !event_same_given(&r->last_command, &m->event))
        FAULT(r, "one number, two bodies: %s and %s", event_kind(r->last_command.kind)->name,
              event_kind(m->event.kind)->name);
    r->last_command = m->event;
    r->has_command = true;
}

static void send_messages(struct rig *r)
{
    static struct rig_packet packet;
    packet.is_answer = false;
    while (controller_message(&r->controller, r->now, &packet.message)) {
        r->sent_at[packet.message.id % 4096] = r->now;
        check_words(r, &packet.message);
        post(r, &packet);
    }
}

/* ---- The table's side ---- */

static void check_lease(struct rig *r)
{
    if (r->controller.console.mode != CONSOLE_CLOSED && r->now >= r->lease_until)
        FAULT(r, "open past its lease, by %d ms", (int)(r->now - r->lease_until));
}

static void take_output(struct rig *r)
{
    for (unsigned i = 0; i < r->out.count; i++) {
        const struct console_effect *fx = &r->out.list[i];
        if (fx->kind == CONSOLE_FX_DROP)
            r->dropping |= fx->seats;
        if (fx->kind == CONSOLE_FX_SAY && (fx->say == SAY_PAID || fx->say == SAY_PAID_MEANWHILE))
            r->told_paid++;
    }
    r->pendings += r->out.is_pending;
    if (r->out.has_hit) {
        if (r->out.hit.seq <= r->hit.seq)
            FAULT(r, "payment %llu is on the sign again", (unsigned long long)r->out.hit.seq);
        r->hits++;
        r->hit = r->out.hit;
    }
    check_lease(r);
    for (unsigned i = 0; i < CR_SEATS; i++)
        if (!acceptor_balances(&r->controller.console.acceptors[i]))
            FAULT(r, "chips are missing at seat %u", i + 1);
}

bool rig_press(struct rig *r, struct console_event e)
{
    struct cr_err err = {0};
    int rc = controller_press(&r->controller, r->now, &e, &r->out, &err);
    take_output(r);
    return rc == 0;
}

static void deliver(struct rig *r, const struct rig_packet *p)
{
    static struct rig_packet answer;
    if (p->is_answer) {
        const int64_t until = r->sent_at[p->answer.id % 4096] + RIG_LEASE;
        if (p->answer.id == r->controller.flight && p->answer.kind == CONTROLLER_ACCEPTED &&
            until > r->lease_until)
            r->lease_until = until;
        controller_answer(&r->controller, r->now, &p->answer, &r->out);
        take_output(r);
        return;
    }
    answer.is_answer = true;
    answer_message(r, &p->message, &answer.answer);
    post(r, &answer);
}

static void drop_chips(struct rig *r)
{
    const uint8_t seats = r->dropping;
    r->dropping = 0;
    for (unsigned seat = 1; seat <= CR_SEATS; seat++)
        if (seats & CONSOLE_SEAT(seat))
            rig_press(r, (struct console_event){.kind = CONSOLE_SENSOR,
                                                .seat = (uint8_t)seat,
                                                .sensor = rng_below(&r->rng, 50) == 0
                                                              ? ACCEPTOR_EV_NOTCOUNTED
                                                              : ACCEPTOR_EV_DROPPED});
}

void rig_run(struct rig *r, int64_t ms)
{
    static struct rig_packet packet;
    for (const int64_t end = r->now + ms; r->now < end; r->now += 5) {
        for (size_t i = 0; i < r->packet_count;) {
            if (r->packets[i].due > r->now) {
                i++;
                continue;
            }
            packet = r->packets[i];
            r->packets[i] = r->packets[--r->packet_count];
            deliver(r, &packet);
        }
        controller_tick(&r->controller, r->now, &r->out);
        take_output(r);
        drop_chips(r);
        send_messages(r);
    }
}

bool rig_wait_mode(struct rig *r, enum console_mode mode)
{
    for (unsigned i = 0; i < 1000 && r->controller.console.mode != mode; i++)
        rig_run(r, 10);
    return r->controller.console.mode == mode;
}

bool rig_wait_idle(struct rig *r)
{
    for (unsigned i = 0; i < 1000 && !controller_is_idle(&r->controller); i++)
        rig_run(r, 10);
    return controller_is_idle(&r->controller);
}

/* ---- People ---- */

static void claim_step(struct rig *r, struct floor_event *e, const char *user)
{
    struct cr_err err = {0};
    memset(e->user, 0, sizeof(e->user));
    memcpy(e->user, user, strlen(user));
    rig_step_manager(r, e, &err);
}

void rig_rule(struct rig *r, const char *ruling)
{
    static struct floor_event e;
    const struct floor *f = manager_floor(r->manager);
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const bool is_void = strcmp(ruling, "void") == 0;
        if (f->claims[i].claim.state != CLAIM_PENDING || (!is_void && !f->claims[i].held))
            continue;
        event_init(&e, FLOOR_CLAIM_RULED);
        e.claim = f->claims[i].seq;
        memcpy(e.item, ruling, strlen(ruling));
        memcpy(e.approver, "bob", 3);
        memcpy(e.text, "the tape", e.text_len = 8);
        claim_step(r, &e, "ann");
    }
}

void rig_approve(struct rig *r)
{
    static struct floor_event e;
    const struct floor *f = manager_floor(r->manager);
    for (uint32_t i = 0; i < f->claim_count; i++) {
        const struct floor_claim c = f->claims[i];
        if (c.claim.state != CLAIM_PENDING)
            continue;
        event_init(&e, FLOOR_CLAIM_VERIFIED);
        e.claim = c.seq;
        e.items = c.claim.needs.items;
        claim_step(r, &e, "ann");
        for (unsigned k = 0; k < c.claim.needs.compliance_count; k++) {
            event_init(&e, FLOOR_CLAIM_COMPLIED);
            e.claim = c.seq;
            memcpy(e.item, c.claim.needs.compliance[k], CR_NAME_MAX);
            claim_step(r, &e, "ann");
        }
        event_init(&e, FLOOR_CLAIM_APPROVED);
        e.claim = c.seq;
        claim_step(r, &e, "ann");
        event_init(&e, FLOOR_CLAIM_APPROVED);
        e.claim = c.seq;
        claim_step(r, &e, "bob");
    }
}

/* An event that fits the console's state more often than not. */
static struct console_event likely(struct rig *r)
{
    const struct console *c = &r->controller.console;
    const uint8_t seat = (uint8_t)(1 + rng_below(&r->rng, CR_SEATS));
    const uint8_t award = (uint8_t)(CR_FOUR_OF_A_KIND - 2 + (int)rng_below(&r->rng, 5));
    switch (rng_below(&r->rng, c->mode == CONSOLE_BETTING ? 4 : 9)) {
    case 0:
    case 1:
    case 2:
        return c->mode == CONSOLE_COIN_IN
                   ? (struct console_event){.kind = CONSOLE_AWARD, .seat = seat, .award = award}
                   : (struct console_event){
                         .kind = CONSOLE_SENSOR, .seat = seat, .sensor = ACCEPTOR_EV_PLACED};
    case 3:
        return (struct console_event){.kind = CONSOLE_START};
    case 4:
        return (struct console_event){.kind = CONSOLE_KEY_INSERT,
                                      .key = rng_below(&r->rng, 2) ? 9 : 8};
    case 5:
        return (struct console_event){.kind = CONSOLE_KEY_TURN,
                                      .position = (uint8_t)rng_below(&r->rng, 3)};
    case 6:
        return (struct console_event){.kind = CONSOLE_JPOT};
    case 7:
        return (struct console_event){.kind = CONSOLE_KEY_REMOVE};
    default:
        return (struct console_event){.kind = CONSOLE_GAME_OVER};
    }
}

void rig_do_anything(struct rig *r)
{
    const unsigned what = rng_below(&r->rng, 100);
    const uint8_t seat = (uint8_t)(1 + rng_below(&r->rng, CR_SEATS));
    if (what < 90)
        rig_press(r, likely(r));
    else if (what < 92)
        rig_press(r, (struct console_event){.kind = CONSOLE_SENSOR,
                                            .seat = seat,
                                            .sensor = (uint8_t)rng_below(&r->rng, 8)});
    else if (what < 94)
        rig_press(
            r, (struct console_event){.kind = (uint8_t)(CONSOLE_CLOSE_SEAT + rng_below(&r->rng, 2)),
                                      .seat = seat});
    else if (what < 95)
        rig_press(r, (struct console_event){.kind = CONSOLE_CALL_DEAD});
    else {
        rig_rule(r, rng_below(&r->rng, 4) == 0 ? "void" : "pay");
        rig_approve(r);
    }
}

/* ---- Start and end of a controller ---- */

static void start_controller(struct rig *r, const struct controller_memory *memory)
{
    struct controller_config config = {.start_label = "COIN IN", .user = "kim"};
    memcpy(config.table, table_name, sizeof(table_name));
    snprintf(config.instance, sizeof(config.instance), "c%u", (unsigned)r->joined);
    /* a controller starts with the rules that are configured at that moment */
    const uint32_t table = floor_find_table(manager_floor(r->manager), table_name);
    static struct controller_record record;
    if (table != FLOOR_NONE) {
        record_of(manager_floor(r->manager), table, RIG_LEASE, &record);
        config.documents = record.documents;
    }
    controller_init(&r->controller, &config, &r->progressive, memory, r->now);
    r->dropping = 0;
}

void rig_restart(struct rig *r)
{
    const struct controller_memory memory = r->controller.memory;
    r->collected = rig_collected(r);
    r->lease_until = 0;
    start_controller(r, r->to_remember ? &memory : NULL);
}

uint64_t rig_collected(const struct rig *r)
{
    uint64_t sum = r->collected;
    for (unsigned i = 0; i < CR_SEATS; i++)
        sum += r->controller.console.acceptors[i].collected;
    return sum;
}

const struct floor_play *rig_play(const struct rig *r)
{
    return &manager_floor(r->manager)->plays[0];
}

void rig_start(struct rig *r, uint64_t seed)
{
    struct cr_err err = {0};
    struct manager_config config = {.id = "m1", .version = "1", .lease_ms = RIG_LEASE};
    memset(r, 0, sizeof(*r));
    r->rng.state = seed;
    r->now = 100000;
    r->to_remember = true;
    config.limits = (struct floor_limits){.tables = 2,
                                          .links = 2,
                                          .claims = 64,
                                          .disputes = 2,
                                          .alarms = 64,
                                          .people = 8,
                                          .documents = 8};
    r->packets = calloc(RIG_PACKETS, sizeof(*r->packets));
    r->disk = memory_disk_new();
    if (memory_disk_open(r->disk, &r->store) != 0 ||
        manager_new(r->store, &config, INT64_C(1790000000000), r->now, &r->manager, &err) != 0 ||
        cr_progressive_load("cn", &r->progressive, &err) != 0) {
        FAULT(r, "start: %s", err.text);
        return;
    }
    manager_on_event(r->manager, on_event, r);
    set_up(r);
    start_controller(r, NULL);
}

void rig_stop(struct rig *r)
{
    manager_free(r->manager);
    store_close(r->store);
    memory_disk_free(r->disk);
    free(r->packets);
}
