/* The inside of a request, for the files of the server only.
 *
 * A request is referenced by the server while its connection is busy with it, by the code that has
 * deferred it, and by a stream's response. Members that several threads use are under its lock.
 */
#pragma once

#include "base/text.h"
#include "net/loop.h"
#include "net/peers.h"
#include "net/route.h"
#include "net/server.h"
#include "os/mutex.h"

#include <microhttpd.h>
#include <stdatomic.h>

#define REQUEST_HEADERS 8

/* Where the connection stands in the library's loop. */
enum request_wait { WAIT_NONE, WAIT_SUSPENDED, WAIT_RESUMED };

struct request_header {
    char name[32];
    char value[256];
};

struct http_stream {
    const struct http_stream_ops *ops;
    void *user;
    bool woken; /* a wake came while it was not waiting */
};

struct http_request {
    /* Both are valid only while the connection is set. */
    struct http_server *server;
    struct loop *loop;
    atomic_uint refs;
    struct mutex lock;
    struct MHD_Connection *connection; /* NULL: the connection is done with the request */
    enum request_wait wait;
    bool deferred;
    bool answered;
    struct MHD_Response *response;
    unsigned status;
    struct http_stream stream;
    /* Below: used by one thread at a time. */
    bool begun;      /* the headers were looked at */
    bool busy;       /* the server counts it as busy */
    bool is_cramped; /* the library's memory has no room for an answer; see refuse.h */
    bool head;
    enum http_method method;
    char method_name[16];
    char *target_text;
    struct target target;
    const struct http_route *route;
    const char *refusal_code;
    const char *refusal; /* why the answer is an error whatever the handler would say */
    unsigned refusal_status;
    struct text body; /* it grows */
    size_t drained;
    char remote[48];
    struct tls_machine machine;
    struct request_header headers[REQUEST_HEADERS];
    unsigned header_count;
    int64_t started;
    struct http_request *prev, *next; /* the list of its thread */
};

/* NULL without memory. One reference, the server's. */
struct http_request *request_new(struct http_server *server, struct loop *loop,
                                 struct MHD_Connection *connection, const char *target);
void request_unref(struct http_request *req);

/* The library cuts its buffers out of this memory: what comes in, its records of it, and the head
 * of the answer. */
#define HEAD_MEMORY(head_limit) ((head_limit)*2)
#define ANSWER_ROOM             3072

/* --- request_check.c --- */

/* Looks at the head; method and version are the library's own texts of it. A fault becomes the
 * request's refusal. True: the connection cannot be used further, so the refusal goes out before
 * the body is read. */
bool request_check(struct http_request *req, const struct http_config *config, const char *method,
                   const char *version);
void request_refuse(struct http_request *req, unsigned status, const char *code,
                    const char *detail);

/* --- respond.c --- */

void request_answer_refusal(struct http_request *req);

/* Answers a request that waits when the server stops, and ends streams. */
void request_stop(struct http_request *req);

/* --- server.c --- */

bool server_is_stopping(const struct http_server *server);
bool server_is_tls(const struct http_server *server);
const struct route_key *server_route_keys(const struct http_server *server);
