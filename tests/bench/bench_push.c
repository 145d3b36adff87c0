/* Benchmark: the time from the acknowledgement of a coin until subscribers have the new meter.
 *
 * Beside it, in the same run, a thread sends as many bytes to as many plain sockets as soon as it
 * is told to. Coins come slowly enough that each is sent on its own; under load the manager sends a
 * meter at most ten times a second.
 * usage: bench_push CROUPIER [SUBSCRIBERS [FOLDER]] */
#include "served.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS    30
#define PAUSE_MS  250 /* GAME OVER is sent first, up to 0.1 s late */
#define EVENTS    512
#define SUBS_MAX  4096
#define PATIENCE  10.0 /* seconds */
#define RAW_BYTES 1024

struct sub {
    struct wire wire;
    bool has_it;
};

struct bench {
    struct served served;
    struct sub *subs;
    unsigned count, have;
    int epoll;
    double *arrived; /* times of arrival in this round */
    double middle[ROUNDS], last[ROUNDS];
    size_t message; /* bytes of one message, as received */
};

/* ---- Receiving ---- */

static void subscribe(struct bench *b, struct sub *s, uint16_t port)
{
    wire_open(&s->wire, port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    if (epoll_ctl(b->epoll, EPOLL_CTL_ADD, s->wire.fd, &event) != 0)
        bench_die("epoll refuses a connection");
}

/* Discards text that was searched. The end is kept, because a message may have begun there. */
static void make_room(struct wire *w)
{
    const size_t kept = sizeof(w->in) / 4;
    if (w->have < sizeof(w->in) / 2)
        return;
    memmove(w->in, w->in + w->have - kept, kept);
    w->have = kept;
}

static void take(struct bench *b, struct sub *s, const char *text)
{
    struct wire *w = &s->wire;
    make_room(w);
    const ssize_t got = recv(w->fd, w->in + w->have, sizeof(w->in) - 1 - w->have, 0);
    if (got <= 0)
        bench_die("a subscriber lost its stream");
    w->have += (size_t)got;
    w->in[w->have] = '\0';
    const char *at = strstr(w->in, text);
    if (s->has_it || at == NULL)
        return;
    s->has_it = true;
    const char *begin = strstr(w->in, "event: meters");
    const char *end = strstr(at, "\n\n");
    if (begin != NULL && begin < at && end != NULL)
        b->message = (size_t)(end - begin) + 2;
    w->have = 0;
    b->arrived[b->have++] = bench_now();
}

/* Waits until every subscriber has the text. */
static void gather(struct bench *b, const char *text)
{
    struct epoll_event events[EVENTS];
    const double start = bench_now();
    while (b->have < b->count) {
        const int count = epoll_wait(b->epoll, events, EVENTS, 1000);
        for (int i = 0; i < count; i++)
            take(b, events[i].data.ptr, text);
        if (bench_now() - start > PATIENCE)
            bench_die("%u of %u subscribers have %s", b->have, b->count, text);
    }
}

static void begin_round(struct bench *b)
{
    b->have = 0;
    for (unsigned i = 0; i < b->count; i++)
        b->subs[i].has_it = false;
}

static void end_round(struct bench *b, unsigned round, double since)
{
    for (unsigned i = 0; i < b->count; i++)
        b->arrived[i] = b->arrived[i] > since ? b->arrived[i] - since : 0;
    b->middle[round] = bench_quantile(b->arrived, b->count, 0.5);
    b->last[round] = b->arrived[b->count - 1];
}

static void pause_briefly(void)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    nanosleep(&pause, NULL);
}

/* ---- The manager ---- */

static struct wire_answer ask(struct wire *w, const char *path, const char *body)
{
    wire_post(w, path, body);
    struct wire_answer a = wire_wait(w);
    if (a.status != 200)
        bench_die("refused: %.*s", (int)a.len, a.body);
    return a;
}

/* Finds the meter's amount after the coins, as "amount":"…". */
static void amount_of(struct wire_answer a, char out[64])
{
    const char *at = strstr(a.body, "\"after\":[\"");
    if (at == NULL)
        bench_die("an answer without a meter: %.*s", (int)a.len, a.body);
    at += strlen("\"after\":[\"");
    snprintf(out, 64, "\"amount\":\"%.*s\"", (int)strcspn(at, "\""), at);
}

