/* The inside of the interface, for the files api*.c only. */
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
#include "service/api/views.h"
#include "service/notary/notary.h"

#define API_ROOT "/api/v1"

struct api_row;
struct api_job;
typedef void api_run_fn(struct api *api, const struct api_row *row, struct http_request *req);
typedef void api_prepare_fn(struct api *api, struct api_job *job);
typedef int api_compose_fn(struct api *api, struct http_request *req, const struct json_tape *tape,
                           struct floor_event *e, struct body_fault *fault);

/* One route. Paths begin with API_ROOT unless they begin with a '!'. */
struct api_row {
    enum http_method method;
    const char *path;
    api_run_fn *run;
    view_part_fn *part;              /* of a route that reads a list or all of the floor */
    view_fn *view;                   /* of one that reads one thing */
    const char *param;               /* of the path; for a write also the member's name */
    const char *content_type;        /* of a view; NULL: JSON */
    unsigned kind;                   /* of a writing route; FLOOR_NO_KIND: the body names it */
    unsigned status;                 /* its answer */
    const char *const *elsewhere;    /* members not given in the body */
    const char *queries;             /* "from to "; NULL: none */
    enum practice_question question; /* of a route for practice and mathematics */
    bool is_public;                  /* for whoever asks */
    enum floor_right right;          /* what it takes; RIGHT_NONE: what its kind takes */
    unsigned also;                   /* API_ALSO_…: who may besides */
    bool only_people;                /* and no token, whatever its scopes */
    bool only_closed;                /* nothing on an open floor */
    bool is_passive;                 /* does not keep a session from ending as idle */
    bool some_is_books;              /* a view that says more to who may read the books */
    api_prepare_fn *prepare;         /* members that are neither given nor the step's; or NULL */
    api_compose_fn *compose;         /* the event's text from the member "parameters"; or NULL */
};

#define API_ALSO_SIGN  1u /* tokens for signs */
#define API_ALSO_TABLE 2u /* tables, about themselves */

extern const struct api_row api_rows[];
extern const size_t api_row_count;

/* A route's user. */
struct api_entry {
    struct api *api;
    const struct api_row *row;
    char pattern[API_PATTERN_MAX];
};

/* What changes with every coin is published at most ten times a second. */
struct api_publisher {
    struct worker *worker;
    struct mutex lock;       /* of the marks */
    uint8_t *links, *tables; /* which changed since they were last published */
    bool is_marked;          /* any */
};

/* PIT-5: shifts that wait for their readings (api_shift.c). */
struct api_closing;
struct api_closings {
    struct worker *worker;
    struct mutex lock;
    struct api_closing *fresh, *waiting; /* before and after their readings are asked for */
    unsigned wait_ms;                    /* 0: nothing is asked for */
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
    struct worker *log_reader;  /* reads of the log wait for the disk */
    struct worker *view_worker; /* views wait for the writer while it writes */
    struct api_publisher publisher;
    struct api_practice *practice;
    struct api_papers *papers;
    struct api_closings closings;
    struct auth *auth;
    struct notary *notary;               /* NULL: nothing is signed */
    struct configuration *configuration; /* what the reports' worker knows of its versions … */
    uint64_t configuration_seen;         /* … from the events up to this one */
    struct mutex jobs_lock;
    unsigned jobs;         /* with the writer */
    unsigned feeds;        /* under way */
    unsigned batch_events; /* of the batch being told; the writer's thread only */
};

/* ---- api.c ---- */

/* Takes the writer's lock, for views of that moment; the caller gives it back. */
struct view api_look(struct api *api);
/* Builds a document of one part under the writer's lock; the caller frees it. NULL: no memory. */
char *api_build(struct api *api, view_part_fn *part, size_t *len);
/* The problem that an error code stands for; texts are the caller's. */
struct problem api_problem(int code, const struct cr_err *err);
/* Answers a deferred request with 503, because the manager is stopping. */
void api_answer_stopping(struct http_request *req);
/* Answers with what is wrong with a body. Inside the handler. */
void api_refuse(struct http_request *req, const struct body_fault *fault);
/* The right that a request for this row takes. */
enum floor_right api_row_right(const struct api_row *row);
/* Whether its body may hold the passwords of those who answer for it. */
bool api_row_takes_proof(const struct api_row *row);
api_run_fn api_run_stream, api_run_health, api_run_metrics;

/* ---- api_write.c ---- */

/* A request on its way through the writer. */
struct api_job {
    struct writer_job job;
    struct api *api;
    struct http_request *req; /* NULL: nobody waits */
    unsigned status;
    bool with_table;      /* the answer holds the table too */
    const char *shown_as; /* a secret that the answer holds besides, once; NULL: none */
    char shown[64];
    int64_t started;
};

/* NULL without memory. The event is the caller's to fill. */
struct api_job *api_job_new(struct api *api, struct http_request *req);
/* Hands it to the writer, who answers. */
void api_job_submit(struct api_job *job);
/* The same for a request that has been deferred already. */
void api_job_submit_deferred(struct api_job *job);
void api_job_free(struct api_job *job);
api_run_fn api_run_write;

/* ---- api_shift.c ---- */

int api_shift_start(struct api *api, unsigned wait_ms, struct cr_err *err);
void api_shift_stop(struct api *api);
/* True: it closes a shift, moves a table or changes a link, waits for the readings, and goes to the
 * writer after that. */
bool api_shift_waits(struct api_job *job);
/* Asks for what the shift begins with. */
void api_shift_opened(struct api *api, const struct floor_event *e);

/* ---- api_parameters.c ---- */

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
    int64_t since, until; /* not included */
    struct event_wish wish;
};

