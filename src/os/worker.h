/* A thread that works off a queue, does something from time to time, or both.
 *
 * Whatever waits for a disk, hashes a password or asks another machine is done by such a thread,
 * so that those who hand work over never wait. One worker does one thing after the other. Its
 * queue has a limit, and a caller who finds it full is told so at once.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct worker;

/* Something to be done: the first member of the caller's own struct. */
struct worker_item {
    struct worker_item *next; /* the worker's while the item waits; then the run function's */
};

/* What tick returns when there is nothing to do until worker_poke. */
#define WORKER_WHEN_POKED INT64_MAX

struct worker_config {
    const char *name; /* of the thread, for debuggers; at most 15 characters */
    void *context;    /* the argument of run and tick */

    /* Does items that waited, on the worker's thread: the oldest first, linked by next and ended by
     * NULL. They are the function's own, to free or to answer. is_late: the worker is being
     * stopped. NULL: nothing is posted. */
    void (*run)(void *context, struct worker_item *items, bool is_late);
    size_t most;    /* items that may wait; 0: no limit */
    size_t at_once; /* items that run gets in one call; 0: one */

    /* Does periodic work and returns after how many milliseconds it is called again. NULL: none.
     * worker_poke makes the call come at once. */
    int64_t (*tick)(void *context);
    int64_t first_tick_ms; /* after the start; WORKER_WHEN_POKED is possible */
    int64_t rest_ms;       /* least time between the end of a tick and one that is poked */

    int nice; /* by how much the thread's priority is lower than the program's, as of nice(1) */
};

int worker_start(const struct worker_config *config, struct worker **out, struct cr_err *err);

/* False: too many wait, or the worker is being stopped; the item is still the caller's. */
bool worker_post(struct worker *w, struct worker_item *item);
/* Calls tick soon, once for all pokes until then. */
void worker_poke(struct worker *w);

/* Lets run have what still waits, calls tick once more if that was poked, and ends the thread.
 * Nobody may post or poke afterwards. NULL is allowed. */
void worker_stop(struct worker *w);
