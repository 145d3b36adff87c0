/* A mutex together with a condition that threads wait for while they hold it. An error of these
 * functions is a fault of the program, and ends it. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct mutex {
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

void mutex_init(struct mutex *m);
void mutex_destroy(struct mutex *m);

void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);

/* Unlocks, waits until somebody calls mutex_wake, and locks again. It may return for no reason, so
 * callers check in a loop what they wait for. */
void mutex_wait(struct mutex *m);
/* Waits at most until that time of clock_mono_ms; false when the time has come. */
bool mutex_wait_until(struct mutex *m, int64_t mono_ms);
/* Wakes all that wait. */
void mutex_wake(struct mutex *m);
