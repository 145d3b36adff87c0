/* Documents of any size: handed on as they arrive, and never taken for whole when they are not. */
#include "net/client.h"
#include "net/server.h"

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

#define LONG (5 * HTTP_ANSWER_MAX)
#define HALF (LONG / 2)

/* ---- A server of long answers: byte i depends on i alone ---- */

static char byte_at(size_t i)
{
    return (char)('a' + i * 7 % 23);
}

struct length {
    size_t whole;     /* 0: without an end */
    size_t breaks_at; /* after so many bytes it breaks off; 0: it does not */
};

struct telling {
    const struct length *length;
    size_t at;
};

static ssize_t tell_more(void *user, char *into, size_t room)
{
    struct telling *t = user;
    const struct length *l = t->length;
    if (l->breaks_at != 0 && t->at >= l->breaks_at)
        return HTTP_STREAM_BROKEN;
    if (l->whole != 0 && t->at >= l->whole)
        return HTTP_STREAM_END;
    const size_t end = l->breaks_at ? l->breaks_at : l->whole ? l->whole : SIZE_MAX;
    const size_t n = end - t->at < room ? end - t->at : room;
    for (size_t i = 0; i < n; i++)
        into[i] = byte_at(t->at + i);
    t->at += n;
    return (ssize_t)n;
}

static void tell(struct http_request *req, const struct length *length, bool has_end)
{
    static const struct http_stream_ops document = {tell_more, free, true},
                                        endless = {tell_more, free, false};
    struct telling *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->length = length;
    if (!http_respond_stream(req, "text/plain", has_end ? &document : &endless, t))
        free(t);
}

static void tell_document(struct http_request *req, void *user)
{
    tell(req, user, true);
}

static void tell_endless(struct http_request *req, void *user)
{
    tell(req, user, false);
}

static void sorry(struct http_request *req, void *user)
{
    http_respond_problem(req, &(struct problem){.status = 503, .code = user});
}

static struct length whole = {LONG, 0}, broken = {LONG, HALF}, unending = {0, 0};

static const struct http_route routes[] = {
    {HTTP_GET, "/whole", tell_document, &whole},
    {HTTP_GET, "/broken", tell_document, &broken},
    {HTTP_GET, "/unending", tell_document, &unending},
    {HTTP_GET, "/endless", tell_endless, &unending},
    {HTTP_GET, "/sorry", sorry, "busy"},
};

static void count(void *user, const struct http_seen *seen)
{
    (void)seen;
    atomic_fetch_add((atomic_uint *)user, 1);
}

static struct http_server *start(atomic_uint *seen)
{
    struct http_config config = {.routes = routes,
                                 .route_count = sizeof routes / sizeof routes[0],
                                 .seen = count,
                                 .seen_user = seen};
    struct http_server *server;
    struct cr_err err;
    if (http_server_start(&config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static struct http_client *client_of(const uint16_t *ports, unsigned n)
{
    char text[2][64];
    const char *bases[2];
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

/* ---- The client's side ---- */

struct taking {
    size_t taken, most; /* more than this is refused; 0: nothing is */
    bool is_good;
    size_t stop_at; /* the server is stopped here; 0: it is not */
    struct http_server *server;
    pthread_t stopper;
};

static void *stop_server(void *server)
{
    http_server_stop(server);
    return NULL;
}

static bool take(void *user, const char *data, size_t len)
{
    struct taking *t = user;
    if (t->most != 0 && t->taken + len > t->most)
        return false;
    for (size_t i = 0; i < len; i++)
        t->is_good = t->is_good && data[i] == byte_at(t->taken + i);
    const bool stops = t->taken < t->stop_at && t->taken + len >= t->stop_at;
    t->taken += len;
    if (stops)
        assert_int_equal(pthread_create(&t->stopper, NULL, stop_server, t->server), 0);
    return true;
}

static int fetch(struct http_client *client, const char *path, struct taking *t,
                 struct http_client_answer *answer, struct cr_err *err)
{
    t->is_good = true;
    return http_fetch(client, path, 60, take, t, answer, err);
}

/* ---- Tests ---- */

static void any_size_arrives(void **state)
{
    (void)state;
    static atomic_uint seen;
    struct http_server *server = start(&seen);
    const uint16_t port = http_server_port(server);
    struct http_client *client = client_of(&port, 1);
    struct http_client_answer answer;
    struct cr_err err = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct taking t = {0};
        assert_int_equal(fetch(client, "/whole", &t, &answer, &err), CR_OK);
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.content_type, "text/plain");
        assert_int_equal(answer.len, LONG);
        assert_int_equal(t.taken, LONG);
        assert_true(t.is_good);
    }
    /* The size of other calls' answers is still limited. */
    assert_int_equal(http_call(client, "GET", "/whole", NULL, 0, 20000, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "exceeds"));
    http_client_free(client);
    http_server_stop(server);
}

/* The text of a refusal is not part of the document. */
static void a_refusal_is_no_document(void **state)
{
    (void)state;
    static atomic_uint seen;
    struct http_server *server = start(&seen);
    const uint16_t port = http_server_port(server);
    struct http_client *client = client_of(&port, 1);
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct taking t = {0};
    assert_int_equal(fetch(client, "/nowhere", &t, &answer, &err), CR_OK);
    assert_int_equal(answer.status, 404);
    assert_string_equal(answer.content_type, PROBLEM_TYPE);
    assert_int_equal(strlen(answer.body), answer.len);
    assert_int_equal(fetch(client, "/sorry", &t, &answer, &err), CR_OK);
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.body, "busy"));
    assert_int_equal(t.taken, 0);
    http_client_free(client);
    http_server_stop(server);
}

