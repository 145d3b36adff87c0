/* Requests to sign in and out, to ask who is signed in, and to change one's own password or PIN. */
#include "service/api/auth.h"

#include "base/check.h"
#include "os/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* ---- Bodies ---- */

static int read_member(const struct json_node *node, const struct auth_member *m,
                       struct body_fault *fault)
{
    if (node->kind != JSON_STRING || memchr(node->text, '\0', node->len) != NULL)
        return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, m->name,
                          "expected a text");
    if (node->len == 0 || node->len >= m->size)
        return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, m->name,
                          "expected 1 to %zu bytes", m->size - 1);
    memcpy(m->into, node->text, node->len);
    m->into[node->len] = '\0';
    return 0;
}

int auth_read_object(const struct json_node *object, const struct auth_member *members,
                     unsigned count, struct body_fault *fault)
{
    const struct json_node *node = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, node = json_next(node)) {
        unsigned m = 0;
        while (m < count && !json_text_is(node->key, node->key_len, members[m].name))
            m++;
        if (m == count) {
            err_set(&fault->err, CR_E_INPUT, "no member of this request has that name");
            return err_blame(&fault->err, REASON_UNWANTED_MEMBER, node->key,
                             node->key_len < 40 ? node->key_len : 40);
        }
        int rc = read_member(node, &members[m], fault);
        if (rc != 0)
            return rc;
    }
    for (unsigned m = 0; m < count; m++) {
        if (members[m].is_optional || members[m].into[0] != '\0')
            continue;
        return err_refuse(&fault->err, CR_E_INPUT, REASON_MISSING, members[m].name, "missing");
    }
    return 0;
}

int auth_read(struct api *api, struct http_request *req, const struct auth_member *members,
              unsigned count, struct body_fault *fault)
{
    size_t len;
    const char *text = http_request_body(req, &len);
    mutex_lock(&api->tape_lock);
    int rc = body_parse(api->tape, text, len, fault);
    if (rc == 0)
        rc = auth_read_object(&api->tape->nodes[0], members, count, fault);
    sodium_memzero(api->tape->bytes, api->tape->used);
    mutex_unlock(&api->tape_lock);
    return rc;
}

/* ---- Sessions ---- */

/* Writes the object that describes a session: whose it is, its CSRF token and its idle time. */
static void auth_add_session(struct text *t, const struct floor_person *p, const struct session *s,
                             const char *csrf, int64_t idle_ms)
{
    json_open(t, NULL, '{');
    json_text(t, "person", p->name);
    json_text(t, "role", p->role);
    json_text_or_null(t, "department", p->department);
    json_text(t, "csrf", csrf);
    json_count(t, "idle_s", (uint64_t)(idle_ms / 1000));
    json_flag(t, "must_change", s->must_change);
    json_close(t, '}');
}

void auth_answer_fault(struct api *api, struct auth_task *task)
{
    struct manager_request *r = &api->auth->request;
    body_keep_field(r->event.kind, &r->err);
    struct problem p = api_problem(r->result, &r->err);
    http_answer_problem(task->req, &p);
}

/* One sentence for all causes, so that somebody who guesses does not learn whether the name was
 * right. */
static const struct problem no_sign_in = {
    .status = 401,
    .code = "sign-in",
    .detail = "the name or the password is wrong, or the person is locked out"};

/* Begins a session and writes its object. False when the password that was checked has been changed
 * meanwhile; the log, which has the beginning of the session already, then gets its end. */
static bool begin_session(struct auth *auth, const struct auth_task *task,
                          const uint8_t secret[SESSION_SECRET], struct text *t)
{
    const int64_t now_ms = clock_mono_ms();
    char csrf[SESSION_CSRF_MAX];
    uint8_t hash[CR_HASH_BYTES];
    credential_csrf(secret, csrf);
    session_hash(secret, hash);
    mutex_lock(&auth->lock);
    const struct floor_person *p = access_person(auth->access, task->person);
    const bool is_good = p != NULL && sodium_memcmp(p->password, auth->proved, CR_HASH_BYTES) == 0;
    struct session *old = task->has_old ? session_find(&auth->sessions, task->old, now_ms) : NULL;
    if (is_good && old != NULL)
        session_end(&auth->sessions, old, "ended");
    if (is_good) {
        struct session *s = session_begin(&auth->sessions, task->person, hash, now_ms);
        s->must_change = auth->must_change;
        auth_add_session(t, p, s, csrf, auth->sessions.idle_ms);
    } else {
        struct session none = {0};
        memcpy(none.person, task->person, sizeof(none.person));
        memcpy(none.hash, hash, sizeof(none.hash));
        auth->sessions.over(auth, &none, "ended");
    }
    mutex_unlock(&auth->lock);
    return is_good;
}

