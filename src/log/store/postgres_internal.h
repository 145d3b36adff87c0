/* Inside the PostgreSQL back end: its handle, and functions that its files share. */
#pragma once

#include "base/text.h"
#include "log/store/backend.h"

#include <libpq-fe.h>

/* Types of the server's catalogue, which are the same everywhere. */
#define PG_BYTEA       17
#define PG_INT8        20
#define PG_TEXT        25
#define PG_BYTEA_ARRAY 1001
#define PG_TEXT_ARRAY  1009
#define PG_INT8_ARRAY  1016

/* The advisory lock by which two managers that start on an empty database at once take turns
 * ("croupier" as a number). */
#define POSTGRES_MIGRATION_LOCK "7166757384979248498"

/* postgres_array.c: makes an array in the server's binary format, in a text that grows and is
 * reused. */
void postgres_array_start(struct text *a, uint32_t element_type, size_t count);
void postgres_array_add(struct text *a, const void *bytes, uint32_t len);
void postgres_array_add_int8(struct text *a, uint64_t value);
void postgres_put_int8(char out[8], uint64_t value);
uint64_t postgres_get_int8(const char in[8]);

struct postgres_store {
    struct store base;
    PGconn *connection;
    PGconn *listener; /* made when store_wait is first called */
    char *address;
    bool is_held;                 /* between hold and release */
    char *name;                   /* manager's name that was taken; NULL: none */
    struct store_program program; /* what was announced with the name */
    unsigned queued;              /* statements sent whose results have not been read */
    struct text arrays[3];
};

/* postgres_schema.c. postgres_connect makes a connection with the settings on which durability
 * rests. postgres_schema_prepare checks the schema, migrates it for writers, and reads the
 * identity. */
int postgres_connect(const struct postgres_store *p, PGconn **out, struct cr_err *err);
int postgres_schema_prepare(struct postgres_store *p, struct cr_err *err);
int postgres_op_meta(struct store *store, const char *key, char *out, size_t size,
                     struct cr_err *err);
int postgres_op_put_meta(struct store *store, const char *key, const char *value,
                         struct cr_err *err);
int postgres_op_remove_before(struct store *store, uint64_t first, struct cr_err *err);
int postgres_op_compact(struct store *store, struct cr_err *err);
int postgres_op_strangers(struct store *store, char *out, size_t size, struct cr_err *err);
/* Runs a query and gives its one value; empty when there is none. */
int postgres_ask(struct postgres_store *p, const char *sql, const char *cannot, char *answer,
                 size_t size, struct cr_err *err);

/* postgres.c. CR_E_IO with the server's own words. */
int postgres_fail(const PGconn *connection, const PGresult *result, const char *cannot,
                  struct cr_err *err);
/* Runs text without parameters; the results are dropped. */
int postgres_run(PGconn *connection, const char *sql, const char *cannot, struct cr_err *err);
/* Runs a query with one text as parameter, or two. */
PGresult *postgres_query_text(PGconn *connection, const char *sql, const char *first,
                              const char *second);
/* Waits for the answers to everything that was sent. Reads use the same connection, so they come
 * after it. */
int postgres_settle(struct postgres_store *p, struct cr_err *err);

int postgres_prepare_statements(struct postgres_store *p, struct cr_err *err);
int postgres_op_take_name(struct store *store, const char *name,
                          const struct store_program *program, struct cr_err *err);

/* postgres_revive.c. postgres_connect_patiently tries for some seconds until the server answers.
 * postgres_revive makes the handle's connection again when it was lost outside of a batch. */
int postgres_connect_patiently(const struct postgres_store *p, PGconn **out, struct cr_err *err);
int postgres_revive(struct postgres_store *p, struct cr_err *err);

/* postgres_others.c */
int postgres_announce(struct postgres_store *p, const struct store_program *program,
                      struct cr_err *err);
int postgres_op_others(struct store *store, store_program_fn *each, void *context,
                       struct cr_err *err);

/* postgres_read.c */
store_head_op postgres_op_head;
store_read_op postgres_op_read;
store_rows_op postgres_op_rows;
store_secrets_op postgres_op_secrets;
int postgres_op_wait(struct store *store, unsigned timeout_ms, struct cr_err *err);
int postgres_op_hold(struct store *store, struct cr_err *err);
void postgres_op_release(struct store *store);
