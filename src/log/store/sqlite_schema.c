/* The schema of an SQLite store, as numbered steps. A step that has shipped is never changed. */
#include "base/err.h"
#include "base/text.h"
#include "log/store/sqlite_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "CROU", in the file's header: other programs' databases are told apart by it. */
#define APPLICATION_ID 0x43524f55

/* The view is for auditors with any SQLite tool; the program does not use it. The triggers keep
 * other tools from changing history by accident (REC-1, REG-15); a change on purpose is found by
 * the chain. */
static const char *const migrations[] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE event(seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash BLOB NOT NULL) STRICT;"
    "CREATE TABLE \"row\"(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;"
    "CREATE VIEW activity AS SELECT seq,"
    " json_extract(body, '$.time') AS time, json_extract(body, '$.kind') AS kind,"
    " json_extract(body, '$.table') AS \"table\", json_extract(body, '$.seat') AS seat,"
    " json_extract(body, '$.user') AS user, json_extract(body, '$.amount') AS amount,"
    " json_extract(body, '$.link') AS link, json_extract(body, '$.claim') AS claim FROM event;"
    "CREATE TRIGGER event_unchanged BEFORE UPDATE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;"
    "CREATE TRIGGER event_kept BEFORE DELETE ON event"
    " BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;",
    "CREATE TABLE secret(id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;",
    /* changes no table: the log may begin after event 1 (meta: first) */
    "",
};
#define SCHEMA ((long)(sizeof migrations / sizeof *migrations))
/* The schema to which a store is migrated when it is opened. Only removing archived events takes it
 * further, so that an older program can still be started on every other store. */
#define SCHEMA_WHOLE 2L

/* The first column of the first result; empty when there is none. */
static int ask(struct sqlite_store *s, const char *sql, char *answer, size_t size,
               struct cr_err *err)
{
    sqlite3_stmt *statement = NULL;
    int code = CR_OK;
    answer[0] = '\0';
    int found = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
    if (found == SQLITE_OK)
        found = sqlite3_step(statement);
    if (found == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        snprintf(answer, size, "%s", text ? text : "");
    } else if (found != SQLITE_DONE) {
        code = sqlite_fail(s, "read the store", err);
    }
    sqlite3_finalize(statement);
    return code;
}

/* *answer is -1 when the database does not give a number. */
static int ask_number(struct sqlite_store *s, const char *sql, long *answer, struct cr_err *err)
{
    char text[32];
    int code = ask(s, sql, text, sizeof text, err);
    *answer = store_schema_number(text);
    return code;
}

static int find_version(struct sqlite_store *s, long *version, struct cr_err *err)
{
    long objects, application;
    int code = ask_number(s, "SELECT count(*) FROM sqlite_schema", &objects, err);
    if (code == CR_OK)
        code = ask_number(s, "PRAGMA application_id", &application, err);
    if (code != CR_OK)
        return code;
    *version = 0;
    if (objects == 0)
        return CR_OK;
    if (application != APPLICATION_ID)
        return err_set(err, CR_E_INPUT, "%s: this is the database of another program", s->path);
    code = ask_number(s, "SELECT value FROM meta WHERE key = 'schema'", version, err);
    if (code == CR_OK && *version < 1)
        return err_set(err, CR_E_INPUT,
                       "%s: it does not say which schema it has; the store was changed", s->path);
    return code;
}

static int note_version(struct sqlite_store *s, long version, struct cr_err *err)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = %d;"
             "INSERT INTO meta VALUES('schema', '%ld') ON CONFLICT DO UPDATE SET value = '%ld';",
             APPLICATION_ID, version, version);
    return sqlite_run(s, sql, "note the schema's version", err);
}

static int note_identity(struct sqlite_store *s, struct cr_err *err)
{
    char identity[STORE_IDENTITY_DIGITS + 1], sql[128];
    store_identity_new(identity);
    snprintf(sql, sizeof sql, "INSERT INTO meta VALUES('identity', '%s')", identity);
    return sqlite_run(s, sql, "note the store's identity", err);
}

