/* Answers to requests: at once, deferred, and streams without an end. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "base/check.h"
#include "net/request_internal.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

void http_add_header(struct http_request *req, const char *name, const char *value)
{
    CHECK(req->header_count < REQUEST_HEADERS);
    struct request_header *h = &req->headers[req->header_count++];
    CHECK(strlen(name) < sizeof h->name && strlen(value) < sizeof h->value);
    snprintf(h->name, sizeof h->name, "%s", name);
    snprintf(h->value, sizeof h->value, "%s", value);
}

/* Adds headers to a response and takes it over; NULL stays NULL. Without a request there are no
 * headers of its own. */
static struct MHD_Response *dress(struct http_request *req, struct MHD_Response *response,
                                  const char *content_type, const char *caching)
{
    if (!response)
        return NULL;
    bool good = (!content_type ||
                 MHD_add_response_header(response, "Content-Type", content_type) == MHD_YES) &&
                MHD_add_response_header(response, "Cache-Control", caching) == MHD_YES &&
                MHD_add_response_header(response, "X-Content-Type-Options", "nosniff") == MHD_YES;
    for (unsigned i = 0; good && req && i < req->header_count; i++)
        good = MHD_add_response_header(response, req->headers[i].name, req->headers[i].value) ==
               MHD_YES;
    if (good)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

static struct MHD_Response *make(struct http_request *req, const char *content_type,
                                 const char *body, size_t len)
{
    /* The library does not write to it; it has one type for memory of all kinds. */
    return dress(
        req, MHD_create_response_from_buffer(len, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY),
        len > 0 ? content_type : NULL, "no-store");
}

static struct MHD_Response *make_problem(struct http_request *req, const struct problem *p)
{
    char body[PROBLEM_TEXT_MAX];
    struct text t;
    text_init(&t, body, sizeof body);
    problem_write(&t, p);
    CHECK(!t.cut);
    return make(req, PROBLEM_TYPE, body, t.len);
}

/* On the server's thread, inside the handler. Without memory there is no response and the
 * connection is closed. */
static void respond(struct http_request *req, unsigned status, struct MHD_Response *response)
{
    mutex_lock(&req->lock);
    CHECK(!req->answered && !req->deferred);
    req->answered = true;
    req->status = status;
    req->response = response;
    mutex_unlock(&req->lock);
}

void http_respond(struct http_request *req, unsigned status, const char *content_type,
                  const char *body, size_t len)
{
    respond(req, status, make(req, content_type, body, len));
}

void http_respond_problem(struct http_request *req, const struct problem *p)
{
    respond(req, p->status, make_problem(req, p));
}

/* The page for people who typed a wrong address; programs do not ask for pages, and get a problem
 * document. The place of a line does not depend on the lines after it, so that nothing moves while
 * the page arrives. */
static const char nothing_here[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Nothing here</title>"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>"
    ":root{color-scheme:light dark}body{font:1.125rem/1.5 Inter,system-ui,sans-serif;margin:0;"
    "background:light-dark(#f5f4ef,#0f1513);color:light-dark(#1b1d1c,#eef1ef)}main{"
    "box-sizing:border-box;width:min(26rem,100vw - 3rem);margin:22vh auto 1.5rem;padding:2.5rem;"
    "text-align:center;border-radius:1rem;background:light-dark(#fff,#18201d);"
    "border:1px solid light-dark(#dcdad0,#2c3632)}h1{font-size:1.5rem;line-height:1.25;margin:0}"
    "a{display:inline-block;padding:.75rem 1.25rem;border-radius:.75rem;background:#0b5d3b;"
    "color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #1c5fd0;"
    "outline-offset:3px}</style></head><body>"
    "<main><h1>There is nothing at this address.</h1><p>Perhaps a letter is wrong, or the page has "
    "moved.</p><a href=\"/\">Go to the start page</a></main></body></html>\n";

static bool is_for_people(const struct http_request *req)
{
    const char *accept = http_request_header(req, "Accept");
    return req->refusal_status == 404 && accept != NULL && strstr(accept, "text/html") != NULL;
}

void request_answer_refusal(struct http_request *req)
{
    if (is_for_people(req)) {
        http_add_header(req, "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'");
        http_respond(req, 404, "text/html; charset=utf-8", nothing_here, sizeof nothing_here - 1);
        return;
    }
    http_respond_problem(req, &(struct problem){.status = req->refusal_status,
                                                .code = req->refusal_code,
                                                .detail = req->refusal});
}

/* --- deferred answers --- */

static const struct problem stopping = {
    .status = 503, .code = "stopping", .detail = "The server stops; try another one, or later."};

/* Called with the lock held. */
static void resume(struct http_request *req)
{
    if (req->wait != WAIT_SUSPENDED)
        return;
    req->wait = WAIT_RESUMED;
    MHD_resume_connection(req->connection);
    loop_wake(req->loop);
}

/* Called with the lock held. */
static void answer_and_resume(struct http_request *req, unsigned status,
                              struct MHD_Response *response)
{
    req->answered = true;
    req->status = status;
    req->response = response;
    resume(req);
}

void http_defer(struct http_request *req)
{
    atomic_fetch_add(&req->refs, 1);
    mutex_lock(&req->lock);
    CHECK(!req->answered && !req->deferred);
    req->deferred = true;
    if (server_is_stopping(req->server)) {
        answer_and_resume(req, stopping.status, make_problem(NULL, &stopping));
    } else {
        req->wait = WAIT_SUSPENDED;
        MHD_suspend_connection(req->connection);
    }
    mutex_unlock(&req->lock);
}

/* The library does not look at a connection that waits, so the socket is asked. With TLS there may
 * be a farewell to read before its end; that does not matter here. */
bool http_request_is_abandoned(struct http_request *req)
{
    bool is_abandoned = false;
    mutex_lock(&req->lock);
    CHECK(req->deferred);
    if (req->wait == WAIT_SUSPENDED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(req->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        struct pollfd peer = {.fd = info->connect_fd, .events = POLLRDHUP};
        is_abandoned = poll(&peer, 1, 0) > 0;
    }
    mutex_unlock(&req->lock);
    return is_abandoned;
}

static void answer(struct http_request *req, unsigned status, struct MHD_Response *response)
{
    mutex_lock(&req->lock);
    CHECK(req->deferred);
    const bool is_late = req->answered;
    if (!is_late)
        answer_and_resume(req, status, response);
    mutex_unlock(&req->lock);
    if (is_late && response)
        MHD_destroy_response(response);
    request_unref(req);
}

void http_answer(struct http_request *req, unsigned status, const char *content_type,
                 const char *body, size_t len)
{
    answer(req, status, make(req, content_type, body, len));
}

void http_answer_problem(struct http_request *req, const struct problem *p)
{
    answer(req, p->status, make_problem(req, p));
}

void request_stop(struct http_request *req)
{
    mutex_lock(&req->lock);
    if (req->deferred && !req->answered) {
        /* Headers meant for another answer do not belong to this one, and another thread may be
         * adding one now. */
        answer_and_resume(req, stopping.status, make_problem(NULL, &stopping));
    } else {
        resume(req);
    }
    mutex_unlock(&req->lock);
}

/* --- fixed content --- */

void http_static_handler(struct http_request *req, void *user)
{
    const struct http_static *s = user;
    const char *known = http_request_header(req, "If-None-Match");
    http_add_header(req, "ETag", s->etag);
    bool same = known && strstr(known, s->etag) != NULL;
    size_t len = same ? 0 : s->len;
    respond(req, same ? 304 : 200,
            dress(req,
                  MHD_create_response_from_buffer(len, (void *)(uintptr_t)s->data,
                                                  MHD_RESPMEM_PERSISTENT),
                  same ? NULL : s->content_type, "no-cache"));
}

/* --- streams without an end --- */

static ssize_t stream_read(void *user, uint64_t at, char *into, size_t room)
{
    struct http_request *req = user;
    (void)at;
    for (;;) {
        mutex_lock(&req->lock);
        req->wait = WAIT_NONE;
        req->stream.woken = false;
        bool stop = server_is_stopping(req->server);
        mutex_unlock(&req->lock);
        const ssize_t stopped = req->stream.ops->has_end ? HTTP_STREAM_BROKEN : HTTP_STREAM_END;
        ssize_t n = stop ? stopped : req->stream.ops->read(req->stream.user, into, room);
        if (n != 0)
            return n > 0                  ? n
                   : n == HTTP_STREAM_END ? MHD_CONTENT_READER_END_OF_STREAM
                                          : MHD_CONTENT_READER_END_WITH_ERROR;
        mutex_lock(&req->lock);
        /* A wake since then could not resume the connection, which was not suspended yet: read
         * again. */
        bool again = req->stream.woken || server_is_stopping(req->server);
        if (!again) {
            req->wait = WAIT_SUSPENDED;
            MHD_suspend_connection(req->connection);
        }
        mutex_unlock(&req->lock);
        if (!again)
            return 0;
    }
}

static void stream_closed(void *user)
{
    struct http_request *req = user;
    if (req->stream.ops)
        req->stream.ops->closed(req->stream.user);
    request_unref(req);
}

/* NULL without memory. */
static struct MHD_Response *make_stream(struct http_request *req, const char *content_type,
                                        const struct http_stream_ops *ops, void *user)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, stream_read, req, stream_closed);
    if (response)
        atomic_fetch_add(&req->refs, 1);
    response = dress(req, response, content_type, "no-store");
    if (response)
        req->stream = (struct http_stream){.ops = ops, .user = user};
    return response;
}

struct http_stream *http_respond_stream(struct http_request *req, const char *content_type,
                                        const struct http_stream_ops *ops, void *user)
{
    struct MHD_Response *response = make_stream(req, content_type, ops, user);
    respond(req, 200, response);
    return response ? &req->stream : NULL;
}

struct http_stream *http_answer_stream(struct http_request *req, const char *content_type,
                                       const struct http_stream_ops *ops, void *user)
{
    struct MHD_Response *response = make_stream(req, content_type, ops, user);
    struct http_stream *stream = response ? &req->stream : NULL;
    answer(req, 200, response);
    return stream;
}

void http_stream_wake(struct http_stream *stream)
{
    struct http_request *req =
        (struct http_request *)(void *)((char *)stream - offsetof(struct http_request, stream));
    mutex_lock(&req->lock);
    stream->woken = true;
    resume(req);
    mutex_unlock(&req->lock);
}
