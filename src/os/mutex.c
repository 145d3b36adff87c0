/* A mutex and its condition; see mutex.h. */
#include "os/mutex.h"

#include "base/check.h"
#include "os/clock.h"

#include <errno.h>

/* Deadlines are of the monotonic clock: setting the machine's time must not end or prolong a wait.
 */
void mutex_init(struct mutex *m)
{
    pthread_condattr_t attr;
    CHECK(pthread_mutex_init(&m->lock, NULL) == 0);
    CHECK(pthread_condattr_init(&attr) == 0);
    CHECK(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&m->changed, &attr) == 0);
    CHECK(pthread_condattr_destroy(&attr) == 0);
}

void mutex_destroy(struct mutex *m)
{
    CHECK(pthread_cond_destroy(&m->changed) == 0);
    CHECK(pthread_mutex_destroy(&m->lock) == 0);
}

void mutex_lock(struct mutex *m)
{
    CHECK(pthread_mutex_lock(&m->lock) == 0);
}

void mutex_unlock(struct mutex *m)
{
    CHECK(pthread_mutex_unlock(&m->lock) == 0);
}

void mutex_wait(struct mutex *m)
{
    CHECK(pthread_cond_wait(&m->changed, &m->lock) == 0);
}

bool mutex_wait_until(struct mutex *m, int64_t mono_ms)
{
    const struct timespec until = clock_timespec_of_ms(mono_ms);
    const int rc = pthread_cond_timedwait(&m->changed, &m->lock, &until);
    CHECK(rc == 0 || rc == ETIMEDOUT);
    return rc == 0;
}

void mutex_wake(struct mutex *m)
{
    CHECK(pthread_cond_broadcast(&m->changed) == 0);
}
