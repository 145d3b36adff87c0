/* The writer: the worker that writes, the one that waits for other managers' events, and the alarms
 * that the manager raises by itself. */
#include "service/manager/writer.h"

#include "os/clock.h"
#include "os/mutex.h"
#include "service/manager/event_clock.h"

#include <stdatomic.h>
#include <stdlib.h>

#define SWEEP_MS       100
#define LOST_AT_ONCE   16
#define FOLLOW_WAIT_MS 250

struct writer {
    struct manager *manager;
    struct store *follow;
    writer_fatal_fn *fatal;
    void *fatal_context;
    struct worker *worker, *listener;
    struct mutex state_lock;  /* protects the manager and its floor */
    atomic_bool others_wrote; /* set by the listener */
    atomic_bool refuses;      /* the store failed: requests are refused */
    /* used by the writing worker only */
    bool is_broken;                 /* a batch failed: nothing more is written */
    int64_t next_sweep_ms, seen_ms; /* seen_ms: the last turn of this worker; 0: none yet */
    struct manager_request lost[LOST_AT_ONCE];
    struct event_clock clock;
    bool clock_told;
    struct manager_request clock_alarm, pending_alarm, away_alarm, variance_alarm;
};

const struct floor *writer_lock(struct writer *w)
{
    mutex_lock(&w->state_lock);
    return manager_floor(w->manager);
}

void writer_unlock(struct writer *w)
{
    mutex_unlock(&w->state_lock);
}

struct manager *writer_manager(struct writer *w)
{
    return w->manager;
}

/* V9: finds lost tables. Looking at all tables costs more than a batch, so it is done ten times a
 * second, or at once again when there may be more. */
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

/* The time for this batch's events. *alarm: the machine's clock is wrong, and the alarm about it is
 * to be raised; that is done once, however long it waits for an answer. */
static int64_t read_clock(struct writer *w, bool *alarm)
{
    const int64_t wall_ms = clock_wall_ms();
    const int64_t time_ms =
        event_clock_read(&w->clock, wall_ms, clock_boot_ms(), manager_floor(w->manager)->time_ms);
    w->clock_told =
        w->clock.is_off && (w->clock_told || manager_has_alarm(w->manager, ALARM_CLOCK, ""));
    *alarm = w->clock.is_off && !w->clock_told;
    if (*alarm) {
        char text[256];
        event_clock_say(&w->clock, wall_ms, text, sizeof(text));
        manager_alarm(&w->clock_alarm, ALARM_CLOCK, "", "%s", text);
    }
    return time_ms;
}

/* Checks whether this process stood still, which a worker with a turn ten times a second can tell
 * from a long gap. Then no table was lost, and one alarm says so. */
static bool look_at_gap(struct writer *w, int64_t mono_ms)
{
    const int64_t away_ms = w->seen_ms != 0 ? mono_ms - w->seen_ms : 0;
    w->seen_ms = mono_ms;
    return manager_was_away(w->manager, away_ms, mono_ms, &w->away_alarm);
}

/* Appends the requests that the manager makes itself to those of the jobs. Returns the number of
 * all. */
static size_t add_own(struct writer *w, struct manager_request **requests, size_t all,
                      int64_t mono_ms)
{
    if (all < MANAGER_BATCH_MAX && look_at_gap(w, mono_ms))
        requests[all++] = &w->away_alarm;
    const size_t lost = sweep(w, MANAGER_BATCH_MAX - all, mono_ms);
    for (size_t i = 0; i < lost; i++)
        requests[all++] = &w->lost[i];
    if (all < MANAGER_BATCH_MAX && manager_pending_alarm(w->manager, &w->pending_alarm))
        requests[all++] = &w->pending_alarm;
    if (all < MANAGER_BATCH_MAX && manager_variance_alarm(w->manager, &w->variance_alarm))
        requests[all++] = &w->variance_alarm;
    return all;
}

/* Writes a batch: the requests of the jobs, followed by those of the manager itself. */
static int run_batch(struct writer *w, struct writer_job **jobs, size_t count, struct cr_err *err)
{
    struct manager_request *requests[MANAGER_BATCH_MAX];
    const bool others_wrote = atomic_exchange(&w->others_wrote, false);
    const int64_t mono_ms = clock_mono_ms();
    size_t all = count;
    for (size_t i = 0; i < count; i++)
        requests[i] = &jobs[i]->request;
    int rc = 0;
    writer_lock(w);
    all = add_own(w, requests, all, mono_ms);
    bool alarm = false;
    const int64_t now_ms = read_clock(w, &alarm);
    if (alarm && all < MANAGER_BATCH_MAX)
        requests[all++] = &w->clock_alarm;
    if (all > 0)
        rc = manager_batch(w->manager, requests, all, now_ms, mono_ms, err);
    else if (others_wrote)
        rc = manager_follow(w->manager, err);
    else
        rc = manager_check_store(w->manager, err);
    writer_unlock(w);
    return rc;
}

