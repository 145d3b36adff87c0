/* One table that plays over HTTP and its pit: rounds, awards, jackpots; for as long as managers
 * come and go.
 *
 * A player knows every manager. When one does not answer it goes to the next, joins there with what
 * it was acknowledged last (V8), and repeats the command that is outstanding under the same number
 * (V2). */
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
    bool has_lock; /* its link freezes claims: high jackpots need no ruling */
    struct http_client *managers[PLAYER_MANAGERS];
    unsigned manager_count, current;
    struct rng rng;
    char instance[FLOOR_ID_MAX];
    uint64_t epoch, seq; /* of the last acknowledgement */
    bool joined, failed;
    uint64_t breaks, repeats;
    const atomic_bool *stop;
    atomic_int *victim; /* a process to be killed with the next acknowledgement; 0: none */
    char body[PLAYER_BODY_MAX], answer[PLAYER_BODY_MAX];
    size_t answer_len;
};

/* The table's number tells its link: even ones are on the link with a claim lock. */
bool player_init(struct player *p, unsigned number, const char *const *managers, unsigned count,
                 uint64_t seed, const atomic_bool *stop, atomic_int *victim);
void player_release(struct player *p);

/* Plays whole rounds until told to stop; a round that is begun is played to its end, with whatever
 * manager is there then. */
void player_run(struct player *p);

/* ---- player_link.c ---- */

/* A command of the table: members after its numbers, such as ",\"seats\":[1,2]". Returns when it is
 * acknowledged; false when the player gave up, with a word on standard error. */
bool player_send(struct player *p, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A step at a desk. It has no number, so a repeat that is refused counts as done before. */
bool player_desk(struct player *p, uint64_t claim, const char *step, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A sign of life. */
void player_beat(struct player *p);
/* The number of the event acknowledged last. */
uint64_t player_last_event(const struct player *p);
