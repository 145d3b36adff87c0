/* Requests that write: route and body become an event, the writer makes it durable, and the event
 * is the answer. */
#include "service/api/auth.h"

#include "base/check.h"
#include "os/clock.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Room for the answer to a join: the view of one table, with the claims of one round at most. */
#define TABLE_ROOM 32768

/* ---- Jobs ---- */

struct api_job *api_job_new(struct api *api, struct http_request *req)
{
    struct api_job *job = malloc(sizeof(*job));
    if (job == NULL)
        return NULL;
    memset(job, 0, offsetof(struct api_job, job.request.event.text));
    memset(job->job.request.secret, 0, sizeof(*job) - offsetof(struct api_job, job.request.secret));
    job->api = api;
    job->req = req;
    return job;
}

void api_job_free(struct api_job *job)
{
    sodium_memzero(job->job.request.secret, sizeof(job->job.request.secret));
    sodium_memzero(job->shown, sizeof(job->shown));
    free(job);
}

static void answer_problem(struct api_job *job)
{
    struct manager_request *r = &job->job.request;
    body_keep_field(r->event.kind, &r->err);
    struct problem p = api_problem(r->result, &r->err);
    http_answer_problem(job->req, &p);
}

/* V8: adds the manager's receipt to the headers of the answer. */
static void add_receipt(struct api *api, struct http_request *req, const char *table,
                        uint64_t epoch, uint64_t seq)
{
    char receipt[MANAGER_RECEIPT_MAX];
    if (manager_receipt(writer_manager(api->writer), table, epoch, seq, receipt) != NULL)
        http_add_header(req, HTTP_RECEIPT_HEADER, receipt);
}

/* Answers {"event":…,"table":…}: all that a controller needs to begin. */
static void answer_join(struct api_job *job)
{
    const struct manager_request *r = &job->job.request;
    char room[TABLE_ROOM];
    struct text t = text_in(room, sizeof(room));
    json_open(&t, NULL, '{');
    json_raw(&t, "event", r->body, r->len);
    const struct view v = api_look(job->api);
    const uint32_t table = floor_find_table(v.floor, r->event.table);
    const uint64_t seq = v.floor->plays[table].seq;
    view_table_object(&t, "table", &v, table);
    writer_unlock(job->api->writer);
    add_receipt(job->api, job->req, r->event.table, r->event.epoch, seq);
    json_close(&t, '}');
    CHECK(!t.cut);
    http_answer(job->req, job->status, HTTP_JSON, room, t.len);
}

/* Answers with the event and one more member: a new secret, which is shown only here and is kept
 * nowhere. */
static void answer_shown(struct api_job *job)
{
    const struct manager_request *r = &job->job.request;
    char room[2 * FLOOR_TEXT_MAX];
    struct text t = text_in(room, sizeof(room));
    text_add_len(&t, r->body, r->len - 1);
    json_text(&t, job->shown_as, job->shown);
    json_close(&t, '}');
    CHECK(!t.cut);
    http_answer(job->req, job->status, HTTP_JSON, room, t.len);
    sodium_memzero(room, sizeof(room));
}

/* Answers with the event; a table also gets a receipt for it (V8). */
static void answer_event(struct api_job *job)
{
    const struct manager_request *r = &job->job.request;
    if (r->event.table_seq != 0)
        add_receipt(job->api, job->req, r->event.table, r->event.epoch, r->event.table_seq);
    http_answer(job->req, job->status, HTTP_JSON, r->body, r->len);
}

static void answer(struct api_job *job)
{
    const struct manager_request *r = &job->job.request;
    if (r->result != 0)
        answer_problem(job);
    else if (job->shown_as != NULL)
        answer_shown(job);
    else if (job->with_table)
        answer_join(job);
    else
        answer_event(job);
}

