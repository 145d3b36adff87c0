/* A thread that works off a queue; see worker.h. */
#define _DEFAULT_SOURCE /* nice */
#include "os/worker.h"

#include "base/err.h"
#include "os/clock.h"
#include "os/mutex.h"
#include "os/thread.h"

#include <stdlib.h>
#include <unistd.h>

struct worker {
    struct worker_config config;
    pthread_t thread;
    struct mutex mutex; /* guards all that follows */
    struct worker_item *first, **last;
    size_t waiting;
    bool is_poked, is_stopping;
    int64_t tick_ms;      /* when the next tick is due */
    int64_t not_again_ms; /* a poke has no effect before this time */
};

/* What the thread has to do next. */
struct turn {
    struct worker_item *items;
    bool is_tick, is_late, is_over;
};

/* ---- The thread ---- */

static int64_t later(int64_t from_ms, int64_t wait_ms)
{
    return wait_ms == WORKER_WHEN_POKED ? WORKER_WHEN_POKED : from_ms + wait_ms;
}

/* When tick is to be called if nothing changes until then. */
static int64_t next_tick_ms(const struct worker *w)
{
    if (w->config.tick == NULL)
        return WORKER_WHEN_POKED;
    return w->is_poked && w->not_again_ms < w->tick_ms ? w->not_again_ms : w->tick_ms;
}

static void wait_for_work(struct worker *w)
{
    while (w->first == NULL && !w->is_stopping) {
        const int64_t until_ms = next_tick_ms(w);
        if (until_ms == WORKER_WHEN_POKED)
            mutex_wait(&w->mutex);
        else if (clock_mono_ms() >= until_ms || !mutex_wait_until(&w->mutex, until_ms))
            return;
    }
}

static struct worker_item *take_items(struct worker *w)
{
    struct worker_item *const taken = w->first, **end = &w->first;
    const size_t most = w->config.at_once > 0 ? w->config.at_once : 1;
    for (size_t i = 0; i < most && *end != NULL; i++) {
        end = &(*end)->next;
        w->waiting--;
    }
    w->first = *end;
    *end = NULL;
    if (w->first == NULL)
        w->last = &w->first;
    return taken;
}

static struct turn take_turn(struct worker *w)
{
    mutex_lock(&w->mutex);
    wait_for_work(w);
    struct turn turn = {.items = take_items(w), .is_late = w->is_stopping};
    const bool is_left = w->first != NULL;
    if (w->is_stopping)
        turn.is_tick = w->is_poked && !is_left && w->config.tick != NULL;
    else
        turn.is_tick = next_tick_ms(w) != WORKER_WHEN_POKED && clock_mono_ms() >= next_tick_ms(w);
    turn.is_over = w->is_stopping && !is_left;
    if (turn.is_tick)
        w->is_poked = false;
    mutex_unlock(&w->mutex);
    return turn;
}

static void tick(struct worker *w)
{
    const int64_t wait_ms = w->config.tick(w->config.context);
    const int64_t now_ms = clock_mono_ms();
    mutex_lock(&w->mutex);
    w->tick_ms = later(now_ms, wait_ms);
    w->not_again_ms = now_ms + w->config.rest_ms;
    mutex_unlock(&w->mutex);
}

/* Lowers the thread's priority; if that fails, the work is done all the same. */
static void take_priority(const struct worker *w)
{
#ifdef __linux__
    /* On Linux this is the priority of this thread and those that it starts; elsewhere it would be
     * that of the whole process. */
    const int given = w->config.nice != 0 ? nice(w->config.nice) : 0;
    (void)given;
#endif
}

static void run(void *context)
{
    struct worker *w = context;
    struct turn turn;
    take_priority(w);
    do {
        turn = take_turn(w);
        if (turn.items != NULL)
            w->config.run(w->config.context, turn.items, turn.is_late);
        if (turn.is_tick)
            tick(w);
    } while (!turn.is_over);
}

/* ---- Functions for other threads ---- */

int worker_start(const struct worker_config *config, struct worker **out, struct cr_err *err)
{
    struct worker *w = calloc(1, sizeof(*w));
    if (w == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    w->config = *config;
    w->last = &w->first;
    w->tick_ms = later(clock_mono_ms(), config->first_tick_ms);
    mutex_init(&w->mutex);
    if (!thread_start(&w->thread, w->config.name, run, w)) {
        mutex_destroy(&w->mutex);
        free(w);
        return err_set(err, CR_E_IO, "cannot start a thread");
    }
    *out = w;
    return 0;
}

bool worker_post(struct worker *w, struct worker_item *item)
{
    mutex_lock(&w->mutex);
    const bool fits = !w->is_stopping && (w->config.most == 0 || w->waiting < w->config.most);
    if (fits) {
        item->next = NULL;
        *w->last = item;
        w->last = &item->next;
        w->waiting++;
        mutex_wake(&w->mutex);
    }
    mutex_unlock(&w->mutex);
    return fits;
}

void worker_poke(struct worker *w)
{
    mutex_lock(&w->mutex);
    w->is_poked = true;
    mutex_wake(&w->mutex);
    mutex_unlock(&w->mutex);
}

void worker_stop(struct worker *w)
{
    if (w == NULL)
        return;
    mutex_lock(&w->mutex);
    w->is_stopping = true;
    mutex_wake(&w->mutex);
    mutex_unlock(&w->mutex);
    thread_join(w->thread);
    mutex_destroy(&w->mutex);
    free(w);
}
