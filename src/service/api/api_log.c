/* Reads the log for requests, on a worker of its own and in bounded pieces. */
#include "service/api/api_internal.h"

#include "base/hex.h"
#include "log/replay/log_read.h"

#include <stdio.h>
#include <stdlib.h>

#define LOG_LIMIT_USUAL 100
#define LOG_LIMIT_MAX   1000
/* The most events read and bytes answered for one request; "next" says where to ask for the
 * rest. */
#define LOG_SCAN_MAX  50000
#define LOG_BYTES_MAX (512u * 1024)

/* ---- The worker ---- */

void api_log_lock(struct api *api)
{
    if (api->log_is_shared)
        writer_lock(api->writer);
}

void api_log_unlock(struct api *api)
{
    if (api->log_is_shared)
        writer_unlock(api->writer);
}

static void run_read(void *context, struct worker_item *item, bool is_late)
{
    struct api_read *read = (struct api_read *)item;
    (void)is_late;
    read->run(context, read);
    free(read);
}

int api_log_reader_start(struct api *api, struct cr_err *err)
{
    const struct worker_config config = {.name = "log reader", .context = api, .run = run_read};
    return worker_start(&config, &api->log_reader, err);
}

void api_read_later(struct api *api, struct http_request *req, const struct log_query *query,
                    uint64_t seq, void (*run)(struct api *api, struct api_read *read))
{
    struct api_read *read = calloc(1, sizeof(*read));
    if (read == NULL) {
        http_respond_problem(req, &(struct problem){.status = 503, .detail = "out of memory"});
        return;
    }
    read->run = run;
    read->req = req;
    read->seq = seq;
    if (query != NULL)
        read->query = *query;
    http_defer(req);
    if (worker_post(api->log_reader, &read->item))
        return;
    free(read);
    api_answer_stopping(req);
}

void api_later_refuse(struct http_request *req, int code, const struct cr_err *err)
{
    struct problem p = api_problem(code, err);
    http_answer_problem(req, &p);
}

void api_later_answer(struct http_request *req, int code, const char *content_type,
                      const struct text *made, const struct cr_err *err)
{
    if (code == 0)
        http_answer(req, 200, content_type, made->data, made->len);
    else
        api_later_refuse(req, code, err);
}

void api_later_fail(struct http_request *req, const char *text)
{
    struct cr_err err;
    api_later_refuse(req, err_set(&err, CR_E_IO, "%s", text), &err);
}

/* ---- The query ---- */

static int read_query(struct http_request *req, struct log_query *q, struct cr_err *err)
{
    api_query_count(req, "from", 1, &q->from, err);
    api_query_count(req, "to", UINT64_MAX, &q->to, err);
    api_query_limit(req, "events", LOG_LIMIT_USUAL, LOG_LIMIT_MAX, &q->limit, err);
    api_query_span(req, INT64_MAX, &q->since, &q->until, err);
    api_query_kinds(req, &q->wish.kinds, err);
    api_query_name(req, "table", q->wish.table, sizeof(q->wish.table), err);
    api_query_name(req, "link", q->wish.link, sizeof(q->wish.link), err);
    api_query_name(req, "user", q->wish.user, sizeof(q->wish.user), err);
    return err->code;
}

/* ---- The answer ---- */

struct scan {
    const struct log_query *q;
    struct store *log;
    struct event_filter *filter;
    struct text t;
    uint64_t from; /* first wanted event; earlier ones only inform the filter */
    uint64_t found, next;
    struct floor_event event;
    struct cr_err err;
};

#define SCAN_ENOUGH 1

static int scan_event(void *context, const struct store_event *stored)
{
    struct scan *s = context;
    bool wanted;
    if (stored->seq > s->q->to)
        return SCAN_ENOUGH;
    int rc = event_decode(stored->body, stored->len, &s->event, &s->err);
    if (rc != 0)
        return rc;
    if (s->event.time_ms >= s->q->until)
        return SCAN_ENOUGH;
    rc = event_filter_takes(s->filter, s->log, &s->event, &wanted, &s->err);
    if (rc != 0 || !wanted || stored->seq < s->from)
        return rc;
    if (s->found == s->q->limit || s->t.len + stored->len > LOG_BYTES_MAX) {
        s->next = stored->seq;
        return SCAN_ENOUGH;
    }
    json_raw(&s->t, NULL, stored->body, stored->len);
    s->found++;
    return 0;
}

