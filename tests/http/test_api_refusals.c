/* What the interface refuses: for every route that writes and every member of its event, made from
 * the same tables that the manager reads. Each refusal is a problem document that names the member,
 * and no event is written. */
#include "api_fixture.h"
#include "api_schema.h"
#include "os/clock.h"
#include "raw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define BODY_MAX 16384

static struct api_server *server;
static unsigned long long head;
static unsigned asked;

static void expect(const char *path, const char *body, unsigned low, unsigned high,
                   const char *field)
{
    struct api_said said = api_ask(server->client, "POST", path, body);
    char named[128];
    asked++;
    if (said.status < low || said.status > high)
        fail_msg("POST %s %.300s: %u %s", path, body, said.status, said.body);
    assert_string_equal(said.type, "application/problem+json");
    yaml_node_t *problem =
        schema_get(schema_get(schema_get(schema_root(), "components"), "schemas"), "Problem");
    const char *why = schema_check(problem, said.body, said.len);
    if (why != NULL)
        fail_msg("%s: %s", why, said.body);
    api_word(said.body, "field", named, sizeof(named));
    if (field != NULL && strcmp(named, field) != 0)
        fail_msg("POST %s %.300s: names \"%s\", not \"%s\": %s", path, body, named, field,
                 said.body);
    api_word(said.body, "reason", named, sizeof(named));
    if (field != NULL && field[0] != '\0' && named[0] == '\0')
        fail_msg("POST %s %.300s: gives no reason: %s", path, body, said.body);
    api_said_free(&said);
    if (api_head(server) != head)
        fail_msg("POST %s %.300s: the log moved", path, body);
}

/* ---- Bodies ---- */

/* Adds a value of the right type. */
static void add_value(struct text *t, const struct event_field *field)
{
    switch (field->type) {
    case EVENT_SEATS:
    case EVENT_SEQS:
        text_add(t, "[1]");
        break;
    case EVENT_WORDS:
        text_add_format(t, "[\"%s\"]", field->words[0]);
        break;
    case EVENT_WORD:
        text_add_format(t, "\"%s\"", field->words[0]);
        break;
    case EVENT_FLAG:
        text_add(t, "true");
        break;
    case EVENT_SEAT:
    case EVENT_COUNT:
    case EVENT_SMALL:
    case EVENT_TIME:
        text_add(t, "1");
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        text_add(t, "\"1.00\"");
        break;
    case EVENT_HASH:
        text_add(t, "\"");
        for (unsigned i = 0; i < 64; i++)
            text_add_char(t, 'a');
        text_add(t, "\"");
        break;
    default:
        text_add(t, "\"x\"");
        break;
    }
}

static bool is_given(const struct api_about *a, const struct event_member *m)
{
    if (m->use == EVENT_MADE)
        return false;
    for (const char *const *name = a->elsewhere; *name != NULL; name++)
        if (strcmp(*name, m->field->name) == 0)
            return false;
    return true;
}

/* A body with every member but `without`, and with `more` added. */
static const char *body_with(const struct api_about *a, unsigned kind, const char *without,
                             const char *more, const char *value)
{
    static char body[BODY_MAX];
    const struct event_kind *k = event_kind(kind);
    const char *comma = "";
    struct text t;
    text_init(&t, body, sizeof(body));
    text_add_char(&t, '{');
    if (a->any_kind) {
        text_add_format(&t, "\"kind\":\"%s\"", k->name);
        comma = ",";
    }
    if (a->takes_parameters) {
        text_add(&t, "\"parameters\":{}");
        comma = ",";
    }
    for (unsigned m = 0; m < k->member_count; m++) {
        const char *name = k->members[m].field->name;
        if (!is_given(a, &k->members[m]) || (without != NULL && strcmp(name, without) == 0))
            continue;
        text_add_format(&t, "%s\"%s\":", comma, name);
        add_value(&t, k->members[m].field);
        comma = ",";
    }
    if (more != NULL)
        text_add_format(&t, "%s\"%s\":%s", comma, more, value);
    text_add_char(&t, '}');
    assert_false(t.cut);
    return body;
}

