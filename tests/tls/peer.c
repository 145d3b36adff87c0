/* A TLS client for tests that sends what it is told to (peer.h). */
#define _GNU_SOURCE
#include "peer.h"

#include "net/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int peer_dial(uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct timeval patience = {.tv_sec = 120};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Presents the chosen certificate, whatever authorities the server asks for. */
static int show_certificate(gnutls_session_t session, const gnutls_datum_t *names, int count,
                            const gnutls_pk_algorithm_t *kinds, int kind_count,
                            gnutls_pcert_st **pcert, unsigned *pcert_count, gnutls_privkey_t *key)
{
    struct tls_peer *p = gnutls_session_get_ptr(session);
    (void)names;
    (void)count;
    (void)kinds;
    (void)kind_count;
    *pcert = p->has_certificate ? &p->pcert : NULL;
    *pcert_count = p->has_certificate;
    *key = p->has_certificate ? p->key : NULL;
    return 0;
}

static bool load(struct tls_peer *p, const struct issue_pair *pair)
{
    gnutls_datum_t crt = {(void *)(uintptr_t)pair->certificate, (unsigned)pair->certificate_len};
    gnutls_datum_t key = {(void *)(uintptr_t)pair->key, (unsigned)pair->key_len};
    if (gnutls_privkey_init(&p->key) != 0)
        return false;
    p->has_certificate =
        gnutls_privkey_import_x509_raw(p->key, &key, GNUTLS_X509_FMT_PEM, NULL, 0) == 0 &&
        gnutls_pcert_import_x509_raw(&p->pcert, &crt, GNUTLS_X509_FMT_PEM, 0) == 0;
    return p->has_certificate;
}

bool peer_connect(struct tls_peer *p, uint16_t port, const struct peer_options *o)
{
    memset(p, 0, sizeof *p);
    p->fd = peer_dial(port);
    if (p->fd < 0 || gnutls_init(&p->session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL) != 0)
        return false;
    gnutls_session_set_ptr(p->session, p);
    gnutls_certificate_allocate_credentials(&p->credentials);
    gnutls_certificate_set_retrieve_function2(p->credentials, show_certificate);
    if (o && o->certificate && !load(p, o->certificate))
        return false;
    p->fault = gnutls_priority_set_direct(
        p->session, o && o->priorities ? o->priorities : TLS_PRIORITIES, NULL);
    if (p->fault != 0)
        return false;
    gnutls_credentials_set(p->session, GNUTLS_CRD_CERTIFICATE, p->credentials);
    gnutls_transport_set_int(p->session, p->fd);
    gnutls_handshake_set_timeout(p->session, 60000);
    do {
        p->fault = gnutls_handshake(p->session);
    } while (p->fault < 0 && !gnutls_error_is_fatal(p->fault));
    return p->fault == 0;
}

void peer_hang_up(struct tls_peer *p)
{
    if (p->session)
        gnutls_deinit(p->session);
    if (p->credentials)
        gnutls_certificate_free_credentials(p->credentials);
    if (p->has_certificate)
        gnutls_pcert_deinit(&p->pcert);
    if (p->key)
        gnutls_privkey_deinit(p->key);
    if (p->fd >= 0)
        close(p->fd);
    p->session = NULL;
    p->fd = -1;
}

bool peer_send(struct tls_peer *p, const char *text)
{
    size_t len = strlen(text);
    while (len > 0) {
        ssize_t n = gnutls_record_send(p->session, text, len);
        if (n == GNUTLS_E_INTERRUPTED || n == GNUTLS_E_AGAIN)
            continue;
        if (n <= 0)
            return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

bool peer_wait_for(struct tls_peer *p, const char *text)
{
    while (!strstr(p->data, text)) {
        if (p->len == PEER_ROOM)
            return false;
        ssize_t n = gnutls_record_recv(p->session, p->data + p->len, PEER_ROOM - p->len);
        if (n == GNUTLS_E_INTERRUPTED)
            continue;
        if (n <= 0)
            return false;
        p->len += (size_t)n;
        p->data[p->len] = '\0';
    }
    return true;
}

unsigned peer_get(struct tls_peer *p, uint16_t port, const struct peer_options *o, const char *path)
{
    char request[512];
    unsigned status = 0;
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    if (peer_connect(p, port, o) && peer_send(p, request)) {
        while (peer_wait_for(p, "\r\n\r\n\r\n\r\n\r\n"))
            continue;
        sscanf(p->data, "HTTP/1.1 %u ", &status);
    }
    return status;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t peer_wait_end(int fd)
{
    char drain[4096];
    const int64_t began = now_ms();
    ssize_t n;
    while ((n = recv(fd, drain, sizeof drain, 0)) > 0)
        continue;
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? -1 : now_ms() - began;
}
