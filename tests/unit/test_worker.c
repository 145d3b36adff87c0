/* The worker thread: order of items, a full queue, stopping while items wait, ticks, several
 * producers. No test measures time: each waits until something has happened, and the build's
 * timeout ends a test that waits for ever. */
#define _GNU_SOURCE /* pthread_getname_np */
#include "os/worker.h"

#include "os/clock.h"
#include "os/mutex.h"
#include "os/thread.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

#define ITEMS     1000
#define PRODUCERS 4

struct item {
    struct worker_item item; /* must be first: it is cast back to the item */
    unsigned number;
};

/* What the worker has done, and a gate at which it can be held. */
struct record {
    struct mutex mutex;
    bool is_held;    /* run must wait at the gate … */
    bool is_waiting; /* … and has reached it */
    unsigned done[PRODUCERS * ITEMS];
    unsigned count, late, calls, most_at_once, ticks;
    int64_t last_tick_ms, shortest_rest_ms;
    int64_t again_ms; /* what tick returns: milliseconds until the next tick */
};

static void record_init(struct record *r)
{
    *r = (struct record){.again_ms = WORKER_WHEN_POKED, .shortest_rest_ms = INT64_MAX};
    mutex_init(&r->mutex);
}

static void hold(struct record *r, bool is_held)
{
    mutex_lock(&r->mutex);
    r->is_held = is_held;
    mutex_wake(&r->mutex);
    mutex_unlock(&r->mutex);
}

static void wait_at_gate(struct record *r)
{
    while (r->is_held) {
        r->is_waiting = true;
        mutex_wake(&r->mutex);
        mutex_wait(&r->mutex);
    }
    r->is_waiting = false;
}

static void run(void *context, struct worker_item *items, bool is_late)
{
    struct record *r = context;
    unsigned here = 0;
    mutex_lock(&r->mutex);
    wait_at_gate(r);
    for (; items != NULL; items = items->next) {
        r->done[r->count++] = ((struct item *)items)->number;
        r->late += is_late;
        here++;
    }
    r->calls++;
    r->most_at_once = here > r->most_at_once ? here : r->most_at_once;
    mutex_wake(&r->mutex);
    mutex_unlock(&r->mutex);
}

static int64_t tick(void *context)
{
    struct record *r = context;
    const int64_t now_ms = clock_mono_ms();
    mutex_lock(&r->mutex);
    if (r->ticks > 0 && now_ms - r->last_tick_ms < r->shortest_rest_ms)
        r->shortest_rest_ms = now_ms - r->last_tick_ms;
    r->ticks++;
    r->last_tick_ms = now_ms;
    const int64_t again_ms = r->again_ms;
    mutex_wake(&r->mutex);
    mutex_unlock(&r->mutex);
    return again_ms;
}

static void wait_for_count(struct record *r, const unsigned *what, unsigned count)
{
    mutex_lock(&r->mutex);
    while (*what < count)
        mutex_wait(&r->mutex);
    mutex_unlock(&r->mutex);
}

static struct worker *start(const struct worker_config *config)
{
    struct worker *w = NULL;
    struct cr_err err = {0};
    assert_int_equal(worker_start(config, &w, &err), 0);
    return w;
}

/* Posts the first item and waits until the worker is held at the gate with it. */
static void post_held(struct record *r, struct worker *w, struct item *item)
{
    hold(r, true);
    assert_true(worker_post(w, &item->item));
    mutex_lock(&r->mutex);
    while (!r->is_waiting)
        mutex_wait(&r->mutex);
    mutex_unlock(&r->mutex);
}

/* ---- Threads ---- */

struct seen {
    char name[16];
    bool takes_ends, takes_refused_calls;
};

static void look_around(void *context)
{
    struct seen *seen = context;
    sigset_t blocked;
    pthread_getname_np(pthread_self(), seen->name, sizeof seen->name);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    seen->takes_ends = !sigismember(&blocked, SIGTERM) || !sigismember(&blocked, SIGINT);
    seen->takes_refused_calls = !sigismember(&blocked, SIGSYS);
}

/* The thread has its name and blocks all signals, which are for the process that started it, except
 * the one that reports refused system calls. */
