/* Rows in a file: a head, then each row with its number and length. A hash over all of it tells a
 * whole file from one that was being written when the power went. */
#define _GNU_SOURCE
#include "log/replay/rows_seal.h"

#include "base/err.h"
#include "floor/semantics.h"
#include "log/replay/stored.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC     "croupier rows 1"
#define IDENTITY  40
#define BYTES_MAX (UINT64_C(1) << 30) /* a larger file is not read */

struct file_head {
    char magic[16];
    char identity[IDENTITY]; /* of the store */
    uint64_t layout;         /* of the rows */
    uint64_t seq;            /* the last event that the rows include, and … */
    int64_t time_ms;
    uint8_t chain[STORE_HASH_BYTES]; /* … its hash in the log */
    uint64_t bytes;                  /* number of bytes behind this head */
    uint8_t hash[STORE_HASH_BYTES];  /* of the whole file, with zeros in place of this hash */
};

/* Rows are structs, so each begins at a multiple of eight bytes. */
struct file_row {
    uint64_t id;
    uint64_t len;
};

_Static_assert(sizeof(struct file_head) % sizeof(uint64_t) == 0, "rows begin after it");

static uint64_t room_of(uint64_t len)
{
    return sizeof(struct file_row) + (len + 7) / 8 * 8;
}

/* ---- Files ---- */

static int open_file(const char *path, int flags)
{
    return open(path, O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0600);
}

static void open_files(struct rows_seal *seal, const char *before, char between, int flags)
{
    *seal = (struct rows_seal){.every = ROWS_SEAL_EVERY};
    for (unsigned i = 0; i < ROWS_SEAL_FILES; i++) {
        const int len = snprintf(seal->paths[i], PATH_MAX, "%s%crows.%u", before, between, i + 1);
        if (len >= PATH_MAX)
            seal->paths[i][0] = '\0';
        seal->fds[i] = open_file(seal->paths[i], flags);
    }
}

void rows_seal_open_folder(struct rows_seal *seal, const char *folder)
{
    open_files(seal, folder, '/', O_RDWR | O_CREAT);
}

void rows_seal_open_beside(struct rows_seal *seal, const char *path)
{
    open_files(seal, path, '.', O_RDWR);
}

void rows_seal_look(struct rows_seal *seal, const char *folder)
{
    open_files(seal, folder, '/', O_RDONLY);
    seal->every = 0;
}

void rows_seal_close(struct rows_seal *seal)
{
    for (unsigned i = 0; i < ROWS_SEAL_FILES; i++)
        if (seal->fds[i] >= 0)
            close(seal->fds[i]);
}

static bool is_file(int fd, uint64_t *size)
{
    struct stat s;
    if (fd < 0 || fstat(fd, &s) != 0 || !S_ISREG(s.st_mode))
        return false;
    *size = (uint64_t)s.st_size;
    return true;
}

static void hash_file(const uint8_t *data, size_t len, uint8_t out[STORE_HASH_BYTES])
{
    struct file_head head;
    crypto_generichash_state state;
    memcpy(&head, data, sizeof(head));
    memset(head.hash, 0, sizeof(head.hash));
    crypto_generichash_init(&state, NULL, 0, STORE_HASH_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)&head, sizeof(head));
    crypto_generichash_update(&state, data + sizeof(head), len - sizeof(head));
    crypto_generichash_final(&state, out, STORE_HASH_BYTES);
}

/* ---- Writing ---- */

struct writing {
    uint8_t *data; /* NULL: only counted */
    size_t len;
};

static int put_row(void *context, const struct store_row *row)
{
    struct writing *w = context;
    if (w->data != NULL) {
        const struct file_row lead = {row->id, row->len};
        memcpy(w->data + w->len, &lead, sizeof(lead));
        memcpy(w->data + w->len + sizeof(lead), row->body, row->len);
    }
    w->len += room_of(row->len);
    return 0;
}

static bool write_file(int fd, const uint8_t *data, size_t len)
{
    return lseek(fd, 0, SEEK_SET) == 0 && durable_write(fd, data, len) == 0 &&
           ftruncate(fd, (off_t)len) == 0;
}

static void write_next(struct rows_seal *seal, const uint8_t *data, size_t len)
{
    const unsigned i = seal->next;
    uint64_t size;
    if (seal->fds[i] < 0)
        seal->fds[i] = open_file(seal->paths[i], O_RDWR | O_CREAT);
    if (is_file(seal->fds[i], &size) && write_file(seal->fds[i], data, len))
        seal->next = (i + 1) % ROWS_SEAL_FILES;
}

bool rows_seal_is_due(const struct rows_seal *seal, uint64_t seq)
{
    return seal->every > 0 && seq >= seal->seq + seal->every;
}

