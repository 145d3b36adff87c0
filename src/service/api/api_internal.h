/* What the files of the manager's HTTP interface share, and nobody else includes. */
#pragma once

#include "floor/rights.h"
#include "net/metrics.h"
#include "net/push.h"
#include "net/target.h"
#include "os/mutex.h"
#include "reports/floor/event_filter.h"
#include "reports/floor/report.h"
#include "service/api/api.h"
#include "service/api/body.h"
#include "service/api/link_parameters.h"
#include "service/api/views.h"
#include "service/notary/notary.h"

#define API_ROOT "/api/v1"

struct api_row;
struct api_job;
typedef void api_run_fn(struct api *api, const struct api_row *row, struct http_request *req);
typedef void api_prepare_fn(struct api *api, struct api_job *job);
struct api_composing;
typedef int api_compose_fn(const struct api_composing *from, const struct json_tape *tape,
                           struct floor_event *e, struct body_fault *fault);

/* One route. The path is relative to API_ROOT, unless it begins with a '!': then the rest of it is
 * the whole path. */
struct api_row {
    enum http_method method;
    const char *path;
    api_run_fn *run;
    view_part_fn *part;              /* for a route that reads a list or the whole floor */
    view_fn *view;                   /* for a route that reads one thing */
    const char *param;               /* of the path; in a write, also the member's name */
    const char *content_type;        /* of a view; NULL: JSON */
    unsigned kind;                   /* event written; FLOOR_NO_KIND: the body names it */
    unsigned status;                 /* HTTP status of a successful write */
    const char *const *elsewhere;    /* members that the body must not give; NULL: none */
    const char *queries;             /* like "from to "; NULL: none */
    enum practice_question question; /* for a route of practice and mathematics */
    bool is_public;                  /* needs no sign-in */
    enum floor_right right;          /* needed right; RIGHT_NONE: that of its event kind */
    unsigned also;                   /* API_ALSO_…: who else may use it */
    bool only_people;                /* no token may use it, whatever its scopes */
    bool only_closed;                /* refused on an open floor */
    bool is_passive;                 /* does not count as activity of a session */
    bool some_is_books;              /* view that shows more to those with RIGHT_BOOKS */
    api_prepare_fn *prepare;         /* adds members that the manager makes; or NULL */
    api_compose_fn *compose;         /* makes the event's text from "parameters"; or NULL */
};

#define API_ALSO_SIGN  1u /* tokens for signs */
#define API_ALSO_TABLE 2u /* tables, about themselves */

extern const struct api_row api_rows[];
extern const size_t api_row_count;

/* The user pointer of a route's callback. */
struct api_entry {
    struct api *api;
    const struct api_row *row;
    char pattern[API_PATTERN_MAX];
};

/* Publishes what changes with every coin, at most ten times a second. */
struct api_publisher {
    struct worker *worker;
    struct mutex lock;       /* protects the members below */
    uint8_t *links, *tables; /* nonzero: changed since it was last published */
    bool is_marked;          /* whether anything is marked */
};

/* PIT-5: requests that close a shift and wait for its readings (api_shift.c). */
struct api_closing;
struct api_closings {
    struct worker *worker;
    struct mutex lock;
    struct api_closing *fresh, *waiting; /* before and after readings are asked for */
    unsigned wait_ms;                    /* longest wait for readings; 0: none are asked for */
    bool is_stopping;
};

struct api {
    struct writer *writer;
    struct store *log;
    bool log_is_shared;
    struct mutex tape_lock;
    struct json_tape *tape;
    struct push_hub *hub;
    struct metrics *metrics;
    struct api_entry *entries;
    struct http_route *routes;
    struct worker *log_reader;  /* reads the log, which may wait for the disk */
    struct worker *view_worker; /* builds views, which may wait for the writer */
    struct api_publisher publisher;
    struct api_practice *practice;
    struct api_papers *papers;
    struct api_closings closings;
    struct auth *auth;
    struct notary *notary;               /* NULL: nothing is signed */
    struct configuration *configuration; /* versions known to the reports' worker … */
    uint64_t configuration_seen;         /* … from the log up to this event */
    struct mutex jobs_lock;
    unsigned jobs;         /* requests that the writer has */
    unsigned feeds;        /* long answers being sent (api_feed.c) */
    unsigned batch_events; /* events of the present batch; used on the writer's thread only */
};

/* ---- api.c ---- */

/* Takes the writer's lock and returns what views need. The caller releases the lock. */
struct view api_look(struct api *api);
/* Builds a document of one part under the writer's lock; the caller frees it. NULL when memory runs
 * out. */
