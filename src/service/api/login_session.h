/* Sessions of people who are signed in, limited in time and in number, for each person and in all.
 *
 * Only the hash of a session's secret is kept, here and in the log, so that nobody can sign in with
 * what they read there; a manager that starts again takes the running sessions from the log. Times
 * come in as arguments, from a monotonic clock, and so do random bytes. */
#pragma once

#include "floor/event.h"

#define SESSIONS_MAX        1024
#define SESSIONS_PER_PERSON 8
#define SESSION_SECRET      32 /* bytes that the cookie carries */
#define SESSION_CSRF_MAX    44
#define SESSION_IDLE_MS     (15 * 60 * 1000)
#define SESSION_WHOLE_MS    (12 * 60 * 60 * 1000)

struct session {
    uint8_t hash[CR_HASH_BYTES]; /* BLAKE2b of the secret */
    char person[FLOOR_PERSON_MAX];
    int64_t begun_ms, used_ms;
    bool must_change; /* the person must set a new password */
};

/* Called for each session that ends; why is "by hand", "idle" or "ended". */
typedef void session_over_fn(void *context, const struct session *ended, const char *why);

struct sessions {
    unsigned count;
    int64_t idle_ms, whole_ms;
    session_over_fn *over;
    void *context;
    struct session list[SESSIONS_MAX];
};

/* idle_ms: a session ends after so long without use; whole_ms: it ends so long after it began. 0
 * for the usual times. */
void sessions_init(struct sessions *s, int64_t idle_ms, int64_t whole_ms, session_over_fn *over,
                   void *context);

void session_hash(const uint8_t secret[SESSION_SECRET], uint8_t out[CR_HASH_BYTES]);

/* Begins a session. Where the person has SESSIONS_PER_PERSON already, the person's least recently
 * used one ends; where there are SESSIONS_MAX, the least recently used one of all. */
struct session *session_begin(struct sessions *s, const char *person,
                              const uint8_t hash[CR_HASH_BYTES], int64_t now_ms);

/* NULL when there is no such session or it is over. The pointer is valid until the next call that
 * begins or ends a session. */
struct session *session_find(struct sessions *s, const uint8_t hash[CR_HASH_BYTES], int64_t now_ms);

void session_end(struct sessions *s, struct session *one, const char *why);
void session_end_person(struct sessions *s, const char *person, const char *why);
/* Ends sessions that are idle or too old. */
void session_sweep(struct sessions *s, int64_t now_ms);
