/* Sets the first password of a floor, and the first password of each person: with a code that works
 * once. */
#include "service/api/auth.h"

#include <string.h>

static const struct problem wrong_code = {.status = 403,
                                          .code = "code",
                                          .detail = "code: it is wrong, was used, or is too old",
                                          .field = "code"};
static const struct problem no_manager = {.status = 422,
                                          .code = "invalid",
                                          .detail = "person: the first to have a password is a "
                                                    "manager of this floor, or a new name",
                                          .field = "person"};

/* ---- The first person ---- */

static bool is_setup_code(struct auth *auth, const char *code)
{
    mutex_lock(&auth->lock);
    const bool right = auth->setup_code[0] != '\0' && credential_is_same(code, auth->setup_code);
    mutex_unlock(&auth->lock);
    return right;
}

/* Adds the person as a manager, unless the floor knows the name already. */
static int add_manager(struct api *api, const char *person)
{
    const bool is_known = floor_person_find(writer_lock(api->writer), person) != NULL;
    writer_unlock(api->writer);
    if (is_known)
        return 0;
    struct floor_event *e = auth_event(api, FLOOR_PERSON_ADDED, person, "manager");
    memcpy(e->user, "setup", sizeof("setup"));
    return auth_write(api);
}

static bool is_manager(struct api *api, const char *person)
{
    const struct floor_person *p = floor_person_find(writer_lock(api->writer), person);
    const bool is_other = p != NULL && strcmp(p->role, "manager") != 0;
    writer_unlock(api->writer);
    return !is_other;
}

static void do_setup(struct api *api, struct auth_task *task)
{
    if (!is_setup_code(api->auth, task->code)) {
        auth_note_failure(api, "code", "",
                          &(struct auth_place){.from = task->from, .asker = task->asker});
        http_answer_problem(task->req, &wrong_code);
    } else if (!is_manager(api, task->person)) {
        http_answer_problem(task->req, &no_manager);
    } else if (add_manager(api, task->person) != 0 ||
               auth_set_secret(api, "password", task->person, "setup", task->other) != 0) {
        auth_answer_fault(api, task);
    } else {
        auth_answer_session(api, task, "setup");
    }
}

/* ---- People who were invited ---- */

static void do_invitation(struct api *api, struct auth_task *task)
{
    if (!auth_check_invitation(api, task->person, task->code, task->from))
        http_answer_problem(task->req, &wrong_code);
    else if (auth_set_secret(api, "password", task->person, task->person, task->other) != 0)
        auth_answer_fault(api, task);
    else
        auth_answer_session(api, task, "invitation");
}

/* ---- Requests ---- */

static void begin(struct api *api, struct http_request *req,
                  void (*run)(struct api *api, struct auth_task *task))
{
    struct body_fault fault = {.not_json = false};
    struct auth_task *task = auth_task_new(api, req, run);
    if (task == NULL)
        return;
    const struct auth_member members[] = {
        {"person", task->person, sizeof(task->person), false},
        {"code", task->code, sizeof(task->code), false},
        {"password", task->other, sizeof(task->other), false},
    };
    int rc = auth_read(api, req, members, 3, &fault);
    if (rc == 0)
        rc = credential_check_password("password", task->other, task->person, &fault.err);
    auth_task_end(api, task, rc, &fault);
}

void api_run_setup(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    begin(api, req, do_setup);
}

void api_run_invitation(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    begin(api, req, do_invitation);
}

/* The names of managers are shown only while there is no password, when knowing a name helps nobody
 * to guess one. */
void view_setup(struct text *t, const struct view *v)
{
    const bool is_needed = floor_password_count(v->floor) == 0;
    json_flag(t, "needed", is_needed);
    json_open(t, "people", '[');
    for (uint32_t i = 0; is_needed && i < v->floor->person_count; i++) {
        const struct floor_person *p = &v->floor->people[i];
        if (strcmp(p->role, "manager") != 0 || p->is_barred)
            continue;
        json_open(t, NULL, '{');
        json_text(t, "person", p->name);
        json_text(t, "role", p->role);
        json_close(t, '}');
    }
    json_close(t, ']');
}
