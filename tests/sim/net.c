/* The simulated network and its ends: packets are lost, doubled, delayed and reordered. */
#include "sim.h"

#include "base/check.h"
#include "table/controller.h"

#include <string.h>

/* Copies an event's text only as far as it is used, because the array is large and mostly empty. */
static void copy_event(struct floor_event *to, const struct floor_event *from)
{
    memcpy(to, from, offsetof(struct floor_event, text));
    memcpy(to->text, from->text, from->text_len);
}

/* ---- Packets ---- */

static struct sim_packet *free_packet(struct sim *s)
{
    for (unsigned i = 0; i < SIM_PACKETS; i++)
        if (!s->packets[i].used)
            return &s->packets[i];
    return NULL;
}

static int64_t draw_delay(struct sim *s)
{
    if (s->healing)
        return 1 + (int64_t)sim_below(s, 10);
    if (sim_chance(s, s->weather.slow))
        return 200 + (int64_t)sim_below(s, 6000);
    return 1 + (int64_t)sim_below(s, s->weather.delay_ms);
}

static bool is_lost(struct sim *s, const struct sim_packet *p)
{
    const struct sim_table *t = &s->tables[p->table];
    if (s->now_ms < (p->to_manager ? t->cut_to_ms : t->cut_from_ms))
        return true;
    return !s->healing && sim_chance(s, s->weather.loss);
}

static void copy_packet(struct sim_packet *to, const struct sim_packet *from)
{
    to->to_manager = from->to_manager;
    to->manager = from->manager;
    to->table = from->table;
    to->boot = from->boot;
    if (from->to_manager) {
        to->message.id = from->message.id;
        to->message.receipt[0] = '\0';
        to->message.kind = from->message.kind;
        copy_event(&to->message.event, &from->message.event);
    } else {
        to->answer.id = from->answer.id;
        to->answer.receipt[0] = '\0';
        to->answer.kind = from->answer.kind;
        to->answer.record = from->answer.record;
        to->answer.why = from->answer.why;
        copy_event(&to->answer.event, &from->answer.event);
    }
}

/* Sends a packet that was filled in and marked as used. It may arrive never, once or twice. */
static void send_packet(struct sim *s, struct sim_packet *p)
{
    p->at_ms = s->now_ms + draw_delay(s);
    while (!s->healing && sim_chance(s, s->weather.duplicates)) {
        struct sim_packet *copy = free_packet(s);
        if (copy == NULL)
            break;
        copy->used = true;
        copy_packet(copy, p);
        copy->at_ms = s->now_ms + draw_delay(s);
        if (is_lost(s, copy))
            copy->used = false;
    }
    if (is_lost(s, p))
        p->used = false;
}

/* ---- Managers ---- */

bool sim_batch(struct sim *s, struct sim_manager *m, struct manager_request **requests,
               size_t count)
{
    struct cr_err err = {0};
    struct store_head head;
    int rc = manager_batch(m->manager, requests, count, s->now_ms + m->wall_ms,
                           s->now_ms + m->mono_ms, &err);
    if (rc != 0) {
        sim_check_death(s, m, &err);
        sim_manager_kill(s, m, err.text);
        return false;
    }
    CHECK(store_head(s->reader, &head, NULL) == 0);
    if (s->batch_end_count < SIM_BATCH_ENDS &&
        (s->batch_end_count == 0 || s->batch_ends[s->batch_end_count - 1] != head.seq))
        s->batch_ends[s->batch_end_count++] = head.seq;
    for (size_t i = 0; i < count; i++)
        sim_check_answer(s, requests[i]);
    return true;
}

bool sim_ask(struct sim *s, struct manager_request *r)
{
    const unsigned first = sim_below(s, s->manager_count);
    for (unsigned i = 0; i < s->manager_count; i++) {
        struct sim_manager *m = &s->managers[(first + i) % s->manager_count];
        if (m->up)
            return sim_batch(s, m, &r, 1);
    }
    return false;
}

static struct sim_packet *start_answer(struct sim *s, const struct sim_packet *question)
{
    struct sim_packet *p = free_packet(s);
    if (p == NULL)
        return NULL;
    p->used = true;
    p->to_manager = false;
    p->manager = question->manager;
    p->table = question->table;
    p->boot = question->boot;
    p->answer.id = question->message.id;
    p->answer.receipt[0] = '\0';
    event_init(&p->answer.event, FLOOR_NO_KIND);
    memset(&p->answer.record, 0, sizeof(p->answer.record));
    return p;
}

static void answer_record(struct sim_manager *m, struct sim_packet *p, const char *table)
{
    const struct floor *f = manager_floor(m->manager);
    p->answer.kind = CONTROLLER_ACCEPTED;
    record_of(f, floor_find_table(f, table), SIM_LEASE_MS, &p->answer.record);
}

static void answer_request(struct sim *s, struct sim_manager *m, const struct sim_packet *question,
                           const struct manager_request *r)
{
    struct sim_packet *p = start_answer(s, question);
    if (p == NULL)
        return;
    if (r->result != 0) {
        p->answer.kind = CONTROLLER_REFUSED;
        p->answer.why = r->err;
        sim_trace(s, "%s is refused: %s", r->event.table, r->err.text);
    } else {
        if (question->message.kind == CONTROLLER_JOIN)
            answer_record(m, p, r->event.table);
        p->answer.kind = CONTROLLER_ACCEPTED;
        copy_event(&p->answer.event, &r->event);
    }
    send_packet(s, p);
}

