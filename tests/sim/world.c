/* The machines of the simulated floor: they start, die, and lose their memory or their time. */
#include "sim.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct floor_limits sim_limits = {.tables = 8,
                                        .links = 4,
                                        .claims = 64,
                                        .disputes = 8,
                                        .alarms = 256,
                                        .people = 8,
                                        .documents = 4,
                                        .tokens = 4};

#define WALL_START INT64_C(1700000000000)

/* A progressive with shares that never divide evenly, a reserve on both meters, and a limit that is
 * soon reached. */
#define PROGRESSIVE(name, seed)                                                                    \
    "progressive: " name "\n"                                                                      \
    "title: simulated\n"                                                                           \
    "house: nobody\n"                                                                              \
    "bet: 1\n"                                                                                     \
    "house_share: 33.3333334%\n"                                                                   \
    "meters:\n"                                                                                    \
    "  top: {share: 33.3333333%, reserve: 10.0000001%, seed: " seed ", limit: none}\n"             \
    "  low: {share: 13.3333331%, reserve: 10.0000001%, seed: 20, limit: 22}\n"                     \
    "awards:\n"                                                                                    \
    "  royal flush: {pays: 100%, from: top, key: high, envy: 10}\n"                                \
    "  straight flush: {pays: 10%, from: top, key: high, envy: 3}\n"                               \
    "  four of a kind: {pays: 100%, from: low, key: high, envy: none}\n"                           \
    "  full house: {pays: 50, from: low, key: low, envy: none}\n"                                  \
    "  flush: {pays: 5, from: top, key: low, envy: none}\n"                                        \
    "  straight: {pays: 3 for 1, from: tray, key: none, envy: none}\n"                             \
    "  three of a kind: {pays: 2, from: low, key: none, envy: none}\n"

static const char *const progressive_texts[] = {PROGRESSIVE("sim-a", "100"),
                                                PROGRESSIVE("sim-b", "77.77")};

static struct cr_progressive progressives[2];

/* ---- Starting a simulation ---- */

static void draw_weather(struct sim *s)
{
    static const unsigned losses[] = {0, 0, 500, 1000, 3000};
    static const unsigned doubles[] = {0, 1000, 5000};
    struct sim_weather *w = &s->weather;
    w->loss = losses[sim_below(s, 5)];
    w->duplicates = doubles[sim_below(s, 3)];
    w->slow = sim_below(s, 3) == 0 ? 500 : 0;
    w->delay_ms = 1 + sim_below(s, 60);
    w->partition = sim_below(s, 3) == 0 ? 0 : sim_below(s, 40);
    w->crash = sim_below(s, 3) == 0 ? 0 : sim_below(s, 40);
    w->store_fault = sim_below(s, 3) == 0 ? 0 : sim_below(s, 40);
    w->reboot = sim_below(s, 3) == 0 ? 0 : sim_below(s, 15);
    w->clock_jump = sim_below(s, 2) == 0 ? 0 : 30;
    w->jackpots = 300 + sim_below(s, 5000);
    w->rollback = sim_below(s, 10) == 0;
    w->flip = sim_below(s, 4) == 0;
}

void sim_world_init(struct sim *s)
{
    struct cr_err err = {0};
    for (unsigned i = 0; i < 2; i++)
        CHECK(cr_progressive_parse("sim", progressive_texts[i], strlen(progressive_texts[i]),
                                   &progressives[i], &err) == 0);
    s->rng.state = s->seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    draw_weather(s);
    s->now_ms = 1000;
    s->manager_count = 1 + sim_below(s, SIM_MANAGERS);
    s->table_count = 2 + sim_below(s, SIM_TABLES - 1);
    s->link_count = 1 + sim_below(s, 2);
    s->disk = memory_disk_new();
    s->packets = calloc(SIM_PACKETS, sizeof(*s->packets));
    s->requests = calloc(MANAGER_BATCH_MAX, sizeof(*s->requests));
    CHECK(s->disk != NULL && s->packets != NULL && s->requests != NULL);
    CHECK(memory_disk_open(s->disk, &s->reader) == 0);
    sim_restart_audit(s);
    for (unsigned i = 0; i < s->manager_count; i++) {
        s->managers[i].number = i;
        s->managers[i].wall_ms = WALL_START;
        sim_manager_start(s, &s->managers[i]);
    }
}