static void push_rounds(struct bench *b)
{
    static const char get[] = "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static struct wire table;
    char body[128], text[64];
    unsigned seq = 0;
    wire_open(&table, b->served.port);
    ask(&table, "tables/t1/configure",
        "{\"link\":\"main\",\"item\":\"Four Card Poker\",\"is_live\":true,\"user\":\"One\","
        "\"approver\":\"Two\"}");
    ask(&table, "tables/t1/join", "{\"instance\":\"bench\"}");
    for (unsigned i = 0; i < b->count; i++) {
        subscribe(b, &b->subs[i], b->served.port);
        wire_send(&b->subs[i].wire, get, strlen(get));
    }
    begin_round(b);
    gather(b, "event: ");
    for (unsigned round = 0; round < ROUNDS; round++) {
        pause_briefly();
        begin_round(b);
        snprintf(body, sizeof(body),
                 "{\"kind\":\"coin_in\",\"epoch\":1,\"table_seq\":%u,\"seats\":[1,2,3]}", ++seq);
        const struct wire_answer a = ask(&table, "tables/t1/events", body);
        const double since = bench_now();
        amount_of(a, text);
        gather(b, text);
        end_round(b, round, since);
        snprintf(body, sizeof(body), "{\"kind\":\"game_over\",\"epoch\":1,\"table_seq\":%u}",
                 ++seq);
        ask(&table, "tables/t1/events", body);
    }
    close(table.fd);
}

/* ---- Plain sockets ---- */

struct plain {
    int listener, told[2];
    uint16_t port;
    unsigned count;
    size_t bytes;
    int *peers;
};

static void *send_plainly(void *context)
{
    struct plain *p = context;
    char go, text[RAW_BYTES];
    for (unsigned i = 0; i < p->count; i++)
        p->peers[i] = accept(p->listener, NULL, NULL);
    memset(text, '.', sizeof(text));
    memcpy(text + p->bytes - 4, "end\n", 4);
    while (read(p->told[0], &go, 1) == 1)
        for (unsigned i = 0; i < p->count; i++)
            if (send(p->peers[i], text, p->bytes, MSG_NOSIGNAL) < 0)
                bench_die("a plain socket broke");
    return NULL;
}

static void open_plain(struct plain *p, unsigned count, size_t bytes)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(at);
    p->count = count;
    p->bytes = bytes < RAW_BYTES ? bytes : RAW_BYTES;
    p->peers = calloc(count, sizeof(p->peers[0]));
    p->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (p->listener < 0 || bind(p->listener, (struct sockaddr *)&at, sizeof(at)) != 0 ||
        listen(p->listener, SUBS_MAX) != 0 ||
        getsockname(p->listener, (struct sockaddr *)&at, &len) != 0 || pipe(p->told) != 0)
        bench_die("cannot listen");
    p->port = ntohs(at.sin_port);
}

static void plain_rounds(struct bench *b)
{
    struct plain p;
    pthread_t thread;
    open_plain(&p, b->count, b->message);
    if (pthread_create(&thread, NULL, send_plainly, &p) != 0)
        bench_die("cannot start a thread");
    for (unsigned i = 0; i < b->count; i++)
        subscribe(b, &b->subs[i], p.port);
    for (unsigned round = 0; round < ROUNDS; round++) {
        pause_briefly();
        begin_round(b);
        const double since = bench_now();
        if (write(p.told[1], "x", 1) != 1)
            bench_die("cannot tell the thread");
        gather(b, "end\n");
        end_round(b, round, since);
    }
    close(p.told[1]);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < p.count; i++)
        close(p.peers[i]);
    close(p.listener);
    close(p.told[0]);
    free(p.peers);
}

static void close_all(struct bench *b)
{
    for (unsigned i = 0; i < b->count; i++)
        close(b->subs[i].wire.fd);
    memset(b->subs, 0, b->count * sizeof(b->subs[0]));
}

int main(int argc, char **argv)
{
    struct bench *b = calloc(1, sizeof(*b));
    if (argc < 2)
        bench_die("usage: bench_push CROUPIER [SUBSCRIBERS [FOLDER]]");
    b->count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 500;
    if (b->count == 0 || b->count > SUBS_MAX)
        bench_die("SUBSCRIBERS is 1 to %d", SUBS_MAX);
    b->subs = calloc(b->count, sizeof(b->subs[0]));
    b->arrived = calloc(b->count, sizeof(b->arrived[0]));
    b->epoll = epoll_create1(EPOLL_CLOEXEC);
    served_start(&b->served, argv[1], argc > 3 ? argv[3] : ".", 16);
    push_rounds(b);
    close_all(b);
    served_stop(&b->served);
    const double middle = bench_quantile(b->middle, ROUNDS, 0.5);
    const double last = bench_quantile(b->last, ROUNDS, 0.5);
    plain_rounds(b);
    close_all(b);
    const double plain_middle = bench_quantile(b->middle, ROUNDS, 0.5);
    const double plain_last = bench_quantile(b->last, ROUNDS, 0.5);
    printf("a meter to %u subscribers, %zu bytes each, medians of %d coins\n", b->count, b->message,
           ROUNDS);
    printf("  after the acknowledgement: half have it in %.2f ms, all in %.2f ms\n", 1e3 * middle,
           1e3 * last);
    printf("  plain sockets:             half have it in %.2f ms, all in %.2f ms\n",
           1e3 * plain_middle, 1e3 * plain_last);
    printf("  ratio: %.1f and %.1f\n", middle / plain_middle, last / plain_last);
    close(b->epoll);
    free(b->subs);
    free(b->arrived);
    free(b);
    return 0;
}
