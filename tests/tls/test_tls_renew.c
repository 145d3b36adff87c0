/* A server's certificate is replaced while the server runs: which connections get which
 * certificate, and which new files are refused. */
#define _GNU_SOURCE
#include "papers.h"
#include "peer.h"

#include "net/pki/authority.h"
#include "net/push.h"
#include "net/server.h"
#include "net/tls.h"

#include <pthread.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define SERIAL_ROOM 64

static struct papers papers;
static struct tls_peer peer, old;

/* ---- Messages of the server, which come on its own thread ---- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t more;
    char last[CR_ERR_TEXT_MAX];
    char words[CR_ERR_TEXT_MAX]; /* the message that is_said found last */
} news = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

static void hear(void *user, const char *text)
{
    (void)user;
    pthread_mutex_lock(&news.lock);
    snprintf(news.last, sizeof news.last, "%s", text);
    pthread_cond_signal(&news.more);
    pthread_mutex_unlock(&news.lock);
}

/* Waits for a message with these words, and discards it. */
static void is_said(const char *words)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    pthread_mutex_lock(&news.lock);
    while (!strstr(news.last, words))
        if (pthread_cond_timedwait(&news.more, &news.lock, &until) != 0)
            break;
    const bool fits = strstr(news.last, words) != NULL;
    snprintf(news.words, sizeof news.words, "%s", news.last);
    news.last[0] = '\0';
    pthread_mutex_unlock(&news.lock);
    if (!fits)
        fail_msg("no \"%s\": %s", words, news.words);
}

/* ---- The server and its files ---- */

static struct http_tls files_of(void)
{
    static char certificate[128], key[128], authority[128];
    snprintf(certificate, sizeof certificate, "%s/" AUTHORITY_SERVER_PEM, papers.dir);
    snprintf(key, sizeof key, "%s/" AUTHORITY_SERVER_KEY, papers.dir);
    snprintf(authority, sizeof authority, "%s/ca.pem", papers.dir);
    return (struct http_tls){.certificate = certificate, .key = key, .authority = authority};
}

static void who(struct http_request *req, void *user)
{
    (void)user;
    http_respond(req, 200, "text/plain", "nobody", 6);
}

static char *snapshot(void *user, size_t *len)
{
    (void)user;
    *len = 2;
    return strdup("{}");
}

