/* Checks the write-ahead log that a writer left, before SQLite opens it.
 *
 * SQLite ends the log at the first frame whose checksum is wrong, and forgets what follows. After a
 * power cut that is right: only the last batch was not synced, and any part of it may be missing.
 * But one flipped bit in the middle would undo every batch behind it, and those were acknowledged.
 * The two are told apart by what follows the wrong frame. A batch ends with a commit frame, and the
 * next one is not begun before it is synced. So where a commit frame and then another frame of the
 * same log follow a wrong one, the wrong one was on the disk, and no power cut did it. Damage in
 * the last batch looks like a cut, and is taken for one.
 *
 * The format is in section 4 of https://www.sqlite.org/fileformat2.html: a header of 32 bytes with
 * two salts, then frames, each a header of 24 bytes and a page. All checksums go on from the one
 * before, which is stored; so a frame can be checked by what the frame before it says, even where
 * that one is wrong. Salts change whenever the log begins anew, and frames of an earlier log may
 * lie behind the last one. */
#include "base/err.h"
#include "log/store/sqlite_internal.h"
#include "os/durable_file.h"

#include <stdlib.h>
#include <string.h>

#define HEADER       32
#define FRAME_HEADER 24
#define MAGIC        0x377f0682u /* the last bit: checksums of big-endian words */
#define PAGE_MIN     512u
#define PAGE_MAX     65536u
#define SECTOR       512 /* what a disk writes whole or not at all */

struct checksum {
    uint32_t a, b;
};

struct wal {
    sqlite3_file *file;
    sqlite3_int64 size;
    unsigned char header[HEADER];
    bool is_big; /* order of bytes in the words of checksums */
    size_t page;
    unsigned char *frame; /* the last one read */
};

/* ---- Words and checksums ---- */