static void test_thread(void **state)
{
    (void)state;
    struct seen seen = {.takes_ends = true};
    pthread_t thread;
    sigset_t after;
    assert_true(thread_start(&thread, "fifteen letters", look_around, &seen));
    thread_join(thread);
    assert_string_equal(seen.name, "fifteen letters");
    assert_false(seen.takes_ends);
    assert_true(seen.takes_refused_calls);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert_false(sigismember(&after, SIGTERM));
}

/* ---- Workers ---- */

static void test_order(void **state)
{
    static struct item items[ITEMS];
    struct record r;
    (void)state;
    record_init(&r);
    struct worker *w = start(&(struct worker_config){.name = "order", .context = &r, .run = run});
    for (unsigned i = 0; i < ITEMS; i++) {
        items[i].number = i;
        assert_true(worker_post(w, &items[i].item));
    }
    wait_for_count(&r, &r.count, ITEMS);
    worker_stop(w);
    for (unsigned i = 0; i < ITEMS; i++)
        assert_int_equal(r.done[i], i);
    assert_int_equal(r.most_at_once, 1);
    assert_int_equal(r.late, 0);
    mutex_destroy(&r.mutex);
}

static void test_several_at_once(void **state)
{
    struct item items[8];
    struct record r;
    (void)state;
    record_init(&r);
    struct worker *w =
        start(&(struct worker_config){.name = "at-once", .context = &r, .run = run, .at_once = 3});
    for (unsigned i = 0; i < 8; i++)
        items[i].number = i;
    post_held(&r, w, &items[0]);
    for (unsigned i = 1; i < 8; i++)
        assert_true(worker_post(w, &items[i].item));
    hold(&r, false);
    wait_for_count(&r, &r.count, 8);
    worker_stop(w);
    assert_int_equal(r.calls, 4); /* the calls get 1, 3, 3 and 1 items */
    assert_int_equal(r.most_at_once, 3);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(r.done[i], i);
    mutex_destroy(&r.mutex);
}

/* An item that is being worked on does not count for the limit of the queue; an item that was
 * refused may be posted again. */
static void test_full_queue(void **state)
{
    struct item items[4];
    struct record r;
    (void)state;
    record_init(&r);
    struct worker *w =
        start(&(struct worker_config){.name = "full", .context = &r, .run = run, .most = 2});
    for (unsigned i = 0; i < 4; i++)
        items[i].number = i;
    post_held(&r, w, &items[0]);
    assert_true(worker_post(w, &items[1].item));
    assert_true(worker_post(w, &items[2].item));
    assert_false(worker_post(w, &items[3].item));
    hold(&r, false);
    wait_for_count(&r, &r.count, 3);
    assert_true(worker_post(w, &items[3].item));
    wait_for_count(&r, &r.count, 4);
    worker_stop(w);
    assert_int_equal(r.done[3], 3);
    mutex_destroy(&r.mutex);
}

/* Posts until an item is refused, which means that the worker is stopping, and then opens the gate.
 */
struct release {
    struct record *record;
    struct worker *worker;
    struct item items[ITEMS];
    unsigned posted;
};

static void *release_when_stopping(void *context)
{
    struct release *release = context;
    for (unsigned i = 0; i < ITEMS; i++)
        release->items[i].number = 1 + i;
    while (release->posted < ITEMS &&
           worker_post(release->worker, &release->items[release->posted].item)) {
        release->posted++;
        clock_sleep_ms(1);
    }
    hold(release->record, false);
    return NULL;
}

/* Items that wait when the worker is stopped are handed over in order and marked as late. */
static void test_stop_with_items(void **state)
{
    static struct release release;
    struct item first = {.number = 0};
    struct record r;
    pthread_t other;
    (void)state;
    record_init(&r);
    struct worker *w = start(&(struct worker_config){.name = "stop",
                                                     .context = &r,
                                                     .run = run,
                                                     .tick = tick,
                                                     .first_tick_ms = WORKER_WHEN_POKED});
    post_held(&r, w, &first);
    worker_poke(w);
    release.record = &r;
    release.worker = w;
    assert_int_equal(pthread_create(&other, NULL, release_when_stopping, &release), 0);
    clock_sleep_ms(10); /* so that items are waiting in most runs */
    worker_stop(w);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(r.count, 1 + release.posted);
    for (unsigned i = 0; i < r.count; i++)
        assert_int_equal(r.done[i], i);
    assert_int_equal(r.late, release.posted);
    assert_int_equal(r.ticks, 1);
    mutex_destroy(&r.mutex);
}

