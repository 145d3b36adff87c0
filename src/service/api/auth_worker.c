/* The worker that hashes passwords, and the queue of requests that wait for it. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Tasks ---- */

static void add_retry_after(struct http_request *req, unsigned seconds)
{
    char after[16];
    snprintf(after, sizeof(after), "%u", seconds);
    http_add_header(req, "Retry-After", after);
}

/* Names the asker under whom wrong secrets are counted. People who are not signed in are counted by
 * address. People and programs that are known are counted by name, so guesses of others from the
 * same address do not make them wait. */
static void name_asker(const struct principal *who, const char *remote, char out[THROTTLE_NAME_MAX])
{
    if (who->kind == PRINCIPAL_NOBODY)
        throttle_name_of(remote, out);
    else
        snprintf(out, THROTTLE_NAME_MAX, "%s %.50s",
                 who->kind == PRINCIPAL_PERSON ? "person" : "program", who->name);
}

struct auth_task *auth_task_new(struct api *api, struct http_request *req,
                                void (*run)(struct api *api, struct auth_task *task))
{
    struct auth *auth = api->auth;
    uint8_t secret[SESSION_SECRET];
    struct auth_task *task = calloc(1, sizeof(*task));
    if (task == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return NULL;
    }
    auth_resolve(api, req, true, &task->who);
    name_asker(&task->who, http_request_remote(req), task->asker);
    mutex_lock(&auth->lock);
    const unsigned wait_s = throttle_wait_s(&auth->askers, task->asker, clock_mono_ms());
    mutex_unlock(&auth->lock);
    if (wait_s > 0) {
        add_retry_after(req, wait_s);
        http_respond_problem(
            req, &(struct problem){.status = 429,
                                   .code = "too-many",
                                   .detail = "too many wrong names, passwords, PINs or codes came "
                                             "from here; wait"});
        auth_task_free(task);
        return NULL;
    }
    task->run = run;
    task->req = req;
    snprintf(task->from, sizeof(task->from), "%s", http_request_remote(req));
    task->has_old = credential_read_cookie(http_request_header(req, "Cookie"), secret);
    if (task->has_old)
        session_hash(secret, task->old);
    sodium_memzero(secret, sizeof(secret));
    return task;
}

void auth_task_free(struct auth_task *task)
{
    if (task->job != NULL)
        api_job_free(task->job);
    sodium_memzero(task, sizeof(*task));
    free(task);
}

void auth_task_refuse(struct auth_task *task, const struct body_fault *fault)
{
    api_refuse(task->req, fault);
    auth_task_free(task);
}

static bool is_stranger(const struct auth_task *task)
{
    return task->who.kind == PRINCIPAL_NOBODY;
}

/* False when too many wait. People who are not signed in may take only some of the places in the
 * queue. */
static bool post(struct auth *auth, struct auth_task *task)
{
    if (!is_stranger(task))
        return worker_post(auth->worker, &task->item);
    if (atomic_fetch_add(&auth->strangers, 1) < AUTH_STRANGERS_MAX &&
        worker_post(auth->worker, &task->item))
        return true;
    atomic_fetch_sub(&auth->strangers, 1);
    return false;
}

void auth_task_submit(struct api *api, struct auth_task *task)
{
    http_defer(task->req);
    if (post(api->auth, task))
        return;
    add_retry_after(task->req, 1);
    http_answer_problem(
        task->req, &(struct problem){.status = 503,
                                     .code = "busy",
                                     .detail = "too many passwords wait to be checked; try again"});
    auth_task_free(task);
}

/* ---- On the worker ---- */

static void run_task(void *context, struct worker_item *item, bool is_late)
{
    struct api *api = context;
    struct auth_task *task = (struct auth_task *)item;
    (void)is_late;
    if (is_stranger(task))
        atomic_fetch_sub(&api->auth->strangers, 1);
    task->run(api, task);
    auth_task_free(task);
}

int auth_worker_start(struct api *api, struct cr_err *err)
{
    struct auth *auth = api->auth;
    char anything[CREDENTIAL_CODE_MAX];
    credential_make_code(anything);
    int rc = auth_hash(api, anything, auth->nobody, err);
    if (rc != 0)
        return rc;
    const struct worker_config config = {
        .name = "passwords", .context = api, .run = run_task, .most = AUTH_WAITING_MAX};
    return worker_start(&config, &auth->worker, err);
}

void auth_worker_stop(struct api *api)
{
    worker_stop(api->auth->worker);
    api->auth->worker = NULL;
}

void auth_task_end(struct api *api, struct auth_task *task, int rc, const struct body_fault *fault)
{
    if (rc == 0)
        auth_task_submit(api, task);
    else
        auth_task_refuse(task, fault);
}
