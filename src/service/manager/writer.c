/* The writing thread, the thread that listens to other managers, and the sweep for lost tables. */
#include "service/manager/writer.h"

#include "base/check.h"
#include "base/err.h"
#include "os/clock.h"
#include "service/manager/event_clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define SWEEP_MS       100
#define LOST_AT_ONCE   16
#define FOLLOW_WAIT_MS 250

struct writer {
    struct manager *manager;
    struct store *follow;
    writer_fatal_fn *fatal;
    void *fatal_context;
    pthread_t thread, listener;
    pthread_mutex_t queue_lock; /* queue, stopping, poked */
    pthread_cond_t queue_filled;
    struct writer_job *first, **last;
    bool stopping, poked, failed;
    pthread_mutex_t state_lock; /* the manager and its floor */
    atomic_bool stop_listening;
    /* the writer's thread only */
    int64_t next_sweep_ms;
    struct manager_request lost[LOST_AT_ONCE];
    struct event_clock clock;
    bool clock_told;
    struct manager_request clock_alarm;
};

const struct floor *writer_lock(struct writer *w)
{
    CHECK(pthread_mutex_lock(&w->state_lock) == 0);
    return manager_floor(w->manager);
}

void writer_unlock(struct writer *w)
{
    CHECK(pthread_mutex_unlock(&w->state_lock) == 0);
}

struct manager *writer_manager(struct writer *w)
{
    return w->manager;
}

/* Waits for work, a poke, the end, or the next sweep. Returns the jobs taken. */
static size_t take_jobs(struct writer *w, struct writer_job **jobs, bool *poked, bool *stopping)
{
    size_t count = 0;
    struct timespec until;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &until) == 0);
    until.tv_nsec += SWEEP_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    CHECK(pthread_mutex_lock(&w->queue_lock) == 0);
    while (w->first == NULL && !w->stopping && !w->poked &&
           pthread_cond_timedwait(&w->queue_filled, &w->queue_lock, &until) == 0)
        ;
    while (w->first != NULL && count < MANAGER_BATCH_MAX) {
        jobs[count++] = w->first;
        w->first = w->first->next;
    }
    if (w->first == NULL)
        w->last = &w->first;
    *poked = w->poked;
    w->poked = false;
    *stopping = w->stopping && w->first == NULL;
    CHECK(pthread_mutex_unlock(&w->queue_lock) == 0);
    return count;
}

/* V9: tables that were not heard of. Looking at all of them costs more than a batch, so it is done
 * ten times a second, or again at once when there may be more. */
static size_t sweep(struct writer *w, size_t room, int64_t mono_ms)
{
    const size_t max = room < LOST_AT_ONCE ? room : LOST_AT_ONCE;
    if (mono_ms < w->next_sweep_ms || max == 0)
        return 0;
    const size_t lost = manager_lost_tables(w->manager, mono_ms, w->lost, max);
    if (lost < max)
        w->next_sweep_ms = mono_ms + SWEEP_MS;
    return lost;
}

/* The time for this batch's events. *alarm: the machine's clock is not believed, and nobody has
 * been told; once, however long it takes until the alarm is answered. */
static int64_t read_clock(struct writer *w, bool *alarm)
{
    const int64_t wall_ms = clock_wall_ms();
    const int64_t time_ms =
        event_clock_read(&w->clock, wall_ms, clock_boot_ms(), manager_floor(w->manager)->time_ms);
    w->clock_told =
        w->clock.is_off && (w->clock_told || manager_has_alarm(w->manager, "clock", ""));
    *alarm = w->clock.is_off && !w->clock_told;
    if (*alarm) {
        char text[256];
        event_clock_say(&w->clock, wall_ms, text, sizeof(text));
        manager_alarm(&w->clock_alarm, "clock", "", "%s", text);
    }
    return time_ms;
}

/* Requests of the sweep come after those of the jobs. */
static int run_batch(struct writer *w, struct writer_job **jobs, size_t count, bool poked,
                     struct cr_err *err)
{
    struct manager_request *requests[MANAGER_BATCH_MAX];
    const int64_t mono_ms = clock_mono_ms();
    size_t all = count;
    for (size_t i = 0; i < count; i++)
        requests[i] = &jobs[i]->request;
    int rc = 0;
    writer_lock(w);
    const size_t lost = sweep(w, MANAGER_BATCH_MAX - count, mono_ms);
    for (size_t i = 0; i < lost; i++)
        requests[all++] = &w->lost[i];
    bool alarm = false;
    const int64_t now_ms = read_clock(w, &alarm);
    if (alarm && all < MANAGER_BATCH_MAX)
        requests[all++] = &w->clock_alarm;
    if (all > 0)
        rc = manager_batch(w->manager, requests, all, now_ms, mono_ms, err);
    else if (poked)
        rc = manager_follow(w->manager, err);
    writer_unlock(w);
    return rc;
}

static void fail_jobs(struct writer_job **jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        jobs[i]->request.result =
            err_set(&jobs[i]->request.err, CR_E_IO, "the store failed; the manager is closing");
        jobs[i]->done(jobs[i]);
    }
}

