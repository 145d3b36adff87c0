/* Checks the passwords of those who answer for an event. They are given with the request itself and
 * prove this event only: no token is issued that could be used again. */
#include "service/api/auth.h"

#include <string.h>

int auth_read_proof(const struct json_tape *tape, struct auth_proof *out, struct body_fault *fault)
{
    const struct json_node *node = json_member(&tape->nodes[0], "proof");
    const struct auth_member members[] = {
        {"password", out->password, sizeof(out->password), true},
        {"approver_password", out->approver, sizeof(out->approver), true},
    };
    if (node == NULL)
        return 0;
    if (node->kind == JSON_OBJECT)
        return auth_read_object(node, members, 2, fault);
    return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, "proof",
                      "expected an object with passwords");
}

static void answer_unproved(struct http_request *req, bool is_approver)
{
    http_answer_problem(
        req, &(struct problem){.status = 403,
                               .code = "proof",
                               .detail = is_approver ? "the approver's password is wrong, "
                                                       "or the approver is locked out"
                                                     : "the password is wrong, or the "
                                                       "person is locked out",
                               .field = is_approver ? "approver_password" : "password"});
}

static void do_prove(struct api *api, struct auth_task *task)
{
    const struct floor_event *e = &task->job->job.request.event;
    const bool wants_approver = e->approver[0] != '\0';
    if (!auth_check(api, "password", e->user, task->password,
                    &(struct auth_place){.from = task->from, .asker = task->asker})) {
        answer_unproved(task->req, false);
    } else if (wants_approver &&
               !auth_check(api, "password", e->approver, task->other,
                           &(struct auth_place){.from = task->from, .asker = task->asker})) {
        answer_unproved(task->req, true);
    } else {
        struct api_job *job = task->job;
        task->job = NULL;
        api_job_submit_deferred(job);
    }
}

static void prove(struct api *api, struct api_job *job, const struct auth_proof *proof)
{
    struct http_request *req = job->req;
    struct auth_task *task = auth_task_new(api, req, do_prove);
    if (task == NULL) {
        api_job_free(job);
        return;
    }
    memcpy(task->password, proof->password, sizeof(task->password));
    memcpy(task->other, proof->approver, sizeof(task->other));
    task->job = job;
    auth_task_submit(api, task);
}

void auth_submit(struct api *api, const struct principal *who, struct api_job *job,
                 const struct auth_proof *proof)
{
    const struct floor_event *e = &job->job.request.event;
    const bool wants_approver = e->approver[0] != '\0';
    const bool is_given = proof->password[0] != '\0' || proof->approver[0] != '\0';
    if (who->kind != PRINCIPAL_PERSON ||
        (!wants_approver && !is_given && !floor_kind_is_proved(e->kind))) {
        api_job_submit(job);
        return;
    }
    const char *missing = proof->password[0] == '\0'                     ? "password"
                          : wants_approver && proof->approver[0] == '\0' ? "approver_password"
                                                                         : NULL;
    if (missing == NULL && !wants_approver && proof->approver[0] != '\0') {
        auth_deny(job->req, "proof", "approver_password", "no approver is named here");
        api_job_free(job);
        return;
    }
    if (missing == NULL) {
        prove(api, job, proof);
        return;
    }
    auth_deny(job->req, "proof", missing,
              "this is confirmed with the passwords of those who answer for it; %s is "
              "missing",
              missing);
    api_job_free(job);
}
