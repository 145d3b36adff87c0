/* Answers that are given later, many requests at once, and stopping. */
#define _GNU_SOURCE
#include "net/server.h"
#include "raw.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define END "\r\nHost: localhost\r\n\r\n"

/* Deferred requests, which the test answers. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct http_request *waiting[64];
    unsigned count;
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

static struct http_request *take_waiting(void)
{
    pthread_mutex_lock(&desk.lock);
    while (desk.count == 0)
        pthread_cond_wait(&desk.changed, &desk.lock);
    struct http_request *req = desk.waiting[0];
    desk.count--;
    memmove(desk.waiting, desk.waiting + 1, desk.count * sizeof desk.waiting[0]);
    pthread_mutex_unlock(&desk.lock);
    return req;
}

/* Holds the server's thread until the test lets go. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool entered, open;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void hold(struct http_request *req, void *user)
{
    (void)user;
    pthread_mutex_lock(&gate.lock);
    gate.entered = true;
    pthread_cond_broadcast(&gate.changed);
    while (!gate.open)
        pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
    http_respond(req, 200, "text/plain", "held", 4);
}

/* A stream that is woken after it was found empty and before it goes to sleep. */
static struct {
    struct http_stream *stream;
    unsigned reads, closed;
} nap;

static ssize_t nap_read(void *user, char *into, size_t room)
{
    (void)user;
    assert_true(room >= 5);
    switch (nap.reads++) {
    case 0:
        http_stream_wake(nap.stream);
        return 0;
    case 1:
        memcpy(into, "awake", 5);
        return 5;
    default:
        return -1;
    }
}

static void nap_closed(void *user)
{
    (void)user;
    nap.closed++;
}

static void doze(struct http_request *req, void *user)
{
    static const struct http_stream_ops ops = {.read = nap_read, .closed = nap_closed};
    nap.reads = nap.closed = 0;
    nap.stream = http_respond_stream(req, "text/plain", &ops, user);
}

static void say(struct http_request *req, void *user)
{
    http_respond(req, 200, "text/plain", user, strlen(user));
}

static const struct http_route routes[] = {
    {HTTP_GET, "/", say, "root"},      {HTTP_POST, "/later", later, NULL},
    {HTTP_GET, "/later", later, NULL}, {HTTP_GET, "/hold", hold, NULL},
    {HTTP_GET, "/doze", doze, NULL},
};