/* Called on the writer's thread, when the whole batch is durable or none of it is (V1). */
static void job_done(struct writer_job *done)
{
    struct api_job *job = done->context;
    struct api *api = job->api;
    api_metrics_batch(api, api->batch_events);
    api->batch_events = 0;
    api_metrics_written(api, clock_mono_ns() - job->started);
    if (job->req != NULL)
        answer(job);
    if (job->job.request.result == 0 && job->job.request.event.kind == FLOOR_SHIFT_OPENED)
        api_shift_opened(api, &job->job.request.event);
    api_job_free(job);
    mutex_lock(&api->jobs_lock);
    if (--api->jobs == 0)
        mutex_wake(&api->jobs_lock);
    mutex_unlock(&api->jobs_lock);
}

void api_job_submit_deferred(struct api_job *job)
{
    struct api *api = job->api;
    job->job.done = job_done;
    job->job.context = job;
    job->started = clock_mono_ns();
    mutex_lock(&api->jobs_lock);
    api->jobs++;
    mutex_unlock(&api->jobs_lock);
    if (!api_shift_waits(job))
        writer_submit(api->writer, &job->job);
}

void api_job_submit(struct api_job *job)
{
    if (job->req != NULL)
        http_defer(job->req);
    api_job_submit_deferred(job);
}

/* ---- Requests ---- */

/* A request while it is read. */
struct asking {
    struct api_job *job;
    struct principal who;
    struct auth_proof proof;
    struct api_composing composing; /* where the row composes a text */
};

static int set_from_path(struct floor_event *e, const char *name, const char *value,
                         struct body_fault *fault)
{
    const struct event_field *field =
        event_member_find(event_kind(e->kind), name, strlen(name))->field;
    return field->type == EVENT_COUNT
               ? event_set_number(e, field, value, strlen(value), &fault->err)
               : event_set_string(e, field, value, strlen(value), &fault->err);
}

/* Refuses an event of a table that lacks epoch or table_seq: a table numbers its events (V2). Only
 * a person at the desk leaves the numbers out, and uses other routes. */
static int check_numbered(const struct floor_event *e, struct body_fault *fault)
{
    if (e->epoch != 0 && e->table_seq != 0)
        return 0;
    return err_refuse(&fault->err, CR_E_INPUT, REASON_MISSING,
                      e->epoch == 0 ? "epoch" : "table_seq", "missing; an event of a table has it");
}

/* The event's user is the person who is signed in. */
static void fill_user(const struct asking *a, struct floor_event *e)
{
    static const char *const name = "user";
    const struct event_member *m = event_member_find(event_kind(e->kind), name, strlen(name));
    if (a->who.kind == PRINCIPAL_PERSON && m != NULL && m->use != EVENT_MADE)
        memcpy(e->user, a->who.name, sizeof(e->user));
}

/* Copies a header of a table's request; "" when it is missing or too long. */
static void read_header(struct http_request *req, const char *name, char *out, size_t size)
{
    const char *said = http_request_header(req, name);
    memset(out, 0, size);
    if (said != NULL && strlen(said) < size)
        memcpy(out, said, strlen(said));
}

void api_read_process(struct http_request *req, char out[MANAGER_PROCESS_MAX])
{
    read_header(req, HTTP_PROCESS_HEADER, out, MANAGER_PROCESS_MAX);
}

