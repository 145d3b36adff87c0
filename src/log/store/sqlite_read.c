/* Reading an SQLite store, also while a manager writes to it. */
#include "base/err.h"
#include "log/store/sqlite_internal.h"

#include <inttypes.h>
#include <string.h>

/* A long read keeps the write-ahead log from starting anew, so the events are read in pieces. */
#define READ_EVENTS 4096

/* A file without a write-ahead log was opened as immutable and is read without locks, which is
 * right only as long as nobody writes to it. When a writer has appeared, this connects again. */
static int look_for_writer(struct sqlite_store *s, struct cr_err *err)
{
    bool reading = !sqlite3_get_autocommit(s->db) || sqlite3_next_stmt(s->db, NULL);
    if (!s->immutable || reading || !sqlite_writer_appeared(s))
        return CR_OK;
    sqlite3_close(s->db);
    s->db = NULL;
    return sqlite_connect_reader(s, NULL, err);
}

static int writer_stayed_away(struct sqlite_store *s, struct cr_err *err)
{
    if (!s->immutable || !sqlite_writer_appeared(s))
        return CR_OK;
    return err_set(err, CR_E_IO, "%s: a manager was started during the reading; read it again",
                   s->path);
}

static int prepare(struct sqlite_store *s, const char *sql, sqlite3_stmt **statement,
                   struct cr_err *err)
{
    int code = look_for_writer(s, err);
    if (code == CR_OK && sqlite3_prepare_v2(s->db, sql, -1, statement, NULL) != SQLITE_OK)
        code = sqlite_fail(s, "read the store", err);
    return code;
}

/* found: what the last sqlite3_step returned. */
static int end_reading(struct sqlite_store *s, sqlite3_stmt *statement, int found, int code,
                       const char *what, struct cr_err *err)
{
    if (found != SQLITE_ROW && found != SQLITE_DONE)
        code = sqlite_fail(s, what, err);
    sqlite3_finalize(statement);
    return code == CR_OK ? writer_stayed_away(s, err) : code;
}

int sqlite_op_head(struct store *store, struct store_head *head, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *statement = NULL;
    int code = prepare(s, SQLITE_SQL_HEAD, &statement, err);
    if (code == CR_OK)
        code = sqlite_read_head(s, statement, head, err);
    return end_reading(s, statement, SQLITE_DONE, code, "read the log", err);
}

static int give_event(struct sqlite_store *s, sqlite3_stmt *statement, store_event_fn *each,
                      void *context, uint64_t *seq, struct cr_err *err)
{
    struct store_event event = {.seq = (uint64_t)sqlite3_column_int64(statement, 0)};
    *seq = event.seq;
    const void *hash = sqlite3_column_blob(statement, 2);
    if (sqlite3_column_bytes(statement, 2) != STORE_HASH_BYTES)
        return err_set(err, CR_E_INPUT, "%s: event %" PRIu64 " has no hash; the log was changed",
                       s->path, event.seq);
    memcpy(event.hash, hash, STORE_HASH_BYTES);
    event.body = (const char *)sqlite3_column_text(statement, 1);
    event.len = (uint32_t)sqlite3_column_bytes(statement, 1);
    if (!event.body)
        return sqlite_fail(s, "read an event", err);
    return each(context, &event);
}

/* Gives at most max events from `from` on; *count is how many there were. */
static int read_piece(struct sqlite_store *s, sqlite3_stmt *statement, uint64_t *from, uint64_t max,
                      store_event_fn *each, void *context, uint64_t *count, struct cr_err *err)
{
    int code = CR_OK, found;
    *count = 0;
    sqlite3_bind_int64(statement, 1, (int64_t)*from);
    sqlite3_bind_int64(statement, 2, (int64_t)max);
    while ((found = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t seq;
        code = give_event(s, statement, each, context, &seq, err);
        if (code != CR_OK)
            break;
        *from = seq + 1;
        ++*count;
    }
    if (found != SQLITE_ROW && found != SQLITE_DONE)
        code = sqlite_fail(s, "read the log", err);
    sqlite3_reset(statement);
    return code;
}

int sqlite_op_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                   void *context, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *statement = NULL;
    int code = prepare(s, "SELECT seq, body, hash FROM event WHERE seq >= ?1 ORDER BY seq LIMIT ?2",
                       &statement, err);
    while (code == CR_OK && max > 0) {
        uint64_t piece = max < READ_EVENTS ? max : READ_EVENTS, count;
        code = read_piece(s, statement, &from, piece, each, context, &count, err);
        max -= count;
        if (count < piece)
            break;
    }
    return end_reading(s, statement, SQLITE_DONE, code, "read the log", err);
}

int sqlite_op_rows(struct store *store, uint64_t from, uint64_t to, store_row_fn *each,
                   void *context, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *statement = NULL;
    int code = prepare(s, "SELECT id, body FROM \"row\" WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
                       &statement, err);
    if (code != CR_OK)
        return code;
    sqlite3_bind_int64(statement, 1, (int64_t)from);
    sqlite3_bind_int64(statement, 2, (int64_t)to);
    int found;
    while ((found = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_row row = {.id = (uint64_t)sqlite3_column_int64(statement, 0)};
        row.body = sqlite3_column_blob(statement, 1);
        row.len = (uint32_t)sqlite3_column_bytes(statement, 1);
        code = each(context, &row);
        if (code != CR_OK)
            break;
    }
    return end_reading(s, statement, found, code, "read the rows", err);
}

int sqlite_op_secrets(struct store *store, const char *id, store_secret_fn *each, void *context,
                      struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *statement = NULL;
    int code = prepare(s,
                       id ? "SELECT id, text FROM secret WHERE id = ?1"
                          : "SELECT id, text FROM secret ORDER BY id",
                       &statement, err);
    if (code != CR_OK)
        return code;
    if (id)
        sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    int found;
    while ((found = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        const char *text = (const char *)sqlite3_column_text(statement, 1);
        code = name && text ? each(context, name, text) : sqlite_fail(s, "read a secret", err);
        if (code != CR_OK)
            break;
    }
    return end_reading(s, statement, found, code, "read the secrets", err);
}

int sqlite_op_hold(struct store *store, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int code = look_for_writer(s, err);
    return code == CR_OK ? sqlite_run(s, "BEGIN", "read the store", err) : code;
}

void sqlite_op_release(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    if (!sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
}