/* If nothing has arrived yet, the next server is asked; it is never asked for the rest. */
static void half_is_not_continued_elsewhere(void **state)
{
    (void)state;
    static atomic_uint first_seen, second_seen;
    struct http_server *first = start(&first_seen), *second = start(&second_seen);
    const uint16_t ports[2] = {http_server_port(first), http_server_port(second)};
    struct http_client *client = client_of(ports, 2);
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct taking t = {0};
    assert_int_equal(fetch(client, "/broken", &t, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "broke off after"));
    assert_int_equal(t.taken, HALF);
    assert_true(t.is_good);
    http_server_stop(first);
    assert_int_equal(first_seen, 1);
    assert_int_equal(second_seen, 0);
    t = (struct taking){0};
    assert_int_equal(fetch(client, "/whole", &t, &answer, &err), CR_OK);
    assert_int_equal(t.taken, LONG);
    http_server_stop(second);
    t = (struct taking){0};
    assert_int_equal(fetch(client, "/whole", &t, &answer, &err), CR_E_IO);
    assert_int_equal(t.taken, 0);
    http_client_free(client);
}

static void a_taker_may_have_enough(void **state)
{
    (void)state;
    static atomic_uint first_seen, second_seen;
    struct http_server *first = start(&first_seen), *second = start(&second_seen);
    const uint16_t ports[2] = {http_server_port(first), http_server_port(second)};
    struct http_client *client = client_of(ports, 2);
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct taking t = {.most = HALF};
    assert_int_equal(fetch(client, "/whole", &t, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "could not be kept"));
    http_client_free(client);
    http_server_stop(first);
    http_server_stop(second);
    assert_int_equal(second_seen, 0);
}

/* A server that stops breaks a document off; a stream of events just ends. */
static void a_stop_is_no_end(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int code;
    } asks[] = {{"/unending", CR_E_IO}, {"/endless", CR_OK}};
    for (unsigned i = 0; i < 2; i++) {
        static atomic_uint seen;
        struct http_server *server = start(&seen);
        const uint16_t port = http_server_port(server);
        struct http_client *client = client_of(&port, 1);
        struct http_client_answer answer;
        struct cr_err err = {0};
        struct taking t = {.stop_at = HALF, .server = server};
        assert_int_equal(fetch(client, asks[i].path, &t, &answer, &err), asks[i].code);
        assert_true(t.taken >= HALF && t.is_good);
        assert_int_equal(pthread_join(t.stopper, NULL), 0);
        http_client_free(client);
    }
}

/* ---- A server that sends half and then nothing ---- */

static void *say_half(void *user)
{
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nahov";
    char request[4096];
    const int door = *(const int *)user;
    const int fd = accept(door, NULL, NULL);
    if (fd < 0 || read(fd, request, sizeof request) <= 0 ||
        write(fd, half, sizeof half - 1) != (ssize_t)sizeof half - 1)
        return NULL;
    /* Until the client closes the connection. */
    while (read(fd, request, sizeof request) > 0)
        ;
    close(fd);
    return user;
}

static void silence_is_a_break(void **state)
{
    (void)state;
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    pthread_t thread;
    void *served;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int door = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(door, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(door, 1), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&at, &len), 0);
    assert_int_equal(pthread_create(&thread, NULL, say_half, &door), 0);
    const uint16_t port = ntohs(at.sin_port);
    struct http_client *client = client_of(&port, 1);
    struct http_client_answer answer;
    struct cr_err err = {0};
    struct taking t = {.is_good = true};
    assert_int_equal(http_fetch(client, "/whole", 1, take, &t, &answer, &err), CR_E_IO);
    assert_non_null(strstr(err.text, "broke off after 4 bytes"));
    assert_int_equal(t.taken, 4);
    http_client_free(client);
    assert_int_equal(pthread_join(thread, &served), 0);
    assert_ptr_equal(served, &door);
    close(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_arrives),
        cmocka_unit_test(a_refusal_is_no_document),
        cmocka_unit_test(half_is_not_continued_elsewhere),
        cmocka_unit_test(a_taker_may_have_enough),
        cmocka_unit_test(a_stop_is_no_end),
        cmocka_unit_test(silence_is_a_break),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
