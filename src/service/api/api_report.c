/* Makes reports for requests, on a worker with a store handle of its own, so that reading a year of
 * events delays neither the log's reader nor the writer. */
#include "service/api/api_internal.h"

#include "base/check.h"
#include "paper/paper.h"
#include "reports/floor/report_activity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most bytes of a report that are made before its answer begins. */
#define STREAMED_AT_ONCE (1024u * 1024)

struct api_papers {
    struct worker *worker;
    char *address; /* of the store; NULL for one in memory, read through the log's handle */
    struct api_shifts shifts;
};

struct api_shifts *api_shifts_of(struct api *api)
{
    return &api->papers->shifts;
}

const char *api_papers_address(const struct api *api)
{
    return api->papers->address;
}

/* ---- The worker ---- */

static void run_paper(struct api *api, struct api_paper *paper)
{
    struct cr_err err = {0};
    struct store *store = NULL;
    if (api->papers->address == NULL) {
        paper->run(api, paper, api->log);
        return;
    }
    if (store_open(api->papers->address, STORE_READ, &store, &err) != 0) {
        api_later_refuse(paper->req, CR_E_IO, &err);
        return;
    }
    paper->run(api, paper, store);
    store_close(store);
}

static void run_item(void *context, struct worker_item *item, bool is_late)
{
    struct api_paper *paper = (struct api_paper *)item;
    if (is_late)
        api_later_fail(paper->req, "the manager is stopping");
    else
        run_paper(context, paper);
    free(paper);
}

int api_papers_start(struct api *api, const char *address, struct cr_err *err)
{
    const struct worker_config config = {
        .name = "reports", .context = api, .run = run_item, .most = API_PAPERS_MAX};
    struct api_papers *p = api->papers = calloc(1, sizeof(*p));
    if (p == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    if (!api->log_is_shared) {
        p->address = strdup(address);
        if (p->address == NULL)
            return err_set(err, CR_E_IO, "out of memory");
    }
    return worker_start(&config, &p->worker, err);
}

void api_papers_stop(struct api *api)
{
    struct api_papers *p = api->papers;
    if (p == NULL)
        return;
    worker_stop(p->worker);
    free(p->address);
    free(p);
    api->papers = NULL;
}

void api_paper_later(struct api *api, struct http_request *req, const struct api_paper *what,
                     const struct cr_err *fault)
{
    if (fault != NULL && fault->code != 0) {
        api_refuse_query(req, fault);
        return;
    }
    struct api_paper *paper = malloc(sizeof(*paper));
    http_defer(req);
    if (paper != NULL) {
        *paper = *what;
        paper->req = req;
        if (worker_post(api->papers->worker, &paper->item))
            return;
    }
    free(paper);
    http_answer_problem(req, &(struct problem){.status = 503,
                                               .code = "busy",
                                               .detail = "many reports are being made; ask again "
                                                         "in a moment"});
}

/* ---- The query ---- */

static const struct {
    const char *name;
    enum paper_format format;
} formats[] = {{"json", PAPER_AS_JSON},
               {"csv", PAPER_AS_CSV},
               {"pdf", PAPER_AS_PDF},
               {"text", PAPER_AS_TEXT},
               {"escpos", PAPER_AS_ESCPOS}};
#define FORMATS (sizeof(formats) / sizeof(formats[0]))

static bool has_format(enum report_kind kind, enum paper_format format)
{
    return format != PAPER_AS_ESCPOS || report_is_slip(kind);
}

static int read_format(struct http_request *req, enum report_kind kind, enum paper_format *out,
                       struct cr_err *err)
{
    const char *text = http_request_query(req, "format");
    *out = PAPER_AS_JSON;
    if (text == NULL)
        return 0;
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, text) == 0 && has_format(kind, formats[i].format)) {
            *out = formats[i].format;
            return 0;
        }
    return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "format",
                      "this report comes as json, csv, pdf%s",
                      report_is_slip(kind) ? ", text or escpos" : " or text");
}

static int read_shift(struct http_request *req, struct report_query *q, struct cr_err *err)
{
    const char *text = http_request_query(req, "shift");
    if (text == NULL || (strcmp(text, "current") == 0 && q->kind == REPORT_SHIFT))
        return 0;
    q->shift = view_parse_seq(text);
    if (q->shift == 0)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "shift",
                          "expected the number of a shift%s",
                          q->kind == REPORT_SHIFT ? ", or current" : "");
    return 0;
}

static int read_query(struct http_request *req, struct report_query *q, struct cr_err *err)
{
    uint64_t reprint = 0;
    api_query_name(req, "link", q->link, sizeof(q->link), err);
    api_query_name(req, "table", q->table, sizeof(q->table), err);
    api_query_name(req, "user", q->user, sizeof(q->user), err);
    if (api_query_kinds(req, &q->kinds, err) == 0)
        read_shift(req, q, err);
    api_query_count(req, "claim", 0, &q->claim, err);
    api_query_span(req, 0, &q->since_ms, &q->until_ms, err);
    api_query_count(req, "reprint", 0, &reprint, err);
    q->is_reprint = reprint > 0;
    return err->code;
}

