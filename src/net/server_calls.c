/* What the library calls while a server runs: connections, requests and their ends. */
#include "net/server_internal.h"

#include "base/check.h"
#include "os/clock.h"

#include <string.h>

/* We decode targets ourselves, so the library must leave them as they are. */
size_t server_leave_escaped(void *user, struct MHD_Connection *connection, char *text)
{
    (void)user;
    (void)connection;
    return strlen(text);
}

void *server_on_target(void *user, const char *target, struct MHD_Connection *connection)
{
    struct server_thread *thread = user;
    struct http_server *server = thread->server;
    struct http_request *req = request_new(server, &thread->loop, connection, target ? target : "");
    if (!req)
        return NULL;
    peer_enter(peer_of(connection), PEER_HEAD);
    mutex_lock(&server->lock);
    req->next = server->requests;
    if (req->next)
        req->next->prev = req;
    server->requests = req;
    mutex_unlock(&server->lock);
    return req;
}

/* Before a connection costs more than its socket. */
enum MHD_Result server_on_knock(void *user, const struct sockaddr *address, socklen_t len)
{
    struct http_server *server = user;
    (void)len;
    return addresses_admit(server->addresses, address_key(address)) ? MHD_YES : MHD_NO;
}

void server_on_connection(void *user, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct server_thread *thread = user;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        atomic_fetch_add(&thread->server->connections, 1);
        *context = peer_open(&thread->peers, connection);
    } else {
        atomic_fetch_sub(&thread->server->connections, 1);
        peer_close(*context);
        *context = NULL;
    }
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

void server_on_completed(void *user, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode code)
{
    struct http_server *server = user;
    struct http_request *req = *context;
    peer_enter(peer_of(connection), PEER_RESTS);
    *context = NULL;
    if (!req)
        return;
    mutex_lock(&req->lock);
    req->connection = NULL;
    struct MHD_Response *unsent = req->response;
    req->response = NULL;
    req->answered = true;
    mutex_unlock(&req->lock);
    if (unsent)
        MHD_destroy_response(unsent);
    if (server->config.seen && req->begun)
        server->config.seen(
            server->config.seen_user,
            &(struct http_seen){.method = req->method_name,
                                .pattern = req->route ? req->route->pattern : NULL,
                                .status =
                                    code == MHD_REQUEST_TERMINATED_COMPLETED_OK || req->stream.ops
                                        ? req->status
                                        : 0,
                                .ns = clock_mono_ns() - req->started});
    mutex_lock(&server->lock);
    if (req->prev)
        req->prev->next = req->next;
    else
        server->requests = req->next;
    if (req->next)
        req->next->prev = req->prev;
    if (req->busy && --server->busy == 0)
        mutex_wake(&server->lock);
    mutex_unlock(&server->lock);
    request_unref(req);
}

/* Hands a response that is there to the library. */
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
    enum MHD_Result result = MHD_queue_response(req->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static void mark_busy(struct http_server *server, struct http_request *req)
{
    mutex_lock(&server->lock);
    req->busy = true;
    server->busy++;
    mutex_unlock(&server->lock);
}

static enum MHD_Result begin(struct http_server *server, struct http_request *req,
                             const char *method)
{
    req->begun = true;
    strncpy(req->method_name, method, sizeof req->method_name - 1);
    req->head = strcmp(method, "HEAD") == 0;
    req->method = req->head ? HTTP_GET : route_method(method);
    bool full = atomic_load(&server->connections) > server->config.connections;
    if (full || server_is_stopping(server)) {
        http_add_header(req, "Connection", "close");
        http_add_header(req, "Retry-After", "1");
        request_refuse(req, 503, full ? "connections" : "stopping",
                       full ? "All connections of this server are in use; try again later."
                            : "The server stops; try another one, or later.");
    }
    peer_enter(peer_of(req->connection), PEER_BODY);
    if (!request_check(req, &server->config))
        return MHD_YES;
    mark_busy(server, req);
    request_answer_refusal(req);
    return send_response(req);
}

static enum MHD_Result take_body(struct http_server *server, struct http_request *req,
                                 const char *data, size_t *len)
{
    size_t limit = server->config.body_limit;
    if (!req->refusal && *len > limit - req->body_len)
        request_refuse(req, 413, "body-too-large", "The body is larger than this server reads.");
    if (req->refusal) {
        req->drained += *len;
        if (req->drained > 4 * limit)
            return MHD_NO;
    } else if (!request_add_body(req, data, *len, limit)) {
        return MHD_NO;
    }
    *len = 0;
    return MHD_YES;
}

static enum MHD_Result finish(struct http_server *server, struct http_request *req)
{
    mutex_lock(&req->lock);
    bool resumed = req->wait == WAIT_RESUMED;
    mutex_unlock(&req->lock);
    if (resumed)
        return send_response(req);
    peer_enter(peer_of(req->connection), PEER_BUSY);
    mark_busy(server, req);
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
    struct http_server *server = user;
    struct http_request *req = *context;
    (void)connection;
    (void)url;
    (void)version;
    if (!req)
        return MHD_NO;
    if (!req->begun)
        return begin(server, req, method);
    if (*len > 0)
        return take_body(server, req, data, len);
    return finish(server, req);
}
