/* Server-sent events: their order, slow readers, heartbeats, stopping, and clients that follow
 * them. */
#define _GNU_SOURCE
#include "net/client.h"
#include "net/push.h"
#include "raw.h"
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

/* HTTP/1.0 has no chunks, so the bytes received are the stream's own text. */
#define SUBSCRIBE "GET /events HTTP/1.0\r\n\r\n"

static atomic_uint snapshots;
static atomic_int level; /* the state that is pushed */

static char *snapshot(void *user, size_t *len)
{
    (void)user;
    char *text;
    snapshots++;
    int n = asprintf(&text, "{\"level\":%d}", level);
    *len = (size_t)n;
    return text;
}

struct stage {
    struct push_hub *hub;
    struct http_server *server;
    struct http_route route;
};

static void set_up(struct stage *s, struct push_config config, struct http_config http)
{
    struct cr_err err;
    config.snapshot = snapshot;
    if (push_hub_new(&config, &s->hub, &err) != CR_OK)
        fail_msg("%s", err.text);
    s->route = (struct http_route){HTTP_GET, "/events", push_subscribe, s->hub};
    http.routes = &s->route;
    http.route_count = 1;
    if (http_server_start(&http, &s->server, &err) != CR_OK)
        fail_msg("%s", err.text);
    level = 0;
    snapshots = 0;
}

static void tear_down(struct stage *s)
{
    http_server_stop(s->server);
    push_hub_free(s->hub);
}

static void publish(struct stage *s, int value)
{
    char data[32], id[16];
    snprintf(data, sizeof data, "{\"level\":%d}", value);
    snprintf(id, sizeof id, "%d", value);
    level = value;
    push_publish(s->hub, "level", id, data, strlen(data));
}

static void subscribe(struct raw *r, struct stage *s)
{
    raw_open(r, http_server_port(s->server));
    raw_send(r, SUBSCRIBE);
    assert_true(raw_wait_for(r, "event: snapshot"));
}

/* --- the stream --- */

static void everyone_gets_everything_in_order(void **state)
{
    (void)state;
    struct stage s;
    struct raw r[5];
    set_up(&s, (struct push_config){.heartbeat_ms = 60000}, (struct http_config){.threads = 2});
    for (unsigned i = 0; i < 5; i++)
        subscribe(&r[i], &s);
    assert_int_equal(push_subscribers(s.hub), 5);
    /* the state did not change, so it was asked for once */
    assert_int_equal(snapshots, 1);
    for (int n = 1; n <= 500; n++)
        publish(&s, n);
    for (unsigned i = 0; i < 5; i++) {
        assert_true(raw_wait_for(&r[i], "id: 500\ndata: {\"level\":500}\n\n"));
        assert_non_null(strstr(r[i].data, "Content-Type: text/event-stream"));
        const char *at =
            strstr(r[i].data, "retry: 1000\n\nevent: snapshot\ndata: {\"level\":0}\n\n");
        assert_non_null(at);
        at = strstr(at, "event: level");
        for (int n = 1; n <= 500; n++) {
            char want[64];
            int len =
                snprintf(want, sizeof want, "event: level\nid: %d\ndata: {\"level\":%d}\n\n", n, n);
            assert_int_equal(strncmp(at, want, (size_t)len), 0);
            at += len;
        }
        assert_null(strstr(r[i].data, "resync"));
        raw_close(&r[i]);
    }
    assert_int_equal(push_resyncs(s.hub), 0);
    tear_down(&s);
}

/* --- a client that follows --- */

struct follower {
    struct http_client *client;
    pthread_t thread;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int last; /* the last level received */
    int out_of_order;
    unsigned levels, snapshots, resyncs, breaks;
    int result;
};

static bool on_event(void *user, const struct http_event *event)
{
    struct follower *f = user;
    pthread_mutex_lock(&f->lock);
    int value = 0;
    if (event->name && sscanf(event->data, "{\"level\":%d", &value) == 1) {
        bool is_level = strcmp(event->name, "level") == 0;
        f->out_of_order += is_level ? value != f->last + 1 : value < f->last;
        f->levels += is_level;
        f->snapshots += !is_level;
        f->last = value;
    }
    f->resyncs += event->name && strcmp(event->name, "resync") == 0;
    f->breaks += !event->name;
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
    return true;
}

