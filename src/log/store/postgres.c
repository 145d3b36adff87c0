/* Writing to PostgreSQL. A batch is a transaction that begins with the lock on the one row of
 * croupier.head, so managers write in turn. The statements of a batch are sent without waiting for
 * answers, and the commit reads all answers, so a batch costs two round trips. */
#include "base/err.h"
#include "base/hex.h"
#include "log/store/postgres_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statements sent before their answers are read: too many unread answers would fill the socket and
 * block both sides. */
#define QUEUED_MAX 64

int postgres_fail(const PGconn *connection, const PGresult *result, const char *cannot,
                  struct cr_err *err)
{
    const char *said = result ? PQresultErrorMessage(result) : "";
    if (!*said)
        said = PQerrorMessage(connection);
    if (!*said)
        said = "the server's answer was not the one expected";
    return err_set(err, CR_E_IO, "PostgreSQL: cannot %s: %.*s", cannot, (int)strcspn(said, "\n"),
                   said);
}

int postgres_run(PGconn *connection, const char *sql, const char *cannot, struct cr_err *err)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    int code = CR_OK;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        code = postgres_fail(connection, result, cannot, err);
    PQclear(result);
    return code;
}

PGresult *postgres_query_text(PGconn *connection, const char *sql, const char *first,
                              const char *second)
{
    const char *values[] = {first, second};
    return PQexecParams(connection, sql, second ? 2 : 1, NULL, values, NULL, NULL, 0);
}

/* Reads results up to the sync mark of the pipeline; a NULL ends those of one statement. When the
 * connection is lost the mark never comes, and libpq keeps returning NULL. `tag` gets what the
 * server says that the last command did. */
static int read_answers(struct postgres_store *p, char *tag, size_t size, struct cr_err *err)
{
    int code = CR_OK;
    for (unsigned ends = 0; ends < 2 && PQstatus(p->connection) == CONNECTION_OK;) {
        PGresult *result = PQgetResult(p->connection);
        ends = result ? 0 : ends + 1;
        if (!result)
            continue;
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_COMMAND_OK)
            snprintf(tag, size, "%s", PQcmdStatus(result));
        else if (status != PGRES_TUPLES_OK && status != PGRES_PIPELINE_SYNC && code == CR_OK)
            code = postgres_fail(p->connection, result, "write", err);
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return code;
    }
    return code != CR_OK ? code : postgres_fail(p->connection, NULL, "write", err);
}

static int settle(struct postgres_store *p, char *tag, size_t size, struct cr_err *err)
{
    tag[0] = '\0';
    if (PQpipelineStatus(p->connection) == PQ_PIPELINE_OFF)
        return CR_OK;
    if (!PQpipelineSync(p->connection))
        return postgres_fail(p->connection, NULL, "write", err);
    int code = read_answers(p, tag, size, err);
    p->queued = 0;
    if (!PQexitPipelineMode(p->connection) && code == CR_OK)
        code = postgres_fail(p->connection, NULL, "write", err);
    return code;
}

int postgres_settle(struct postgres_store *p, struct cr_err *err)
{
    char tag[32];
    return settle(p, tag, sizeof tag, err);
}

/* Sends a prepared statement; parameters are binary. */
static int send(struct postgres_store *p, const char *name, int count, const char *const *values,
                const int *lengths, struct cr_err *err)
{
    static const int binary[] = {1, 1, 1};
    int code = p->queued >= QUEUED_MAX ? postgres_settle(p, err) : CR_OK;
    if (code != CR_OK)
        return code;
    if (!PQenterPipelineMode(p->connection) ||
        !PQsendQueryPrepared(p->connection, name, count, values, lengths, binary, 1))
        return postgres_fail(p->connection, NULL, "write", err);
    p->queued++;
    return CR_OK;
}

static int send_arrays(struct postgres_store *p, const char *name, int count, struct cr_err *err)
{
    const char *values[3];
    int lengths[3];
    for (int i = 0; i < count; i++) {
        if (p->arrays[i].cut)
            return err_set(err, CR_E_IO, "no memory to send a batch with");
        values[i] = p->arrays[i].data;
        lengths[i] = (int)p->arrays[i].len;
    }
    return send(p, name, count, values, lengths, err);
}

static int op_begin(struct store *store, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = postgres_revive(p, err);
    if (code != CR_OK)
        return code;
    PGresult *result = PQexec(p->connection, "BEGIN ISOLATION LEVEL READ COMMITTED;"
                                             "SELECT seq, encode(hash, 'hex') FROM croupier.head"
                                             " FOR UPDATE");
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1 ||
        !hex_decode(PQgetvalue(result, 0, 1), strlen(PQgetvalue(result, 0, 1)), store->head.hash,
                    STORE_HASH_BYTES))
        code = postgres_fail(p->connection, result, "begin a batch", err);
    else
        store->head.seq = strtoull(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    if (code != CR_OK)
        postgres_run(p->connection, "ROLLBACK", "undo a batch", NULL);
    return code;
}

