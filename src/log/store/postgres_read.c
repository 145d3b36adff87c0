/* Reading from PostgreSQL, in pieces so that memory stays flat, and waiting for other managers. */
#include "base/err.h"
#include "log/store/postgres_internal.h"
#include "os/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>

#define READ_PIECE 2000
/* STORE_BODY_MAX as SQL: the server does not even send values that are longer than any that is
 * written. */
#define LONGEST "65536"
_Static_assert(STORE_BODY_MAX == 65536, "LONGEST says the same");

static int expect_tuples(struct postgres_store *p, const PGresult *result, struct cr_err *err)
{
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        return CR_OK;
    return postgres_fail(p->connection, result, "read the store", err);
}

/* The type is checked, because whoever can change a table can change the types of its columns. */
static bool get_number(const PGresult *result, int row, int column, uint64_t *out)
{
    if (PQgetisnull(result, row, column) || PQgetlength(result, row, column) != 8)
        return false;
    *out = postgres_get_int8(PQgetvalue(result, row, column));
    return true;
}

static int give_head(const PGresult *result, struct store_head *head, struct cr_err *err)
{
    *head = (struct store_head){0};
    if (PQntuples(result) != 1 || PQgetlength(result, 0, 1) != STORE_HASH_BYTES ||
        !get_number(result, 0, 0, &head->seq))
        return err_set(err, CR_E_INPUT, "PostgreSQL: croupier.head was changed; it is of no use");
    memcpy(head->hash, PQgetvalue(result, 0, 1), STORE_HASH_BYTES);
    uint64_t last = 0;
    uint8_t hash[STORE_HASH_BYTES] = {0};
    if (get_number(result, 0, 2, &last) && PQgetlength(result, 0, 3) == STORE_HASH_BYTES)
        memcpy(hash, PQgetvalue(result, 0, 3), STORE_HASH_BYTES);
    if (last != head->seq || memcmp(hash, head->hash, STORE_HASH_BYTES) != 0)
        return err_set(err, CR_E_INPUT,
                       "PostgreSQL: the log ends at %" PRIu64 " and should end at %" PRIu64
                       " otherwise; it was changed",
                       last, head->seq);
    return CR_OK;
}

/* croupier.head, the row that writers lock, and the last event must agree. One statement reads
 * both, so that they are of one moment. */
int postgres_op_head(struct store *store, struct store_head *head, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    if (store->in_batch) {
        *head = store->head;
        return CR_OK;
    }
    int code = postgres_revive(p, err);
    if (code != CR_OK)
        return code;
    PGresult *result =
        PQexecParams(p->connection,
                     "SELECT h.seq, h.hash, e.seq, e.hash FROM croupier.head h LEFT JOIN LATERAL"
                     " (SELECT seq, hash FROM croupier.event ORDER BY seq DESC LIMIT 1) e ON true",
                     0, NULL, NULL, NULL, NULL, 1);
    code = expect_tuples(p, result, err);
    if (code == CR_OK)
        code = give_head(result, head, err);
    PQclear(result);
    return code;
}

/* Inside a batch this waits for what was sent. Outside of one it connects again if the server has
 * gone away meanwhile. */
static int begin_read(struct postgres_store *p, struct cr_err *err)
{
    int code = postgres_revive(p, err);
    return code == CR_OK ? postgres_settle(p, err) : code;
}

/* Runs a query with two or three numbers. */
static PGresult *query(struct postgres_store *p, const char *sql, int count,
                       const uint64_t numbers[3])
{
    static const Oid types[3] = {PG_INT8, PG_INT8, PG_INT8};
    static const int lengths[3] = {8, 8, 8}, binary[3] = {1, 1, 1};
    char bytes[3][8];
    const char *values[3] = {bytes[0], bytes[1], bytes[2]};
    for (int i = 0; i < count; i++)
        postgres_put_int8(bytes[i], numbers[i]);
    return PQexecParams(p->connection, sql, count, types, values, lengths, binary, 1);
}

static int give_events(const PGresult *result, store_event_fn *each, void *context, uint64_t *from,
                       struct cr_err *err)
{
    for (int i = 0; i < PQntuples(result); i++) {
        struct store_event event = {.body = PQgetvalue(result, i, 1),
                                    .len = (uint32_t)PQgetlength(result, i, 1)};
        if (!get_number(result, i, 0, &event.seq) ||
            PQgetlength(result, i, 2) != STORE_HASH_BYTES || PQgetisnull(result, i, 1))
            return err_set(err, CR_E_INPUT,
                           "PostgreSQL: event %" PRIu64 " has no hash, or a text longer than any "
                           "that is written; the log was changed",
                           event.seq);
        memcpy(event.hash, PQgetvalue(result, i, 2), STORE_HASH_BYTES);
        int code = each(context, &event);
        if (code != CR_OK)
            return code;
        *from = event.seq + 1;
    }
    return CR_OK;
}

