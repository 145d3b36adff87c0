/* Asks a running manager over its HTTP interface; see ask_manager.h. */
#include "service/client/ask_manager.h"

#include "base/err.h"
#include "base/json_read.h"
#include "net/problem.h"
#include "service/client/log_filter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_MS 30000
#define STALL_S    300 /* seconds without a byte; a report of a year takes long to make */
#define URL_MAX    256

struct ask_manager {
    struct http_client *client;
    char urls[HTTP_BASES_MAX * URL_MAX]; /* as given, for error messages */
};

void asking_settle(struct asking *asking)
{
    const char *url = getenv("CROUPIER_MANAGER"), *token = getenv("CROUPIER_TOKEN");
    if (!asking->manager)
        asking->manager = url && url[0] ? url : "http://127.0.0.1:8080";
    if (!asking->who.token && token && token[0])
        asking->who.token = token;
}

int ask_manager_client(const struct asking *asking, struct http_client **out, struct cr_err *err)
{
    char copy[HTTP_BASES_MAX * URL_MAX];
    const char *bases[HTTP_BASES_MAX];
    size_t count = 0;
    if (strlen(asking->manager) >= sizeof copy)
        return err_set(err, CR_E_INPUT, "the manager's address is too long");
    strcpy(copy, asking->manager);
    for (char *at = copy;;) {
        if (count == HTTP_BASES_MAX)
            return err_set(err, CR_E_INPUT, "at most %d managers", HTTP_BASES_MAX);
        size_t len = strcspn(at, ",");
        const bool more = at[len] == ',';
        at[len] = '\0';
        /* Drops a slash at the end, which an address copied from a browser has. */
        if (len > 8 && at[len - 1] == '/')
            at[len - 1] = '\0';
        bases[count++] = at;
        if (!more)
            break;
        at += len + 1;
    }
    struct http_client *client = NULL;
    int rc = http_client_new(bases, count, &client, err);
    if (rc == CR_OK)
        http_client_take_long(client);
    if (rc == CR_OK)
        rc = http_client_set_identity(client, &asking->who, err);
    return err_or_made(rc, out, client, http_client_free);
}

int ask_manager_open(const struct asking *asking, struct ask_manager **out, struct cr_err *err)
{
    struct ask_manager *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = ask_manager_client(asking, &a->client, err);
    if (rc != CR_OK) {
        free(a);
        return rc;
    }
    strcpy(a->urls, asking->manager);
    *out = a;
    return CR_OK;
}

void ask_manager_close(struct ask_manager *a)
{
    if (a)
        http_client_free(a->client);
    free(a);
}

/* ---- Questions ---- */

int ask_manager_status(struct ask_manager *a, const char *path, unsigned *status, const char **text,
                       size_t *len, struct cr_err *err)
{
    struct http_client_answer answer;
    int rc = http_call(a->client, "GET", path, NULL, 0, TIMEOUT_MS, &answer, err);
    if (rc != CR_OK) {
        char why[200];
        snprintf(why, sizeof why, "%.199s", err->text);
        return err_set(
            err, rc,
            "no manager answers at %.200s; start one (croupier serve) or say where it is "
            "(--manager URL): %s",
            a->urls, why);
    }
    *status = answer.status;
    *text = answer.body;
    *len = answer.len;
    return CR_OK;
}

/* Added to a refusal with 401: on a closed floor, every request must say who makes it. */
static const char hint_who_asks[] =
    "; say who asks with --token FILE (croupier tokens add NAME read makes one)";

static int refused(const char *path, unsigned status, const char *text, size_t len,
                   struct cr_err *err)
{
    char detail[PROBLEM_DETAIL_MAX];
    const bool is_told = problem_read_detail(text, len, detail);
    return err_set(err, CR_E_INPUT, "the manager refuses %.100s with %u%s%.200s%s", path, status,
                   is_told ? ": " : "", detail, status == 401 ? hint_who_asks : "");
}

int ask_manager_get(struct ask_manager *a, const char *path, const char **text, size_t *len,
                    struct cr_err *err)
{
    unsigned status = 0;
    *text = "";
    int rc = ask_manager_status(a, path, &status, text, len, err);
    if (rc == CR_OK && status != 200)
        rc = refused(path, status, *text, *len, err);
    return rc;
}