/* Fills in the job's event and the proof. Called with the tape's lock held. */
static int fill(struct api *api, const struct api_row *row, struct http_request *req,
                struct asking *a, struct body_fault *fault)
{
    static const char *const nowhere[] = {NULL};
    const bool any_kind = row->kind == FLOOR_NO_KIND;
    const bool takes_proof = a->who.kind == PRINCIPAL_PERSON && api_row_takes_proof(row);
    struct manager_request *r = &a->job->job.request;
    struct floor_event *e = &r->event;
    unsigned kind = row->kind;
    size_t len;
    const char *text = http_request_body(req, &len);
    int rc = body_parse(api->tape, text, len, fault);
    if (rc == 0 && any_kind)
        rc = body_kind(api->tape, &kind, fault);
    if (rc == 0 && takes_proof)
        rc = auth_read_proof(api->tape, &a->proof, fault);
    if (rc != 0)
        return rc;
    event_init(e, kind);
    api_read_process(req, r->process);
    read_header(req, HTTP_RULES_HEADER, r->rules, sizeof(r->rules));
    r->wants_document = !api->auth->config.is_open;
    fill_user(a, e);
    if (row->prepare != NULL)
        row->prepare(api, a->job);
    if (row->param != NULL)
        rc = set_from_path(e, row->param, http_request_param(req, row->param), fault);
    if (kind == FLOOR_TABLE_JOINED)
        read_header(req, HTTP_RECEIPT_HEADER, r->receipt, sizeof(r->receipt));
    if (kind == FLOOR_TABLE_JOINED)
        memcpy(e->manager, manager_configuration(writer_manager(api->writer))->id, FLOOR_ID_MAX);
    const bool composes = row->compose != NULL;
    const char *const taken[] = {any_kind ? "kind" : "proof", composes ? "parameters" : NULL, NULL};
    if (composes) { /* a stand-in for the text, which is made below when the other members are known
                     * to be good */
        e->text[0] = '#';
        e->text_len = 1;
    }
    if (rc == 0)
        rc = body_fill(api->tape, row->elsewhere != NULL ? row->elsewhere : nowhere,
                       any_kind || takes_proof ? taken : taken + 1, e, fault);
    if (rc == 0 && composes)
        rc = row->compose(&a->composing, api->tape, e, fault);
    if (rc == 0 && any_kind)
        rc = check_numbered(e, fault);
    /* What an approver saw is checked for people who have signed in. On an open floor nobody proves
     * who they are, so it would prove nothing. */
    if (rc == 0 && a->who.kind == PRINCIPAL_PERSON)
        rc = floor_check_approval(e, &fault->err);
    return rc;
}

static int read_request(struct api *api, const struct api_row *row, struct http_request *req,
                        struct asking *a, struct body_fault *fault)
{
    if (row->compose != NULL)
        api_look_at_parameters(api, req, &a->composing);
    mutex_lock(&api->tape_lock);
    int rc = fill(api, row, req, a, fault);
    sodium_memzero(api->tape->bytes, a->who.kind == PRINCIPAL_PERSON ? api->tape->used : 0);
    mutex_unlock(&api->tape_lock);
    return rc;
}

/* Refuses an event in somebody else's name. One exception: a second person may approve a claim at
 * the screen where the first one is signed in, with a password of their own. It is checked before
 * anything is written, and the floor checks the role of the person named. */
static bool is_own_name(const struct asking *a)
{
    const struct floor_event *e = &a->job->job.request.event;
    const bool signs_here = e->kind == FLOOR_CLAIM_APPROVED && a->proof.password[0] != '\0';
    if (a->who.kind != PRINCIPAL_PERSON || strcmp(e->user, a->who.name) == 0 || signs_here)
        return true;
    auth_deny(a->job->req, "user", "user", "user: %s is signed in, and not %s", a->who.name,
              e->user);
    return false;
}

void api_run_write(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct asking a = {.job = api_job_new(api, req)};
    if (a.job == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    auth_resolve(api, req, false, &a.who);
    if (a.who.kind == PRINCIPAL_NOBODY) { /* the session or token has ended since it was admitted */
        api_job_free(a.job);
        auth_refuse_nobody(req);
        return;
    }
    a.job->status = row->status;
    a.job->with_table = row->kind == FLOOR_TABLE_JOINED;
    if (read_request(api, row, req, &a, &fault) != 0) {
        api_job_free(a.job);
        api_refuse(req, &fault);
    } else if (!is_own_name(&a)) {
        api_job_free(a.job);
    } else if (a.who.kind == PRINCIPAL_PERSON || auth_may_name(api, a.job)) {
        auth_submit(api, &a.who, a.job, &a.proof);
    }
    sodium_memzero(&a, sizeof(a));
}