int postgres_op_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                     void *context, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = begin_read(p, err);
    while (code == CR_OK && max > 0) {
        uint64_t piece = max < READ_PIECE ? max : READ_PIECE;
        PGresult *result =
            query(p,
                  "SELECT seq, CASE WHEN octet_length(body) <= " LONGEST " THEN body END, hash"
                  " FROM croupier.event WHERE seq >= $1 ORDER BY seq LIMIT $2",
                  2, (const uint64_t[3]){from, piece});
        code = expect_tuples(p, result, err);
        uint64_t count = code == CR_OK ? (uint64_t)PQntuples(result) : 0;
        if (code == CR_OK)
            code = give_events(result, each, context, &from, err);
        PQclear(result);
        if (count < piece)
            break;
        max -= count;
    }
    return code;
}

static int give_rows(const PGresult *result, store_row_fn *each, void *context, uint64_t *from,
                     struct cr_err *err)
{
    for (int i = 0; i < PQntuples(result); i++) {
        struct store_row row = {.body = PQgetvalue(result, i, 1),
                                .len = (uint32_t)PQgetlength(result, i, 1)};
        if (!get_number(result, i, 0, &row.id) || PQgetisnull(result, i, 1))
            return err_set(err, CR_E_INPUT,
                           "PostgreSQL: row %" PRIx64 " is longer than any that is written; the "
                           "rows were changed, and croupier db rebuild makes them again",
                           row.id);
        int code = each(context, &row);
        if (code != CR_OK)
            return code;
        *from = row.id + 1;
    }
    return CR_OK;
}

int postgres_op_rows(struct store *store, uint64_t from, uint64_t to, store_row_fn *each,
                     void *context, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = begin_read(p, err);
    while (code == CR_OK && from <= to) {
        PGresult *result = query(p,
                                 "SELECT id, CASE WHEN octet_length(body) <= " LONGEST
                                 " THEN body END FROM croupier.\"row\""
                                 " WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3",
                                 3, (const uint64_t[3]){from, to, READ_PIECE});
        code = expect_tuples(p, result, err);
        int count = code == CR_OK ? PQntuples(result) : 0;
        if (code == CR_OK)
            code = give_rows(result, each, context, &from, err);
        PQclear(result);
        if (count < READ_PIECE)
            break;
    }
    return code;
}

int postgres_op_secrets(struct store *store, const char *id, store_secret_fn *each, void *context,
                        struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = begin_read(p, err);
    if (code != CR_OK)
        return code;
    PGresult *result =
        postgres_query_text(p->connection,
                            "SELECT left(id, 256), left(text, 1024) FROM croupier.secret"
                            " WHERE $1::text IS NULL OR id = $1::text ORDER BY id",
                            id, NULL);
    code = expect_tuples(p, result, err);
    for (int i = 0; code == CR_OK && i < PQntuples(result); i++)
        code = each(context, PQgetvalue(result, i, 0), PQgetvalue(result, i, 1));
    PQclear(result);
    return code;
}

int postgres_op_hold(struct store *store, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = postgres_revive(p, err);
    if (code == CR_OK)
        code = postgres_run(p->connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                            "read the store", err);
    p->is_held = code == CR_OK;
    return code;
}

void postgres_op_release(struct store *store)
{
    struct postgres_store *p = (struct postgres_store *)store;
    postgres_run(p->connection, "COMMIT", "read the store", NULL);
    p->is_held = false;
}

/* True when another manager has committed. The listener hears this program's own commits too, and
 * leaves them out. */
static bool heard_others(struct postgres_store *p)
{
    bool others = false;
    PGnotify *notice;
    while ((notice = PQnotifies(p->listener))) {
        others |= notice->be_pid != PQbackendPID(p->connection);
        PQfreemem(notice);
    }
    return others;
}

/* Commits from before the listening were not heard, so the first call returns at once. */
static int start_listening(struct postgres_store *p, struct cr_err *err)
{
    PGconn *listener;
    int code = postgres_connect_patiently(p, &listener, err);
    if (code == CR_OK)
        code = postgres_run(listener, "LISTEN croupier", "listen to other managers", err);
    if (code != CR_OK) {
        PQfinish(listener);
        return code;
    }
    p->listener = listener;
    return CR_OK;
}

int postgres_op_wait(struct store *store, unsigned timeout_ms, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    if (!p->listener)
        return start_listening(p, err);
    int64_t until = clock_mono_ms() + timeout_ms;
    for (;;) {
        if (!PQconsumeInput(p->listener) || PQstatus(p->listener) != CONNECTION_OK) {
            /* Commits may have gone unheard meanwhile: return at once, so that the caller looks. */
            PQfinish(p->listener);
            p->listener = NULL;
            return start_listening(p, err);
        }
        int64_t left = until - clock_mono_ms();
        if (heard_others(p) || left <= 0)
            return CR_OK;
        struct pollfd socket = {.fd = PQsocket(p->listener), .events = POLLIN};
        if (poll(&socket, 1, (int)left) < 0 && errno != EINTR)
            return err_set(err, CR_E_IO, "PostgreSQL: cannot wait: %s", strerror(errno));
    }
}
