/* A request: its memory, and what a handler may ask it. */
#include "net/request_internal.h"

#include "base/check.h"
#include "os/clock.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(HTTP_MACHINE_MAX == CERTIFICATE_NAME_MAX &&
                   HTTP_FINGERPRINT_BYTES == CERTIFICATE_MARK_BYTES,
               "a request hands out what a certificate says");

static void write_remote(struct MHD_Connection *connection, char *into, size_t room)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    into[0] = '\0';
    if (!info || !info->client_addr)
        return;
    if (info->client_addr->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)info->client_addr;
        inet_ntop(AF_INET, &in->sin_addr, into, (socklen_t)room);
    } else if (info->client_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in6 =
            (const struct sockaddr_in6 *)(const void *)info->client_addr;
        inet_ntop(AF_INET6, &in6->sin6_addr, into, (socklen_t)room);
    }
}

struct http_request *request_new(struct http_server *server, struct loop *loop,
                                 struct MHD_Connection *connection, const char *target)
{
    struct http_request *req = calloc(1, sizeof *req);
    if (!req)
        return NULL;
    req->target_text = strdup(target);
    if (!req->target_text) {
        free(req);
        return NULL;
    }
    req->server = server;
    req->loop = loop;
    req->connection = connection;
    req->refs = 1;
    mutex_init(&req->lock);
    write_remote(connection, req->remote, sizeof req->remote);
    req->started = clock_mono_ns();
    return req;
}

void request_unref(struct http_request *req)
{
    if (atomic_fetch_sub(&req->refs, 1) != 1)
        return;
    if (req->response)
        MHD_destroy_response(req->response);
    mutex_destroy(&req->lock);
    free(req->target_text);
    if (req->body.data)
        sodium_memzero(req->body.data, req->body.len); /* it may have held passwords */
    text_free(&req->body);
    free(req);
}

const char *http_request_param(const struct http_request *req, const char *name)
{
    const char *value = route_param(req->route, &req->target, name);
    CHECK(value != NULL);
    return value;
}

const char *http_request_query(const struct http_request *req, const char *name)
{
    for (unsigned i = 0; i < req->target.query_count; i++)
        if (strcmp(req->target.query[i].name, name) == 0)
            return req->target.query[i].value;
    return NULL;
}

const char *http_request_query_name(const struct http_request *req, unsigned i)
{
    return i < req->target.query_count ? req->target.query[i].name : NULL;
}

const char *http_request_body(const struct http_request *req, size_t *len)
{
    *len = req->body.len;
    return req->body.data ? req->body.data : "";
}

const char *http_request_header(const struct http_request *req, const char *name)
{
    return MHD_lookup_connection_value(req->connection, MHD_HEADER_KIND, name);
}

const char *http_request_remote(const struct http_request *req)
{
    return req->remote;
}

bool http_request_machine(const struct http_request *req, char id[HTTP_MACHINE_MAX],
                          uint8_t fingerprint[HTTP_FINGERPRINT_BYTES])
{
    const struct certificate *c = &req->machine.certificate;
    if (req->machine.state != TLS_MACHINE_GOOD)
        return false;
    memcpy(id, c->name, sizeof c->name);
    memcpy(fingerprint, c->mark, sizeof c->mark);
    return true;
}
