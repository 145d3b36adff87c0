/* Mathematics and practice through the interface: refusals with their codes, one question at a time
 * and a bounded queue of others, and nothing of it on the floor. */
#include "api_fixture.h"
#include "raw.h"
#include "service/api/api_internal.h"

#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define V1 "/api/v1"

static void refusals_have_codes(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    assert_non_null(strstr(api_post(s, V1 "/analyze", 400, "{"), "\"code\":\"not-json\""));
    assert_non_null(strstr(api_post(s, V1 "/analyze", 404, "{\"name\":\"x\"}"), "not-found"));
    const char *said = api_post(s, V1 "/practice/round", 422,
                                "{\"rules\":\"uth-cn\",\"wagers\":{\"ante\":\"10\",\"blind\":"
                                "\"20\"}}");
    assert_non_null(strstr(said, "\"field\":\"wagers\""));
    assert_non_null(strstr(said, "Blind 20.00 is not equal to Ante 10.00 (CN 1)"));
    said = api_post(s, V1 "/analyze", 422, "{\"text\":\"rules: x\\ngame: chess\"}");
    assert_non_null(strstr(said, "\"detail\":\"text:2:7: "));
    assert_non_null(strstr(said, "\"field\":\"text\""));
    api_server_stop(s);
}

static void a_report_comes_as_a_file(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    struct api_said said =
        api_ask(s->client, "POST", V1 "/analyze", "{\"name\":\"tcp-cn\",\"format\":\"pdf\"}");
    assert_int_equal(said.status, 200);
    assert_string_equal(said.type, "application/pdf");
    assert_true(said.len > 1000);
    assert_memory_equal(said.body, "%PDF-", 5);
    api_said_free(&said);
    api_server_stop(s);
}

/* No question makes an event, and each shipped file is returned as it is. */
static void the_floor_learns_nothing(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    const unsigned long long before = api_head(s);
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++) {
        char path[64];
        snprintf(path, sizeof(path), V1 "/rules/%s", file->name);
        assert_string_equal(api_get(s, path, 200), file->text);
    }
    api_post(s, V1 "/practice/round", 200,
             "{\"rules\":\"tcp-cn\",\"wagers\":{\"ante\":\"10\"},\"actions\":[\"play\"]}");
    api_post(s, V1 "/practice/dealing", 200, "{\"rules\":\"uth-cn\"}");
    assert_int_equal(api_head(s), before);
    api_server_stop(s);
}

/* ---- Many questions at once ---- */

#define CROWD 60

