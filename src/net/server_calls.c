/* The callbacks that the library calls while a server runs: for connections, requests and their
 * ends. */
#include "net/server_internal.h"

#include "base/check.h"
#include "net/refuse.h"
#include "os/clock.h"

#include <string.h>

/* We decode targets ourselves, so the library must leave them as they are. */
size_t server_leave_escaped(void *user, struct MHD_Connection *connection, char *text)
{
    (void)user;
    (void)connection;
    return strlen(text);
}

/* Hides the query from the library, which would cut it into pairs with a record for each; enough
 * of them leave no memory for an answer. The request has its own copy of the whole target. */
static void hide_query(const char *target)
{
    char *query = strchr((char *)(uintptr_t)target, '?');
    if (query)
        query[1] = '\0';
}

void *server_on_target(void *user, const char *target, struct MHD_Connection *connection)
{
    struct server_thread *thread = user;
    struct http_server *server = thread->server;
    struct peer *peer = peer_of(connection);
    struct http_request *req =
        peer ? request_new(server, &thread->loop, connection, target ? target : "") : NULL;
    if (target)
        hide_query(target);
    if (!req)
        return NULL;
    peer->request = req;
    peer_enter(peer, PEER_HEAD);
    mutex_lock(&thread->lock);
    req->next = thread->requests;
    if (req->next)
        req->next->prev = req;
    thread->requests = req;
    mutex_unlock(&thread->lock);
    return req;
}

/* Called before a connection costs more than its socket. */
enum MHD_Result server_on_knock(void *user, const struct sockaddr *address, socklen_t len)
{
    struct http_server *server = user;
    (void)len;
    return addresses_admit(server->addresses, address_key(address)) ? MHD_YES : MHD_NO;
}

/* The library has no certificate: connections bring theirs (peer_open), and one without ends. */
int server_on_certificate(gnutls_session_t session, const struct gnutls_cert_retr_st *info,
                          gnutls_pcert_st **certificates, unsigned *count,
                          gnutls_ocsp_data_st **ocsp, unsigned *ocsp_count, gnutls_privkey_t *key,
                          unsigned *flags)
{
    (void)session;
    (void)info;
    (void)certificates;
    (void)count;
    (void)ocsp;
    (void)ocsp_count;
    (void)key;
    (void)flags;
    return -1;
}

void server_on_tick(void *user)
{
    struct server_thread *thread = user;
    struct http_server *server = thread->server;
    char news[CR_ERR_TEXT_MAX];
    peers_sweep(&thread->peers);
    if (server->tls && thread == &server->threads[0] && tls_look_again(server->tls, news) &&
        server->config.say)
        server->config.say(server->config.say_user, news);
}

/* Reports a request that is over; status 0 says that its answer was not sent. */
static void tell_seen(const struct http_server *server, const struct http_request *req,
                      enum MHD_RequestTerminationCode code)
{
    const bool is_sent = code == MHD_REQUEST_TERMINATED_COMPLETED_OK || req->stream.ops;
    if (server->config.seen && req->begun)
        server->config.seen(server->config.seen_user,
                            &(struct http_seen){.method = req->method_name,
                                                .pattern = req->route ? req->route->pattern : NULL,
                                                .status = is_sent ? req->status : 0,
                                                .ns = clock_mono_ns() - req->started});
}

static void unlist(struct server_thread *thread, struct http_request *req)
{
    mutex_lock(&thread->lock);
    if (req->prev)
        req->prev->next = req->next;
    else
        thread->requests = req->next;
    if (req->next)
        req->next->prev = req->prev;
    if (req->busy && --thread->busy == 0)
        mutex_wake(&thread->lock);
    mutex_unlock(&thread->lock);
}

/* The connection is done with its request; a thread that has deferred it may still answer, to
 * nobody. */
static void end_request(struct server_thread *thread, struct peer *peer,
                        enum MHD_RequestTerminationCode code)
{
    struct http_request *req = peer->request;
    if (!req)
        return;
    peer->request = NULL;
    mutex_lock(&req->lock);
    req->connection = NULL;
    struct MHD_Response *unsent = req->response;
    req->response = NULL;
    req->answered = true;
    mutex_unlock(&req->lock);
    if (unsent)
        MHD_destroy_response(unsent);
    tell_seen(thread->server, req, code);
    unlist(thread, req);
    request_unref(req);
}

void server_on_completed(void *user, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode code)
{
    struct peer *peer = peer_of(connection);
    *context = NULL;
    peer_enter(peer, PEER_RESTS);
    if (peer)
        end_request(user, peer, code);
}

