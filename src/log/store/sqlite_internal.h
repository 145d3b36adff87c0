/* Inside the SQLite back end: the handle and what its files share. */
#pragma once

#include "log/store/backend.h"
#include "log/store/sqlite.h"

#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

/* Starting a statement costs about as much as the row it inserts. */
#define SQLITE_EVENTS_AT_ONCE 8

enum sqlite_statement {
    SQLITE_STMT_BEGIN,
    SQLITE_STMT_COMMIT,
    SQLITE_STMT_ROLLBACK,
    SQLITE_STMT_HEAD,
    SQLITE_STMT_EVENT,
    SQLITE_STMT_EVENTS, /* SQLITE_EVENTS_AT_ONCE of them, whose numbers SQLite counts */
    SQLITE_STMT_ROW,
    SQLITE_STMT_ROW_REMOVE,
    SQLITE_STMT_COUNT
};

/* The file, its write-ahead log, the index of that, the lock; the file by the name that was given,
 * which may lead to it through links. */
#define SQLITE_PLACES 5

struct sqlite_place {
    char *name;
    dev_t device;
    ino_t number;
};

/* Its time of change says whether a name in it was, since all were looked up. */
struct sqlite_folder {
    int fd;        /* -1: none */
    bool is_quiet; /* for so long that another change would have another time */
    struct timespec changed;
    int64_t looked_ms;
};

struct sqlite_store {
    struct store base;
    sqlite3 *db;
    char *path;      /* its one true name */
    char *given;     /* by whoever opened it */
    int lock;        /* -1: none */
    bool immutable;  /* a copied file, read without the files of a running writer */
    bool has_places; /* a writer on a file of this machine */
    struct sqlite_place places[SQLITE_PLACES];
    struct sqlite_folder folder; /* that they are in */
    unsigned page_bytes;
    int checkpoint_pages;   /* of the write-ahead log, before it is brought into the file */
    int pending_pages;      /* in it after the last commit */
    struct store_head kept; /* where this writer left the log */
    uint64_t last;          /* the last number in the table of events, in a batch */
    sqlite3_stmt *statements[SQLITE_STMT_COUNT];
};

extern const struct store_ops sqlite_ops;

/* CR_E_IO with SQLite's own words, "PATH: cannot DO: …"; CR_E_INPUT when it is not SQLite's file.
 */
int sqlite_fail(struct sqlite_store *s, const char *cannot, struct cr_err *err);

/* Statements without results. */
int sqlite_run(struct sqlite_store *s, const char *sql, const char *cannot, struct cr_err *err);
/* One statement with a text, or with two. */
int sqlite_run_with(struct sqlite_store *s, const char *sql, const char *one, const char *other,
                    const char *cannot, struct cr_err *err);

/* Where the log ends, from the last event. */
int sqlite_read_head(struct sqlite_store *s, sqlite3_stmt *statement, struct store_head *head,
                     struct cr_err *err);
#define SQLITE_SQL_HEAD "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"

/* sqlite_schema.c: refuses what is not a store that this program can use in this mode; a writer
 * then brings it up to date. The identity is read along with it. */
int sqlite_schema_check(struct sqlite_store *s, struct cr_err *err);
int sqlite_schema_migrate(struct sqlite_store *s, struct cr_err *err);
int sqlite_schema_is_empty(struct sqlite_store *s, bool *out, struct cr_err *err);
/* An identity and an event of the log, as a file has them; and whether this connection has the
 * same. Zeros: nothing could be read. */
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

/* sqlite_open.c: for readers. Opens again, beside a writer that has appeared. */
int sqlite_connect_reader(struct sqlite_store *s, const struct sqlite_options *options,
                          struct cr_err *err);
bool sqlite_writer_appeared(const struct sqlite_store *s);

/* sqlite_wal.c, before SQLite opens the file: whether the write-ahead log that a writer left is
 * whole, but for its last batch; size out, 0: there is none. CR_E_INPUT says where it is damaged.
 */
int sqlite_wal_check(const struct sqlite_store *s, const char *vfs, sqlite3_int64 *size,
                     struct cr_err *err);
/* Its bytes are written again and synced. A sync that failed leaves bytes that can be read and are
 * not on disk, and no later sync brings them there by itself. */
int sqlite_wal_renew(const struct sqlite_store *s, const char *vfs, struct cr_err *err);

/* sqlite_place.c: a writer notes which files it has, and looks for them again. */
int sqlite_place_note(struct sqlite_store *s, struct cr_err *err);
int sqlite_op_check_place(struct store *store, struct cr_err *err);
/* The same after each commit, without asking for every name where none can have changed. */
int sqlite_place_check_commit(struct sqlite_store *s, struct cr_err *err);

/* sqlite_read.c */
store_head_op sqlite_op_head;
store_read_op sqlite_op_read;
store_rows_op sqlite_op_rows;
store_secrets_op sqlite_op_secrets;
int sqlite_op_hold(struct store *store, struct cr_err *err);
void sqlite_op_release(struct store *store);

/* ---- lock.c: the lock that keeps a second writer from a file, and says who has it ---- */

/* Locks PATH.lock. Gives up at once, with the holder's process number, when another has it; another
 * handle in the same process counts as another. */
int lock_take(const char *path, int *fd, struct cr_err *err);
/* Whether a writer has it, or nobody can say. */
bool lock_is_held(const char *path);
/* in_order: the lock is left empty, so that it can be seen later that nothing is missing. */
void lock_drop(int fd, bool in_order);
