/* Writes the past months of a log into the files of an archive, sealed by a signed checkpoint. */
#define _GNU_SOURCE /* timegm */

#include "log/proof/log_archive.h"

#include "base/err.h"
#include "floor/semantics.h"
#include "log/proof/archive_seal.h"
#include "log/store/archive_store.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct writing {
    struct store *store;
    const struct archive_order *order;
    struct archive_made *made;
    struct archive_seals seals;
    struct checkpoint seal;
    FILE *manifest, *part; /* part: the file being written; NULL for none */
    char name[ARCHIVE_NAME_MAX];
    uint64_t first;
    struct store_head head; /* of what was written so far */
    uint8_t before[STORE_HASH_BYTES];
    struct floor_event event;
    struct cr_err *err;
};

static int failed(struct writing *w, const char *name)
{
    return err_set(w->err, CR_E_IO, "%.200s/%s: %s", w->order->folder, name, strerror(errno));
}

/* ---- Months, in UTC as the log's times are ---- */

static void month_name(int64_t time_ms, char out[ARCHIVE_NAME_MAX])
{
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm at;
    gmtime_r(&seconds, &at);
    strftime(out, ARCHIVE_NAME_MAX, "%Y-%m", &at);
}

static int64_t month_begin(int64_t time_ms)
{
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm at;
    gmtime_r(&seconds, &at);
    at.tm_mday = 1;
    at.tm_hour = at.tm_min = at.tm_sec = 0;
    return (int64_t)timegm(&at) * 1000;
}

static int take_time(void *context, const struct store_event *event)
{
    struct writing *w = context;
    int rc = floor_check_text_semantics(event->body, event->len, w->err);
    if (rc == 0)
        rc = event_decode(event->body, event->len, &w->event, w->err);
    return rc != 0 ? err_prefix(w->err, "event %llu", (unsigned long long)event->seq) : 0;
}

/* Finds the last event before a time by bisection; times in the log never run backwards. */
static int last_before(struct writing *w, int64_t time_ms, uint64_t head, uint64_t *out)
{
    uint64_t low = 1, high = head + 1;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        int rc = store_read(w->store, middle, 1, take_time, w, w->err);
        if (rc != 0)
            return rc;
        if (w->event.time_ms < time_ms)
            low = middle + 1;
        else
            high = middle;
    }
    *out = low - 1;
    return 0;
}

static int write_checkpoints(struct writing *w, size_t len)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/checkpoints", w->order->folder);
    FILE *out = fopen(path, "wx");
    if (out == NULL)
        return failed(w, "checkpoints");
    const bool good =
        fwrite(w->seals.text, 1, len, out) == len && fflush(out) == 0 && fsync(fileno(out)) == 0;
    return fclose(out) == 0 && good ? 0 : failed(w, "checkpoints");
}

/* ---- Parts ---- */

static void add_hex(FILE *out, const uint8_t hash[STORE_HASH_BYTES])
{
    char hex[2 * STORE_HASH_BYTES + 1];
    fprintf(out, " %s", sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH_BYTES));
}

static int end_part(struct writing *w)
{
    if (w->part == NULL)
        return 0;
    const bool good = fflush(w->part) == 0 && fsync(fileno(w->part)) == 0;
    const bool closed = fclose(w->part) == 0;
    w->part = NULL;
    if (!good || !closed)
        return failed(w, w->name);
    fprintf(w->manifest, "part %s %llu %llu", w->name, (unsigned long long)w->first,
            (unsigned long long)w->head.seq);
    add_hex(w->manifest, w->before);
    add_hex(w->manifest, w->head.hash);
    fputc('\n', w->manifest);
    return 0;
}

static int begin_part(struct writing *w, const char *name)
{
    char path[PATH_MAX];
    int rc = end_part(w);
    if (rc != 0)
        return rc;
    snprintf(w->name, sizeof w->name, "%s", name);
    snprintf(path, sizeof path, "%s/%s.jsonl", w->order->folder, name);
    w->part = fopen(path, "wx");
    if (w->part == NULL)
        return failed(w, name);
    w->first = w->head.seq + 1;
    memcpy(w->before, w->head.hash, STORE_HASH_BYTES);
    return 0;
}

