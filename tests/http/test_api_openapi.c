/* docs/openapi.yaml compared with the routes, the members of events, and the answers of a manager.
 */
#include "api_schema.h"
#include "api_story.h"
#include "base/err.h"
#include "closed.h"
#include "floor/rights.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#define ROUTES 128

static const char *const methods[] = {"get", "post", "put", "patch", "delete"};

/* ---- Reasons ---- */

static char *read_document(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(f);
    assert_non_null(text);
    assert_in_range(fread(text, 1, (1 << 20) - 1, f), 1, (1 << 20) - 2);
    fclose(f);
    return text;
}

/* The same list of reasons is in three places: the code, the schema of problems, the page for
 * people. */
static void reasons_are_those_of_the_documents(void **state)
{
    (void)state;
    yaml_node_t *problem =
        schema_get(schema_get(schema_get(schema_root(), "components"), "schemas"), "Problem");
    yaml_node_t *words =
        schema_get(schema_get(schema_get(problem, "properties"), "reason"), "enum");
    char *page = read_document("docs/api.md"), row[256];
    const char *at = strstr(page, "\n| reason |");
    assert_non_null(at);
    at = strstr(at, "---|\n") + strlen("---|\n");
    yaml_node_item_t *item = words->data.sequence.items.start;
    for (unsigned r = REASON_NONE + 1; r < REASON_COUNT; r++, item++) {
        assert_true(item < words->data.sequence.items.top);
        assert_string_equal(schema_text(yaml_document_get_node(schema_document(), *item)),
                            reason_word((enum reason)r));
        int len = snprintf(row, sizeof row, "| `%s` | %s |\n", reason_word((enum reason)r),
                           reason_meaning((enum reason)r));
        if (strncmp(at, row, (size_t)len) != 0)
            fail_msg("docs/api.md has not, in its place: %s", row);
        at += len;
    }
    assert_ptr_equal(item, words->data.sequence.items.top);
    assert_int_not_equal(*at, '|');
    free(page);
}

/* ---- Paths ---- */

static void every_route_is_in_the_document(void **state)
{
    (void)state;
    struct api_about a;
    yaml_node_t *paths = schema_get(schema_root(), "paths");
    for (size_t i = 0; api_about(i, &a); i++)
        if (schema_get(schema_get(paths, a.pattern), methods[a.method]) == NULL)
            fail_msg("%s %s is not in docs/openapi.yaml", methods[a.method], a.pattern);
}

static bool is_route(const char *pattern, const char *method)
{
    struct api_about a;
    for (size_t i = 0; api_about(i, &a); i++)
        if (strcmp(a.pattern, pattern) == 0 && strcmp(methods[a.method], method) == 0)
            return true;
    return false;
}

static void every_path_of_the_document_is_a_route(void **state)
{
    (void)state;
    yaml_node_t *paths = schema_get(schema_root(), "paths");
    yaml_document_t *d = schema_document();
    for (yaml_node_pair_t *p = paths->data.mapping.pairs.start; p < paths->data.mapping.pairs.top;
         p++) {
        const char *pattern = schema_text(yaml_document_get_node(d, p->key));
        yaml_node_t *ops = yaml_document_get_node(d, p->value);
        for (yaml_node_pair_t *o = ops->data.mapping.pairs.start; o < ops->data.mapping.pairs.top;
             o++) {
            const char *method = schema_text(yaml_document_get_node(d, o->key));
            if (!is_route(pattern, method))
                fail_msg("%s %s is no route of the manager", method, pattern);
        }
    }
}

/* Parameters are those of the path, then those that the route takes. */
static void parameters_are_those_of_the_routes(void **state)
{
    (void)state;
    struct api_about a;
    yaml_document_t *d = schema_document();
    for (size_t i = 0; api_about(i, &a); i++) {
        char expected[256] = "", found[256] = "";
        for (const char *at = strchr(a.pattern, '{'); at; at = strchr(at + 1, '{')) {
            strncat(expected, at + 1, strcspn(at + 1, "}"));
            strcat(expected, " ");
        }
        strncat(expected, a.queries, 128);
        yaml_node_t *op = schema_get(schema_get(schema_get(schema_root(), "paths"), a.pattern),
                                     methods[a.method]);
        yaml_node_t *list = schema_get(op, "parameters");
        for (yaml_node_item_t *p = list ? list->data.sequence.items.start : NULL;
             list && p < list->data.sequence.items.top; p++) {
            strncat(found, schema_text(schema_get(yaml_document_get_node(d, *p), "name")), 32);
            strcat(found, " ");
        }
        assert_string_equal(found, expected);
    }
}

/* ---- Rights ---- */

