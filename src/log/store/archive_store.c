/* An archive as a store that is only read. Its files stay open, and every few thousand events a
 * mark is kept from which reading can begin: memory hardly grows with the log. */
#include "log/store/archive_store.h"

#include "base/err.h"
#include "base/list.h"
#include "base/plain_file.h"
#include "log/store/backend.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS_MAX   1200 /* a hundred years */
#define MARK_EVENTS 4096

struct part {
    char name[ARCHIVE_NAME_MAX];
    uint64_t first, last;
    uint8_t before[STORE_HASH_BYTES], after[STORE_HASH_BYTES];
    FILE *file;
};

struct mark {
    uint64_t seq; /* of the event that begins there */
    unsigned part;
    long place;
    uint8_t before[STORE_HASH_BYTES];
};

struct archive_store {
    struct store base;
    const char *folder; /* for the words of open only */
    struct part parts[PARTS_MAX];
    unsigned part_count;
    struct mark *marks;
    size_t mark_count, mark_room;
    struct store_head head;
    char line[STORE_BODY_MAX + 2];
};

/* ---- The manifest ---- */

static bool read_hash(const char *hex, uint8_t out[STORE_HASH_BYTES])
{
    size_t len = 0;
    return strlen(hex) == 2 * STORE_HASH_BYTES &&
           sodium_hex2bin(out, STORE_HASH_BYTES, hex, strlen(hex), NULL, &len, NULL) == 0 &&
           len == STORE_HASH_BYTES;
}

static int open_part(struct archive_store *a, struct part *p, struct cr_err *err)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s.jsonl", a->folder, p->name) >= (int)sizeof path)
        return err_set(err, CR_E_INPUT, "%.200s: the path is too long", a->folder);
    p->file = plain_file_open(path);
    if (!p->file)
        return err_set(err, CR_E_IO,
                       "%.300s: %s; the events %" PRIu64 " to %" PRIu64 " are not at hand", path,
                       plain_file_fault(errno), p->first, p->last);
    return CR_OK;
}

static int read_part(struct archive_store *a, const char *line, struct cr_err *err)
{
    char before[65], after[65];
    struct part *p = &a->parts[a->part_count];
    if (a->part_count == PARTS_MAX ||
        sscanf(line, "part %15[0-9a-z-] %" SCNu64 " %" SCNu64 " %64[0-9a-f] %64[0-9a-f]", p->name,
               &p->first, &p->last, before, after) != 5 ||
        !read_hash(before, p->before) || !read_hash(after, p->after))
        return err_set(err, CR_E_INPUT, "%.200s/" ARCHIVE_MANIFEST ": not a line of it: %.80s",
                       a->folder, line);
    a->part_count++;
    return open_part(a, p, err);
}

static int read_manifest(struct archive_store *a, struct cr_err *err)
{
    char path[PATH_MAX], line[256] = "";
    if (snprintf(path, sizeof path, "%s/" ARCHIVE_MANIFEST, a->folder) >= (int)sizeof path)
        return err_set(err, CR_E_INPUT, "%.200s: the path is too long", a->folder);
    FILE *in = plain_file_open(path);
    if (!in)
        return err_set(err, CR_E_IO, "%.300s: %s; is it an archive?", path,
                       plain_file_fault(errno));
    int rc = CR_OK;
    if (!fgets(line, sizeof line, in) || strcmp(line, ARCHIVE_TITLE) != 0 ||
        !fgets(line, sizeof line, in) || strlen(line) != 6 + STORE_IDENTITY_DIGITS + 1 ||
        memcmp(line, "floor ", 6) != 0)
        rc = err_set(err, CR_E_INPUT, "%.300s: not the manifest of an archive", path);
    else
        memcpy(a->base.identity, line + 6, STORE_IDENTITY_DIGITS);
    while (rc == CR_OK && fgets(line, sizeof line, in))
        rc = read_part(a, line, err);
    fclose(in);
    return rc;
}

/* ---- Events ---- */

/* The next line of a part, without its end; false when there is none. */
static bool next_line(struct archive_store *a, const struct part *p, uint32_t *len)
{
    if (!fgets(a->line, sizeof a->line, p->file))
        return false;
    const size_t length = strcspn(a->line, "\n");
    *len = (uint32_t)length;
    return a->line[length] == '\n' && length > 0;
}

static int add_mark(struct archive_store *a, unsigned part, struct cr_err *err)
{
    if (!list_grow(&a->marks, &a->mark_room, a->mark_count, sizeof *a->marks))
        return err_set(err, CR_E_IO, "no memory to open a store with");
    struct mark *m = &a->marks[a->mark_count++];
    *m = (struct mark){.seq = a->head.seq + 1, .part = part, .place = ftell(a->parts[part].file)};
    memcpy(m->before, a->head.hash, STORE_HASH_BYTES);
    return CR_OK;
}

