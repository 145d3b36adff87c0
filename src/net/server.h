/* An HTTP/1.1 server that knows routes and nothing of what they mean.
 *
 * A handler runs on the server's thread and must not block. It answers at once with http_respond(),
 * or calls http_defer() and lets another thread answer with http_answer(); that is how a command
 * waits for the store without holding up other connections.
 */
#pragma once

#include "net/problem.h"

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define HTTP_JSON "application/json"

struct http_server;
struct http_request;

enum http_method { HTTP_GET, HTTP_POST, HTTP_PUT, HTTP_PATCH, HTTP_DELETE, HTTP_METHODS };

typedef void (*http_handler)(struct http_request *req, void *user);

/* A pattern is a path whose parts are literal or a {name}; where both would do, the literal part
 * wins. HEAD is answered by the GET route. */
struct http_route {
    enum http_method method;
    const char *pattern;
    http_handler handler;
    void *user;
};

/* One request that is over, for logs and metrics. */
struct http_seen {
    const char *method;
    const char *pattern; /* NULL: no route */
    unsigned status;     /* 0: the connection broke before an answer */
    int64_t ns;
};

/* Files in PEM: the server's certificate and key, and the authority that signs both ends' ones. The
 * first two may be replaced while the server runs: connections that come then are shown the new
 * certificate, if it is a good one. */
struct http_tls {
    const char *certificate, *key, *authority;
};

/* Zero means the default given here. */
struct http_config {
    const char *address;             /* 127.0.0.1; only loopback addresses are served without TLS */
    const struct http_tls *tls;      /* NULL: without; else TLS 1.3 and nothing older */
    const char *client_unit;         /* with TLS: the unit that a client's certificate must have */
    const char *client_refusal;      /* what a client of another unit is told; both are borrowed */
    uint16_t port;                   /* 0: any free one, see http_server_port() */
    unsigned threads;                /* 1, at most 16 */
    unsigned connections;            /* 1024; those above are answered 503 or closed */
    unsigned per_address;            /* no limit */
    unsigned reserve;                /* 0: connections only for addresses of known machines */
    unsigned handshake_milli;        /* 5000: time for a client's handshake */
    unsigned head_milli;             /* 10000: for the handshake and a request's head */
    unsigned body_milli;             /* 30000: for a request's body */
    unsigned idle_seconds;           /* 60 */
    size_t body_limit;               /* 256 KiB */
    size_t head_limit;               /* 16 KiB: request line and headers */
    unsigned stop_milli;             /* 2000: how long stopping waits for answers to be sent */
    const struct http_route *routes; /* must outlive the server */
    size_t route_count;
    void (*seen)(void *user, const struct http_seen *seen); /* on the server's thread; or NULL */
    void *seen_user;
    /* Told in words whether a new certificate is in use; on the server's thread; or NULL */
    void (*say)(void *user, const char *text);
    void *say_user;
};

int http_server_start(const struct http_config *config, struct http_server **out,
                      struct cr_err *err);
uint16_t http_server_port(const struct http_server *server);

/* Requests that still wait for an answer get 503, streams end, then connections close. Answers that
 * come later are dropped; they may come after the server is gone. */
void http_server_stop(struct http_server *server);

/* --- the request; texts live until it is answered --- */

/* A {name} of the pattern, decoded: never empty, no '/', no control characters. */
const char *http_request_param(const struct http_request *req, const char *name);

/* A query parameter, decoded; NULL when it is not given. Each name is given at most once. */
const char *http_request_query(const struct http_request *req, const char *name);

/* The name of the i-th query parameter, NULL after the last: to refuse what nobody asks for. */
const char *http_request_query_name(const struct http_request *req, unsigned i);

/* Terminated; "" and 0 when there is none. */
const char *http_request_body(const struct http_request *req, size_t *len);

/* NULL when it is not given. Only inside the handler. */
const char *http_request_header(const struct http_request *req, const char *name);

/* The peer's address, without the port. */
const char *http_request_remote(const struct http_request *req);

#define HTTP_MACHINE_MAX       64
#define HTTP_FINGERPRINT_BYTES 32

/* The name in the certificate that the other end has shown, signed by our authority, and the
 * BLAKE2b-256 of its key (SubjectPublicKeyInfo, DER). False: it has shown none. A bad one never
 * comes this far. Whether that key is still to be believed is the caller's to ask at each request.
 */
bool http_request_machine(const struct http_request *req, char id[HTTP_MACHINE_MAX],
                          uint8_t fingerprint[HTTP_FINGERPRINT_BYTES]);

/* --- the answer: exactly one --- */

/* Adds a header to the answer that follows. At most 8; name and value are copied. */
void http_add_header(struct http_request *req, const char *name, const char *value);

/* Answers at once, inside the handler. The body is copied. */
void http_respond(struct http_request *req, unsigned status, const char *content_type,
                  const char *body, size_t len);
void http_respond_problem(struct http_request *req, const struct problem *p);

/* Inside the handler: says that the answer comes later. The request then belongs to the caller
 * until http_answer(), which takes it back, from any thread, also before the handler has
 * returned. */
void http_defer(struct http_request *req);
void http_answer(struct http_request *req, unsigned status, const char *content_type,
                 const char *body, size_t len);
void http_answer_problem(struct http_request *req, const struct problem *p);
/* Between http_defer() and http_answer(): true when the other end has gone, so that nobody will
 * read the answer. The request is to be answered all the same. */
bool http_request_is_abandoned(struct http_request *req);

/* --- fixed content --- */

/* The user of a route whose handler is http_static_handler. */
struct http_static {
    const char *content_type;
    const char *etag; /* with its quotes */
    const void *data; /* must outlive the server */
    size_t len;
};

void http_static_handler(struct http_request *req, void *user);

/* --- a body without an end --- */

struct http_stream;

#define HTTP_STREAM_END    (-1) /* that was all */
#define HTTP_STREAM_BROKEN (-2) /* more was to come: the other end must not take it for all */

struct http_stream_ops {
    /* Writes up to room bytes and returns how many; 0: there is nothing now, and it is called
     * again after http_stream_wake(); or one of the two above. On the server's thread. */
    ssize_t (*read)(void *user, char *into, size_t room);
    /* The stream is over: no read follows, and nobody may wake it any more. Called once, on the
     * server's thread. */
    void (*closed)(void *user);
    bool has_end; /* true: a server that stops breaks the stream off; false: it ends the stream */
};

/* Answers with a stream, inside the handler. On NULL the request is already answered and closed()
 * is not called. */
struct http_stream *http_respond_stream(struct http_request *req, const char *content_type,
                                        const struct http_stream_ops *ops, void *user);
/* The same after http_defer(), as http_answer(). read() may be called before it returns, and so may
 * closed(): when nobody listens any more. */
struct http_stream *http_answer_stream(struct http_request *req, const char *content_type,
                                       const struct http_stream_ops *ops, void *user);

/* Has read() called again. From any thread, until closed() begins. */
void http_stream_wake(struct http_stream *stream);
