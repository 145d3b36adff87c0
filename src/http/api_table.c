/* A table's sign of life (V9), and what a table is told of itself. */
#include "http/api_inside.h"

#include "base/check.h"
#include "base/err.h"
#include "http/views_json.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_ROOM 16384

/* Writes {"event":…,"table":…} under the writer's lock. */
static void write_table(struct api *api, struct text *t, const char *table, const char *event,
                        size_t len)
{
    view_open(t, NULL, '{');
    if (event != NULL)
        view_raw(t, "event", event, len);
    struct view v = {.floor = writer_lock(api->writer),
                     .manager = writer_manager(api->writer),
                     .mono_ms = writer_mono_ms(),
                     .now_ms = writer_now_ms()};
    view_table_object(t, "table", &v, floor_find_table(v.floor, table));
    writer_unlock(api->writer);
    view_close(t, '}');
}

void api_answer_table(struct api *api, struct http_request *req, const char *table,
                      const char *event, size_t len)
{
    char room[TABLE_ROOM];
    struct text t;
    text_init(&t, room, sizeof(room));
    write_table(api, &t, table, event, len);
    CHECK(!t.cut);
    http_answer(req, 200, HTTP_JSON, room, t.len);
}

/* instance and epoch, nothing else; read with the types that events have. */
static int read_sign(struct api *api, struct http_request *req, struct floor_event *e,
                     struct body_fault *fault)
{
    static const char *const names[] = {"instance", "epoch"};
    const struct event_kind *kind = event_kind(FLOOR_TABLE_JOINED);
    size_t len;
    const char *text = http_request_body(req, &len);
    int rc = body_parse(api->tape, text, len, fault);
    for (unsigned i = 0; rc == 0 && i < 2; i++) {
        const struct json_node *node = json_member(api->tape, &api->tape->nodes[0], names[i]);
        const struct event_member *m = event_member_find(kind, names[i], strlen(names[i]));
        if (node != NULL) {
            rc = body_set(api->tape, node, m->field, e, fault);
        } else {
            memcpy(fault->field, names[i], strlen(names[i]) + 1);
            rc = err_set(&fault->err, CR_E_INPUT, "%s: missing; a sign of life has it", names[i]);
        }
    }
    if (rc == 0 && api->tape->nodes[0].count != 2) {
        fault->field[0] = '\0';
        rc = err_set(&fault->err, CR_E_INPUT, "a sign of life has instance and epoch only");
    }
    return rc;
}

/* REG-1: two controllers live under one name. */
static void raise_identity(struct api *api, const char *table, const char *instance)
{
    struct api_job *job = api_job_new(api, NULL);
    if (job == NULL)
        return;
    manager_alarm(&job->job.request, "identity", table,
                  "table %s is alive, and %s says that it is the same table", table, instance);
    api_job_submit(job);
}

static void respond_fault(struct http_request *req, int code, const char *text, const char *field,
                          bool not_json)
{
    struct problem p = api_problem(code, text, field);
    if (not_json) {
        p.status = 400;
        p.code = "not-json";
    }
    http_respond_problem(req, &p);
}

void api_run_heartbeat(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct floor_event e;
    const char *table = http_request_param(req, row->param);
    event_init(&e, FLOOR_TABLE_JOINED);
    CHECK(pthread_mutex_lock(&api->tape_lock) == 0);
    int rc = read_sign(api, req, &e, &fault);
    CHECK(pthread_mutex_unlock(&api->tape_lock) == 0);
    if (rc != 0) {
        respond_fault(req, rc, fault.err.text, fault.field, fault.not_json);
        return;
    }
    bool clash = false;
    writer_lock(api->writer);
    struct manager *m = writer_manager(api->writer);
    rc = manager_heartbeat(m, table, e.instance, e.epoch, writer_mono_ms(), &clash, &fault.err);
    clash = clash && !manager_has_alarm(m, "identity", table);
    writer_unlock(api->writer);
    if (clash)
        raise_identity(api, table, e.instance);
    if (rc != 0) {
        respond_fault(req, rc, fault.err.text, rc == CR_E_NOT_FOUND ? row->param : NULL, false);
        return;
    }
    char room[TABLE_ROOM];
    struct text t;
    text_init(&t, room, sizeof(room));
    write_table(api, &t, table, NULL, 0);
    CHECK(!t.cut);
    http_respond(req, 200, HTTP_JSON, room, t.len);
}
