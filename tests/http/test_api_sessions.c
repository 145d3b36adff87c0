/* Signing in: each measure that keeps others out, with an attempt that it stops. */
#include "closed.h"
#include "os/clock.h"

#include <poll.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <unistd.h>

#include <cmocka.h>

#define V1         "/api/v1"
#define LINK_OPENS V1 "/links/main/open"

static struct api_server *s;

static int start(void **state)
{
    (void)state;
    s = closed_start(NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    api_server_stop(s);
    return 0;
}

/* The body must be a problem with this code. */
static void is_problem(const char *body, const char *code)
{
    char found[64];
    api_word(body, "code", found, sizeof(found));
    assert_string_equal(found, code);
}

static void sign_in_fails(const char *person, const char *password, unsigned status)
{
    closed_ask(s, NULL, status, "POST", V1 "/session", "{\"person\":\"%s\",\"password\":\"%s\"}",
               person, password);
}

/* ---- Sessions ---- */

static void nobody_sees_nothing(void **state)
{
    (void)state;
    const struct caller made_up = {.cookie = "__Host-croupier="
                                             "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                   .csrf = "x"};
    is_problem(closed_ask(s, NULL, 401, "GET", V1 "/floor", NULL), "sign-in");
    assert_non_null(strstr(closed_head(), "WWW-Authenticate: Bearer"));
    closed_ask(s, NULL, 401, "POST", LINK_OPENS, "{}");
    closed_ask(s, &made_up, 401, "GET", V1 "/floor", NULL);
    closed_ask(s, &made_up, 401, "POST", LINK_OPENS, "{}");
    const char *answer = closed_ask(s, NULL, 200, "GET", V1 "/session?nobody=1", NULL);
    assert_non_null(strstr(answer, "{\"nobody\":true,\"setup\":"));
    const char *session = closed_ask(s, NULL, 401, "GET", V1 "/session", NULL);
    assert_non_null(strstr(session, "\"setup\":false"));
    closed_ask(s, NULL, 200, "GET", "/healthz", NULL);
    closed_ask(s, NULL, 200, "GET", "/readyz", NULL);
}

/* The page to sign in asks for the name of the house, without anybody's leave: a thread of the
 * server waits neither for the writer nor for its disk to answer. */
static void the_house_is_told_without_waiting(void **state)
{
    (void)state;
    struct caller a = closed_sign_in(s, "a");
    closed_ask(s, &a, 200, "POST", V1 "/house",
               "{\"item\":\"name\",\"text\":\"The Lucky Star\",\"user\":\"a\","
               "\"approver\":\"b\",\"proof\":%s}",
               closed_proof("a", "b"));
    for (unsigned i = 0; i < 2; i++) {
        writer_lock(s->writer);
        alarm(20);
        const char *answer = closed_ask(s, NULL, 200, "GET", V1 "/session?nobody=1", NULL);
        alarm(0);
        writer_unlock(s->writer);
        assert_non_null(strstr(answer, "\"house\":\"The Lucky Star\""));
        api_server_reopen(s, &(struct api_config){.argon_ops = 1, .argon_bytes = 8192});
    }
}

static void a_session_says_whose_it_is(void **state)
{
    (void)state;
    struct caller c = closed_sign_in(s, "c");
    assert_non_null(strstr(closed_head(), "; Path=/; Secure; HttpOnly; SameSite=Strict\r\n"));
    assert_non_null(strstr(closed_head(), "Cache-Control: no-store"));
    const char *session = closed_ask(s, &c, 200, "GET", V1 "/session", NULL);
    assert_non_null(strstr(session, "\"person\":\"c\",\"role\":\"supervisor\""));
    assert_non_null(strstr(session, c.csrf));
    assert_non_null(strstr(session, "\"must_change\":false"));
    closed_ask(s, &c, 204, "DELETE", V1 "/session", NULL);
    closed_ask(s, &c, 401, "GET", V1 "/session", NULL);
    closed_ask(s, &c, 401, "GET", V1 "/floor", NULL);
    closed_ask(s, &c, 401, "POST", LINK_OPENS, "{}");
}

static void a_page_of_another_cannot_write(void **state)
{
    (void)state;
    struct caller c = closed_sign_in(s, "c"), other = closed_sign_in(s, "d"), bad = c;
    const unsigned long long head = api_head(s);
    bad.csrf[0] = '\0';
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "csrf");
    memcpy(bad.csrf, other.csrf, sizeof(bad.csrf));
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "csrf");
    is_problem(closed_ask(s, &bad, 403, "DELETE", V1 "/session", NULL), "csrf");
    bad = c;
    bad.csrf[5] = (char)(bad.csrf[5] == 'x' ? 'y' : 'x');
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "csrf");
    bad = c;
    snprintf(bad.origin, sizeof(bad.origin), "http://elsewhere.example");
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "origin");
    snprintf(bad.origin, sizeof(bad.origin), "null");
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "origin");
    assert_int_equal(api_head(s), head);
    snprintf(c.origin, sizeof(c.origin), "http://localhost");
    closed_ask(s, &c, 200, "POST", LINK_OPENS, "{}");
}

