/* The one thread that hashes passwords, and who waits for it. */
#include "os/clock.h"
#include "service/api/auth.h"

#include "base/check.h"
#include "base/err.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tasks ---- */

static void answer_wait(struct http_request *req, unsigned status, unsigned seconds,
                        const char *code, const char *detail)
{
    char after[16];
    snprintf(after, sizeof(after), "%u", seconds);
    http_add_header(req, "Retry-After", after);
    http_respond_problem(req, &(struct problem){.status = status, .code = code, .detail = detail});
}

struct auth_task *auth_task_new(struct api *api, struct http_request *req,
                                void (*run)(struct api *api, struct auth_task *task))
{
    struct auth *auth = api->auth;
    char name[THROTTLE_NAME_MAX];
    uint8_t secret[SESSION_SECRET];
    throttle_name_of(http_request_remote(req), name);
    CHECK(pthread_mutex_lock(&auth->lock) == 0);
    const unsigned wait_s = throttle_wait_s(&auth->addresses, name, clock_mono_ms());
    CHECK(pthread_mutex_unlock(&auth->lock) == 0);
    if (wait_s > 0) {
        answer_wait(req, 429, wait_s, "too-many",
                    "too many wrong names, passwords or codes came from this address; wait");
        return NULL;
    }
    struct auth_task *task = calloc(1, sizeof(*task));
    if (task == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return NULL;
    }
    task->run = run;
    task->req = req;
    snprintf(task->from, sizeof(task->from), "%s", http_request_remote(req));
    auth_resolve(api, req, true, &task->who);
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

/* False: too many wait. Strangers never take the places of people who work. */
static bool enqueue(struct auth *auth, struct auth_task *task)
{
    const bool is_stranger = task->who.kind == PRINCIPAL_NOBODY;
    CHECK(pthread_mutex_lock(&auth->tasks_lock) == 0);
    const bool fits =
        auth->waiting < AUTH_WAITING_MAX && !(is_stranger && auth->strangers == AUTH_STRANGERS_MAX);
    if (fits) {
        auth->waiting++;
        auth->strangers += is_stranger;
        http_defer(task->req);
        *auth->last = task;
        auth->last = &task->next;
        CHECK(pthread_cond_signal(&auth->filled) == 0);
    }
    CHECK(pthread_mutex_unlock(&auth->tasks_lock) == 0);
    return fits;
}

void auth_task_submit(struct api *api, struct auth_task *task)
{
    if (enqueue(api->auth, task))
        return;
    answer_wait(task->req, 503, 1, "busy", "too many passwords wait to be checked; try again");
    auth_task_free(task);
}

/* ---- The thread ---- */

static struct auth_task *take_task(struct auth *auth)
{
    CHECK(pthread_mutex_lock(&auth->tasks_lock) == 0);
    while (auth->first == NULL && !auth->quit)
        CHECK(pthread_cond_wait(&auth->filled, &auth->tasks_lock) == 0);
    struct auth_task *task = auth->first;
    if (task != NULL) {
        auth->first = task->next;
        if (auth->first == NULL)
            auth->last = &auth->first;
        auth->waiting--;
        auth->strangers -= task->who.kind == PRINCIPAL_NOBODY;
    }
    CHECK(pthread_mutex_unlock(&auth->tasks_lock) == 0);
    return task;
}

static void *worker_run(void *context)
{
    struct api *api = context;
    struct auth_task *task;
    while ((task = take_task(api->auth)) != NULL) {
        task->run(api, task);
        auth_task_free(task);
    }
    return NULL;
}

int auth_worker_start(struct api *api, struct cr_err *err)
{
    struct auth *auth = api->auth;
    char anything[CREDENTIAL_CODE_MAX];
    credential_make_code(anything);
    int rc = auth_hash(api, anything, auth->nobody, err);
    if (rc != 0)
        return rc;
    if (pthread_create(&auth->thread, NULL, worker_run, api) != 0)
        return err_set(err, CR_E_IO, "cannot start a thread");
    auth->thread_started = true;
    return 0;
}

void auth_worker_stop(struct api *api)
{
    struct auth *auth = api->auth;
    CHECK(pthread_mutex_lock(&auth->tasks_lock) == 0);
    auth->quit = true;
    CHECK(pthread_cond_signal(&auth->filled) == 0);
    CHECK(pthread_mutex_unlock(&auth->tasks_lock) == 0);
    if (auth->thread_started)
        CHECK(pthread_join(auth->thread, NULL) == 0);
    auth->thread_started = false;
}
