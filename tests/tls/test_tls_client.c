/* The HTTP client over TLS: which servers it trusts, which certificate it presents, and a
 * certificate that is replaced while it runs. */
#define _GNU_SOURCE
#include "papers.h"

#include "net/client.h"
#include "net/pki/authority.h"
#include "net/server.h"

#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <pthread.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct papers papers;

static void who(struct http_request *req, void *user)
{
    char id[HTTP_MACHINE_MAX] = "nobody";
    uint8_t mark[HTTP_FINGERPRINT_BYTES];
    const char *token = http_request_header(req, "Authorization");
    (void)user;
    if (!http_request_machine(req, id, mark) && token)
        snprintf(id, sizeof id, "%s", token);
    http_respond(req, 200, "text/plain", id, strlen(id));
}

static const struct http_route routes[] = {{HTTP_GET, "/who", who, NULL}};

static struct http_server *start(const char *dir)
{
    char certificate[128], key[128], authority[128];
    struct http_server *server;
    struct cr_err err;
    snprintf(certificate, sizeof certificate, "%s/server/server.pem", dir);
    snprintf(key, sizeof key, "%s/server/server.key", dir);
    snprintf(authority, sizeof authority, "%s/ca.pem", dir);
    struct http_tls tls = {.certificate = certificate, .key = key, .authority = authority};
    struct http_config config = {.tls = &tls,
                                 .client_unit = "table",
                                 .client_refusal = "no",
                                 .routes = routes,
                                 .route_count = 1};
    if (http_server_start(&config, &server, &err) != CR_OK)
        fail_msg("%s", err.text);
    return server;
}

static struct http_client *client_of(const char *scheme, struct http_server *server,
                                     const struct http_identity *identity)
{
    char base[64];
    const char *bases[] = {base};
    struct http_client *client;
    struct cr_err err;
    snprintf(base, sizeof base, "%s://127.0.0.1:%u", scheme, http_server_port(server));
    assert_int_equal(http_client_new(bases, 1, &client, &err), CR_OK);
    if (http_client_set_identity(client, identity, &err) != CR_OK)
        fail_msg("%s", err.text);
    return client;
}

/* The body of the answer; NULL: there was none, and *why has the reason. */
static const char *ask(struct http_client *client, struct cr_err *why)
{
    struct http_client_answer answer;
    if (http_call(client, "GET", "/who", NULL, 0, 10000, &answer, why) != CR_OK)
        return NULL;
    return answer.body;
}

static void issue_into(const char *name, unsigned key_mode)
{
    struct issue_pair pair;
    papers_issue(&papers.own, ISSUE_CLIENT, name, "table", 3600, &pair);
    papers_write(papers_file(&papers, "table.key"), pair.key, pair.key_len, key_mode);
    papers_write(papers_file(&papers, "table.pem"), pair.certificate, pair.certificate_len, 0644);
}

/* --- */

static void the_server_is_checked(void **state)
{
    (void)state;
    struct cr_err err = {0};
    char elsewhere[] = "/tmp/croupier-tls-XXXXXX";
    static const char *const other_host[] = {"manager.example"};
    char ca[128];
    struct http_server *server = start(papers.dir);
    struct http_client *client =
        client_of("https", server, &(struct http_identity){.ca = papers_file(&papers, "ca.pem")});
    assert_string_equal(ask(client, &err), "nobody");
    http_client_free(client);
    /* An authority of the same name with another key; and one that this machine does not know. */
    papers_write(papers_file(&papers, "foreign.pem"), papers.foreign.certificate,
                 papers.foreign.certificate_len, 0644);
    client = client_of("https", server,
                       &(struct http_identity){.ca = papers_file(&papers, "foreign.pem")});
    assert_null(ask(client, &err));
    assert_non_null(strstr(err.text, "certificate"));
    http_client_free(client);
    client = client_of("https", server, &(struct http_identity){0});
    assert_null(ask(client, &err));
    http_client_free(client);
    http_server_stop(server);
    /* The right authority, but another host name. */
    assert_non_null(mkdtemp(elsewhere));
    assert_int_equal(authority_init(elsewhere, "trial", other_host, 1, NULL, &err), CR_OK);
    server = start(elsewhere);
    snprintf(ca, sizeof ca, "%s/ca.pem", elsewhere);
    client = client_of("https", server, &(struct http_identity){.ca = ca});
    assert_null(ask(client, &err));
    assert_non_null(strstr(err.text, "127.0.0.1"));
    http_client_free(client);
    http_server_stop(server);
    struct papers there;
    snprintf(there.dir, sizeof there.dir, "%s", elsewhere);
    papers_remove(&there);
}

/* A server that offers only the given, older versions and ciphers. */
struct old_server {
    int listener, shaken;
    const char *priorities;
};

