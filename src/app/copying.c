/* Copies stores, and prints the facts about them; see copying.h. */
#include "app/copying.h"

#include "app/cli.h"
#include "base/err.h"
#include "base/hex.h"
#include "base/json_write.h"
#include "os/clock.h"
#include "service/client/log_filter.h"
#include "service/client/store_address.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRESS_MS 100

/* ---- Facts ---- */

static int note_time(void *context, const struct store_event *event)
{
    int64_t *time_ms = context;
    struct log_line line;
    if (log_line_read(event->body, event->len, &line))
        *time_ms = line.time_ms;
    return 0;
}

static int64_t file_bytes(const char *address)
{
    const char *path = address_path(address);
    struct stat info;
    return path && stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

int store_facts_read(struct store *store, const char *address, struct store_facts *out,
                     struct cr_err *err)
{
    memset(out, 0, sizeof *out);
    snprintf(out->engine, sizeof out->engine, "%s", store_engine(store));
    snprintf(out->identity, sizeof out->identity, "%s", store_identity(store));
    out->bytes = file_bytes(address);
    int rc = store_head(store, &out->head, err);
    out->first = store_beginning(store)->first;
    snprintf(out->archive, sizeof out->archive, "%s", store_beginning(store)->folder);
    if (rc == CR_OK && out->head.seq > 0)
        rc = store_read(store, store_first_at_hand(store, 1), 1, note_time, &out->first_ms, err);
    if (rc == CR_OK && out->head.seq > 0)
        rc = store_read(store, out->head.seq, 1, note_time, &out->last_ms, err);
    return rc;
}

/* ---- Words ---- */

const char *copying_count(uint64_t number, char out[COPYING_COUNT_MAX])
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    struct text t = text_in(out, COPYING_COUNT_MAX);
    text_add_grouped(&t, digits);
    return out;
}

const char *copying_bytes(int64_t bytes, char out[COPYING_COUNT_MAX])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    unsigned unit = 0;
    int64_t tenths = bytes * 10;
    while (tenths >= 10000 && unit + 1 < sizeof units / sizeof *units) {
        tenths /= 1000;
        unit++;
    }
    if (unit == 0)
        snprintf(out, COPYING_COUNT_MAX, "%" PRId64 " bytes", bytes);
    else
        snprintf(out, COPYING_COUNT_MAX, "%" PRId64 ".%d %s", tenths / 10, (int)(tenths % 10),
                 units[unit]);
    return out;
}

void copying_print_facts(const struct store_facts *facts, const struct zone *zone)
{
    char number[COPYING_COUNT_MAX], hash[HEX_TEXT(STORE_HASH_BYTES)], first[WHEN_TEXT_MAX],
        last[WHEN_TEXT_MAX];
    printf("  engine    %s\n  identity  %s\n  events    %s\n", facts->engine, facts->identity,
           copying_count(facts->head.seq, number));
    if (facts->head.seq > 0) {
        printf("  from      %s\n  to        %s\n", zone_format(zone, facts->first_ms, first),
               zone_format(zone, facts->last_ms, last));
        printf("  head      %" PRIu64 "\n  hash      %s\n", facts->head.seq,
               hex_encode(facts->head.hash, STORE_HASH_BYTES, hash));
    }
    if (facts->first > 1) {
        printf("  archived  events 1 to %" PRIu64 ", in ", facts->first - 1);
        cli_write(stdout, facts->archive);
        putchar('\n');
    }
    if (facts->bytes >= 0)
        printf("  size      %s\n", copying_bytes(facts->bytes, number));
}

void copying_add_json(struct text *t, const struct store_facts *facts)
{
    JSON_MEMBERS(t, facts, engine, identity);
    json_count(t, "events", facts->head.seq);
    json_open(t, "head", '{');
    json_count(t, "seq", facts->head.seq);
    json_hash(t, "hash", facts->head.hash);
    json_close(t, '}');
    if (facts->head.seq > 0) {
        json_integer(t, "first_time", facts->first_ms);
        json_integer(t, "last_time", facts->last_ms);
    }
    if (facts->first > 1) {
        JSON_MEMBERS(t, facts, first, archive);
    }
    if (facts->bytes >= 0)
        json_integer(t, "bytes", facts->bytes);
}

/* ---- Progress ---- */

struct progress {
    int64_t shown_ms;
    bool on_terminal, shown;
};

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    struct progress *p = context;
    int64_t now = clock_wall_ms();
    if (!p->on_terminal || (now >= p->shown_ms && now - p->shown_ms < PROGRESS_MS))
        return;
    char a[COPYING_COUNT_MAX], b[COPYING_COUNT_MAX];
    unsigned percent = total > 0 ? (unsigned)(done * 100 / total) : 100;
    fprintf(stderr, "\r\033[K%3u %%  %s of %s events", percent, copying_count(done, a),
            copying_count(total, b));
    fflush(stderr);
    p->shown_ms = now;
    p->shown = true;
}

int copying_run(struct store *from, struct store *to, struct cr_err *err)
{
    struct progress p = {.on_terminal = isatty(STDERR_FILENO), .shown_ms = clock_wall_ms()};
    int rc = store_copy(from, to, show_progress, &p, err);
    if (p.shown)
        fputs("\r\033[K", stderr);
    return rc;
}

/* ---- From store to store ---- */

static void remove_store(const char *path)
{
    static const char *const parts[] = {"", "-wal", "-shm", ".lock"};
    char name[PATH_MAX + 8];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int len = snprintf(name, sizeof name, "%s%s", path, parts[i]);
        if (len > 0 && (size_t)len < sizeof name)
            unlink(name);
    }
}

/* Opens the destination and copies into it. A store that was made here and could not be filled is
 * removed. */
static int copy_open(struct store *from, const char *to_address, struct store_facts *facts,
                     struct cr_err *err)
{
    char shown[ADDRESS_TEXT_MAX];
    struct store *to;
    const char *path = address_path(to_address);
    const bool is_new = path && access(path, F_OK) != 0;
    int rc = store_open(to_address, STORE_CREATE, &to, err);
    if (rc != CR_OK) {
        if (is_new && rc != CR_E_STATE) /* CR_E_STATE: another process has it */
            remove_store(path);
        return rc;
    }
    rc = copying_run(from, to, err);
    if (rc == CR_E_STATE)
        err_prefix(err, "%s", address_show(to_address, shown));
    if (rc == CR_OK)
        rc = store_facts_read(to, to_address, facts, err);
    store_close(to);
    /* Read again, because closing the store moves the write-ahead log into the file. */
    facts->bytes = file_bytes(to_address);
    if (rc != CR_OK && is_new)
        remove_store(path);
    return rc;
}

int copying_between(const char *from_address, const char *to_address, struct store_facts *facts,
                    struct cr_err *err)
{
    struct store *from;
    int rc = store_open(from_address, STORE_READ, &from, err);
    if (rc != CR_OK)
        return rc;
    rc = copy_open(from, to_address, facts, err);
    store_close(from);
    return rc;
}
