/* Questions of mathematics and practice: one worker answers them, in order, so that no analysis
 * ever holds up the floor. Few may wait; the next one is told to come back. */
#include "service/api/api_internal.h"

#include "base/err.h"

#include <stdlib.h>

/* How much the analysis gives way to the writer and the server, as nice(1) counts. */
#define PRACTICE_NICE 10

struct api_question {
    struct worker_item item; /* first */
    struct http_request *req;
    enum practice_question what;
};

struct api_practice {
    struct worker *worker;
    const struct practice_service *service; /* NULL: there is none */
    void *practice;
};

/* ---- Answers ---- */

static void refuse(struct http_request *req, int rc, const struct practice_answer *answer)
{
    struct problem p = api_problem(rc, &answer->err);
    if (answer->not_json) {
        p.status = 400;
        p.code = "not-json";
    } else if (rc == CR_E_IO) {
        p.code = "failed";
    }
    http_answer_problem(req, &p);
}

static void answer_question(struct api_practice *p, const struct api_question *q)
{
    struct practice_answer answer;
    size_t len;
    const char *body = http_request_body(q->req, &len);
    int rc = p->service->ask(p->practice, q->what, body, len, &answer);
    if (rc == 0)
        http_answer(q->req, 200, answer.content_type, answer.data, answer.len);
    else
        refuse(q->req, rc, &answer);
}

static void run_question(void *context, struct worker_item *item, bool is_late)
{
    struct api_question *q = (struct api_question *)item;
    if (is_late)
        api_answer_stopping(q->req);
    else
        answer_question(context, q);
    free(q);
}

/* ---- Beginning and end ---- */

int api_practice_start(struct api *api, const struct practice_service *service, struct cr_err *err)
{
    struct api_practice *p = api->practice = calloc(1, sizeof(*p));
    if (p == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    const struct worker_config config = {.name = "practice",
                                         .context = p,
                                         .run = run_question,
                                         .most = API_QUESTIONS_MAX,
                                         .nice = PRACTICE_NICE};
    p->service = service;
    p->practice = service != NULL ? service->start() : NULL;
    if (service != NULL && p->practice == NULL)
        return err_set(err, CR_E_IO, "practice cannot be started");
    return worker_start(&config, &p->worker, err);
}

void api_practice_stop(struct api *api)
{
    struct api_practice *p = api->practice;
    if (p == NULL)
        return;
    worker_stop(p->worker);
    if (p->practice != NULL)
        p->service->stop(p->practice);
    free(p);
    api->practice = NULL;
}

/* ---- The request ---- */

void api_run_question(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_practice *p = api->practice;
    if (p->service == NULL) {
        struct cr_err err;
        err_set(&err, CR_E_NOT_FOUND, "this program answers no questions");
        struct problem none = api_problem(CR_E_NOT_FOUND, &err);
        http_respond_problem(req, &none);
        return;
    }
    struct api_question *q = malloc(sizeof(*q));
    if (q == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    *q = (struct api_question){.req = req, .what = row->question};
    http_defer(req);
    if (worker_post(p->worker, &q->item))
        return;
    free(q);
    http_answer_problem(
        req, &(struct problem){.status = 503,
                               .code = "busy",
                               .detail = "too many questions wait already; ask again later"});
}