static struct http_server *start(struct push_hub *hub)
{
    static struct http_route routes[2];
    const struct http_tls tls = files_of();
    struct http_server *server;
    struct cr_err err;
    routes[0] = (struct http_route){HTTP_GET, "/who", who, NULL};
    routes[1] = (struct http_route){HTTP_GET, "/events", push_subscribe, hub};
    const struct http_config config = {.tls = &tls,
                                       .client_unit = "table",
                                       .client_refusal = "no",
                                       .threads = 2,
                                       .routes = routes,
                                       .route_count = hub ? 2 : 1,
                                       .say = hear};
    news.last[0] = '\0';
    if (http_server_start(&config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static void put_key(const char *text, size_t len, unsigned mode)
{
    papers_write(files_of().key, text, len, mode);
}

static void put_certificate(const char *text, size_t len)
{
    papers_write(files_of().certificate, text, len, 0600);
}

static void put(const struct issue_pair *pair)
{
    put_key(pair->key, pair->key_len, 0600);
    put_certificate(pair->certificate, pair->certificate_len);
}

static void renew(const char *host)
{
    struct cr_err err;
    if (authority_renew_server(papers.dir, &host, 1, 30, &err) != CR_OK)
        fail_msg("%s", err.text);
}

static void issue_server(const struct issue_pair *authority, int seconds, struct issue_pair *out)
{
    papers_issue(authority, ISSUE_SERVER, "manager", NULL, seconds, out);
}

/* ---- Which certificate a connection gets ---- */

static void read_serial(gnutls_session_t session, char out[SERIAL_ROOM])
{
    unsigned count = 0;
    unsigned char serial[20];
    size_t size = sizeof serial;
    gnutls_x509_crt_t crt;
    const gnutls_datum_t *chain = gnutls_certificate_get_peers(session, &count);
    assert_true(chain && count > 0);
    assert_int_equal(gnutls_x509_crt_init(&crt), 0);
    assert_int_equal(gnutls_x509_crt_import(crt, &chain[0], GNUTLS_X509_FMT_DER), 0);
    assert_int_equal(gnutls_x509_crt_get_serial(crt, serial, &size), 0);
    sodium_bin2hex(out, SERIAL_ROOM, serial, size);
    gnutls_x509_crt_deinit(crt);
}

static void shown_serial(uint16_t port, char out[SERIAL_ROOM])
{
    assert_true(peer_connect(&peer, port, NULL));
    read_serial(peer.session, out);
    peer_hang_up(&peer);
}

static void asks(struct tls_peer *p, const char *host, const char *status)
{
    char request[256];
    snprintf(request, sizeof request, "GET /who HTTP/1.1\r\nHost: %s\r\n\r\n", host);
    p->len = 0;
    p->data[0] = '\0';
    assert_true(peer_send(p, request));
    assert_true(peer_wait_for(p, strcmp(status, "200") == 0 ? "nobody" : "}"));
    if (strncmp(p->data + 9, status, 3) != 0)
        fail_msg("%s: not %s: %s", host, status, p->data);
}

static void new_connections_see_the_new_one(void **state)
{
    (void)state;
    char first[SERIAL_ROOM], second[SERIAL_ROOM];
    struct http_server *server = start(NULL);
    const uint16_t port = http_server_port(server);
    assert_true(peer_connect(&old, port, NULL));
    read_serial(old.session, first);
    asks(&old, "localhost", "200");
    renew("manager.pit");
    is_said("the new certificate is in use: serial ");
    shown_serial(port, second);
    assert_string_not_equal(first, second);
    assert_non_null(strstr(news.words, second));
    /* The older connection continues under the name that it began with. */
    asks(&old, "localhost", "200");
    asks(&old, "manager.pit", "421");
    peer_hang_up(&old);
    assert_true(peer_connect(&peer, port, NULL));
    asks(&peer, "manager.pit", "200");
    asks(&peer, "localhost", "421");
    peer_hang_up(&peer);
    http_server_stop(server);
}

static void a_stream_lives_on(void **state)
{
    (void)state;
    struct push_hub *hub;
    char data[32];
    const struct push_config push = {.messages = 16, .heartbeat_ms = 1000, .snapshot = snapshot};
    assert_int_equal(push_hub_new(&push, &hub, NULL), CR_OK);
    struct http_server *server = start(hub);
    assert_true(peer_connect(&old, http_server_port(server), NULL));
    assert_true(peer_send(&old, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    assert_true(peer_wait_for(&old, "data: {}"));
    for (unsigned i = 1; i <= 3; i++) {
        renew("localhost");
        is_said("the new certificate is in use");
        int len = snprintf(data, sizeof data, "{\"n\":%u}", i);
        push_publish(hub, "tick", NULL, data, (size_t)len);
        assert_true(peer_wait_for(&old, data));
    }
    peer_hang_up(&old);
    http_server_stop(server);
    push_hub_free(hub);
}

/* ---- New certificates that are refused ---- */

static void a_bad_pair_is_not_shown(void **state)
{
    (void)state;
    char first[SERIAL_ROOM], now[SERIAL_ROOM];
    static struct issue_pair good;
    struct http_server *server = start(NULL);
    const uint16_t port = http_server_port(server);
    issue_server(&papers.own, 3600, &good);
    shown_serial(port, first);
    put_key(good.key, good.key_len, 0600);
    is_said("the certificate before stays in use");
    shown_serial(port, now);
    assert_string_equal(first, now);
    put_certificate(good.certificate, good.certificate_len);
    is_said("the new certificate is in use");
    shown_serial(port, now);
    assert_string_not_equal(first, now);
    http_server_stop(server);
}

static void a_certificate_that_is_over_is_no_reason_not_to_start(void **state)
{
    (void)state;
    static struct issue_pair bad;
    issue_server(&papers.own, -60, &bad);
    put(&bad);
    struct http_server *server = start(NULL);
    is_said("clients will refuse it");
    renew("localhost");
    is_said("the new certificate is in use");
    http_server_stop(server);
}

/* ---- How often the files are read and messages are given ---- */

static unsigned look(struct tls *tls, unsigned times, char last[CR_ERR_TEXT_MAX])
{
    unsigned said = 0;
    while (times-- > 0)
        said += tls_look_again(tls, last);
    return said;
}

static struct tls *open_files(void)
{
    const struct http_tls files = files_of();
    struct tls *tls;
    struct cr_err err;
    if (tls_new(&files, &tls, &err) != CR_OK)
        fail_msg("%s", err.text);
    return tls;
}

static void refuses(struct tls *tls, const char *why)
{
    char last[CR_ERR_TEXT_MAX], first[TLS_PAIR_WORDS], now[TLS_PAIR_WORDS];
    struct tls_pair *before = tls_hold_pair(tls);
    assert_int_equal(look(tls, 2, last), 1);
    if (!strstr(last, why) || !strstr(last, "the certificate before stays in use"))
        fail_msg("not \"%s\": %s", why, last);
    struct tls_pair *after = tls_hold_pair(tls);
    assert_string_equal(tls_pair_say(before, first), tls_pair_say(after, now));
    tls_pair_let_go(before);
    tls_pair_let_go(after);
}

static void what_is_bad_is_not_taken(void **state)
{
    (void)state;
    static struct issue_pair good, other, bad;
    char last[CR_ERR_TEXT_MAX];
    struct tls *tls = open_files();
    issue_server(&papers.own, 3600, &good);
    issue_server(&papers.own, 3600, &other);
    put_key(good.key, good.key_len, 0600);
    refuses(tls, "is not the key of");
    put_certificate(good.certificate, good.certificate_len / 2);
    refuses(tls, "is no certificate");
    put_key(good.key, good.key_len / 2, 0600);
    put_certificate(good.certificate, good.certificate_len);
    refuses(tls, "is not the key of");
    put_key(good.key, good.key_len, 0640);
    refuses(tls, "chmod 600");
    put(&other);
    unlink(files_of().certificate);
    refuses(tls, "cannot be read");
    issue_server(&papers.own, -60, &bad);
    put(&bad);
    refuses(tls, "is over");
    issue_server(&papers.foreign, 3600, &bad);
    put(&bad);
    refuses(tls, "is not signed by the authority");
    papers_issue(&papers.own, ISSUE_CLIENT, "t1", "table", 3600, &bad);
    put(&bad);
    refuses(tls, "is not made for servers");
    put(&good);
    assert_int_equal(look(tls, 2, last), 1);
    assert_non_null(strstr(last, "in use: serial"));
    tls_free(tls);
}

static void a_fault_is_said_once(void **state)
{
    (void)state;
    static struct issue_pair good;
    char last[CR_ERR_TEXT_MAX];
    struct tls *tls = open_files();
    assert_int_equal(look(tls, 500, last), 0);
    issue_server(&papers.own, 3600, &good);
    put_key(good.key, good.key_len, 0600);
    assert_int_equal(look(tls, 500, last), 1);
    assert_non_null(strstr(last, "is not the key of"));
    /* The same fault in other files is no new message. */
    put_key(good.key, good.key_len, 0600);
    assert_int_equal(look(tls, 500, last), 1);
    put_certificate(good.certificate, good.certificate_len);
    assert_int_equal(look(tls, 500, last), 1);
    assert_non_null(strstr(last, "in use"));
    tls_free(tls);
}

/* The key changed before its certificate did; a pair that is still being written is not reported.
 */
static void what_is_still_written_is_left_alone(void **state)
{
    (void)state;
    static struct issue_pair good;
    char last[CR_ERR_TEXT_MAX];
    struct tls *tls = open_files();
    issue_server(&papers.own, 3600, &good);
    put_key(good.key, good.key_len, 0600);
    assert_int_equal(look(tls, 1, last), 0);
    put_certificate(good.certificate, good.certificate_len);
    assert_int_equal(look(tls, 1, last), 0);
    assert_int_equal(look(tls, 1, last), 1);
    assert_non_null(strstr(last, "in use"));
    tls_free(tls);
}

/* A pair that was refused may become valid without a change of the files. */
static void a_refused_pair_is_tried_again(void **state)
{
    (void)state;
    static struct issue_pair early;
    char last[CR_ERR_TEXT_MAX];
    struct cr_err err;
    struct tls *tls = open_files();
    const struct issue_request request = {.purpose = ISSUE_SERVER,
                                          .name = "manager",
                                          .since = time(NULL) + 3,
                                          .until = time(NULL) + 3600};
    assert_int_equal(issue_pair(&request, &papers.own, &early, &err), CR_OK);
    put(&early);
    assert_int_equal(look(tls, 2, last), 1);
    assert_non_null(strstr(last, "is not good yet"));
    for (unsigned tries = 0; look(tls, 1, last) == 0; tries++) {
        assert_true(tries < 3000);
        usleep(10000);
    }
    assert_non_null(strstr(last, "in use"));
    tls_free(tls);
}

static int set_up(void **state)
{
    (void)state;
    papers_make(&papers);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    papers_remove(&papers);
    return 0;
}

#define RENEWAL(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RENEWAL(new_connections_see_the_new_one),
        RENEWAL(a_stream_lives_on),
        RENEWAL(a_bad_pair_is_not_shown),
        RENEWAL(a_certificate_that_is_over_is_no_reason_not_to_start),
        RENEWAL(what_is_bad_is_not_taken),
        RENEWAL(a_fault_is_said_once),
        RENEWAL(what_is_still_written_is_left_alone),
        RENEWAL(a_refused_pair_is_tried_again),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
