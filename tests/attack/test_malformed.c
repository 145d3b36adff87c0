/* Malformed requests at both listeners of a live manager: each is refused with its status or cut
 * off, none reaches its target, and the manager keeps answering.
 *
 * usage: test_malformed CROUPIER */
#define _GNU_SOURCE
#include "siege.h"

#include "tls/peer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#define HOST   "Host: localhost\r\n"
#define JSON   "Content-Type: application/json\r\n"
#define HEALTH "GET /healthz HTTP/1.1\r\n" HOST "\r\n"
#define JOIN   "POST /api/v1/tables/t1/join HTTP/1.1\r\n" HOST JSON

static const char *program;
static struct tls_peer peer;

static int open_siege(void **state)
{
    (void)state;
    siege_open(program, false);
    return 0;
}

/* The statuses of all answers in the text, such as "400" or "200 400". An error status whose body
 * is no problem document gets a "?", as in "400?". */
static void statuses_of(char *text, char *out, size_t room)
{
    size_t len = 0;
    out[0] = '\0';
    for (char *at = text; (at = strstr(at, "HTTP/1.1 ")) != NULL; at += 9) {
        unsigned status;
        const char *type = strstr(at, "Content-Type: application/problem+json");
        const char *end = strstr(at, "\r\n\r\n");
        const bool is_problem = type && end && type < end;
        if (sscanf(at + 9, "%u", &status) == 1 && status != 100 && len + 6 < room)
            len += (size_t)snprintf(out + len, room - len, "%s%u%s", len ? " " : "", status,
                                    status < 400 || is_problem ? "" : "?");
    }
}

static void ask_plain(const char *data, size_t len, char *out, size_t room)
{
    static char text[65536];
    int fd = siege_dial(SIEGE_PLAIN, 0);
    assert_true(fd >= 0);
    siege_say(fd, data, len);
    shutdown(fd, SHUT_WR);
    siege_hear(fd, text, sizeof text);
    close(fd);
    statuses_of(text, out, room);
}

static void ask_tls(const char *data, size_t len, char *out, size_t room)
{
    assert_true(peer_connect(&peer, siege_port(SIEGE_TLS), NULL));
    while (len > 0) {
        ssize_t n = gnutls_record_send(peer.session, data, len);
        if (n <= 0)
            break;
        data += n;
        len -= (size_t)n;
    }
    gnutls_bye(peer.session, GNUTLS_SHUT_WR);
    while (peer_wait_for(&peer, "\r\n\r\n\r\n\r\n\r\n"))
        continue;
    peer_hang_up(&peer);
    statuses_of(peer.data, out, room);
}

struct attack {
    const char *name;
    const char *bytes;
    size_t len; /* length of bytes, which may contain zeros */
    const char *answer;
};

#define TEXT(name, bytes, answer)                                                                  \
    {                                                                                              \
        name, bytes, sizeof(bytes) - 1, answer                                                     \
    }