static int migrate(struct sqlite_store *s, long version, struct cr_err *err)
{
    int code = sqlite_run(s, "BEGIN IMMEDIATE", "begin to make the tables", err);
    if (code != CR_OK)
        return code;
    for (long v = version; v < SCHEMA_WHOLE && code == CR_OK; v++)
        code = sqlite_run(s, migrations[v], "make the tables", err);
    if (code == CR_OK)
        code = note_version(s, SCHEMA_WHOLE, err);
    if (code == CR_OK && version == 0)
        code = note_identity(s, err);
    if (code == CR_OK)
        code = sqlite_run(s, "COMMIT", "make the tables durable", err);
    if (code != CR_OK && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

static const char *const identity_sql = "SELECT value FROM meta WHERE key = 'identity'";

static int read_identity(struct sqlite_store *s, struct cr_err *err)
{
    char text[STORE_IDENTITY_DIGITS + 2]; /* one more, so that a longer one is noticed */
    int code = ask(s, identity_sql, text, sizeof text, err);
    if (code == CR_OK && strlen(text) != STORE_IDENTITY_DIGITS)
        return err_set(err, CR_E_INPUT, "%s: this store has lost its identity", s->path);
    if (code == CR_OK)
        memcpy(s->base.identity, text, sizeof s->base.identity);
    return code;
}

int sqlite_schema_check(struct sqlite_store *s, struct cr_err *err)
{
    long version;
    int code = find_version(s, &version, err);
    if (code != CR_OK)
        return code;
    if (version == 0 && s->base.mode != STORE_CREATE)
        return err_set(err, CR_E_NOT_FOUND, "%s: this file has no store in it yet", s->path);
    if (version > SCHEMA)
        return err_set(err, CR_E_INPUT,
                       "%s: written by a newer program (schema %ld; this one knows %ld); "
                       "use that program",
                       s->path, version, SCHEMA);
    if (s->base.mode != STORE_READ)
        return CR_OK;
    if (version < SCHEMA_WHOLE)
        return err_set(err, CR_E_INPUT,
                       "%s: written by an older program (schema %ld); start the manager on it once",
                       s->path, version);
    return read_identity(s, err);
}

int sqlite_schema_is_empty(struct sqlite_store *s, bool *out, struct cr_err *err)
{
    long version = 0;
    const int code = find_version(s, &version, err);
    *out = code == CR_OK && version == 0;
    return code;
}

int sqlite_schema_migrate(struct sqlite_store *s, struct cr_err *err)
{
    long version;
    int code = find_version(s, &version, err);
    if (code == CR_OK && version < SCHEMA_WHOLE)
        code = migrate(s, version, err);
    return code == CR_OK ? read_identity(s, err) : code;
}

/* ---- Texts that the store has about itself ---- */

int sqlite_op_meta(struct store *store, const char *key, char *out, size_t size, struct cr_err *err)
{
    char sql[96];
    snprintf(sql, sizeof sql, "SELECT value FROM meta WHERE key = '%s'", key);
    return ask((struct sqlite_store *)store, sql, out, size, err);
}

int sqlite_op_put_meta(struct store *store, const char *key, const char *value, struct cr_err *err)
{
    return sqlite_run_with((struct sqlite_store *)store,
                           "REPLACE INTO meta(key, value) VALUES(?1, ?2)", key, value,
                           "note what the store is", err);
}

/* The triggers that keep events are disabled for this connection (sqlite_open.c). */
int sqlite_op_remove_before(struct store *store, uint64_t first, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    char sql[64];
    snprintf(sql, sizeof sql, "DELETE FROM event WHERE seq < %" PRIu64, first);
    int code = sqlite_run(s, sql, "remove archived events", err);
    return code == CR_OK ? note_version(s, SCHEMA, err) : code;
}

int sqlite_op_compact(struct store *store, struct cr_err *err)
{
    return sqlite_run((struct sqlite_store *)store, "VACUUM", "make the file smaller", err);
}

/* ---- The file and the write-ahead log beside it ---- */

static void read_event_hash(struct sqlite_store *s, const char *sql, uint64_t seq,
                            struct store_head *out)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, (int64_t)seq);
        if (sqlite_read_head(s, statement, out, NULL) != CR_OK)
            *out = (struct store_head){0};
    }
    sqlite3_finalize(statement);
}