void auth_answer_session(struct api *api, struct auth_task *task, const char *how)
{
    uint8_t secret[SESSION_SECRET];
    char cookie[CREDENTIAL_COOKIE_MAX], body[1024];
    struct floor_event *e = auth_event(api, FLOOR_SIGNED_IN, task->person, how);
    e->text_len = (uint16_t)snprintf(e->text, sizeof(e->text), "from %s", task->from);
    randombytes_buf(secret, sizeof(secret));
    session_hash(secret, e->document);
    if (auth_write(api) != 0) {
        auth_answer_fault(api, task);
        return;
    }
    struct text t = text_in(body, sizeof(body));
    if (begin_session(api->auth, task, secret, &t)) {
        credential_set_cookie(secret, cookie);
        http_add_header(task->req, "Set-Cookie", cookie);
        http_answer(task->req, 200, HTTP_JSON, body, t.len);
        sodium_memzero(cookie, sizeof(cookie));
    } else {
        http_answer_problem(task->req, &no_sign_in);
    }
    sodium_memzero(secret, sizeof(secret));
}

static void do_sign_in(struct api *api, struct auth_task *task)
{
    if (auth_check(api, "password", task->person, task->password,
                   &(struct auth_place){.from = task->from, .asker = task->asker}))
        auth_answer_session(api, task, "password");
    else
        http_answer_problem(task->req, &no_sign_in);
}

void api_run_sign_in(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct auth_task *task = auth_task_new(api, req, do_sign_in);
    (void)row;
    if (task == NULL)
        return;
    const struct auth_member members[] = {
        {"person", task->person, sizeof(task->person), false},
        {"password", task->password, sizeof(task->password), false},
    };
    if (auth_read(api, req, members, 2, &fault) == 0)
        auth_task_submit(api, task);
    else
        auth_task_refuse(task, &fault);
}

/* ---- A person's own secrets ---- */

static const struct problem wrong_password = {
    .status = 403,
    .code = "proof",
    .detail = "password: it is wrong, or the person is locked out",
    .field = "password"};

static void do_password(struct api *api, struct auth_task *task)
{
    if (!auth_check(api, "password", task->person, task->password,
                    &(struct auth_place){.from = task->from, .asker = task->asker}))
        http_answer_problem(task->req, &wrong_password);
    else if (auth_set_secret(api, "password", task->person, task->person, task->other) != 0)
        auth_answer_fault(api, task);
    else
        auth_answer_session(api, task, "password");
}

static void do_pin(struct api *api, struct auth_task *task)
{
    char body[256];
    if (!auth_check(api, "password", task->person, task->password,
                    &(struct auth_place){.from = task->from, .asker = task->asker})) {
        http_answer_problem(task->req, &wrong_password);
        return;
    }
    if (auth_set_secret(api, "pin", task->person, task->person, task->other) != 0) {
        auth_answer_fault(api, task);
        return;
    }
    struct text t = text_in(body, sizeof(body));
    json_open(&t, NULL, '{');
    json_text(&t, "person", task->person);
    json_text(&t, "item", "pin");
    json_close(&t, '}');
    http_answer(task->req, 200, HTTP_JSON, body, t.len);
}

/* member: the name of the new secret in the body. */
static void change_secret(struct api *api, struct http_request *req, const char *member)
{
    const bool is_pin = strcmp(member, "pin") == 0;
    struct body_fault fault = {.not_json = false};
    struct auth_task *task = auth_task_new(api, req, is_pin ? do_pin : do_password);
    if (task == NULL)
        return;
    if (task->who.kind != PRINCIPAL_PERSON) {
        auth_task_free(task);
        auth_refuse_nobody(req);
        return;
    }
    memcpy(task->person, task->who.name, sizeof(task->person));
    const struct auth_member members[] = {
        {"password", task->password, sizeof(task->password), false},
        {member, task->other, sizeof(task->other), false},
    };
    int rc = auth_read(api, req, members, 2, &fault);
    if (rc == 0)
        rc = is_pin ? credential_check_pin(member, task->other, &fault.err)
                    : credential_check_password(member, task->other, task->person, &fault.err);
    auth_task_end(api, task, rc, &fault);
}