/* ---- The answer ---- */

/* Names the file. CSV and printer's bytes are offered for saving, other forms are shown in the
 * browser. */
static void add_name(struct api_paper *asked)
{
    char name[96];
    snprintf(name, sizeof(name), "%s; filename=\"%s.%s\"",
             asked->format == PAPER_AS_CSV || asked->format == PAPER_AS_ESCPOS ? "attachment"
                                                                               : "inline",
             report_name(asked->query.kind), paper_forms[asked->format].extension);
    http_add_header(asked->req, "Content-Disposition", name);
}

static int next_piece(void *user, struct store *store, struct text *piece, bool *is_last,
                      struct cr_err *err)
{
    return report_stream_next(user, store, piece, is_last, err);
}

static void close_stream(void *user)
{
    report_stream_close(user);
}

/* Makes the first STREAMED_AT_ONCE bytes of a report, or all of it when it is shorter. */
static int stream_beginning(struct api *api, struct report_stream *stream, struct store *store,
                            struct text *out, bool *is_last, struct cr_err *err)
{
    int rc = 0;
    *is_last = false;
    while (rc == 0 && !*is_last && out->len < STREAMED_AT_ONCE) {
        api_log_lock(api);
        rc = report_stream_next(stream, store, out, is_last, err);
        api_log_unlock(api);
    }
    return rc;
}

/* Answers with a report of any length: a short one at once, a long one piece by piece while it is
 * made. */
static void run_stream(struct api *api, struct api_paper *asked, struct store *store)
{
    static const struct api_feed_source source = {next_piece, close_stream};
    struct cr_err err = {0};
    struct text beginning = {0};
    struct report_stream *stream = NULL;
    bool is_last = false;
    api_log_lock(api);
    int rc = report_stream_open(store, &asked->query, asked->format, &stream, &err);
    api_log_unlock(api);
    if (rc == 0)
        rc = stream_beginning(api, stream, store, &beginning, &is_last, &err);
    if (rc == 0)
        add_name(asked);
    const char *type = paper_forms[asked->format].content_type;
    if (rc == 0 && !is_last) {
        api_feed_answer(api, asked->req, true, type, &source, stream, &beginning);
    } else {
        api_later_answer(asked->req, rc, type, &beginning, &err);
        report_stream_close(stream);
    }
    text_free(&beginning);
}

static void run_report(struct api *api, struct api_paper *asked, struct store *store)
{
    struct cr_err err = {0};
    struct paper *paper = NULL;
    char *data = NULL;
    size_t len = 0;
    if (report_can_stream(asked->query.kind, asked->format)) {
        run_stream(api, asked, store);
        return;
    }
    api_log_lock(api);
    int rc = report_build(store, &asked->query, &paper, &err);
    api_log_unlock(api);
    if (rc == 0)
        rc = paper_render(paper, asked->format, &data, &len, &err);
    paper_free(paper);
    if (rc != 0) {
        api_later_refuse(asked->req, rc, &err);
        return;
    }
    add_name(asked);
    http_answer(asked->req, 200, paper_forms[asked->format].content_type, data, len);
    free(data);
}

void api_run_report(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper paper = {.run = run_report};
    struct cr_err err = {0};
    const char *name = http_request_param(req, row->param);
    paper.query.kind = report_find(name);
    if (paper.query.kind == REPORT_KINDS)
        err_refuse(&err, CR_E_NOT_FOUND, REASON_NO_SUCH_REPORT, "report",
                   "there is no report of that name");
    else if (read_format(req, paper.query.kind, &paper.format, &err) == 0)
        read_query(req, &paper.query, &err);
    api_paper_later(api, req, &paper, &err);
}

void api_refuse_query(struct http_request *req, const struct cr_err *err)
{
    struct problem p = api_problem(err->code, err);
    http_respond_problem(req, &p);
}

/* ---- The list of reports ---- */

void api_run_reports(struct api *api, const struct api_row *row, struct http_request *req)
{
    char room[4096];
    (void)api;
    (void)row;
    struct text t = text_in(room, sizeof(room));
    json_open(&t, NULL, '{');
    json_open(&t, "reports", '[');
    for (unsigned kind = 0; report_name(kind) != NULL; kind++) {
        json_open(&t, NULL, '{');
        json_text(&t, "name", report_name(kind));
        json_text(&t, "about", report_about((enum report_kind)kind));
        json_flag(&t, "of_claim", report_is_of_claim((enum report_kind)kind));
        json_open(&t, "formats", '[');
        for (size_t i = 0; i < FORMATS; i++)
            if (has_format((enum report_kind)kind, formats[i].format))
                json_text(&t, NULL, formats[i].name);
        json_close(&t, ']');
        json_close(&t, '}');
    }
    json_close(&t, ']');
    json_close(&t, '}');
    CHECK(!t.cut);
    http_respond(req, 200, HTTP_JSON, room, t.len);
}
