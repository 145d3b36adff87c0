/* Wrong secrets, counted by person and by the place they came from: an address, or a table.
 *
 * Whoever guesses at one place locks a person there and nowhere else; otherwise anybody who can
 * reach a console or the page where people sign in could lock out everybody. The caller has a lock
 * around all of it. */
#pragma once

#include "floor/event.h"
#include "net/throttle.h"

#define FAILURES_MAX     1024
#define FAILURES_LOCK    5 /* wrong secrets until the lock, which lasts … */
#define FAILURES_LOCK_MS (15 * 60 * 1000)

struct failure {
    char place[THROTTLE_NAME_MAX], person[FLOOR_PERSON_MAX]; /* "": free */
    unsigned count;
    int64_t last_ms, until_ms; /* until_ms: locked; 0: not */
};

struct failures {
    struct failure all[FAILURES_MAX];
};

/* Counts one more. True: it locks the person at that place, from now on. */
bool failures_count(struct failures *f, const char *place, const char *person, int64_t now_ms);
/* The right secret came from there, or another one was given out. */
void failures_forget(struct failures *f, const char *place, const char *person);

bool failures_lock(const struct failures *f, const char *place, const char *person, int64_t now_ms);
/* Locked somewhere. */
bool failures_lock_somewhere(const struct failures *f, const char *person, int64_t now_ms);
