/* Start and stop of the manager's HTTP interface, and the checks that every request passes. */
#include "service/api/auth.h"

#include "base/check.h"
#include "os/clock.h"
#include "reports/configuration/configuration_versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *or_null(const char *word)
{
    return word[0] != '\0' ? word : NULL;
}

struct problem api_problem(int code, const struct cr_err *err)
{
    static const char *const codes[] = {
        [-CR_E_INPUT] = "invalid",       [-CR_E_RANGE] = "out-of-range", [-CR_E_STATE] = "conflict",
        [-CR_E_NOT_FOUND] = "not-found", [-CR_E_IO] = "store-failed",
    };
    CHECK(code < 0 && code >= CR_E_IO);
    return (struct problem){.status = problem_status_of(code),
                            .code = codes[-code],
                            .detail = err->text,
                            .field = or_null(err->field),
                            .reason = or_null(err->reason)};
}

struct view api_look(struct api *api)
{
    return (struct view){.floor = writer_lock(api->writer),
                         .manager = writer_manager(api->writer),
                         .mono_ms = clock_mono_ms(),
                         .now_ms = clock_wall_ms()};
}

char *api_build(struct api *api, view_part_fn *part, size_t *len)
{
    struct text t = {0};
    const struct view v = api_look(api);
    view_document_of(&t, &v, part);
    writer_unlock(api->writer);
    if (t.cut)
        text_free(&t);
    *len = t.len;
    return t.data;
}

void api_answer_stopping(struct http_request *req)
{
    http_answer_problem(
        req,
        &(struct problem){.status = 503, .code = "stopping", .detail = "the manager is stopping"});
}

void api_refuse(struct http_request *req, const struct body_fault *fault)
{
    struct problem p = api_problem(fault->err.code, &fault->err);
    if (fault->not_json) {
        p.status = 400;
        p.code = "not-json";
    }
    http_respond_problem(req, &p);
}

/* Limits the streams open at once, because each costs memory while it lasts. A person has a few
 * windows and a table a program or two, but one token may serve every sign on the floor. */
static unsigned most_streams(const struct principal *p)
{
    const bool may_be_many = p->kind == PRINCIPAL_TOKEN && !auth_is_table(p);
    return may_be_many ? API_STREAMS_TOKEN : API_STREAMS_ONE;
}

static bool is_same(const void *tag, const void *other)
{
    const struct principal *a = tag, *b = other;
    return a->kind == b->kind && strcmp(a->name, b->name) == 0;
}

void api_run_stream(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct principal *tag = malloc(sizeof(*tag));
    (void)row;
    if (tag == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    auth_resolve(api, req, false, tag);
    if (tag->kind != PRINCIPAL_OPEN && push_count(api->hub, is_same, tag) >= most_streams(tag)) {
        free(tag);
        http_respond_problem(
            req, &(struct problem){.status = 429,
                                   .code = "streams",
                                   .detail = "all streams that one person, table or token "
                                             "may have are open; close some"});
        return;
    }
    push_subscribe_as(req, api->hub, auth_hears(tag), tag);
}

enum floor_right api_row_right(const struct api_row *row)
{
    enum floor_right right = row->right;
    if (row->is_public)
        return RIGHT_NONE;
    if (right == RIGHT_NONE && row->kind != FLOOR_NO_KIND)
        right = floor_kind_right(row->kind);
    /* A row that names no right must not be open to everybody, so it takes a strong one. */
    return right != RIGHT_NONE ? right : RIGHT_SET;
}

/* Says only that the process is running, without checking anything else. */
void api_run_health(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)api;
    (void)row;
    http_respond(req, 200, HTTP_JSON, "{\"status\":\"up\"}", 15);
}

/* ---- Every request ---- */

static bool takes_query(const char *queries, const char *name)
{
    const size_t len = strlen(name);
    for (const char *at = queries; at != NULL && *at != '\0'; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == len && memcmp(at, name, len) == 0)
            return true;
    return false;
}

static void run_entry(struct http_request *req, void *user)
{
    const struct api_entry *entry = user;
    const char *name;
    if (!auth_admit(entry->api, entry->row, req))
        return;
    for (unsigned i = 0; (name = http_request_query_name(req, i)) != NULL; i++) {
        if (takes_query(entry->row->queries, name))
            continue;
        char detail[128];
        snprintf(detail, sizeof(detail), "this address takes %s%s",
                 entry->row->queries != NULL ? "only the parameters " : "no parameters",
                 entry->row->queries != NULL ? entry->row->queries : "");
        http_respond_problem(
            req, &(struct problem){
                     .status = 422, .code = "unknown-parameter", .detail = detail, .field = name});
        return;
    }
    entry->row->run(entry->api, entry->row, req);
}

static void pattern_of(const struct api_row *row, char out[API_PATTERN_MAX])
{
    int len = row->path[0] == '!' ? snprintf(out, API_PATTERN_MAX, "%s", row->path + 1)
                                  : snprintf(out, API_PATTERN_MAX, "%s%s", API_ROOT, row->path);
    CHECK(len > 0 && len < API_PATTERN_MAX);
}

