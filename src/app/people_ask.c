/* Asks a manager in the name of people; see people_ask.h. */
#include "app/people_ask.h"

#include "app/styled_text.h"
#include "base/json_write.h"
#include "service/client/ask_manager.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- The call ---- */

const struct option people_shared[] = {
    OPTION_SHARED(shared_asking, struct asking, struct people, asking),
    {"--user", "NAME", "who does it", OPTION_TEXT(struct people, user)},
    {"--approver", "NAME", "the second person, where one is needed",
     OPTION_TEXT(struct people, approver)},
    {"--passwords", "FILE",
     "lines NAME, tab, PASSWORD (and tab, PIN), mode 0600; else the terminal is asked, without "
     "echo",
     OPTION_FILE(struct people, passwords)},
    OPTION_END,
};

/* Prepares the client and reads the passwords. The caller calls people_close() in any case. */
static int people_open(struct people *p)
{
    if (sodium_init() < 0)
        return err_set(&p->err, CR_E_STATE, "the cryptographic library does not start");
    const bool is_given = p->passwords && !p->makes_passwords;
    int rc = is_given ? secrets_load(p->passwords, &p->secrets, &p->err) : CR_OK;
    asking_settle(&p->asking);
    if (rc == CR_OK)
        rc = ask_manager_client(&p->asking, &p->client, &p->err);
    return rc;
}

static void people_close(struct people *p)
{
    sign_in_close(&p->session);
    http_client_free(p->client);
    free(p->answer);
    secrets_wipe(&p->secrets);
}

/* ---- Who acts ---- */

int people_password(struct people *p, const char *name, const char **out)
{
    const struct secret *known = secrets_find(&p->secrets, name);
    if (!known) {
        char prompt[FLOOR_PERSON_MAX + 32];
        struct secret *s = &p->secrets.people[p->secrets.count];
        if (strlen(name) >= sizeof s->name || p->secrets.count == SECRETS_PEOPLE_MAX)
            return err_set(&p->err, CR_E_INPUT, "'%.60s' is no name of a person", name);
        snprintf(prompt, sizeof prompt, "password of %s", name);
        int rc = secrets_ask(prompt, s->password, sizeof s->password, &p->err);
        if (rc != CR_OK)
            return rc;
        strcpy(s->name, name);
        p->secrets.count++;
        known = s;
    }
    *out = known->password;
    return CR_OK;
}

int people_sign_in(struct people *p)
{
    const char *password = NULL;
    if (!p->user)
        return err_set(&p->err, CR_E_INPUT, "who does this? give --user NAME");
    int rc = people_password(p, p->user, &password);
    if (rc == CR_OK)
        rc = sign_in_open(&p->session, p->client, p->user, password, &p->err);
    return rc;
}

/* ---- Asking ---- */

/* The lists of a large floor have more values than a struct json_tape takes. */
static int keep_answer(struct people *p, const struct http_client_answer *answer)
{
    free(p->answer);
    p->answer = json_read(answer->body, answer->len, &p->err);
    return p->answer ? CR_OK : p->err.code;
}

int people_ask(struct people *p, const char *method, const char *path, const char *members)
{
    struct http_client_answer answer;
    char body[PEOPLE_BODY];
    struct text t = text_in(body, sizeof body);
    if (strlen(path) >= PEOPLE_PATH - 1) /* it may have been cut */
        return err_set(&p->err, CR_E_INPUT, "no name is that long");
    text_add_char(&t, '{');
    text_add(&t, members ? members : "");
    text_add_char(&t, '}');
    if (t.cut)
        return err_set(&p->err, CR_E_INPUT, "that is more than a manager takes");
    int rc =
        sign_in_call(&p->session, p->client, method, path, members ? body : NULL, &answer, &p->err);
    sodium_memzero(body, sizeof body);
    if (rc == CR_OK)
        rc = sign_in_check(&answer, &p->err);
    if (rc == CR_OK && answer.len > 0)
        rc = keep_answer(p, &answer);
    return rc;
}

