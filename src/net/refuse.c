/* Refusals that are written directly to the socket; see refuse.h. */
#define _GNU_SOURCE
#include "net/refuse.h"

#include "base/check.h"
#include "net/request_internal.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* Data that still arrives is read and thrown away up to this size: closing on unread data resets
 * the connection, and some systems then lose the answer too. */
#define DRAIN_MAX (64 * 1024)

static void write_head(struct text *t, unsigned status, size_t len)
{
    char date[40];
    const time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &tm);
    text_add_format(t,
                    "HTTP/1.1 %u %s\r\nDate: %s\r\nConnection: close\r\nContent-Type: " PROBLEM_TYPE
                    "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                    "Content-Length: %zu\r\n\r\n",
                    status, problem_status_words(status), date, len);
}

/* A socket that cannot take so little at once belongs to somebody who reads nothing. */
static void send_and_end(const struct peer *peer, const char *data, size_t len)
{
    if (peer->session) {
        gnutls_record_send(peer->session, data, len);
        gnutls_bye(peer->session, GNUTLS_SHUT_WR);
    } else {
        send(peer->fd, data, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    shutdown(peer->fd, SHUT_WR);
}

static void drain(const struct peer *peer)
{
    char dropped[4096];
    for (size_t sum = 0; sum < DRAIN_MAX; sum += sizeof dropped)
        if (recv(peer->fd, dropped, sizeof dropped, MSG_DONTWAIT) <= 0)
            return;
}

void refuse_peer(struct peer *peer, const struct problem *p)
{
    char body[PROBLEM_TEXT_MAX], answer[PROBLEM_TEXT_MAX + 512];
    struct text b, t;
    if (peer->is_refused)
        return;
    peer->is_refused = true;
    text_init(&b, body, sizeof body);
    problem_write(&b, p);
    text_init(&t, answer, sizeof answer);
    write_head(&t, p->status, b.len);
    text_add_len(&t, body, b.len);
    CHECK(!b.cut && !t.cut);
    send_and_end(peer, answer, t.len);
    drain(peer);
}

/* ---- What the library cannot read ---- */

/* A code and a sentence for what the library refused. Its status, and how far the request had
 * come, tell what was wrong. */
static struct problem describe(const struct http_request *req, unsigned status)
{
    switch (status) {
    case 413:
        return (struct problem){.code = "body-too-large",
                                .detail = "The body is larger than this server reads."};
    case 414:
        return (struct problem){.code = "target-too-long",
                                .detail = "The request's target exceeds 2048 bytes."};
    case 431:
        return (struct problem){.code = "head-too-large",
                                .detail = "The request's headers exceed 16 KiB, or there are too "
                                          "many of them."};
    case 505:
        return (struct problem){.code = "version",
                                .detail = "The only versions of HTTP served are 1.1 and 1.0."};
    default:
        break;
    }
    if (status != 400)
        return (struct problem){.detail = "The request cannot be read."};
    return (struct problem){
        .code = req ? "framing" : "request-line",
        .detail = req ? "A header has no colon, or the length of the body is not a number."
                      : "The request's first line is not a method, a target and a version."};
}

typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned, struct MHD_Response *);

static queue_function find_next(void)
{
    queue_function found;
    void *symbol = dlsym(RTLD_NEXT, "MHD_queue_response");
    CHECK(symbol != NULL);
    memcpy(&found, &symbol, sizeof found);
    return found;
}

enum MHD_Result queue_answer(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response)
{
    static _Atomic(queue_function) next;
    queue_function queue = atomic_load(&next);
    if (!queue)
        atomic_store(&next, queue = find_next());
    return queue(connection, status, response);
}

/* The library's own calls of this function come here; our files call queue_answer. The library
 * goes on as if its page were sent, finds that the connection takes no more, and closes. */
__attribute__((visibility("default"))) enum MHD_Result
MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                   struct MHD_Response *response)
{
    struct peer *peer = peer_of(connection);
    if (peer) {
        struct problem p = describe(peer->request, status);
        p.status = status;
        refuse_peer(peer, &p);
    }
    return queue_answer(connection, status, response);
}
