/* Starts and stops the server: its socket, its threads and their daemons. */
#include "net/server.h"

#include "base/check.h"
#include "base/err.h"
#include "net/listen.h"
#include "net/server_internal.h"
#include "os/clock.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Connections above the limit that are still told why they are not served. */
#define SPARE_CONNECTIONS 32

bool server_is_stopping(const struct http_server *server)
{
    return atomic_load(&server->stopping);
}

bool server_is_tls(const struct http_server *server)
{
    return server->tls != NULL;
}

const struct route_key *server_route_keys(const struct http_server *server)
{
    return server->route_keys;
}

static void fill_defaults(struct http_config *c)
{
    c->address = c->address ? c->address : "127.0.0.1";
    c->threads = c->threads ? c->threads : 1;
    c->threads = c->threads < THREADS_MAX ? c->threads : THREADS_MAX;
    c->connections = c->connections ? c->connections : 1024;
    c->idle_seconds = c->idle_seconds ? c->idle_seconds : 60;
    c->body_limit = c->body_limit ? c->body_limit : 256 * 1024;
    c->head_limit = c->head_limit ? c->head_limit : 16 * 1024;
    c->stop_milli = c->stop_milli ? c->stop_milli : 2000;
    c->handshake_milli = c->handshake_milli ? c->handshake_milli : 5000;
    c->head_milli = c->head_milli ? c->head_milli : 10000;
    c->body_milli = c->body_milli ? c->body_milli : 30000;
    CHECK(!c->tls || (c->client_unit && c->client_refusal));
    for (size_t i = 0; i < c->route_count; i++)
        CHECK(c->routes[i].pattern[0] == '/' && c->routes[i].handler);
}

static struct MHD_Daemon *start_daemon(struct server_thread *thread, int listener)
{
    struct http_server *server = thread->server;
    const struct http_config *c = &server->config;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_LISTEN_SOCKET, listener, NULL},
        /* request_check.c makes the strict checks itself: the library answers a second fault of
         * one head by closing the connection without a word. */
        {MHD_OPTION_STRICT_FOR_CLIENT, 0, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)c->connections + SPARE_CONNECTIONS, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)c->idle_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)HEAD_MEMORY(c->head_limit), NULL},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)server_leave_escaped, NULL},
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)server_on_target, thread},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)server_on_completed, thread},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)server_on_connection, thread},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)TLS_PRIORITIES},
        {MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *)(uintptr_t)server_on_certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    if (server->tls)
        flags |= MHD_USE_TLS;
    else
        secure[0].option = MHD_OPTION_END;
    return MHD_start_daemon(flags, server->port, server_on_knock, server, server_on_request, thread,
                            MHD_OPTION_ARRAY, options, MHD_OPTION_ARRAY, secure, MHD_OPTION_END);
}

/* Each daemon has a descriptor of its own for the listening socket, and closes it. */
static bool start_server_thread(struct http_server *server, int listener)
{
    struct server_thread *thread = &server->threads[server->thread_count];
    const struct http_config *c = &server->config;
    thread->server = server;
    thread->peers.addresses = server->addresses;
    thread->peers.tls = server->tls;
    thread->peers.client_unit = c->client_unit;
    thread->peers.limits = (struct peer_limits){.handshake_ms = c->handshake_milli,
                                                .head_ms = c->head_milli,
                                                .body_ms = c->body_milli,
                                                .idle_ms = c->idle_seconds * 1000};
    thread->loop.tick = server_on_tick;
    thread->loop.tick_user = thread;
    int own = fcntl(listener, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return false;
    mutex_init(&thread->lock);
    struct MHD_Daemon *daemon = start_daemon(thread, own);
    if (!daemon)
        close(own);
    else if (loop_start(&thread->loop, daemon))
        server->thread_count++;
    else
        MHD_stop_daemon(daemon);
    const bool started = thread != &server->threads[server->thread_count];
    if (!started)
        mutex_destroy(&thread->lock);
    return started;
}

/* Makes what a server needs before it listens. */
static int prepare(struct http_server *server, struct cr_err *err)
{
    const struct http_config *c = &server->config;
    const struct address_limits limits = {
        .connections = c->connections + SPARE_CONNECTIONS,
        .reserve = c->reserve,
        .per_address = c->per_address,
    };
    if (c->tls) {
        int rc = tls_new(c->tls, &server->tls, err);
        if (rc != CR_OK)
            return rc;
    }
    server->addresses = addresses_new(&limits);
    server->route_keys = calloc(c->route_count + 1, sizeof *server->route_keys);
    if (!server->addresses || !server->route_keys)
        return err_set(err, CR_E_IO, "http server: out of memory");
    for (size_t i = 0; i < c->route_count; i++)
        server->route_keys[i] = route_key_of(c->routes[i].pattern);
    return CR_OK;
}

static void drop(struct http_server *server)
{
    addresses_free(server->addresses);
    free(server->route_keys);
    tls_free(server->tls);
    free(server);
}

int http_server_start(const struct http_config *config, struct http_server **out,
                      struct cr_err *err)
{
    struct http_server *server = calloc(1, sizeof *server);
    if (!server)
        return err_set(err, CR_E_IO, "http server: out of memory");
    server->config = *config;
    fill_defaults(&server->config);
    int listener = -1;
    int rc = prepare(server, err);
    if (rc == CR_OK)
        rc = listen_open(server->config.address, config->port, server->tls != NULL, &listener,
                         &server->port, err);
    if (rc != CR_OK) {
        drop(server);
        return rc;
    }
    bool started = true;
    while (started && server->thread_count < server->config.threads)
        started = start_server_thread(server, listener);
    close(listener);
    if (!started) {
        http_server_stop(server);
        return err_set(err, CR_E_IO,
                       "http server: a thread could not be started; look for a limit on threads "
                       "or open files");
    }
    *out = server;
    return CR_OK;
}

uint16_t http_server_port(const struct http_server *server)
{
    return server->port;
}

static void stop_requests(struct server_thread *thread)
{
    mutex_lock(&thread->lock);
    for (struct http_request *req = thread->requests; req; req = req->next)
        request_stop(req);
    mutex_unlock(&thread->lock);
}

static void wait_for_answers(struct server_thread *thread, int64_t until_ms)
{
    mutex_lock(&thread->lock);
    while (thread->busy > 0 && mutex_wait_until(&thread->lock, until_ms))
        continue;
    mutex_unlock(&thread->lock);
}

void http_server_stop(struct http_server *server)
{
    if (!server)
        return;
    atomic_store(&server->stopping, true);
    for (unsigned i = 0; i < server->thread_count; i++)
        stop_requests(&server->threads[i]);
    const int64_t until_ms = clock_mono_ms() + server->config.stop_milli;
    for (unsigned i = 0; i < server->thread_count; i++)
        wait_for_answers(&server->threads[i], until_ms);
    for (unsigned i = 0; i < server->thread_count; i++) {
        loop_stop(&server->threads[i].loop);
        MHD_stop_daemon(server->threads[i].loop.daemon);
        CHECK(server->threads[i].requests == NULL);
        mutex_destroy(&server->threads[i].lock);
    }
    drop(server);
}