/* A cookie that somebody planted in the browser never becomes the session's. */
static void nobody_chooses_a_session_for_another(void **state)
{
    (void)state;
    const struct caller planted = {.cookie = "__Host-croupier="
                                             "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    struct caller thief = closed_sign_in(s, "dealer");
    const struct caller *const before[] = {&planted, &thief};
    for (unsigned i = 0; i < 2; i++) {
        struct caller c = closed_caller(closed_ask(s, before[i], 200, "POST", V1 "/session",
                                                   "{\"person\":\"c\",\"password\":\"%s\"}",
                                                   closed_password("c")));
        assert_string_not_equal(c.cookie, before[i]->cookie);
        assert_string_not_equal(c.csrf, before[i]->csrf);
        closed_ask(s, before[i], 401, "GET", V1 "/floor", NULL);
        closed_ask(s, &c, 200, "GET", V1 "/floor", NULL);
    }
}

static int look_for_idle(void *context, const struct store_event *e)
{
    char body[2048];
    snprintf(body, sizeof(body), "%.*s", (int)e->len, e->body);
    if (strstr(body, "\"kind\":\"signed_out\"") != NULL &&
        strstr(body, "\"item\":\"idle\"") != NULL)
        *(bool *)context = true;
    return 0;
}

/* Whether the log has the end of the idle session. The store is asked directly, because a session
 * that asked could end meanwhile. */
static bool is_idle_written(void)
{
    bool found = false;
    struct store_head head;
    struct cr_err err = {0};
    writer_lock(s->writer);
    assert_int_equal(store_head(s->store, &head, &err), 0);
    assert_int_equal(store_read(s->store, 1, head.seq, look_for_idle, &found, &err), 0);
    writer_unlock(s->writer);
    return found;
}

static void it_ends_when_nobody_works(void **state)
{
    (void)state;
    api_server_reopen(s, &(struct api_config){.idle_ms = 700, .argon_ops = 1, .argon_bytes = 8192});
    struct caller c = closed_sign_in(s, "c");
    struct timespec pause = {.tv_nsec = 50000000};
    /* Asking for one's session, as pages do by themselves, is not an activity. */
    do {
        nanosleep(&pause, NULL);
        closed_ask(s, &c, 0, "GET", V1 "/session", NULL);
    } while (closed_status() == 200);
    assert_int_equal(closed_status(), 401);
    closed_ask(s, &c, 401, "POST", LINK_OPENS, "{}");
    /* The log has it, too. */
    while (!is_idle_written())
        nanosleep(&pause, NULL);
}

static const struct api_config restarted = {.argon_ops = 1, .argon_bytes = 8192};

/* The log has the hash of each session, with its beginning and its end. */
static void a_session_outlives_a_restart(void **state)
{
    (void)state;
    struct caller c = closed_sign_in(s, "c"), d = closed_sign_in(s, "d"),
                  e = closed_sign_in(s, "e");
    struct caller kept = closed_sign_in(s, "auditor");
    closed_ask(s, &d, 204, "DELETE", V1 "/session", NULL);
    closed_ask(s, &e, 200, "POST", V1 "/session/password",
               "{\"password\":\"%s\",\"new_password\":\"longer than that\"}", closed_password("e"));
    api_server_reopen(s, &restarted);
    assert_non_null(strstr(closed_ask(s, &c, 200, "GET", V1 "/session", NULL), c.csrf));
    closed_ask(s, &c, 200, "POST", LINK_OPENS, "{}");
    closed_ask(s, &kept, 200, "GET", V1 "/people", NULL);
    /* a session that had ended does not come back */
    closed_ask(s, &d, 401, "GET", V1 "/session", NULL);
    closed_ask(s, &e, 401, "GET", V1 "/session", NULL);
    struct caller bad = c;
    memcpy(bad.csrf, kept.csrf, sizeof(bad.csrf));
    is_problem(closed_ask(s, &bad, 403, "POST", LINK_OPENS, "{}"), "csrf");
    closed_ask(s, &c, 204, "DELETE", V1 "/session", NULL);
    api_server_reopen(s, &restarted);
    closed_ask(s, &c, 401, "GET", V1 "/session", NULL);
    closed_ask(s, &kept, 200, "GET", V1 "/people", NULL);
}

/* The time while the manager was not running counts as idle time. */
static void a_restart_makes_no_session_younger(void **state)
{
    (void)state;
    struct caller c = closed_sign_in(s, "c");
    struct timespec pause = {.tv_nsec = 300000000};
    nanosleep(&pause, NULL);
    struct api_config short_one = restarted;
    short_one.idle_ms = 200;
    api_server_reopen(s, &short_one);
    closed_ask(s, &c, 401, "GET", V1 "/session", NULL);
}

/* ---- Wrong secrets ---- */

/* Opens a stream and returns its status; the stream stays open. */
static int open_stream(const struct caller *who, struct raw *out)
{
    char request[512];
    struct raw_answer answer;
    raw_open(out, http_server_port(s->http));
    snprintf(request, sizeof(request),
             "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n\r\n",
             who->token[0] != '\0' ? "Authorization: Bearer " : "Cookie: ",
             who->token[0] != '\0' ? who->token : who->cookie);
    raw_send(out, request);
    if (raw_wait_for(out, "text/event-stream"))
        return 200;
    return raw_answer(out, &answer, false) ? answer.status : 0;
}

/* The browser of one person must not fill the manager's memory. */
static void a_person_has_so_many_streams(void **state)
{
    (void)state;
    enum { MOST = 32 };
    struct raw streams[MOST + 1], other;
    struct caller dealer = closed_sign_in(s, "dealer"), again = closed_sign_in(s, "dealer");
    struct caller a = closed_sign_in(s, "a");
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(open_stream(i % 2 ? &dealer : &again, &streams[i]), 200);
    closed_ask(s, &dealer, 429, "GET", V1 "/stream", NULL);
    closed_ask(s, &again, 429, "GET", V1 "/stream", NULL);
    assert_int_equal(open_stream(&a, &other), 200);
    raw_close(&other);
    for (unsigned i = 0; i < MOST; i++)
        raw_close(&streams[i]);
}

/* Nor may a caller with one table's token; but all signs of a floor share one token, so it has no
 * such limit. */
static void a_table_has_so_many_streams(void **state)
{
    (void)state;
    enum { MOST = 32 };
    struct raw streams[2 * MOST + 1];
    struct caller table = closed_token(s, "box", "table:t1");
    struct caller signs = closed_token(s, "walls", "sign");
    for (unsigned i = 0; i < MOST; i++)
        assert_int_equal(open_stream(&table, &streams[i]), 200);
    closed_ask(s, &table, 429, "GET", V1 "/stream", NULL);
    for (unsigned i = MOST; i < 2 * MOST + 1; i++)
        assert_int_equal(open_stream(&signs, &streams[i]), 200);
    for (unsigned i = 0; i < 2 * MOST + 1; i++)
        raw_close(&streams[i]);
}

static void five_wrong_passwords_lock(void **state)
{
    (void)state;
    struct caller here = closed_sign_in(s, "c");
    for (unsigned i = 0; i < 4; i++)
        sign_in_fails("c", "not the password", 401);
    closed_sign_in(s, "c"); /* a good password clears the count */
    for (unsigned i = 0; i < 5; i++)
        sign_in_fails("c", "not the password", 401);
    sign_in_fails("c", closed_password("c"), 401);
    assert_int_equal(closed_count(s, "person_locked"), 1);
    closed_sign_in(s, "d");
    /* A session that was open goes on, but the person can prove nothing. */
    closed_ask(s, &here, 200, "POST", LINK_OPENS, "{}");
    struct caller a = closed_sign_in(s, "a");
    assert_non_null(strstr(closed_ask(s, &a, 200, "GET", V1 "/people", NULL),
                           "\"name\":\"c\",\"role\":\"supervisor\",\"department\":null,"
                           "\"has_password\":true,\"has_pin\":false,\"invited\":false,"
                           "\"barred\":false,\"locked_until\":1"));
}

/* Guesses until the address has to wait. Returns how many wrong passwords came before. */
static unsigned guess_until_slowed(void)
{
    for (unsigned wrong = 0;; wrong++) {
        closed_ask(s, NULL, 0, "POST", V1 "/session",
                   "{\"person\":\"p%u\",\"password\":\"guessed well\"}", wrong);
        if (closed_status() == 429)
            return wrong;
        assert_int_equal(closed_status(), 401);
    }
}

static void an_address_is_slowed_down(void **state)
{
    (void)state;
    const unsigned long long head = api_head(s);
    const int64_t began = clock_mono_ms();
    const unsigned wrong = guess_until_slowed();
    const uint64_t took_s = (uint64_t)(clock_mono_ms() - began) / 1000;
    /* One more guess is allowed for each three seconds that this took. */
    assert_in_range(wrong, 20, 21 + took_s / 3);
    assert_non_null(strstr(closed_head(), "Retry-After: "));
    /* Such guesses make few events: one a second from an address. */
    assert_true(api_head(s) - head <= 3 + took_s);
    /* The right password has to wait as well. On a slow machine the wait may be over by then; it is
     * begun anew until it is not. */
    int64_t slowed;
    do {
        guess_until_slowed();
        slowed = clock_mono_ms();
        closed_ask(s, NULL, 0, "POST", V1 "/session", "{\"person\":\"c\",\"password\":\"%s\"}",
                   closed_password("c"));
    } while (closed_status() != 429 && clock_mono_ms() - slowed > 1500);
    assert_int_equal(closed_status(), 429);
}

static void an_unknown_name_costs_the_same(void **state)
{
    (void)state;
    struct caller auditor = closed_sign_in(s, "auditor");
    static const char name[] = "\ncroupier_password_checks_total ";
    static const char *const people[] = {"c", "nobody at all", "dealer"};
    for (unsigned i = 0; i < 3; i++) {
        const char *before = strstr(closed_ask(s, &auditor, 200, "GET", "/metrics", NULL), name);
        const unsigned long count = strtoul(before + strlen(name), NULL, 10);
        sign_in_fails(people[i], "not the password", 401);
        char *answer = strdup(closed_ask(s, NULL, 401, "POST", V1 "/session",
                                         "{\"person\":\"%s\",\"password\":\"no\"}", people[i]));
        sign_in_fails("c", "not the password", 401);
        /* The answer is the same for all names. */
        assert_string_equal(answer, closed_ask(s, NULL, 401, "POST", V1 "/session",
                                               "{\"person\":\"x\",\"password\":\"no\"}"));
        free(answer);
        const char *after = strstr(closed_ask(s, &auditor, 200, "GET", "/metrics", NULL), name);
        assert_int_equal(strtoul(after + strlen(name), NULL, 10), count + 4);
    }
}

#define CROWD 40
#define FITS  (16 + 1) /* those that wait, and the one whose turn it is */

static unsigned count_answered(const struct raw *raws)
{
    struct pollfd fds[CROWD];
    unsigned count = 0;
    for (unsigned i = 0; i < CROWD; i++)
        fds[i] = (struct pollfd){.fd = raws[i].fd, .events = POLLIN};
    assert_true(poll(fds, CROWD, 0) >= 0);
    for (unsigned i = 0; i < CROWD; i++)
        count += fds[i].revents != 0;
    return count;
}

/* Passwords are hashed one by one, and a request that does not fit into the queue is told to come
 * again. Each check reads the floor first, so while the floor is locked none is finished. */
static void only_so_many_wait(void **state)
{
    (void)state;
    static struct raw raws[CROWD];
    static struct raw_answer answer;
    unsigned busy = 0;
    writer_lock(s->writer);
    for (unsigned i = 0; i < CROWD; i++) {
        raw_open(&raws[i], http_server_port(s->http));
        raw_send(&raws[i], "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n"
                           "Content-Type: application/json\r\nContent-Length: 35\r\n\r\n"
                           "{\"person\":\"x\",\"password\":\"guessed\"}");
    }
    /* The limit only ends a test that would hang. */
    for (unsigned tries = 0; count_answered(raws) < CROWD - FITS && tries < 60000; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    writer_unlock(s->writer);
    for (unsigned i = 0; i < CROWD; i++) {
        assert_true(raw_answer(&raws[i], &answer, false));
        assert_true(answer.status == 401 || answer.status == 429 || answer.status == 503);
        busy += answer.status == 503;
        raw_close(&raws[i]);
    }
    /* It is chance whether the first one's turn came before the seventeenth asked. */
    assert_in_range(busy, CROWD - FITS, CROWD - FITS + 1);
}

/* ---- A secret taken back while it is compared ---- */

static unsigned long checks(const struct caller *auditor)
{
    static const char name[] = "\ncroupier_password_checks_total ";
    return strtoul(strstr(closed_ask(s, auditor, 200, "GET", "/metrics", NULL), name) +
                       strlen(name),
                   NULL, 10);
}

static unsigned long long last_of(const struct caller *auditor, const char *kind)
{
    char path[64];
    unsigned long long seq = 0;
    snprintf(path, sizeof(path), V1 "/log?limit=1000&kind=%s", kind);
    for (const char *at = closed_ask(s, auditor, 200, "GET", path, NULL);
         (at = strstr(at, "{\"seq\":")) != NULL; at++)
        seq = api_number(at, "seq");
    return seq;
}

/* Hashing is made slow, and meanwhile c is invited anew, which ends the old password. Whichever
 * comes first, the old password must sign nobody in afterwards. */
static void a_password_taken_back_meanwhile_is_none(void **state)
{
    (void)state;
    static struct manager_request request;
    static struct raw_answer answer;
    struct raw raw;
    char sign_in[512], body[128];
    api_server_reopen(s, &(struct api_config){.argon_ops = 8, .argon_bytes = 32 << 20});
    struct caller auditor = closed_sign_in(s, "auditor"), c = closed_sign_in(s, "c");
    closed_ask(s, &c, 200, "POST", V1 "/session/password",
               "{\"password\":\"%s\",\"new_password\":\"longer than that\"}", closed_password("c"));
    const unsigned long before = checks(&auditor);
    snprintf(body, sizeof(body), "{\"person\":\"c\",\"password\":\"longer than that\"}");
    snprintf(sign_in, sizeof(sign_in),
             "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
             "application/json\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    raw_open(&raw, http_server_port(s->http));
    raw_send(&raw, sign_in);
    while (checks(&auditor) == before)
        continue;
    event_init(&request.event, FLOOR_CREDENTIAL_SET);
    snprintf(request.event.person, sizeof(request.event.person), "c");
    snprintf(request.event.item, sizeof(request.event.item), "invitation");
    snprintf(request.event.user, sizeof(request.event.user), "a");
    snprintf(request.event.approver, sizeof(request.event.approver), "b");
    snprintf(request.secret, sizeof(request.secret), "anything");
    crypto_generichash(request.event.document, CR_HASH_BYTES, (const uint8_t *)"anything", 8, NULL,
                       0);
    writer_call(s->writer, &request);
    assert_int_equal(request.result, 0);
    assert_true(raw_answer(&raw, &answer, false));
    raw_close(&raw);
    assert_true(answer.status == 401 || answer.status == 200);
    assert_true(last_of(&auditor, "signed_in") < last_of(&auditor, "credential_set"));
}

/* ---- The first passwords ---- */

static void the_setup_code_is_for_once(void **state)
{
    (void)state;
    char code[API_CODE_MAX], again[API_CODE_MAX];
    api_server_stop(s);
    s = api_server_start(NULL, "m1", 60000);
    api_set_up(s);
    api_server_reopen(s, &(struct api_config){.argon_ops = 1, .argon_bytes = 8192});
    assert_non_null(api_setup_code(s->api, code));
    assert_non_null(strstr(closed_ask(s, NULL, 401, "GET", V1 "/session", NULL), "\"setup\":true"));
    assert_non_null(strstr(closed_ask(s, NULL, 200, "GET", V1 "/setup", NULL),
                           "{\"needed\":true,\"people\":[{\"person\":\"a\""));
    memcpy(again, code, sizeof(code));
    again[0] = (char)(code[0] == 'A' ? 'B' : 'A');
    is_problem(closed_ask(s, NULL, 403, "POST", V1 "/setup",
                          "{\"person\":\"a\",\"code\":\"%s\",\"password\":\"long enough\"}", again),
               "code");
    closed_ask(s, NULL, 422, "POST", V1 "/setup",
               "{\"person\":\"a\",\"code\":\"%s\",\"password\":\"too short\"}", code);
    closed_ask(s, NULL, 422, "POST", V1 "/setup",
               "{\"person\":\"c\",\"code\":\"%s\",\"password\":\"long enough\"}", code);
    closed_ask(s, NULL, 200, "POST", V1 "/setup",
               "{\"person\":\"a\",\"code\":\"%s\",\"password\":\"long enough\"}", code);
    is_problem(closed_ask(s, NULL, 403, "POST", V1 "/setup",
                          "{\"person\":\"b\",\"code\":\"%s\",\"password\":\"long enough\"}", code),
               "code");
    assert_string_equal(closed_ask(s, NULL, 200, "GET", V1 "/setup", NULL),
                        "{\"needed\":false,\"people\":[]}");
    assert_null(api_setup_code(s->api, again));
}

/* Invites c. The code is "" if the time of its end was refused as past. */
static void invite(const struct caller *a, const char *more, char code[64])
{
    const char *said =
        closed_ask(s, a, 0, "POST", V1 "/people/c/invite", "{\"approver\":\"b\"%s,\"proof\":%s}",
                   more, closed_proof("a", "b"));
    code[0] = '\0';
    if (closed_status() == 422 && strstr(said, "\"effective\"") != NULL)
        return;
    assert_int_equal(closed_status(), 200);
    api_word(said, "code", code, 64);
}

static void take(const char *person, const char *code, unsigned status)
{
    closed_ask(s, NULL, status, "POST", V1 "/invitation",
               "{\"person\":\"%s\",\"code\":\"%s\",\"password\":\"chosen anew\"}", person, code);
}

static void an_invitation_is_for_once_and_for_one(void **state)
{
    (void)state;
    char code[64], first[64], more[64];
    struct timespec pause = {.tv_nsec = 20000000};
    struct caller a = closed_sign_in(s, "a"), c = closed_sign_in(s, "c");
    invite(&a, "", first);
    closed_ask(s, &c, 401, "GET", V1 "/floor", NULL); /* an invitation ends sessions */
    sign_in_fails("c", closed_password("c"), 401);
    invite(&a, "", code);
    take("c", first, 403); /* the newer invitation counts */
    take("d", code, 403);
    take("c", code, 200);
    take("c", code, 403);
    closed_ask(s, NULL, 200, "POST", V1 "/session",
               "{\"person\":\"c\",\"password\":\"chosen anew\"}");
    int64_t until = 0;
    code[0] = '\0';
    /* On a slow machine the end may have passed when the invitation is made, which is refused; the
     * next try has more time. */
    for (int64_t ms = 500; code[0] == '\0'; ms *= 2) {
        assert_true(ms < 64000);
        until = clock_wall_ms() + ms;
        snprintf(more, sizeof(more), ",\"effective\":%lld", (long long)until);
        invite(&a, more, code);
    }
    while (clock_wall_ms() <= until)
        nanosleep(&pause, NULL);
    take("c", code, 403);
}

static void a_new_password_ends_other_sessions(void **state)
{
    (void)state;
    struct caller one = closed_sign_in(s, "c"), two = closed_sign_in(s, "c");
    closed_ask(s, &one, 422, "POST", V1 "/session/password",
               "{\"password\":\"%s\",\"new_password\":\"short\"}", closed_password("c"));
    is_problem(closed_ask(s, &one, 403, "POST", V1 "/session/password",
                          "{\"password\":\"wrong\",\"new_password\":\"longer than that\"}"),
               "proof");
    struct caller now = closed_caller(closed_ask(
        s, &one, 200, "POST", V1 "/session/password",
        "{\"password\":\"%s\",\"new_password\":\"longer than that\"}", closed_password("c")));
    closed_ask(s, &one, 401, "GET", V1 "/floor", NULL);
    closed_ask(s, &two, 401, "GET", V1 "/floor", NULL);
    closed_ask(s, &now, 200, "GET", V1 "/floor", NULL);
    sign_in_fails("c", closed_password("c"), 401);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_sees_nothing, start, stop),
        cmocka_unit_test_setup_teardown(the_house_is_told_without_waiting, start, stop),
        cmocka_unit_test_setup_teardown(a_session_says_whose_it_is, start, stop),
        cmocka_unit_test_setup_teardown(a_page_of_another_cannot_write, start, stop),
        cmocka_unit_test_setup_teardown(nobody_chooses_a_session_for_another, start, stop),
        cmocka_unit_test_setup_teardown(it_ends_when_nobody_works, start, stop),
        cmocka_unit_test_setup_teardown(a_session_outlives_a_restart, start, stop),
        cmocka_unit_test_setup_teardown(a_restart_makes_no_session_younger, start, stop),
        cmocka_unit_test_setup_teardown(a_person_has_so_many_streams, start, stop),
        cmocka_unit_test_setup_teardown(a_table_has_so_many_streams, start, stop),
        cmocka_unit_test_setup_teardown(five_wrong_passwords_lock, start, stop),
        cmocka_unit_test_setup_teardown(an_address_is_slowed_down, start, stop),
        cmocka_unit_test_setup_teardown(an_unknown_name_costs_the_same, start, stop),
        cmocka_unit_test_setup_teardown(only_so_many_wait, start, stop),
        cmocka_unit_test_setup_teardown(a_password_taken_back_meanwhile_is_none, start, stop),
        cmocka_unit_test_setup_teardown(the_setup_code_is_for_once, start, stop),
        cmocka_unit_test_setup_teardown(an_invitation_is_for_once_and_for_one, start, stop),
        cmocka_unit_test_setup_teardown(a_new_password_ends_other_sessions, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
