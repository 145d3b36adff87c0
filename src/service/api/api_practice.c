/* Questions of mathematics and practice: one thread of their own answers them, in order, so that no
 * analysis ever holds up the floor. The list of those that wait is short; the next one is told to
 * come back. */
#define _XOPEN_SOURCE 700 /* nice */
#include "service/api/api_internal.h"

#include "base/check.h"
#include "base/err.h"

#include <stdlib.h>
#include <unistd.h>

/* How much the analysis gives way to the writer and the server, as nice(1) counts. */
#define LEARNING_NICE 10

struct api_question {
    struct http_request *req;
    enum practice_question what;
};

struct api_learner {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct api_question waiting[API_QUESTIONS_MAX]; /* a ring */
    unsigned first, count;
    bool quit;
    const struct practice_service *service; /* NULL: there is none */
    struct practice *practice;
};

/* ---- Answers ---- */

static void refuse(struct http_request *req, int rc, const struct practice_answer *answer)
{
    struct problem p = api_problem(rc, answer->err.text, answer->field);
    if (answer->not_json) {
        p.status = 400;
        p.code = "not-json";
    } else if (rc == CR_E_IO) {
        p.code = "failed";
    }
    http_answer_problem(req, &p);
}

static void answer_question(struct api_learner *l, const struct api_question *q)
{
    struct practice_answer answer;
    size_t len;
    const char *body = http_request_body(q->req, &len);
    int rc = l->service->ask(l->practice, q->what, body, len, &answer);
    if (rc == 0)
        http_answer(q->req, 200, answer.content_type, answer.data, answer.len);
    else
        refuse(q->req, rc, &answer);
}

/* ---- The thread ---- */

static void *learner_run(void *context)
{
    struct api_learner *l = context;
    /* A thread's own on Linux; where it cannot be had, nothing is lost but politeness. */
    int given = nice(LEARNING_NICE);
    (void)given;
    for (;;) {
        CHECK(pthread_mutex_lock(&l->lock) == 0);
        while (l->count == 0 && !l->quit)
            CHECK(pthread_cond_wait(&l->filled, &l->lock) == 0);
        const struct api_question q = l->waiting[l->first];
        const bool is_any = l->count > 0, is_late = l->quit;
        if (is_any) {
            l->first = (l->first + 1) % API_QUESTIONS_MAX;
            l->count--;
        }
        CHECK(pthread_mutex_unlock(&l->lock) == 0);
        if (!is_any)
            return NULL;
        if (is_late)
            http_answer_problem(q.req, &(struct problem){.status = 503,
                                                         .code = "stopping",
                                                         .detail = "the manager is stopping"});
        else
            answer_question(l, &q);
    }
}

static void learner_free(struct api_learner *l)
{
    CHECK(pthread_cond_destroy(&l->filled) == 0);
    CHECK(pthread_mutex_destroy(&l->lock) == 0);
    if (l->practice != NULL)
        l->service->stop(l->practice);
    free(l);
}

int api_learner_start(struct api *api, const struct practice_service *service, struct cr_err *err)
{
    struct api_learner *l = calloc(1, sizeof(*l));
    if (l == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    CHECK(pthread_mutex_init(&l->lock, NULL) == 0);
    CHECK(pthread_cond_init(&l->filled, NULL) == 0);
    l->service = service;
    l->practice = service != NULL ? service->start() : NULL;
    if ((service != NULL && l->practice == NULL) ||
        pthread_create(&l->thread, NULL, learner_run, l) != 0) {
        learner_free(l);
        return err_set(err, CR_E_IO, "cannot start a thread");
    }
    api->learner = l;
    return 0;
}

void api_learner_stop(struct api *api)
{
    struct api_learner *l = api->learner;
    if (l == NULL)
        return;
    CHECK(pthread_mutex_lock(&l->lock) == 0);
    l->quit = true;
    CHECK(pthread_cond_signal(&l->filled) == 0);
    CHECK(pthread_mutex_unlock(&l->lock) == 0);
    CHECK(pthread_join(l->thread, NULL) == 0);
    learner_free(l);
    api->learner = NULL;
}

void api_run_question(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_learner *l = api->learner;
    if (l->service == NULL) {
        struct problem p = api_problem(CR_E_NOT_FOUND, "this program answers no questions", NULL);
        http_respond_problem(req, &p);
        return;
    }
    CHECK(pthread_mutex_lock(&l->lock) == 0);
    const bool has_room = l->count < API_QUESTIONS_MAX;
    if (has_room) {
        http_defer(req);
        l->waiting[(l->first + l->count++) % API_QUESTIONS_MAX] =
            (struct api_question){req, row->question};
        CHECK(pthread_cond_signal(&l->filled) == 0);
    }
    CHECK(pthread_mutex_unlock(&l->lock) == 0);
    if (!has_room)
        http_respond_problem(
            req, &(struct problem){.status = 503,
                                   .code = "busy",
                                   .detail = "too many questions wait already; ask again later"});
}