void sim_world_free(struct sim *s)
{
    for (unsigned i = 0; i < s->manager_count; i++)
        if (s->managers[i].up)
            sim_manager_kill(s, &s->managers[i], "the end");
    store_close(s->reader);
    memory_disk_free(s->disk);
    auditor_free(s->auditor);
    free(s->packets);
    free(s->requests);
}

/* ---- Managers ---- */

void sim_manager_start(struct sim *s, struct sim_manager *m)
{
    struct manager_config config = {.lease_ms = SIM_LEASE_MS, .limits = sim_limits};
    struct cr_err err = {0};
    snprintf(config.id, sizeof(config.id), "gm%u", m->number + 1);
    memcpy(config.version, "sim", 3);
    /* V10: sometimes a manager starts as another program. */
    s->programs += sim_below(s, 6) == 0;
    config.program[0] = (uint8_t)(1 + s->programs % 200);
    CHECK(memory_disk_open(s->disk, &m->store) == 0);
    m->mono_ms = (int64_t)sim_below(s, 1000000);
    int rc = manager_new(m->store, &config, s->now_ms + m->wall_ms, s->now_ms + m->mono_ms,
                         &m->manager, &err);
    if (rc == 0) {
        m->up = true;
        sim_trace(s, "manager %s is up", config.id);
        return;
    }
    store_close(m->store);
    m->restart_ms = s->now_ms + 500;
    sim_check_death(s, m, &err);
}

void sim_manager_kill(struct sim *s, struct sim_manager *m, const char *why)
{
    sim_trace(s, "manager gm%u is down: %s", m->number + 1, why);
    manager_free(m->manager);
    store_close(m->store);
    for (unsigned i = 0; i < m->inbox_count; i++)
        s->packets[m->inbox[i]].used = false;
    m->inbox_count = 0;
    m->up = false;
    m->restart_ms = s->now_ms + 50 + (int64_t)sim_below(s, 4000);
}

/* ---- Tables ---- */

/* The sensors restart and report every chip that lies in a slot. */
static void report_chips(struct sim *s, struct sim_table *t)
{
    for (unsigned seat = 1; seat <= CR_SEATS; seat++) {
        struct sim_chips *chips = &t->chips;
        if (chips->drop_ms[seat - 1] != 0) {
            /* it was told to drop before the crash: the chip falls, and nobody counts it */
            chips->drop_ms[seat - 1] = 0;
            sim_drop(t, seat);
        }
        chips->jammed[seat - 1] = false;
        struct console_event e = {
            .kind = CONSOLE_SENSOR, .seat = (uint8_t)seat, .sensor = ACCEPTOR_EV_HELLO};
        controller_press(&t->c, s->now_ms + t->mono_ms, &e, &s->output, NULL);
        e.sensor = ACCEPTOR_EV_PLACED;
        for (unsigned i = 0; i < chips->lying[seat - 1]; i++)
            controller_press(&t->c, s->now_ms + t->mono_ms, &e, &s->output, NULL);
    }
}

void sim_note_ahead(struct sim_table *t)
{
    const struct controller_memory *m = &t->c.memory;
    t->ahead = m->epoch > t->log_epoch || (m->epoch == t->log_epoch && m->seq > t->log_seq);
}

void sim_table_boot(struct sim *s, struct sim_table *t, bool with_memory)
{
    struct controller_config config = {.user = "deal", .start_label = "COIN IN"};
    memcpy(config.table, t->id, FLOOR_ID_MAX);
    snprintf(config.instance, sizeof(config.instance), "i%u-%08x", t->number,
             (unsigned)rng_next(&s->rng));
    memcpy(config.console_url, "sim", 3);
    t->boot++;
    t->mono_ms = (int64_t)sim_below(s, 1000000);
    t->heard_sent_ms = -1;
    t->forgot = t->forgot || !with_memory;
    t->rebooted = true;
    sim_trace(s, "table %s boots %s its memory", t->id, with_memory ? "with" : "without");
    controller_init(&t->c, &config, &progressives[t->number % s->link_count],
                    with_memory ? &t->kept : NULL, s->now_ms + t->mono_ms);
    t->kept = t->c.memory;
    report_chips(s, t);
}

