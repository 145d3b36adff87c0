/* The inside of a server: its threads, and what the library calls on them. For server.c and
 * server_calls.c only. */
#pragma once

#include "net/request_internal.h"
#include "os/mutex.h"

#include <gnutls/abstract.h>

#define THREADS_MAX 16

/* One thread with its share of the connections. */
struct server_thread {
    struct http_server *server;
    struct loop loop;
    struct peers peers;
    struct mutex lock; /* of all that follows */
    unsigned busy;     /* requests that are being answered; the lock is woken when it becomes 0 */
    struct http_request *requests;
};

struct http_server {
    struct http_config config;
    struct server_thread threads[THREADS_MAX];
    unsigned thread_count;
    uint16_t port;
    struct tls *tls; /* NULL: plain */
    struct addresses *addresses;
    atomic_bool stopping;
    atomic_uint connections;
    struct route_key *route_keys;
};

/* --- server_calls.c: the library's callbacks, on its threads --- */

size_t server_leave_escaped(void *user, struct MHD_Connection *connection, char *text);
void *server_on_target(void *user, const char *target, struct MHD_Connection *connection);
enum MHD_Result server_on_knock(void *user, const struct sockaddr *address, socklen_t len);
void server_on_connection(void *user, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code);
int server_on_certificate(gnutls_session_t session, const struct gnutls_cert_retr_st *info,
                          gnutls_pcert_st **certificates, unsigned *count,
                          gnutls_ocsp_data_st **ocsp, unsigned *ocsp_count, gnutls_privkey_t *key,
                          unsigned *flags);
void server_on_tick(void *user);
void server_on_completed(void *user, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode code);
enum MHD_Result server_on_request(void *user, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *len, void **context);
