/* Answers requests about the configuration's versions (REG-6, V10): what was set, by whom, what
 * that changed, and which hashes are in force now. */
#include "service/api/api_internal.h"

#include "reports/configuration/configuration_versions.h"

#include <stdlib.h>
#include <string.h>

#define VERSIONS_USUAL 50
#define VERSIONS_MAX   200
/* The most bytes in one answer; "next" says where to ask for the rest. */
#define VERSIONS_BYTES (512u * 1024)

/* ---- The versions read from the log, kept from one request to the next ---- */

struct taking {
    struct configuration *c;
    struct cr_err err;
};

static int take_event(void *context, const struct store_event *event)
{
    struct taking *t = context;
    return configuration_take(t->c, event->seq, event->body, event->len, &t->err);
}

/* Reads the events since the last request. Only the reports' worker calls this, so it takes no
 * lock. */
static int refresh(struct api *api, struct store *store, struct cr_err *err)
{
    struct store_head head;
    if (api->configuration == NULL)
        api->configuration = configuration_new();
    if (api->configuration == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    struct taking t = {.c = api->configuration};
    api_log_lock(api);
    int rc = store_head(store, &head, &t.err);
    if (rc == 0 && head.seq > api->configuration_seen)
        rc = store_read(store, api->configuration_seen + 1, head.seq - api->configuration_seen,
                        take_event, &t, &t.err);
    api_log_unlock(api);
    if (rc == 0) {
        api->configuration_seen = head.seq;
    } else {
        /* Half of the events would give wrong versions, so the next request reads all of them
         * again. */
        configuration_clear(api->configuration);
        api->configuration_seen = 0;
        *err = t.err;
    }
    return rc;
}

/* ---- Versions ---- */

static bool is_wanted(const struct api_paper *asked, const struct configuration_version *v)
{
    const struct report_query *q = &asked->query;
    return (asked->subject[0] == '\0' || strcmp(asked->subject, v->subject) == 0) &&
           v->seq <= asked->to && v->time_ms >= q->since_ms &&
           (q->until_ms == 0 || v->time_ms <= q->until_ms);
}

static int write_versions(const struct configuration *c, const struct api_paper *asked,
                          struct text *t, struct cr_err *err)
{
    uint64_t found = 0, next = 0;
    int rc = 0;
    json_open(t, NULL, '{');
    json_open(t, "versions", '[');
    for (size_t i = configuration_count(c); rc == 0 && next == 0 && i-- > 0;) {
        const struct configuration_version *v = configuration_at(c, i);
        if (!is_wanted(asked, v))
            continue;
        if (found == asked->points || t->len > VERSIONS_BYTES) {
            next = v->seq;
            continue;
        }
        text_add(t, found++ > 0 ? "," : "");
        rc = configuration_json(v, t, err);
    }
    json_close(t, ']');
    json_count_or_null(t, "next", next);
    json_close(t, '}');
    return rc;
}

static void run_versions(struct api *api, struct api_paper *asked, struct store *store)
{
    const size_t size = VERSIONS_BYTES + CONFIGURATION_JSON_ROOM + 256;
    struct cr_err err = {0};
    char *room = malloc(size);
    if (room == NULL) {
        api_later_fail(asked->req, "out of memory");
        return;
    }
    struct text t = text_in(room, size);
    int rc = refresh(api, store, &err);
    if (rc == 0)
        rc = write_versions(api->configuration, asked, &t, &err);
    api_later_answer(asked->req, rc, HTTP_JSON, &t, &err);
    free(room);
}

void api_run_versions(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper asked = {.run = run_versions};
    struct cr_err err = {0};
    (void)row;
    api_query_name(req, "subject", asked.subject, sizeof(asked.subject), &err);
    api_query_span(req, 0, &asked.query.since_ms, &asked.query.until_ms, &err);
    api_query_count(req, "to", UINT64_MAX, &asked.to, &err);
    api_query_limit(req, "versions", VERSIONS_USUAL, VERSIONS_MAX, &asked.points, &err);
    api_paper_later(api, req, &asked, &err);
}

/* ---- What is in force now ---- */

static void write_state(struct api *api, struct text *t)
{
    const struct configuration *c = api->configuration;
    const struct configuration_start *start = configuration_last_start(c);
    const size_t count = configuration_count(c);
    const struct configuration_version *last = NULL;
    uint8_t hash[CR_HASH_BYTES];
    floor_configuration(writer_lock(api->writer), hash);
    writer_unlock(api->writer);
    /* The start of a program is a version, too, but changes nothing in the configuration. */
    for (size_t i = count; i-- > 0 && last == NULL;)
        if (strncmp(configuration_at(c, i)->subject, "program/", 8) != 0)
            last = configuration_at(c, i);
    json_open(t, NULL, '{');
    json_hash(t, "configuration", hash);
    json_count_or_null(t, "changed", last != NULL ? last->seq : 0);
    json_count_or_null(t, "since", last != NULL ? (uint64_t)last->time_ms : 0);
    EACH_MEMBER(json_text_or_null, t, start, manager, version, program);
    json_count_or_null(t, "started", (uint64_t)start->time_ms);
    json_text_or_null(t, "configuration_at_start", start->configuration);
    json_close(t, '}');
}

static void run_state(struct api *api, struct api_paper *asked, struct store *store)
{
    char room[1024];
    struct cr_err err = {0};
    const int rc = refresh(api, store, &err);
    struct text t = text_in(room, sizeof(room));
    if (rc == 0)
        write_state(api, &t);
    api_later_answer(asked->req, rc, HTTP_JSON, &t, &err);
}

void api_run_configuration(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    api_paper_later(api, req, &(struct api_paper){.run = run_state}, NULL);
}