static int write_event(void *context, const struct store_event *event)
{
    struct writing *w = context;
    char name[ARCHIVE_NAME_MAX] = ARCHIVE_AFTER;
    uint8_t hash[STORE_HASH_BYTES];
    int rc = take_time(w, event);
    if (rc != 0)
        return rc;
    store_chain(w->head.hash, event->body, event->len, hash);
    if (event->seq != w->head.seq + 1 || memcmp(hash, event->hash, sizeof hash) != 0)
        return err_set(w->err, CR_E_STATE,
                       "event %llu does not follow the one before it; croupier verify says more",
                       (unsigned long long)event->seq);
    if (event->seq <= w->made->last)
        month_name(w->event.time_ms, name);
    if (w->part == NULL || strcmp(name, w->name) != 0) {
        w->made->months += event->seq <= w->made->last;
        rc = begin_part(w, name);
    }
    if (rc != 0)
        return rc;
    if (fwrite(event->body, 1, event->len, w->part) != event->len || fputc('\n', w->part) == EOF)
        return failed(w, name);
    w->head.seq = event->seq;
    memcpy(w->head.hash, hash, sizeof hash);
    return 0;
}

/* ---- The whole ---- */

/* Reads the archive back and compares it with the signature, then makes the names of its files and
 * of its folder durable. */
static int check(struct writing *w)
{
    struct store *archive = NULL;
    int rc = archive_open(w->order->folder, STORE_READ, &archive, w->err);
    if (rc == 0)
        rc = archive_seal_check(archive, &w->seal, w->err);
    if (rc == 0)
        rc = archive_sync(archive, w->err);
    store_close(archive);
    return rc;
}

static int write_parts(struct writing *w)
{
    char unfinished[PATH_MAX], path[PATH_MAX];
    snprintf(unfinished, sizeof unfinished, "%s/" ARCHIVE_MANIFEST ".new", w->order->folder);
    snprintf(path, sizeof path, "%s/" ARCHIVE_MANIFEST, w->order->folder);
    w->manifest = fopen(unfinished, "wx");
    if (w->manifest == NULL)
        return failed(w, ARCHIVE_MANIFEST);
    fprintf(w->manifest, ARCHIVE_TITLE "floor %s\n", store_identity(w->store));
    int rc = store_read(w->store, 1, w->seal.seq, write_event, w, w->err);
    if (rc == 0)
        rc = end_part(w);
    if (w->part != NULL)
        fclose(w->part);
    const bool good = fflush(w->manifest) == 0 && fsync(fileno(w->manifest)) == 0;
    if (fclose(w->manifest) != 0 || (!good && rc == 0))
        rc = failed(w, ARCHIVE_MANIFEST);
    if (rc == 0 && rename(unfinished, path) != 0)
        rc = failed(w, ARCHIVE_MANIFEST);
    if (rc == 0) {
        rc = check(w);
        if (rc != 0)
            remove(path);
    }
    return rc;
}

/* Chooses the months to write: all past ones up to the latest whose last event a checkpoint
 * covers. */
static int choose(struct writing *w, size_t *end)
{
    struct store_head head;
    int rc = store_head(w->store, &head, w->err);
    if (rc == 0)
        rc = last_before(w, month_begin(w->order->now_ms), head.seq, &w->made->last);
    while (rc == 0 && w->made->last > 0 &&
           !archive_seals_find(&w->seals, w->made->last, &w->seal, end)) {
        /* Not covered: the month before it may be. */
        rc = store_read(w->store, w->made->last, 1, take_time, w, w->err);
        if (rc == 0)
            rc = last_before(w, month_begin(w->event.time_ms), head.seq, &w->made->last);
    }
    if (rc == 0 && w->made->last == 0)
        rc = err_set(w->err, CR_E_STATE,
                     "no month is past and covered by a checkpoint of this floor's key");
    w->made->sealed_by = w->seal.seq;
    return rc;
}

int archive_write(struct store *store, const struct archive_order *order, struct archive_made *out,
                  struct cr_err *err)
{
    struct writing *w = calloc(1, sizeof *w);
    size_t end = 0;
    memset(out, 0, sizeof *out);
    if (w == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    *w = (struct writing){.store = store, .order = order, .made = out, .err = err};
    w->seals.floor = store_identity(store);
    memcpy(w->seals.key, order->key, sizeof w->seals.key);
    int rc = archive_seals_read(order->checkpoints, &w->seals, err);
    if (rc == 0 && strlen(order->folder) >= STORE_FOLDER_MAX)
        rc = err_set(err, CR_E_INPUT, "the path is too long");
    if (rc == 0)
        rc = choose(w, &end);
    if (rc == 0 && mkdir(order->folder, 0755) != 0)
        rc = err_set(err, CR_E_IO, "%.300s: cannot be made: %s", order->folder, strerror(errno));
    if (rc == 0)
        rc = write_checkpoints(w, end);
    if (rc == 0)
        rc = write_parts(w);
    archive_seals_free(&w->seals);
    free(w);
    return rc;
}