static bool is_among(yaml_node_t *list, const char *name)
{
    yaml_document_t *d = schema_document();
    for (yaml_node_item_t *p = list ? list->data.sequence.items.start : NULL;
         list && p < list->data.sequence.items.top; p++)
        if (strcmp(schema_text(yaml_document_get_node(d, *p)), name) == 0)
            return true;
    return false;
}

static void rights_are_those_of_the_routes(void **state)
{
    (void)state;
    struct api_about a;
    for (size_t i = 0; api_about(i, &a); i++) {
        yaml_node_t *op = schema_get(schema_get(schema_get(schema_root(), "paths"), a.pattern),
                                     methods[a.method]);
        yaml_node_t *right = schema_get(op, "x-right"), *also = schema_get(op, "x-also");
        if (right == NULL || strcmp(schema_text(right), a.right) != 0)
            fail_msg("%s %s: x-right is not %s", methods[a.method], a.pattern, a.right);
        if (is_among(also, "sign") != a.also_sign || is_among(also, "table") != a.also_table)
            fail_msg("%s %s: x-also", methods[a.method], a.pattern);
        if ((schema_get(op, "security") != NULL) != (strcmp(a.right, "none") == 0))
            fail_msg("%s %s: security", methods[a.method], a.pattern);
    }
}

/* The page's table has a row for each right and a column for each role. */
static void rights_are_those_of_the_page(void **state)
{
    (void)state;
    char *page = read_document("docs/api.md"), head[256] = "\n| right | for |", end[64];
    for (unsigned i = 0; role_name(i) != NULL; i++) {
        strcat(head, " ");
        strcat(strcat(head, role_name(i)), " |");
    }
    const char *at = strstr(page, strcat(head, "\n"));
    assert_non_null(at);
    at = strstr(at, "---|\n") + strlen("---|\n");
    for (unsigned r = RIGHT_LOOK; r < RIGHT_COUNT; r++, at = strchr(at, '\n') + 1) {
        const char *name = right_name((enum floor_right)r);
        const size_t len = strcspn(at, "\n");
        strcpy(end, " |");
        for (unsigned i = 0; role_name(i) != NULL; i++)
            strcat(end, role_may(role_name(i), (enum floor_right)r) ? " ✓ |" : " |");
        const char *cells = strstr(at + 2, " | ");
        cells = cells != NULL ? strstr(cells + 3, " |") : NULL;
        if (strncmp(at, "| `", 3) != 0 || strncmp(at + 3, name, strlen(name)) != 0 ||
            at[3 + strlen(name)] != '`' || cells == NULL ||
            (size_t)(at + len - cells) != strlen(end) || memcmp(cells, end, strlen(end)) != 0)
            fail_msg("docs/api.md has not, in its place, the row of the right %s:%s", name, end);
    }
    assert_int_not_equal(*at, '|');
    free(page);
}

/* ---- Members whose meaning depends on the kind ---- */

/* A row of the table in docs/compatibility.md. */
struct meaning {
    char member[16], kinds[512], words[128];
};

static const struct meaning *meanings(unsigned *count)
{
    static struct meaning rows[96];
    static unsigned there;
    char *page = there == 0 ? read_document("docs/compatibility.md") : NULL;
    const char *at = page != NULL ? strstr(page, "\n| `item` |") : NULL;
    for (; at != NULL && at[1] == '|'; at = strchr(at + 1, '\n')) {
        assert_int_not_equal(there, sizeof(rows) / sizeof(rows[0]));
        struct meaning *row = &rows[there];
        if (sscanf(at, "\n| `%15[a-z]` | %511[^|]| %127[^|]|", row->member, row->kinds,
                   row->words) != 3) {
            assert_int_equal(sscanf(at, "\n| | %511[^|]| %127[^|]|", row->kinds, row->words), 2);
            memcpy(row->member, row[-1].member, sizeof(row->member));
        }
        row->words[strlen(row->words) - 1] = '\0'; /* the blank at the end */
        there++;
    }
    free(page);
    *count = there;
    return rows;
}

/* The description must be that of the table, word for word. A member that is not in the table has
 * the same meaning in every kind. */
static void check_meaning(yaml_node_t *properties, const char *member, const char *kind)
{
    unsigned count, found = 0;
    bool is_general = false;
    char quoted[64];
    const struct meaning *rows = meanings(&count);
    snprintf(quoted, sizeof(quoted), "`%s`", kind);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(rows[i].member, member) != 0)
            continue;
        is_general = true;
        if (strstr(rows[i].kinds, quoted) == NULL)
            continue;
        found++;
        if (strcmp(schema_description(properties, member), rows[i].words) != 0)
            fail_msg("docs/openapi.yaml does not say of %s of %s: %s", member, kind, rows[i].words);
    }
    if (found != is_general)
        fail_msg("docs/compatibility.md says %u times what %s of %s is", found, member, kind);
}