static int scan_part(struct archive_store *a, unsigned i, struct cr_err *err)
{
    const struct part *p = &a->parts[i];
    uint32_t len = 0;
    int rc = CR_OK;
    if (p->first != a->head.seq + 1 || memcmp(p->before, a->head.hash, STORE_HASH_BYTES) != 0)
        return err_set(err, CR_E_INPUT, "%.200s: %s does not follow the part before it", a->folder,
                       p->name);
    while (rc == CR_OK && a->head.seq < p->last) {
        if ((a->head.seq + 1 - p->first) % MARK_EVENTS == 0)
            rc = add_mark(a, i, err);
        if (rc == CR_OK && !next_line(a, p, &len))
            rc = err_set(err, CR_E_INPUT, "%.200s: %s.jsonl ends before event %" PRIu64, a->folder,
                         p->name, p->last);
        store_chain(a->head.hash, a->line, len, a->head.hash);
        a->head.seq++;
    }
    if (rc == CR_OK &&
        (memcmp(p->after, a->head.hash, STORE_HASH_BYTES) != 0 || fgetc(p->file) != EOF))
        rc = err_set(err, CR_E_INPUT,
                     "%.200s: %s.jsonl is not what was archived: an event was changed, removed or "
                     "added",
                     a->folder, p->name);
    return rc;
}

static const struct mark *mark_before(const struct archive_store *a, uint64_t seq)
{
    size_t low = 0, high = a->mark_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (a->marks[middle].seq <= seq)
            low = middle;
        else
            high = middle;
    }
    return &a->marks[low];
}

static int op_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                   void *context, struct cr_err *err)
{
    struct archive_store *a = (struct archive_store *)store;
    if (from == 0)
        from = 1;
    if (from > a->head.seq)
        return CR_OK;
    const uint64_t to = max < a->head.seq - from + 1 ? from + max - 1 : a->head.seq;
    const struct mark *m = mark_before(a, from);
    struct store_event event = {.body = a->line};
    memcpy(event.hash, m->before, STORE_HASH_BYTES);
    unsigned part = m->part;
    if (fseek(a->parts[part].file, m->place, SEEK_SET) != 0)
        return err_set(err, CR_E_IO, "an archive cannot be read: %s", strerror(errno));
    for (uint64_t seq = m->seq; seq <= to; seq++) {
        if (seq > a->parts[part].last)
            rewind(a->parts[++part].file);
        if (!next_line(a, &a->parts[part], &event.len))
            return err_set(err, CR_E_IO, "%s.jsonl cannot be read any more", a->parts[part].name);
        store_chain(event.hash, a->line, event.len, event.hash);
        event.seq = seq;
        const int rc = seq < from ? 0 : each(context, &event);
        if (rc != 0)
            return rc;
    }
    return CR_OK;
}

/* ---- The rest of a store ---- */

static int op_head(struct store *store, struct store_head *head, struct cr_err *err)
{
    (void)err;
    *head = ((struct archive_store *)store)->head;
    return CR_OK;
}

static void op_close(struct store *store)
{
    struct archive_store *a = (struct archive_store *)store;
    for (unsigned i = 0; i < a->part_count; i++)
        if (a->parts[i].file)
            fclose(a->parts[i].file);
    free(a->marks);
    free(a);
}

/* What writes is never asked: store.c refuses it for a store that is only read. */
static const struct store_ops archive_ops = {
    .engine = STORE_ARCHIVE,
    .close = op_close,
    .head = op_head,
    .read = op_read,
};

int archive_open(const char *folder, enum store_mode mode, struct store **out, struct cr_err *err)
{
    if (mode != STORE_READ)
        return err_set(err, CR_E_INPUT, "%.300s: an archive is only read", folder);
    struct archive_store *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, CR_E_IO, "no memory to open a store with");
    a->base.ops = &archive_ops;
    a->base.mode = mode;
    a->folder = folder;
    int rc = read_manifest(a, err);
    for (unsigned i = 0; rc == CR_OK && i < a->part_count; i++)
        rc = scan_part(a, i, err);
    if (rc == CR_OK && a->head.seq == 0)
        rc = err_set(err, CR_E_INPUT, "%.300s: nothing is in this archive", folder);
    a->folder = NULL;
    if (rc == CR_OK)
        *out = &a->base;
    else
        op_close(&a->base);
    return rc;
}
