/* Connecting to PostgreSQL, and the schema as numbered steps. A step that has shipped is never
 * changed. */
#include "base/err.h"
#include "log/store/postgres_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The view is for auditors with any tool; the program does not use it. The trigger keeps other
 * tools from changing history by accident (REC-1, REG-15). Rows are rewritten all the time: with
 * free room in its page (fillfactor) a row's new version needs no new entry in the index. */
static const char *const migrations[] = {
    "CREATE SCHEMA IF NOT EXISTS croupier;"
    "CREATE TABLE croupier.meta(key text PRIMARY KEY, value text NOT NULL);"
    "CREATE TABLE croupier.event(seq bigint PRIMARY KEY, body text NOT NULL, hash bytea NOT NULL);"
    "CREATE TABLE croupier.\"row\"(id bigint PRIMARY KEY, body bytea NOT NULL)"
    " WITH (fillfactor = 50);"
    "CREATE TABLE croupier.head(seq bigint NOT NULL, hash bytea NOT NULL) WITH (fillfactor = 10);"
    "INSERT INTO croupier.head VALUES(0, decode(repeat('00', 32), 'hex'));"
    "CREATE VIEW croupier.activity AS SELECT seq, (j->>'time')::bigint AS \"time\","
    " j->>'kind' AS kind, j->>'table' AS \"table\", j->>'seat' AS seat, j->>'user' AS \"user\","
    " j->>'amount' AS amount, j->>'link' AS link, j->>'claim' AS claim"
    " FROM (SELECT seq, body::json AS j FROM croupier.event) AS e;"
    "CREATE FUNCTION croupier.keep_events() RETURNS trigger LANGUAGE plpgsql AS"
    " 'BEGIN RAISE EXCEPTION ''events are never changed or removed''; END';"
    "CREATE TRIGGER event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON croupier.event"
    " FOR EACH STATEMENT EXECUTE FUNCTION croupier.keep_events();",
    "CREATE TABLE croupier.secret(id text COLLATE \"C\" PRIMARY KEY, text text NOT NULL);",
    /* changes no table: the log may begin after event 1 (meta: first) */
    "",
};
#define SCHEMA ((long)(sizeof migrations / sizeof *migrations))
/* The schema to which a store is migrated when it is opened. Only removing archived events takes it
 * further, so that an older program can still be started on every other store. */
#define SCHEMA_WHOLE 2L

static void ignore_notice(void *context, const char *text)
{
    (void)context, (void)text;
}

/* V1: a commit is answered when it is on disk, whatever the server's default is. */
static const char *const session_settings =
    "SET synchronous_commit = on; SET client_encoding = 'UTF8'; SET standard_conforming_strings = "
    "on;"
    "SET lock_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s';"
    "SET search_path = pg_catalog";

/* A manager that hangs in a batch has the lock that all others wait for, so the server ends its
 * session long before they give up. Between two statements of a batch there are only
 * milliseconds. */
static const char *const writer_settings = "SET idle_in_transaction_session_timeout = '4s'";

int postgres_connect(const struct postgres_store *p, PGconn **out, struct cr_err *err)
{
    /* The address comes last, so that its settings override these. */
    const char *const names[] = {"connect_timeout", "tcp_user_timeout", "application_name",
                                 "dbname", NULL};
    const char *const values[] = {"10", "15000", "croupier", p->address, NULL};
    *out = PQconnectdbParams(names, values, 1);
    if (PQstatus(*out) != CONNECTION_OK)
        return postgres_fail(*out, NULL, "connect", err);
    PQsetNoticeProcessor(*out, ignore_notice, NULL);
    int code = postgres_run(*out, session_settings, "choose the session's settings", err);
    if (code == CR_OK)
        code = postgres_run(*out,
                            p->base.mode == STORE_READ ? "SET default_transaction_read_only = on"
                                                       : writer_settings,
                            "choose the session's settings", err);
    return code;
}

int postgres_ask(struct postgres_store *p, const char *sql, const char *cannot, char *answer,
                 size_t size, struct cr_err *err)
{
    PGresult *result = PQexec(p->connection, sql);
    int code = CR_OK;
    answer[0] = '\0';
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        code = postgres_fail(p->connection, result, cannot, err);
    else if (PQntuples(result) > 0)
        snprintf(answer, size, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return code;
}

/* V1 and the texts' bytes depend on two settings that a session cannot choose. */
static int check_server(struct postgres_store *p, struct cr_err *err)
{
    char answer[32];
    int code =
        postgres_ask(p, "SHOW server_encoding", "read the store", answer, sizeof answer, err);
    if (code == CR_OK && strcmp(answer, "UTF8") != 0)
        return err_set(err, CR_E_INPUT,
                       "PostgreSQL: the database keeps text as %s; make one with ENCODING 'UTF8'",
                       answer);
    if (code == CR_OK && p->base.mode != STORE_READ) {
        code = postgres_ask(p, "SHOW fsync", "read the store", answer, sizeof answer, err);
        if (code == CR_OK && strcmp(answer, "on") != 0)
            return err_set(err, CR_E_INPUT,
                           "PostgreSQL: the server runs with fsync = %s and would lose events "
                           "with the power; set it on",
                           answer);
    }
    return code;
}

static int find_version(struct postgres_store *p, long *version, struct cr_err *err)
{
    char answer[32];
    *version = 0;
    int code = postgres_ask(p, "SELECT to_regclass('croupier.meta')", "read the store", answer,
                            sizeof answer, err);
    if (code != CR_OK || answer[0] == '\0')
        return code;
    code = postgres_ask(p, "SELECT value FROM croupier.meta WHERE key = 'schema'", "read the store",
                        answer, sizeof answer, err);
    *version = store_schema_number(answer);
    if (code == CR_OK && *version < 1)
        return err_set(err, CR_E_INPUT,
                       "PostgreSQL: the store does not say which schema it has; it was changed");
    return code;
}

static int note(struct postgres_store *p, const char *key, const char *value, struct cr_err *err)
{
    PGresult *result =
        postgres_query_text(p->connection,
                            "INSERT INTO croupier.meta VALUES($1, $2)"
                            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                            key, value);
    int code = CR_OK;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        code = postgres_fail(p->connection, result, "note what the store is", err);
    PQclear(result);
    return code;
}

static int note_version(struct postgres_store *p, long version, struct cr_err *err)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", version);
    return note(p, "schema", text, err);
}

