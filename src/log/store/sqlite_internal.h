/* Inside the SQLite back end: its handle, and functions that its files share. */
#pragma once

#include "log/store/backend.h"
#include "log/store/sqlite.h"

#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

/* One statement inserts that many: starting it costs about as much as inserting a row. */
#define SQLITE_EVENTS_AT_ONCE 8

enum sqlite_statement {
    SQLITE_STMT_BEGIN,
    SQLITE_STMT_COMMIT,
    SQLITE_STMT_ROLLBACK,
    SQLITE_STMT_HEAD,
    SQLITE_STMT_EVENT,
    SQLITE_STMT_EVENTS, /* SQLITE_EVENTS_AT_ONCE of them, numbered by SQLite */
    SQLITE_STMT_ROW,
    SQLITE_STMT_ROW_REMOVE,
    SQLITE_STMT_COUNT
};

/* The names that a writer watches: the file, its write-ahead log, the index of that log, the lock,
 * and the file by the name that was given, which may lead to it through links. */
#define SQLITE_PLACES 5

struct sqlite_place {
    char *name;
    dev_t device;
    ino_t number;
};

/* The folder of these files. Its time of change tells whether one of its names changed since all of
 * them were looked up. */
struct sqlite_folder {
    int fd;        /* -1: none */
    bool is_quiet; /* unchanged for so long that another change would have another time */
    struct timespec changed;
    int64_t looked_ms;
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    char *path;      /* the real path */
    char *given;     /* the path that was given; NULL with a VFS of tests */
    int lock;        /* -1: none */
    bool immutable;  /* a copied file, read without the files of a running writer */
    bool has_places; /* the places are watched: a writer on a real file */
    struct sqlite_place places[SQLITE_PLACES];
    struct sqlite_folder folder; /* of the places */
    unsigned page_bytes;
    int checkpoint_pages;   /* a log of that length is brought into the file */
    int pending_pages;      /* in the write-ahead log after the last commit */
    struct store_head kept; /* end of the log as this writer left it */
    uint64_t last;          /* the last number in the table of events, in a batch */
    sqlite3_stmt *statements[SQLITE_STMT_COUNT];
};

extern const struct store_ops sqlite_ops;

/* CR_E_IO with SQLite's own words, "PATH: cannot DO: …"; CR_E_INPUT when it is not SQLite's file.
 */
int sqlite_fail(struct sqlite_store *s, const char *cannot, struct cr_err *err);

/* Statements without results. */
int sqlite_run(struct sqlite_store *s, const char *sql, const char *cannot, struct cr_err *err);
/* Runs one statement with one text as parameter, or with two. */
int sqlite_run_with(struct sqlite_store *s, const char *sql, const char *one, const char *other,
                    const char *cannot, struct cr_err *err);

/* Reads where the log ends, from the last event. */
int sqlite_read_head(struct sqlite_store *s, sqlite3_stmt *statement, struct store_head *head,
                     struct cr_err *err);
#define SQLITE_SQL_HEAD "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"

/* sqlite_schema.c. sqlite_schema_check refuses a file that is not a store which this program can
 * use in this mode; sqlite_schema_migrate then brings it up to date for a writer. Either reads the
 * identity as well. */
int sqlite_schema_check(struct sqlite_store *s, struct cr_err *err);
int sqlite_schema_migrate(struct sqlite_store *s, struct cr_err *err);
int sqlite_schema_is_empty(struct sqlite_store *s, bool *out, struct cr_err *err);
/* The store's identity and the last event as the file has them without its write-ahead log; zeros:
 * nothing could be read. sqlite_schema_continues: true when this connection, which reads the log
 * too, has the same identity and the same event. */
struct sqlite_file_alone {
    char identity[STORE_IDENTITY_DIGITS + 2];
    struct store_head head;
};
void sqlite_schema_describe(struct sqlite_store *s, struct sqlite_file_alone *out);
bool sqlite_schema_continues(struct sqlite_store *s, const struct sqlite_file_alone *alone);
int sqlite_op_strangers(struct store *store, char *out, size_t size, struct cr_err *err);
int sqlite_op_meta(struct store *store, const char *key, char *out, size_t size,
                   struct cr_err *err);
int sqlite_op_put_meta(struct store *store, const char *key, const char *value, struct cr_err *err);
int sqlite_op_remove_before(struct store *store, uint64_t first, struct cr_err *err);
int sqlite_op_compact(struct store *store, struct cr_err *err);

/* sqlite_open.c, for readers: connects, and connects again when a writer has appeared. */
int sqlite_connect_reader(struct sqlite_store *s, const struct sqlite_options *options,
                          struct cr_err *err);
bool sqlite_writer_appeared(const struct sqlite_store *s);

/* sqlite_wal.c, called before SQLite opens the file: checks that the write-ahead log that a writer
 * left is undamaged, except for its last batch. *size is the log's length in bytes, 0 when there is
 * none. CR_E_INPUT says where it is damaged. */
int sqlite_wal_check(const struct sqlite_store *s, const char *vfs, sqlite3_int64 *size,
                     struct cr_err *err);
/* Writes the bytes of the log again and syncs them. After a sync that failed there may be bytes
 * that can be read but are not on disk, and no later sync brings them there by itself. */
int sqlite_wal_renew(const struct sqlite_store *s, const char *vfs, struct cr_err *err);

/* sqlite_place.c: a writer notes which files it has opened, and checks later that their names still
 * lead to them. */
int sqlite_place_note(struct sqlite_store *s, struct cr_err *err);
int sqlite_op_check_place(struct store *store, struct cr_err *err);
/* The same after each commit, without looking up every name when none can have changed. */
int sqlite_place_check_commit(struct sqlite_store *s, struct cr_err *err);

/* sqlite_read.c */
store_head_op sqlite_op_head;
store_read_op sqlite_op_read;
store_rows_op sqlite_op_rows;
store_secrets_op sqlite_op_secrets;
int sqlite_op_hold(struct store *store, struct cr_err *err);
void sqlite_op_release(struct store *store);

/* ---- lock.c: the lock that keeps a second writer from a file, and says who has it ---- */

/* Locks PATH.lock. CR_E_STATE at once, with the holder's process number, when another handle has
 * the lock, also one in the same process. */
int lock_take(const char *path, int *fd, struct cr_err *err);
/* True when a writer has the lock, or when nobody can say. */
bool lock_is_held(const char *path);
/* in_order: the lock file is emptied, which tells later that the writer ended properly. */
void lock_drop(int fd, bool in_order);