void sqlite_schema_describe(struct sqlite_store *s, struct sqlite_file_alone *out)
{
    if (ask(s, identity_sql, out->identity, sizeof out->identity, NULL) != CR_OK ||
        strlen(out->identity) != STORE_IDENTITY_DIGITS)
        out->identity[0] = '\0';
    else
        read_event_hash(s, SQLITE_SQL_HEAD, 0, &out->head);
}

bool sqlite_schema_continues(struct sqlite_store *s, const struct sqlite_file_alone *alone)
{
    char identity[STORE_IDENTITY_DIGITS + 2];
    struct store_head head = {0};
    if (alone->identity[0] == '\0')
        return true;
    if (ask(s, identity_sql, identity, sizeof identity, NULL) != CR_OK ||
        strcmp(identity, alone->identity) != 0)
        return false;
    if (alone->head.seq == 0)
        return true;
    read_event_hash(s, "SELECT seq, hash FROM event WHERE seq = ?1", alone->head.seq, &head);
    return memcmp(&head, &alone->head, sizeof head) == 0;
}

/* ---- Objects that no program of ours made ---- */

/* All objects, also those with names that begin with sqlite_, which are SQLite's own: whoever
 * writes to the schema by hand can give such a name to anything. Only the tables of ANALYZE are
 * left out; they do no harm. */
static const char *const objects_sql =
    "SELECT type, name, sql FROM sqlite_schema WHERE (type, name, sql) NOT IN (VALUES"
    " ('table', 'sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'),"
    " ('table', 'sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))"
    " OR sql IS NULL";

static bool has_object(sqlite3 *db, sqlite3_stmt *object)
{
    sqlite3_stmt *statement = NULL;
    bool found = sqlite3_prepare_v2(db,
                                    "SELECT 1 FROM sqlite_schema WHERE type = ?1 AND name = ?2"
                                    " AND sql IS ?3",
                                    -1, &statement, NULL) == SQLITE_OK;
    for (int i = 0; found && i < 3; i++)
        found = sqlite3_bind_value(statement, i + 1, sqlite3_column_value(object, i)) == SQLITE_OK;
    found = found && sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    return found;
}

/* Adds the names of objects in database `of` that database `in` does not have in the same form. */
static bool name_missing(sqlite3 *of, sqlite3 *in, const char *lead, struct text *out)
{
    sqlite3_stmt *object = NULL;
    int found = sqlite3_prepare_v2(of, objects_sql, -1, &object, NULL);
    while (found == SQLITE_OK && (found = sqlite3_step(object)) == SQLITE_ROW) {
        if (!has_object(in, object))
            text_add_format(out, "%s%s%.20s %.60s", out->len > 0 ? ", " : "", lead,
                            (const char *)sqlite3_column_text(object, 0),
                            (const char *)sqlite3_column_text(object, 1));
        found = SQLITE_OK;
    }
    sqlite3_finalize(object);
    return found == SQLITE_DONE;
}

/* Adds `what` when the query finds data that no reader of the log looks at. */
static void name_hidden(sqlite3 *db, const char *sql, const char *what, struct text *out)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        text_add_format(out, "%s%s", out->len > 0 ? ", " : "", what);
    sqlite3_finalize(statement);
}

int sqlite_op_strangers(struct store *store, char *out, size_t size, struct cr_err *err)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3 *own = NULL;
    struct text text;
    text_init(&text, out, size);
    bool good = sqlite3_open(":memory:", &own) == SQLITE_OK;
    for (long v = 0; v < SCHEMA && good; v++)
        good = sqlite3_exec(own, migrations[v], NULL, NULL, NULL) == SQLITE_OK;
    good = good && name_missing(s->db, own, "", &text) && name_missing(own, s->db, "no ", &text);
    sqlite3_close(own);
    name_hidden(s->db,
                "SELECT 1 FROM event WHERE seq < coalesce((SELECT CAST(value AS INTEGER) FROM meta"
                " WHERE key = 'first'), 1) LIMIT 1",
                "an event before the first one", &text);
    name_hidden(s->db, "SELECT 1 FROM \"row\" WHERE id < 0 LIMIT 1", "a row below number 0", &text);
    return good ? CR_OK : sqlite_fail(s, "read its schema", err);
}
