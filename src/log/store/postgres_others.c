/* Lists the other managers that are alive on one database, and the versions of their programs. Each
 * announces itself with locks of its session, which the server releases with the connection, so
 * that no manager is listed that is gone. They are shared advisory locks on pairs of numbers, for
 * which nobody ever waits. */
#include "log/store/postgres_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The first number of each pair: "crse", "crla". */
#define SEMANTICS "1668444005"
#define LAYOUT    "1668443233"

int postgres_announce(struct postgres_store *p, const struct store_program *program,
                      struct cr_err *err)
{
    char sql[256];
    /* The server's numbers are signed. */
    snprintf(sql, sizeof sql,
             "SELECT pg_advisory_lock_shared(" SEMANTICS ", %" PRId32 "),"
             " pg_advisory_lock_shared(" LAYOUT ", %" PRId32 ")",
             (int32_t)program->semantics, (int32_t)program->layout);
    return postgres_run(p->connection, sql, "tell the other managers of this program", err);
}

/* Sessions that hold a manager's name, a lock on one number of 64 bits (objsubid 1). A program that
 * announces nothing holds only that lock; its numbers are zero here. */
static const char *const others_sql =
    "SELECT coalesce(max(objid::bigint) FILTER (WHERE objsubid = 2 AND classid = " SEMANTICS "), 0)"
    ", coalesce(max(objid::bigint) FILTER (WHERE objsubid = 2 AND classid = " LAYOUT "), 0)"
    " FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND NOT (objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = " POSTGRES_MIGRATION_LOCK
    ") GROUP BY pid HAVING bool_or(objsubid = 1)";

int postgres_op_others(struct store *store, store_program_fn *each, void *context,
                       struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = postgres_settle(p, err);
    if (code != CR_OK)
        return code;
    PGresult *result = PQexec(p->connection, others_sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        code = postgres_fail(p->connection, result, "ask for the other managers", err);
    for (int i = 0; code == CR_OK && i < PQntuples(result); i++) {
        const struct store_program program = {
            .semantics = (uint32_t)strtoull(PQgetvalue(result, i, 0), NULL, 10),
            .layout = (uint32_t)strtoull(PQgetvalue(result, i, 1), NULL, 10)};
        each(context, &program);
    }
    PQclear(result);
    return code;
}