static void the_table_names_members_that_are_there(void **state)
{
    (void)state;
    unsigned count;
    const struct meaning *rows = meanings(&count);
    assert_int_not_equal(count, 0);
    for (unsigned i = 0; i < count; i++) {
        char kinds[512], *rest = kinds;
        strcpy(kinds, rows[i].kinds);
        for (char *name; (name = strtok_r(rest, "`, ", &rest)) != NULL;) {
            const unsigned kind = event_kind_find(name, strlen(name));
            if (kind == FLOOR_NO_KIND ||
                event_member_find(event_kind(kind), rows[i].member, strlen(rows[i].member)) == NULL)
                fail_msg("docs/compatibility.md: %s has no %s", name, rows[i].member);
        }
    }
}

/* ---- Bodies ---- */

static bool is_elsewhere(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* The schema must have exactly the members that the kind takes. */
static void check_body(yaml_node_t *schema, unsigned kind, const struct api_about *a)
{
    const struct event_kind *k = event_kind(kind);
    yaml_node_t *properties = schema_get(schema, "properties");
    yaml_node_t *required = schema_get(schema, "required");
    unsigned count = a->any_kind;
    assert_string_equal(schema_text(schema_get(schema, "additionalProperties")), "false");
    for (unsigned m = 0; m < k->member_count; m++) {
        const char *name = k->members[m].field->name;
        const bool given = k->members[m].use != EVENT_MADE && !is_elsewhere(a->elsewhere, name);
        /* The user is whoever is signed in, so the member is not required. */
        const bool is_user = !a->any_kind && strcmp(name, "user") == 0;
        const bool needed =
            (k->members[m].use == EVENT_REQUIRED && !is_user) ||
            (a->any_kind && (strcmp(name, "epoch") == 0 || strcmp(name, "table_seq") == 0));
        if ((schema_get(properties, name) != NULL) != given ||
            is_among(required, name) != (given && needed))
            fail_msg("%s %s: member %s of the body", methods[a->method], a->pattern, name);
        if (given)
            check_meaning(properties, name, k->name);
        count += given;
    }
    if ((schema_get(properties, "proof") != NULL) != a->takes_proof)
        fail_msg("%s %s: the body's proof", methods[a->method], a->pattern);
    if (is_among(required, "parameters") != a->takes_parameters)
        fail_msg("%s %s: the body's parameters", methods[a->method], a->pattern);
    count += a->takes_proof + a->takes_parameters;
    const size_t there =
        properties == NULL
            ? 0
            : (size_t)(properties->data.mapping.pairs.top - properties->data.mapping.pairs.start);
    if (there != count)
        fail_msg("%s: the body of %s has members that no event has", a->pattern, k->name);
}

static void bodies_are_the_members_of_events(void **state)
{
    (void)state;
    struct api_about a;
    for (size_t i = 0; api_about(i, &a); i++) {
        if (a.kind != FLOOR_NO_KIND)
            check_body(schema_of_body(a.pattern, "post"), a.kind, &a);
        for (unsigned k = FLOOR_NO_KIND + 1; a.any_kind && k < FLOOR_KIND_COUNT; k++) {
            char name[64];
            snprintf(name, sizeof(name), "ask_%s", event_kind(k)->name);
            yaml_node_t *schemas = schema_get(schema_get(schema_root(), "components"), "schemas");
            yaml_node_t *schema = schema_get(schemas, name);
            const bool from_table = event_kind_is_for_tables(event_kind(k));
            assert_int_equal(schema != NULL, from_table);
            if (from_table)
                check_body(schema, k, &a);
        }
    }
}

/* ---- Events ---- */

static size_t count_of(yaml_node_t *map)
{
    return (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
}

/* The schema of an event in the log has its number, its time, its kind and the members of its
 * entry. Members that a request must have are always there. */
static void check_event(yaml_node_t *schema, const struct event_kind *k)
{
    yaml_node_t *properties = schema_get(schema, "properties");
    yaml_node_t *required = schema_get(schema, "required");
    yaml_node_t *kinds = schema_get(schema_get(properties, "kind"), "enum");
    if (kinds == NULL || !is_among(kinds, k->name) ||
        strcmp(schema_text(schema_get(schema, "additionalProperties")), "false") != 0)
        fail_msg("event_%s: its kind, or additionalProperties", k->name);
    for (unsigned m = 0; m < k->member_count; m++) {
        const char *name = k->members[m].field->name;
        if (schema_get(properties, name) == NULL ||
            (k->members[m].use == EVENT_REQUIRED && !is_among(required, name)))
            fail_msg("event_%s: member %s", k->name, name);
        check_meaning(properties, name, k->name);
    }
    if (count_of(properties) != 3u + k->member_count)
        fail_msg("event_%s has members that no such event has", k->name);
}

static void events_are_those_of_the_list(void **state)
{
    (void)state;
    yaml_node_t *schemas = schema_get(schema_get(schema_root(), "components"), "schemas");
    size_t count = 0;
    for (unsigned k = FLOOR_NO_KIND + 1; k < FLOOR_KIND_COUNT; k++) {
        char name[64];
        snprintf(name, sizeof(name), "event_%s", event_kind(k)->name);
        yaml_node_t *schema = schema_get(schemas, name);
        if (schema == NULL)
            fail_msg("docs/openapi.yaml has no %s", name);
        check_event(schema, event_kind(k));
        count++;
    }
    yaml_node_t *any = schema_get(schema_get(schemas, "Event"), "oneOf");
    assert_non_null(any);
    assert_int_equal(any->data.sequence.items.top - any->data.sequence.items.start, count);
}

/* ---- Answers ---- */

static bool went_well[ROUTES], was_refused[ROUTES];

static bool fits(const char *pattern, const char *path)
{
    while (*pattern && *path && *path != '?') {
        if (*pattern == '{') {
            pattern = strchr(pattern, '}') + 1;
            path += strcspn(path, "/?");
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == '\0' && (*path == '\0' || *path == '?');
}

static void observe(const char *method, const char *path, const struct api_said *said)
{
    struct api_about a;
    size_t i = 0, best = ROUTES;
    for (; api_about(i, &a); i++)
        if (strcasecmp(method, methods[a.method]) == 0 && fits(a.pattern, path) &&
            (best == ROUTES || strchr(a.pattern, '{') == NULL))
            best = i;
    assert_int_not_equal(best, ROUTES);
    assert_true(api_about(best, &a));
    (said->status < 400 ? went_well : was_refused)[best] = true;
    if (said->status == 204) {
        assert_int_equal(said->len, 0);
        return;
    }
    yaml_node_t *schema = schema_of_answer(a.pattern, methods[a.method], said->status, said->type);
    if (schema == NULL)
        fail_msg("%s %s answers %u %s, which is not in the document", method, path, said->status,
                 said->type);
    if (strstr(said->type, "json") == NULL || strstr(said->type, "ndjson") != NULL)
        return;
    const char *why = schema_check(schema, said->body, said->len);
    if (why != NULL)
        fail_msg("%s %s %u: %s\n%s", method, path, said->status, why, said->body);
}

static void answers_are_as_documented(void **state)
{
    (void)state;
    struct api_about a;
    struct api_server *s = api_server_start(NULL, "m1", 60000);
    api_observe = observe;
    api_story_run(s);
    api_server_stop(s);
    s = closed_start(NULL);
    api_story_closed(s);
    api_server_stop(s);
    api_story_evidence();
    api_observe = NULL;
    for (size_t i = 0; api_about(i, &a); i++) {
        /* A stream has no end to wait for; its messages are checked in test_api_story.c. */
        const bool is_stream = strstr(a.pattern, "/stream") != NULL;
        if (!(went_well[i] || is_stream) || !was_refused[i])
            fail_msg("%s %s was not seen to %s", methods[a.method], a.pattern,
                     went_well[i] ? "refuse" : "go well");
    }
}

/* Proves that the check can fail. */
static void the_check_finds_faults(void **state)
{
    (void)state;
    yaml_node_t *schema = schema_of_answer("/readyz", "get", 200, "application/json");
    static const struct {
        const char *json;
        bool good;
    } cases[] = {
        {"{\"status\":\"ready\",\"seq\":1}", true},
        {"{\"status\":\"ready\"}", false},
        {"{\"status\":1,\"seq\":1}", false},
        {"{\"status\":\"x\",\"seq\":\"1\"}", false},
        {"{\"status\":\"x\",\"seq\":1.5}", false},
        {"{\"status\":\"x\",\"seq\":-1}", false},
        {"{\"status\":\"x\",\"seq\":1,\"y\":1}", false},
        {"[]", false},
        {"{", false},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(schema_check(schema, cases[i].json, strlen(cases[i].json)) == NULL,
                         cases[i].good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_those_of_the_documents),
        cmocka_unit_test(every_route_is_in_the_document),
        cmocka_unit_test(every_path_of_the_document_is_a_route),
        cmocka_unit_test(parameters_are_those_of_the_routes),
        cmocka_unit_test(rights_are_those_of_the_routes),
        cmocka_unit_test(rights_are_those_of_the_page),
        cmocka_unit_test(the_table_names_members_that_are_there),
        cmocka_unit_test(bodies_are_the_members_of_events),
        cmocka_unit_test(events_are_those_of_the_list),
        cmocka_unit_test(the_check_finds_faults),
        cmocka_unit_test(answers_are_as_documented),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    yaml_document_delete(schema_document());
    return failed;
}
