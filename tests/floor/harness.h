/* A floor that is checked at every step for everything that must hold for any floor:
 *   - a refusal changes nothing;
 *   - an event's text read back and stepped again gives the same text and the same bytes (V4);
 *   - the books of every link balance (V3);
 *   - only an event that is marked so changes the configuration (V10);
 *   - the rows of what was touched, loaded into a fresh floor, give the same bytes (REG-3).
 * What does not hold is described in `fault`. */
#pragma once

#include "floor/floor.h"

struct harness_row {
    uint64_t id;
    uint32_t len;
    void *body;
};

struct harness {
    struct floor floor; /* the floor that is used */
    struct floor twin;  /* a second floor, which is fed with the texts of the log only */
    void *memory, *twin_memory;
    struct floor_limits limits;
    int64_t now_ms;
    struct harness_row *rows; /* the store's rows, in ascending order of id */
    size_t row_count, row_room;
    char **log;
    size_t log_count, log_room;
    char fault[1024];
};

void harness_start(struct harness *h, const struct floor_limits *limits);
void harness_stop(struct harness *h);

/* Does floor_step and then the checks. False if a check failed (see `fault`); *rc is what
 * floor_step itself returned. */
bool harness_step(struct harness *h, struct floor_event *e, int *rc, struct cr_err *err);
/* Does what a manager does after each batch: stores the touched rows, then forgets that they were
 * touched. */
bool harness_clean(struct harness *h);
/* Loads a fresh floor from the rows, as a new process does, and compares it. */
bool harness_restart(struct harness *h);
/* Steps the whole log again on a fresh floor, which is cleaned after every `every` events, and
 * compares the bytes. */
bool harness_replay(struct harness *h, unsigned every);