static void *shake_run(void *user)
{
    struct old_server *old = user;
    gnutls_certificate_credentials_t own;
    gnutls_session_t session;
    int fd = accept(old->listener, NULL, NULL);
    gnutls_certificate_allocate_credentials(&own);
    gnutls_certificate_set_x509_key_file(own, papers_file(&papers, "server/server.pem"),
                                         papers_file(&papers, "server/server.key"),
                                         GNUTLS_X509_FMT_PEM);
    gnutls_init(&session, GNUTLS_SERVER | GNUTLS_NO_SIGNAL);
    gnutls_priority_set_direct(session, old->priorities, NULL);
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, own);
    gnutls_transport_set_int(session, fd);
    gnutls_handshake_set_timeout(session, 20000);
    do {
        old->shaken = gnutls_handshake(session);
    } while (old->shaken < 0 && !gnutls_error_is_fatal(old->shaken));
    gnutls_deinit(session);
    gnutls_certificate_free_credentials(own);
    close(fd);
    return NULL;
}

/* The result of the server's handshake with the client. */
static int meet(const char *priorities)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    struct old_server old = {.listener = socket(AF_INET, SOCK_STREAM, 0), .priorities = priorities};
    char base[64];
    const char *bases[] = {base};
    struct http_client *client;
    struct cr_err err;
    pthread_t thread;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(old.listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(old.listener, 4), 0);
    getsockname(old.listener, (struct sockaddr *)&at, &len);
    snprintf(base, sizeof base, "https://127.0.0.1:%u", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&thread, NULL, shake_run, &old), 0);
    assert_int_equal(http_client_new(bases, 1, &client, &err), CR_OK);
    assert_int_equal(http_client_set_tls(client, papers_file(&papers, "ca.pem"), NULL, NULL, &err),
                     CR_OK);
    assert_null(ask(client, &err)); /* this server speaks no HTTP */
    pthread_join(thread, NULL);
    http_client_free(client);
    close(old.listener);
    return old.shaken;
}

static void an_older_server_is_not_spoken_to(void **state)
{
    (void)state;
    assert_int_equal(meet("NORMAL:-VERS-ALL:+VERS-TLS1.3"), 0);
    assert_int_not_equal(meet("NORMAL:-VERS-ALL:+VERS-TLS1.2"), 0);
}

static void a_new_certificate_is_taken_while_it_runs(void **state)
{
    (void)state;
    struct cr_err err = {0};
    struct http_server *server = start(papers.dir);
    issue_into("pit1-t1", 0600);
    const struct http_identity identity = {.ca = papers_file(&papers, "ca.pem"),
                                           .certificate = papers_file(&papers, "table.pem"),
                                           .key = papers_file(&papers, "table.key")};
    struct http_client *client = client_of("https", server, &identity);
    assert_string_equal(ask(client, &err), "pit1-t1");
    assert_string_equal(ask(client, &err), "pit1-t1");
    issue_into("pit1-t2", 0600);
    assert_string_equal(ask(client, &err), "pit1-t2");
    assert_string_equal(ask(client, &err), "pit1-t2");
    http_client_free(client);
    http_server_stop(server);
}

static void secrets_are_for_their_owner(void **state)
{
    (void)state;
    struct cr_err err = {0};
    static const char *const bases[] = {"https://127.0.0.1:1"};
    struct http_client *client;
    assert_int_equal(http_client_new(bases, 1, &client, &err), CR_OK);
    issue_into("pit1-t1", 0644);
    const char *certificate = papers_file(&papers, "table.pem");
    const char *key = papers_file(&papers, "table.key");
    assert_int_equal(http_client_set_tls(client, NULL, certificate, key, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "chmod 600"));
    assert_int_equal(http_client_set_tls(client, NULL, certificate, NULL, &err), CR_E_INPUT);
    assert_int_equal(chmod(key, 0600), 0);
    assert_int_equal(http_client_set_tls(client, NULL, certificate, key, &err), CR_OK);
    assert_int_equal(http_client_set_tls(client, "/nothing", certificate, key, &err),
                     CR_E_NOT_FOUND);
    const char *token = papers_file(&papers, "token");
    papers_write(token, "abc\n", 4, 0604);
    assert_int_equal(http_client_set_token(client, token, &err), CR_E_INPUT);
    papers_write(token, "\n", 1, 0600);
    assert_int_equal(http_client_set_token(client, token, &err), CR_E_INPUT);
    papers_write(token, "abc\n", 4, 0600);
    assert_int_equal(http_client_set_token(client, token, &err), CR_OK);
    http_client_free(client);
}

static void a_token_goes_along(void **state)
{
    (void)state;
    struct cr_err err = {0};
    struct http_server *server = start(papers.dir);
    const char *token = papers_file(&papers, "token");
    papers_write(token, "ct_1234\n", 8, 0400);
    struct http_client *client =
        client_of("https", server,
                  &(struct http_identity){.ca = papers_file(&papers, "ca.pem"), .token = token});
    assert_string_equal(ask(client, &err), "Bearer ct_1234");
    http_client_free(client);
    http_server_stop(server);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_server_is_checked),
        cmocka_unit_test(an_older_server_is_not_spoken_to),
        cmocka_unit_test(a_new_certificate_is_taken_while_it_runs),
        cmocka_unit_test(secrets_are_for_their_owner),
        cmocka_unit_test(a_token_goes_along),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