static void test_tick(void **state)
{
    struct record r;
    (void)state;
    record_init(&r);
    r.again_ms = 5;
    struct worker *w = start(&(struct worker_config){.name = "tick", .context = &r, .tick = tick});
    wait_for_count(&r, &r.ticks, 3);
    worker_stop(w);
    assert_true(r.shortest_rest_ms >= 5);
    mutex_destroy(&r.mutex);
}

/* There is a tick after a poke only, and not sooner after the last tick than rest_ms. */
static void test_poke(void **state)
{
    struct record r;
    struct item item = {.number = 7};
    (void)state;
    record_init(&r);
    struct worker *w = start(&(struct worker_config){.name = "poke",
                                                     .context = &r,
                                                     .run = run,
                                                     .tick = tick,
                                                     .first_tick_ms = WORKER_WHEN_POKED,
                                                     .rest_ms = 20});
    assert_true(worker_post(w, &item.item));
    wait_for_count(&r, &r.count, 1);
    assert_int_equal(r.ticks, 0);
    for (unsigned i = 1; i <= 3; i++) {
        worker_poke(w);
        wait_for_count(&r, &r.ticks, i);
    }
    worker_stop(w);
    assert_int_equal(r.ticks, 3);
    assert_true(r.shortest_rest_ms >= 20);
    mutex_destroy(&r.mutex);
}

/* A tick that is not due yet does not run when the worker is stopped, and does not delay its end.
 */
static void test_stop_before_tick(void **state)
{
    struct record r;
    (void)state;
    record_init(&r);
    worker_stop(start(&(struct worker_config){
        .name = "idle", .context = &r, .tick = tick, .first_tick_ms = INT64_C(3600) * 1000}));
    assert_int_equal(r.ticks, 0);
    mutex_destroy(&r.mutex);
    worker_stop(NULL);
}

struct producer {
    struct worker *worker;
    struct item *items;
};

static void *produce(void *context)
{
    const struct producer *p = context;
    for (unsigned i = 0; i < ITEMS; i++)
        while (!worker_post(p->worker, &p->items[i].item))
            clock_sleep_ms(0);
    return NULL;
}

/* Each producer's items arrive in its own order and exactly once, whatever others post. */
static void test_many_producers(void **state)
{
    static struct item items[PRODUCERS][ITEMS];
    static struct record r;
    struct producer producers[PRODUCERS];
    pthread_t threads[PRODUCERS];
    unsigned next[PRODUCERS] = {0};
    (void)state;
    record_init(&r);
    struct worker *w = start(&(struct worker_config){
        .name = "many", .context = &r, .run = run, .most = 16, .at_once = 4, .nice = 1});
    for (unsigned p = 0; p < PRODUCERS; p++) {
        producers[p] = (struct producer){w, items[p]};
        for (unsigned i = 0; i < ITEMS; i++)
            items[p][i].number = p * ITEMS + i;
        assert_int_equal(pthread_create(&threads[p], NULL, produce, &producers[p]), 0);
    }
    for (unsigned p = 0; p < PRODUCERS; p++)
        assert_int_equal(pthread_join(threads[p], NULL), 0);
    worker_stop(w);
    assert_int_equal(r.count, PRODUCERS * ITEMS);
    for (unsigned i = 0; i < PRODUCERS * ITEMS; i++) {
        const unsigned p = r.done[i] / ITEMS;
        assert_int_equal(r.done[i] % ITEMS, next[p]++);
    }
    mutex_destroy(&r.mutex);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thread),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_several_at_once),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_stop_with_items),

        cmocka_unit_test(test_tick),
        cmocka_unit_test(test_poke),
        cmocka_unit_test(test_stop_before_tick),
        cmocka_unit_test(test_many_producers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
