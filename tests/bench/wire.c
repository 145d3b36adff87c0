/* A single HTTP connection to a manager, over a socket or TLS without an HTTP library. */
#include "served.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void wire_open_from(struct wire *w, uint16_t port, unsigned n)
{
    const int one = 1;
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr_in from = {.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK + n)};
    memset(w, 0, offsetof(struct wire, in));
    w->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (w->fd < 0 || (n > 0 && bind(w->fd, (const struct sockaddr *)&from, sizeof(from)) != 0) ||
        connect(w->fd, (const struct sockaddr *)&to, sizeof(to)) != 0)
        bench_die("cannot connect: %s", strerror(errno));
    setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
}

void wire_do_not_wait(struct wire *w)
{
    fcntl(w->fd, F_SETFL, O_NONBLOCK);
}

void wire_open(struct wire *w, uint16_t port)
{
    wire_open_from(w, port, 0);
    wire_do_not_wait(w);
}

void wire_send(struct wire *w, const char *data, size_t len)
{
    /* The data is short and the other side reads, so it always fits into the socket's buffer. */
    const ssize_t sent = w->tls != NULL ? gnutls_record_send(w->tls, data, len)
                                        : send(w->fd, data, len, MSG_NOSIGNAL);
    if (sent != (ssize_t)len)
        bench_die("cannot send: %s", strerror(errno));
}

void wire_post(struct wire *w, const char *path, const char *body)
{
    char text[2048];
    const int len = snprintf(text, sizeof(text),
                             "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\n"
                             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                             path, strlen(body), body);
    wire_send(w, text, (size_t)len);
}

/* The length of the complete answer, or 0 while its head is incomplete. */
static size_t answer_size(const char *in, size_t *head)
{
    const char *end = strstr(in, "\r\n\r\n");
    const char *length = strstr(in, "Content-Length: ");
    if (end == NULL)
        return 0;
    *head = (size_t)(end - in) + 4;
    if (length == NULL || length > end)
        bench_die("an answer without a length: %.200s", in);
    return *head + strtoul(length + strlen("Content-Length: "), NULL, 10);
}

/* Reads everything available: the TLS library may hold more than the socket shows. */
static void take_in(struct wire *w)
{
    for (;;) {
        char *at = w->in + w->have;
        const size_t room = sizeof(w->in) - 1 - w->have;
        const ssize_t got =
            w->tls != NULL ? gnutls_record_recv(w->tls, at, room) : recv(w->fd, at, room, 0);
        if (w->tls != NULL ? got < 0 && !gnutls_error_is_fatal((int)got)
                           : got < 0 && errno == EAGAIN)
            return;
        if (got <= 0)
            bench_die("the manager closed a connection");
        w->have += (size_t)got;
        if (w->tls == NULL)
            return;
    }
}

bool wire_read(struct wire *w, struct wire_answer *out)
{
    size_t head = 0;
    take_in(w);
    w->in[w->have] = '\0';
    const size_t size = answer_size(w->in, &head);
    if (size == 0 || w->have < size)
        return false;
    *out = (struct wire_answer){(unsigned)strtoul(w->in + 9, NULL, 10), w->in + head, size - head};
    w->have = 0;
    return true;
}

struct wire_answer wire_wait(struct wire *w)
{
    struct wire_answer a;
    struct pollfd fd = {.fd = w->fd, .events = POLLIN};
    do
        poll(&fd, 1, -1);
    while (!wire_read(w, &a));
    return a;
}