static struct http_server *start_with(struct http_config config)
{
    struct http_server *server;
    struct cr_err err;
    config.routes = routes;
    config.route_count = sizeof routes / sizeof routes[0];
    if (http_server_start(&config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static int start(void **state)
{
    *state = start_with((struct http_config){0});
    return 0;
}

static int stop(void **state)
{
    http_server_stop(*state);
    return 0;
}

/* Any number of sockets may become ready at once. libmicrohttpd 0.9.75 by itself would wait for one
 * more when there are exactly 128. */
static void any_number_at_once_is_served(void **state)
{
    enum { MOST = 129 };
    static struct raw r[MOST], held;
    struct raw_answer a;
    for (unsigned many = 127; many <= MOST; many++) {
        gate.entered = gate.open = false;
        raw_open(&held, http_server_port(*state));
        for (unsigned i = 0; i < many; i++) {
            raw_open(&r[i], http_server_port(*state));
            raw_send(&r[i], "GET / HTTP/1.1" END);
            assert_true(raw_answer(&r[i], &a, false));
        }
        raw_send(&held, "GET /hold HTTP/1.1" END);
        pthread_mutex_lock(&gate.lock);
        while (!gate.entered)
            pthread_cond_wait(&gate.changed, &gate.lock);
        for (unsigned i = 0; i < many; i++)
            raw_send(&r[i], "GET / HTTP/1.1" END);
        gate.open = true;
        pthread_cond_broadcast(&gate.changed);
        pthread_mutex_unlock(&gate.lock);
        for (unsigned i = 0; i < many; i++) {
            assert_true(raw_answer(&r[i], &a, false));
            raw_close(&r[i]);
        }
        assert_true(raw_answer(&held, &a, false));
        raw_close(&held);
    }
}

static void answers_may_come_later(void **state)
{
    struct raw r[8];
    struct raw_answer a;
    struct http_request *waiting[8];
    char number[16];
    for (unsigned i = 0; i < 8; i++) {
        raw_open(&r[i], http_server_port(*state));
        raw_send(&r[i], i % 2 ? "GET /later HTTP/1.1" END
                              : "POST /later HTTP/1.1\r\nContent-Type: application/json\r\n"
                                "Content-Length: 2" END "{}");
        waiting[i] = take_waiting();
    }
    /* others are answered meanwhile */
    raw_expect(http_server_port(*state), "GET / HTTP/1.1" END, "root");
    for (unsigned i = 8; i-- > 0;) {
        snprintf(number, sizeof number, "%u", i);
        http_add_header(waiting[i], "X-Late", number);
        http_answer(waiting[i], 201, "text/plain", number, strlen(number));
        assert_true(raw_answer(&r[i], &a, false));
        assert_int_equal(a.status, 201);
        assert_string_equal(a.body, number);
        /* and the connection can be used again */
        raw_send(&r[i], "GET /later HTTP/1.1" END);
        http_answer_problem(take_waiting(), &(struct problem){.status = 409});
        assert_true(raw_answer(&r[i], &a, false));
        assert_int_equal(a.status, 409);
        raw_close(&r[i]);
    }
}

/* Answers at the same time as the handler defers. */
static void *answer_many(void *user)
{
    for (unsigned i = 0; i < *(unsigned *)user; i++)
        http_answer(take_waiting(), 200, "text/plain", "ok", 2);
    return NULL;
}

static void early_answers_are_not_lost(void **state)
{
    unsigned many = 3000;
    pthread_t thread;
    struct raw r;
    struct raw_answer a;
    raw_open(&r, http_server_port(*state));
    pthread_create(&thread, NULL, answer_many, &many);
    for (unsigned i = 0; i < many; i++) {
        raw_send(&r, "GET /later HTTP/1.1" END);
        assert_true(raw_answer(&r, &a, false));
        assert_string_equal(a.body, "ok");
    }
    pthread_join(thread, NULL);
    raw_close(&r);
}

static void an_answer_to_nobody_is_dropped(void **state)
{
    struct raw r;
    raw_open(&r, http_server_port(*state));
    raw_send(&r, "GET /later HTTP/1.1" END);
    struct http_request *req = take_waiting();
    raw_close(&r);
    char big[100000];
    memset(big, 'x', sizeof big);
    http_answer(req, 200, "text/plain", big, sizeof big);
    raw_expect(http_server_port(*state), "GET / HTTP/1.1" END, "root");
}

static void a_wake_is_never_lost(void **state)
{
    struct raw r;
    raw_open(&r, http_server_port(*state));
    raw_send(&r, "GET /doze HTTP/1.0\r\n\r\n");
    assert_true(raw_wait_for(&r, "\r\n\r\nawake"));
    raw_wait_end(&r);
    raw_close(&r);
    raw_expect(http_server_port(*state), "GET / HTTP/1.1" END, "root");
    assert_int_equal(nap.reads, 3);
    assert_int_equal(nap.closed, 1);
}

static void stopping_answers_who_waits(void **state)
{
    (void)state;
    struct http_server *server = start_with((struct http_config){.threads = 2});
    struct raw r[4], idle, half;
    struct raw_answer a;
    struct http_request *waiting[4];
    raw_open(&idle, http_server_port(server));
    raw_open(&half, http_server_port(server));
    raw_send(&half, "POST /later HT");
    for (unsigned i = 0; i < 4; i++) {
        raw_open(&r[i], http_server_port(server));
        raw_send(&r[i], "GET /later HTTP/1.1" END);
        waiting[i] = take_waiting();
    }
    http_server_stop(server);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(raw_answer(&r[i], &a, false));
        assert_int_equal(a.status, 503);
        assert_non_null(strstr(a.body, "\"code\":\"stopping\""));
        raw_close(&r[i]);
        /* too late: the server is gone */
        http_answer(waiting[i], 200, "text/plain", "late", 4);
    }
    raw_close(&idle);
    raw_close(&half);
}

static void connections_above_the_limit_are_told(void **state)
{
    (void)state;
    struct http_server *server = start_with((struct http_config){.connections = 2});
    struct raw r[3];
    struct raw_answer a;
    for (unsigned i = 0; i < 3; i++) {
        raw_open(&r[i], http_server_port(server));
        raw_send(&r[i], "GET / HTTP/1.1" END);
        assert_true(raw_answer(&r[i], &a, false));
        assert_int_equal(a.status, i < 2 ? 200 : 503);
    }
    assert_non_null(strstr(a.body, "\"code\":\"connections\""));
    assert_non_null(strstr(a.head, "Connection: close"));
    raw_wait_end(&r[2]);
    for (unsigned i = 0; i < 3; i++)
        raw_close(&r[i]);
    http_server_stop(server);
}

/* Clients that come late take no connection from those that are there, however long these stay. */
static void late_ones_cut_nobody(void **state)
{
    (void)state;
    struct http_server *server = start_with((struct http_config){.connections = 2});
    struct raw first[2], late[20];
    struct raw_answer a;
    for (unsigned i = 0; i < 2; i++) {
        raw_open(&first[i], http_server_port(server));
        raw_send(&first[i], "GET / HTTP/1.1" END);
        assert_true(raw_answer(&first[i], &a, false));
    }
    for (unsigned i = 0; i < 20; i++)
        raw_open(&late[i], http_server_port(server));
    raw_send(&late[19], "GET / HTTP/1.1" END);
    assert_true(raw_answer(&late[19], &a, false));
    assert_int_equal(a.status, 503);
    for (unsigned i = 0; i < 2; i++) {
        raw_send(&first[i], "GET / HTTP/1.1" END);
        assert_true(raw_answer(&first[i], &a, false));
        assert_int_equal(a.status, 200);
    }
    for (unsigned i = 0; i < 20; i++)
        raw_close(&late[i]);
    for (unsigned i = 0; i < 2; i++)
        raw_close(&first[i]);
    http_server_stop(server);
}

static struct {
    atomic_uint count;
    atomic_uint found;
} log_seen;

static void note(void *user, const struct http_seen *seen)
{
    (void)user;
    log_seen.count++;
    if (seen->status == 404 && !seen->pattern && strcmp(seen->method, "GET") == 0 && seen->ns > 0)
        log_seen.found++;
    if (seen->status == 200 && seen->pattern && strcmp(seen->pattern, "/") == 0)
        log_seen.found++;
}

static void what_is_over_is_seen(void **state)
{
    (void)state;
    struct http_server *server = start_with((struct http_config){.seen = note});
    raw_expect(http_server_port(server), "GET / HTTP/1.1" END, "root");
    assert_int_equal(raw_ask(http_server_port(server), "GET /nowhere HTTP/1.1" END).status, 404);
    http_server_stop(server);
    assert_int_equal(log_seen.count, 2);
    assert_int_equal(log_seen.found, 2);
}

#define ON_SERVER(f) cmocka_unit_test_setup_teardown(f, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SERVER(any_number_at_once_is_served),
        ON_SERVER(answers_may_come_later),
        ON_SERVER(early_answers_are_not_lost),
        ON_SERVER(an_answer_to_nobody_is_dropped),
        ON_SERVER(a_wake_is_never_lost),
        cmocka_unit_test(stopping_answers_who_waits),
        cmocka_unit_test(connections_above_the_limit_are_told),
        cmocka_unit_test(late_ones_cut_nobody),
        cmocka_unit_test(what_is_over_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
