/* A person's session with a manager where people sign in; see sign_in.h. */
#include "service/client/sign_in.h"

#include "base/err.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/text.h"
#include "net/problem.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Long, because the manager hashes passwords one after the other, and others may be waiting. */
#define TIMEOUT_MS 120000
#define BODY_ROOM  4096

int sign_in_check(const struct http_client_answer *answer, struct cr_err *err)
{
    char detail[PROBLEM_DETAIL_MAX];
    if (answer->status < 300)
        return CR_OK;
    if (problem_read_detail(answer->body, answer->len, detail))
        return err_set(err, CR_E_INPUT, "the manager refuses: %s", detail);
    return err_set(err, CR_E_INPUT, "the manager refuses with %u; is it of this version?",
                   answer->status);
}

/* ---- A session ---- */

/* Takes over the session that the answer begins. */
static int take(struct sign_in *s, struct http_client *client,
                const struct http_client_answer *answer, struct cr_err *err)
{
    char cookie[512];
    struct json_node *session = json_read(answer->body, answer->len, NULL);
    bool good = json_get_text(session, "person", s->person, sizeof s->person) &&
                json_get_text(session, "role", s->role, sizeof s->role) &&
                json_get_text(session, "csrf", s->csrf, sizeof s->csrf);
    free(session);
    good = good && http_client_header(client, "Set-Cookie", cookie, sizeof cookie);
    if (!good || strcspn(cookie, ";") >= sizeof s->cookie) {
        *s = (struct sign_in){0};
        return err_set(err, CR_E_INPUT, "the manager begins no session; is it of this version?");
    }
    snprintf(s->cookie, sizeof s->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
    sodium_memzero(cookie, sizeof cookie);
    s->client = client;
    /* a token from the environment would be used instead of the person's session */
    return http_client_set_header(client, "Authorization", NULL, err);
}

int sign_in_first(struct sign_in *s, struct http_client *client, const char *path, const char *code,
                  const char *person, const char *password, struct cr_err *err)
{
    struct http_client_answer answer;
    char body[BODY_ROOM];
    *s = (struct sign_in){0};
    struct text t = text_in(body, sizeof body);
    json_open(&t, NULL, '{');
    if (code)
        json_text(&t, "code", code);
    json_text(&t, "person", person);
    json_text(&t, "password", password);
    json_close(&t, '}');
    int rc = t.cut ? err_set(err, CR_E_INPUT, "that is more than a manager takes")
                   : sign_in_call(s, client, "POST", path, body, &answer, err);
    sodium_memzero(body, sizeof body);
    if (rc == CR_OK)
        rc = sign_in_check(&answer, err);
    return rc == CR_OK ? take(s, client, &answer, err) : rc;
}

int sign_in_open(struct sign_in *s, struct http_client *client, const char *person,
                 const char *password, struct cr_err *err)
{
    return sign_in_first(s, client, "/api/v1/session", NULL, person, password, err);
}

void sign_in_close(struct sign_in *s)
{
    struct http_client_answer answer;
    struct cr_err err = {0};
    if (s->client)
        sign_in_call(s, s->client, "DELETE", "/api/v1/session", NULL, &answer, &err);
    sodium_memzero(s, sizeof *s);
}

int sign_in_call(struct sign_in *s, struct http_client *client, const char *method,
                 const char *path, const char *body, struct http_client_answer *answer,
                 struct cr_err *err)
{
    const bool is_person = s && s->client;
    int rc = http_client_set_header(client, "Cookie", is_person ? s->cookie : NULL, err);
    if (rc == CR_OK)
        rc = http_client_set_header(client, "Croupier-CSRF", is_person ? s->csrf : NULL, err);
    if (rc != CR_OK)
        return rc;
    return http_call(client, method, path, body, body ? strlen(body) : 0, TIMEOUT_MS, answer, err);
}

void sign_in_add_segment(struct text *t, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    for (; *name; name++)
        if (strchr(plain, *name))
            text_add_char(t, *name);
        else
            text_add_format(t, "%%%02X", (unsigned)(unsigned char)*name);
}