static const struct attack attacks[] = {
    /* Where a request ends: a request that can be read in two ways could smuggle in a second one.
     */
    TEXT("length and chunks",
         JOIN "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" HEALTH, "400"),
    TEXT("chunks and length",
         JOIN "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" HEALTH, "400"),
    TEXT("two lengths", JOIN "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" HEALTH, "400"),
    TEXT("two equal lengths", JOIN "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" HEALTH,
         "400"),
    TEXT("a list of lengths", JOIN "Content-Length: 2, 40\r\n\r\n{}" HEALTH, "400"),
    TEXT("a negative length", JOIN "Content-Length: -1\r\n\r\n{}", "400"),
    TEXT("a signed length", JOIN "Content-Length: +2\r\n\r\n{}", "400"),
    TEXT("an endless length", JOIN "Content-Length: 99999999999999999999999\r\n\r\n{}", "413"),
    TEXT("an odd encoding", JOIN "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" HEALTH, "411"),
    TEXT("two encodings",
         JOIN "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" HEALTH,
         "400"),
    TEXT("chunks of an old version",
         "POST /api/v1/tables/t1/join HTTP/1.0\r\n" HOST JSON
         "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
         "411"),
    TEXT("chunks", JOIN "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" HEALTH, "411"),
    TEXT("a chunk that ends with a bare LF",
         JOIN "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\r\n\r\n" HEALTH, "411"),
    TEXT("an extension that ends with a bare LF",
         JOIN "Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n" HEALTH, "411"),
    TEXT("a trailer that says who asks",
         JOIN
         "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n" HEALTH,
         "411"),
    TEXT("a length behind a bare LF", JOIN "X: a\nContent-Length: 2\r\n\r\n{}" HEALTH, "400"),
    TEXT("a head that ends with a bare LF", JOIN "Content-Length: 2\r\n\n{}" HEALTH, "400"),
    TEXT("an end before the end", "GET /healthz HTTP/1.1\r\n" HOST "\n\r\n" HEALTH, "400"),
    TEXT("lines that all end with a bare LF", "GET /healthz HTTP/1.1\nHost: localhost\n\n" HEALTH,
         "400"),
    /* Headers that matter, given twice: another reader could take the other one. */
    TEXT("two origins",
         JOIN "Origin: http://evil.example\r\nOrigin: http://localhost\r\n"
              "Content-Length: 2\r\n\r\n{}",
         "400"),
    TEXT("two types", JOIN "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", "400"),
    TEXT("two authorizations",
         "GET /healthz HTTP/1.1\r\n" HOST
         "Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n",
         "400"),
    TEXT("two cookie headers",
         "GET /healthz HTTP/1.1\r\n" HOST "Cookie: a=1\r\nCookie: a=2\r\n\r\n", "400"),
    TEXT("a blank before the colon", JOIN "Content-Length : 2\r\n\r\n{}" HEALTH, "400"),
    TEXT("two hosts", "GET /healthz HTTP/1.1\r\n" HOST "Host: other\r\n\r\n", "400"),
    TEXT("a host with a path", "GET /healthz HTTP/1.1\r\nHost: localhost:80/x\r\n\r\n", "421"),
    TEXT("another host", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
    /* A folded line is part of one header, or an error; it is never a second length. */
    TEXT("a folded header", JOIN "X-Fold: a\r\n Content-Length: 40\r\nContent-Length: 2\r\n\r\n{}",
         "400"),
    /* Texts that end early, or that could be read as ending in two places. */
    TEXT("a zero byte", "GET /healthz HTTP/1.1\r\n" HOST "X-A: a\0b\r\n\r\n", "400"),
    TEXT("a zero in the target", "GET /healthz\0x HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a bare CR", "GET /healthz HTTP/1.1\r\n" HOST "X-A: a\rContent-Length: 4\r\n\r\n", "400"),
    /* Paths. */
    TEXT("dots", "GET /../../etc/passwd HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("encoded dots", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("encoded slashes", "GET /api%2fv1%2fpeople HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a backslash", "GET /..%5c..%5cetc HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("twice encoded", "GET /%252e%252e/etc/passwd HTTP/1.1\r\n" HOST "\r\n", "404"),
    TEXT("an encoded end", "GET /healthz%00.html HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a long UTF-8", "GET /%c0%ae%c0%ae/etc HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a proxy's target", "GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a table of dots", "GET /api/v1/tables/%2e%2e/rules HTTP/1.1\r\n" HOST "\r\n", "400"),
    /* Requests that are cut short. */
    TEXT("no blank", "GARBAGE\r\n\r\n", ""),
    TEXT("half a line", "GET /heal", ""),
    TEXT("half a head", "GET /healthz HTTP/1.1\r\nHost: loc", ""),
    TEXT("half a body", JOIN "Content-Length: 100\r\n\r\n{\"instance\":\"x", ""),
    TEXT("half a chunk", JOIN "Transfer-Encoding: chunked\r\n\r\nff\r\n{\"inst", "411"),
    TEXT("a header without a colon", "GET /healthz HTTP/1.1\r\n" HOST "colon\r\n\r\n", "400"),
    TEXT("no host", "GET /healthz HTTP/1.1\r\n\r\n", "400"),
    TEXT("no version", "GET /healthz\r\n\r\n", "400"),
    TEXT("another version", "GET /healthz HTTP/2.0\r\n" HOST "\r\n", "505"),
    /* Methods and types. */
    TEXT("a method of its own", "BREW /healthz HTTP/1.1\r\n" HOST "\r\n", "405"),
    TEXT("a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\n" HOST "\r\n", "400"),
    TEXT("a form",
         "POST /api/v1/tables/t1/join HTTP/1.1\r\n" HOST
         "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
         "415"),
    TEXT("a body for nothing", "GET /healthz HTTP/1.1\r\n" HOST JSON "Content-Length: 2\r\n\r\n{}",
         "400"),
};

/* There must be one refusal, and no answer to what follows the malformed request. */
static bool is_as_expected(const char *got, const char *wanted)
{
    return strcmp(got, wanted) == 0;
}

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    char plain[64], tls[64];
    unsigned bad = 0;
    for (unsigned i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        const struct attack *a = &attacks[i];
        ask_plain(a->bytes, a->len, plain, sizeof plain);
        ask_tls(a->bytes, a->len, tls, sizeof tls);
        if (is_as_expected(plain, a->answer) && is_as_expected(tls, a->answer))
            continue;
        printf("%s: plain '%s', TLS '%s', wanted '%s'\n", a->name, plain, tls, a->answer);
        bad++;
    }
    assert_int_equal(bad, 0);
    siege_check();
}

/* ---- Sizes ---- */

static const char *repeat(const char *before, const char *unit, size_t count, const char *after,
                          size_t *len)
{
    const size_t size = strlen(unit);
    *len = strlen(before) + size * count + strlen(after);
    char *text = malloc(*len + 1), *at = text;
    assert_non_null(text);
    at += sprintf(at, "%s", before);
    for (size_t i = 0; i < count; i++, at += size)
        memcpy(at, unit, size);
    strcpy(at, after);
    return text;
}

static void expect_refused(const char *name, const char *wanted, bool may_be_cut, const char *text,
                           size_t len)
{
    char got[64];
    ask_plain(text, len, got, sizeof got);
    if (!is_as_expected(got, wanted) && !(may_be_cut && got[0] == '\0'))
        fail_msg("%s: '%s', wanted '%s'", name, got, wanted);
    ask_tls(text, len, got, sizeof got);
    if (!is_as_expected(got, wanted) && !(may_be_cut && got[0] == '\0'))
        fail_msg("%s with TLS: '%s', wanted '%s'", name, got, wanted);
}

static void expect_small(const char *name, const char *wanted, const char *before, const char *unit,
                         size_t count, const char *after)
{
    size_t len;
    const char *text = repeat(before, unit, count, after, &len);
    expect_refused(name, wanted, false, text, len);
    free((void *)(uintptr_t)text);
}

/* A client that goes on sending while the answer comes may lose the answer, because the connection
 * is cut. */
static void expect_large(const char *name, const char *wanted, const char *before, const char *unit,
                         size_t count, const char *after)
{
    size_t len;
    const char *text = repeat(before, unit, count, after, &len);
    expect_refused(name, wanted, true, text, len);
    free((void *)(uintptr_t)text);
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    const long before = siege_memory();
    expect_large("a long target", "414", "GET /", "a", 12000, " HTTP/1.1\r\n" HOST "\r\n");
    expect_large("a longer target", "414", "GET /", "a", 1000000, " HTTP/1.1\r\n" HOST "\r\n");
    expect_large("many headers", "431", "GET /healthz HTTP/1.1\r\n" HOST, "X-A: b\r\n", 100000,
                 "\r\n");
    expect_large("a long header", "431", "GET /healthz HTTP/1.1\r\n" HOST "X-A: ", "a", 1000000,
                 "\r\n\r\n");
    expect_small("many cookies", "431", "GET /healthz HTTP/1.1\r\n" HOST "Cookie: ", "a=b; ", 600,
                 "\r\n\r\n");
    expect_small("all cookies that leave no room", "431",
                 "GET /healthz HTTP/1.1\r\n" HOST "Cookie: ", "a=b; ", 430, "\r\n\r\n");
    expect_small("all headers that leave no room", "431", "GET /healthz HTTP/1.1\r\n" HOST,
                 "a:\r\n", 480, "\r\n");
    expect_small("many parameters", "400", "GET /healthz?", "a&", 600, " HTTP/1.1\r\n" HOST "\r\n");
    expect_small("more parameters", "414", "GET /healthz?", "a&", 6000,
                 " HTTP/1.1\r\n" HOST "\r\n");
    expect_large("a large body", "413", JOIN "Content-Length: 900000\r\n\r\n", " ", 900000, "");
    expect_large("a deep body", "400", JOIN "Content-Length: 100000\r\n\r\n", "[", 100000, "");
    expect_large("a deep object", "400", JOIN "Content-Length: 150000\r\n\r\n", "{\"a\":", 30000,
                 "");
    siege_check();
    printf("memory %ld MiB before, %ld MiB after\n", before / 1024, siege_memory() / 1024);
}

/* ---- The same request repeated ---- */

static void a_repeat_gets_the_first_answer(void **state)
{
    (void)state;
    static const char event[] = "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":2}";
    static const char deal[] = "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[2]}";
    static const char other[] = "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":1,\"seats\":[3]}";
    char first[2048];
    const char *answer;
    assert_int_equal(
        siege_ask("POST", "/api/v1/tables/t3/join", "{\"instance\":\"box-1\"}", &answer), 200);
    assert_int_equal(siege_ask("POST", "/api/v1/tables/t3/events", deal, &answer), 200);
    snprintf(first, sizeof first, "%s", answer);
    /* The answer must be the same, byte for byte. */
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(siege_ask("POST", "/api/v1/tables/t3/events", deal, &answer), 200);
        assert_string_equal(answer, first);
    }
    assert_int_equal(siege_ask("POST", "/api/v1/tables/t3/events", event, &answer), 200);
    /* Another content under the same number means another sender. */
    assert_int_equal(siege_ask("POST", "/api/v1/tables/t3/events", other, &answer), 409);
    assert_int_equal(siege_ask("GET", "/api/v1/alarms", NULL, &answer), 200);
    if (!strstr(answer, "\"table\":\"t3\""))
        fail_msg("no alarm: %s", answer);
    printf("alarm: %.200s\n", answer);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_malformed_is_refused),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(a_repeat_gets_the_first_answer),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, open_siege, siege_close);
}
