/* A table controller, a manager on a store in memory, and a network between them that delays,
 * loses and repeats, all on one clock. What must always hold is checked as it happens; what does
 * not is written to `fault`. */
#pragma once

#include "log/store/memory.h"
#include "service/manager/manager.h"
#include "support/rng.h"
#include "table/controller.h"

#define RIG_PACKETS 256
#define RIG_LEASE   2000

struct rig_packet {
    int64_t due;
    bool is_answer;
    struct controller_message message;
    struct controller_answer answer;
};

struct rig {
    struct rng rng;
    int64_t now;
    /* the network, in parts of a hundred; `cut` loses everything */
    unsigned loss, repeats, slow;
    bool cut;
    bool to_remember; /* the controller's memory survives restarts */

    struct memory_disk *disk;
    struct store *store;
    struct manager *manager;
    struct cr_progressive progressive;
    struct controller controller;
    struct controller_output out;

    struct rig_packet *packets;
    size_t packet_count;
    int64_t sent_at[4096]; /* by id modulo */
    int64_t lease_until;   /* as this rig reckons */
    struct floor_event last_command;
    bool has_command;

    uint8_t dropping;
    uint64_t collected;            /* chips, of earlier controllers */
    uint64_t told_paid;            /* payments that the dealer was told of */
    uint64_t paid, returned, dead; /* on record */
    uint64_t joined, mismatches, rounds;
    uint64_t pendings, hits;   /* times the sign said so */
    struct controller_hit hit; /* the last one on the sign */
    char fault[640];
};

void rig_start(struct rig *r, uint64_t seed);
void rig_stop(struct rig *r);

/* One console event by a person or a sensor; false when refused. */
bool rig_press(struct rig *r, struct console_event e);
/* Lets time pass, 5 ms at a time; drops are answered, packets delivered. */
void rig_run(struct rig *r, int64_t ms);
/* Runs until the condition holds; false after ten seconds. */
bool rig_wait_mode(struct rig *r, enum console_mode mode);
bool rig_wait_idle(struct rig *r);
/* The table's process dies and another starts. */
void rig_restart(struct rig *r);
/* The pit does everything that pending claims still need. */
void rig_approve(struct rig *r);
/* PIT-1: two people rule: "pay" on what is held, "void" on every pending claim. */
void rig_rule(struct rig *r, const char *ruling);
/* Anything that someone on the floor can do. */
bool rig_step_manager(struct rig *r, struct floor_event *e, struct cr_err *err);
/* Someone does something at the table. */
void rig_do_anything(struct rig *r);
/* Chips in the drop box, as the acceptors counted them. */
uint64_t rig_collected(const struct rig *r);
const struct floor_play *rig_play(const struct rig *r);