static uint32_t big_word(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t little_word(const unsigned char *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static struct checksum add(const struct wal *w, struct checksum sum, const unsigned char *at,
                           size_t len)
{
    for (size_t i = 0; i < len; i += 8) {
        sum.a += (w->is_big ? big_word(at + i) : little_word(at + i)) + sum.b;
        sum.b += (w->is_big ? big_word(at + i + 4) : little_word(at + i + 4)) + sum.a;
    }
    return sum;
}

static struct checksum stored(const unsigned char *at)
{
    return (struct checksum){big_word(at), big_word(at + 4)};
}

static bool is_same(struct checksum x, struct checksum y)
{
    return x.a == y.a && x.b == y.b;
}

/* ---- Frames ---- */

static sqlite3_int64 frame_at(const struct wal *w, sqlite3_int64 i)
{
    return HEADER + i * (sqlite3_int64)(FRAME_HEADER + w->page);
}

/* False: the file has no such frame, or it cannot be read. */
static bool read_frame(struct wal *w, sqlite3_int64 i)
{
    const int len = (int)(FRAME_HEADER + w->page);
    return frame_at(w, i) + len <= w->size &&
           w->file->pMethods->xRead(w->file, w->frame, len, frame_at(w, i)) == SQLITE_OK;
}

static struct checksum frame_sum(const struct wal *w, struct checksum before)
{
    return add(w, add(w, before, w->frame, 8), w->frame + FRAME_HEADER, w->page);
}

static bool has_salts(const struct wal *w, const unsigned char salts[8])
{
    return memcmp(w->frame + 8, salts, 8) == 0;
}

/* A frame's header that does not lie across two sectors was written at once. */
static bool is_in_one_sector(const struct wal *w, sqlite3_int64 i)
{
    return frame_at(w, i) % SECTOR <= SECTOR - FRAME_HEADER;
}

/* True when, from frame i on, another batch follows the one that a wrong frame belongs to. */
static bool is_followed(struct wal *w, sqlite3_int64 i, struct checksum before)
{
    const unsigned char *salts = w->header + 16;
    bool has_commit = false;
    for (; read_frame(w, i); i++) {
        const bool is_whole = is_same(frame_sum(w, before), stored(w->frame + 16));
        before = stored(w->frame + 16);
        if (!has_salts(w, salts))
            continue;
        if (has_commit)
            return true;
        has_commit = big_word(w->frame + 4) != 0 && (is_whole || is_in_one_sector(w, i));
    }
    return false;
}

/* Where the first wrong frame begins that no power cut explains; -1: there is none. */
static sqlite3_int64 find_damage(struct wal *w)
{
    const unsigned char *salts = w->header + 16;
    struct checksum sum = stored(w->header + 24);
    sqlite3_int64 i = 0;
    for (; read_frame(w, i); i++) {
        const struct checksum before = sum;
        sum = frame_sum(w, sum);
        const bool is_whole = is_same(sum, stored(w->frame + 16));
        if (is_whole && has_salts(w, salts))
            continue;
        /* Checksums begin with the salts: a frame of another log cannot have this one. */
        return is_whole || is_followed(w, i, before) ? frame_at(w, i) : -1;
    }
    return -1;
}

/* ---- The header ---- */

/* The header is synced before the first frame is written, so a wrong header is damage. */
static bool is_header_good(struct wal *w)
{
    const uint32_t magic = big_word(w->header);
    const uint32_t page = big_word(w->header + 8);
    w->is_big = (magic & 1) != 0;
    return (magic & ~1u) == MAGIC && page >= PAGE_MIN && page <= PAGE_MAX &&
           (page & (page - 1)) == 0 &&
           is_same(add(w, (struct checksum){0, 0}, w->header, 24), stored(w->header + 24));
}

/* With a wrong header: true when there are frames that belong together by their checksums. Zeros,
 * which a power cut may leave, do so too, and are not counted. */
static bool has_frames(struct wal *w)
{
    unsigned char salts[8] = {0};
    struct checksum before = {0, 0};
    for (sqlite3_int64 i = 0; read_frame(w, i); i++) {
        if ((before.a | before.b) != 0 && has_salts(w, salts) &&
            is_same(frame_sum(w, before), stored(w->frame + 16)))
            return true;
        memcpy(salts, w->frame + 8, sizeof salts);
        before = stored(w->frame + 16);
    }
    return false;
}

/* The byte at which the log is damaged; -1: it is not. */
static sqlite3_int64 look(struct wal *w)
{
    if (w->size < HEADER || w->file->pMethods->xRead(w->file, w->header, HEADER, 0) != SQLITE_OK)
        return -1;
    if (is_header_good(w)) {
        w->page = big_word(w->header + 8);
        return find_damage(w);
    }
    for (w->page = PAGE_MIN; w->page <= PAGE_MAX; w->page *= 2)
        for (unsigned big = 0; big < 2; big++) {
            w->is_big = big == 1;
            if (has_frames(w))
                return 0;
        }
    return -1;
}

/* ---- The file ---- */

/* The log's file, opened through SQLite's VFS, so that tests can make its disk fail. */
struct part {
    char *name;
    sqlite3_file *file; /* NULL: it is not there, or cannot be opened */
    sqlite3_int64 size;
};

static void close_part(struct part *part)
{
    if (part->file != NULL && part->file->pMethods != NULL)
        part->file->pMethods->xClose(part->file);
    free(part->file);
    sqlite3_free(part->name);
}

static bool open_part(struct part *part, const char *vfs_name, const char *path, int flags)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(vfs_name);
    *part = (struct part){.name = sqlite3_mprintf("%s-wal", path),
                          .file = vfs ? calloc(1, (size_t)vfs->szOsFile) : NULL};
    int is_there = 0;
    return part->name != NULL && part->file != NULL &&
           vfs->xAccess(vfs, part->name, SQLITE_ACCESS_EXISTS, &is_there) == SQLITE_OK &&
           is_there &&
           vfs->xOpen(vfs, part->name, part->file, flags | SQLITE_OPEN_WAL, NULL) == SQLITE_OK &&
           part->file->pMethods->xFileSize(part->file, &part->size) == SQLITE_OK;
}

int sqlite_wal_check(const struct sqlite_store *s, const char *vfs, sqlite3_int64 *size,
                     struct cr_err *err)
{
    struct part part;
    sqlite3_int64 damage = -1;
    *size = 0;
    if (open_part(&part, vfs, s->path, SQLITE_OPEN_READONLY)) {
        struct wal w = {.file = part.file, .size = part.size};
        *size = part.size;
        w.frame = malloc(FRAME_HEADER + PAGE_MAX);
        damage = w.frame != NULL ? look(&w) : -1;
        free(w.frame);
    }
    close_part(&part);
    if (damage < 0)
        return CR_OK;
    return err_set(err, CR_E_INPUT,
                   "%s-wal: the write-ahead log is damaged at byte %lld, and events that were "
                   "acknowledged stand behind it; nothing was changed. Keep a copy of the store's "
                   "files, then put back an undamaged copy of them (or croupier restore)",
                   s->path, (long long)damage);
}

/* SQLite's layer writes no more than 128 KiB at once. */
#define BLOCK (1 << 16)

int sqlite_wal_renew(const struct sqlite_store *s, const char *vfs, struct cr_err *err)
{
    struct part part;
    char *block = malloc(BLOCK);
    int rc = block != NULL ? SQLITE_OK : SQLITE_NOMEM;
    if (open_part(&part, vfs, s->path, SQLITE_OPEN_READWRITE)) {
        const sqlite3_io_methods *methods = part.file->pMethods;
        for (sqlite3_int64 at = 0; rc == SQLITE_OK && at < part.size; at += BLOCK) {
            const int len = part.size - at < BLOCK ? (int)(part.size - at) : BLOCK;
            rc = methods->xRead(part.file, block, len, at);
            if (rc == SQLITE_OK)
                rc = methods->xWrite(part.file, block, len, at);
        }
        if (rc == SQLITE_OK && part.size > 0)
            rc = methods->xSync(part.file, SQLITE_SYNC_FULL);
        if (rc == SQLITE_OK && part.size > 0 && vfs == NULL && durable_sync_folder_of(s->path) != 0)
            rc = SQLITE_IOERR_DIR_FSYNC;
    }
    close_part(&part);
    free(block);
    return rc == SQLITE_OK
               ? CR_OK
               : err_set(err, CR_E_IO, "%s-wal: cannot make durable what the last writer left: %s",
                         s->path, sqlite3_errstr(rc));
}
