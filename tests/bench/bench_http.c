/* Many tables on one manager over HTTP: how long an acknowledgement takes, and what a round costs.
 *
 * Rounds are offered by the clock, whatever the answers do, and each answer's time counts from the
 * moment when its command was due: a manager that falls behind cannot hide it. A round is two
 * commands, COIN IN and GAME OVER. Beside it a thread writes and syncs a small file in the same
 * folder all the while: what a durable answer cannot beat, on a machine that is as busy. usage:
 * bench_http CROUPIER [TABLES [ROUNDS-A-SECOND [SECONDS [FOLDER]]]] */
#include "served.h"

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

struct table {
    struct wire wire;
    unsigned step; /* commands sent */
    double due;
    bool waits;
};

/* The disk alone. */
struct syncs {
    const struct served *served;
    pthread_t thread;
    atomic_bool stop;
    double times[SYNCS_MAX];
    size_t count;
};

struct bench {
    struct served served;
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
    struct table *t = &b->tables[b->begun++];
    char path[64];
    wire_open(&t->wire, b->served.port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = t};
    if (epoll_ctl(b->epoll, EPOLL_CTL_ADD, t->wire.fd, &event) != 0)
        bench_die("epoll refuses a connection");
    name(b, t, "configure", path);
    wire_post(&t->wire, path,
              "{\"link\":\"main\",\"item\":\"Four Card Poker\",\"is_live\":true,"
              "\"user\":\"One\",\"approver\":\"Two\"}");
}

static void on_joined(struct bench *b, struct table *t)
{
    char path[64];
    if (t->step++ == 0) {
        name(b, t, "join", path);
        wire_post(&t->wire, path, "{\"instance\":\"bench\"}");
        return;
    }
    t->step = 0;
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
    snprintf(body, sizeof(body), "{\"kind\":\"%s\",\"epoch\":1,\"table_seq\":%u%s}",
             is_coin ? "coin_in" : "game_over", t->step, is_coin ? ",\"seats\":[1,2,3,4,5]" : "");
    wire_post(&t->wire, path, body);
}

static void on_answer(struct bench *b, struct table *t, double now)
{
    if (b->done < b->room)
        b->times[b->done++] = now - t->due;
    t->waits = false;
    /* Its next command was due while this one waited. */
    if (due_time(b, t) <= now) {
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

static void join_all(struct bench *b)
{
    while (b->begun < b->count && b->begun < BEGUN_AT_ONCE)
        begin_table(b);
    while (b->ready < b->count)
        wait_for_answers(b, -1, true);
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

static void report(struct bench *b, double seconds, double cpu)
{
    static const double shares[] = {0.5, 0.99};
    const double took = b->end - b->start, rounds = (double)b->done / 2;
    printf("%u tables over HTTP, %.0f rounds/s offered for %.0f s, SQLite\n", b->count, b->rate / 2,
           seconds);
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
           1e6 * cpu / rounds, 100 * cpu / took);
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

int main(int argc, char **argv)
{
    struct bench *b = calloc(1, sizeof(*b));
    if (argc < 2)
        bench_die("usage: bench_http CROUPIER [TABLES [ROUNDS-A-SECOND [SECONDS [FOLDER]]]]");
    b->count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 10000;
    b->rate = 2 * (argc > 3 ? strtod(argv[3], NULL) : 2000);
    const double seconds = argc > 4 ? strtod(argv[4], NULL) : 10;
    fit_limit(b);
    served_start(&b->served, argv[1], argc > 5 ? argv[5] : ".", b->count);
    b->tables = calloc(b->count, sizeof(b->tables[0]));
    b->epoll = epoll_create1(EPOLL_CLOEXEC);
    join_all(b);
    b->syncs.served = &b->served;
    if (pthread_create(&b->syncs.thread, NULL, sync_all_the_while, &b->syncs) != 0)
        bench_die("cannot start a thread");
    const double cpu = served_cpu(&b->served);
    run(b, seconds);
    const double used = served_cpu(&b->served) - cpu;
    atomic_store(&b->syncs.stop, true);
    pthread_join(b->syncs.thread, NULL);
    report(b, seconds, used);
    served_stop(&b->served);
    free(b->times);
    free(b->tables);
    free(b);
    return 0;
}
