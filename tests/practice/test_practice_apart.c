/* Practice questions in a process of their own: the answers are the same, and whatever ends that
 * process refuses one question and does not affect the next. */
#include "os/sandbox.h"
#include "sim/practice.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct practice_service *const apart = &practice_apart_service;
static const struct practice_service *const here = &practice_service;

#define ANALYZE  "{\"name\":\"tcp-cn\",\"format\":\"json\"}"
#define AS_PAPER "{\"name\":\"tcp-cn\",\"format\":\"pdf\"}"

static int ask(const struct practice_service *s, void *service, enum practice_question what,
               const char *body, struct practice_answer *out)
{
    const struct practice_request request = {.question = what, .body = body, .len = strlen(body)};
    return s->ask(service, &request, out);
}

static void open_apart(const struct practice_limits *limits, void **service)
{
    struct cr_err err;
    assert_int_equal(practice_apart_prepare(limits, &err), CR_OK);
    *service = apart->start(PRACTICE_SHORT);
    assert_non_null(*service);
}

static void close_apart(void *service)
{
    apart->stop(service);
    practice_apart_end();
}

static void answers_are_the_same(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{\"name\":\"nowhere\"}", "{", "{\"bad\":1}", ""};
    void *service, *own = here->start(PRACTICE_SHORT);
    struct practice_answer got, wanted;
    open_apart(NULL, &service);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const int rc = ask(here, own, PRACTICE_ANALYZE, wrong[i], &wanted);
        assert_int_not_equal(rc, CR_OK);
        assert_int_equal(ask(apart, service, PRACTICE_ANALYZE, wrong[i], &got), rc);
        assert_int_equal(got.not_json, wanted.not_json);
        assert_string_equal(got.err.text, wanted.err.text);
    }
    assert_int_equal(ask(here, own, PRACTICE_RULES, "", &wanted), CR_OK);
    assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_OK);
    assert_int_equal(got.len, wanted.len);
    assert_memory_equal(got.data, wanted.data, wanted.len);
    assert_int_equal(ask(apart, service, PRACTICE_ANALYZE, ANALYZE, &got), CR_OK);
    assert_string_equal(got.content_type, PRACTICE_JSON);
    assert_int_equal(ask(apart, service, PRACTICE_ANALYZE, AS_PAPER, &got), CR_OK);
    assert_string_equal(got.content_type, PRACTICE_PDF);
    assert_memory_equal(got.data, "%PDF-", 5);
    here->stop(own);
    close_apart(service);
}

static void what_takes_too_long_is_refused(void **state)
{
    (void)state;
    void *service;
    struct practice_answer got;
    open_apart(&(struct practice_limits){.milli = 0, .bytes = (size_t)1 << 30}, &service);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ask(apart, service, PRACTICE_ANALYZE, ANALYZE, &got), CR_E_IO);
        assert_non_null(strstr(got.err.text, "longer than"));
    }
    close_apart(service);
}

struct question {
    void *service;
    struct practice_answer answer;
    atomic_bool seen; /* set when the progress of the question was seen */
    int rc;
};

/* Asks repeatedly, because a short question may end before its progress is seen. */
static void *ask_strategy(void *context)
{
    struct question *q = context;
    do
        q->rc = ask(apart, q->service, PRACTICE_STRATEGY,
                    "{\"rules\":\"tcp-cn\",\"lines\":1,\"ticket\":77}", &q->answer);
    while (q->rc == CR_OK && !atomic_load(&q->seen));
    return NULL;
}

/* While a strategy is calculated, its progress is told under the ticket number of the question. */
static void a_long_question_says_how_far_it_is(void **state)
{
    (void)state;
    struct question q = {.rc = 1};
    struct practice_progress at = {0};
    pthread_t thread;
    open_apart(NULL, &q.service);
    apart->progress(q.service, &at);
    assert_null(at.part);
    assert_int_equal(pthread_create(&thread, NULL, ask_strategy, &q), 0);
    while (at.part == NULL || at.all == 0 || at.ticket == 0) {
        apart->progress(q.service, &at);
        sched_yield();
    }
    atomic_store(&q.seen, true);
    pthread_join(thread, NULL);
    assert_int_equal(q.rc, CR_OK);
    assert_int_equal(at.ticket, 77);
    assert_true(at.done <= at.all);
    apart->progress(q.service, &at); /* after the answer there is no progress */
    assert_null(at.part);
    close_apart(q.service);
}