static void fail_jobs(struct writer_job **jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        jobs[i]->request.result = err_refuse(&jobs[i]->request.err, CR_E_IO, REASON_STORE_FAILED,
                                             NULL, "the store failed; the manager is closing");
        jobs[i]->done(jobs[i]);
    }
}

/* V1: no request of the failed batch succeeds, and none after it is carried out. */
static void fail(struct writer *w, const struct cr_err *err)
{
    atomic_store(&w->refuses, true);
    w->fatal(w->fatal_context, err);
}

static void write_batch(struct writer *w, struct writer_job **jobs, size_t count)
{
    struct cr_err err = {0};
    if (!w->is_broken && run_batch(w, jobs, count, &err) != 0) {
        w->is_broken = true;
        fail(w, &err);
    }
    if (w->is_broken) {
        fail_jobs(jobs, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        jobs[i]->done(jobs[i]);
}

/* Group commit: all requests that waited make one batch, also at the end, when the worker stops. */
static void write_jobs(void *context, struct worker_item *items, bool is_late)
{
    struct writer_job *jobs[MANAGER_BATCH_MAX];
    size_t count = 0;
    (void)is_late;
    for (; items != NULL; items = items->next)
        jobs[count++] = (struct writer_job *)items;
    write_batch(context, jobs, count);
}

/* A batch without jobs: looks for lost tables, and takes in what other managers wrote. */
static int64_t look_around(void *context)
{
    write_batch(context, NULL, 0);
    return SWEEP_MS;
}

static int64_t listen_to_others(void *context)
{
    struct writer *w = context;
    struct cr_err err = {0};
    if (store_wait(w->follow, FOLLOW_WAIT_MS, &err) != 0) {
        fail(w, &err);
        return WORKER_WHEN_POKED;
    }
    atomic_store(&w->others_wrote, true);
    worker_poke(w->worker);
    return 0;
}

void writer_submit(struct writer *w, struct writer_job *job)
{
    if (atomic_load(&w->refuses) || !worker_post(w->worker, &job->item))
        fail_jobs(&job, 1);
}

/* ---- Waiting ---- */

struct waiting {
    struct mutex lock;
    bool is_done;
};

static void wake(struct writer_job *job)
{
    struct waiting *waiting = job->context;
    mutex_lock(&waiting->lock);
    waiting->is_done = true;
    mutex_wake(&waiting->lock);
    mutex_unlock(&waiting->lock);
}

void writer_call(struct writer *w, struct manager_request *request)
{
    struct waiting waiting = {.is_done = false};
    struct writer_job job = {.request = *request, .done = wake, .context = &waiting};
    mutex_init(&waiting.lock);
    writer_submit(w, &job);
    mutex_lock(&waiting.lock);
    while (!waiting.is_done)
        mutex_wait(&waiting.lock);
    mutex_unlock(&waiting.lock);
    mutex_destroy(&waiting.lock);
    *request = job.request;
    request->body = NULL; /* the text belonged to the batch */
    request->len = 0;
}

/* ---- Start and stop ---- */

static int start_workers(struct writer *w, struct cr_err *err)
{
    const struct worker_config writing = {.name = "writer",
                                          .context = w,
                                          .run = write_jobs,
                                          .at_once = MANAGER_BATCH_MAX,
                                          .tick = look_around,
                                          .first_tick_ms = SWEEP_MS};
    const struct worker_config listening = {
        .name = "listener", .context = w, .tick = listen_to_others};
    int rc = worker_start(&writing, &w->worker, err);
    if (rc == 0 && w->follow != NULL)
        rc = worker_start(&listening, &w->listener, err);
    return rc;
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
    mutex_init(&w->state_lock);
    int rc = start_workers(w, err);
    return err_or_made(rc, out, w, writer_stop);
}

void writer_stop(struct writer *w)
{
    if (w == NULL)
        return;
    worker_stop(w->listener);
    worker_stop(w->worker);
    mutex_destroy(&w->state_lock);
    free(w);
}
