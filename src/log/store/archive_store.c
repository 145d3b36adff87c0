/* An archive as a store that is only read. Its files stay open, and every few thousand events a
 * mark is kept from which reading can begin: memory hardly grows with the log. */
#include "log/store/archive_store.h"

#include "base/err.h"
#include "base/list.h"
#include "base/plain_file.h"
#include "log/store/backend.h"
#include "os/durable_file.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PARTS_MAX   1200 /* a hundred years */
#define MARK_EVENTS 4096

/* Where every MARK_EVENTS-th event of a part begins, and the hash before it. */
struct mark {
    long place;
    uint8_t before[STORE_HASH_BYTES];
};

struct part {
    char name[ARCHIVE_NAME_MAX];
    uint64_t first, last;
    uint8_t before[STORE_HASH_BYTES], after[STORE_HASH_BYTES];
    FILE *file;
    bool is_read; /* it was read to its end, and is what the manifest says */
    struct mark *marks;
    size_t mark_count, mark_room;
};

#define LINE_ROOM (STORE_BODY_MAX + 2)

struct archive_store {
    struct store base;
    char folder[STORE_FOLDER_MAX];
    struct part parts[PARTS_MAX];
    unsigned part_count;
    struct store_head head, expected; /* expected: see archive_expect; seq 0: none */
    /* Readings are numbered. Whoever is given an event may read others before the next one, so that
     * a reading finds its file elsewhere: `at_work` is the one that moved a file last; 0: none. */
    uint64_t readings, at_work;
    char line[LINE_ROOM];
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
    if (p->first != a->head.seq + 1 || p->last < p->first ||
        memcmp(p->before, a->head.hash, STORE_HASH_BYTES) != 0)
        return err_set(err, CR_E_INPUT, "%.200s: %s does not follow the part before it", a->folder,
                       p->name);
    a->part_count++;
    a->head.seq = p->last;
    memcpy(a->head.hash, p->after, STORE_HASH_BYTES);
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
static bool next_line(const struct part *p, char line[LINE_ROOM], uint32_t *len)
{
    if (!fgets(line, LINE_ROOM, p->file))
        return false;
    const size_t length = strcspn(line, "\n");
    *len = (uint32_t)length;
    return line[length] == '\n' && length > 0;
}

static int add_mark(struct part *p, const uint8_t before[STORE_HASH_BYTES], struct cr_err *err)
{
    if (!list_grow(&p->marks, &p->mark_room, p->mark_count, sizeof *p->marks))
        return err_set(err, CR_E_IO, "no memory to read an archive with");
    struct mark *m = &p->marks[p->mark_count++];
    m->place = ftell(p->file);
    memcpy(m->before, before, STORE_HASH_BYTES);
    return CR_OK;
}

static int is_not_what_was(const struct archive_store *a, const struct part *p, const char *what,
                           struct cr_err *err)
{
    return err_set(err, CR_E_INPUT,
                   "%.200s: %s.jsonl is not what was %s: an event was changed, removed or added",
                   a->folder, p->name, what);
}

/* Reads a part to its end and compares it with the manifest. */
static int scan_part(struct archive_store *a, struct part *p, struct cr_err *err)
{
    uint32_t len = 0;
    uint8_t hash[STORE_HASH_BYTES];
    int rc = CR_OK;
    memcpy(hash, p->before, sizeof hash);
    p->mark_count = 0;
    a->at_work = 0;
    rewind(p->file);
    for (uint64_t seq = p->first; rc == CR_OK && seq <= p->last; seq++) {
        if ((seq - p->first) % MARK_EVENTS == 0)
            rc = add_mark(p, hash, err);
        if (rc == CR_OK && !next_line(p, a->line, &len))
            rc = err_set(err, CR_E_INPUT, "%.200s: %s.jsonl ends before event %" PRIu64, a->folder,
                         p->name, p->last);
        if (rc == CR_OK)
            store_chain(hash, a->line, len, hash);
        if (rc == CR_OK && seq == a->expected.seq &&
            memcmp(hash, a->expected.hash, sizeof hash) != 0)
            rc = is_not_what_was(a, p, "removed from the store", err);
    }
    if (rc == CR_OK && (memcmp(p->after, hash, sizeof hash) != 0 || fgetc(p->file) != EOF))
        rc = is_not_what_was(a, p, "archived", err);
    p->is_read = rc == CR_OK;
    return rc;
}

static struct part *part_of(struct archive_store *a, uint64_t seq)
{
    unsigned i = 0;
    while (a->parts[i].last < seq)
        i++;
    return &a->parts[i];
}

static int prepare_part(struct archive_store *a, struct part *p, struct cr_err *err)
{
    int rc = CR_OK;
    if (a->expected.seq > 0 && !part_of(a, a->expected.seq)->is_read)
        rc = scan_part(a, part_of(a, a->expected.seq), err);
    return rc == CR_OK && !p->is_read ? scan_part(a, p, err) : rc;
}

/* Gives the events from … to of one part, each in `line`. */
static int give_part_events(struct archive_store *a, struct part *p, uint64_t from, uint64_t to,
                            char line[LINE_ROOM], store_event_fn *each, void *context,
                            struct cr_err *err)
{
    const uint64_t own = ++a->readings;
    const struct mark *m = &p->marks[(from - p->first) / MARK_EVENTS];
    struct store_event event = {.seq = from - (from - p->first) % MARK_EVENTS, .body = line};
    long place = m->place;
    int rc = CR_OK;
    memcpy(event.hash, m->before, STORE_HASH_BYTES);
    for (; rc == CR_OK && event.seq <= to; event.seq++) {
        if (a->at_work != own && fseek(p->file, place, SEEK_SET) != 0)
            return err_set(err, CR_E_IO, "an archive cannot be read: %s", strerror(errno));
        a->at_work = own;
        if (!next_line(p, line, &event.len))
            return err_set(err, CR_E_IO, "%s.jsonl cannot be read any more", p->name);
        place += (long)event.len + 1;
        store_chain(event.hash, line, event.len, event.hash);
        if (event.seq >= from)
            rc = each(context, &event);
    }
    return rc;
}

static int read_part_events(struct archive_store *a, struct part *p, uint64_t from, uint64_t to,
                            store_event_fn *each, void *context, struct cr_err *err)
{
    int rc = prepare_part(a, p, err);
    if (rc != CR_OK)
        return rc;
    char *line = malloc(LINE_ROOM);
    if (!line)
        return err_set(err, CR_E_IO, "no memory to read an archive with");
    rc = give_part_events(a, p, from, to, line, each, context, err);
    free(line);
    return rc;
}

static int op_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                   void *context, struct cr_err *err)
{
    struct archive_store *a = (struct archive_store *)store;
    int rc = CR_OK;
    if (from == 0)
        from = 1;
    if (from > a->head.seq)
        return CR_OK;
    const uint64_t to = max < a->head.seq - from + 1 ? from + max - 1 : a->head.seq;
    while (rc == CR_OK && from <= to) {
        struct part *p = part_of(a, from);
        const uint64_t end = p->last < to ? p->last : to;
        rc = read_part_events(a, p, from, end, each, context, err);
        from = end + 1;
    }
    return rc;
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
    for (unsigned i = 0; i < a->part_count; i++) {
        if (a->parts[i].file)
            fclose(a->parts[i].file);
        free(a->parts[i].marks);
    }
    free(a);
}

