/* A connection that was lost while nothing was under way is made anew: a server that is restarted
 * or fails over is no reason for a manager to end. In a batch it is (V1): what became of the batch
 * is unknown. */
#include "base/err.h"
#include "log/store/postgres_internal.h"
#include "os/clock.h"

#include <poll.h>
#include <string.h>

/* How long a server may take to come back. Tables have closed by their own clocks long before. */
#define PATIENCE_MS 10000
#define PAUSE_MS    200

static bool postgres_is_lost(PGconn *connection)
{
    struct pollfd socket = {.fd = PQsocket(connection), .events = POLLIN};
    /* The server's last message and the end of the connection may arrive one after the other. */
    for (unsigned i = 0; i < 4 && PQstatus(connection) == CONNECTION_OK; i++)
        if (poll(&socket, 1, 0) <= 0 || !PQconsumeInput(connection))
            break;
    return PQstatus(connection) != CONNECTION_OK;
}

int postgres_connect_patiently(const struct postgres_store *p, PGconn **out, struct cr_err *err)
{
    const int64_t until_ms = clock_mono_ms() + PATIENCE_MS;
    int code = postgres_connect(p, out, err);
    while (code != CR_OK && clock_mono_ms() < until_ms) {
        PQfinish(*out);
        clock_sleep_ms(PAUSE_MS);
        code = postgres_connect(p, out, err);
    }
    return code;
}

/* Makes sure that the same store answers: the address may lead to another server by now. */
static int check_same(struct postgres_store *p, struct cr_err *err)
{
    char before[sizeof p->base.identity];
    memcpy(before, p->base.identity, sizeof before);
    int code = postgres_schema_prepare(p, err);
    if (code == CR_OK && strcmp(before, p->base.identity) != 0)
        code = err_set(err, CR_E_IO, "PostgreSQL: another store answers at this address now");
    memcpy(p->base.identity, before, sizeof before);
    return code;
}

int postgres_revive(struct postgres_store *p, struct cr_err *err)
{
    if (p->base.in_batch || p->is_held || !postgres_is_lost(p->connection))
        return CR_OK;
    const enum store_mode mode = p->base.mode;
    PQfinish(p->connection);
    int code = postgres_connect_patiently(p, &p->connection, err);
    /* Not STORE_CREATE: a store that is gone is not made again. */
    p->base.mode = mode == STORE_READ ? STORE_READ : STORE_WRITE;
    if (code == CR_OK)
        code = check_same(p, err);
    p->base.mode = mode;
    if (code == CR_OK && mode != STORE_READ)
        code = postgres_prepare_statements(p, err);
    if (code == CR_OK && p->name != NULL)
        code = postgres_op_take_name(&p->base, p->name, &p->program, err);
    if (code != CR_OK) { /* not to be taken for a good one later: it is made anew */
        PQfinish(p->connection);
        p->connection = NULL;
    }
    return code;
}
