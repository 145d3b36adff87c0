/* The interface of a module of `croupier protect`: a shared object that is opened when the user
 * asks for it.
 *
 * A module distributes the units of a question over processes (a crew), or plays out many cases at
 * once (a device), or both. The result of a unit or a case depends on its number alone, and sums
 * are whole numbers, so the answer with a module has the same bits as without.
 *
 * The object has a single symbol, PROTECT_MODULE_SYMBOL: a struct cr_protect_module. Modules are
 * built together with the program, which refuses one of another version.
 */
#pragma once

#include "math/protect/holdem_play.h"

#include <stdbool.h>
#include <stddef.h>

#define PROTECT_MODULE_VERSION 1
#define PROTECT_MODULE_SYMBOL  "cr_protect_module"

/* ---- Processes ---- */

/* Several processes that were started with the same command. The first one, number 0, has the
 * progress file and gives the answer. The functions are called by one thread at a time. */
struct protect_crew {
    unsigned (*size)(void *context);
    unsigned (*rank)(void *context);
    /* Copies bytes of the first process to all others. */
    void (*share)(void *context, void *bytes, size_t len);
    /* Sends the result of a unit to the first process. */
    void (*send)(void *context, unsigned unit, const void *bytes, size_t len);
    /* Receives a result that another process sent; waits: until there is one. False: there is
     * none. */
    bool (*receive)(void *context, bool waits, unsigned *unit, void *bytes, size_t len);
};

/* ---- Accelerators ---- */

/* How a quantity on boards of one card less is summed over the next card. Each row has an entry for
 * each rank: the class with that card (NO_CLASS: none), and how many such cards a whole deck has
 * beside the board. */
#define NO_CLASS UINT16_MAX
struct holdem_step {
    uint32_t plain_rows, flush_rows, from_plain, from_flush;
    const uint16_t (*plain)[CR_RANKS];
    const uint8_t (*plain_left)[CR_RANKS];
    const uint16_t (*suited)[CR_RANKS]; /* the next card is of the flush suit: at most one */
    const uint16_t (*others)[CR_RANKS]; /* the next card is of another suit */
    const uint8_t (*others_left)[CR_RANKS];
    const uint16_t *mask; /* ranks of the flush suit on the board */
};

/* The part of a question that is the same for all hands. */
struct holdem_tables {
    struct holdem_rules rules;
    const int64_t *blind;                           /* [CR_RANKS_FIVE + 1] */
    const int16_t (*ranks)[PAIR_KINDS][PAIR_LANES]; /* by class; classes without a flush first */
    const uint16_t *plain_of;                       /* [FLUSH_CLASSES_5] */
    struct holdem_step steps[2];                    /* to boards of four cards, then of three */
    const struct board_set *threes, *fours;
    uint32_t at[CR_STAGES]; /* board cards that are known at each decision */
    uint32_t dealer_count, dead_count;
    int32_t dealer_hands;
    int64_t deals_after[5]; /* deals that follow, by known cards of the board */
};

/* One hand of the seat, with the choices of a player who sees nothing. */
struct holdem_hand_view {
    const struct class_odds *plain, (*flush)[FLUSH_CLASSES_5]; /* [HOLE_VARIANTS] */
    const struct kind_odds *plain_kinds, (*flush_kinds)[FLUSH_CLASSES_5];
    const uint8_t *variant; /* [CR_SUITS] */
    const uint8_t *five, *four, *three;
};

/* Cards as bits: rank r of suit s is bit 4 r + s. */
struct holdem_case {
    uint64_t own, dealer, dead;
};

/* Sums over all flops of a case, before the first decision; base_value: under the choices of a
 * player who sees nothing. */
struct holdem_sums {
    int64_t q[QUANTITIES], base_value;
};

struct protect_device {
    /* Makes the state of one thread; the tables must stay until it is freed. NULL: fault says
     * why. */
    void *(*lane_new)(void *context, const struct holdem_tables *tables, char *fault, size_t room);
    void (*lane_free)(void *lane);
    /* Sets the hand of all cases until the next call. False: fault says why. */
    bool (*hand_set)(void *lane, const struct holdem_hand_view *hand, char *fault, size_t room);
    bool (*play)(void *lane, const struct holdem_case *cases, unsigned count,
                 struct holdem_sums *out, char *fault, size_t room);
};

/* ---- A module ---- */

struct cr_protect_module {
    uint32_t version;
    const char *name;
    /* Starts the module; the result is the context of crew and device. NULL: fault says why. */
    void *(*start)(char *fault, size_t room);
    /* Ends the module. failed: this process has no answer, so the others must end too. */
    void (*stop)(void *context, bool failed);
    const struct protect_crew *crew;     /* NULL for none */
    const struct protect_device *device; /* NULL for none */
};
