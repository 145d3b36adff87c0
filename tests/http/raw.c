/* A client that sends any bytes; see raw.h. */
#define _GNU_SOURCE
#include "raw.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

void raw_open(struct raw *r, uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *r = (struct raw){.fd = socket(AF_INET, SOCK_STREAM, 0), .data = malloc(RAW_ROOM + 1)};
    assert_true(r->fd >= 0);
    assert_non_null(r->data);
    r->data[0] = '\0';
    /* A test that waits for something that never comes must fail and not hang. */
    struct timeval patience = {.tv_sec = 120};
    setsockopt(r->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(r->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(r->fd, (const struct sockaddr *)&to, sizeof to), 0);
}

void raw_close(struct raw *r)
{
    close(r->fd);
    free(r->data);
}

bool raw_send_len(struct raw *r, const char *data, size_t len)
{
    while (len > 0) {
        ssize_t n = send(r->fd, data, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

void raw_send(struct raw *r, const char *text)
{
    assert_true(raw_send_len(r, text, strlen(text)));
}

/* Receives some more bytes; false at the end. */
static bool more(struct raw *r)
{
    assert_true(r->len < RAW_ROOM);
    ssize_t n = recv(r->fd, r->data + r->len, RAW_ROOM - r->len, 0);
    if (n <= 0)
        return false;
    r->len += (size_t)n;
    r->data[r->len] = '\0';
    return true;
}

static void drop(struct raw *r, size_t n)
{
    memmove(r->data, r->data + n, r->len - n + 1);
    r->len -= n;
}

static bool read_head(struct raw *r, struct raw_answer *out)
{
    const char *end;
    while (!(end = strstr(r->data, "\r\n\r\n")))
        if (!more(r))
            return false;
    size_t n = (size_t)(end - r->data) + 4;
    assert_true(n < sizeof out->head);
    memcpy(out->head, r->data, n);
    out->head[n] = '\0';
    drop(r, n);
    return sscanf(out->head, "HTTP/1.1 %d ", &out->status) == 1;
}

bool raw_answer(struct raw *r, struct raw_answer *out, bool to_head)
{
    *out = (struct raw_answer){0};
    do {
        if (!read_head(r, out))
            return false;
    } while (out->status == 100);
    const char *length = strcasestr(out->head, "Content-Length:");
    out->len = length && !to_head ? strtoul(length + 15, NULL, 10) : 0;
    assert_true(out->len < sizeof out->body);
    while (r->len < out->len)
        if (!more(r))
            return false;
    memcpy(out->body, r->data, out->len);
    drop(r, out->len);
    return true;
}

bool raw_wait_for(struct raw *r, const char *text)
{
    while (!strstr(r->data, text))
        if (!more(r))
            return false;
    return true;
}

bool raw_skip_to(struct raw *r, const char *text)
{
    const char *found;
    while (!(found = strstr(r->data, text))) {
        if (r->len > strlen(text))
            drop(r, r->len - strlen(text));
        if (!more(r))
            return false;
    }
    drop(r, (size_t)(found - r->data));
    return true;
}

void raw_wait_end(struct raw *r)
{
    while (more(r))
        continue;
}

struct raw_answer raw_ask(uint16_t port, const char *request)
{
    struct raw r;
    struct raw_answer answer;
    raw_open(&r, port);
    raw_send(&r, request);
    if (!raw_answer(&r, &answer, strncmp(request, "HEAD", 4) == 0))
        answer.status = 0;
    raw_close(&r);
    return answer;
}

void raw_expect(uint16_t port, const char *request, const char *body)
{
    struct raw_answer a = raw_ask(port, request);
    assert_int_equal(a.status, 200);
    assert_string_equal(a.body, body);
}