void api_run_password(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    change_secret(api, req, "new_password");
}

void api_run_pin(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    change_secret(api, req, "pin");
}

/* ---- Asking who is signed in, and signing out ---- */

static void answer_person(struct api *api, struct http_request *req, const struct principal *p)
{
    struct auth *auth = api->auth;
    char body[1024];
    struct text t = text_in(body, sizeof(body));
    mutex_lock(&auth->lock);
    const struct session *s = session_find(&auth->sessions, p->mark, clock_mono_ms());
    const struct floor_person *person = access_person(auth->access, p->name);
    if (s != NULL && person != NULL)
        auth_add_session(&t, person, s, p->csrf, auth->sessions.idle_ms);
    mutex_unlock(&auth->lock);
    if (t.len > 0)
        http_respond(req, 200, HTTP_JSON, body, t.len);
    else
        auth_refuse_nobody(req);
}

/* Answers that nobody is signed in: with status 401, or with 200 when the query says "nobody", so
 * that a page that only asks gets no error. */
static void answer_nobody(struct api *api, struct http_request *req)
{
    char code[API_CODE_MAX], more[64];
    const bool needs_setup = api_setup_code(api, code) != NULL;
    sodium_memzero(code, sizeof(code));
    snprintf(more, sizeof(more), "\"setup\":%s,\"guests\":%s", needs_setup ? "true" : "false",
             api->auth->config.has_guests ? "true" : "false");
    if (http_request_query(req, "nobody") != NULL) {
        /* Every sign shows the name of the house, so the sign-in page may show it, too. */
        char body[1024];
        struct text t = text_in(body, sizeof(body));
        json_open(&t, NULL, '{');
        json_flag(&t, "nobody", true);
        json_flag(&t, "setup", needs_setup);
        json_flag(&t, "guests", api->auth->config.has_guests);
        mutex_lock(&api->auth->lock);
        json_text_or_null(&t, "house", access_house(api->auth->access));
        mutex_unlock(&api->auth->lock);
        json_close(&t, '}');
        CHECK(!t.cut);
        http_respond(req, 200, HTTP_JSON, body, t.len);
        return;
    }
    http_respond_problem(req, &(struct problem){.status = 401,
                                                .code = "sign-in",
                                                .detail = "nobody is signed in here",
                                                .more = more});
}

static void add_scopes(struct text *t, const char *scopes)
{
    json_open(t, "scopes", '[');
    for (size_t len; (len = floor_scope_next(&scopes)) > 0; scopes += len) {
        char word[FLOOR_SCOPES_MAX];
        snprintf(word, sizeof(word), "%.*s", (int)len, scopes);
        json_text(t, NULL, word);
    }
    json_close(t, ']');
}

void api_run_session(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct principal p;
    char body[1024];
    (void)row;
    auth_resolve(api, req, false, &p);
    if (p.kind == PRINCIPAL_PERSON) {
        answer_person(api, req, &p);
        return;
    }
    if (p.kind == PRINCIPAL_NOBODY) {
        answer_nobody(api, req);
        return;
    }
    struct text t = text_in(body, sizeof(body));
    json_open(&t, NULL, '{');
    if (p.kind == PRINCIPAL_OPEN)
        json_flag(&t, "open", true);
    else
        json_text(&t, p.kind == PRINCIPAL_TABLE ? "table" : "token", p.name);
    if (p.kind == PRINCIPAL_TOKEN)
        add_scopes(&t, p.scopes);
    json_close(&t, '}');
    CHECK(!t.cut);
    http_respond(req, 200, HTTP_JSON, body, t.len);
}

void api_run_sign_out(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct auth *auth = api->auth;
    struct principal p;
    char cookie[CREDENTIAL_COOKIE_MAX];
    (void)row;
    auth_resolve(api, req, false, &p);
    if (p.kind == PRINCIPAL_PERSON) {
        mutex_lock(&auth->lock);
        struct session *s = session_find(&auth->sessions, p.mark, clock_mono_ms());
        if (s != NULL)
            session_end(&auth->sessions, s, "by hand");
        mutex_unlock(&auth->lock);
    }
    credential_set_cookie(NULL, cookie);
    http_add_header(req, "Set-Cookie", cookie);
    http_respond(req, 204, HTTP_JSON, "", 0);
}
