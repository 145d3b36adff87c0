/* Opening an SQLite store: the file, its lock, its connection and the settings durability rests on.
 *
 * A writer is alone: PATH.lock keeps others out. A reader has no lock. Beside a writer (PATH-wal is
 * there) it reads through SQLite's shared index; a lone file, a copy on a read-only disk perhaps,
 * it opens as immutable, because otherwise SQLite would want to make that index next to it.
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "base/err.h"
#include "log/store/sqlite_internal.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Chosen by bench_store on a noisy machine: pages of 8 KiB, 32 MiB between checkpoints. */
#define PAGE_BYTES       8192
#define CHECKPOINT_PAGES 4096
#define CACHE_KIB        65536
#define LOG_BYTES_KEPT   (128 * 1024 * 1024) /* a longer log is cut when it begins anew */
#define BUSY_MS          10000
#define NEW_LOG_PAGES    24
/* No value of a store is as long; a longer one is not even read into memory. */
#define VALUE_BYTES (4 * STORE_BODY_MAX)

static const char *const statement_sql[SQLITE_STMT_COUNT] = {
    [SQLITE_STMT_BEGIN] = "BEGIN IMMEDIATE",
    [SQLITE_STMT_COMMIT] = "COMMIT",
    [SQLITE_STMT_ROLLBACK] = "ROLLBACK",
    [SQLITE_STMT_HEAD] = SQLITE_SQL_HEAD,
    [SQLITE_STMT_EVENT] = "INSERT INTO event(seq, body, hash) VALUES(?, ?, ?)",
    [SQLITE_STMT_EVENTS] = ("INSERT INTO event(body, hash) VALUES(?, ?), (?, ?), (?, ?), (?, ?),"
                            " (?, ?), (?, ?), (?, ?), (?, ?)"),
    [SQLITE_STMT_ROW] = "REPLACE INTO \"row\"(id, body) VALUES(?1, ?2)",
    [SQLITE_STMT_ROW_REMOVE] = "DELETE FROM \"row\" WHERE id = ?1",
};

static int create_file(const char *path, struct cr_err *err)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return err_set(err, CR_E_IO, "%s: cannot create it: %s", path, strerror(errno));
    close(fd);
    const int failed = durable_sync_folder_of(path);
    return failed ? err_set(err, CR_E_IO, "%s: its folder cannot be made durable: %s", path,
                            strerror(failed))
                  : CR_OK;
}

static bool beside(const char *path, const char *suffix)
{
    char name[PATH_MAX + 8];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return access(name, F_OK) == 0;
}

/* Finds the file, or makes it. s->path becomes its real path, because locks go by name. */
static int find_file(struct sqlite_store *s, const char *path, struct cr_err *err)
{
    struct stat info;
    int code = CR_OK;
    if (strlen(path) >= PATH_MAX)
        return err_set(err, CR_E_INPUT, "%.200s…: the name is too long", path);
    if (stat(path, &info) != 0) {
        if (errno != ENOENT)
            return err_set(err, CR_E_IO, "%s: %s", path, strerror(errno));
        if (s->base.mode != STORE_CREATE)
            return err_set(err, CR_E_NOT_FOUND, "%s: there is no such store", path);
        code = sqlite_refuse_remains(path, err);
        if (code == CR_OK)
            code = create_file(path, err);
    } else if (!S_ISREG(info.st_mode)) {
        return err_set(err, CR_E_INPUT, "%s: a store is a file, and this is not one", path);
    } else if (info.st_size == 0 && beside(path, "-wal")) {
        code = sqlite_refuse_remains(path, err);
    }
    if (code != CR_OK)
        return code;
    int wanted = s->base.mode == STORE_READ ? R_OK : R_OK | W_OK;
    if (faccessat(AT_FDCWD, path, wanted, AT_EACCESS) != 0)
        return err_set(err, CR_E_IO, "%s: %s", path, strerror(errno));
    s->path = realpath(path, NULL);
    s->given = strdup(path);
    return s->path && s->given ? CR_OK : err_set(err, CR_E_IO, "%s: %s", path, strerror(errno));
}

static int connect_with(struct sqlite_store *s, const char *name, int flags, const char *vfs,
                        struct cr_err *err)
{
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(name, &s->db, flags, vfs) != SQLITE_OK)
        return sqlite_fail(s, "open it", err);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, VALUE_BYTES);
    /* Triggers and views that somebody may have put into the file are not run. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return sqlite_run(s, "PRAGMA trusted_schema = OFF", "open it", err);
}

bool sqlite_writer_appeared(const struct sqlite_store *s)
{
    return beside(s->path, "-wal");
}

/* "file:/the/path?immutable=1", with characters that have a meaning in a URI written as %XX. */
static void immutable_uri(const char *path, char *uri, size_t size)
{
    size_t n = (size_t)snprintf(uri, size, "file:");
    for (; *path && n + 4 < size; path++) {
        if (strchr("%?#", *path))
            n += (size_t)snprintf(uri + n, size - n, "%%%02X", (unsigned char)*path);
        else
            uri[n++] = *path;
    }
    snprintf(uri + n, size - n, "?immutable=1");
}

