/* Everything at once, and stopping in the middle of it: nothing hangs, leaks or is used after it
 * was freed. Faults show under the sanitizers. */
#include "net/client.h"
#include "net/push.h"
#include "support/follow.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { ROUNDS = 12, CALLERS = 4, FOLLOWERS = 4, ENOUGH = 40 };

/* Deferred requests, on their way to the thread that answers them. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct http_request *waiting[64];
    unsigned count;
    bool closed;
} desk = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void later(struct http_request *req, void *user)
{
    (void)user;
    http_defer(req);
    pthread_mutex_lock(&desk.lock);
    desk.waiting[desk.count++] = req;
    pthread_cond_signal(&desk.changed);
    pthread_mutex_unlock(&desk.lock);
}

static void *answer_run(void *hub)
{
    unsigned n = 0;
    for (;;) {
        pthread_mutex_lock(&desk.lock);
        while (desk.count == 0 && !desk.closed)
            pthread_cond_wait(&desk.changed, &desk.lock);
        struct http_request *req = desk.count ? desk.waiting[--desk.count] : NULL;
        pthread_mutex_unlock(&desk.lock);
        if (!req)
            return NULL;
        push_publish(hub, "tick", NULL, "{}", 2);
        if (n++ % 2)
            http_answer(req, 200, HTTP_JSON, "{}", 2);
        else
            http_answer_problem(req, &(struct problem){.status = 409});
    }
}

struct party {
    pthread_t thread;
    char base[64];
    atomic_uint *answers, *events;
    atomic_bool *stop;
};

static void *call_run(void *user)
{
    struct party *p = user;
    const char *bases[] = {p->base};
    struct http_client *client;
    struct http_client_answer answer;
    if (http_client_new(bases, 1, &client, NULL) != CR_OK)
        return NULL;
    while (!*p->stop)
        if (http_call(client, "POST", "/later", "{}", 2, 5000, &answer, NULL) == CR_OK)
            atomic_fetch_add(p->answers, 1);
    http_client_free(client);
    return NULL;
}

/* Stops listening after some events, so that followers come and go. */
static bool hear(void *user, const struct http_event *event)
{
    struct party *p = user;
    return event->name && atomic_fetch_add(p->events, 1) % 7 != 6;
}

static void *follow_run(void *user)
{
    struct party *p = user;
    const char *bases[] = {p->base};
    while (!*p->stop) {
        struct http_client *client;
        if (http_client_new(bases, 1, &client, NULL) != CR_OK)
            return NULL;
        (void)http_follow(client, "/events", hear, p, p->stop, NULL);
        http_client_free(client);
    }
    return NULL;
}

static char *snapshot(void *user, size_t *len)
{
    (void)user;
    *len = 2;
    return strdup("{}");
}

static void one_round(unsigned threads)
{
    struct push_hub *hub;
    struct http_server *server;
    struct push_config push = {.messages = 4, .heartbeat_ms = 1, .snapshot = snapshot};
    assert_int_equal(push_hub_new(&push, &hub, NULL), CR_OK);
    const struct http_route routes[] = {{HTTP_POST, "/later", later, NULL},
                                        {HTTP_GET, "/events", push_subscribe, hub}};
    struct http_config config = {.threads = threads, .routes = routes, .route_count = 2};
    assert_int_equal(http_server_start(&config, &server, NULL), CR_OK);
    atomic_uint answers = 0, events = 0;
    atomic_bool stop = false;
    struct party parties[CALLERS + FOLLOWERS];
    pthread_t answering;
    desk.closed = false;
    pthread_create(&answering, NULL, answer_run, hub);
    for (unsigned i = 0; i < CALLERS + FOLLOWERS; i++) {
        parties[i] = (struct party){.answers = &answers, .events = &events, .stop = &stop};
        snprintf(parties[i].base, sizeof parties[i].base, "http://127.0.0.1:%u",
                 http_server_port(server));
        pthread_create(&parties[i].thread, NULL, i < CALLERS ? call_run : follow_run, &parties[i]);
    }
    while (answers < ENOUGH || events < ENOUGH)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    http_server_stop(server);
    stop = true;
    for (unsigned i = 0; i < CALLERS + FOLLOWERS; i++)
        pthread_join(parties[i].thread, NULL);
    pthread_mutex_lock(&desk.lock);
    desk.closed = true;
    pthread_cond_signal(&desk.changed);
    pthread_mutex_unlock(&desk.lock);
    pthread_join(answering, NULL);
    assert_int_equal(push_subscribers(hub), 0);
    push_hub_free(hub);
}

static void stopping_amid_everything(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++)
        one_round(i % 2 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stopping_amid_everything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