/* V1: nothing that was asked in the failed batch is answered, and nothing after it is done. */
static void fail(struct writer *w, const struct cr_err *err)
{
    CHECK(pthread_mutex_lock(&w->queue_lock) == 0);
    w->failed = true;
    CHECK(pthread_mutex_unlock(&w->queue_lock) == 0);
    w->fatal(w->fatal_context, err);
}

static void *write_loop(void *context)
{
    struct writer *w = context;
    struct writer_job *jobs[MANAGER_BATCH_MAX];
    for (;;) {
        bool poked = false, stopping = false;
        size_t count = take_jobs(w, jobs, &poked, &stopping);
        struct cr_err err = {0};
        if (run_batch(w, jobs, count, poked, &err) != 0) {
            fail(w, &err);
            fail_jobs(jobs, count);
            break;
        }
        for (size_t i = 0; i < count; i++)
            jobs[i]->done(jobs[i]);
        if (stopping)
            return NULL;
    }
    for (;;) {
        bool poked = false, stopping = false;
        size_t count = take_jobs(w, jobs, &poked, &stopping);
        fail_jobs(jobs, count);
        if (stopping)
            return NULL;
    }
}

static void poke(struct writer *w)
{
    CHECK(pthread_mutex_lock(&w->queue_lock) == 0);
    w->poked = true;
    CHECK(pthread_cond_signal(&w->queue_filled) == 0);
    CHECK(pthread_mutex_unlock(&w->queue_lock) == 0);
}

static void *listen_loop(void *context)
{
    struct writer *w = context;
    while (!atomic_load(&w->stop_listening)) {
        struct cr_err err = {0};
        if (store_wait(w->follow, FOLLOW_WAIT_MS, &err) != 0) {
            fail(w, &err);
            return NULL;
        }
        poke(w);
    }
    return NULL;
}

void writer_submit(struct writer *w, struct writer_job *job)
{
    job->next = NULL;
    CHECK(pthread_mutex_lock(&w->queue_lock) == 0);
    const bool closed = w->stopping || w->failed;
    if (!closed) {
        *w->last = job;
        w->last = &job->next;
        CHECK(pthread_cond_signal(&w->queue_filled) == 0);
    }
    CHECK(pthread_mutex_unlock(&w->queue_lock) == 0);
    if (closed)
        fail_jobs(&job, 1);
}

/* ---- Waiting ---- */

struct waiting {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
};

static void wake(struct writer_job *job)
{
    struct waiting *waiting = job->context;
    CHECK(pthread_mutex_lock(&waiting->lock) == 0);
    waiting->done = true;
    CHECK(pthread_cond_signal(&waiting->changed) == 0);
    CHECK(pthread_mutex_unlock(&waiting->lock) == 0);
}

void writer_call(struct writer *w, struct manager_request *request)
{
    struct waiting waiting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    struct writer_job job = {.request = *request, .done = wake, .context = &waiting};
    writer_submit(w, &job);
    CHECK(pthread_mutex_lock(&waiting.lock) == 0);
    while (!waiting.done)
        CHECK(pthread_cond_wait(&waiting.changed, &waiting.lock) == 0);
    CHECK(pthread_mutex_unlock(&waiting.lock) == 0);
    *request = job.request;
    request->body = NULL; /* it belonged to the batch */
    request->len = 0;
}

/* ---- Birth and death ---- */

static void init_locks(struct writer *w)
{
    pthread_condattr_t attr;
    CHECK(pthread_condattr_init(&attr) == 0);
    CHECK(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&w->queue_filled, &attr) == 0);
    CHECK(pthread_condattr_destroy(&attr) == 0);
    CHECK(pthread_mutex_init(&w->queue_lock, NULL) == 0);
    CHECK(pthread_mutex_init(&w->state_lock, NULL) == 0);
}

int writer_start(struct manager *manager, struct store *follow, writer_fatal_fn *fatal,
                 void *context, struct writer **out, struct cr_err *err)
{
    struct writer *w = calloc(1, sizeof(*w));
    if (w == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    w->manager = manager;
    w->follow = follow;
    w->fatal = fatal;
    w->fatal_context = context;
    w->last = &w->first;
    init_locks(w);
    if (pthread_create(&w->thread, NULL, write_loop, w) != 0) {
        free(w);
        return err_set(err, CR_E_IO, "cannot start a thread");
    }
    if (follow != NULL && pthread_create(&w->listener, NULL, listen_loop, w) != 0) {
        w->follow = NULL;
        writer_stop(w);
        return err_set(err, CR_E_IO, "cannot start a thread");
    }
    *out = w;
    return 0;
}

void writer_stop(struct writer *w)
{
    if (w == NULL)
        return;
    atomic_store(&w->stop_listening, true);
    if (w->follow != NULL)
        CHECK(pthread_join(w->listener, NULL) == 0);
    CHECK(pthread_mutex_lock(&w->queue_lock) == 0);
    w->stopping = true;
    CHECK(pthread_cond_signal(&w->queue_filled) == 0);
    CHECK(pthread_mutex_unlock(&w->queue_lock) == 0);
    CHECK(pthread_join(w->thread, NULL) == 0);
    CHECK(pthread_cond_destroy(&w->queue_filled) == 0);
    CHECK(pthread_mutex_destroy(&w->queue_lock) == 0);
    CHECK(pthread_mutex_destroy(&w->state_lock) == 0);
    free(w);
}
