/* A floor with everything that must hold for any floor checked at every step:
 *   - a refusal changes nothing;
 *   - an event's text read back and stepped again gives the same text and the same bytes (V4);
 *   - the books of every link balance (V3);
 *   - only an event that is marked so changes the configuration (V10);
 *   - rows kept by what was touched, put into a fresh floor, give the same bytes (REG-3).
 * What does not hold is written to `fault`.
 */
#pragma once

#include "floor/floor.h"

struct harness_row {
    uint64_t id;
    uint32_t len;
    void *body;
};

struct harness {
    struct floor floor; /* the one that is used */
    struct floor twin;  /* fed with texts only */
    void *memory, *twin_memory;
    struct floor_limits limits;
    int64_t now_ms;
    struct harness_row *rows; /* the store: by id, ascending */
    size_t row_count, row_room;
    char **log;
    size_t log_count, log_room;
    char fault[1024];
};

void harness_start(struct harness *h, const struct floor_limits *limits);
void harness_stop(struct harness *h);

/* floor_step, and the checks. False: a fault; *rc is the step's own answer. */
bool harness_step(struct harness *h, struct floor_event *e, int *rc, struct cr_err *err);
/* What a manager does after each batch: touched rows are stored, then forgotten. */
bool harness_clean(struct harness *h);
/* The process ends and another starts from the rows. */
bool harness_restart(struct harness *h);
/* The whole log folded again, cleaned after every `every` events: must end in the same bytes. */
bool harness_replay(struct harness *h, unsigned every);
