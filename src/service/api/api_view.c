/* Answers requests for views of the floor, and the heartbeats of tables.
 *
 * The writer holds its lock while a batch becomes durable. So that the server's threads never wait
 * for a disk, one worker builds the views: it takes the requests that have come in meanwhile,
 * builds all of them under one lock, and answers them afterwards. */
#include "floor/alarms.h"
#include "service/api/auth.h"

#include <stdlib.h>
#include <string.h>

#define VIEWS_AT_ONCE 64
#define VIEW_ROOM     (16u * 1024)

/* A request for a view, or a table's heartbeat, which is answered with the view of that table. */
struct view_request {
    struct worker_item item; /* first */
    struct http_request *req;
    const struct api_row *row;
    char id[TARGET_PART_MAX];    /* the parameter in the address */
    char instance[FLOOR_ID_MAX]; /* of a heartbeat; "" for a view */
    char process[MANAGER_PROCESS_MAX];
    uint64_t epoch;
    bool with_books; /* whoever asks may read the books */
    bool clash;      /* REG-1: another process lives under the table's name */
    int rc;
    struct cr_err err;
    struct text t; /* the answer */
};

/* ---- Under the lock ---- */

static int renew(struct api *api, const struct view *v, struct view_request *l)
{
    struct manager *m = writer_manager(api->writer);
    const struct manager_sign sign = {l->id, l->instance, l->process, l->epoch};
    int rc = manager_heartbeat(m, &sign, v->mono_ms, &l->clash, &l->err);
    l->clash = l->clash && !manager_has_alarm(m, ALARM_IDENTITY, l->id);
    if (rc != 0)
        return rc;
    json_open(&l->t, NULL, '{');
    view_table_object(&l->t, "table", v, floor_find_table(v->floor, l->id));
    json_close(&l->t, '}');
    return 0;
}

static void build_views(struct api *api, struct view_request *const *requests, size_t count)
{
    struct view v = api_look(api);
    for (size_t i = 0; i < count; i++) {
        struct view_request *l = requests[i];
        v.with_books = l->with_books;
        if (l->instance[0] != '\0')
            l->rc = renew(api, &v, l);
        else if (l->row->part != NULL)
            view_document_of(&l->t, &v, l->row->part);
        else
            l->rc = l->row->view(&l->t, &v, l->id, &l->err);
    }
    writer_unlock(api->writer);
}

/* ---- After the lock is released ---- */

/* REG-1: raises the alarm that two controllers live under one name. */
static void raise_identity(struct api *api, const struct view_request *l)
{
    struct api_job *job = api_job_new(api, NULL);
    if (job == NULL)
        return;
    alarm_of_identity(l->id, l->instance, &job->job.request.event);
    api_job_submit(job);
}

static void answer(struct api *api, struct view_request *l)
{
    if (l->clash)
        raise_identity(api, l);
    if (l->t.cut)
        l->rc = err_set(&l->err, CR_E_IO, "out of memory");
    if (l->rc == 0) {
        const char *type = l->row->content_type != NULL ? l->row->content_type : HTTP_JSON;
        http_answer(l->req, 200, type, l->t.data, l->t.len);
        return;
    }
    struct problem p = api_problem(l->rc, &l->err);
    p.field = l->rc == CR_E_NOT_FOUND ? l->row->param : NULL;
    http_answer_problem(l->req, &p);
}

static void free_request(struct view_request *l)
{
    text_free(&l->t);
    free(l);
}

/* ---- The worker ---- */

static void run_views(void *context, struct worker_item *items, bool is_late)
{
    struct api *api = context;
    struct view_request *requests[VIEWS_AT_ONCE];
    size_t count = 0;
    (void)is_late;
    for (; items != NULL; items = items->next)
        requests[count++] = (struct view_request *)items;
    build_views(api, requests, count);
    for (size_t i = 0; i < count; i++) {
        answer(api, requests[i]);
        free_request(requests[i]);
    }
}

int api_view_start(struct api *api, struct cr_err *err)
{
    const struct worker_config config = {
        .name = "views", .context = api, .run = run_views, .at_once = VIEWS_AT_ONCE};
    return worker_start(&config, &api->view_worker, err);
}

/* ---- The requests ---- */

static bool may_read_books(struct api *api, struct http_request *req)
{
    struct principal who;
    auth_resolve(api, req, false, &who);
    return (auth_hears(&who) & PUSH_BOOKS) != 0;
}

/* Hands the request to the worker. Runs on a thread of the server. instance is "" for a view. */
static void view_later(struct api *api, const struct api_row *row, struct http_request *req,
                       const char *instance, uint64_t epoch)
{
    struct view_request *l = calloc(1, sizeof(*l));
    if (l == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    text_grow(&l->t, VIEW_ROOM); /* most views fit, so nothing is allocated under the lock */
    struct text id = text_in(l->id, sizeof(l->id));
    text_add(&id, row->param != NULL ? http_request_param(req, row->param) : "");
    memcpy(l->instance, instance, strlen(instance) + 1);
    api_read_process(req, l->process);
    l->row = row;
    l->epoch = epoch;
    l->with_books = row->some_is_books && may_read_books(api, req);
    l->req = req;
    http_defer(req);
    if (worker_post(api->view_worker, &l->item))
        return;
    free_request(l);
    api_answer_stopping(req);
}

void api_run_view(struct api *api, const struct api_row *row, struct http_request *req)
{
    view_later(api, row, req, "", 0);
}

/* Reads the body of a heartbeat: instance and epoch, and nothing else. They have the types of these
 * members of an event. */
static int read_sign(struct api *api, struct http_request *req, struct floor_event *e,
                     struct body_fault *fault)
{
    static const char *const names[] = {"instance", "epoch"};
    const struct event_kind *kind = event_kind(FLOOR_TABLE_JOINED);
    size_t len;
    const char *text = http_request_body(req, &len);
    int rc = body_parse(api->tape, text, len, fault);
    for (unsigned i = 0; rc == 0 && i < 2; i++) {
        const struct json_node *node = json_member(&api->tape->nodes[0], names[i]);
        const struct event_member *m = event_member_find(kind, names[i], strlen(names[i]));
        if (node != NULL) {
            rc = body_set(node, m->field, e, fault);
        } else {
            rc = err_refuse(&fault->err, CR_E_INPUT, REASON_MISSING, names[i],
                            "missing; a sign of life has it");
        }
    }
    if (rc == 0 && api->tape->nodes[0].count != 2)
        rc = err_refuse(&fault->err, CR_E_INPUT, REASON_UNWANTED_MEMBER, NULL,
                        "a sign of life has instance and epoch only");
    return rc;
}

void api_run_heartbeat(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct floor_event e;
    event_init(&e, FLOOR_TABLE_JOINED);
    mutex_lock(&api->tape_lock);
    int rc = read_sign(api, req, &e, &fault);
    mutex_unlock(&api->tape_lock);
    if (rc == 0)
        view_later(api, row, req, e.instance, e.epoch);
    else
        api_refuse(req, &fault);
}
