/* The client: answers, connections that are kept, servers that stand in for each other, and the
 * reading of events. */
#define _GNU_SOURCE
#include "net/client.h"
#include "net/server.h"
#include "support/follow.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static void echo(struct http_request *req, void *user)
{
    size_t len;
    const char *body = http_request_body(req, &len);
    const char *key = http_request_header(req, "X-Key");
    if (key)
        http_add_header(req, "X-Key", key);
    (void)user;
    http_respond(req, key ? 202 : 200, HTTP_JSON, len ? body : "\"empty\"", len ? len : 7);
}

static void unavailable(struct http_request *req, void *user)
{
    http_respond_problem(req, &(struct problem){.status = 503, .code = user});
}

static void large(struct http_request *req, void *user)
{
    size_t len = *(const size_t *)user;
    char *text = calloc(1, len);
    assert_non_null(text);
    memset(text, 'x', len);
    http_respond(req, 200, "text/plain", text, len);
    free(text);
}

static const size_t fits = HTTP_ANSWER_MAX, too_large = HTTP_ANSWER_MAX + 1;

static const struct http_route routes[] = {
    {HTTP_GET, "/echo", echo, NULL},
    {HTTP_POST, "/echo", echo, NULL},
    {HTTP_PUT, "/echo", echo, NULL},
    {HTTP_DELETE, "/echo", echo, NULL},
    {HTTP_GET, "/sorry", unavailable, NULL},
    {HTTP_GET, "/fits", large, (void *)(uintptr_t)&fits},
    {HTTP_GET, "/large", large, (void *)(uintptr_t)&too_large},
};

static atomic_uint requests;

static void count(void *user, const struct http_seen *seen)
{
    (void)seen;
    atomic_fetch_add((atomic_uint *)user, 1);
}