int sqlite_connect_reader(struct sqlite_store *s, const struct sqlite_options *options,
                          struct cr_err *err)
{
    const char *vfs = options ? options->vfs : NULL;
    s->immutable = !vfs && !sqlite_writer_appeared(s);
    if (!s->immutable)
        return connect_with(s, s->path, SQLITE_OPEN_READONLY, vfs, err);
    char uri[3 * PATH_MAX + 32];
    immutable_uri(s->path, uri, sizeof uri);
    return connect_with(s, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL, err);
}

/* Reads the identity and the last event of the file without the write-ahead log beside it. They
 * stay empty when the file cannot be read alone: a writer may have died while it brought the log
 * into the file. */
static void read_file_alone(const struct sqlite_store *s, struct sqlite_file_alone *out)
{
    struct sqlite_store alone = {.path = s->path};
    char uri[3 * PATH_MAX + 32];
    memset(out, 0, sizeof *out);
    immutable_uri(s->path, uri, sizeof uri);
    if (connect_with(&alone, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL, NULL) == CR_OK)
        sqlite_schema_describe(&alone, out);
    sqlite3_close(alone.db);
}

/* SQLite would apply any write-ahead log beside the file, also that of another store. */
static int check_log_is_ours(struct sqlite_store *s, const struct sqlite_file_alone *alone,
                             struct cr_err *err)
{
    if (sqlite_schema_continues(s, alone))
        return CR_OK;
    return err_set(err, CR_E_INPUT,
                   "%s: the write-ahead log beside this file belongs to another store, or to "
                   "another copy of this one; nothing was changed. Put the file back that %s-wal "
                   "belongs to, or move both -wal and -shm away together with it",
                   s->path, s->path);
}

/* A mode that is not possible is no error for SQLite: it answers with the mode that it could
 * get. */