/* ---- Failures ---- */

static void jump_clock(struct sim *s, struct sim_manager *m)
{
    const int64_t jump = (int64_t)sim_below(s, 7200000) - 3600000;
    m->wall_ms += jump;
    sim_trace(s, "the clock of gm%u jumps by %lld ms", m->number + 1, (long long)jump);
}

static void break_store(struct sim *s)
{
    struct memory_faults *f = memory_disk_faults(s->disk);
    const unsigned when = 1 + sim_below(s, 3);
    switch (sim_below(s, 4)) {
    case 0:
        f->fail_begin = when;
        break;
    case 1:
        f->fail_append = when;
        break;
    case 2:
        f->fail_commit_lost = when;
        break;
    default:
        f->fail_commit_durable = when;
        break;
    }
}

static void trouble_table(struct sim *s, struct sim_table *t)
{
    if (sim_chance(s, s->weather.partition)) {
        const int64_t until = s->now_ms + 200 + (int64_t)sim_below(s, 8000);
        const unsigned way = sim_below(s, 3);
        if (way != 1)
            t->cut_to_ms = until;
        if (way != 0)
            t->cut_from_ms = until;
        sim_trace(s, "table %s is cut off (%u)", t->id, way);
    }
    if (sim_chance(s, s->weather.reboot))
        sim_table_boot(s, t, sim_below(s, 3) != 0);
}

void sim_trouble(struct sim *s)
{
    for (unsigned i = 0; i < s->manager_count; i++) {
        struct sim_manager *m = &s->managers[i];
        if (!m->up && s->now_ms >= m->restart_ms)
            sim_manager_start(s, m);
        if (s->healing || !m->up)
            continue;
        if (sim_chance(s, s->weather.crash))
            sim_manager_kill(s, m, "killed");
        else if (sim_chance(s, s->weather.clock_jump))
            jump_clock(s, m);
    }
    if (s->healing)
        return;
    if (sim_chance(s, s->weather.store_fault))
        break_store(s);
    for (unsigned i = 0; i < s->table_count; i++)
        trouble_table(s, &s->tables[i]);
}

void sim_heal(struct sim *s)
{
    s->healing = true;
    *memory_disk_faults(s->disk) = (struct memory_faults){0};
    for (unsigned i = 0; i < s->table_count; i++) {
        s->tables[i].cut_to_ms = s->tables[i].cut_from_ms = 0;
        s->tables[i].rounds = 0;
    }
    sim_trace(s, "the storm is over");
}

/* V8: restores an old backup, which ends with some batch. */
void sim_roll_back(struct sim *s)
{
    if (s->batch_end_count < 20)
        return;
    const uint64_t seq = s->batch_ends[s->batch_end_count - 2 - sim_below(s, 16)];
    for (unsigned i = 0; i < s->manager_count; i++)
        if (s->managers[i].up)
            sim_manager_kill(s, &s->managers[i], "an old backup is put back");
    memory_disk_truncate(s->disk, seq);
    sim_restart_audit(s);
    sim_audit(s);
    s->rolled_back = true;
    s->put_back_to = seq;
    for (unsigned i = 0; i < s->table_count; i++)
        sim_note_ahead(&s->tables[i]);
    sim_trace(s, "the log is put back to %llu", (unsigned long long)seq);
}

/* ---- Setting up the floor ---- */

static bool ask_text(struct sim *s, unsigned kind, const char *text)
{
    struct manager_request *r = &s->requests[0];
    event_init(&r->event, kind);
    memcpy(r->event.user, "ann", 3);
    r->event.text_len = (uint16_t)strlen(text);
    memcpy(r->event.text, text, r->event.text_len);
    return sim_ask(s, r) && r->result == 0;
}