/* ---- Members ---- */

static bool is_fitting(const struct event_field *field, const char *value)
{
    const bool is_list =
        field->type == EVENT_SEATS || field->type == EVENT_WORDS || field->type == EVENT_SEQS;
    const bool is_number = field->type == EVENT_SEAT || field->type == EVENT_COUNT ||
                           field->type == EVENT_SMALL || field->type == EVENT_TIME;
    if (strcmp(value, "[]") == 0)
        return is_list;
    if (strcmp(value, "0") == 0)
        return field->type == EVENT_SMALL;
    if (strcmp(value, "true") == 0)
        return field->type == EVENT_FLAG;
    if (strcmp(value, "\" x\"") == 0)
        return field->type == EVENT_TEXT;
    if (strcmp(value, "\"x\"") == 0)
        return field->type == EVENT_NAME || field->type == EVENT_TEXT || field->type == EVENT_ID;
    return strcmp(value, "8") == 0 && is_number && field->type != EVENT_SEAT;
}

static void wrong_values(const struct api_about *a, unsigned kind, const char *path)
{
    static char too_many[2 * (FLOOR_ORDER_MAX + 1) + 2];
    const char *const values[] = {"null",        "true",   "0",      "-1",
                                  "1.5",         "8",      "1e3",    "99999999999999999999",
                                  "\"\"",        "\"x\"",  "\" x\"", "{}",
                                  "{\"a\":[]}",  "[]",     "[8]",    "[\"\"]",
                                  "[[]]",        "[null]", "[1,1]",  "\"\\u0000\"",
                                  "\"\\u0007\"", too_many};
    const struct event_kind *k = event_kind(kind);
    struct text t;
    text_init(&t, too_many, sizeof(too_many));
    for (unsigned i = 0; i <= FLOOR_ORDER_MAX; i++)
        text_add(&t, i == 0 ? "[9" : ",9");
    text_add_char(&t, ']');
    for (unsigned m = 0; m < k->member_count; m++) {
        const struct event_field *field = k->members[m].field;
        if (!is_given(a, &k->members[m]))
            continue;
        for (unsigned v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
            if (is_fitting(field, values[v]) ||
                (field->type == EVENT_SEQS && values[v][0] == '[' && values[v][1] != '[' &&
                 values[v][1] != '"' && values[v][1] != 'n' && strlen(values[v]) < 10))
                continue;
            expect(path, body_with(a, kind, field->name, field->name, values[v]), 422, 422,
                   field->name);
        }
    }
}

static void missing_made_and_unknown(const struct api_about *a, unsigned kind, const char *path)
{
    const struct event_kind *k = event_kind(kind);
    for (unsigned m = 0; m < k->member_count; m++) {
        const char *name = k->members[m].field->name;
        if (!is_given(a, &k->members[m])) {
            static char value[128];
            struct text t;
            text_init(&t, value, sizeof(value));
            add_value(&t, k->members[m].field);
            expect(path, body_with(a, kind, NULL, name, value), 422, 422, name);
        } else if (k->members[m].use == EVENT_REQUIRED) {
            expect(path, body_with(a, kind, name, NULL, NULL), 422, 422, name);
        }
    }
    expect(path, body_with(a, kind, NULL, "surprise", "1"), 422, 422, "surprise");
    expect(path, body_with(a, kind, NULL, "seq", "1"), 422, 422, "seq");
    expect(path, body_with(a, kind, NULL, "time", "1"), 422, 422, "time");
}

/* ---- Texts that are not a body ---- */

