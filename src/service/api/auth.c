/* Finds out who makes a request (a person, a token or a table), and whether they may. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void auth_deny(struct http_request *req, const char *code, const char *field, const char *format,
               ...)
{
    char detail[512];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof(detail), format, args);
    va_end(args);
    http_respond_problem(
        req, &(struct problem){.status = 403, .code = code, .detail = detail, .field = field});
}

/* ---- Resolving; with the lock held ---- */

static bool resolve_token(struct auth *auth, const char *token, struct principal *out)
{
    credential_commit(token, out->mark);
    const struct floor_token *t = access_token(auth->access, out->mark, clock_wall_ms());
    if (t == NULL)
        return false;
    out->kind = PRINCIPAL_TOKEN;
    memcpy(out->name, t->name, sizeof(out->name));
    memcpy(out->scopes, t->scopes, sizeof(out->scopes));
    return true;
}

static bool resolve_person(struct auth *auth, bool is_use, struct principal *out)
{
    const int64_t now_ms = clock_mono_ms();
    struct session *s = session_find(&auth->sessions, out->mark, now_ms);
    const struct floor_person *p = s != NULL ? access_person(auth->access, s->person) : NULL;
    if (p == NULL || p->is_barred)
        return false;
    if (is_use)
        s->used_ms = now_ms;
    out->kind = PRINCIPAL_PERSON;
    memcpy(out->name, p->name, sizeof(p->name));
    memcpy(out->role, p->role, sizeof(out->role));
    return true;
}

static bool resolve_machine(struct auth *auth, const char *id, struct principal *out)
{
    if (strlen(id) >= FLOOR_ID_MAX || !access_machine(auth->access, id, out->mark, clock_wall_ms()))
        return false;
    out->kind = PRINCIPAL_TABLE;
    memcpy(out->name, id, strlen(id) + 1);
    return true;
}

void auth_resolve(struct api *api, struct http_request *req, bool is_use, struct principal *out)
{
    struct auth *auth = api->auth;
    char machine[HTTP_MACHINE_MAX];
    uint8_t secret[SESSION_SECRET];
    memset(out, 0, sizeof(*out));
    if (auth->config.is_open) {
        out->kind = PRINCIPAL_OPEN;
        return;
    }
    const char *authorization = http_request_header(req, "Authorization");
    const char *token = credential_read_bearer(authorization);
    const bool has_cookie = credential_read_cookie(http_request_header(req, "Cookie"), secret);
    bool found = false;
    mutex_lock(&auth->lock);
    /* A request with an Authorization header is that token's or nobody's. A page of another server
     * cannot make a browser send one, so no CSRF check is needed. */
    if (authorization != NULL) {
        found = token != NULL && resolve_token(auth, token, out);
    } else if (has_cookie) {
        session_hash(secret, out->mark);
        credential_csrf(secret, out->csrf);
        found = resolve_person(auth, is_use, out);
    }
    if (authorization == NULL && !found && http_request_machine(req, machine, out->mark))
        found = resolve_machine(auth, machine, out);
    mutex_unlock(&auth->lock);
    if (!found)
        memset(out, 0, sizeof(*out));
    sodium_memzero(secret, sizeof(secret));
}

bool auth_is_good(struct api *api, const struct principal *p)
{
    struct auth *auth = api->auth;
    struct principal again = {0};
    bool good = p->kind == PRINCIPAL_OPEN;
    memcpy(again.mark, p->mark, sizeof(again.mark));
    mutex_lock(&auth->lock);
    if (p->kind == PRINCIPAL_PERSON)
        good = resolve_person(auth, false, &again);
    else if (p->kind == PRINCIPAL_TOKEN)
        good = access_token(auth->access, p->mark, clock_wall_ms()) != NULL;
    else if (p->kind == PRINCIPAL_TABLE)
        good = resolve_machine(auth, p->name, &again);
    mutex_unlock(&auth->lock);
    return good;
}

/* ---- Rights ---- */

static bool has_scope(const struct principal *p, const char *scope)
{
    return floor_scopes_have(p->scopes, scope);
}

/* Finds the next table among the scopes from *at on, and moves *at behind it. False when there is
 * none. */
static bool next_table(const char **at, char table[FLOOR_SCOPES_MAX])
{
    for (size_t len; (len = floor_scope_next(at)) > 0;) {
        const char *id = floor_scope_table(*at, len);
        *at += len;
        if (id == NULL)
            continue;
        snprintf(table, FLOOR_SCOPES_MAX, "%.*s", (int)(*at - id), id);
        return true;
    }
    return false;
}

bool auth_is_table(const struct principal *p)
{
    char table[FLOOR_SCOPES_MAX];
    const char *at = p->scopes;
    return p->kind == PRINCIPAL_TABLE || next_table(&at, table);
}

/* Whether a token or a machine speaks for the table. */
static bool auth_speaks_for(const struct principal *p, const char *table)
{
    char scope[6 + TARGET_PART_MAX];
    if (p->kind == PRINCIPAL_TABLE)
        return strcmp(p->name, table) == 0;
    snprintf(scope, sizeof(scope), "table:%s", table);
    return p->kind == PRINCIPAL_TOKEN && has_scope(p, scope);
}

enum push_for auth_hears(const struct principal *p)
{
    if (p->kind == PRINCIPAL_PERSON && !role_may(p->role, RIGHT_BOOKS))
        return PUSH_INSIDE;
    const bool is_inside = p->kind == PRINCIPAL_OPEN || p->kind == PRINCIPAL_PERSON ||
                           (p->kind == PRINCIPAL_TOKEN && has_scope(p, "read"));
    return is_inside ? PUSH_INSIDE | PUSH_BOOKS : PUSH_PUBLIC;
}