static bool add_people(struct sim *s)
{
    static const struct {
        const char *name, *role, *department;
    } people[] = {{"ann", "manager", "Pit"},     {"bob", "manager", "Eye"},
                  {"cat", "supervisor", "Pit"},  {"dan", "surveillance", "Eye"},
                  {"deal", "supervisor", "Pit"}, {"eve", "dealer", "Pit"},
                  {"fay", "supervisor", "Eye"}};
    bool good = true;
    for (unsigned i = 0; good && i < sizeof(people) / sizeof(people[0]); i++) {
        struct manager_request *r = &s->requests[0];
        event_init(&r->event, FLOOR_PERSON_ADDED);
        memcpy(r->event.person, people[i].name, strlen(people[i].name));
        memcpy(r->event.item, people[i].role, strlen(people[i].role));
        memcpy(r->event.department, people[i].department, strlen(people[i].department));
        memcpy(r->event.user, i < 2 ? "setup" : "ann", i < 2 ? 5 : 3);
        if (i >= 2)
            memcpy(r->event.approver, "bob", 3);
        good = sim_ask(s, r) && r->result == 0;
    }
    return good;
}

static void init_pair(struct manager_request *r, unsigned kind)
{
    event_init(&r->event, kind);
    memcpy(r->event.user, "ann", 3);
    memcpy(r->event.approver, "bob", 3);
}

static bool add_link(struct sim *s, unsigned link)
{
    struct manager_request *r = &s->requests[0];
    bool good = ask_text(s, FLOOR_DOCUMENT_ADDED, progressive_texts[link]);
    uint8_t hash[CR_HASH_BYTES];
    memcpy(hash, r->event.document, CR_HASH_BYTES);
    init_pair(r, FLOOR_LINK_CONFIGURED);
    snprintf(r->event.link, FLOOR_ID_MAX, "link%u", link);
    memcpy(r->event.document, hash, CR_HASH_BYTES);
    r->event.policy = (uint8_t)(1 + sim_below(s, 3));
    r->event.claim_lock = sim_below(s, 3) == 0;
    r->event.high_approvals = 1 + 2;
    r->event.low_approvals = (uint8_t)(1 + sim_below(s, 3));
    r->event.two_departments = sim_below(s, 3) == 0;
    good = good && sim_ask(s, r) && r->result == 0;
    event_init(&r->event, FLOOR_LINK_OPENED);
    snprintf(r->event.link, FLOOR_ID_MAX, "link%u", link);
    memcpy(r->event.user, "ann", 3);
    return good && sim_ask(s, r) && r->result == 0;
}

static bool add_table(struct sim *s, unsigned number, const uint8_t rules[CR_HASH_BYTES])
{
    struct manager_request *r = &s->requests[0];
    struct sim_table *t = &s->tables[number];
    t->number = number;
    snprintf(t->id, sizeof(t->id), "t%u", number + 1);
    init_pair(r, FLOOR_TABLE_CONFIGURED);
    memcpy(r->event.table, t->id, FLOOR_ID_MAX);
    snprintf(r->event.link, FLOOR_ID_MAX, "link%u", number % s->link_count);
    memcpy(r->event.item, "Simulated", 9);
    if (sim_below(s, 2) == 0)
        memcpy(r->event.document, rules, CR_HASH_BYTES);
    else
        r->event.is_live = 1;
    return sim_ask(s, r) && r->result == 0;
}

bool sim_setup_floor(struct sim *s)
{
    bool good = add_people(s) && ask_text(s, FLOOR_DOCUMENT_ADDED, cr_shipped_find("uth-cn")->text);
    uint8_t rules[CR_HASH_BYTES];
    memcpy(rules, s->requests[0].event.document, CR_HASH_BYTES);
    for (unsigned i = 0; good && i < s->link_count; i++)
        good = add_link(s, i);
    for (unsigned i = 0; good && i < s->table_count; i++)
        good = add_table(s, i, rules);
    for (unsigned i = 0; good && i < s->table_count; i++) {
        s->tables[i].manager = sim_below(s, s->manager_count);
        sim_table_boot(s, &s->tables[i], false);
        s->tables[i].forgot = false;
    }
    if (!good)
        sim_fail(s, "the floor cannot be set up: %s", s->requests[0].err.text);
    return good;
}