static void broken_bodies(const char *path)
{
    static char deep[4096], huge[300 * 1024], odd[8192];
    struct text t;
    /* Names that become longer when they are quoted in the answer. */
    static const char *const parts[] = {"\\u0001", "\\\"", "\xc3\xa9", "\\\\"};
    for (unsigned p = 0; p < 4; p++) {
        text_init(&t, odd, sizeof(odd));
        text_add(&t, "{\"");
        for (unsigned i = 0; i < 1000; i++)
            text_add(&t, parts[p]);
        text_add(&t, "\":1}");
        expect(path, odd, 422, 422, NULL);
    }
    memset(deep, '[', sizeof(deep) - 1);
    memset(huge, ' ', sizeof(huge) - 1);
    memcpy(huge, "{\"a\":\"", 6);
    expect(path, "", 400, 400, "");
    expect(path, " ", 400, 400, "");
    expect(path, "{", 400, 400, "");
    expect(path, "nonsense", 400, 400, "");
    expect(path, "{} {}", 400, 400, "");
    expect(path, "{\"user\":\"a\",}", 400, 400, "");
    expect(path, "{\"user\":\"a\",\"user\":\"a\"}", 400, 400, "");
    expect(path, "{\"user\":\"\xff\"}", 400, 400, "");
    expect(path, "{\"user\":\"\\ud800\"}", 400, 422, NULL);
    expect(path, "{\"a\":[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]}", 400, 400, "");
    expect(path, deep, 400, 400, "");
    expect(path, huge, 413, 413, NULL);
    expect(path, "[]", 422, 422, "");
    expect(path, "null", 422, 422, "");
    expect(path, "\"text\"", 422, 422, "");
}

static void everything_wrong_is_refused(void **state)
{
    (void)state;
    struct api_about a;
    for (size_t i = 0; api_about(i, &a); i++) {
        char path[128];
        if (a.method != HTTP_POST || a.only_closed)
            continue;
        api_path(a.pattern, "1", path, sizeof(path));
        broken_bodies(path);
        expect(path, "{\"surprise\":1}", 422, 422, NULL);
        for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++) {
            const bool is_its = a.any_kind ? event_kind_is_for_tables(event_kind(k)) : k == a.kind;
            if (!is_its)
                continue;
            missing_made_and_unknown(&a, k, path);
            wrong_values(&a, k, path);
        }
    }
    assert_true(asked > 3000);
}

/* A table can send events of tables only. */
static void a_table_sends_its_own_events_only(void **state)
{
    (void)state;
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++) {
        char body[256];
        if (event_kind_is_for_tables(event_kind(k)))
            continue;
        snprintf(body, sizeof(body), "{\"kind\":\"%s\",\"epoch\":1,\"table_seq\":1}",
                 event_kind(k)->name);
        expect("/api/v1/tables/t1/events", body, 422, 422, "kind");
    }
    expect("/api/v1/tables/t1/events", "{\"kind\":\"claim_cancelled\",\"claim\":1,\"user\":\"a\"}",
           422, 422, "epoch");
    expect("/api/v1/tables/t1/events", "{\"epoch\":1,\"table_seq\":1}", 422, 422, "kind");
    expect("/api/v1/tables/t1/events", "{\"kind\":7}", 422, 422, "kind");
}

static void names_of_the_path_are_checked(void **state)
{
    (void)state;
    static const char *const paths[] = {"/api/v1/links/Main/open", "/api/v1/links/a%20b/open",
                                        "/api/v1/links/abcdefghijklmnopqrstuvwxyz/open",
                                        "/api/v1/links/%C3%A9/open"};
    for (unsigned i = 0; i < 4; i++)
        expect(paths[i], "{\"user\":\"a\"}", 422, 422, "link");
    expect("/api/v1/claims/x/approve", "{\"user\":\"a\"}", 422, 422, "claim");
    expect("/api/v1/claims/0/approve", "{\"user\":\"a\"}", 422, 422, "claim");
    expect("/api/v1/claims/99/approve", "{\"user\":\"a\"}", 404, 404, "claim");
    expect("/api/v1/links/nowhere/open", "{\"user\":\"a\"}", 404, 404, "link");
    expect("/api/v1/tables/nowhere/heartbeat", "{\"instance\":\"x\",\"epoch\":1}", 404, 404,
           "table");
    expect("/api/v1/tables/t1/heartbeat", "{\"instance\":\"x\",\"epoch\":\"1\"}", 422, 422,
           "epoch");
    expect("/api/v1/tables/t1/heartbeat", "{\"instance\":\"x\"}", 422, 422, "epoch");
    expect("/api/v1/tables/t1/heartbeat", "{\"instance\":\"x\",\"epoch\":1,\"more\":1}", 422, 422,
           "");
}

