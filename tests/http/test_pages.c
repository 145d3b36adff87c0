/* The screens as files: their paths, their headers, and that a browser need not load them twice. */
#include "raw.h"

#include "service/api/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct served {
    struct http_server *server;
    struct http_route *routes;
};

static void answer_api(struct http_request *req, void *user)
{
    (void)user;
    http_respond(req, 200, HTTP_JSON, "{}", 2);
}

static int serve(void **state)
{
    static const struct http_route api[] = {{HTTP_GET, "/api/v1/{thing}", answer_api, NULL}};
    static struct served s;
    struct http_config config = {0};
    struct cr_err err = {0};
    struct route_list lists[] = {{api, 1}, {NULL, 0}, {NULL, 0}};
    lists[2].routes = pages_routes(&(struct pages_server){.has_floor = true, .has_signer = true},
                                   &lists[2].count);
    s.routes = routes_join(lists, 3, &config.route_count);
    assert_non_null(s.routes);
    config.routes = s.routes;
    assert_int_equal(http_server_start(&config, &s.server, &err), 0);
    *state = &s;
    return 0;
}

static int stop(void **state)
{
    struct served *s = *state;
    http_server_stop(s->server);
    free(s->routes);
    return 0;
}

static struct raw_answer ask(void **state, const char *path, const char *more)
{
    struct served *s = *state;
    char request[512];
    snprintf(request, sizeof request, "HEAD %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, more);
    struct raw r;
    static struct raw_answer answer;
    raw_open(&r, http_server_port(s->server));
    raw_send(&r, request);
    assert_true(raw_answer(&r, &answer, true));
    raw_close(&r);
    return answer;
}

static void pages_have_their_places(void **state)
{
    static const char *const pages[] = {"/", "/manager", "/sign", "/dealer", "/math", "/practice"};
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        struct raw_answer a = ask(state, pages[i], "");
        assert_int_equal(a.status, 200);
        assert_non_null(strstr(a.head, "Content-Type: text/html; charset=utf-8\r\n"));
        assert_non_null(strstr(a.head, "Content-Security-Policy: default-src 'self';"));
        assert_null(strstr(a.head, "unsafe"));
    }
    assert_non_null(strstr(ask(state, "/web/sign.js", "").head, "Content-Type: text/javascript"));
    assert_non_null(strstr(ask(state, "/web/sign.css", "").head, "Content-Type: text/css"));
    assert_non_null(strstr(ask(state, "/web/inter.woff2", "").head, "Content-Type: font/woff2"));
    assert_int_equal(ask(state, "/api/v1/floor", "").status, 200);
}

/* A page is told what its server has, and need not find out by requests that fail. */
static void pages_know_their_server(void **state)
{
    struct served *s = *state;
    raw_expect(http_server_port(s->server),
               "GET /web/server.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
               "{\"floor\":true,\"console\":false,\"signer\":true}");
}

static void nothing_else_is_there(void **state)
{
    static const char *const paths[] = {"/home.html", "/web/",          "/web/../manager",
                                        "/web/x.js",  "/web/sign.html", "/manager/",
                                        "/Manager",   "/web/..%2fsign"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (ask(state, paths[i], "").status == 200)
            fail_msg("there should be nothing at %s", paths[i]);
}

static void what_is_known_is_not_sent_again(void **state)
{
    struct raw_answer a = ask(state, "/web/manager.js", "");
    char known[128] = "If-None-Match: ";
    const char *tag = strstr(a.head, "ETag: ");
    assert_non_null(tag);
    tag += strlen("ETag: ");
    strncat(known, tag, strcspn(tag, "\r") + 2);
    assert_int_equal(ask(state, "/web/manager.js", known).status, 304);
    assert_int_equal(ask(state, "/web/sign.js", known).status, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_have_their_places),
        cmocka_unit_test(pages_know_their_server),
        cmocka_unit_test(nothing_else_is_there),
        cmocka_unit_test(what_is_known_is_not_sent_again),
    };
    return cmocka_run_group_tests(tests, serve, stop);
}