bool api_row_takes_proof(const struct api_row *row)
{
    static const char *const name = "approver";
    return row->run == api_run_write && row->kind != FLOOR_NO_KIND &&
           (floor_kind_is_proved(row->kind) ||
            event_member_find(event_kind(row->kind), name, strlen(name)) != NULL);
}

bool api_about(size_t i, struct api_about *out)
{
    static const char *const none[] = {NULL};
    if (i >= api_row_count)
        return false;
    const struct api_row *row = &api_rows[i];
    *out = (struct api_about){.method = row->method,
                              .kind = row->kind,
                              .any_kind = row->run == api_run_write && row->kind == FLOOR_NO_KIND,
                              .elsewhere = row->elsewhere != NULL ? row->elsewhere : none,
                              .queries = row->queries != NULL ? row->queries : "",
                              .right = row->only_people ? "self" : right_name(api_row_right(row)),
                              .also_sign = (row->also & API_ALSO_SIGN) != 0,
                              .also_table = (row->also & API_ALSO_TABLE) != 0,
                              .takes_proof = api_row_takes_proof(row),
                              .takes_parameters = row->compose != NULL,
                              .only_closed = row->only_closed};
    pattern_of(row, out->pattern);
    return true;
}

/* ---- Start and stop ---- */

static void lay_routes(struct api *api)
{
    for (size_t i = 0; i < api_row_count; i++) {
        struct api_entry *entry = &api->entries[i];
        entry->api = api;
        entry->row = &api_rows[i];
        pattern_of(entry->row, entry->pattern);
        api->routes[i] = (struct http_route){entry->row->method, entry->pattern, run_entry, entry};
    }
}

static void release(struct api *api)
{
    push_hub_free(api->hub);
    metrics_free(api->metrics);
    mutex_destroy(&api->tape_lock);
    mutex_destroy(&api->jobs_lock);
    mutex_destroy(&api->publisher.lock);
    mutex_destroy(&api->closings.lock);
    free(api->tape);
    free(api->entries);
    free(api->routes);
    free(api->publisher.links);
    free(api->publisher.tables);
    configuration_free(api->configuration);
    free(api);
}

static struct api *allocate(void)
{
    struct api *api = calloc(1, sizeof(*api));
    if (api == NULL)
        return NULL;
    mutex_init(&api->tape_lock);
    mutex_init(&api->jobs_lock);
    mutex_init(&api->publisher.lock);
    mutex_init(&api->closings.lock);
    api->tape = malloc(sizeof(*api->tape));
    api->entries = calloc(api_row_count, sizeof(*api->entries));
    api->routes = calloc(api_row_count, sizeof(*api->routes));
    api->metrics = api_metrics_new();
    if (api->tape == NULL || api->entries == NULL || api->routes == NULL || api->metrics == NULL) {
        release(api);
        return NULL;
    }
    lay_routes(api);
    return api;
}

/* Stops the workers in the opposite order of their start. */
static void stop_workers(struct api *api)
{
    auth_stop(api);
    api_shift_stop(api);
    api_papers_stop(api);
    api_practice_stop(api);
    worker_stop(api->view_worker);
    worker_stop(api->log_reader);
    api_push_stop(api);
}

/* Copies the floor and subscribes to its events under one lock, so that no event is missed between
 * the two. */
static int take_floor(struct api *api, struct cr_err *err)
{
    const int rc = auth_take(api, writer_lock(api->writer), err);
    if (rc == 0)
        manager_on_event(writer_manager(api->writer), api_on_event, api);
    writer_unlock(api->writer);
    return rc;
}

int api_new(struct writer *writer, struct store *log, const char *address,
            const struct api_config *config, struct api **out, struct cr_err *err)
{
    struct api *api = allocate();
    if (api == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    api->writer = writer;
    api->log = log;
    api->log_is_shared = strcmp(store_engine(log), "memory") == 0;
    int rc = api_push_start(api, err);
    if (rc == 0)
        rc = api_log_reader_start(api, err);
    if (rc == 0)
        rc = api_view_start(api, err);
    if (rc == 0)
        rc = api_practice_start(api, config->practice, err);
    if (rc == 0)
        rc = api_papers_start(api, address, err);
    if (rc == 0)
        rc = api_shift_start(api, config->reading_wait_ms, err);
    if (rc == 0)
        rc = auth_start(api, config, err);
    if (rc == 0)
        rc = take_floor(api, err);
    if (rc != 0) {
        stop_workers(api);
        release(api);
        return rc;
    }
    *out = api;
    return 0;
}

void api_free(struct api *api)
{
    if (api == NULL)
        return;
    /* The worker that checks passwords finishes what it has begun. For that it must still receive
     * events, so it is stopped before the interface unsubscribes. */
    auth_worker_stop(api);
    writer_lock(api->writer);
    manager_on_event(writer_manager(api->writer), NULL, NULL);
    writer_unlock(api->writer);
    stop_workers(api);
    mutex_lock(&api->jobs_lock);
    while (api->jobs > 0 || api->feeds > 0)
        mutex_wait(&api->jobs_lock);
    mutex_unlock(&api->jobs_lock);
    release(api);
}

const struct http_route *api_routes(const struct api *api, size_t *count)
{
    *count = api_row_count;
    return api->routes;
}