static int use_wal(struct sqlite_store *s, struct cr_err *err)
{
    sqlite3_stmt *statement = NULL;
    int code = CR_OK;
    int found = sqlite3_prepare_v2(s->db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (found == SQLITE_OK)
        found = sqlite3_step(statement);
    if (found != SQLITE_ROW)
        code = sqlite_fail(s, "start a write-ahead log", err);
    else if (strcmp((const char *)sqlite3_column_text(statement, 0), "wal") != 0)
        code = err_set(err, CR_E_IO, "%s: no write-ahead log on this file system", s->path);
    sqlite3_finalize(statement);
    return code;
}

/* Checkpoints as SQLite does by itself, and notes how long the log is: it begins anew only when
 * nobody reads an old state. A checkpoint that fails is tried again after the next commit. */
static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_store *s = context;
    s->pending_pages = pages;
    if (pages >= s->checkpoint_pages)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

/* EXTRA is FULL, and also syncs the folder when a rollback journal is deleted. There is such a
 * journal only while the store is made, but one that reappears after a power cut would empty the
 * store. */
static int connect_writer(struct sqlite_store *s, const struct sqlite_options *options,
                          struct cr_err *err)
{
    int flags = SQLITE_OPEN_READWRITE;
    if (options->vfs && s->base.mode == STORE_CREATE)
        flags |= SQLITE_OPEN_CREATE;
    int code = connect_with(s, s->path, flags, options->vfs, err);
    if (code != CR_OK)
        return code;
    char sql[256];
    s->page_bytes = options->page_bytes ? options->page_bytes : PAGE_BYTES;
    s->checkpoint_pages =
        (int)(options->checkpoint_pages ? options->checkpoint_pages : CHECKPOINT_PAGES);
    snprintf(sql, sizeof sql,
             "PRAGMA page_size = %u; PRAGMA synchronous = %s; PRAGMA cache_size = -%d;"
             "PRAGMA journal_size_limit = %d",
             s->page_bytes, options->synchronous ? options->synchronous : "EXTRA", CACHE_KIB,
             LOG_BYTES_KEPT);
    sqlite3_wal_hook(s->db, after_commit, s);
    return sqlite_run(s, sql, "choose its settings", err);
}

static int prepare_statements(struct sqlite_store *s, struct cr_err *err)
{
    for (unsigned i = 0; i < SQLITE_STMT_COUNT; i++)
        if (sqlite3_prepare_v3(s->db, statement_sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statements[i], NULL) != SQLITE_OK)
            return sqlite_fail(s, "use its tables", err);
    return sqlite_read_head(s, s->statements[SQLITE_STMT_HEAD], &s->kept, err);
}

/* The last writer may have died after a failed sync: the batches in its log can be read but are not
 * on disk, and batches behind them could not be found after a power cut. So they are written again,
 * into the file, and the log starts anew. */
static int settle_old_log(struct sqlite_store *s, struct cr_err *err)
{
    int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if ((code & 0xff) == SQLITE_BUSY)
        return err_set(err, CR_E_STATE,
                       "%s: another program reads what the last writer left; end it first",
                       s->path);
    return code == SQLITE_OK ? CR_OK : sqlite_fail(s, "settle what the last writer left", err);
}

/* Making the tables of a new store takes a handful of pages. A longer log beside a file without
 * tables is of a store whose file, or whose log, is not what it was. */
static int refuse_lost_tables(struct sqlite_store *s, sqlite3_int64 log_bytes, struct cr_err *err)
{
    bool is_empty = false;
    int code = sqlite_schema_is_empty(s, &is_empty, err);
    if (code != CR_OK || !is_empty || log_bytes <= NEW_LOG_PAGES * (sqlite3_int64)s->page_bytes)
        return code;
    return err_set(err, CR_E_INPUT,
                   "%s: there are no tables in this file, and %s-wal beside it has %lld bytes: it "
                   "is what is left of a store. Nothing was changed; put back a copy of both",
                   s->path, s->path, (long long)log_bytes);
}

/* The schema is checked before the journal mode is set, so that a file that is not ours stays as it
 * is. */
static int open_writer(struct sqlite_store *s, const struct sqlite_options *options,
                       struct cr_err *err)
{
    struct sqlite_file_alone alone = {0};
    sqlite3_int64 log_bytes = 0;
    int code = options->vfs ? CR_OK : lock_take(s->path, &s->lock, err);
    if (code == CR_OK)
        code = sqlite_wal_check(s, options->vfs, &log_bytes, err);
    if (code == CR_OK)
        code = sqlite_wal_renew(s, options->vfs, err);
    if (code == CR_OK && !options->vfs && sqlite_writer_appeared(s))
        read_file_alone(s, &alone);
    if (code == CR_OK)
        code = connect_writer(s, options, err);
    if (code == CR_OK)
        code = sqlite_schema_check(s, err);
    if (code == CR_OK)
        code = refuse_lost_tables(s, log_bytes, err);
    if (code == CR_OK)
        code = check_log_is_ours(s, &alone, err);
    if (code == CR_OK)
        code = use_wal(s, err);
    if (code == CR_OK)
        code = settle_old_log(s, err);
    if (code == CR_OK)
        code = sqlite_schema_migrate(s, err);
    if (code == CR_OK)
        code = prepare_statements(s, err);
    if (code == CR_OK && !options->vfs)
        code = sqlite_place_note(s, err);
    return code;
}

/* A reader does not check the log while a writer is at work: what is just being written looks like
 * damage. */
static int check_log_at_rest(const struct sqlite_store *s, const char *vfs, struct cr_err *err)
{
    sqlite3_int64 size;
    if (!vfs && lock_is_held(s->path))
        return CR_OK;
    const int code = sqlite_wal_check(s, vfs, &size, err);
    return code != CR_OK && !vfs && lock_is_held(s->path) ? CR_OK : code;
}

static int open_reader(struct sqlite_store *s, const struct sqlite_options *options,
                       struct cr_err *err)
{
    int code = check_log_at_rest(s, options->vfs, err);
    if (code == CR_OK)
        code = sqlite_connect_reader(s, options, err);
    if (code == CR_OK)
        code = sqlite_schema_check(s, err);
    /* This reports a log that cannot be read now, not in the middle of a report. */
    struct store_head head;
    return code == CR_OK ? sqlite_op_head(&s->base, &head, err) : code;
}

int sqlite_open(const char *path, enum store_mode mode, const struct sqlite_options *options,
                struct store **out, struct cr_err *err)
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s)
        return err_set(err, CR_E_IO, "no memory to open a store with");
    s->base.ops = &sqlite_ops;
    s->base.mode = mode;
    s->lock = -1;
    s->folder.fd = -1;
    int code = CR_OK;
    if (!options->vfs)
        code = find_file(s, path, err);
    else if (!(s->path = strdup(path)))
        code = err_set(err, CR_E_IO, "no memory to open a store with");
    if (code == CR_OK)
        code = mode == STORE_READ ? open_reader(s, options, err) : open_writer(s, options, err);
    if (code == CR_OK)
        *out = &s->base;
    else
        sqlite_ops.close(&s->base);
    return code;
}
