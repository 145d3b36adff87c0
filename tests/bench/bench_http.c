/* Many tables on one manager over HTTP: how long an acknowledgement takes, and what a round costs.
 *
 * Rounds are offered by the clock, whatever the answers do, and each answer's time counts from the
 * moment when its command was due: a manager that falls behind cannot hide it. A round is two
 * commands, COIN IN and GAME OVER. Beside it a thread writes and syncs a small file in the same
 * folder all the while: what a durable answer cannot beat, on a machine that is as busy.
 *
 * First on an open floor over plain HTTP; then on the same floor as houses run it: TLS 1.3, a
 * certificate a table, signed checkpoints, a witness, screens that listen. The difference is what
 * that costs. usage: bench_http CROUPIER [TABLES [ROUNDS-A-SECOND [SECONDS [FOLDER]]]] */
#include "closed.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define BEGUN_AT_ONCE 256 /* joins under way */
#define EVENTS        512
#define SYNCS_MAX     16384
#define SYNC_PAUSE_MS 10
#define SCREENS       50
#define KEEP_ALIVE_S  15

struct table {
    struct wire wire;
    unsigned step; /* commands sent */
    double due;
    bool waits, joined;
};

/* The disk alone. */
struct syncs {
    const struct served *served;
    pthread_t thread;
    atomic_bool stop;
    double times[SYNCS_MAX];
    size_t count;
};

/* What the manager's threads have used, by their names. */
static const char *const threads[] = {"server", "writer", "views", "notary", "publisher", "push"};
static const char *const their_work[] = {"connections, TLS, HTTP, who may",
                                         "steps and the store",
                                         "signs of life",
                                         "tree and checkpoints",
                                         "meters for screens",
                                         "sending to screens"};
#define THREADS (sizeof(threads) / sizeof(threads[0]))

struct usage {
    double all, by[THREADS];
};

struct bench {
    struct served served;
    struct closed closed;
    bool is_closed;
    bool is_over; /* rounds are finished, none begins */
    struct wire screens[SCREENS];
    struct usage usage;
    struct syncs syncs;
    struct table *tables;
    unsigned count, begun, ready;
    double rate; /* commands a second */
    double start, end;
    double *times;
    size_t done, late, room;
    int epoll;
};

static void name(const struct bench *b, const struct table *t, const char *what, char out[64])
{
    snprintf(out, 64, "tables/t%u/%s", (unsigned)(t - b->tables), what);
}

static void *sync_all_the_while(void *context)
{
    struct syncs *s = context;
    const struct timespec pause = {.tv_nsec = SYNC_PAUSE_MS * 1000000L};
    const int file = served_sync_open(s->served);
    while (!atomic_load(&s->stop) && s->count < SYNCS_MAX) {
        s->times[s->count++] = served_sync_once(file);
        nanosleep(&pause, NULL);
    }
    close(file);
    return NULL;
}

/* ---- Joining ---- */

static void begin_table(struct bench *b)
{
    const unsigned number = b->begun++;
    struct table *t = &b->tables[number];
    char path[64];
    if (b->is_closed)
        closed_open(&b->closed, &t->wire, b->served.tls_port, &b->closed.tables[number], number);
    else
        wire_open(&t->wire, b->served.port);
    wire_do_not_wait(&t->wire);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = t};
    if (epoll_ctl(b->epoll, EPOLL_CTL_ADD, t->wire.fd, &event) != 0)
        bench_die("epoll refuses a connection");
    if (b->is_closed) {
        t->step = 1; /* it was configured when the floor was open */
        name(b, t, "join", path);
        wire_post(&t->wire, path, "{\"instance\":\"bench\"}");
        return;
    }
    name(b, t, "configure", path);
    wire_post(&t->wire, path,
              "{\"link\":\"main\",\"item\":\"Four Card Poker\",\"is_live\":true,"
              "\"user\":\"One\",\"approver\":\"Two\"}");
}

static void on_joined(struct bench *b, struct table *t)
{
    char path[64];
    t->waits = false;
    if (t->joined)
        return; /* it was only kept alive */
    if (t->step++ == 0) {
        name(b, t, "join", path);
        wire_post(&t->wire, path, "{\"instance\":\"bench\"}");
        return;
    }
    t->step = 0;
    t->joined = true;
    b->ready++;
    if (b->begun < b->count)
        begin_table(b);
}

/* ---- Rounds ---- */

static double due_time(const struct bench *b, const struct table *t)
{
    const double place = (double)(t - b->tables);
    return b->start + ((double)t->step * (double)b->count + place) / b->rate;
}

