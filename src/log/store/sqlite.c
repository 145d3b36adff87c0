/* Writing to SQLite: batches as transactions of one connection, which also checkpoints the
 * write-ahead log when a commit has made it long. */
#include "base/err.h"
#include "log/store/sqlite_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int sqlite_fail(struct sqlite_store *s, const char *cannot, struct cr_err *err)
{
    if (sqlite3_errcode(s->db) == SQLITE_NOTADB)
        return err_set(err, CR_E_INPUT, "%s: this file is not a store", s->path);
    if (sqlite3_errcode(s->db) == SQLITE_TOOBIG)
        return err_set(err, CR_E_INPUT,
                       "%s: cannot %s: it is longer than any that is written; the store was "
                       "changed",
                       s->path, cannot);
    return err_set(err, CR_E_IO, "%s: cannot %s: %s", s->path, cannot, sqlite3_errmsg(s->db));
}

int sqlite_run(struct sqlite_store *s, const char *sql, const char *cannot, struct cr_err *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fail(s, cannot, err);
    return CR_OK;
}

int sqlite_run_with(struct sqlite_store *s, const char *sql, const char *one, const char *other,
                    const char *cannot, struct cr_err *err)
{
    sqlite3_stmt *statement = NULL;
    int code = CR_OK;
    if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_bind_text(statement, 1, one, -1, SQLITE_STATIC) != SQLITE_OK ||
        (other && sqlite3_bind_text(statement, 2, other, -1, SQLITE_STATIC) != SQLITE_OK) ||
        sqlite3_step(statement) != SQLITE_DONE)
        code = sqlite_fail(s, cannot, err);
    sqlite3_finalize(statement);
    return code;
}

/* Runs a prepared statement that has no results. */
static int step(struct sqlite_store *s, enum sqlite_statement which, const char *cannot,
                struct cr_err *err)
{
    sqlite3_stmt *statement = s->statements[which];
    if (sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK)
        return CR_OK;
    int code = sqlite_fail(s, cannot, err);
    sqlite3_reset(statement);
    return code;
}

int sqlite_read_head(struct sqlite_store *s, sqlite3_stmt *statement, struct store_head *head,
                     struct cr_err *err)
{
    *head = (struct store_head){0};
    int code = CR_OK;
    int found = sqlite3_step(statement);
    if (found == SQLITE_ROW && sqlite3_column_bytes(statement, 1) != STORE_HASH_BYTES) {
        code = err_set(err, CR_E_INPUT, "%s: the last event has no hash; the log was changed",
                       s->path);
    } else if (found == SQLITE_ROW) {
        head->seq = (uint64_t)sqlite3_column_int64(statement, 0);
        memcpy(head->hash, sqlite3_column_blob(statement, 1), STORE_HASH_BYTES);
    } else if (found != SQLITE_DONE) {
        code = sqlite_fail(s, "read the end of the log", err);
    }
    sqlite3_reset(statement);
    return code;
}

/* Brings the write-ahead log into the file and empties it, so that the file alone is the whole
 * store for whoever copies it. SQLite does so by itself only when no reader is connected. After a
 * failed write the next writer does it. */
