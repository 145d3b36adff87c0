/* Benchmark: many tables on one manager over HTTP; how long an acknowledgement takes, and what a
 * round costs.
 *
 * Rounds are started by the clock, whether or not earlier answers have come, and the time of an
 * answer counts from the moment when its command was due. So a manager that falls behind cannot
 * hide it. A round has two commands, COIN IN and GAME OVER. Meanwhile a thread writes and syncs a
 * small file in the same folder: the time that a durable answer cannot beat under the same load.
 *
 * The first run is on an open floor over plain HTTP; the second is on the same floor as houses run
 * it: TLS 1.3, a certificate for each table, signed checkpoints, a witness, and screens that
 * listen. The difference is the cost of these. At the end the log is replayed by this process
 * alone: that is the cost of the writer's checks, and the rest of the writer's time is the store.
 *
 * usage: bench_http CROUPIER [TABLES [ROUNDS-A-SECOND [SECONDS [FOLDER]]]] */
#include "closed.h"
#include "log/replay/replay.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define BEGUN_AT_ONCE 256 /* joins that may be under way at a time */
#define EVENTS        512
#define SYNCS_MAX     16384
#define SYNC_PAUSE_MS 10
#define SCREENS       50
#define KEEP_ALIVE_S  15

struct table {
    struct wire wire;
    unsigned step; /* number of commands sent */
    double due;
    bool waits, joined;
};

/* The times of syncs to the disk, measured beside the rounds. */
struct syncs {
    const struct served *served;
    pthread_t thread;
    atomic_bool stop;
    double times[SYNCS_MAX];
    size_t count;
};

/* The names of the manager's threads, whose processor time is measured. */
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

/* The figures of a run that are compared with the other run's. */
struct result {
    struct usage usage;
    double p99, sync, events;
};

struct bench {
    struct served served;
    struct closed closed;
    bool is_closed;
    bool is_over; /* no more rounds are started */
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
    struct result plain_result, closed_result;
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
        t->step = 1; /* the table was configured while the floor was open */
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
        return; /* the answer was to a heartbeat */
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
    /* The table's next command became due while this one waited. */
    if (!b->is_over && due_time(b, t) <= now) {
        b->late++;
        play(b, t);
    }
}

/* ---- Joining and rounds ---- */

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

/* A connection without traffic ends after a minute, and ten thousand handshakes may take longer:
 * tables that wait for the others send heartbeats. */
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

/* Waits for the rounds that are under way when the time is over. */
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

/* ---- The cost of checking an event: reading its text, stepping, writing and hashing it ---- */

struct refold {
    struct replay replay;
    uint64_t rounds; /* events of COIN IN and GAME OVER … */
    double seconds;  /* … and the processor time of their checks */
};

static double own_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int refold_event(void *context, const struct store_event *event)
{
    struct refold *f = context;
    struct cr_err err = {0};
    const double before = own_cpu();
    if (replay_event(&f->replay, event, &err) != 0)
        bench_die("%s", err.text);
    floor_clean(f->replay.floor);
    const unsigned kind = f->replay.event.kind;
    if (kind != FLOOR_COIN_IN && kind != FLOOR_GAME_OVER)
        return 0;
    f->rounds++;
    f->seconds += own_cpu() - before;
    return 0;
}

/* The processor time for checking one event, in seconds. */
static double cost_of_checks(const struct served *served)
{
    char path[4200];
    struct cr_err err = {0};
    struct store *store = NULL;
    struct store_head head;
    struct floor floor;
    struct refold *f = calloc(1, sizeof(*f));
    void *memory = malloc(floor_memory_size(&floor_limits_largest));
    snprintf(path, sizeof(path), "%s/floor.db", served->folder);
    if (f == NULL || memory == NULL || store_open(path, STORE_READ, &store, &err) != 0 ||
        store_head(store, &head, &err) != 0)
        bench_die("the log cannot be read again: %s", err.text);
    floor_init(&floor, &floor_limits_largest, memory);
    f->replay.floor = &floor;
    if (store_read(store, 1, head.seq, refold_event, f, &err) != 0)
        bench_die("the log cannot be read again: %s", err.text);
    const double cost = f->rounds > 0 ? f->seconds / (double)f->rounds : 0;
    store_close(store);
    free(memory);
    free(f);
    return cost;
}

/* ---- Results ---- */

static void keep_ratios(struct bench *b, struct result *out)
{
    out->p99 = bench_quantile(b->times, b->done, 0.99);
    out->sync = bench_quantile(b->syncs.times, b->syncs.count, 0.99);
    out->usage = b->usage;
    out->events = (double)b->done;
}

static void print_share(const char *what, double part, double all)
{
    /* processor time is counted in ticks, so a very small share may come out negative */
    printf("  %-34s %3.0f %%\n", what, part > 0 ? 100 * part / all : 0.0);
}

/* Prints the ratios by which a run is judged, because they depend little on the machine's speed. */
static void sum_up(const struct result *plain, const struct result *closed, double checks)
{
    const struct usage *u = &closed->usage;
    const double tls = u->by[0] - plain->usage.by[0] / plain->events * closed->events;
    const double steps = checks * closed->events, store = u->by[1] - steps;
    printf("in short\n");
    printf("  p99 of an acknowledgement, in fdatasync's p99 beside it: closed %.1f, plain %.1f "
           "(at most 10)\n",
           closed->p99 / closed->sync, plain->p99 / plain->sync);
    printf("  closed to plain: p99 %.2f, processor time %.2f\n", closed->p99 / plain->p99,
           u->all / closed->events / (plain->usage.all / plain->events));
    printf("  shares of the closed manager's processor time:\n");
    print_share("  TLS, certificates, who may", tls, u->all);
    print_share("  HTTP and connections", u->by[0] - tls, u->all);
    print_share("  checks: text, step, text, hash", steps, u->all);
    print_share("  the store and its batches", store, u->all);
    print_share("  signs of life, screens, notary", u->all - u->by[0] - u->by[1], u->all);
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

/* Raises the limit of open files as far as allowed, and lowers the number of tables to fit it. */
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

/* ---- One run ---- */

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

/* Reads what the manager sends to the screens, and discards it. */
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
    keep_ratios(b, b->is_closed ? &b->closed_result : &b->plain_result);
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
    served_pause(&b->served);
    closed_make(&b->closed, &b->served, argv[1], b->count);
    served_start_closed(&b->served, argv[1]);
    b->is_closed = true;
    run_floor(b, seconds);
    served_pause(&b->served);
    sum_up(&b->plain_result, &b->closed_result, cost_of_checks(&b->served));
    served_stop(&b->served);
    closed_drop(&b->closed);
    free(b->tables);
    free(b);
    return 0;
}