static void open_connection(struct server_thread *thread, struct MHD_Connection *connection,
                            void **context)
{
    struct http_server *server = thread->server;
    struct peer *peer = peer_open(&thread->peers, connection);
    const bool is_surplus = atomic_fetch_add(&server->connections, 1) >= server->config.connections;
    if (peer)
        peer->is_surplus = is_surplus;
    *context = peer;
}

/* The library tells of the end of most requests (server_on_completed). Where its own refusal of a
 * head fails it only closes the connection, and a request that nobody ends would be kept for good.
 */
void server_on_connection(void *user, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct server_thread *thread = user;
    struct peer *peer = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        open_connection(thread, connection, context);
        return;
    }
    atomic_fetch_sub(&thread->server->connections, 1);
    if (peer)
        end_request(thread, peer, MHD_REQUEST_TERMINATED_WITH_ERROR);
    peer_close(peer);
    *context = NULL;
}

/* Hands the response to the library. */
static enum MHD_Result send_response(struct http_request *req)
{
    mutex_lock(&req->lock);
    struct MHD_Response *response = req->response;
    req->response = NULL;
    req->wait = WAIT_NONE;
    unsigned status = req->status;
    mutex_unlock(&req->lock);
    if (!response)
        return MHD_NO;
    enum MHD_Result result = queue_answer(req->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static void mark_busy(struct server_thread *thread, struct http_request *req)
{
    mutex_lock(&thread->lock);
    req->busy = true;
    thread->busy++;
    mutex_unlock(&thread->lock);
}

/* Refuses a connection that came when all places were taken; those before it lose nothing. */
static void refuse_if_full(const struct http_server *server, struct http_request *req)
{
    const bool full = peer_of(req->connection)->is_surplus;
    if (!full && !server_is_stopping(server))
        return;
    http_add_header(req, "Connection", "close");
    http_add_header(req, "Retry-After", "1");
    request_refuse(req, 503, full ? "connections" : "stopping",
                   full ? "All connections of this server are in use; try again later."
                        : "The server stops; try another one, or later.");
}

/* Refuses a request and ends its connection, where the library could not send an answer, or would
 * read on for it. */
static enum MHD_Result refuse_and_end(struct http_request *req)
{
    refuse_peer(peer_of(req->connection), &(struct problem){.status = req->refusal_status,
                                                            .code = req->refusal_code,
                                                            .detail = req->refusal});
    return MHD_NO;
}

static enum MHD_Result begin(struct server_thread *thread, struct http_request *req,
                             const char *method, const char *version)
{
    req->begun = true;
    strncpy(req->method_name, method, sizeof req->method_name - 1);
    req->head = strcmp(method, "HEAD") == 0;
    req->method = req->head ? HTTP_GET : route_method(method);
    refuse_if_full(thread->server, req);
    peer_enter(peer_of(req->connection), PEER_BODY);
    if (!request_check(req, &thread->server->config, method, version))
        return MHD_YES;
    if (req->is_cramped)
        return refuse_and_end(req);
    mark_busy(thread, req);
    request_answer_refusal(req);
    return send_response(req);
}

static enum MHD_Result take_body(struct http_server *server, struct http_request *req,
                                 const char *data, size_t *len)
{
    size_t limit = server->config.body_limit;
    if (!req->refusal && *len > limit - req->body.len)
        request_refuse(req, 413, "body-too-large", "The body is larger than this server reads.");
    if (req->refusal) {
        req->drained += *len;
        if (req->drained > 4 * limit)
            return refuse_and_end(req);
    } else {
        text_add_len(&req->body, data, *len);
    }
    *len = 0;
    return req->body.cut ? MHD_NO : MHD_YES;
}

static enum MHD_Result finish(struct server_thread *thread, struct http_request *req)
{
    mutex_lock(&req->lock);
    bool resumed = req->wait == WAIT_RESUMED;
    mutex_unlock(&req->lock);
    if (resumed)
        return send_response(req);
    peer_enter(peer_of(req->connection), PEER_BUSY);
    mark_busy(thread, req);
    if (req->refusal)
        request_answer_refusal(req);
    else
        req->route->handler(req, req->route->user);
    mutex_lock(&req->lock);
    CHECK(req->answered || req->deferred);
    bool waits = req->wait != WAIT_NONE;
    mutex_unlock(&req->lock);
    return waits ? MHD_YES : send_response(req);
}

enum MHD_Result server_on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *len, void **context)
{
    struct server_thread *thread = user;
    struct http_request *req = *context;
    (void)connection;
    (void)url;
    if (!req)
        return MHD_NO;
    if (!req->begun)
        return begin(thread, req, method, version);
    if (*len > 0)
        return take_body(thread->server, req, data, len);
    return finish(thread, req);
}
