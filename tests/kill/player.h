/* A simulated table that plays over HTTP, with its pit: rounds, awards and jackpots, while managers
 * are killed and started.
 *
 * A player knows all managers. If one does not answer, the player goes to the next one, joins there
 * with what was acknowledged last (V8), and repeats its open command under the same number (V2). */
#pragma once

#include "kill/acks.h"
#include "net/client.h"
#include "support/rng.h"

#include <stdatomic.h>

#define PLAYER_MANAGERS 4
#define PLAYER_BODY_MAX 8192

struct player {
    struct acks_table counted; /* with the table's id */
    struct acks acks;
    bool has_lock; /* its link freezes claims, so high jackpots need no ruling */
    struct http_client *managers[PLAYER_MANAGERS];
    unsigned manager_count, current;
    struct rng rng;
    char instance[FLOOR_ID_MAX];
    uint64_t epoch, seq; /* of the last acknowledgement */
    bool joined, failed;
    uint64_t breaks, repeats;
    const atomic_bool *stop;
    atomic_int *victim; /* a process to be killed at the next acknowledgement; 0: none */
    char body[PLAYER_BODY_MAX], answer[PLAYER_BODY_MAX];
    size_t answer_len;
};

/* Prepares table number `number`; even numbers are on the link with a claim lock. Returns false if
 * memory is short or an address is wrong. */
bool player_init(struct player *p, unsigned number, const char *const *managers, unsigned count,
                 uint64_t seed, const atomic_bool *stop, atomic_int *victim);
void player_release(struct player *p);

/* Plays whole rounds until *stop is set. A round that was begun is played to its end with any
 * manager that answers. */
void player_run(struct player *p);

/* ---- player_link.c ---- */

/* Sends a command of the table; format gives the members after its numbers, such as
 * ",\"seats\":[1,2]". Returns true when it is acknowledged, and false when the player has given up,
 * after a message on standard error. */
bool player_send(struct player *p, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sends a step of the desk. Such a request has no number, so if it is refused when it is repeated,
 * it counts as done before. */
bool player_desk(struct player *p, uint64_t claim, const char *step, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Sends a heartbeat. */
void player_beat(struct player *p);
/* The number of the last acknowledged event. */
uint64_t player_last_event(const struct player *p);