static int migrate_locked(struct postgres_store *p, struct cr_err *err)
{
    long version;
    int code = find_version(p, &version, err);
    char text[STORE_IDENTITY_DIGITS + 1];
    for (long v = version; v < SCHEMA_WHOLE && code == CR_OK; v++)
        code = postgres_run(p->connection, migrations[v], "make the tables", err);
    if (code == CR_OK && version < SCHEMA_WHOLE)
        code = note_version(p, SCHEMA_WHOLE, err);
    store_identity_new(text);
    if (code == CR_OK && version == 0)
        code = note(p, "identity", text, err);
    return code;
}

static int migrate(struct postgres_store *p, struct cr_err *err)
{
    int code = postgres_run(p->connection,
                            "BEGIN; SELECT pg_advisory_xact_lock(" POSTGRES_MIGRATION_LOCK ")",
                            "begin to make the tables", err);
    if (code == CR_OK)
        code = migrate_locked(p, err);
    if (code == CR_OK)
        code = postgres_run(p->connection, "COMMIT", "make the tables durable", err);
    if (code != CR_OK)
        postgres_run(p->connection, "ROLLBACK", "undo", NULL);
    return code;
}

static int read_identity(struct postgres_store *p, struct cr_err *err)
{
    char text[STORE_IDENTITY_DIGITS + 2]; /* one more, so that a longer one is noticed */
    int code = postgres_ask(p, "SELECT value FROM croupier.meta WHERE key = 'identity'",
                            "read the store", text, sizeof text, err);
    if (code == CR_OK && strlen(text) != STORE_IDENTITY_DIGITS)
        return err_set(err, CR_E_INPUT, "PostgreSQL: the store has lost its identity");
    if (code == CR_OK)
        memcpy(p->base.identity, text, sizeof p->base.identity);
    return code;
}

int postgres_schema_prepare(struct postgres_store *p, struct cr_err *err)
{
    long version;
    int code = check_server(p, err);
    if (code == CR_OK)
        code = find_version(p, &version, err);
    if (code != CR_OK)
        return code;
    if (version == 0 && p->base.mode != STORE_CREATE)
        return err_set(err, CR_E_NOT_FOUND, "PostgreSQL: database %s has no store in it yet",
                       PQdb(p->connection));
    if (version > SCHEMA)
        return err_set(err, CR_E_INPUT,
                       "PostgreSQL: the store was written by a newer program (schema %ld; this "
                       "one knows %ld); use that program",
                       version, SCHEMA);
    if (version < SCHEMA_WHOLE && p->base.mode == STORE_READ)
        return err_set(err, CR_E_INPUT,
                       "PostgreSQL: the store was written by an older program (schema %ld); start "
                       "the manager on it once",
                       version);
    if (version < SCHEMA_WHOLE)
        code = migrate(p, err);
    return code == CR_OK ? read_identity(p, err) : code;
}

/* ---- Texts that the store has about itself ---- */

int postgres_op_meta(struct store *store, const char *key, char *out, size_t size,
                     struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    char sql[96];
    snprintf(sql, sizeof sql, "SELECT value FROM croupier.meta WHERE key = '%s'", key);
    int code = postgres_settle(p, err);
    return code == CR_OK ? postgres_ask(p, sql, "read the store", out, size, err) : code;
}

int postgres_op_put_meta(struct store *store, const char *key, const char *value,
                         struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = postgres_settle(p, err);
    return code == CR_OK ? note(p, key, value, err) : code;
}

/* The trigger is disabled inside this transaction only: no other session ever sees it disabled. */
int postgres_op_remove_before(struct store *store, uint64_t first, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    char sql[256];
    snprintf(sql, sizeof sql,
             "ALTER TABLE croupier.event DISABLE TRIGGER event_kept;"
             "DELETE FROM croupier.event WHERE seq < %" PRIu64 ";"
             "ALTER TABLE croupier.event ENABLE TRIGGER event_kept",
             first);
    int code = postgres_settle(p, err);
    if (code == CR_OK)
        code = postgres_run(p->connection, sql, "remove archived events", err);
    return code == CR_OK ? note_version(p, SCHEMA, err) : code;
}

int postgres_op_compact(struct store *store, struct cr_err *err)
{
    return postgres_run(((struct postgres_store *)store)->connection, "VACUUM croupier.event",
                        "make room where events were removed", err);
}