static void *follow_run(void *user)
{
    struct follower *f = user;
    struct cr_err err;
    f->result = http_follow(f->client, "/events", on_event, f, &f->stop, &err);
    return NULL;
}

static void follow_start(struct follower *f, const uint16_t *ports, unsigned count)
{
    char text[4][64];
    const char *bases[4];
    struct cr_err err;
    for (unsigned i = 0; i < count; i++) {
        snprintf(text[i], sizeof text[i], "http://127.0.0.1:%u", ports[i]);
        bases[i] = text[i];
    }
    *f = (struct follower){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    if (http_client_new(bases, count, &f->client, &err) != CR_OK)
        fail_msg("%s", err.text);
    pthread_create(&f->thread, NULL, follow_run, f);
}

static void follow_stop(struct follower *f)
{
    f->stop = true;
    pthread_join(f->thread, NULL);
    http_client_free(f->client);
    assert_int_equal(f->result, CR_OK);
}

static void wait_for(struct follower *f, unsigned *what, unsigned at_least)
{
    pthread_mutex_lock(&f->lock);
    while (*what < at_least)
        pthread_cond_wait(&f->changed, &f->lock);
    pthread_mutex_unlock(&f->lock);
}

static void a_follower_hears_every_event(void **state)
{
    (void)state;
    struct stage s;
    struct follower f;
    set_up(&s, (struct push_config){0}, (struct http_config){0});
    uint16_t port = http_server_port(s.server);
    follow_start(&f, &port, 1);
    wait_for(&f, &f.snapshots, 1);
    for (int n = 1; n <= 1000; n++)
        publish(&s, n);
    wait_for(&f, &f.levels, 1000);
    assert_int_equal(f.out_of_order, 0);
    assert_int_equal(f.last, 1000);
    follow_stop(&f);
    tear_down(&s);
}

static void a_slow_subscriber_is_resynced(void **state)
{
    (void)state;
    struct stage s;
    struct follower f;
    struct raw slow;
    enum { SIZE = 100000, COUNT = 300 };
    char *big = malloc(SIZE);
    assert_non_null(big);
    set_up(&s, (struct push_config){.messages = 16}, (struct http_config){0});
    uint16_t port = http_server_port(s.server);
    subscribe(&slow, &s);
    follow_start(&f, &port, 1);
    wait_for(&f, &f.snapshots, 1);
    /* 30 MB is more than any socket buffers; the other client reads on and misses nothing */
    for (int n = 1; n <= COUNT; n++) {
        memset(big, ' ', SIZE);
        int head = snprintf(big, SIZE, "{\"level\":%d}", n);
        big[head] = ' ';
        level = n;
        push_publish(s.hub, "level", NULL, big, SIZE);
        wait_for(&f, &f.levels, (unsigned)n);
    }
    assert_int_equal(f.out_of_order, 0);
    assert_int_equal(f.resyncs, 0);
    /* the slow one reads now: first what was in the buffers, then the present state */
    assert_true(raw_skip_to(&slow, "event: resync\ndata: {}\n\n"));
    assert_true(raw_wait_for(&slow, "event: snapshot\ndata: {\"level\":300}\n\n"));
    assert_int_equal(push_resyncs(s.hub), 1);
    follow_stop(&f);
    raw_close(&slow);
    free(big);
    tear_down(&s);
}

static void an_event_larger_than_the_ring_resyncs(void **state)
{
    (void)state;
    struct stage s;
    struct raw r;
    char big[5000];
    set_up(&s, (struct push_config){.bytes = 4096}, (struct http_config){0});
    subscribe(&r, &s);
    memset(big, 'x', sizeof big);
    level = 7;
    push_publish(s.hub, "level", NULL, big, sizeof big);
    assert_true(raw_wait_for(&r, "event: resync"));
    assert_true(raw_wait_for(&r, "data: {\"level\":7}"));
    publish(&s, 8);
    assert_true(raw_wait_for(&r, "event: level\nid: 8\n"));
    assert_null(strstr(r.data, "xx"));
    raw_close(&r);
    tear_down(&s);
}

static void lines_become_data_lines(void **state)
{
    (void)state;
    struct stage s;
    struct raw r;
    set_up(&s, (struct push_config){0}, (struct http_config){0});
    subscribe(&r, &s);
    push_publish(s.hub, "text", NULL, "one\r\ntwo\n\nevent: fake", 21);
    assert_true(
        raw_wait_for(&r, "event: text\ndata: one\ndata: two\ndata: \ndata: event: fake\n\n"));
    raw_close(&r);
    tear_down(&s);
}

/* A client that is gone is found by writing to it. */
static void heartbeats_find_who_is_gone(void **state)
{
    (void)state;
    struct stage s;
    struct raw r, gone;
    set_up(&s, (struct push_config){.heartbeat_ms = 20}, (struct http_config){0});
    subscribe(&r, &s);
    subscribe(&gone, &s);
    assert_int_equal(push_subscribers(s.hub), 2);
    raw_close(&gone);
    while (push_subscribers(s.hub) > 1)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_true(raw_wait_for(&r, ":\n\n"));
    raw_close(&r);
    tear_down(&s);
}

static void head_of_a_stream_ends(void **state)
{
    (void)state;
    struct stage s;
    set_up(&s, (struct push_config){0}, (struct http_config){0});
    struct raw_answer a =
        raw_ask(http_server_port(s.server), "HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_int_equal(a.status, 200);
    tear_down(&s);
}

static void stopping_ends_streams(void **state)
{
    (void)state;
    struct stage s;
    struct raw r[20];
    set_up(&s, (struct push_config){0}, (struct http_config){.threads = 2});
    for (unsigned i = 0; i < 20; i++) {
        raw_open(&r[i], http_server_port(s.server));
        raw_send(&r[i], "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert_true(raw_wait_for(&r[i], "event: snapshot"));
    }
    http_server_stop(s.server);
    /* every stream ended properly, not by a broken connection */
    for (unsigned i = 0; i < 20; i++) {
        raw_wait_end(&r[i]);
        assert_non_null(strstr(r[i].data, "0\r\n\r\n"));
        raw_close(&r[i]);
    }
    push_hub_free(s.hub);
}

/* The second server takes over, and what happened in between is in its snapshot. */
static void a_follower_changes_servers(void **state)
{
    (void)state;
    struct stage first, second;
    struct follower f;
    set_up(&first, (struct push_config){0}, (struct http_config){0});
    set_up(&second, (struct push_config){0}, (struct http_config){0});
    uint16_t ports[2] = {http_server_port(first.server), http_server_port(second.server)};
    follow_start(&f, ports, 2);
    wait_for(&f, &f.snapshots, 1);
    publish(&first, 1);
    wait_for(&f, &f.levels, 1);
    level = 5;
    tear_down(&first);
    wait_for(&f, &f.breaks, 1);
    wait_for(&f, &f.snapshots, 2);
    publish(&second, 6);
    wait_for(&f, &f.levels, 2);
    assert_int_equal(f.out_of_order, 0);
    assert_int_equal(f.last, 6);
    follow_stop(&f);
    tear_down(&second);
}

static void a_refused_follower_is_told(void **state)
{
    (void)state;
    struct stage s;
    struct cr_err err;
    struct http_client *client;
    atomic_bool stop = false;
    char base[64];
    set_up(&s, (struct push_config){0}, (struct http_config){0});
    snprintf(base, sizeof base, "http://127.0.0.1:%u", http_server_port(s.server));
    const char *bases[] = {base};
    assert_int_equal(http_client_new(bases, 1, &client, &err), CR_OK);
    assert_int_equal(http_follow(client, "/nowhere", on_event, NULL, &stop, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "404"));
    http_client_free(client);
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_gets_everything_in_order),
        cmocka_unit_test(a_follower_hears_every_event),
        cmocka_unit_test(a_slow_subscriber_is_resynced),
        cmocka_unit_test(an_event_larger_than_the_ring_resyncs),
        cmocka_unit_test(lines_become_data_lines),
        cmocka_unit_test(heartbeats_find_who_is_gone),
        cmocka_unit_test(head_of_a_stream_ends),
        cmocka_unit_test(stopping_ends_streams),
        cmocka_unit_test(a_follower_changes_servers),
        cmocka_unit_test(a_refused_follower_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
