/* Answers questions of mathematics and practice, with one worker for short questions and one for
 * long ones: so no analysis holds up the floor, and no analysis of minutes holds up a practice
 * table. Only a few questions may wait; further ones are refused with 503. */
#include "service/api/api_internal.h"

#include <stdlib.h>

/* The niceness (nice(1)) of these workers, so that the writer and the server go first. */
#define PRACTICE_NICE 10

struct api_question {
    struct worker_item item; /* first */
    struct http_request *req;
    enum practice_question what;
};

struct place {
    struct worker *worker;
    const struct practice_service *service; /* NULL: questions are refused */
    void *practice;
};

struct api_practice {
    struct place places[PRACTICE_PLACES];
};

/* Questions that take seconds to minutes: analyses of many tables, of all deals or of long
 * sessions. All others are short. */
static const enum practice_place place_of[PRACTICE_QUESTIONS] = {
    [PRACTICE_SENSITIVITY] = PRACTICE_LONG, [PRACTICE_PROTECT] = PRACTICE_LONG,
    [PRACTICE_DESIGN] = PRACTICE_LONG,      [PRACTICE_STRATEGY] = PRACTICE_LONG,
    [PRACTICE_RISK] = PRACTICE_LONG,        [PRACTICE_PAR] = PRACTICE_LONG};

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

/* False when the client has closed the connection, as a page does when it is left or asks something
 * else. */
static bool is_wanted(void *context)
{
    return !http_request_is_abandoned(context);
}

static void answer_question(struct place *p, const struct api_question *q)
{
    struct practice_answer answer;
    struct practice_request request = {
        .question = q->what, .is_wanted = is_wanted, .context = q->req};
    request.body = http_request_body(q->req, &request.len);
    int rc = p->service->ask(p->practice, &request, &answer);
    if (rc == 0)
        http_answer(q->req, 200, answer.content_type, answer.data, answer.len);
    else
        refuse(q->req, rc, &answer);
}

/* Ends a request whose client closed the connection while other questions were answered. */
static void answer_nobody(struct http_request *req)
{
    http_answer_problem(
        req,
        &(struct problem){.status = 503, .code = "busy", .detail = "nobody waited for the answer"});
}

static void run_question(void *context, struct worker_item *item, bool is_late)
{
    struct api_question *q = (struct api_question *)item;
    if (is_late)
        api_answer_stopping(q->req);
    else if (http_request_is_abandoned(q->req))
        answer_nobody(q->req);
    else
        answer_question(context, q);
    free(q);
}

/* ---- Start and stop ---- */

static int start_place(struct place *p, enum practice_place which,
                       const struct practice_service *service, struct cr_err *err)
{
    static const char *const names[PRACTICE_PLACES] = {"practice", "mathematics"};
    const struct worker_config config = {.name = names[which],
                                         .context = p,
                                         .run = run_question,
                                         .most = API_QUESTIONS_MAX,
                                         .nice = PRACTICE_NICE};
    p->service = service;
    p->practice = service != NULL ? service->start(which) : NULL;
    if (service != NULL && p->practice == NULL)
        return err_set(err, CR_E_IO, "practice cannot be started");
    return worker_start(&config, &p->worker, err);
}

int api_practice_start(struct api *api, const struct practice_service *service, struct cr_err *err)
{
    struct api_practice *p = api->practice = calloc(1, sizeof(*p));
    int rc = p != NULL ? CR_OK : err_set(err, CR_E_IO, "out of memory");
    for (unsigned i = 0; i < PRACTICE_PLACES && rc == CR_OK; i++)
        rc = start_place(&p->places[i], (enum practice_place)i, service, err);
    return rc;
}

void api_practice_stop(struct api *api)
{
    struct api_practice *p = api->practice;
    if (p == NULL)
        return;
    for (unsigned i = 0; i < PRACTICE_PLACES; i++) {
        struct place *place = &p->places[i];
        if (place->practice != NULL && place->service->hurry != NULL)
            place->service->hurry(place->practice);
        worker_stop(place->worker);
        if (place->practice != NULL)
            place->service->stop(place->practice);
    }
    free(p);
    api->practice = NULL;
}

/* ---- The request ---- */

void api_run_question(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct place *p = &api->practice->places[place_of[row->question]];
    if (p->service == NULL) {
        struct cr_err err;
        err_set(&err, CR_E_NOT_FOUND, "this program answers no questions");
        api_refuse_query(req, &err);
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

/* Answers with the progress of the long question that is being worked on, if there is one. */
void api_run_progress(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    struct place *p = &api->practice->places[PRACTICE_LONG];
    struct practice_progress at = {0};
    char room[200];
    struct text t = text_in(room, sizeof room);
    if (p->service != NULL && p->service->progress != NULL)
        p->service->progress(p->practice, &at);
    json_open(&t, NULL, '{');
    json_count(&t, "ticket", at.ticket);
    json_text_or_null(&t, "part", at.part);
    JSON_MEMBERS(&t, &at, done, all);
    json_close(&t, '}');
    http_respond(req, 200, "application/json", room, t.len);
}

/* Answers with a shipped file of house rules or of a progressive. */
void api_run_shipped(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)api;
    const struct cr_shipped *file = cr_shipped_find(http_request_param(req, row->param));
    if (file != NULL) {
        http_respond(req, 200, "application/yaml", file->text, file->len);
        return;
    }
    struct cr_err err;
    err_set(&err, CR_E_NOT_FOUND,
            "nothing is shipped under that name; GET /api/v1/rules lists what is");
    api_refuse_query(req, &err);
}