static int scan_log(struct api *api, struct scan *s)
{
    struct store_head head;
    s->from = s->q->from;
    int rc = store_head(api->log, &head, &s->err);
    if (rc == 0 && s->q->since > 0 && s->from <= head.seq)
        rc = log_find_time(api->log, s->from, head.seq, s->q->since, &s->from, &s->err);
    /* Another manager may have written events that the floor here, from which the filter was made,
     * had not seen. The filter reads those, too. */
    const uint64_t seen = event_filter_seen(s->filter);
    const uint64_t first = seen < s->from ? seen + 1 : s->from;
    const uint64_t most = s->from - first + LOG_SCAN_MAX;
    if (rc == 0)
        rc = store_read(api->log, first, most, scan_event, s, &s->err);
    if (rc == 0 && s->from + LOG_SCAN_MAX <= head.seq)
        s->next = s->from + LOG_SCAN_MAX;
    return rc == SCAN_ENOUGH ? 0 : rc;
}

/* Returns NULL when memory runs out. */
static struct event_filter *filter_of(struct api *api, const struct event_wish *wish)
{
    if (wish->link[0] == '\0')
        return event_filter_new(wish, NULL);
    struct event_filter *filter = event_filter_new(wish, writer_lock(api->writer));
    writer_unlock(api->writer);
    return filter;
}

static void answer_log(struct api *api, struct api_read *read, struct scan *s)
{
    json_open(&s->t, NULL, '{');
    json_open(&s->t, "events", '[');
    api_log_lock(api);
    int rc = scan_log(api, s);
    api_log_unlock(api);
    json_close(&s->t, ']');
    json_count_or_null(&s->t, "next", s->next);
    json_close(&s->t, '}');
    api_later_answer(read->req, rc == 0 ? 0 : CR_E_IO, HTTP_JSON, &s->t, &s->err);
}

static void run_log(struct api *api, struct api_read *read)
{
    struct scan *s = calloc(1, sizeof(*s));
    char *room = malloc(LOG_BYTES_MAX + STORE_BODY_MAX);
    struct event_filter *filter = filter_of(api, &read->query.wish);
    if (s == NULL || room == NULL || filter == NULL) {
        api_later_fail(read->req, "out of memory");
    } else {
        s->q = &read->query;
        s->log = api->log;
        s->filter = filter;
        text_init(&s->t, room, LOG_BYTES_MAX + STORE_BODY_MAX);
        answer_log(api, read, s);
    }
    event_filter_free(filter);
    free(room);
    free(s);
}

void api_run_log(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct log_query query = {0};
    struct cr_err err = {0};
    (void)row;
    if (read_query(req, &query, &err) == 0)
        api_read_later(api, req, &query, 0, run_log);
    else
        api_refuse_query(req, &err);
}

/* ---- One event ---- */

static int answer_event(void *context, const struct store_event *stored)
{
    struct api_read *read = context;
    char hash[HEX_TEXT(STORE_HASH_BYTES)];
    http_add_header(read->req, "Event-Hash", hex_encode(stored->hash, STORE_HASH_BYTES, hash));
    http_answer(read->req, 200, HTTP_JSON, stored->body, stored->len);
    read->seq = 0;
    return SCAN_ENOUGH;
}

static void run_log_event(struct api *api, struct api_read *read)
{
    struct cr_err err = {0};
    api_log_lock(api);
    int rc = read->seq == 0 ? 0 : store_read(api->log, read->seq, 1, answer_event, read, &err);
    api_log_unlock(api);
    if (rc == SCAN_ENOUGH)
        return;
    if (rc == 0)
        rc = err_refuse(&err, CR_E_NOT_FOUND, REASON_NO_SUCH_EVENT, NULL,
                        "the log has no event of that number");
    api_later_refuse(read->req, rc == CR_E_NOT_FOUND ? rc : CR_E_IO, &err);
}

void api_run_log_event(struct api *api, const struct api_row *row, struct http_request *req)
{
    api_read_later(api, req, NULL, view_parse_seq(http_request_param(req, row->param)),
                   run_log_event);
}

/* ---- Readiness: whether the store answers ---- */

static void run_ready(struct api *api, struct api_read *read)
{
    struct cr_err err = {0};
    struct store_head head;
    char text[64];
    api_log_lock(api);
    int rc = store_head(api->log, &head, &err);
    api_log_unlock(api);
    if (rc != 0) {
        api_later_refuse(read->req, CR_E_IO, &err);
        return;
    }
    int len = snprintf(text, sizeof(text), "{\"status\":\"ready\",\"seq\":%llu}",
                       (unsigned long long)head.seq);
    http_answer(read->req, 200, HTTP_JSON, text, (size_t)len);
}

void api_run_ready(struct api *api, const struct api_row *row, struct http_request *req)
{
    (void)row;
    api_read_later(api, req, NULL, 0, run_ready);
}