static struct http_server *start(uint16_t port, atomic_uint *seen)
{
    struct http_config config = {
        .port = port,
        .routes = routes,
        .route_count = sizeof routes / sizeof routes[0],
        .seen = count,
        .seen_user = seen,
    };
    struct http_server *server;
    struct cr_err err;
    if (http_server_start(&config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static struct http_client *client_of(const uint16_t *ports, unsigned n)
{
    char text[4][64];
    const char *bases[4];
    struct http_client *client;
    struct cr_err err;
    for (unsigned i = 0; i < n; i++) {
        snprintf(text[i], sizeof text[i], "http://127.0.0.1:%u", ports[i]);
        bases[i] = text[i];
    }
    if (http_client_new(bases, n, &client, &err) != CR_OK)
        fail_msg("%s", err.text);
    return client;
}

static struct http_client_answer call(struct http_client *client, const char *method,
                                      const char *path, const char *body)
{
    struct http_client_answer answer;
    struct cr_err err;
    if (http_call(client, method, path, body, body ? strlen(body) : 0, 20000, &answer, &err) !=
        CR_OK)
        fail_msg("%s", err.text);
    return answer;
}

/* --- calls --- */

static void calls_are_answered(void **state)
{
    (void)state;
    struct http_server *server = start(0, &requests);
    uint16_t port = http_server_port(server);
    struct http_client *client = client_of(&port, 1);
    struct cr_err err;
    assert_string_equal(call(client, "GET", "/echo", NULL).body, "\"empty\"");
    assert_string_equal(call(client, "POST", "/echo", "{\"a\":1}").body, "{\"a\":1}");
    assert_string_equal(call(client, "POST", "/echo", NULL).body, "\"empty\"");
    assert_string_equal(call(client, "PUT", "/echo", "[]").body, "[]");
    assert_int_equal(call(client, "DELETE", "/echo", NULL).status, 200);
    struct http_client_answer a = call(client, "GET", "/nowhere", NULL);
    assert_int_equal(a.status, 404);
    assert_string_equal(a.content_type, PROBLEM_TYPE);
    assert_int_equal(http_client_set_header(client, "X-Key", "secret", &err), CR_OK);
    assert_int_equal(call(client, "GET", "/echo", NULL).status, 202);
    assert_int_equal(http_client_set_header(client, "X-Key", NULL, &err), CR_OK);
    assert_int_equal(call(client, "GET", "/echo", NULL).status, 200);
    assert_int_equal(http_client_set_header(client, "X-Key", "a\r\nb: c", &err), CR_E_INPUT);
    assert_int_equal(call(client, "GET", "/sorry", NULL).status, 503);
    http_client_free(client);
    http_server_stop(server);
}

static void answers_are_bounded(void **state)
{
    (void)state;
    struct http_server *server = start(0, &requests);
    uint16_t port = http_server_port(server);
    struct http_client *client = client_of(&port, 1);
    struct http_client_answer answer;
    struct cr_err err;
    assert_int_equal(call(client, "GET", "/fits", NULL).len, HTTP_ANSWER_MAX);
    assert_int_equal(http_call(client, "GET", "/large", NULL, 0, 20000, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "exceeds"));
    assert_int_equal(call(client, "GET", "/echo", NULL).len, 7);
    http_client_free(client);
    http_server_stop(server);
}

/* Many calls use one connection: a server that takes only one from an address would refuse another.
 */
static void the_connection_is_kept(void **state)
{
    (void)state;
    struct http_config config = {
        .routes = routes, .route_count = sizeof routes / sizeof routes[0], .per_address = 1};
    struct http_server *server;
    struct cr_err err;
    assert_int_equal(http_server_start(&config, &server, &err), CR_OK);
    uint16_t port = http_server_port(server);
    struct http_client *client = client_of(&port, 1), *second = client_of(&port, 1);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(call(client, "POST", "/echo", "{}").status, 200);
    struct http_client_answer answer;
    assert_int_equal(http_call(second, "GET", "/echo", NULL, 0, 20000, &answer, &err), CR_E_IO);
    http_client_free(client);
    http_client_free(second);
    http_server_stop(server);
}

static void the_next_server_stands_in(void **state)
{
    (void)state;
    static atomic_uint first_seen, second_seen;
    struct http_server *first = start(0, &first_seen), *second = start(0, &second_seen);
    uint16_t ports[2] = {http_server_port(first), http_server_port(second)};
    struct http_client *client = client_of(ports, 2);
    char base[64];
    snprintf(base, sizeof base, "http://127.0.0.1:%u", ports[0]);
    assert_string_equal(call(client, "GET", "/echo", NULL).base, base);
    http_server_stop(first);
    snprintf(base, sizeof base, "http://127.0.0.1:%u", ports[1]);
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(call(client, "POST", "/echo", "{}").base, base);
    /* and back to the first one */
    first = start(ports[0], &first_seen);
    http_server_stop(second);
    assert_int_equal(call(client, "GET", "/echo", NULL).status, 200);
    http_server_stop(first);
    /* the counts are complete once the servers have stopped */
    assert_int_equal(first_seen, 2);
    assert_int_equal(second_seen, 3);
    struct http_client_answer answer;
    struct cr_err err;
    assert_int_equal(http_call(client, "GET", "/echo", NULL, 0, 5000, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "http://127.0.0.1:"));
    http_client_free(client);
}

/* A server takes connections and never answers. The other one gets a share of the timeout. If that
 * is too short for a busy machine, the call is repeated with more time. */
static void a_silent_server_is_passed_over(void **state)
{
    (void)state;
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int silent = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(silent, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(silent, 5), 0);
    assert_int_equal(getsockname(silent, (struct sockaddr *)&at, &len), 0);
    struct http_server *server = start(0, &requests);
    uint16_t ports[2] = {ntohs(at.sin_port), http_server_port(server)};
    struct http_client *client = client_of(ports, 2);
    struct http_client_answer answer;
    struct cr_err err;
    int rc = CR_E_IO;
    for (unsigned ms = 1000; rc == CR_E_IO && ms <= 64000; ms *= 2)
        rc = http_call(client, "GET", "/echo", NULL, 0, ms, &answer, &err);
    assert_int_equal(rc, CR_OK);
    assert_int_equal(answer.status, 200);
    http_client_free(client);
    http_server_stop(server);
    close(silent);
}

static void wrong_servers_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",           "127.0.0.1:80", "ftp://127.0.0.1", "http://",
        "http://a/b", "http://u@a",   "file:///etc",     "http://127.0.0.1 x"};
    struct http_client *client = NULL;
    struct cr_err err;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(http_client_new(&wrong[i], 1, &client, &err), CR_E_INPUT);
    assert_int_equal(http_client_new(wrong, 0, &client, &err), CR_E_INPUT);
    assert_null(client);
}

/* --- reading events --- */

static bool note_event(void *user, const struct http_event *event)
{
    struct text *t = user;
    text_add_format(t, "[%s|%s|%s]", event->name, event->id, event->data);
    return strcmp(event->name, "last") != 0;
}

static void events_are_read_however_they_are_cut(void **state)
{
    (void)state;
    static const char stream[] = "retry: 250\n\n: comment\n\nevent: a\ndata: 1\n\n"
                                 "data:2\r\ndata: 3\r\n\r\nid: 9\revent: b\rdata\rdata: x:y\r\r"
                                 "event: empty\n\nevent: last\nunknown: z\ndata:  4\n\ndata: 5\n\n";
    static const char want[] = "[a||1][message||2\n3][b|9|\nx:y][last|| 4]";
    size_t len = strlen(stream);
    for (size_t piece = 1; piece <= len; piece++) {
        char seen[512];
        struct text t;
        struct sse s;
        text_init(&t, seen, sizeof seen);
        sse_init(&s, note_event, &t);
        bool more = true;
        for (size_t at = 0; more && at < len; at += piece)
            more = sse_feed(&s, stream + at, at + piece < len ? piece : len - at);
        assert_false(more);
        assert_true(s.ended);
        assert_int_equal(s.retry_ms, 250);
        assert_string_equal(seen, want);
        sse_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_answered),
        cmocka_unit_test(answers_are_bounded),
        cmocka_unit_test(the_connection_is_kept),
        cmocka_unit_test(the_next_server_stands_in),
        cmocka_unit_test(a_silent_server_is_passed_over),
        cmocka_unit_test(wrong_servers_are_refused),
        cmocka_unit_test(events_are_read_however_they_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