static int send_events(struct postgres_store *p, const struct store_event *events, size_t count,
                       struct cr_err *err)
{
    postgres_array_start(&p->arrays[0], PG_INT8, count);
    postgres_array_start(&p->arrays[1], PG_TEXT, count);
    postgres_array_start(&p->arrays[2], PG_BYTEA, count);
    for (size_t i = 0; i < count; i++) {
        postgres_array_add_int8(&p->arrays[0], events[i].seq);
        postgres_array_add(&p->arrays[1], events[i].body, events[i].len);
        postgres_array_add(&p->arrays[2], events[i].hash, STORE_HASH_BYTES);
    }
    return send_arrays(p, "croupier_events", 3, err);
}

static int send_rows(struct postgres_store *p, const struct store_row *rows, size_t count,
                     struct cr_err *err)
{
    postgres_array_start(&p->arrays[0], PG_INT8, count);
    postgres_array_start(&p->arrays[1], PG_BYTEA, count);
    for (size_t i = 0; i < count; i++) {
        postgres_array_add_int8(&p->arrays[0], rows[i].id);
        postgres_array_add(&p->arrays[1], rows[i].body, rows[i].len);
    }
    return send_arrays(p, "croupier_rows", 2, err);
}

static int op_append(struct store *store, const struct store_event *events, size_t event_count,
                     const struct store_row *rows, size_t row_count, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = event_count > 0 ? send_events(p, events, event_count, err) : CR_OK;
    if (code == CR_OK && row_count > 0)
        code = send_rows(p, rows, row_count, err);
    return code;
}

static int op_commit(struct store *store, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    char seq[8], note[24], tag[32];
    postgres_put_int8(seq, store->head.seq);
    const char *head[] = {seq, (const char *)store->head.hash};
    const char *notice[] = {note};
    int code = send(p, "croupier_head", 2, head, (const int[]){sizeof seq, STORE_HASH_BYTES}, err);
    int len = snprintf(note, sizeof note, "%" PRIu64, store->head.seq);
    if (code == CR_OK)
        code = send(p, "croupier_notify", 1, notice, &len, err);
    if (code == CR_OK)
        code = send(p, "croupier_commit", 0, NULL, NULL, err);
    if (code == CR_OK)
        code = settle(p, tag, sizeof tag, err);
    /* The server answers the commit of a failed transaction with ROLLBACK, not with an error. */
    if (code == CR_OK && strcmp(tag, "COMMIT") != 0)
        code = err_set(err, CR_E_IO, "PostgreSQL: the server did not commit a batch (%s)", tag);
    return code;
}

static void op_abandon(struct store *store)
{
    struct postgres_store *p = (struct postgres_store *)store;
    postgres_settle(p, NULL);
    if (PQtransactionStatus(p->connection) != PQTRANS_IDLE)
        postgres_run(p->connection, "ROLLBACK", "undo a batch", NULL);
}

static int op_clear_rows(struct store *store, struct cr_err *err)
{
    return send((struct postgres_store *)store, "croupier_clear", 0, NULL, NULL, err);
}

static int op_put_secret(struct store *store, const char *id, const char *text, struct cr_err *err)
{
    const char *values[] = {id, text};
    const int lengths[] = {(int)strlen(id), (int)strlen(text)};
    struct postgres_store *p = (struct postgres_store *)store;
    return text[0] != '\0' ? send(p, "croupier_secret", 2, values, lengths, err)
                           : send(p, "croupier_no_secret", 1, values, lengths, err);
}

static void op_close(struct store *store)
{
    struct postgres_store *p = (struct postgres_store *)store;
    PQfinish(p->connection);
    PQfinish(p->listener);
    for (unsigned i = 0; i < 3; i++)
        text_free(&p->arrays[i]);
    free(p->address);
    free(p->name);
    free(p);
}

/* The name is a lock of the session, which the server releases when the connection ends. A machine
 * that lost its power does not close its connection, so the server is told to probe it, and a
 * manager that starts again waits that long. */
