/* Simulates a whole floor in one thread from one seed: managers on a shared disk, table
 * controllers, a bad network, patrons, dealers and desk staff, and an auditor that checks every
 * step.
 *
 * Nothing in it reads a clock or a random device, so the same seed gives the same run, and a fault
 * can be reproduced (sim SEED --trace). */
#pragma once

#include "log/audit/auditor.h"
#include "log/store/memory.h"
#include "service/manager/manager.h"
#include "support/rng.h"
#include "table/controller.h"

#define SIM_TABLES      6
#define SIM_MANAGERS    2
#define SIM_PACKETS     256
#define SIM_STEP_MS     20
#define SIM_LEASE_MS    2000
#define SIM_STORM_STEPS 1500 /* 30 s of trouble … */
#define SIM_HEAL_STEPS  6000 /* … and at most two minutes to recover */
#define SIM_INBOX       64
#define SIM_BATCH_ENDS  4096
#define SIM_FLIGHTS     64

/* How bad conditions are, drawn from the seed. Chances are in 10,000. */
struct sim_weather {
    unsigned loss, duplicates, slow;
    unsigned delay_ms;
    unsigned partition; /* in a step, a table's link breaks in one or both directions */
    unsigned crash;     /* in a step, a manager is killed */
    unsigned store_fault;
    unsigned reboot; /* in a step, a table restarts */
    unsigned clock_jump;
    unsigned jackpots; /* in the presses during play */
    bool rollback;     /* an old backup is put back once */
    bool flip;         /* a bit in the store changes at the end */
};

struct sim_packet {
    bool used, to_manager;
    int64_t at_ms; /* when it arrives */
    unsigned manager, table, boot;
    struct controller_message message;
    struct controller_answer answer;
};

struct sim_manager {
    bool up;
    unsigned number;
    struct store *store;
    struct manager *manager;
    int64_t wall_ms, mono_ms; /* difference of its clocks to the simulation's */
    int64_t restart_ms;
    unsigned inbox_count;
    unsigned inbox[SIM_INBOX]; /* indexes of packets */
};

/* The chips in the slots and the box of a table, whatever the programs believe. */
struct sim_chips {
    uint8_t lying[CR_SEATS];   /* in the slot */
    int64_t drop_ms[CR_SEATS]; /* when the requested drop is completed; 0: none is */
    bool jammed[CR_SEATS];
    uint8_t dropped; /* seats whose chip of this round is in the box */
    uint64_t round;  /* … by the number that the log should give it */
    uint64_t box;    /* chips in the drop box */
};

struct sim_table {
    char id[FLOOR_ID_MAX];
    unsigned number, boot, manager;
    struct controller c;
    struct controller_memory kept; /* what is on the table's disk */
    int64_t mono_ms;
    bool rebooted;                  /* the dealer has not checked the lights since */
    bool over;                      /* the dealer has called the round over */
    bool must_die;                  /* lights came on again for chips that were returned */
    bool forgot;                    /* a reboot lost the memory at least once */
    int64_t act_ms;                 /* when its people act next */
    int64_t cut_to_ms, cut_from_ms; /* messages are lost in this direction until then */
    int64_t sent_ms[SIM_FLIGHTS];   /* by message id */
    int64_t heard_sent_ms;          /* when the newest answered message was sent; -1: none */
    struct sim_chips chips;
    uint64_t paid_shown;    /* payments the dealer was told to make */
    uint64_t rounds;        /* rounds ended since the network recovered */
    bool well;              /* … at least two, and the table waits for bets */
    bool ahead;             /* V8: it remembers more events than the store has */
    uint8_t paid_on_record; /* bits of seats paid in this round, by the log */
    uint64_t log_epoch, log_seq, log_round, log_paid; /* by the log */
};

struct sim {
    uint64_t seed;
    struct rng rng;
    bool trace;
    struct sim_weather weather;
    bool healing;
    int64_t now_ms; /* simulated */
    uint64_t step;
    struct memory_disk *disk;
    struct store *reader;
    unsigned manager_count, table_count, link_count;
    struct sim_manager managers[SIM_MANAGERS];
    struct sim_table tables[SIM_TABLES];
    struct sim_packet *packets;
    struct auditor *auditor;
    uint64_t audited;
    uint64_t batch_ends[SIM_BATCH_ENDS];
    unsigned batch_end_count;
    bool rolled_back;
    uint64_t put_back_to; /* where the old backup ends */
    uint64_t awards_paid; /* award_paid and claim_paid in the log */
    uint64_t high_claims; /* for statistics */
    uint64_t desk_requests;
    unsigned programs, secrets; /* how many there were so far */
    bool failed;
    char failure[600];                /* the first failure */
    struct manager_request *requests; /* MANAGER_BATCH_MAX of them */
    struct floor_event event;
    struct controller_message message;
    struct controller_output output;
};

extern const struct floor_limits sim_limits;

/* sim.c */
void sim_fail(struct sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sim_trace(const struct sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline bool sim_chance(struct sim *s, unsigned of_10000)
{
    return rng_below(&s->rng, 10000) < of_10000;
}
static inline unsigned sim_below(struct sim *s, unsigned n)
{
    return rng_below(&s->rng, n);
}

/* world.c: machines that start, stop and fail */
void sim_world_init(struct sim *s);
void sim_world_free(struct sim *s);
bool sim_setup_floor(struct sim *s);
void sim_manager_start(struct sim *s, struct sim_manager *m);
void sim_manager_kill(struct sim *s, struct sim_manager *m, const char *why);
/* V8: notes whether the table remembers more events than the log has. */
void sim_note_ahead(struct sim_table *t);
void sim_table_boot(struct sim *s, struct sim_table *t, bool with_memory);
/* Managers die, clocks jump, links break. */
void sim_trouble(struct sim *s);
void sim_heal(struct sim *s);
void sim_roll_back(struct sim *s);

/* net.c: packets, and what managers and tables do with them */
void sim_network(struct sim *s);
void sim_managers(struct sim *s);
void sim_tables(struct sim *s);
/* Sends a request of the desk; returns false if no manager runs. The result is in r->result. */
bool sim_ask(struct sim *s, struct manager_request *r);
bool sim_batch(struct sim *s, struct sim_manager *m, struct manager_request **requests,
               size_t count);

/* people.c */
void sim_people(struct sim *s);
void sim_desk(struct sim *s);
/* staff.c: changes and bars people, sets their passwords and PINs */
void sim_staff(struct sim *s, const struct floor *f);
void sim_approve_again(struct sim *s, const struct floor_claim *c);
void sim_ask_desk(struct sim *s, struct manager_request *r);
void sim_take_effects(struct sim *s, struct sim_table *t);
/* Moves a chip from its slot into the box. */
void sim_drop(struct sim_table *t, unsigned seat);

/* checks.c */
void sim_check_step(struct sim *s);
void sim_check_answer(struct sim *s, const struct manager_request *r);
void sim_check_death(struct sim *s, const struct sim_manager *m, const struct cr_err *err);
void sim_check_end(struct sim *s);
bool sim_is_well(const struct sim *s);
/* V8: whether any table remembers more events than the log has. */
bool sim_has_ahead(const struct sim *s);
void sim_restart_audit(struct sim *s);
/* Audits the durable log up to its end. */
void sim_audit(struct sim *s);
