/* Answers requests for checkpoints, proofs and archives of claims, with which an outsider can check
 * the log (V7). */
#include "service/api/api_internal.h"

#include "base/check.h"
#include "os/clock.h"
#include "reports/claim/archive.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT_PLAIN  "text/plain; charset=utf-8"
#define LIST_USUAL  100
#define LIST_MAX    1000
#define LATEST_ROOM 2048

void api_set_notary(struct api *api, struct notary *notary)
{
    api->notary = notary;
}

/* Refuses the request and returns true when this manager has no notary and so signs nothing. */
static bool is_without(const struct api *api, struct http_request *req)
{
    if (api->notary != NULL)
        return false;
    http_respond_problem(req, &(struct problem){.status = 404,
                                                .code = "no-checkpoints",
                                                .detail = "this manager signs no checkpoints; it "
                                                          "does with serve --trust DIR"});
    return true;
}

/* ---- Checkpoints ---- */

void api_run_checkpoint_latest(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct checkpoint c;
    char room[LATEST_ROOM], text[CHECKPOINT_TEXT_MAX];
    (void)row;
    if (is_without(api, req))
        return;
    if (!notary_latest(api->notary, &c)) {
        http_respond_problem(req, &(struct problem){.status = 404,
                                                    .code = "no-checkpoints",
                                                    .detail = "no checkpoint has been made yet"});
        return;
    }
    checkpoint_encode(&c, text);
    const int64_t age_ms = clock_wall_ms() - c.time_ms;
    struct text t = text_in(room, sizeof(room));
    json_open(&t, NULL, '{');
    JSON_MEMBERS(&t, &c, floor, seq);
    json_count(&t, "time", (uint64_t)c.time_ms);
    json_count(&t, "age_ms", age_ms > 0 ? (uint64_t)age_ms : 0);
    json_hash(&t, "chain", c.chain);
    json_hash(&t, "tree", c.tree.bytes);
    EACH_MEMBER(json_hash, &t, &c, program, configuration, key);
    json_text(&t, "text", text);
    json_close(&t, '}');
    CHECK(!t.cut);
    http_respond(req, 200, HTTP_JSON, room, t.len);
}

static void run_list(struct api *api, struct api_read *read)
{
    const size_t size = (size_t)(read->query.limit + 1) * CHECKPOINT_TEXT_MAX;
    struct cr_err err = {0};
    uint64_t next = 0;
    char *room = malloc(size);
    if (room == NULL) {
        api_later_fail(read->req, "out of memory");
        return;
    }
    struct text t = text_in(room, size);
    int rc = notary_list(api->notary, read->query.from, read->query.limit, &t, &next, &err);
    if (rc == 0 && t.len == 0)
        rc = err_set(&err, CR_E_NOT_FOUND, "no checkpoint is of that event or a later one");
    if (rc != 0) {
        api_later_refuse(read->req, rc, &err);
    } else {
        char number[24];
        snprintf(number, sizeof(number), "%" PRIu64, next);
        if (next != 0)
            http_add_header(read->req, "Next", number);
        http_answer(read->req, 200, TEXT_PLAIN, room, t.len);
    }
    free(room);
}

void api_run_checkpoints(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct log_query query = {0};
    struct cr_err err = {0};
    (void)row;
    if (is_without(api, req))
        return;
    api_query_count(req, "from", 1, &query.from, &err);
    if (api_query_limit(req, "checkpoints", LIST_USUAL, LIST_MAX, &query.limit, &err) == 0)
        api_read_later(api, req, &query, 0, run_list);
    else
        api_refuse_query(req, &err);
}

/* ---- Proofs ---- */

static void answer_text(struct api_paper *asked, int rc, char *text, size_t len,
                        const struct cr_err *err)
{
    api_later_answer(asked->req, rc, TEXT_PLAIN, &(struct text){.data = text, .len = len}, err);
    free(text);
}

static void run_growth(struct api *api, struct api_paper *asked, struct store *store)
{
    char *text = NULL;
    size_t len = 0;
    struct cr_err err = {0};
    int rc = notary_prove_growth(api->notary, store, asked->from, asked->to, &text, &len, &err);
    answer_text(asked, rc, text, len, &err);
}

void api_run_consistency(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper paper = {.run = run_growth};
    struct cr_err err = {0};
    (void)row;
    if (is_without(api, req))
        return;
    api_query_count(req, "from", 0, &paper.from, &err);
    if (api_query_count(req, "to", 0, &paper.to, &err) == 0 && paper.from == 0)
        err_refuse(&err, CR_E_INPUT, REASON_MISSING, "from",
                   "the event of the earlier checkpoint is missing");
    api_paper_later(api, req, &paper, &err);
}

static void run_proof(struct api *api, struct api_paper *asked, struct store *store)
{
    char *text = NULL;
    size_t len = 0;
    struct cr_err err = {0};
    int rc = notary_prove_event(api->notary, store, asked->from, 0, &text, &len, &err);
    answer_text(asked, rc, text, len, &err);
}

void api_run_proof(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper paper = {.run = run_proof,
                              .from = view_parse_seq(http_request_param(req, row->param))};
    if (!is_without(api, req))
        api_paper_later(api, req, &paper, NULL);
}

/* ---- One claim ---- */

static int prove_event(void *notary, struct store *store, uint64_t seq, uint64_t of, char **text,
                       size_t *len, struct cr_err *err)
{
    return notary_prove_event(notary, store, seq, of, text, len, err);
}

static void run_archive(struct api *api, struct api_paper *asked, struct store *store)
{
    struct cr_err err = {0};
    struct text tar = {0};
    char name[96];
    struct checkpoint latest;
    const bool is_signed = api->notary != NULL && notary_latest(api->notary, &latest);
    const struct archive_source source = {.store = store,
                                          .prove = prove_event,
                                          .prover = api->notary,
                                          .checkpoint = is_signed ? &latest : NULL};
    api_log_lock(api);
    int rc = archive_claim(&source, asked->from, &tar, &err);
    api_log_unlock(api);
    if (rc != 0) {
        api_later_refuse(asked->req, rc, &err);
    } else {
        snprintf(name, sizeof(name), "attachment; filename=\"claim-%" PRIu64 ".tar\"", asked->from);
        http_add_header(asked->req, "Content-Disposition", name);
        http_answer(asked->req, 200, "application/x-tar", tar.data, tar.len);
    }
    text_free(&tar);
}

void api_run_archive(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct api_paper paper = {.run = run_archive,
                              .from = view_parse_seq(http_request_param(req, row->param))};
    api_paper_later(api, req, &paper, NULL);
}