static void send_question(struct raw *r, uint16_t port, const char *path, const char *body)
{
    char request[512];
    raw_open(r, port);
    snprintf(request, sizeof(request),
             "POST " V1 "%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             path, strlen(body), body);
    raw_send(r, request);
}

/* Behind a long analysis only so many questions wait. The others are told to come back, and the
 * server answers everything else meanwhile. */
static void only_so_many_wait(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    const uint16_t port = http_server_port(s->http);
    static struct raw crowd[CROWD];
    static struct raw_answer answer;
    unsigned answered = 0, busy = 0;
    send_question(&crowd[0], port, "/analyze/sensitivity", "{\"name\":\"pg-flush\"}");
    for (unsigned i = 0; i < 5; i++)
        api_get(s, "/healthz", 200); /* the server's loop has run, so the first question is taken */
    for (unsigned i = 1; i < CROWD; i++)
        send_question(&crowd[i], port, "/analyze/protect", "{\"rules\":\"tcp-cn\"}");
    api_get(s, "/healthz", 200);
    for (unsigned i = CROWD; i-- > 0;) {
        assert_true(raw_answer(&crowd[i], &answer, false));
        answered += answer.status == (i == 0 ? 200 : 422); /* 422: the question has no cards */
        busy += answer.status == 503 && strstr(answer.body, "\"code\":\"busy\"") != NULL;
        raw_close(&crowd[i]);
    }
    assert_int_equal(answered + busy, CROWD);
    assert_true(answered >= API_QUESTIONS_MAX);
    assert_true(busy > 0);
    api_post(s, V1 "/practice/wagers", 200, "{\"rules\":\"tcp-cn\"}");
    api_server_stop(s);
}

/* A practice service whose long questions last until the test posts this semaphore. */
static sem_t let_go;
static atomic_bool last_was_wanted;

static void *start_slow(enum practice_place place)
{
    static enum practice_place places[PRACTICE_PLACES] = {PRACTICE_SHORT, PRACTICE_LONG};
    return &places[place];
}

static void stop_slow(void *service)
{
    (void)service;
}

static atomic_uint long_questions;

static int ask_slow(void *service, const struct practice_request *request,
                    struct practice_answer *out)
{
    const enum practice_place place = *(const enum practice_place *)service;
    if (place == PRACTICE_LONG) {
        atomic_fetch_add(&long_questions, 1);
        assert_int_equal(sem_wait(&let_go), 0);
        last_was_wanted = request->is_wanted(request->context);
    }
    assert_int_equal(place == PRACTICE_LONG, request->question == PRACTICE_PAR);
    *out = (struct practice_answer){.content_type = "application/json", .data = "{}", .len = 2};
    return CR_OK;
}

static const struct practice_service slow_service = {start_slow, stop_slow, NULL, ask_slow, NULL};

/* Behind a question that takes minutes only other long ones wait, not those of practice tables. */
static void long_questions_have_a_place_of_their_own(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    struct raw par;
    static struct raw_answer answer;
    assert_int_equal(sem_init(&let_go, 0, 0), 0);
    api_server_reopen(s, &(struct api_config){.is_open = true, .practice = &slow_service});
    send_question(&par, http_server_port(s->http), "/analyze/par", "{}");
    api_post(s, V1 "/practice/round", 200, "{}");
    api_post(s, V1 "/analyze/position", 200, "{}");
    assert_int_equal(sem_post(&let_go), 0);
    assert_true(raw_answer(&par, &answer, false));
    assert_int_equal(answer.status, 200);
    raw_close(&par);
    api_server_stop(s);
    sem_destroy(&let_go);
}

/* A client that disconnects withdraws its question: one that waits is not calculated, and the one
 * being calculated is told. */
static void withdrawn_questions_are_not_worked_out(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    struct raw first, second, third;
    static struct raw_answer answer;
    assert_int_equal(sem_init(&let_go, 0, 0), 0);
    atomic_store(&long_questions, 0);
    api_server_reopen(s, &(struct api_config){.is_open = true, .practice = &slow_service});
    const uint16_t port = http_server_port(s->http);
    send_question(&first, port, "/analyze/par", "{}");
    while (atomic_load(&long_questions) == 0)
        sched_yield();
    send_question(&second, port, "/analyze/par", "{}");
    send_question(&third, port, "/analyze/par", "{}");
    api_get(s, "/healthz", 200); /* the server's loop has run, so both wait */
    raw_close(&first);
    raw_close(&second);
    assert_int_equal(sem_post(&let_go), 0);
    while (atomic_load(&long_questions) == 1)
        sched_yield();
    assert_false(atomic_load(&last_was_wanted));
    assert_int_equal(sem_post(&let_go), 0);
    assert_true(raw_answer(&third, &answer, false));
    assert_int_equal(answer.status, 200);
    assert_int_equal(atomic_load(&long_questions), 2); /* the first and the third */
    assert_true(atomic_load(&last_was_wanted));
    raw_close(&third);
    api_server_stop(s);
    sem_destroy(&let_go);
}

/* The server stops while questions wait: each of their connections ends, and nothing leaks. */
static void stopping_answers_those_who_wait(void **state)
{
    (void)state;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    const uint16_t port = http_server_port(s->http);
    struct raw slow, next;
    send_question(&slow, port, "/analyze", "{\"name\":\"pg-flush\"}");
    send_question(&next, port, "/analyze", "{\"name\":\"pg-straight\"}");
    api_get(s, "/healthz", 200);
    api_server_stop(s);
    raw_wait_end(&slow);
    raw_wait_end(&next);
    raw_close(&slow);
    raw_close(&next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_have_codes),
        cmocka_unit_test(a_report_comes_as_a_file),
        cmocka_unit_test(the_floor_learns_nothing),
        cmocka_unit_test(only_so_many_wait),
        cmocka_unit_test(long_questions_have_a_place_of_their_own),
        cmocka_unit_test(withdrawn_questions_are_not_worked_out),
        cmocka_unit_test(stopping_answers_those_who_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