void rows_seal_write(struct rows_seal *seal, struct store *store, const struct store_head *head,
                     const struct floor *f)
{
    struct writing w = {NULL, sizeof(struct file_head)};
    struct file_head lead = {.magic = MAGIC,
                             .layout = floor_layout(floor_semantics(f)),
                             .seq = head->seq,
                             .time_ms = f->time_ms};
    seal->seq = head->seq; /* if this fails, it is not tried again with every batch */
    snprintf(lead.identity, sizeof(lead.identity), "%s", store_identity(store));
    memcpy(lead.chain, head->hash, sizeof(lead.chain));
    (void)stored_each_row(f, put_row, &w);
    lead.bytes = w.len - sizeof(lead);
    w.data = calloc(1, w.len);
    if (w.data == NULL)
        return;
    w.len = sizeof(lead);
    (void)stored_each_row(f, put_row, &w);
    memcpy(w.data, &lead, sizeof(lead));
    hash_file(w.data, w.len, lead.hash);
    memcpy(w.data, &lead, sizeof(lead));
    write_next(seal, w.data, w.len);
    free(w.data);
}

/* ---- Reading ---- */

struct reading {
    uint8_t *data; /* NULL: the file cannot be used */
    struct file_head head;
};

static int read_file(int fd, uint8_t *data, size_t len)
{
    size_t done = 0;
    while (done < len) {
        const ssize_t n = pread(fd, data + done, len - done, (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        done += (size_t)n;
    }
    return 0;
}

static int is_event(void *context, const struct store_event *event)
{
    const struct file_head *head = context;
    return event->seq == head->seq && memcmp(event->hash, head->chain, sizeof(head->chain)) == 0;
}

/* True when the file is of this store and of the log that it has now, not of a log that a backup
 * has replaced since. */
static bool is_of_store(struct store *store, struct file_head *head)
{
    const uint64_t layout = head->layout;
    bool is_known = false;
    for (unsigned semantics = 1; semantics <= floor_semantics_known; semantics++)
        is_known = is_known || layout == floor_layout(semantics);
    return is_known && memcmp(head->magic, MAGIC, sizeof(head->magic)) == 0 &&
           head->identity[IDENTITY - 1] == '\0' &&
           strcmp(head->identity, store_identity(store)) == 0 && head->seq > 0 &&
           store_first_at_hand(store, head->seq) == head->seq &&
           store_read(store, head->seq, 1, is_event, head, NULL) == 1;
}

static void read_one(int fd, struct store *store, struct reading *r)
{
    uint8_t hash[STORE_HASH_BYTES];
    uint64_t size;
    *r = (struct reading){0};
    if (!is_file(fd, &size) || size < sizeof(r->head) || size > BYTES_MAX ||
        read_file(fd, (uint8_t *)&r->head, sizeof(r->head)) != 0 ||
        r->head.bytes != size - sizeof(r->head) || !is_of_store(store, &r->head))
        return;
    r->data = malloc(size);
    if (r->data == NULL)
        return;
    if (read_file(fd, r->data, size) == 0)
        hash_file(r->data, size, hash);
    else
        memset(hash, 0, sizeof(hash));
    if (memcmp(hash, r->head.hash, sizeof(hash)) == 0)
        return;
    free(r->data);
    r->data = NULL;
}

static int load_rows(const struct reading *r, struct floor *f, struct cr_err *err)
{
    const uint8_t *at = r->data + sizeof(r->head);
    uint64_t left = r->head.bytes;
    int rc = 0;
    while (rc == 0 && left > 0) {
        struct file_row row;
        if (left < sizeof(row))
            return err_set(err, CR_E_INPUT, "the rows are cut off");
        memcpy(&row, at, sizeof(row));
        if (row.len > STORE_BODY_MAX || room_of(row.len) > left)
            return err_set(err, CR_E_INPUT, "the rows are cut off");
        if (row.id >> 48 != FLOOR_ROW_LAYOUT)
            rc = floor_load_row(f, row.id, at + sizeof(row), row.len, err);
        at += room_of(row.len);
        left -= room_of(row.len);
    }
    return rc;
}

int rows_seal_read(struct rows_seal *seal, struct store *store, struct floor *f,
                   struct store_head *head, struct cr_err *err)
{
    struct reading found[ROWS_SEAL_FILES];
    unsigned newest = 0;
    for (unsigned i = 0; i < ROWS_SEAL_FILES; i++) {
        read_one(seal->fds[i], store, &found[i]);
        if (found[i].data != NULL &&
            (found[newest].data == NULL || found[i].head.seq > found[newest].head.seq))
            newest = i;
    }
    const struct reading *r = &found[newest];
    int rc = CR_E_NOT_FOUND;
    if (r->data != NULL && load_rows(r, f, err) == 0) {
        rc = 0;
        floor_loaded(f, r->head.seq, r->head.time_ms);
        head->seq = r->head.seq;
        memcpy(head->hash, r->head.chain, sizeof(head->hash));
    }
    seal->seq = rc == 0 ? head->seq : 0;
    seal->next = rc == 0 ? (newest + 1) % ROWS_SEAL_FILES : 0;
    for (unsigned i = 0; i < ROWS_SEAL_FILES; i++)
        free(found[i].data);
    return rc == 0 ? 0 : err_set(err, rc, "there are no rows of an earlier moment");
}
