/* The manager's HTTP interface: routes of a server (http/server.h) onto a running manager.
 *
 * Every write is one event: the address and the body give its members, the writer makes it durable,
 * and the answer is the event as it stands in the log. Reads show durable state. docs/openapi.yaml
 * describes all of it.
 */
#pragma once

#include "net/server.h"
#include "service/api/questions.h"
#include "service/manager/writer.h"

struct api;

/* How the interface knows who asks. Zero means what a floor usually has. */
struct api_config {
    bool is_open;                 /* nobody signs in; names are taken as given */
    bool has_guests;              /* Mathematics and Practice are for whoever asks */
    unsigned long long argon_ops; /* for tests: what checking a password costs … */
    size_t argon_bytes;
    int64_t idle_ms, whole_ms; /* … and how long a session lasts */
    unsigned reading_wait_ms;  /* how long closing a shift waits for readings; 0: none are asked */
    const struct practice_service *practice; /* NULL: questions are refused */
};

/* log: a handle for reading the same store beside the manager (STORE_READ). A store in memory has
 * one handle; give that one, it is then read under the writer's lock. address: of the same store,
 * for reports, which open it for themselves; not used for a store in memory. */
int api_new(struct writer *writer, struct store *log, const char *address,
            const struct api_config *config, struct api **out, struct cr_err *err);
/* After its server has stopped and before the writer stops. */
void api_free(struct api *api);

/* Before its server starts: who makes checkpoints and proofs; it outlives the interface. */
struct notary;
void api_set_notary(struct api *api, struct notary *notary);

/* One use, and only while nobody can sign in: for the page that sets the first password. NULL when
 * there is none. */
#define API_CODE_MAX 33
const char *api_setup_code(struct api *api, char out[API_CODE_MAX]);

/* The routes live as long as the interface. */
const struct http_route *api_routes(const struct api *api, size_t *count);

/* Counts a request for /metrics: the server's `seen`, with the interface as its user. */
void api_seen(void *api, const struct http_seen *seen);

/* For /metrics: the store was verified, and it holds up to that event. */
void api_note_verified(struct api *api, uint64_t seq, int64_t time_ms);
/* … or it does not hold. */
void api_note_not_verified(struct api *api);

/* ---- For the document of the interface and its test ---- */

#define API_PATTERN_MAX 64

/* What the i-th route writes. */
struct api_about {
    enum http_method method;
    char pattern[API_PATTERN_MAX];
    unsigned kind;                /* enum floor_kind; FLOOR_NO_KIND: it writes nothing */
    bool any_kind;                /* an event of a table, named in the body */
    const char *const *elsewhere; /* members that the body does not give; ends with NULL */
    const char *queries;          /* parameters it takes, each followed by a blank */
    const char *right;            /* who may: a name of floor/rights.h, or "self" */
    bool also_sign, also_table;   /* tokens of signs; tables, about themselves */
    bool takes_proof;             /* passwords of those who answer for the event */
    bool takes_parameters;        /* of a link, of which the event's text is made */
    bool only_closed;             /* it does nothing on an open floor */
};

/* False past the last one. */
bool api_about(size_t i, struct api_about *out);