static void play(struct bench *b, struct table *t)
{
    char path[64], body[128];
    name(b, t, "events", path);
    t->due = due_time(b, t);
    t->waits = true;
    const bool is_coin = t->step++ % 2 == 0;
    snprintf(body, sizeof(body), "{\"kind\":\"%s\",\"epoch\":%d,\"table_seq\":%u%s}",
             is_coin ? "coin_in" : "game_over", b->is_closed ? 2 : 1, t->step,
             is_coin ? ",\"seats\":[1,2,3,4,5]" : "");
    wire_post(&t->wire, path, body);
}

static void on_answer(struct bench *b, struct table *t, double now)
{
    if (b->done < b->room)
        b->times[b->done++] = now - t->due;
    t->waits = false;
    /* Its next command was due while this one waited. */
    if (!b->is_over && due_time(b, t) <= now) {
        b->late++;
        play(b, t);
    }
}

/* ---- Both ---- */

static void wait_for_answers(struct bench *b, int timeout_ms, bool joining)
{
    struct epoll_event events[EVENTS];
    const int count = epoll_wait(b->epoll, events, EVENTS, timeout_ms);
    for (int i = 0; i < count; i++) {
        struct table *t = events[i].data.ptr;
        struct wire_answer a;
        if (!wire_read(&t->wire, &a))
            continue;
        if (a.status != 200)
            bench_die("refused: %.*s", (int)a.len, a.body);
        if (joining)
            on_joined(b, t);
        else
            on_answer(b, t, bench_now());
    }
}

/* A connection that rests for a minute ends; shaking ten thousand hands may take longer. */
static void keep_alive(struct bench *b)
{
    char path[64], body[64];
    snprintf(body, sizeof(body), "{\"instance\":\"bench\",\"epoch\":%d}", b->is_closed ? 2 : 1);
    for (unsigned i = 0; i < b->begun; i++) {
        struct table *t = &b->tables[i];
        if (!t->joined || t->waits)
            continue;
        t->waits = true;
        name(b, t, "heartbeat", path);
        wire_post(&t->wire, path, body);
    }
}

static unsigned count_waiting(const struct bench *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < b->count; i++)
        count += b->tables[i].waits;
    return count;
}

static void join_all(struct bench *b)
{
    double kept = bench_now();
    while (b->begun < b->count && b->begun < BEGUN_AT_ONCE)
        begin_table(b);
    while (b->ready < b->count) {
        wait_for_answers(b, 100, true);
        if (bench_now() - kept > KEEP_ALIVE_S) {
            keep_alive(b);
            kept = bench_now();
        }
    }
    while (count_waiting(b) > 0)
        wait_for_answers(b, 100, true);
}

static void run(struct bench *b, double seconds)
{
    uint64_t sent = 0;
    const uint64_t total = (uint64_t)(b->rate * seconds);
    b->start = bench_now() + 0.1;
    b->room = total;
    b->times = calloc(total, sizeof(b->times[0]));
    while (b->done < total) {
        const double now = bench_now();
        while (sent < total && b->start + (double)sent / b->rate <= now) {
            struct table *t = &b->tables[sent++ % b->count];
            if (!t->waits && due_time(b, t) <= now)
                play(b, t);
        }
        wait_for_answers(b, 1, false);
        if (now - b->start > 4 * seconds + 60)
            bench_die("%zu of %llu commands answered; the manager does not keep up", b->done,
                      (unsigned long long)total);
    }
    b->end = bench_now();
}

/* Rounds that are under way when the time is over. */
static void finish_rounds(struct bench *b)
{
    b->is_over = true;
    for (unsigned i = 0; i < b->count; i++)
        if (b->tables[i].step % 2 == 1)
            play(b, &b->tables[i]);
    while (count_waiting(b) > 0)
        wait_for_answers(b, 1, false);
}

static void measure(const struct bench *b, struct usage *out)
{
    out->all = served_cpu(&b->served);
    for (unsigned i = 0; i < THREADS; i++)
        out->by[i] = served_cpu_of(&b->served, threads[i]);
}

static void report(struct bench *b, double seconds)
{
    static const double shares[] = {0.5, 0.99};
    const double took = b->end - b->start, rounds = (double)b->done / 2;
    printf("%u tables over %s, %.0f rounds/s offered for %.0f s, SQLite\n", b->count,
           b->is_closed ? "TLS 1.3 with certificates, checkpoints and a witness" : "HTTP",
           b->rate / 2, seconds);
    printf("  achieved: %.0f rounds/s, %.0f durable events/s; %zu commands were due before the one "
           "before was answered\n",
           rounds / took, (double)b->done / took, b->late);
    for (unsigned i = 0; i < 2; i++) {
        const double time = bench_quantile(b->times, b->done, shares[i]);
        const double sync = bench_quantile(b->syncs.times, b->syncs.count, shares[i]);
        printf("  acknowledged: p%.0f %.2f ms; fdatasync beside it %.2f ms, ratio %.1f\n",
               100 * shares[i], 1e3 * time, 1e3 * sync, time / sync);
    }
    printf("  the manager's processor time: %.0f us a round, %.0f %% of one core\n",
           1e6 * b->usage.all / rounds, 100 * b->usage.all / took);
    for (unsigned i = 0; i < THREADS; i++)
        if (b->usage.by[i] > 0)
            printf("    %-10s %5.0f us a round, %2.0f %%  %s\n", threads[i],
                   1e6 * b->usage.by[i] / rounds, 100 * b->usage.by[i] / b->usage.all,
                   their_work[i]);
}