static void empty_log(struct sqlite_store *s)
{
    sqlite3_busy_timeout(s->db, 0);
    sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static void op_close(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    if (s->statements[SQLITE_STMT_COMMIT] && !store->broken) /* a writer, and all is well */
        empty_log(s);
    else if (s->db) /* no checkpoint: SQLite goes by names, and that file may not be ours */
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    for (unsigned i = 0; i < SQLITE_STMT_COUNT; i++)
        sqlite3_finalize(s->statements[i]);
    sqlite3_close(s->db);
    lock_drop(s->lock, !store->broken);
    for (unsigned i = 0; i < SQLITE_PLACES; i++)
        free(s->places[i].name);
    if (s->folder.fd >= 0)
        close(s->folder.fd);
    free(s->path);
    free(s->given);
    free(s);
}

static void rollback(struct sqlite_store *s)
{
    /* SQLite has rolled back by itself after some failures. */
    if (!sqlite3_get_autocommit(s->db))
        step(s, SQLITE_STMT_ROLLBACK, "undo a batch", NULL);
}

static int op_begin(struct store *store, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int code = step(s, SQLITE_STMT_BEGIN, "begin a batch", err);
    if (code != CR_OK)
        return code;
    code = sqlite_read_head(s, s->statements[SQLITE_STMT_HEAD], &store->head, err);
    if (code == CR_OK && (store->head.seq != s->kept.seq ||
                          memcmp(store->head.hash, s->kept.hash, STORE_HASH_BYTES) != 0))
        code = err_set(err, CR_E_IO,
                       "%s: the log ended at %" PRIu64 " and now ends at %" PRIu64
                       ", otherwise than this writer left it; something else changed the file",
                       s->path, s->kept.seq, store->head.seq);
    s->last = store->head.seq;
    if (code != CR_OK)
        rollback(s);
    return code;
}

/* The statement inserts one event with its number, text and hash, or several with text and hash
 * only, which SQLite numbers. */
static int append_events(struct sqlite_store *s, enum sqlite_statement which,
                         const struct store_event *events, int count, struct cr_err *err)
{
    sqlite3_stmt *statement = s->statements[which];
    int at = 0;
    for (int i = 0; i < count; i++) {
        const struct store_event *e = &events[i];
        if ((which == SQLITE_STMT_EVENT &&
             sqlite3_bind_int64(statement, ++at, (int64_t)e->seq) != SQLITE_OK) ||
            sqlite3_bind_text(statement, ++at, e->body, (int)e->len, SQLITE_STATIC) != SQLITE_OK ||
            sqlite3_bind_blob(statement, ++at, e->hash, STORE_HASH_BYTES, SQLITE_STATIC) !=
                SQLITE_OK)
            return sqlite_fail(s, "write an event", err);
    }
    s->last = events[count - 1].seq;
    return step(s, which, "write an event", err);
}

/* Checks the number that SQLite gave to the last event before it is made durable: a table that
 * somebody put in the place of ours may count differently, or not at all. */
static int check_counted(struct sqlite_store *s, struct cr_err *err)
{
    struct store_head head;
    int code = sqlite_read_head(s, s->statements[SQLITE_STMT_HEAD], &head, err);
    if (code == CR_OK && (head.seq != s->base.head.seq ||
                          memcmp(head.hash, s->base.head.hash, STORE_HASH_BYTES) != 0))
        code = err_set(err, CR_E_IO,
                       "%s: event %" PRIu64 " was written and the log ends at %" PRIu64
                       "; something else changed the file",
                       s->path, s->base.head.seq, head.seq);
    return code;
}

/* SQLite appends faster when it numbers the rows itself, so groups of events are inserted without
 * numbers. Only the first event of a new store whose log begins later needs its number said. */
static int append_all_events(struct sqlite_store *s, const struct store_event *events, size_t count,
                             struct cr_err *err)
{
    int code = CR_OK;
    bool has_counted = false;
    for (size_t i = 0, done; i < count && code == CR_OK; i += done) {
        const bool counts = count - i >= SQLITE_EVENTS_AT_ONCE && events[i].seq == s->last + 1;
        done = counts ? SQLITE_EVENTS_AT_ONCE : 1;
        has_counted = has_counted || counts;
        code = append_events(s, counts ? SQLITE_STMT_EVENTS : SQLITE_STMT_EVENT, &events[i],
                             (int)done, err);
    }
    return code == CR_OK && has_counted ? check_counted(s, err) : code;
}

static int append_row(struct sqlite_store *s, const struct store_row *row, struct cr_err *err)
{
    enum sqlite_statement which = row->len ? SQLITE_STMT_ROW : SQLITE_STMT_ROW_REMOVE;
    sqlite3_stmt *statement = s->statements[which];
    if (sqlite3_bind_int64(statement, 1, (int64_t)row->id) != SQLITE_OK ||
        (row->len &&
         sqlite3_bind_blob(statement, 2, row->body, (int)row->len, SQLITE_STATIC) != SQLITE_OK))
        return sqlite_fail(s, "write a row", err);
    return step(s, which, "write a row", err);
}

static int op_append(struct store *store, const struct store_event *events, size_t event_count,
                     const struct store_row *rows, size_t row_count, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int code = append_all_events(s, events, event_count, err);
    for (size_t i = 0; i < row_count && code == CR_OK; i++)
        code = append_row(s, &rows[i], err);
    return code;
}

static int op_commit(struct store *store, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int code = step(s, SQLITE_STMT_COMMIT, "make a batch durable", err);
    if (code != CR_OK)
        return code;
    s->kept = store->head;
    /* V1: an event is durable only if the file that it is in can be found again. */
    return sqlite_place_check_commit(s, err);
}

static void op_abandon(struct store *store)
{
    rollback((struct sqlite_store *)store);
}

static int op_clear_rows(struct store *store, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    return sqlite_run(s, "DELETE FROM \"row\"", "forget the rows", err);
}

static int op_put_secret(struct store *store, const char *id, const char *text, struct cr_err *err)
{
    const bool is_kept = text[0] != '\0';
    return sqlite_run_with((struct sqlite_store *)store,
                           is_kept ? "REPLACE INTO secret(id, text) VALUES(?1, ?2)"
                                   : "DELETE FROM secret WHERE id = ?1",
                           id, is_kept ? text : NULL, "keep a secret", err);
}

static uint64_t op_pending_bytes(const struct store *store)
{
    const struct sqlite_store *s = (const struct sqlite_store *)store;
    return (uint64_t)s->pending_pages * s->page_bytes;
}

const struct store_ops sqlite_ops = {
    .engine = "sqlite",
    STORE_WRITING_OPS,
    STORE_READING_OPS(sqlite_op),
    STORE_BEGINNING_OPS(sqlite_op),
    .check_place = sqlite_op_check_place,
    .pending_bytes = op_pending_bytes,
    .strangers = sqlite_op_strangers,
    .hold = sqlite_op_hold,
    .release = sqlite_op_release,
};