/* A part of a path may have 128 bytes, which is more than any name. */
static void long_names_are_refused_everywhere(void **state)
{
    (void)state;
    char name[129] = "", path[512];
    struct api_about a;
    memset(name, 'a', sizeof(name) - 1);
    for (size_t i = 0; api_about(i, &a); i++) {
        const char *at = strchr(a.pattern, '{');
        if (a.method != HTTP_POST || a.only_closed || at == NULL)
            continue;
        snprintf(path, sizeof(path), "%.*s%s%s", (int)(at - a.pattern), a.pattern, name,
                 at + strcspn(at, "}") + 1);
        expect(path, "{\"user\":\"a\"}", 404, 422, NULL);
    }
    expect("/api/v1/tables/abcdefghijklmnopqrstuvwx/key", "{\"user\":\"a\"}", 404, 404, "table");
    /* a name that fits is the name of no table either */
    expect("/api/v1/tables/abcdefghijklmnopqrstuvw/key", "{\"user\":\"a\"}", 404, 404, "table");
}

/* A refusal repeats the name of a parameter that nobody asks for. Its longest one fits, and a
 * longer one is refused before. */
static void long_names_of_parameters_are_refused(void **state)
{
    (void)state;
    char path[2048] = "";
    for (unsigned bytes = 511; bytes <= 1900; bytes += bytes == 513 ? 1387 : 1) {
        const char *const written = bytes < 1000 ? "%22" : "a";
        struct text t = text_in(path, sizeof(path));
        text_add(&t, "/healthz?");
        for (unsigned i = 0; i < bytes; i++)
            text_add(&t, written);
        assert_false(t.cut);
        struct api_said said = api_ask(server->client, "GET", path, NULL);
        assert_int_equal(said.status, bytes <= 512 ? 422 : 400);
        assert_string_equal(said.type, "application/problem+json");
        api_said_free(&said);
    }
}

/* New parameters are made from those in force, for which a thread waits while a batch is written.
 * Meanwhile the other one reads bodies: of tables that say they are there, for example. */
static void new_parameters_hold_nobody_up(void **state)
{
    static const char body[] = "{\"user\":\"a\",\"parameters\":{}}";
    const uint16_t port = http_server_port(server->http);
    struct raw slow, quick;
    struct raw_answer answer;
    char text[512];
    (void)state;
    raw_open(&slow, port);
    snprintf(text, sizeof(text),
             "POST /api/v1/links/main/parameters HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
             "application/json\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    writer_lock(server->writer);
    raw_send(&slow, text);
    clock_sleep_ms(300); /* its thread waits for the writer now, and takes no connection */
    alarm(20);
    raw_open(&quick, port);
    raw_send(&quick,
             "POST /api/v1/tables/t1/heartbeat HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
             "application/json\r\nContent-Length: 2\r\n\r\n{}");
    assert_true(raw_answer(&quick, &answer, false));
    assert_int_equal(answer.status, 422);
    alarm(0);
    writer_unlock(server->writer);
    assert_true(raw_answer(&slow, &answer, false));
    assert_int_equal(answer.status, 201);
    head = api_head(server);
    raw_close(&quick);
    raw_close(&slow);
}

static int start(void **state)
{
    (void)state;
    server = api_server_start(NULL, "m1", 60000);
    api_set_up(server);
    head = api_head(server);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    api_server_stop(server);
    yaml_document_delete(schema_document());
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_wrong_is_refused),
        cmocka_unit_test(a_table_sends_its_own_events_only),
        cmocka_unit_test(names_of_the_path_are_checked),
        cmocka_unit_test(long_names_are_refused_everywhere),
        cmocka_unit_test(long_names_of_parameters_are_refused),
        cmocka_unit_test(new_parameters_hold_nobody_up),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
