/* Benchmark: a long log is written through the manager, opened again and verified; with the memory
 * that this takes.
 *
 * The time of reading the log and checking its chain is measured in the same run: a verification
 * cannot be faster.
 * usage: bench_verify [EVENTS [FOLDER]]     1,000,000 events into the current folder without them
 */
#include "log/audit/verify.h"
#include "log/replay/rows_seal.h"
#include "service/manager/manager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TABLES 120
#define STEPS  8 /* of a table's cycle: three rounds, two awards */

struct bench {
    struct store *store;
    struct manager *manager;
    struct manager_request *requests[MANAGER_BATCH_MAX];
    uint64_t epoch[TABLES], seq[TABLES];
    unsigned table; /* the next table */
    char path[4096];
    struct rows_seal seal; /* the kept rows, as beside every store */
    size_t quarter, end;   /* resident bytes after a quarter, and at the end */
};

static void must(int rc, const struct cr_err *err, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "bench_verify: %s: %s\n", what, err->text);
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

/* Processor time of all threads, which depends less than the clock on what else the machine does.
 */
static double work(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static size_t resident(void)
{
    unsigned long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu %lu", &size, &pages) != 2)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void note_memory(struct bench *b, uint64_t done, uint64_t total)
{
    b->end = resident();
    if (b->quarter == 0 && done >= total / 4)
        b->quarter = b->end;
}

static void say_memory(struct bench *b, const char *what)
{
    printf("  %s, resident: %.1f MiB after a quarter, %.1f MiB at the end, ratio %.2f\n", what,
           (double)b->quarter / 1048576, (double)b->end / 1048576,
           (double)b->end / (double)b->quarter);
    b->quarter = b->end = 0;
}

/* ---- The floor ---- */

static void ask(struct bench *b, struct manager_request *r)
{
    struct cr_err err = {0};
    must(manager_batch(b->manager, &r, 1, 1000000, 0, &err), &err, "batch");
    must(r->result, &r->err, "request");
}

static void begin(struct manager_request *r, unsigned kind)
{
    event_init(&r->event, kind);
    strcpy(r->event.user, "Ann");
}

static void set_up_link(struct bench *b, struct manager_request *r)
{
    static const char *const people[] = {"Ann", "Ben"};
    for (unsigned i = 0; i < 2; i++) {
        begin(r, FLOOR_PERSON_ADDED);
        strcpy(r->event.person, people[i]);
        strcpy(r->event.item, "manager");
        strcpy(r->event.user, "setup");
        ask(b, r);
    }
    const struct cr_shipped *file = cr_shipped_find("ptha-2");
    begin(r, FLOOR_DOCUMENT_ADDED);
    memcpy(r->event.text, file->text, file->len);
    r->event.text_len = (uint16_t)file->len;
    ask(b, r);
    uint8_t document[CR_HASH_BYTES];
    memcpy(document, r->event.document, CR_HASH_BYTES);
    begin(r, FLOOR_LINK_CONFIGURED);
    strcpy(r->event.approver, "Ben");
    strcpy(r->event.link, "main");
    memcpy(r->event.document, document, CR_HASH_BYTES);
    ask(b, r);
    begin(r, FLOOR_LINK_OPENED);
    strcpy(r->event.link, "main");
    ask(b, r);
}

static void set_up(struct bench *b)
{
    struct manager_request *r = b->requests[0];
    set_up_link(b, r);
    for (unsigned t = 0; t < TABLES; t++) {
        begin(r, FLOOR_TABLE_CONFIGURED);
        snprintf(r->event.table, FLOOR_ID_MAX, "table-%u", t);
        strcpy(r->event.approver, "Ben");
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
}

/* ---- Writing ---- */

static void fill(struct bench *b, struct floor_event *e)
{
    static const uint8_t cycle[STEPS] = {FLOOR_COIN_IN,    FLOOR_GAME_OVER, FLOOR_COIN_IN,
                                         FLOOR_AWARD_PAID, FLOOR_GAME_OVER, FLOOR_COIN_IN,
                                         FLOOR_AWARD_PAID, FLOOR_GAME_OVER};
    const unsigned t = b->table;
    event_init(e, cycle[b->seq[t] % STEPS]);
    snprintf(e->table, FLOOR_ID_MAX, "table-%u", t);
    e->epoch = b->epoch[t];
    e->table_seq = ++b->seq[t];
    if (e->kind == FLOOR_COIN_IN)
        e->seats = (uint8_t)(0x1f | (b->seq[t] & 0x60));
    if (e->kind == FLOOR_AWARD_PAID) {
        e->seat = (uint8_t)(1 + b->seq[t] % 5);
        e->award = 1 + CR_TWO_PAIR;
    }
    b->table = (t + 1) % TABLES;
}

static void write_events(struct bench *b, uint64_t events)
{
    struct cr_err err = {0};
    const double start = now();
    for (uint64_t done = 0; done < events;) {
        const unsigned batch =
            events - done < MANAGER_BATCH_MAX ? (unsigned)(events - done) : MANAGER_BATCH_MAX;
        for (unsigned i = 0; i < batch; i++)
            fill(b, &b->requests[i]->event);
        must(manager_batch(b->manager, b->requests, batch, 2000000 + (int64_t)(done / 10), 0, &err),
             &err, "batch");
        for (unsigned i = 0; i < batch; i++)
            must(b->requests[i]->result, &b->requests[i]->err, "event");
        done += batch;
        note_memory(b, done, events);
    }
    printf("  written: %.0f events/s, durable in batches of %d\n", (double)events / (now() - start),
           MANAGER_BATCH_MAX);
    say_memory(b, "writing");
}

static double file_bytes(const char *path, const char *suffix)
{
    char name[4200];
    struct stat found;
    snprintf(name, sizeof(name), "%s%s", path, suffix);
    return stat(name, &found) == 0 ? (double)found.st_size : 0;
}

/* ---- Opening ---- */

static void open_all(struct bench *b, struct rows_seal *seal)
{
    struct cr_err err = {0};
    const struct manager_config config = {
        .id = "m1", .lease_ms = 2000, .limits = floor_limits_usual, .seal = seal};
    must(store_open(b->path, STORE_CREATE, &b->store, &err), &err, "store");
    must(manager_new(b->store, &config, 1, 0, &b->manager, &err), &err, "manager");
}

static void close_all(struct bench *b)
{
    manager_free(b->manager);
    store_close(b->store);
}

/* Opens it as a house does, which replays what came after the kept rows, and once without them,
 * which replays the whole log. */
static void reopen(struct bench *b)
{
    struct store_head head;
    struct cr_err err = {0};
    close_all(b);
    double start = now();
    open_all(b, NULL);
    const double whole = now() - start;
    close_all(b);
    start = now();
    open_all(b, &b->seal);
    const double took = now() - start;
    must(store_head(b->store, &head, &err), &err, "head");
    const double bytes = file_bytes(b->path, "");
    printf(
        "  opened again in %.1f ms, without kept rows in %.1f ms, ratio %.2f; the file: %.0f MB, "
        "%.0f bytes an event\n",
        1000 * took, 1000 * whole, took / whole, bytes / 1e6, bytes / (double)head.seq);
    close_all(b);
}

/* ---- Reading ---- */

static int chain_event(void *context, const struct store_event *event)
{
    uint8_t *hash = context;
    store_chain(hash, event->body, event->len, hash);
    return memcmp(hash, event->hash, STORE_HASH_BYTES) != 0;
}

struct cost {
    double rate; /* events a second */
    double work; /* processor seconds an event */
};

static struct cost cost_since(double start, double work_before, uint64_t events)
{
    return (struct cost){(double)events / (now() - start), (work() - work_before) / (double)events};
}

static struct cost chain(struct store *store, uint64_t events)
{
    struct cr_err err = {0};
    uint8_t hash[STORE_HASH_BYTES] = {0};
    const double start = now(), work_before = work();
    must(store_read(store, 1, events, chain_event, hash, &err), &err, "chain");
    return cost_since(start, work_before, events);
}

static void on_progress(void *context, uint64_t done, uint64_t total)
{
    note_memory(context, done, total);
}

static void verify(struct bench *b)
{
    struct cr_err err = {0};
    struct store *store = NULL;
    struct verify_report *report = calloc(1, sizeof(*report));
    const struct verify_options options = {.progress = on_progress, .context = b};
    must(store_open(b->path, STORE_READ, &store, &err), &err, "store");
    const double start = now(), work_before = work();
    must(verify_store(store, &options, report, &err), &err, "verify");
    const struct cost whole = cost_since(start, work_before, report->head.seq);
    say_memory(b, "verifying");
    const struct cost least = chain(store, report->head.seq);
    printf("  verified: %.0f events/s, reading and chaining alone %.0f events/s, share %.0f %%\n",
           whole.rate, least.rate, 100 * whole.rate / least.rate);
    printf("  work of all threads: %.2f us an event against %.2f, ratio %.2f\n", 1e6 * whole.work,
           1e6 * least.work, whole.work / least.work);
    for (unsigned i = 0; i < report->kept_count && i < 3; i++)
        fprintf(stderr, "bench_verify: V%u, event %llu: %s\n", report->kept[i].promise,
                (unsigned long long)report->kept[i].seq, report->kept[i].text);
    const bool clean = verify_fault_count(report) == 0;
    store_close(store);
    free(report);
    if (!clean)
        exit(1);
}

int main(int argc, char **argv)
{
    const uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    struct bench *b = calloc(1, sizeof(*b));
    snprintf(b->path, sizeof(b->path), "%s/bench_verify-%ld.db", argc > 2 ? argv[2] : ".",
             (long)getpid());
    for (unsigned i = 0; i < MANAGER_BATCH_MAX; i++)
        b->requests[i] = calloc(1, sizeof(*b->requests[i]));
    printf("a log of %llu events on SQLite, %d tables\n", (unsigned long long)events, TABLES);
    rows_seal_open_beside(&b->seal, b->path);
    open_all(b, &b->seal);
    set_up(b);
    write_events(b, events);
    reopen(b);
    verify(b);
    rows_seal_close(&b->seal);
    static const char *const parts[] = {"", "-wal", "-shm", ".lock", ".rows.1", ".rows.2"};
    for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        char name[4200];
        snprintf(name, sizeof(name), "%s%s", b->path, parts[i]);
        unlink(name);
    }
    for (unsigned i = 0; i < MANAGER_BATCH_MAX; i++)
        free(b->requests[i]);
    free(b);
    return 0;
}
