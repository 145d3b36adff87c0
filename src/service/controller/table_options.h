/* How a table was asked to run. */
#pragma once

#include "service/api/questions.h"
#include "service/client/ask_manager.h"
#include "service/controller/key_pin.h"

#include <croupier/money.h>

#include <stdbool.h>
#include <stdint.h>

enum table_mode { TABLE_LINKED, TABLE_MASTER, TABLE_STANDALONE };

struct dealt;
struct station;

struct table_options {
    const char *name;
    enum table_mode mode;
    struct asking asking; /* when it is linked */
    const char *store, *state;
    const char *rules, *progressive;
    const char *service, *key_user, *others;
    const char *passwords, *pin_file; /* where the PIN of key_user is */
    char pin[KEY_PIN_ROOM];           /* as it was read there; "": none */
    const char *sensors;              /* a device; NULL: emulated */
    struct cr_money seed_amount, bet;
    char host[64]; /* empty: nobody is served */
    uint16_t port;
    bool is_live, has_seed;
    bool no_guard;  /* the program does not confine itself */
    bool by_person; /* a person deals to simulated patrons */
    uint64_t players, pace_ms, seed, rounds, award_every;
    char default_store[64], default_state[64];
    /* Who deals at a table that is not live; it lives as long as the program. */
    struct dealt (*deal)(struct station *station, const struct table_options *options);
    const struct practice_service *practice; /* what answers a master's practice screens */
};
