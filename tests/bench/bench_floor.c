/* Benchmark: durable coin-in events a second, as requests through the manager onto SQLite, in
 * batches; beside them a raw log that only chains the same texts and syncs them into a preallocated
 * file. Both take turns and the best turn of each counts, so that other use of the disk affects
 * both. The processor time of an event is printed too: where other programs use the machine, that
 * is the figure to compare.
 *
 * usage: bench_floor [FOLDER]     a folder on the disk to be measured; the current one without it
 */
#include "service/manager/manager.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TABLES  120
#define SECONDS 0.6 /* of each turn */
#define TURNS   5

static void must(int rc, const struct cr_err *err, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "bench_floor: %s: %s\n", what, err->text);
    exit(1);
}

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* ---- The raw log ---- */

static double raw_log(const char *folder, unsigned batch, const char *body, size_t len)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/bench_raw.log", folder);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    const size_t record = len + STORE_HASH_BYTES, size = 16u * 1024 * 1024;
    char *block = calloc(batch, record);
    /* All blocks are written once, so that later syncs write data only and allocate nothing. */
    char zeros[65536] = {0};
    for (size_t at = 0; at < size; at += sizeof(zeros))
        if (write(file, zeros, sizeof(zeros)) != (ssize_t)sizeof(zeros))
            exit(1);
    fsync(file);
    uint8_t hash[STORE_HASH_BYTES] = {0};
    unsigned long events = 0;
    off_t at = 0;
    const double start = now();
    while (now() - start < SECONDS) {
        for (unsigned i = 0; i < batch; i++) {
            store_chain(hash, body, len, hash);
            memcpy(block + i * record, body, len);
            memcpy(block + i * record + len, hash, sizeof(hash));
        }
        if (at + (off_t)(batch * record) > (off_t)size)
            at = 0;
        if (pwrite(file, block, batch * record, at) != (ssize_t)(batch * record) ||
            fdatasync(file) != 0)
            exit(1);
        at += (off_t)(batch * record);
        events += batch;
    }
    const double rate = (double)events / (now() - start);
    close(file);
    unlink(path);
    free(block);
    return rate;
}

/* ---- The floor ---- */

struct bench {
    struct store *store;
    struct manager *manager;
    struct manager_request *requests[MANAGER_BATCH_MAX];
    uint64_t epoch[TABLES], seq[TABLES];
    char sample[8192];
    size_t sample_len;
};

static struct manager_request *ask(struct bench *b, struct manager_request *r)
{
    struct cr_err err = {0};
    must(manager_batch(b->manager, &r, 1, 1000000, 0, &err), &err, "batch");
    must(r->result, &r->err, "request");
    return r;
}

static void set_two(struct floor_event *e)
{
    strcpy(e->user, "Ann");
    strcpy(e->approver, "Ben");
}

static void set_up(struct bench *b)
{
    static const char *const people[] = {"Ann", "Ben"};
    struct manager_request *r = calloc(1, sizeof(*r));
    for (unsigned i = 0; i < 2; i++) {
        event_init(&r->event, FLOOR_PERSON_ADDED);
        strcpy(r->event.person, people[i]);
        strcpy(r->event.item, "manager");
        strcpy(r->event.user, "setup");
        ask(b, r);
    }
    const struct cr_shipped *file = cr_shipped_find("ptha-2");
    event_init(&r->event, FLOOR_DOCUMENT_ADDED);
    strcpy(r->event.user, "Ann");
    memcpy(r->event.text, file->text, file->len);
    r->event.text_len = (uint16_t)file->len;
    ask(b, r);
    uint8_t document[CR_HASH_BYTES];
    memcpy(document, r->event.document, CR_HASH_BYTES);
    event_init(&r->event, FLOOR_LINK_CONFIGURED);
    set_two(&r->event);
    strcpy(r->event.link, "main");
    memcpy(r->event.document, document, CR_HASH_BYTES);
    ask(b, r);
    event_init(&r->event, FLOOR_LINK_OPENED);
    set_two(&r->event);
    strcpy(r->event.link, "main");
    ask(b, r);
    for (unsigned t = 0; t < TABLES; t++) {
        event_init(&r->event, FLOOR_TABLE_CONFIGURED);
        set_two(&r->event);
        snprintf(r->event.table, FLOOR_ID_MAX, "table-%u", t);
        strcpy(r->event.link, "main");
        strcpy(r->event.item, "Four Card Poker");
        r->event.is_live = 1;
        ask(b, r);
        event_init(&r->event, FLOOR_TABLE_JOINED);
        snprintf(r->event.table, FLOOR_ID_MAX, "table-%u", t);
        strcpy(r->event.manager, "m1");
        strcpy(r->event.instance, "bench");
        ask(b, r);
        b->epoch[t] = r->event.epoch;
    }
    free(r);
}

