/* Measures durable events a second in batches of 1, 64 and 256, and beside them a raw log in the
 * same run.
 *
 * The raw log is the most that any store could reach: one file, filled with zeros beforehand,
 * chained events written one after the other, fdatasync after each batch. The stores also replace
 * rows in each batch, as the manager does. The three take turns in short slices, and each is
 * measured by the sum of its slices, because other programs share the machine. Files are made in
 * the current folder, which should be on a disk. PostgreSQL takes part when CROUPIER_TEST_PG is set
 * (with_postgres.sh). */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "log/store/store.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EVENTS_MAX 256
#define BODY_BYTES 200
#define ROW_BYTES  96
#define ROWS_OF    2000 /* how many ids of rows there are */
#define RAW_BYTES  (64 << 20)
#define SLICES     6
#define SLICE_S    0.5

struct batch {
    struct store_event events[EVENTS_MAX];
    struct store_row rows[EVENTS_MAX];
    char bodies[EVENTS_MAX][BODY_BYTES + 64];
    char row_bytes[ROW_BYTES];
    size_t event_count, row_count;
};

struct raw_log {
    int fd;
    off_t at;
    struct store_head head;
    char buffer[EVENTS_MAX * (BODY_BYTES + 128)];
};

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Chains events on to the head, and adds one row for about seven events: 37 in a batch of 256. */
static void batch_fill(struct batch *b, size_t count, struct store_head *head)
{
    b->event_count = count;
    b->row_count = count / 7 + 1;
    for (size_t i = 0; i < count; i++) {
        struct store_event *e = &b->events[i];
        e->seq = ++head->seq;
        e->body = b->bodies[i];
        e->len =
            (uint32_t)snprintf(b->bodies[i], sizeof b->bodies[i],
                               "{\"seq\":%" PRIu64 ",\"time\":1700000000000,\"kind\":\"coin\","
                               "\"table\":%u,\"seat\":3,\"amount\":\"1.00\",\"note\":\"%0*d\"}",
                               e->seq, (unsigned)(e->seq % 100), 110, (int)(e->seq % 1000));
        store_chain(head->hash, e->body, e->len, e->hash);
        memcpy(head->hash, e->hash, STORE_HASH_BYTES);
    }
    memset(b->row_bytes, (int)(head->seq & 0xff), sizeof b->row_bytes);
    for (size_t i = 0; i < b->row_count; i++)
        b->rows[i] = (struct store_row){
            .id = (head->seq * 31 + i * 7) % ROWS_OF, .body = b->row_bytes, .len = ROW_BYTES};
}

static void raw_open(struct raw_log *raw, const char *folder)
{
    char path[128];
    snprintf(path, sizeof path, "%s/raw.log", folder);
    raw->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    static const char zeros[1 << 20];
    for (unsigned i = 0; i < RAW_BYTES / sizeof zeros; i++)
        if (write(raw->fd, zeros, sizeof zeros) != (ssize_t)sizeof zeros)
            die("cannot write the raw log");
    if (fsync(raw->fd) != 0)
        die("cannot sync the raw log");
}

static void raw_write(struct raw_log *raw, struct batch *b, size_t count)
{
    size_t len = 0;
    batch_fill(b, count, &raw->head);
    for (size_t i = 0; i < count; i++) {
        memcpy(raw->buffer + len, &b->events[i].len, sizeof b->events[i].len);
        memcpy(raw->buffer + len + 4, b->events[i].hash, STORE_HASH_BYTES);
        memcpy(raw->buffer + len + 4 + STORE_HASH_BYTES, b->events[i].body, b->events[i].len);
        len += 4 + STORE_HASH_BYTES + b->events[i].len;
    }
    if (raw->at + (off_t)len > RAW_BYTES)
        raw->at = 0;
    if (pwrite(raw->fd, raw->buffer, len, raw->at) != (ssize_t)len || fdatasync(raw->fd) != 0)
        die("cannot write the raw log");
    raw->at += (off_t)len;
}

static void store_write(struct store *store, struct batch *b, size_t count)
{
    struct store_head head;
    struct cr_err err;
    if (store_begin(store, &head, &err) != CR_OK)
        die(err.text);
    batch_fill(b, count, &head);
    if (store_append(store, b->events, count, b->rows, b->row_count, &err) != CR_OK ||
        store_commit(store, &err) != CR_OK)
        die(err.text);
}

/* Writes batches for one slice of time. store NULL: to the raw log. Returns events a second. */
static double slice(struct raw_log *raw, struct store *store, size_t count)
{
    static struct batch batch;
    uint64_t batches = 0;
    double start = now(), end;
    do {
        if (store)
            store_write(store, &batch, count);
        else
            raw_write(raw, &batch, count);
        batches++;
        end = now();
    } while (end - start < SLICE_S);
    return (double)(batches * count) / (end - start);
}

static struct store *open_store(const char *address)
{
    struct store *store;
    struct cr_err err;
    if (store_open(address, STORE_CREATE, &store, &err) != CR_OK)
        die(err.text);
    return store;
}

static void measure(struct raw_log *raw, struct store *const stores[2], size_t count)
{
    double sums[3] = {0};
    for (unsigned i = 0; i < SLICES; i++) {
        sums[0] += slice(raw, NULL, count) / SLICES;
        for (unsigned s = 0; s < 2; s++)
            if (stores[s])
                sums[s + 1] += slice(raw, stores[s], count) / SLICES;
    }
    printf("batch %3zu: raw log %9.0f events/s, sqlite %8.0f (%.2f of it)", count, sums[0], sums[1],
           sums[1] / sums[0]);
    if (stores[1])
        printf(", postgresql %8.0f (%.2f)", sums[2], sums[2] / sums[0]);
    printf("\n");
    fflush(stdout);
}

static void remove_files(const char *folder)
{
    static const char *const names[] = {"raw.log", "store.db", "store.db.lock"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    static struct raw_log raw;
    char folder[] = "bench-store.XXXXXX", address[64];
    if (!mkdtemp(folder))
        die("cannot make a folder here");
    raw_open(&raw, folder);
    snprintf(address, sizeof address, "sqlite:%s/store.db", folder);
    const char *server = getenv("CROUPIER_TEST_PG");
    struct store *const stores[2] = {open_store(address), server ? open_store(server) : NULL};
    static const size_t counts[] = {1, 64, 256};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        measure(&raw, stores, counts[i]);
    store_close(stores[0]);
    store_close(stores[1]);
    close(raw.fd);
    remove_files(folder);
    return 0;
}
