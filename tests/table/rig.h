/* A table controller, a manager on a store in memory, and a network between them that delays, loses
 * and repeats messages, all on one clock. What must always hold is checked as it happens; the first
 * thing that does not hold is written to `fault`. */
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
    /* The network, in percent: messages lost, repeated, delayed. `cut` loses all of them. */
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
    int64_t sent_at[4096]; /* when each message was sent, by its id modulo 4096 */
    int64_t lease_until;   /* the end of the lease by the rig's own calculation */
    struct floor_event last_command;
    bool has_command;

    uint8_t dropping;
    uint64_t collected;            /* chips that earlier controllers collected */
    uint64_t told_paid;            /* payments that the dealer was told of */
    uint64_t paid, returned, dead; /* payments, coins and rounds on record */
    uint64_t joined, mismatches, rounds;
    uint64_t pendings, hits;   /* how often the sign announced each of them */
    struct controller_hit hit; /* the last hit on the sign */
    char fault[640];
};

void rig_start(struct rig *r, uint64_t seed);
void rig_stop(struct rig *r);

/* One console event, caused by a person or a sensor. False if it is refused. */
bool rig_press(struct rig *r, struct console_event e);
/* Lets time pass in steps of 5 ms, in which drops are answered and packets delivered. */
void rig_run(struct rig *r, int64_t ms);
/* Run until the console is in this mode, or the controller is idle; false after ten seconds. */
bool rig_wait_mode(struct rig *r, enum console_mode mode);
bool rig_wait_idle(struct rig *r);
/* The table's process dies, and another one starts. */
void rig_restart(struct rig *r);
/* People in the pit do everything that pending claims still need. */
void rig_approve(struct rig *r);
/* PIT-1: two people rule: "pay" on every claim that is held, "void" on every pending claim. */
void rig_rule(struct rig *r, const char *ruling);
/* Steps any event of somebody on the floor. False, with err, if it is refused. */
bool rig_step_manager(struct rig *r, struct floor_event *e, struct cr_err *err);
/* A random person does something at the table. */
void rig_do_anything(struct rig *r);
/* Chips in the drop box, as the acceptors counted them. */
uint64_t rig_collected(const struct rig *r);
const struct floor_play *rig_play(const struct rig *r);