/* Fills a batch: COIN IN of five seats and GAME OVER, in alternation. */
static void fill(struct bench *b, unsigned *table, unsigned batch)
{
    for (unsigned i = 0; i < batch; i++) {
        const unsigned t = *table;
        struct floor_event *e = &b->requests[i]->event;
        event_init(e, b->seq[t] % 2 == 0 ? FLOOR_COIN_IN : FLOOR_GAME_OVER);
        snprintf(e->table, FLOOR_ID_MAX, "table-%u", t);
        e->epoch = b->epoch[t];
        e->table_seq = ++b->seq[t];
        if (e->kind == FLOOR_COIN_IN)
            e->seats = 0x1f;
        *table = (t + 1) % TABLES;
    }
}

/* The result of a turn. */
struct turn {
    double rate; /* events a second */
    double cost; /* processor seconds of an event */
};

static struct turn floor_turn(struct bench *b, unsigned batch)
{
    struct cr_err err = {0};
    unsigned long events = 0;
    static unsigned table;
    const double start = now(), worked = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    while (now() - start < SECONDS) {
        fill(b, &table, batch);
        must(manager_batch(b->manager, b->requests, batch, 2000000, 0, &err), &err, "batch");
        for (unsigned i = 0; i < batch; i++) {
            must(b->requests[i]->result, &b->requests[i]->err, "event");
            if (b->requests[i]->event.kind == FLOOR_COIN_IN) {
                memcpy(b->sample, b->requests[i]->body, b->requests[i]->len);
                b->sample_len = b->requests[i]->len;
            }
        }
        events += batch;
    }
    return (struct turn){
        .rate = (double)events / (now() - start),
        .cost = (read_clock(CLOCK_PROCESS_CPUTIME_ID) - worked) / (double)events,
    };
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    struct bench *b = calloc(1, sizeof(*b));
    struct cr_err err = {0};
    char path[4096];
    snprintf(path, sizeof(path), "%s/bench_floor.db", folder);
    unlink(path);
    must(store_open(path, STORE_CREATE, &b->store, &err), &err, "store");
    struct manager_config config = {.id = "m1", .lease_ms = 2000, .limits = floor_limits_usual};
    must(manager_new(b->store, &config, 1, 0, &b->manager, &err), &err, "manager");
    for (unsigned i = 0; i < MANAGER_BATCH_MAX; i++)
        b->requests[i] = calloc(1, sizeof(*b->requests[i]));
    set_up(b);
    printf("durable coin-in and game-over events, %d tables, SQLite, beside a raw chained log\n",
           TABLES);
    static const unsigned batches[] = {1, 64, 256};
    for (unsigned i = 0; i < 3; i++) {
        double floor_events = 0, raw = 0, cost = 0;
        for (unsigned turn = 0; turn < TURNS; turn++) {
            const struct turn once = floor_turn(b, batches[i]);
            const double raw_once = raw_log(folder, batches[i], b->sample, b->sample_len);
            floor_events = once.rate > floor_events ? once.rate : floor_events;
            cost = turn == 0 || once.cost < cost ? once.cost : cost;
            raw = raw_once > raw ? raw_once : raw;
        }
        printf("  batch %3u: %8.0f events/s, raw %8.0f events/s, share %.0f %%, %.2f us of a "
               "processor an event\n",
               batches[i], floor_events, raw, 100 * floor_events / raw, 1e6 * cost);
    }
    manager_free(b->manager);
    store_close(b->store);
    for (unsigned i = 0; i < MANAGER_BATCH_MAX; i++)
        free(b->requests[i]);
    free(b);
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/bench_floor.db%s", folder, parts[i]);
        unlink(path);
    }
    return 0;
}
