/* The HTTP server over TLS: versions, client certificates, names, deadlines, numbers of
 * connections. */
#define _GNU_SOURCE
#include "papers.h"
#include "peer.h"

#include "net/pki/certificate.h"
#include "net/push.h"
#include "net/server.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static struct papers papers;

/* Answers with who asks: "nobody", or the table and its fingerprint. */
static void who(struct http_request *req, void *user)
{
    char id[HTTP_MACHINE_MAX], text[256], hex[HTTP_FINGERPRINT_BYTES * 2 + 1];
    uint8_t mark[HTTP_FINGERPRINT_BYTES];
    (void)user;
    snprintf(text, sizeof text, "nobody");
    if (http_request_machine(req, id, mark)) {
        sodium_bin2hex(hex, sizeof hex, mark, sizeof mark);
        snprintf(text, sizeof text, "%s %s", id, hex);
    }
    http_respond(req, 200, "text/plain", text, strlen(text));
}

static char *snapshot(void *user, size_t *len)
{
    (void)user;
    *len = 2;
    return strdup("{}");
}

static const struct http_route routes[] = {{HTTP_GET, "/who", who, NULL},
                                           {HTTP_POST, "/who", who, NULL}};

static struct http_server *start(struct http_config *config)
{
    struct http_server *server;
    struct cr_err err;
    struct http_tls tls = {.certificate = papers_file(&papers, "server/server.pem"),
                           .key = papers_file(&papers, "server/server.key"),
                           .authority = papers_file(&papers, "ca.pem")};
    config->tls = &tls;
    config->client_refusal = "Not one of our clients.";
    if (!config->client_unit)
        config->client_unit = "table";
    if (!config->routes) {
        config->routes = routes;
        config->route_count = 2;
    }
    if (http_server_start(config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static int set_up(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    papers_make(&papers);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    papers_remove(&papers);
    return 0;
}

static struct tls_peer peer;

/* --- versions --- */

static void only_tls_1_3_is_spoken(void **state)
{
    (void)state;
    static const char *const old[] = {
        "NORMAL:-VERS-ALL:+VERS-TLS1.2", "NORMAL:-VERS-ALL:+VERS-TLS1.1:%COMPAT",
        "NORMAL:-VERS-ALL:+VERS-TLS1.0:%COMPAT", "NORMAL:-VERS-ALL:+VERS-TLS1.2:+VERS-TLS1.1"};
    struct http_config config = {.threads = 2};
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    for (unsigned i = 0; i < sizeof old / sizeof old[0]; i++) {
        assert_false(peer_connect(&peer, port, &(struct peer_options){.priorities = old[i]}));
        assert_int_not_equal(peer.fault, 0);
        peer_hang_up(&peer);
    }
    /* A client that offers both versions gets the newer one, and an attacker in between cannot
     * downgrade it without being noticed. */
    assert_true(peer_connect(
        &peer, port,
        &(struct peer_options){.priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"}));
    assert_int_equal(gnutls_protocol_get_version(peer.session), GNUTLS_TLS1_3);
    peer_hang_up(&peer);
    assert_int_equal(peer_get(&peer, port, NULL, "/who"), 200);
    peer_hang_up(&peer);
    http_server_stop(server);
}

static void what_is_no_handshake_is_closed(void **state)
{
    (void)state;
    /* Plain HTTP, an SSLv2 hello, and random bytes. */
    static const struct {
        const char *data;
        size_t len;
    } junk[] = {{"GET /who HTTP/1.1\r\nHost: localhost\r\n\r\n", 38},
                {"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10\x01\x00\x80\x02\x00\x80", 17},
                {"\x16\x03\x01\xff\xff\x01\x00\x00", 8},
                {"\x00\xff\x00\xff\x00\xff\x00\xff", 8}};
    struct http_config config = {.handshake_milli = 300};
    struct http_server *server = start(&config);
    for (unsigned i = 0; i < sizeof junk / sizeof junk[0]; i++) {
        char answer[16];
        int fd = peer_dial(http_server_port(server));
        assert_true(send(fd, junk[i].data, junk[i].len, MSG_NOSIGNAL) > 0);
        ssize_t n = recv(fd, answer, sizeof answer, 0);
        /* The answer may be a TLS alert, but never HTTP. */
        assert_true(n <= 0 || answer[0] == 0x15);
        assert_true(peer_wait_end(fd) >= 0);
        close(fd);
    }
    assert_int_equal(peer_get(&peer, http_server_port(server), NULL, "/who"), 200);
    peer_hang_up(&peer);
    http_server_stop(server);
}

/* --- certificates --- */

static void a_table_is_who_its_certificate_says(void **state)
{
    (void)state;
    struct issue_pair pair;
    struct certificate facts;
    char hex[CERTIFICATE_MARK_BYTES * 2 + 1];
    struct http_config config = {.threads = 2};
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", "table", 3600, &pair);
    papers_write(papers_file(&papers, "t.pem"), pair.certificate, pair.certificate_len, 0644);
    assert_int_equal(certificate_load(papers_file(&papers, "t.pem"), &facts, NULL), CR_OK);
    sodium_bin2hex(hex, sizeof hex, facts.mark, sizeof facts.mark);
    assert_int_equal(peer_get(&peer, port, &(struct peer_options){.certificate = &pair}, "/who"),
                     200);
    assert_non_null(strstr(peer.data, "\r\n\r\npit1-t1 "));
    assert_non_null(strstr(peer.data, hex));
    peer_hang_up(&peer);
    assert_int_equal(peer_get(&peer, port, NULL, "/who"), 200);
    assert_non_null(strstr(peer.data, "\r\n\r\nnobody"));
    peer_hang_up(&peer);
    http_server_stop(server);
}

static void a_bad_certificate_is_not_taken_for_none(void **state)
{
    (void)state;
    static struct issue_pair bad[6];
    struct http_config config = {0};
    struct http_server *server = start(&config);
    papers_issue(&papers.foreign, ISSUE_CLIENT, "pit1-t1", "table", 3600, &bad[0]);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", "table", -60, &bad[1]);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", "person", 3600, &bad[2]);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", NULL, 3600, &bad[3]);
    papers_issue(&papers.own, ISSUE_SERVER, "pit1-t1", "table", 3600, &bad[4]);
    papers_issue(NULL, ISSUE_CLIENT, "pit1-t1", "table", 3600, &bad[5]); /* signed by itself */
    for (unsigned i = 0; i < 6; i++) {
        unsigned status = peer_get(&peer, http_server_port(server),
                                   &(struct peer_options){.certificate = &bad[i]}, "/who");
        if (status != 403)
            fail_msg("certificate %u: %u %s", i, status, peer.data);
        assert_non_null(strstr(peer.data, "\"certificate\""));
        assert_non_null(strstr(peer.data, "\"Not one of our clients.\""));
        peer_hang_up(&peer);
    }
    http_server_stop(server);
    /* The server is configured with the unit that it accepts. */
    server = start(&(struct http_config){.client_unit = "person"});
    assert_int_equal(peer_get(&peer, http_server_port(server),
                              &(struct peer_options){.certificate = &bad[2]}, "/who"),
                     200);
    peer_hang_up(&peer);
    http_server_stop(server);
}

/* When a certificate expires the connection stays open, but its requests are refused. */
static void a_certificate_ends_within_a_connection(void **state)
{
    (void)state;
    static const char ask[] = "GET /who HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct issue_pair pair;
    struct http_config config = {0};
    struct http_server *server = start(&config);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", "table", 3, &pair);
    assert_true(peer_connect(&peer, http_server_port(server),
                             &(struct peer_options){.certificate = &pair}));
    unsigned tries = 0;
    for (bool ended = false; !ended;) {
        assert_true(tries++ < 300);
        peer.len = 0;
        peer.data[0] = '\0';
        assert_true(peer_send(&peer, ask));
        assert_true(peer_wait_for(&peer, "pit1-t1") || peer.len > 0);
        ended = strncmp(peer.data, "HTTP/1.1 403", 12) == 0;
        usleep(100000);
    }
    peer_hang_up(&peer);
    http_server_stop(server);
}

static void the_servers_own_papers_are_checked(void **state)
{
    (void)state;
    struct cr_err err;
    struct http_server *server;
    struct issue_pair other;
    struct http_tls tls = {.certificate = papers_file(&papers, "server/server.pem"),
                           .key = papers_file(&papers, "other.key"),
                           .authority = papers_file(&papers, "ca.pem")};
    const struct http_config config = {.tls = &tls,
                                       .client_unit = "table",
                                       .client_refusal = "no",
                                       .routes = routes,
                                       .route_count = 2};
    papers_issue(&papers.own, ISSUE_SERVER, "other", NULL, 3600, &other);
    papers_write(tls.key, other.key, other.key_len, 0600);
    assert_int_equal(http_server_start(&config, &server, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "is not the key of"));
    papers_write(tls.key, other.key, other.key_len, 0640);
    assert_int_equal(http_server_start(&config, &server, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "chmod 600"));
    tls.key = papers_file(&papers, "nothing.key");
    assert_int_equal(http_server_start(&config, &server, &err), CR_E_NOT_FOUND);
}

/* --- names and addresses --- */

static unsigned ask_with(uint16_t port, const char *headers)
{
    char request[512];
    unsigned status = 0;
    snprintf(request, sizeof request, "GET /who HTTP/1.1\r\n%s\r\n", headers);
    assert_true(peer_connect(&peer, port, NULL));
    assert_true(peer_send(&peer, request));
    assert_true(peer_wait_for(&peer, "\r\n\r\n"));
    sscanf(peer.data, "HTTP/1.1 %u", &status);
    peer_hang_up(&peer);
    return status;
}

static void hosts_are_those_of_the_certificate(void **state)
{
    (void)state;
    struct http_config config = {0};
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    assert_int_equal(ask_with(port, "Host: localhost:8443\r\n"), 200);
    assert_int_equal(ask_with(port, "Host: 127.0.0.1\r\n"), 200);
    assert_int_equal(ask_with(port, "Host: evil.example\r\n"), 421);
    assert_int_equal(ask_with(port, "Host: 127.0.0.2\r\n"), 421);
    assert_int_equal(ask_with(port, "Host: localhost\r\nOrigin: https://localhost\r\n"), 200);
    assert_int_equal(ask_with(port, "Host: localhost\r\nOrigin: http://localhost\r\n"), 403);
    assert_int_equal(ask_with(port, "Host: localhost\r\nOrigin: null\r\n"), 403);
    http_server_stop(server);
}

static void off_loopback_only_with_tls(void **state)
{
    (void)state;
    struct cr_err err;
    struct http_server *server;
    struct http_config config = {.address = "0.0.0.0", .routes = routes, .route_count = 2};
    assert_int_equal(http_server_start(&config, &server, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "without TLS"));
    server = start(&config);
    assert_int_equal(peer_get(&peer, http_server_port(server), NULL, "/who"), 200);
    peer_hang_up(&peer);
    http_server_stop(server);
}

/* --- time and numbers --- */

enum { TRICKLES = 1500, TRIES = 100 };

/* On a busy machine even a fast client may exceed the server's short deadline, so it tries again.
 */
static void connect_in_time(uint16_t port)
{
    unsigned tries = 0;
    while (!peer_connect(&peer, port, NULL)) {
        peer_hang_up(&peer);
        assert_true(++tries < TRIES);
    }
}

static void who_is_slow_is_ended(void **state)
{
    (void)state;
    struct http_config config = {.handshake_milli = 300, .head_milli = 600, .body_milli = 300};
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    /* A connection without data, and one with the first byte of a handshake. */
    int fd = peer_dial(port);
    int half = peer_dial(port);
    assert_int_equal(send(half, "\x16", 1, MSG_NOSIGNAL), 1);
    assert_true(peer_wait_end(fd) >= 0);
    assert_true(peer_wait_end(half) >= 0);
    close(fd);
    close(half);
    /* Headers that never end, although data keep coming. */
    connect_in_time(port);
    peer_send(&peer, "GET /who HTTP/1.1\r\n");
    unsigned sent = 0;
    while (peer_send(&peer, "X: y\r\n") && sent++ < TRICKLES)
        usleep(20000);
    assert_true(sent < TRICKLES);
    peer_hang_up(&peer);
    /* A body that never ends. */
    connect_in_time(port);
    peer_send(&peer, "POST /who HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                     "application/json\r\nContent-Length: 100000\r\n\r\n");
    sent = 0;
    while (peer_send(&peer, " ") && sent++ < TRICKLES)
        usleep(20000);
    assert_true(sent < TRICKLES);
    peer_hang_up(&peer);
    http_server_stop(server);
}

/* Sends three requests on one connection, with pauses that are longer than a request may take. */
static bool ask_and_rest(uint16_t port)
{
    bool good = true;
    connect_in_time(port);
    for (unsigned i = 0; good && i < 3; i++) {
        peer.len = 0;
        peer.data[0] = '\0';
        good = peer_send(&peer, "GET /who HTTP/1.1\r\nHost: localhost\r\n\r\n") &&
               peer_wait_for(&peer, "nobody");
        usleep(900000);
    }
    peer_hang_up(&peer);
    return good;
}

/* Each request has its own deadline, and a pause between requests does not count: a server that
 * counted it would end every try. */
static void who_rests_is_not_slow(void **state)
{
    (void)state;
    struct http_config config = {.handshake_milli = 400, .head_milli = 500};
    struct http_server *server = start(&config);
    unsigned tries = 0;
    while (!ask_and_rest(http_server_port(server)))
        assert_true(++tries < TRIES / 10);
    http_server_stop(server);
}

enum { PER_ADDRESS = 8 };

static void an_address_has_so_many(void **state)
{
    (void)state;
    static struct tls_peer many[PER_ADDRESS];
    struct http_config config = {.threads = 2, .per_address = PER_ADDRESS};
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    for (unsigned i = 0; i < PER_ADDRESS; i++)
        assert_true(peer_connect(&many[i], port, NULL));
    assert_false(peer_connect(&peer, port, NULL));
    peer_hang_up(&peer);
    /* Existing connections are kept, and one that closes makes room. */
    assert_true(peer_send(&many[0], "GET /who HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    assert_true(peer_wait_for(&many[0], "nobody"));
    peer_hang_up(&many[1]);
    while (!peer_connect(&many[1], port, NULL))
        peer_hang_up(&many[1]);
    for (unsigned i = 0; i < PER_ADDRESS; i++)
        peer_hang_up(&many[i]);
    http_server_stop(server);
}

/* Part of the connections is reserved for machines that were there before. */
static void known_machines_have_a_reserve(void **state)
{
    (void)state;
    static struct tls_peer first, many[64];
    struct issue_pair pair;
    struct http_config config = {.connections = 8, .reserve = 39}; /* 32 more are told why not */
    struct http_server *server = start(&config);
    const uint16_t port = http_server_port(server);
    papers_issue(&papers.own, ISSUE_CLIENT, "pit1-t1", "table", 3600, &pair);
    assert_true(peer_connect(&first, port, NULL));
    assert_false(peer_connect(&peer, port, NULL));
    peer_hang_up(&peer);
    peer_hang_up(&first);
    unsigned status;
    while ((status = peer_get(&peer, port, &(struct peer_options){.certificate = &pair}, "/who")) ==
           0)
        peer_hang_up(&peer);
    assert_int_equal(status, 200);
    peer_hang_up(&peer);
    for (unsigned i = 0; i < 6; i++)
        assert_true(peer_connect(&many[i], port, NULL));
    for (unsigned i = 0; i < 6; i++)
        peer_hang_up(&many[i]);
    http_server_stop(server);
}

/* --- streams --- */

static void a_stream_flows(void **state)
{
    (void)state;
    struct push_hub *hub;
    struct push_config push = {.messages = 16, .heartbeat_ms = 50, .snapshot = snapshot};
    assert_int_equal(push_hub_new(&push, &hub, NULL), CR_OK);
    const struct http_route streams[] = {{HTTP_GET, "/events", push_subscribe, hub}};
    struct http_config config = {
        .head_milli = 300, .body_milli = 300, .routes = streams, .route_count = 1};
    struct http_server *server = start(&config);
    unsigned tries = 0;
    connect_in_time(http_server_port(server));
    while (!peer_send(&peer, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n") ||
           !peer_wait_for(&peer, "data: {}")) {
        assert_true(++tries < TRIES);
        peer_hang_up(&peer);
        connect_in_time(http_server_port(server));
    }
    for (unsigned i = 0; i < 20; i++) {
        char data[32];
        int len = snprintf(data, sizeof data, "{\"n\":%u}", i);
        push_publish(hub, "tick", NULL, data, (size_t)len);
        assert_true(peer_wait_for(&peer, data));
        usleep(50000);
    }
    peer_hang_up(&peer);
    http_server_stop(server);
    push_hub_free(hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_tls_1_3_is_spoken),
        cmocka_unit_test(what_is_no_handshake_is_closed),
        cmocka_unit_test(a_table_is_who_its_certificate_says),
        cmocka_unit_test(a_bad_certificate_is_not_taken_for_none),
        cmocka_unit_test(a_certificate_ends_within_a_connection),
        cmocka_unit_test(the_servers_own_papers_are_checked),
        cmocka_unit_test(hosts_are_those_of_the_certificate),
        cmocka_unit_test(off_loopback_only_with_tls),
        cmocka_unit_test(who_is_slow_is_ended),
        cmocka_unit_test(who_rests_is_not_slow),
        cmocka_unit_test(an_address_has_so_many),
        cmocka_unit_test(known_machines_have_a_reserve),
        cmocka_unit_test(a_stream_flows),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