/* Something to read for a request; the log's reader runs and frees it. */
struct api_read {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct api_read *read);
    struct http_request *req;
    struct log_query query;
    uint64_t seq;
};

int api_log_reader_start(struct api *api, struct cr_err *err);
/* Around reads of the log. */
void api_log_lock(struct api *api);
void api_log_unlock(struct api *api);
/* Defers the request; seq is a number of the path, or 0. */
void api_read_later(struct api *api, struct http_request *req, const struct log_query *query,
                    uint64_t seq, void (*run)(struct api *api, struct api_read *read));
/* Answers a deferred request with the problem of that code. */
void api_later_refuse(struct http_request *req, int code, const struct cr_err *err);
/* Answers a deferred request that fails for want of memory or for a fault of the store. */
void api_later_fail(struct http_request *req, const char *text);
api_run_fn api_run_log, api_run_log_event, api_run_ready;

/* ---- api_query.c ---- */

/* A query parameter that is a number from 1 up; `usual` when it is not given. */
int api_query_count(struct http_request *req, const char *name, uint64_t usual, uint64_t *out,
                    struct cr_err *err);
/* "since" and "until", milliseconds since 1970. */
int api_query_span(struct http_request *req, int64_t usual_until, int64_t *since, int64_t *until,
                   struct cr_err *err);
/* "limit": how many `what` at once. */
int api_query_limit(struct http_request *req, const char *what, uint64_t usual, uint64_t most,
                    uint64_t *out, struct cr_err *err);
/* A query parameter that is a name; out stays as it is when it is not given. */
int api_query_name(struct http_request *req, const char *name, char *out, size_t size,
                   struct cr_err *err);
/* Kinds of events, or groups of them. */
int api_query_kinds(struct http_request *req, event_kinds *out, struct cr_err *err);

/* ---- api_receipt.c ---- */

api_run_fn api_run_receipt;

/* ---- api_report.c, api_history.c ---- */

#define API_PAPERS_MAX 16 /* that wait; the next one is answered 503 */
#define API_SHIFTS_MAX 50

/* Something made from the whole log for a request; the reports' worker runs and frees it, with a
 * store of its own. */
struct api_paper {
    struct worker_item item; /* first */
    void (*run)(struct api *api, struct api_paper *paper, struct store *store);
    struct http_request *req;
    struct report_query query;
    enum paper_format format;
    uint64_t points;   /* of a course */
    uint64_t from, to; /* of a proof; from is also its event, or a claim */
    char subject[160]; /* of versions of the configuration; their most is in points */
    uint64_t hits[FLOOR_HITS];
    unsigned hit_count;
};

/* Closed shifts as they were found, for the next who asks. */
struct api_shift {
    uint64_t shift, closed; /* events that opened and closed it */
    int64_t begin_ms, end_ms;
    char name[CR_TITLE_MAX], opened_by[FLOOR_PERSON_MAX], closed_by[FLOOR_PERSON_MAX];
    char day[CR_NAME_MAX]; /* the gaming day in which it began … */
    uint64_t number;       /* … and its number there */
};
struct api_shifts {
    struct api_shift list[API_SHIFTS_MAX]; /* newest first */
    unsigned count;
    uint64_t from, seen; /* the events looked at */
};

int api_papers_start(struct api *api, const char *address, struct cr_err *err);
void api_papers_stop(struct api *api);
/* Of the store; NULL: in memory, the log's own handle. */
const char *api_papers_address(const struct api *api);
/* Of the reports' worker. */
struct api_shifts *api_shifts_of(struct api *api);
/* Defers the request, or refuses it when too many wait; with what is wrong with its query, if
 * anything is. */
void api_paper_later(struct api *api, struct http_request *req, const struct api_paper *what,
                     const struct cr_err *fault);
/* Answers a deferred request with what was made, or with the problem of that code. */
void api_later_answer(struct http_request *req, int code, const char *content_type,
                      const struct text *made, const struct cr_err *err);
/* Answers with what is wrong with a query; the fault begins with the parameter's name. */
void api_refuse_query(struct http_request *req, const struct cr_err *err);
api_run_fn api_run_report, api_run_reports, api_run_history, api_run_shifts;

/* ---- api_configuration.c ---- */

api_run_fn api_run_configuration, api_run_versions;

/* ---- api_feed.c ---- */

/* What is too long for memory: made in pieces, each while the one before it is sent. */
struct api_feed_source {
    /* Adds a piece to what is there; on a thread of the feed's own, with a store of its own and
     * api_log_lock held. A fault breaks the answer off. */
    int (*next)(void *user, struct store *store, struct text *piece, bool *is_last,
                struct cr_err *err);
    void (*done)(void *user);
};

/* Answers the request, with the beginning when there is one already (its bytes are taken), or
 * refuses it when too many such answers are under way. done() is called in any case. */
void api_feed_answer(struct api *api, struct http_request *req, bool is_deferred,
                     const char *content_type, const struct api_feed_source *source, void *user,
                     struct text *beginning);

/* ---- api_evidence.c, api_export.c ---- */

api_run_fn api_run_checkpoints, api_run_checkpoint_latest, api_run_consistency, api_run_proof,
    api_run_archive, api_run_export;

/* REG-1: what the process of a table calls itself, from a header; "" when it says nothing. */
void api_read_process(struct http_request *req, char out[MANAGER_PROCESS_MAX]);

/* ---- api_practice.c ---- */

#define API_STREAMS_ONE   32   /* that one person or table may have open */
#define API_STREAMS_TOKEN 1024 /* … and one token */
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
/* A password or PIN was compared; one was wrong. */
void api_metrics_password(struct api *api);
void api_metrics_refused(struct api *api);