char *api_build(struct api *api, view_part_fn *part, size_t *len);
/* The HTTP problem for an error code. It points to the texts of `err`, which must outlive it. */
struct problem api_problem(int code, const struct cr_err *err);
/* Answers a deferred request with 503, because the manager is stopping. */
void api_answer_stopping(struct http_request *req);
/* Answers with what is wrong with a body. For a request that is not deferred. */
void api_refuse(struct http_request *req, const struct body_fault *fault);
/* The right that a request for this row takes. */
enum floor_right api_row_right(const struct api_row *row);
/* Whether the body of a request for this row may hold the passwords of those who answer for it. */
bool api_row_takes_proof(const struct api_row *row);
api_run_fn api_run_stream, api_run_health, api_run_metrics;

/* ---- api_write.c ---- */

/* A request that the writer makes an event of. */
struct api_job {
    struct writer_job job;
    struct api *api;
    struct http_request *req; /* NULL: nobody waits for an answer */
    unsigned status;
    bool with_table;      /* the answer shows the table, too */
    const char *shown_as; /* member in which the answer shows a new secret; NULL: none */
    char shown[64];
    int64_t started;
};

/* Returns NULL when memory runs out. The caller fills in the event. */
struct api_job *api_job_new(struct api *api, struct http_request *req);
/* Defers the request and hands the job to the writer; the answer is sent when the event is
 * durable. */
void api_job_submit(struct api_job *job);
/* The same for a request that has been deferred already. */
void api_job_submit_deferred(struct api_job *job);
void api_job_free(struct api_job *job);
api_run_fn api_run_write;

/* ---- api_shift.c ---- */

int api_shift_start(struct api *api, unsigned wait_ms, struct cr_err *err);
void api_shift_stop(struct api *api);
/* True when the job closes a shift, moves a table or changes a link: this file then has it, waits
 * for the readings and hands the job to the writer afterwards. */
bool api_shift_waits(struct api_job *job);
/* Asks the tables for the readings with which a shift begins. */
void api_shift_opened(struct api *api, const struct floor_event *e);

/* ---- api_parameters.c ---- */

/* What a text is composed from besides the body. It is looked up before the body is read, because
 * it may wait for the writer, and nothing may wait while it has the reader of bodies. */
struct api_composing {
    int rc; /* not 0: there is no such link; err says so */
    struct cr_err err;
    struct link_parameters parameters;
};
void api_look_at_parameters(struct api *api, struct http_request *req, struct api_composing *out);
api_compose_fn api_compose_parameters;

/* ---- api_secret.c ---- */

api_prepare_fn api_prepare_invitation, api_prepare_token;

/* ---- auth_session.c, auth_setup.c, auth_key.c ---- */

api_run_fn api_run_session, api_run_sign_in, api_run_sign_out, api_run_password, api_run_pin,
    api_run_setup, api_run_invitation, api_run_key;

/* ---- api_view.c ---- */

int api_view_start(struct api *api, struct cr_err *err);
api_run_fn api_run_view, api_run_heartbeat;

/* ---- api_log.c ---- */

struct log_query {
    uint64_t from, to, limit;
    int64_t since, until; /* milliseconds since 1970; `until` is not included */
    struct event_wish wish;
};

/* Something to read from the log for a request; the log's reader runs and frees it. */
struct api_read {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct api_read *read);
    struct http_request *req;
    struct log_query query;
    uint64_t seq;
};

int api_log_reader_start(struct api *api, struct cr_err *err);
/* Call these around reads of the log. They take the writer's lock where the store has one handle
 * only. */
void api_log_lock(struct api *api);
void api_log_unlock(struct api *api);
/* Defers the request and has the log's reader run it. seq is a number from the path, or 0. */
void api_read_later(struct api *api, struct http_request *req, const struct log_query *query,
                    uint64_t seq, void (*run)(struct api *api, struct api_read *read));
/* Answers a deferred request with the problem for that error code. */
void api_later_refuse(struct http_request *req, int code, const struct cr_err *err);
/* Answers a deferred request that failed because memory ran out or the store failed. */
void api_later_fail(struct http_request *req, const char *text);
api_run_fn api_run_log, api_run_log_event, api_run_ready;

/* ---- api_query.c ---- */

/* The functions below return err->code. Once err holds a fault, they keep it and read nothing more.
 *
 * Reads a query parameter that is a number from 1 up; `usual` when it is not given. */
int api_query_count(struct http_request *req, const char *name, uint64_t usual, uint64_t *out,
                    struct cr_err *err);
/* Reads "since" and "until", in milliseconds since 1970. */
int api_query_span(struct http_request *req, int64_t usual_until, int64_t *since, int64_t *until,
                   struct cr_err *err);
/* Reads "limit": how many `what` (a noun for the error message) to return at once, at most
 * `most`. */
int api_query_limit(struct http_request *req, const char *what, uint64_t usual, uint64_t most,
                    uint64_t *out, struct cr_err *err);
/* Reads a query parameter that is a name; `out` is unchanged when it is not given. */
int api_query_name(struct http_request *req, const char *name, char *out, size_t size,
                   struct cr_err *err);
/* Reads "kind": kinds of events, or groups of them. */
int api_query_kinds(struct http_request *req, event_kinds *out, struct cr_err *err);

