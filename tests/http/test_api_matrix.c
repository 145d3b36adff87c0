/* Who may ask what: every operation of docs/openapi.yaml, asked by every sort of caller, of a live
 * manager. Where the document does not declare the caller's right, the answer must be 401 or 403;
 * where it does, it must not. The operations come from the document, the roles from the table of
 * rights. */
#include "api_schema.h"
#include "closed.h"
#include "floor/rights.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ASKERS_MAX 24

enum sort { NOBODY, PERSON, READ_TOKEN, METRICS_TOKEN, SIGN_TOKEN, OWN_TABLE, OTHER_TABLE };

static struct asker {
    enum sort sort;
    char name[32];
    struct caller caller;
} askers[ASKERS_MAX];
static unsigned asker_count;
static struct api_server *server;

static void add(enum sort sort, const char *name, struct caller caller)
{
    assert_true(asker_count < ASKERS_MAX);
    askers[asker_count] = (struct asker){.sort = sort, .caller = caller};
    snprintf(askers[asker_count++].name, sizeof(askers[0].name), "%s", name);
}

static int start(void **state)
{
    (void)state;
    server = closed_start(NULL);
    add(NOBODY, "nobody", (struct caller){.cookie = ""});
    for (unsigned i = 0; role_name(i) != NULL; i++) {
        const char *role = role_name(i);
        const char *person = strcmp(role, "manager") == 0      ? "a"
                             : strcmp(role, "supervisor") == 0 ? "c"
                                                               : role;
        add(PERSON, role, closed_sign_in(server, person));
    }
    add(READ_TOKEN, "read token", closed_token(server, "reader", "read"));
    add(METRICS_TOKEN, "metrics token", closed_token(server, "meter", "metrics"));
    add(SIGN_TOKEN, "sign token", closed_token(server, "sign", "sign"));
    add(OWN_TABLE, "own table", closed_token(server, "own", "table:t1"));
    add(OTHER_TABLE, "other table", closed_token(server, "other", "table:t2"));
    return 0;
}

static int stop(void **state)
{
    (void)state;
    api_server_stop(server);
    yaml_document_delete(schema_document());
    return 0;
}

/* ---- What the document says ---- */

static bool is_among(yaml_node_t *list, const char *name)
{
    yaml_document_t *d = schema_document();
    for (yaml_node_item_t *p = list ? list->data.sequence.items.start : NULL;
         list && p < list->data.sequence.items.top; p++)
        if (strcmp(schema_text(yaml_document_get_node(d, *p)), name) == 0)
            return true;
    return false;
}

static enum floor_right right_of(const char *name)
{
    for (unsigned r = 0; r < RIGHT_COUNT; r++)
        if (strcmp(right_name((enum floor_right)r), name) == 0)
            return (enum floor_right)r;
    fail_msg("x-right: %s is no right", name);
    return RIGHT_COUNT;
}

static bool is_declared(yaml_node_t *op, const struct asker *a, const char *pattern)
{
    const char *right = schema_text(schema_get(op, "x-right"));
    yaml_node_t *also = schema_get(op, "x-also");
    if (strcmp(right, "none") == 0)
        return true;
    if (strcmp(right, "self") == 0)
        return a->sort == PERSON;
    switch (a->sort) {
    case PERSON:
        return role_may(a->name, right_of(right));
    case READ_TOKEN:
        return strcmp(right, "look") == 0 || strcmp(right, "books") == 0;
    case METRICS_TOKEN:
        return strcmp(right, "metrics") == 0;
    case SIGN_TOKEN:
        return is_among(also, "sign");
    case OWN_TABLE:
        return strcmp(right, "table") == 0 || is_among(also, "table");
    case OTHER_TABLE:
        /* A caller for one table sees nothing of another table or link. */
        return is_among(also, "table") && strstr(pattern, "{table}") == NULL &&
               strstr(pattern, "{link}") == NULL;
    case NOBODY:
        break;
    }
    return false;
}