/* Whether a table that the principal speaks for is on the link. */
static bool is_on_link(struct auth *auth, const struct principal *p, const char *link)
{
    bool found = false;
    mutex_lock(&auth->lock);
    if (p->kind == PRINCIPAL_TABLE)
        found = strcmp(access_link_of(auth->access, p->name), link) == 0;
    char table[FLOOR_SCOPES_MAX];
    for (const char *at = p->scopes; !found && next_table(&at, table);)
        found = strcmp(access_link_of(auth->access, table), link) == 0;
    mutex_unlock(&auth->lock);
    return found;
}

/* Whether a request that tables may make concerns the principal's own table or link. */
static bool is_own(struct auth *auth, const struct principal *p, const struct api_row *row,
                   const struct http_request *req)
{
    if (row->param != NULL && strcmp(row->param, "table") == 0)
        return auth_speaks_for(p, http_request_param(req, "table"));
    if (row->param != NULL && strcmp(row->param, "link") == 0)
        return is_on_link(auth, p, http_request_param(req, "link"));
    return auth_is_table(p);
}

static bool may(struct auth *auth, const struct principal *p, const struct api_row *row,
                const struct http_request *req)
{
    const enum floor_right right = api_row_right(row);
    if (right == RIGHT_NONE || p->kind == PRINCIPAL_OPEN)
        return true;
    if (p->kind == PRINCIPAL_PERSON)
        return role_may(p->role, right);
    if (row->only_people)
        return false;
    if (p->kind == PRINCIPAL_TOKEN &&
        ((has_scope(p, "read") && (right == RIGHT_LOOK || right == RIGHT_BOOKS)) ||
         (has_scope(p, "metrics") && right == RIGHT_METRICS) ||
         (has_scope(p, "sign") && (row->also & API_ALSO_SIGN) != 0)))
        return true;
    return (right == RIGHT_TABLE || (row->also & API_ALSO_TABLE) != 0) && is_own(auth, p, row, req);
}

static void answer_denied(struct http_request *req, const struct principal *p,
                          const struct api_row *row)
{
    char roles[160];
    const enum floor_right right = api_row_right(row);
    if (p->kind != PRINCIPAL_PERSON) {
        auth_deny(req, "denied", NULL, "%s %s may not do this",
                  p->kind == PRINCIPAL_TABLE ? "table" : "token", p->name);
    } else if (right == RIGHT_TABLE) {
        auth_deny(req, "denied", NULL, "%s is a person; this is for the table itself", p->name);
    } else {
        role_list(right, roles, sizeof(roles));
        auth_deny(req, "denied", NULL, "%s has the role %s; this takes %s", p->name, p->role,
                  roles);
    }
}

/* ---- Every request ---- */

/* A page of another server can make a browser send the session's cookie, but does not know the CSRF
 * token that goes with it. Requests that begin a session carry a secret of their own. */
static bool has_csrf(const struct principal *p, const struct api_row *row,
                     const struct http_request *req)
{
    if (p->kind != PRINCIPAL_PERSON || row->method == HTTP_GET ||
        (row->method == HTTP_POST && api_row_right(row) == RIGHT_NONE))
        return true;
    const char *given = http_request_header(req, "Croupier-CSRF");
    return given != NULL && credential_is_same(given, p->csrf);
}

void auth_refuse_nobody(struct http_request *req)
{
    http_add_header(req, "WWW-Authenticate", "Bearer realm=\"croupier\"");
    http_respond_problem(
        req,
        &(struct problem){.status = 401, .code = "sign-in", .detail = "nobody is signed in here"});
}

bool auth_admit(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct principal p;
    auth_resolve(api, req, !row->is_passive, &p);
    if (p.kind == PRINCIPAL_OPEN && row->only_closed) {
        http_respond_problem(
            req, &(struct problem){.status = 409,
                                   .code = "open",
                                   .detail = "this floor is open: nobody signs in, and nobody has "
                                             "a password; start the manager without --open"});
        return false;
    }
    /* Mathematics and practice say nothing about the floor, so a house may offer them without
     * sign-in. */
    if (p.kind == PRINCIPAL_NOBODY && api->auth->config.has_guests &&
        (row->run == api_run_question || row->run == api_run_progress ||
         row->run == api_run_shipped))
        return true;
    if (p.kind == PRINCIPAL_NOBODY && api_row_right(row) != RIGHT_NONE) {
        auth_refuse_nobody(req);
        return false;
    }
    if (!may(api->auth, &p, row, req)) {
        answer_denied(req, &p, row);
        return false;
    }
    if (!has_csrf(&p, row, req)) {
        auth_deny(req, "csrf", NULL,
                  "the header Croupier-CSRF is missing or is another session's; load the page "
                  "again");
        return false;
    }
    return true;
}

/* ---- What events change ---- */

static void forget_keys(struct auth *auth, const char *person)
{
    for (unsigned i = auth->key_count; i-- > 0;)
        if (strcmp(auth->keys[i].person, person) == 0)
            auth->keys[i] = auth->keys[--auth->key_count];
}

void auth_on_event(struct api *api, const struct floor *f, const struct floor_event *e)
{
    struct auth *auth = api->auth;
    if (auth->config.is_open)
        return;
    mutex_lock(&auth->lock);
    if (access_follow(auth->access, f, e)) {
        const bool is_credential = e->kind == FLOOR_CREDENTIAL_SET && strcmp(e->item, "pin") != 0;
        if (e->kind == FLOOR_PERSON_CHANGED || is_credential) {
            session_end_person(&auth->sessions, e->person, "ended");
            forget_keys(auth, e->person);
        }
        if (access_has_password(auth->access))
            sodium_memzero(auth->setup_code, sizeof(auth->setup_code));
        worker_poke(auth->session_worker);
    }
    mutex_unlock(&auth->lock);
}