/* As many open files as the machine lets us have, and no more tables than that. */
static void fit_limit(struct bench *b)
{
    const rlim_t spare = 64;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max >= b->count + spare)
        return;
    b->count = files.rlim_max > spare ? (unsigned)(files.rlim_max - spare) : 1;
    printf("(%u tables: there are no more open files than that)\n", b->count);
}

/* ---- One floor ---- */

static void open_screens(struct bench *b)
{
    char request[256];
    const int len = snprintf(request, sizeof(request),
                             "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n"
                             "Authorization: Bearer %s\r\n\r\n",
                             b->closed.token);
    for (unsigned i = 0; i < SCREENS; i++) {
        closed_open(&b->closed, &b->screens[i], b->served.tls_port, NULL, b->count + i);
        wire_send(&b->screens[i], request, (size_t)len);
    }
}

/* Reads what the screens are told, and forgets it. */
static void *listen_all_the_while(void *context)
{
    struct bench *b = context;
    char heard[16384];
    while (!atomic_load(&b->syncs.stop))
        for (unsigned i = 0; i < SCREENS; i++) {
            wire_do_not_wait(&b->screens[i]);
            while (gnutls_record_recv(b->screens[i].tls, heard, sizeof(heard)) > 0)
                continue;
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
    return NULL;
}

static void run_floor(struct bench *b, double seconds)
{
    struct usage before;
    pthread_t listener;
    b->begun = b->ready = 0;
    b->is_over = false;
    b->done = b->late = b->syncs.count = 0;
    memset(b->tables, 0, b->count * sizeof(b->tables[0]));
    b->epoll = epoll_create1(EPOLL_CLOEXEC);
    join_all(b);
    atomic_store(&b->syncs.stop, false);
    b->syncs.served = &b->served;
    if (pthread_create(&b->syncs.thread, NULL, sync_all_the_while, &b->syncs) != 0)
        bench_die("cannot start a thread");
    if (b->is_closed)
        open_screens(b);
    if (b->is_closed && pthread_create(&listener, NULL, listen_all_the_while, b) != 0)
        bench_die("cannot start a thread");
    measure(b, &before);
    run(b, seconds);
    measure(b, &b->usage);
    b->usage.all -= before.all;
    for (unsigned i = 0; i < THREADS; i++)
        b->usage.by[i] -= before.by[i];
    atomic_store(&b->syncs.stop, true);
    pthread_join(b->syncs.thread, NULL);
    if (b->is_closed)
        pthread_join(listener, NULL);
    report(b, seconds);
    finish_rounds(b);
    for (unsigned i = 0; i < b->count; i++)
        close(b->tables[i].wire.fd);
    close(b->epoll);
    free(b->times);
}

int main(int argc, char **argv)
{
    struct bench *b = calloc(1, sizeof(*b));
    if (argc < 2)
        bench_die("usage: bench_http CROUPIER [TABLES [ROUNDS-A-SECOND [SECONDS [FOLDER]]]]");
    b->count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10000;
    b->rate = 2 * (argc > 3 ? strtod(argv[3], NULL) : 2000);
    const double seconds = argc > 4 ? strtod(argv[4], NULL) : 10;
    fit_limit(b);
    b->tables = calloc(b->count, sizeof(b->tables[0]));
    if (b->tables == NULL)
        bench_die("out of memory");
    served_start(&b->served, argv[1], argc > 5 ? argv[5] : ".", b->count);
    run_floor(b, seconds);
    const double plain = b->usage.by[0] / (double)b->done;
    served_pause(&b->served);
    closed_make(&b->closed, &b->served, argv[1], b->count);
    served_start_closed(&b->served, argv[1]);
    b->is_closed = true;
    run_floor(b, seconds);
    printf("  of the servers' time %.0f us a round are for TLS and for who may\n",
           2e6 * (b->usage.by[0] / (double)b->done - plain));
    served_stop(&b->served);
    closed_drop(&b->closed);
    free(b->tables);
    free(b);
    return 0;
}