/* Returns true if two controllers use the same table name. */
static bool answer_heartbeat(struct sim *s, struct sim_manager *m, const struct sim_packet *q)
{
    bool clash = false;
    const struct floor_event *e = &q->message.event;
    struct cr_err err = {0};
    const struct manager_sign sign = {e->table, e->instance, "", e->epoch};
    const int rc = manager_heartbeat(m->manager, &sign, s->now_ms + m->mono_ms, &clash, &err);
    struct sim_packet *p = start_answer(s, q);
    if (p == NULL)
        return clash;
    if (rc == 0) {
        answer_record(m, p, e->table);
    } else {
        p->answer.kind = CONTROLLER_REFUSED;
        p->answer.why = err;
    }
    send_packet(s, p);
    return clash;
}

/* The requests that arrived in this step, and the tables whose leases ended, are one batch. */
static void run_manager(struct sim *s, struct sim_manager *m)
{
    struct manager_request *batch[MANAGER_BATCH_MAX];
    struct sim_packet *questions[SIM_INBOX];
    size_t count = 0;
    for (unsigned i = 0; i < m->inbox_count; i++) {
        struct sim_packet *p = &s->packets[m->inbox[i]];
        if (p->message.kind == CONTROLLER_HEARTBEAT) {
            answer_heartbeat(s, m, p);
            p->used = false;
            continue;
        }
        struct manager_request *r = &s->requests[count];
        copy_event(&r->event, &p->message.event);
        if (p->message.kind == CONTROLLER_JOIN)
            memcpy(r->event.manager, manager_configuration(m->manager)->id, FLOOR_ID_MAX);
        questions[count] = p;
        batch[count++] = r;
    }
    m->inbox_count = 0;
    const size_t asked = count;
    const size_t lost =
        manager_lost_tables(m->manager, s->now_ms + m->mono_ms, &s->requests[count], SIM_TABLES);
    for (size_t i = 0; i < lost; i++, count++)
        batch[count] = &s->requests[count];
    const bool done = count == 0 || sim_batch(s, m, batch, count);
    for (size_t i = 0; i < asked; i++) {
        if (done)
            answer_request(s, m, questions[i], batch[i]);
        questions[i]->used = false;
    }
    struct cr_err err = {0};
    if (count == 0 && sim_below(s, 8) == 0 && manager_follow(m->manager, &err) != 0)
        sim_fail(s, "V4: manager gm%u cannot follow: %s", m->number + 1, err.text);
}

void sim_managers(struct sim *s)
{
    for (unsigned i = 0; i < s->manager_count; i++)
        if (s->managers[i].up)
            run_manager(s, &s->managers[i]);
}

/* ---- Answers that arrive at tables ---- */

static void arrive_at_table(struct sim *s, struct sim_packet *p)
{
    struct sim_table *t = &s->tables[p->table];
    p->used = false;
    if (p->boot != t->boot)
        return; /* the connection ended with the process */
    const int64_t sent = t->sent_ms[p->answer.id % SIM_FLIGHTS];
    if (p->answer.kind == CONTROLLER_ACCEPTED && sent > t->heard_sent_ms)
        t->heard_sent_ms = sent;
    controller_answer(&t->c, s->now_ms + t->mono_ms, &p->answer, &s->output);
    sim_take_effects(s, t);
}

void sim_network(struct sim *s)
{
    for (unsigned i = 0; i < SIM_PACKETS; i++) {
        struct sim_packet *p = &s->packets[i];
        if (!p->used || p->at_ms > s->now_ms)
            continue;
        if (!p->to_manager) {
            arrive_at_table(s, p);
            continue;
        }
        struct sim_manager *m = &s->managers[p->manager];
        bool waits = false;
        for (unsigned j = 0; j < m->inbox_count; j++)
            waits = waits || m->inbox[j] == i;
        if (waits)
            continue;
        if (m->up && m->inbox_count < SIM_INBOX)
            m->inbox[m->inbox_count++] = i;
        else
            p->used = false;
    }
}

/* ---- Messages that tables send ---- */

static void send_message(struct sim *s, struct sim_table *t)
{
    if (!controller_message(&t->c, s->now_ms + t->mono_ms, &s->message))
        return;
    t->kept = t->c.memory; /* on disk before the message leaves */
    if (s->message.kind == CONTROLLER_JOIN && sim_below(s, 4) == 0)
        t->manager = sim_below(s, s->manager_count);
    t->sent_ms[s->message.id % SIM_FLIGHTS] = s->now_ms;
    struct sim_packet *p = free_packet(s);
    if (p == NULL)
        return;
    p->used = true;
    p->to_manager = true;
    p->manager = t->manager;
    p->table = t->number;
    p->boot = t->boot;
    p->message.id = s->message.id;
    p->message.kind = s->message.kind;
    copy_event(&p->message.event, &s->message.event);
    send_packet(s, p);
}

void sim_tables(struct sim *s)
{
    for (unsigned i = 0; i < s->table_count; i++) {
        struct sim_table *t = &s->tables[i];
        controller_tick(&t->c, s->now_ms + t->mono_ms, &s->output);
        sim_take_effects(s, t);
        send_message(s, t);
    }
}