/* There are no operations that write: store.c refuses them for a store that is only read. */
static const struct store_ops archive_ops = {
    .engine = STORE_ARCHIVE,
    .close = op_close,
    .head = op_head,
    .read = op_read,
};

int archive_open_later(const char *folder, struct store **out, struct cr_err *err)
{
    *out = NULL;
    if (strlen(folder) >= STORE_FOLDER_MAX)
        return err_set(err, CR_E_INPUT, "%.200s…: the path is too long", folder);
    struct archive_store *a = calloc(1, sizeof *a);
    if (!a)
        return err_set(err, CR_E_IO, "no memory to open a store with");
    a->base.ops = &archive_ops;
    a->base.mode = STORE_READ;
    snprintf(a->folder, sizeof a->folder, "%s", folder);
    int rc = read_manifest(a, err);
    if (rc == CR_OK && a->head.seq == 0)
        rc = err_set(err, CR_E_INPUT, "%.300s: nothing is in this archive", folder);
    return err_or_made(rc, out, &a->base, op_close);
}

int archive_open(const char *folder, enum store_mode mode, struct store **out, struct cr_err *err)
{
    if (mode != STORE_READ)
        return err_set(err, CR_E_INPUT, "%.300s: an archive is only read", folder);
    int rc = archive_open_later(folder, out, err);
    struct archive_store *a = (struct archive_store *)*out;
    for (unsigned i = 0; rc == CR_OK && i < a->part_count; i++)
        rc = scan_part(a, &a->parts[i], err);
    if (rc != CR_OK && a) {
        op_close(&a->base);
        *out = NULL;
    }
    return rc;
}

/* ---- An archive behind a store whose log begins later ---- */

int archive_expect(struct store *archive, uint64_t seq, const uint8_t hash[STORE_HASH_BYTES],
                   struct cr_err *err)
{
    struct archive_store *a = (struct archive_store *)archive;
    if (seq > a->head.seq)
        return err_set(err, CR_E_INPUT,
                       "%.200s: it ends at event %" PRIu64 ", before event %" PRIu64, a->folder,
                       a->head.seq, seq);
    a->expected.seq = seq;
    memcpy(a->expected.hash, hash, STORE_HASH_BYTES);
    return CR_OK;
}

uint64_t archive_last_of_months(const struct store *archive)
{
    const struct archive_store *a = (const struct archive_store *)archive;
    const struct part *last = &a->parts[a->part_count - 1];
    return strcmp(last->name, ARCHIVE_AFTER) == 0 ? last->first - 1 : last->last;
}

int archive_sync(struct store *archive, struct cr_err *err)
{
    struct archive_store *a = (struct archive_store *)archive;
    int failed = 0;
    for (unsigned i = 0; failed == 0 && i < a->part_count; i++)
        failed = fsync(fileno(a->parts[i].file)) == 0 ? 0 : errno;
    if (failed == 0)
        failed = durable_sync(a->folder);
    if (failed == 0)
        failed = durable_sync_folder_of(a->folder);
    return failed == 0 ? CR_OK
                       : err_set(err, CR_E_IO, "%.300s: cannot be made durable: %s", a->folder,
                                 strerror(failed));
}
