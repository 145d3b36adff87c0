/* A floor where people sign in; see closed.h. */
#include "closed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define V1 "/api/v1"

static struct raw_answer last;

/* ---- Asking ---- */

static void add_header(struct text *t, const char *name, const char *value)
{
    if (value[0] != '\0')
        text_add_format(t, "%s%s\r\n", name, value);
}

static void observe(const char *method, const char *path)
{
    struct api_said said = {.status = (unsigned)last.status, .body = last.body, .len = last.len};
    const char *type = strstr(last.head, "Content-Type: ");
    if (type != NULL)
        snprintf(said.type, sizeof(said.type), "%.*s", (int)strcspn(type + 14, ";\r"), type + 14);
    if (api_observe != NULL)
        api_observe(method, path, &said);
}

const char *closed_ask(struct api_server *s, const struct caller *who, unsigned status,
                       const char *method, const char *path, const char *format, ...)
{
    static char body[65536], request[70000];
    struct text t;
    va_list args;
    body[0] = '\0';
    if (format != NULL) {
        va_start(args, format);
        vsnprintf(body, sizeof(body), format, args);
        va_end(args);
    }
    text_init(&t, request, sizeof(request));
    text_add_format(&t, "%s %s HTTP/1.1\r\nHost: localhost\r\n", method, path);
    if (who != NULL) {
        add_header(&t, "Cookie: ", who->cookie);
        add_header(&t, "Croupier-CSRF: ", who->csrf);
        add_header(&t, "Authorization: Bearer ", who->token);
        add_header(&t, "Origin: ", who->origin);
    }
    if (body[0] != '\0')
        text_add_format(&t, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                        strlen(body));
    text_add_format(&t, "Connection: close\r\n\r\n%s", body);
    assert_false(t.cut);
    last = raw_ask(http_server_port(s->http), request);
    if (status != 0 && (unsigned)last.status != status)
        fail_msg("%s %s %s: %d, not %u: %s", method, path, body, last.status, status, last.body);
    observe(method, path);
    return last.body;
}

const char *closed_head(void)
{
    return last.head;
}

unsigned closed_status(void)
{
    return (unsigned)last.status;
}

/* ---- People ---- */

const char *closed_password(const char *person)
{
    static char password[64];
    snprintf(password, sizeof(password), "password of %s", person);
    return password;
}

const char *closed_proof(const char *user, const char *approver)
{
    static char proof[256];
    int len = snprintf(proof, sizeof(proof), "{\"password\":\"%s\"", closed_password(user));
    if (approver != NULL)
        len += snprintf(proof + len, sizeof(proof) - (size_t)len, ",\"approver_password\":\"%s\"",
                        closed_password(approver));
    snprintf(proof + len, sizeof(proof) - (size_t)len, "}");
    return proof;
}

struct caller closed_caller(const char *body)
{
    struct caller c = {.cookie = ""};
    const char *cookie = strstr(last.head, "Set-Cookie: ");
    assert_non_null(cookie);
    cookie += strlen("Set-Cookie: ");
    snprintf(c.cookie, sizeof(c.cookie), "%.*s", (int)strcspn(cookie, ";"), cookie);
    api_word(body, "csrf", c.csrf, sizeof(c.csrf));
    return c;
}

struct caller closed_sign_in(struct api_server *s, const char *person)
{
    return closed_caller(closed_ask(s, NULL, 200, "POST", V1 "/session",
                                    "{\"person\":\"%s\",\"password\":\"%s\"}", person,
                                    closed_password(person)));
}

struct caller closed_token(struct api_server *s, const char *name, const char *scopes)
{
    struct caller a = closed_sign_in(s, "a"), token = {.cookie = ""};
    api_word(closed_ask(s, &a, 201, "POST", V1 "/tokens",
                        "{\"item\":\"%s\",\"text\":\"%s\",\"approver\":\"b\",\"proof\":%s}", name,
                        scopes, closed_proof("a", "b")),
             "token", token.token, sizeof(token.token));
    closed_ask(s, &a, 204, "DELETE", V1 "/session", NULL);
    return token;
}

/* Invites a person and takes the invitation. a invites, and b approves once b can sign in. */
static void invite(struct api_server *s, const struct caller *a, const char *person)
{
    char path[128], code[64], approver[64] = "";
    const bool is_second = strcmp(person, "b") == 0;
    if (!is_second)
        snprintf(approver, sizeof(approver), "\"approver\":\"b\",");
    snprintf(path, sizeof(path), V1 "/people/%s/invite", person);
    api_word(closed_ask(s, a, 200, "POST", path, "{%s\"proof\":%s}", approver,
                        closed_proof("a", is_second ? NULL : "b")),
             "code", code, sizeof(code));
    closed_ask(s, NULL, 200, "POST", V1 "/invitation",
               "{\"person\":\"%s\",\"code\":\"%s\",\"password\":\"%s\"}", person, code,
               closed_password(person));
}

struct api_server *closed_start(const struct api_config *config)
{
    static const char *const others[] = {"dealer",     "cage",    "surveillance",
                                         "accounting", "auditor", "service"};
    struct api_config closed = config != NULL ? *config : (struct api_config){.is_open = false};
    char code[API_CODE_MAX], rules[65];
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    api_set_up(s);
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        api_post(s, V1 "/people", 201,
                 "{\"person\":\"%s\",\"item\":\"%s\",\"user\":\"a\",\"approver\":\"b\"}", others[i],
                 others[i]);
    api_add_document(s, "pg-flush", rules);
    api_post(s, V1 "/tables/t2/configure", 200,
             "{\"document\":\"%s\",\"item\":\"Three card\",\"user\":\"a\",\"approver\":\"b\"}",
             rules);
    closed.argon_ops = 1;
    closed.argon_bytes = 8192;
    api_server_reopen(s, &closed);
    assert_non_null(api_setup_code(s->api, code));
    const struct caller a = closed_caller(closed_ask(
        s, NULL, 200, "POST", V1 "/setup", "{\"person\":\"a\",\"code\":\"%s\",\"password\":\"%s\"}",
        code, closed_password("a")));
    assert_null(api_setup_code(s->api, code));
    invite(s, &a, "b");
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        invite(s, &a, others[i]);
    for (char who[2] = "c"; who[0] <= 'e'; who[0]++)
        invite(s, &a, who);
    return s;
}

unsigned closed_count(struct api_server *s, const char *kind)
{
    char path[64];
    unsigned count = 0;
    struct caller auditor = closed_sign_in(s, "auditor");
    snprintf(path, sizeof(path), V1 "/log?limit=1000&kind=%s", kind);
    for (const char *at = closed_ask(s, &auditor, 200, "GET", path, NULL);
         (at = strstr(at, "\"kind\":")) != NULL; at++)
        count++;
    return count;
}
