/* Who is signed in: sessions of people, bounded in time and in number, for each person and in all.
 *
 * Only the hash of a session's secret is kept, here and in the log, so that a look at either signs
 * nobody in; a manager that starts again takes up from the log who is signed in. Time comes in as
 * an argument, from a clock that never goes back; randomness too. */
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
    bool must_change; /* the password is to be set anew */
};

/* Told of each session that is over; why is one of "by hand", "idle", "ended". */
typedef void session_over_fn(void *context, const struct session *ended, const char *why);

struct sessions {
    unsigned count;
    int64_t idle_ms, whole_ms;
    session_over_fn *over;
    void *context;
    struct session list[SESSIONS_MAX];
};

/* Zero for the usual times. */
void sessions_init(struct sessions *s, int64_t idle_ms, int64_t whole_ms, session_over_fn *over,
                   void *context);

void session_hash(const uint8_t secret[SESSION_SECRET], uint8_t out[CR_HASH_BYTES]);

/* A person's ninth session ends the one unused for longest; so does the one above the whole
 * number, whoever has it. */
struct session *session_begin(struct sessions *s, const char *person,
                              const uint8_t hash[CR_HASH_BYTES], int64_t now_ms);

/* NULL: there is none, or it is over. Until the next call that ends one. */
struct session *session_find(struct sessions *s, const uint8_t hash[CR_HASH_BYTES], int64_t now_ms);

void session_end(struct sessions *s, struct session *one, const char *why);
void session_end_person(struct sessions *s, const char *person, const char *why);
/* Ends what is idle or too old. */
void session_sweep(struct sessions *s, int64_t now_ms);