int people_ask_proved(struct people *p, const char *path, const char *members)
{
    const char *own = NULL, *second = NULL;
    char body[PEOPLE_BODY];
    int rc = people_password(p, p->session.person, &own);
    if (rc == CR_OK && p->approver)
        rc = people_password(p, p->approver, &second);
    if (rc != CR_OK)
        return rc;
    struct text t = text_in(body, sizeof body);
    text_add(&t, members);
    people_add_member(&t, "approver", p->approver);
    json_open(&t, "proof", '{');
    json_text(&t, "password", own);
    people_add_member(&t, "approver_password", second);
    json_close(&t, '}');
    rc = t.cut ? err_set(&p->err, CR_E_INPUT, "that is more than a manager takes")
               : people_ask(p, "POST", path, body);
    sodium_memzero(body, sizeof body);
    return rc;
}

void people_add_member(struct text *t, const char *key, const char *value)
{
    if (value)
        json_text(t, key, value);
}

void people_path(struct text *t, const char *collection, const char *name, const char *verb)
{
    text_add_format(t, "/api/v1/%s/", collection);
    sign_in_add_segment(t, name);
    text_add_format(t, "/%s", verb);
}

/* ---- Answers ---- */

const char *people_member(const struct json_node *object, const char *key)
{
    static char room[4][1024];
    static unsigned next;
    const struct json_node *node = json_member(object, key);
    char *out = room[next++ % 4];
    if (!node || node->kind == JSON_NULL)
        return "";
    if (node->kind == JSON_BOOL)
        return node->truth ? "yes" : "";
    const bool is_plain = node->kind == JSON_STRING || node->kind == JSON_NUMBER;
    snprintf(out, sizeof room[0], "%.*s", is_plain && node->len < 1024 ? (int)node->len : 0,
             node->text);
    return out;
}

/* ---- A whole call ---- */

void people_ask_zone(struct people *p)
{
    struct http_client_answer answer;
    struct cr_err err;
    p->zone = zone_utc;
    if (sign_in_call(&p->session, p->client, "GET", "/api/v1/house", NULL, &answer, &err) ==
            CR_OK &&
        sign_in_check(&answer, &err) == CR_OK)
        p->zone = house_zone_read(answer.body, answer.len);
}

int people_read_list(struct people *p, const char *key, people_each_fn *write)
{
    char path[64];
    struct http_client_answer answer;
    snprintf(path, sizeof path, "/api/v1/%s", key);
    int rc = p->user ? people_sign_in(p) : CR_OK;
    if (rc == CR_OK)
        people_ask_zone(p);
    if (rc == CR_OK)
        rc = sign_in_call(&p->session, p->client, "GET", path, NULL, &answer, &p->err);
    if (rc == CR_OK)
        rc = sign_in_check(&answer, &p->err);
    if (rc == CR_OK)
        rc = keep_answer(p, &answer);
    if (rc == CR_OK && p->json)
        printf("%s\n", answer.body);
    if (rc != CR_OK || p->json)
        return rc;
    const struct json_node *list = json_get_list(p->answer, key);
    const struct json_node *each = list ? json_first(list) : NULL;
    for (uint32_t i = 0; list && i < list->count; i++, each = json_next(each))
        write(p, each);
    return CR_OK;
}

void people_print_columns(const struct json_node *each, const struct people_column *columns)
{
    char line[1024];
    struct text t = text_in(line, sizeof line);
    for (const struct people_column *c = columns; c->member; c++) {
        if (c > columns)
            text_add_char(&t, ' ');
        styled_add_column(&t, people_member(each, c->member), c->cells);
    }
    printf("%s", line);
}

int people_run_named(const struct cli_call *call, people_action *const actions[])
{
    struct people *p = call->options;
    return people_run(p, actions[p->action]);
}

int people_run(struct people *p, people_action *action)
{
    int rc = people_open(p);
    if (rc == CR_OK)
        rc = action(p);
    people_close(p);
    return cli_result(rc, &p->err);
}