/* ---- api_receipt.c ---- */

api_run_fn api_run_receipt;

/* ---- api_report.c, api_history.c ---- */

#define API_PAPERS_MAX 16 /* that wait; the next one is answered 503 */
#define API_SHIFTS_MAX 50

/* Something to make from the whole log for a request. The reports' worker runs and frees it, with a
 * store handle of its own. */
struct api_paper {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct api_paper *paper, struct store *store);
    struct http_request *req;
    struct report_query query;
    enum paper_format format;
    uint64_t points;   /* how many points a course has */
    uint64_t from, to; /* range of a proof; `from` may be a single event or a claim */
    char subject[160]; /* wanted versions of the configuration; `points` limits them */
    uint64_t hits[FLOOR_HITS];
    unsigned hit_count;
};

/* Closed shifts, kept for later requests. */
struct api_shift {
    uint64_t shift; /* the number of the event that opened it */
    int64_t begin_ms, end_ms;
    char name[CR_TITLE_MAX], opened_by[FLOOR_PERSON_MAX], closed_by[FLOOR_PERSON_MAX];
    char day[CR_NAME_MAX]; /* the gaming day in which it began */
    uint64_t number;       /* its number in that gaming day */
};
struct api_shifts {
    struct api_shift list[API_SHIFTS_MAX]; /* newest first */
    unsigned count;
    uint64_t from, seen; /* the first and last event that were searched */
};

int api_papers_start(struct api *api, const char *address, struct cr_err *err);
void api_papers_stop(struct api *api);
/* The address of the store; NULL for a store in memory, which is read through the log's handle. */
const char *api_papers_address(const struct api *api);
/* The shifts found so far. Only the reports' worker may use them. */
struct api_shifts *api_shifts_of(struct api *api);
/* Copies `what` and defers the request for the reports' worker, or refuses it when too many wait.
 * When `fault` is not NULL and holds an error, the request is refused with that error. */
void api_paper_later(struct api *api, struct http_request *req, const struct api_paper *what,
                     const struct cr_err *fault);
/* Answers a deferred request with `made`, or, when code is not 0, with the problem for that
 * code. */
void api_later_answer(struct http_request *req, int code, const char *content_type,
                      const struct text *made, const struct cr_err *err);
/* Answers with what is wrong with a query. For a request that is not deferred. */
void api_refuse_query(struct http_request *req, const struct cr_err *err);
api_run_fn api_run_report, api_run_reports, api_run_history, api_run_shifts;

/* ---- api_configuration.c ---- */

api_run_fn api_run_configuration, api_run_versions;

/* ---- api_feed.c ---- */

/* The source of an answer that is too long for memory: it is made in pieces, each while the one
 * before it is sent. */
struct api_feed_source {
    /* Appends the next piece to `piece` and sets `is_last` with the last one. Runs on the feed's
     * own thread, with a store handle of its own and api_log_lock held. A fault breaks the answer
     * off. */
    int (*next)(void *user, struct store *store, struct text *piece, bool *is_last,
                struct cr_err *err);
    void (*done)(void *user);
};

/* Answers the request with the pieces of `source`, or refuses it when too many such answers are
 * being sent. `beginning` may be NULL; otherwise it is sent first, and its memory is taken over.
 * source->done(user) is called in any case. */
void api_feed_answer(struct api *api, struct http_request *req, bool is_deferred,
                     const char *content_type, const struct api_feed_source *source, void *user,
                     struct text *beginning);

/* ---- api_evidence.c, api_export.c ---- */

api_run_fn api_run_checkpoints, api_run_checkpoint_latest, api_run_consistency, api_run_proof,
    api_run_archive, api_run_export;

/* REG-1: reads the name that a table's process gives itself, from a header; "" when there is
 * none. */
void api_read_process(struct http_request *req, char out[MANAGER_PROCESS_MAX]);

/* ---- api_practice.c ---- */

#define API_STREAMS_ONE   32   /* streams that one person or table may have open */
#define API_STREAMS_TOKEN 1024 /* streams that one token may have open */
#define API_QUESTIONS_MAX 16   /* that wait; the next one is answered 503 */

int api_practice_start(struct api *api, const struct practice_service *service, struct cr_err *err);
void api_practice_stop(struct api *api);
api_run_fn api_run_question, api_run_progress, api_run_shipped;

/* ---- api_push.c ---- */

int api_push_start(struct api *api, struct cr_err *err);
void api_push_stop(struct api *api);
/* The manager's on_event. */
manager_event_fn api_on_event;

/* ---- api_metrics.c ---- */

struct metrics *api_metrics_new(void);
void api_metrics_event(struct api *api, unsigned kind);
void api_metrics_batch(struct api *api, unsigned events);
void api_metrics_written(struct api *api, int64_t ns);
/* Count a password or PIN that was compared, and one that was wrong. */
void api_metrics_password(struct api *api);
void api_metrics_refused(struct api *api);
