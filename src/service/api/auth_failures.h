/* Wrong secrets, counted by person and by the place they came from: an address, or a table.
 *
 * Somebody who guesses at one place locks a person there and nowhere else; otherwise anybody who
 * can reach a console or the sign-in page could lock everybody out. The caller holds a lock around
 * all of these functions. */
#pragma once

#include "floor/event.h"
#include "net/throttle.h"

#define FAILURES_MAX     1024
#define FAILURES_LOCK    5 /* so many wrong secrets lock a person … */
#define FAILURES_LOCK_MS (15 * 60 * 1000)

struct failure {
    char place[THROTTLE_NAME_MAX], person[FLOOR_PERSON_MAX]; /* person "": the entry is free */
    unsigned count;
    int64_t last_ms, until_ms; /* until_ms: end of the lock, or 0 */
};

struct failures {
    struct failure all[FAILURES_MAX];
};

/* Counts a wrong secret. True when it locks the person at that place. */
bool failures_count(struct failures *f, const char *place, const char *person, int64_t now_ms);
/* Forgets what was counted at that place, after a right secret came from there. */
void failures_forget(struct failures *f, const char *place, const char *person);

bool failures_lock(const struct failures *f, const char *place, const char *person, int64_t now_ms);
/* Whether the person is locked at any place. */
bool failures_lock_somewhere(const struct failures *f, const char *person, int64_t now_ms);