int ask_manager_fetch(struct ask_manager *a, const char *path, ask_manager_piece_fn *take,
                      void *user, struct cr_err *err)
{
    char detail[PROBLEM_DETAIL_MAX];
    struct http_client_answer answer;
    int rc = http_fetch(a->client, path, STALL_S, take, user, &answer, err);
    if (rc != CR_OK || answer.status == 200)
        return rc;
    if (problem_read_detail(answer.body, answer.len, detail))
        return err_set(err, CR_E_INPUT, "%s%s", detail, answer.status == 401 ? hint_who_asks : "");
    return err_set(err, CR_E_INPUT, "the manager refuses with %u; is it of this version?",
                   answer.status);
}

int ask_manager_head(struct ask_manager *a, uint64_t *seq, struct cr_err *err)
{
    const char *text = NULL;
    size_t len = 0;
    int rc = ask_manager_get(a, "/readyz", &text, &len, err);
    if (rc != CR_OK)
        return rc;
    struct json_node *answer = json_read(text, len, NULL);
    if (!json_whole(json_member(answer, "seq"), seq))
        rc = err_set(err, CR_E_INPUT, "%s is no manager: it does not say where its log ends",
                     a->urls);
    free(answer);
    return rc;
}

/* ---- The log ---- */

/* Passes on the events of an answer, one after the other. *at then points behind the last one. */
static int give_events(const struct ask_manager *a, const char **at, const char *end,
                       uint64_t *next, log_event_fn *each, void *context, struct cr_err *err)
{
    static const char start[] = "{\"events\":[";
    if ((size_t)(end - *at) < sizeof start || memcmp(*at, start, sizeof start - 1) != 0)
        return err_set(err, CR_E_INPUT, "%s is no manager: it sends no log", a->urls);
    *at += sizeof start - 1;
    while (*at < end && **at == '{') {
        const char *stop = log_event_end(*at, end);
        struct log_line line;
        if (!stop || !log_line_read(*at, (size_t)(stop - *at), &line))
            return err_set(err, CR_E_INPUT, "%s sends something else than events", a->urls);
        int rc = each(context, line.seq, *at, (size_t)(stop - *at));
        if (rc != CR_OK)
            return rc;
        *next = line.seq + 1;
        *at = stop + (stop < end && *stop == ',');
    }
    return CR_OK;
}

int ask_manager_log(struct ask_manager *a, uint64_t from, uint64_t limit, uint64_t *next,
                    log_event_fn *each, void *context, struct cr_err *err)
{
    char path[128];
    const char *text = NULL;
    size_t len = 0;
    snprintf(path, sizeof path, "/api/v1/log?from=%" PRIu64 "&limit=%" PRIu64, from, limit);
    int rc = ask_manager_get(a, path, &text, &len, err);
    if (rc != CR_OK)
        return rc;
    *next = from;
    return give_events(a, &text, text + len, next, each, context, err);
}

int ask_manager_log_kind(struct ask_manager *a, const char *kind, log_event_fn *each, void *context,
                         struct cr_err *err)
{
    static const char more[] = "],\"next\":";
    uint64_t from = 1;
    while (from != 0) {
        char path[128];
        const char *text = NULL;
        size_t len = 0;
        uint64_t last = 0;
        snprintf(path, sizeof path, "/api/v1/log?kind=%.40s&limit=1000&from=%" PRIu64, kind, from);
        int rc = ask_manager_get(a, path, &text, &len, err);
        const char *end = rc == CR_OK ? text + len : NULL;
        if (rc == CR_OK)
            rc = give_events(a, &text, end, &last, each, context, err);
        if (rc != CR_OK)
            return rc;
        const bool is_told =
            (size_t)(end - text) > sizeof more && memcmp(text, more, sizeof more - 1) == 0;
        const uint64_t next = is_told ? strtoull(text + sizeof more - 1, NULL, 10) : 0;
        /* null is read as 0 and ends the loop */
        from = next > from ? next : 0;
    }
    return CR_OK;
}
