/* The options of a table, and its run from start to end: it finds its manager, opens its journal,
 * plays, and leaves (SYS-1 to SYS-3). */
#pragma once

#include "service/api/questions.h"
#include "service/client/ask_manager.h"
#include "service/controller/key_pin.h"

#include <croupier/money.h>

#include <signal.h>

enum table_mode { TABLE_LINKED, TABLE_MASTER, TABLE_STANDALONE };

struct dealt;
struct station;

struct table_options {
    const char *name;
    enum table_mode mode;
    struct asking asking; /* for a linked table */
    const char *store, *state;
    const char *rules, *progressive;
    const char *service, *key_user, *others;
    const char *passwords, *pin_file; /* files with the PIN of key_user; or NULL */
    char pin[KEY_PIN_ROOM];           /* the PIN read from there; "": none */
    const char *sensors;              /* device of the sensors; NULL: emulated */
    struct cr_money seed_amount, bet;
    char host[64]; /* where to serve the console; "": nowhere */
    uint16_t port;
    bool is_live, has_seed;
    bool no_guard;  /* the program does not confine itself */
    bool by_person; /* a person deals to simulated patrons */
    uint64_t players, pace_ms, seed, rounds, award_every;
    char default_store[64], default_state[64];
    /* Makes the program that deals at a table that is not live. What it returns lives until the end
     * of the program. */
    struct dealt (*deal)(struct station *station, const struct table_options *options);
    const struct practice_service *practice; /* answers the practice screens of an own floor */
};

/* Runs the table until *ended is 1; a dealt table first finishes its round, unless *ended is 2. On
 * a fault, err has the message. */
int run_table(const struct table_options *options, const volatile sig_atomic_t *ended,
              struct cr_err *err);