/* A program that is stopping waits for no answer: a question that is asked then ends at once,
 * whatever time it is allowed. */
static void a_program_that_stops_waits_for_nothing(void **state)
{
    (void)state;
    void *service;
    struct practice_answer got;
    open_apart(NULL, &service);
    assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_OK);
    apart->hurry(service);
    assert_int_equal(ask(apart, service, PRACTICE_ANALYZE, ANALYZE, &got), CR_E_IO);
    assert_non_null(strstr(got.err.text, "is stopping"));
    close_apart(service);
}

/* The worker process, a grandchild of this process, found by its name; 0: there is none. */
static pid_t find_worker(void)
{
    DIR *folder = opendir("/proc");
    pid_t found = 0;
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[300], name[64] = "";
        int pid, parent, grand = 0;
        snprintf(path, sizeof path, "/proc/%.200s/stat", entry->d_name);
        FILE *file = fopen(path, "r");
        const bool read =
            file != NULL && fscanf(file, "%d (%63[^)]) %*c %d", &pid, name, &parent) == 3;
        if (file != NULL)
            fclose(file);
        if (!read || strcmp(name, "croupier-work") != 0)
            continue;
        snprintf(path, sizeof path, "/proc/%d/stat", parent);
        file = fopen(path, "r");
        if (file != NULL && fscanf(file, "%*d (%*[^)]) %*c %d", &grand) == 1 && grand == getpid())
            found = pid;
        if (file != NULL)
            fclose(file);
    }
    closedir(folder);
    return found;
}

static void a_process_that_ends_is_replaced(void **state)
{
    (void)state;
    void *service;
    struct practice_answer got;
    open_apart(NULL, &service);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_OK);
        const pid_t worker = find_worker();
        assert_true(worker > 0);
        assert_int_equal(kill(worker, SIGKILL), 0);
        assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_E_IO);
        assert_non_null(strstr(got.err.text, "has ended"));
    }
    assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_OK);
    close_apart(service);
}

static bool nobody_waits(void *context)
{
    (void)context;
    return false;
}

/* A question for which nobody waits any more is ended together with its process, so that the next
 * question need not wait and no processor time is wasted. */
static void what_nobody_waits_for_is_ended(void **state)
{
    (void)state;
    static const char half_an_hour[] = "{\"rules\":\"uth-cn\",\"sees\":\"dealer:2\"}";
    const struct practice_request withdrawn = {.question = PRACTICE_PROTECT,
                                               .body = half_an_hour,
                                               .len = sizeof half_an_hour - 1,
                                               .is_wanted = nobody_waits};
    void *service;
    struct practice_answer got;
    open_apart(NULL, &service);
    assert_int_equal(apart->ask(service, &withdrawn, &got), CR_E_IO);
    assert_non_null(strstr(got.err.text, "nobody waits"));
    while (find_worker() != 0)
        sched_yield();
    assert_int_equal(ask(apart, service, PRACTICE_RULES, "", &got), CR_OK);
    close_apart(service);
}

static void memory_has_a_limit(void **state)
{
    (void)state;
    void *service;
    struct practice_answer got;
    open_apart(&(struct practice_limits){.milli = 60000, .bytes = 0}, &service);
    const int rc = ask(apart, service, PRACTICE_ANALYZE, "{\"name\":\"uth-cn\"}", &got);
    /* Builds with a sanitizer do not limit memory. */
    if (guard_left_out() == NULL)
        assert_true(rc == CR_E_RANGE || rc == CR_E_IO);
    close_apart(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_same),
        cmocka_unit_test(what_takes_too_long_is_refused),
        cmocka_unit_test(a_long_question_says_how_far_it_is),
        cmocka_unit_test(a_program_that_stops_waits_for_nothing),
        cmocka_unit_test(a_process_that_ends_is_replaced),
        cmocka_unit_test(what_nobody_waits_for_is_ended),
        cmocka_unit_test(memory_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
