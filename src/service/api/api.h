/* The manager's HTTP interface: the routes of a server (net/server.h) to a running manager.
 *
 * Every write is one event: the address and the body give its members, the writer makes it durable,
 * and the answer is the event as it stands in the log. Reads show durable state. docs/openapi.yaml
 * describes all of it. */
#pragma once

#include "net/server.h"
#include "service/api/questions.h"
#include "service/manager/writer.h"

struct api;

/* How the interface recognises who asks, and what it serves. A zero member means the usual
 * value. */
struct api_config {
    bool is_open;                 /* nobody signs in; the name given in a request is believed */
    bool has_guests;              /* Mathematics and Practice need no sign-in */
    unsigned long long argon_ops; /* for tests: argon2id's cost of checking a password */
    size_t argon_bytes;
    int64_t idle_ms, whole_ms; /* for tests: a session's end when idle, and in any case */
    unsigned reading_wait_ms;  /* how long closing a shift waits for readings; 0: does not ask */
    const struct practice_service *practice; /* NULL: questions are refused */
};

/* log: a handle for reading the same store beside the manager (STORE_READ). A store in memory has
 * only one handle: give that one, and it is read under the writer's lock. address: that of the same
 * store, which the reports open for themselves; not used for a store in memory. */
int api_new(struct writer *writer, struct store *log, const char *address,
            const struct api_config *config, struct api **out, struct cr_err *err);
/* Call this after the HTTP server has stopped and before the writer stops. */
void api_free(struct api *api);

/* Sets the notary that makes checkpoints and proofs. Call this before the HTTP server starts; the
 * notary must outlive the interface. */
struct notary;
void api_set_notary(struct api *api, struct notary *notary);

/* The one-time code for the page that sets the first password. NULL when there is none, because
 * somebody can sign in already. */
#define API_CODE_MAX 33
const char *api_setup_code(struct api *api, char out[API_CODE_MAX]);

/* The interface owns the routes; they are valid as long as it exists. */
const struct http_route *api_routes(const struct api *api, size_t *count);

/* Counts a request for /metrics. This is the `seen` callback of the server, with the interface as
 * its user. */
void api_seen(void *api, const struct http_seen *seen);

/* For /metrics: the store was verified and is good up to that event. */
void api_note_verified(struct api *api, uint64_t seq, int64_t time_ms);
/* For /metrics: the store was verified and is not good. */
void api_note_not_verified(struct api *api);

/* ---- For the test that compares the routes with docs/openapi.yaml ---- */

#define API_PATTERN_MAX 64

/* What is to be said of one route. */
struct api_about {
    enum http_method method;
    char pattern[API_PATTERN_MAX];
    unsigned kind;                /* enum floor_kind of the event written; FLOOR_NO_KIND: none */
    bool any_kind;                /* a table's event, whose kind the body names */
    const char *const *elsewhere; /* members that the body must not give; ends with NULL */
    const char *queries;          /* query parameters, each followed by a blank */
    const char *right;            /* the right it takes (floor/rights.h), or "self" */
    bool also_sign, also_table;   /* also open to tokens of signs; to tables, about themselves */
    bool takes_proof;             /* the body may hold passwords of those who answer for it */
    bool takes_parameters;        /* the body holds parameters of a link, made into a document */
    bool only_closed;             /* refused on an open floor */
};

/* Fills `out` for the i-th route; false when i is past the last one. */
bool api_about(size_t i, struct api_about *out);