/* ---- Asking ---- */

/* Returns only the status, because a stream has no end. A write is sent with a body that no event
 * has, so that nothing changes whoever asks. */
static int ask(const struct asker *a, const char *method, const char *path)
{
    static const char body[] = "{\"surprise\":1}";
    char request[2048];
    struct raw raw;
    static struct raw_answer answer;
    const bool is_write = strcmp(method, "post") == 0;
    snprintf(request, sizeof(request),
             "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s%s%s%s%s%s%s%s%sConnection: "
             "close\r\n\r\n%s",
             is_write                        ? "POST"
             : strcmp(method, "delete") == 0 ? "DELETE"
                                             : "GET",
             path, a->caller.cookie[0] ? "Cookie: " : "", a->caller.cookie,
             a->caller.cookie[0] ? "\r\n" : "", a->caller.csrf[0] ? "Croupier-CSRF: " : "",
             a->caller.csrf, a->caller.csrf[0] ? "\r\n" : "",
             a->caller.token[0] ? "Authorization: Bearer " : "", a->caller.token,
             a->caller.token[0] ? "\r\n" : "",
             is_write ? "Content-Type: application/json\r\nContent-Length: 14\r\n" : "", "",
             is_write ? body : "");
    raw_open(&raw, http_server_port(server->http));
    raw_send(&raw, request);
    assert_true(raw_answer(&raw, &answer, true));
    raw_close(&raw);
    return answer.status;
}

/* GET /session without a session answers 401: that is the answer itself, not a refusal. */
static bool is_answer_to_nobody(const struct asker *a, const char *pattern, const char *method)
{
    return a->sort == NOBODY && strcmp(pattern, "/api/v1/session") == 0 &&
           strcmp(method, "get") == 0;
}

static unsigned cells, declared;

static void check_cell(struct asker *a, yaml_node_t *op, const char *pattern, const char *method)
{
    char path[128];
    api_path(pattern, "999", path, sizeof(path));
    const int status = ask(a, method, path);
    const bool is_refused = status == 401 || status == 403;
    const bool expected = is_declared(op, a, pattern);
    cells++;
    declared += expected;
    if (is_answer_to_nobody(a, pattern, method))
        assert_int_equal(status, 401);
    else if (is_refused == expected)
        fail_msg("%s asks %s %s: %d, but the document %s it", a->name, method, path, status,
                 expected ? "declares" : "does not declare");
    if (is_refused && !expected && (status == 401) != (a->sort == NOBODY))
        fail_msg("%s asks %s %s: %d", a->name, method, path, status);
    /* The DELETE has signed the person out. */
    if (strcmp(method, "delete") == 0 && a->sort == PERSON)
        a->caller = closed_sign_in(server, strcmp(a->name, "manager") == 0      ? "a"
                                           : strcmp(a->name, "supervisor") == 0 ? "c"
                                                                                : a->name);
}

static void every_cell(void **state)
{
    (void)state;
    yaml_document_t *d = schema_document();
    yaml_node_t *paths = schema_get(schema_root(), "paths");
    for (yaml_node_pair_t *p = paths->data.mapping.pairs.start; p < paths->data.mapping.pairs.top;
         p++) {
        const char *pattern = schema_text(yaml_document_get_node(d, p->key));
        yaml_node_t *ops = yaml_document_get_node(d, p->value);
        for (yaml_node_pair_t *o = ops->data.mapping.pairs.start; o < ops->data.mapping.pairs.top;
             o++)
            for (unsigned i = 0; i < asker_count; i++)
                check_cell(&askers[i], yaml_document_get_node(d, o->value), pattern,
                           schema_text(yaml_document_get_node(d, o->key)));
    }
    print_message("%u cells, %u of them declared\n", cells, declared);
    assert_true(cells > 900 && declared > 300 && cells - declared > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_cell)};
    return cmocka_run_group_tests(tests, start, stop);
}