static int ask_for_name(struct postgres_store *p, const char *name,
                        const struct store_program *program, struct cr_err *err)
{
    int code = postgres_run(p->connection,
                            "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; "
                            "SET tcp_keepalives_count = 2; BEGIN; SET LOCAL lock_timeout = '8s'",
                            "ask for the manager's name", err);
    if (code == CR_OK)
        code = postgres_announce(p, program, err);
    if (code != CR_OK)
        return code;
    PGresult *result = postgres_query_text(
        p->connection, "SELECT pg_advisory_lock(hashtextextended('croupier manager ' || $1, 0))",
        name, NULL);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (state && strcmp(state, "55P03") == 0)
        code = err_set(err, CR_E_STATE,
                       "a manager %s runs on this store already; stop it, or give this one a name "
                       "of its own (--id)",
                       name);
    else if (PQresultStatus(result) != PGRES_TUPLES_OK)
        code = postgres_fail(p->connection, result, "take the manager's name", err);
    PQclear(result);
    return code != CR_OK ? code
                         : postgres_run(p->connection, "COMMIT", "take the manager's name", err);
}

/* The name is kept, so that postgres_revive can take it again on a new connection. */
int postgres_op_take_name(struct store *store, const char *name,
                          const struct store_program *program, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = ask_for_name(p, name, program, err);
    if (code != CR_OK || p->name != NULL)
        return code;
    p->name = strdup(name);
    p->program = *program;
    return p->name != NULL ? CR_OK : err_set(err, CR_E_IO, "out of memory");
}

static const struct store_ops postgres_ops = {
    .engine = "postgresql",
    STORE_WRITING_OPS,
    .take_name = postgres_op_take_name,
    .others = postgres_op_others,
    STORE_READING_OPS(postgres_op),
    STORE_BEGINNING_OPS(postgres_op),
    .wait = postgres_op_wait,
    .strangers = postgres_op_strangers,
    .hold = postgres_op_hold,
    .release = postgres_op_release,
};

/* croupier_rows: a row may come twice in one call, but the server refuses to change it twice in one
 * statement, so only its last version is written. */
static const struct {
    const char *name, *sql;
    int count;
    Oid types[3];
} statements[] = {
    {"croupier_events",
     "INSERT INTO croupier.event(seq, body, hash) SELECT * FROM unnest($1, $2, $3)",
     3,
     {PG_INT8_ARRAY, PG_TEXT_ARRAY, PG_BYTEA_ARRAY}},
    {"croupier_rows",
     "WITH last AS (SELECT DISTINCT ON (id) id, body FROM"
     " unnest($1, $2) WITH ORDINALITY AS t(id, body, n) ORDER BY id, n DESC),"
     " gone AS (DELETE FROM croupier.\"row\" r USING last"
     " WHERE r.id = last.id AND length(last.body) = 0)"
     " INSERT INTO croupier.\"row\"(id, body) SELECT id, body FROM last WHERE length(body) > 0"
     " ON CONFLICT (id) DO UPDATE SET body = excluded.body",
     2,
     {PG_INT8_ARRAY, PG_BYTEA_ARRAY}},
    {"croupier_head", "UPDATE croupier.head SET seq = $1, hash = $2", 2, {PG_INT8, PG_BYTEA}},
    {"croupier_notify", "SELECT pg_notify('croupier', $1)", 1, {PG_TEXT}},
    {"croupier_commit", "COMMIT", 0, {0}},
    {"croupier_clear", "DELETE FROM croupier.\"row\"", 0, {0}},
    {"croupier_secret",
     "INSERT INTO croupier.secret(id, text) VALUES($1, $2)"
     " ON CONFLICT (id) DO UPDATE SET text = excluded.text",
     2,
     {PG_TEXT, PG_TEXT}},
    {"croupier_no_secret", "DELETE FROM croupier.secret WHERE id = $1", 1, {PG_TEXT}},
};

int postgres_prepare_statements(struct postgres_store *p, struct cr_err *err)
{
    int code = CR_OK;
    for (size_t i = 0; i < sizeof statements / sizeof *statements && code == CR_OK; i++) {
        PGresult *result = PQprepare(p->connection, statements[i].name, statements[i].sql,
                                     statements[i].count, statements[i].types);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            code = postgres_fail(p->connection, result, "use the store's tables", err);
        PQclear(result);
    }
    return code;
}

int postgres_open(const char *address, enum store_mode mode, struct store **out, struct cr_err *err)
{
    struct postgres_store *p = calloc(1, sizeof *p);
    char *kept = strdup(address);
    if (!p || !kept) {
        free(p);
        free(kept);
        return err_set(err, CR_E_IO, "no memory to open a store with");
    }
    p->base.ops = &postgres_ops;
    p->base.mode = mode;
    p->address = kept;
    int code = postgres_connect(p, &p->connection, err);
    if (code == CR_OK)
        code = postgres_schema_prepare(p, err);
    if (code == CR_OK && mode != STORE_READ)
        code = postgres_prepare_statements(p, err);
    struct store_head head;
    if (code == CR_OK)
        code = postgres_op_head(&p->base, &head, err);
    if (code == CR_OK)
        *out = &p->base;
    else
        op_close(&p->base);
    return code;
}
