/* What a back end implements, and what store.c has checked before it is called: modes, batches
 * opened and closed in turn, sizes and counts, sequence numbers that follow each other. A back end
 * fills head and identity when it opens. */
#pragma once

#include "log/store/store.h"

#define STORE_IDENTITY_DIGITS 32

/* What every back end has for reading. */
typedef int store_head_op(struct store *store, struct store_head *head, struct cr_err *err);
typedef int store_read_op(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                          void *context, struct cr_err *err);
typedef int store_rows_op(struct store *store, uint64_t from, uint64_t to, store_row_fn *each,
                          void *context, struct cr_err *err);
typedef int store_secrets_op(struct store *store, const char *id, store_secret_fn *each,
                             void *context, struct cr_err *err);

struct store_ops {
    const char *engine;
    void (*close)(struct store *store);
    /* NULL where there is only one writer. */
    int (*take_name)(struct store *store, const char *name, const struct store_program *program,
                     struct cr_err *err);
    int (*others)(struct store *store, store_program_fn *each, void *context, struct cr_err *err);
    /* Takes the lock and puts the end of the log into store->head. */
    int (*begin)(struct store *store, struct cr_err *err);
    /* store->head already ends with these events. */
    int (*append)(struct store *store, const struct store_event *events, size_t event_count,
                  const struct store_row *rows, size_t row_count, struct cr_err *err);
    int (*commit)(struct store *store, struct cr_err *err);
    void (*abandon)(struct store *store);
    int (*clear_rows)(struct store *store, struct cr_err *err);
    /* "" removes it. */
    int (*put_secret)(struct store *store, const char *id, const char *text, struct cr_err *err);
    /* The one of that name, or all when id is NULL, in ascending order. NULL: there are none. */
    store_secrets_op *secrets;
    /* What the store says of itself, by names: "identity", and of its beginning "first", "before"
     * and "archive". "" when nothing is said; a text that does not fit is cut. Put inside a batch.
     */
    int (*meta)(struct store *store, const char *key, char *out, size_t size, struct cr_err *err);
    int (*put_meta)(struct store *store, const char *key, const char *value, struct cr_err *err);
    store_head_op *head;
    store_read_op *read;
    /* Removes the events before that one, inside a batch; programs that do not know of it refuse
     * the store from then on. NULL: it keeps its whole log. */
    int (*remove_before)(struct store *store, uint64_t first, struct cr_err *err);
    /* NULL: nothing is to be done. */
    int (*compact)(struct store *store, struct cr_err *err);
    /* NULL: there are none. */
    store_rows_op *rows;
    /* NULL: it always waits the whole time, because it cannot hear of others. */
    int (*wait)(struct store *store, unsigned timeout_ms, struct cr_err *err);
    /* NULL where there is nothing of the kind. */
    uint64_t (*pending_bytes)(const struct store *store);
    /* NULL where a store cannot be taken away under its writer without an error. */
    int (*check_place)(struct store *store, struct cr_err *err);
    /* NULL where there can be none. */
    int (*strangers)(struct store *store, char *out, size_t size, struct cr_err *err);
    /* Between these two, reads show one moment of a store that others write to. NULL: nobody does.
     */
    int (*hold)(struct store *store, struct cr_err *err);
    void (*release)(struct store *store);
};

/* What every back end that is written to calls by the same names. */
#define STORE_WRITING_OPS                                                                          \
    .close = op_close, .begin = op_begin, .append = op_append, .commit = op_commit,                \
    .abandon = op_abandon, .clear_rows = op_clear_rows, .put_secret = op_put_secret

#define STORE_READING_OPS(op)                                                                      \
    .secrets = op##_secrets, .head = op##_head, .read = op##_read, .rows = op##_rows

#define STORE_BEGINNING_OPS(op)                                                                    \
    .meta = op##_meta, .put_meta = op##_put_meta, .remove_before = op##_remove_before,             \
    .compact = op##_compact

/* The first member of each back end's own struct. */
struct store {
    const struct store_ops *ops;
    enum store_mode mode;
    bool in_batch;
    bool broken;            /* V1: a write failed; what the store holds is unknown to this handle */
    struct store_head head; /* where the batch's log ends */
    char identity[STORE_IDENTITY_DIGITS + 1];
    struct store_beginning beginning;
    struct store *archive; /* with what is before it; NULL: not opened */
};

/* ---- store_beginning.c ---- */

/* Reads it, and opens the archive if it is there: a program may not be allowed to later. */
int store_beginning_find(struct store *store, struct cr_err *err);
/* Its archive, ready to be read; an error says where it should be. */
int store_beginning_archive(struct store *store, struct store **out, struct cr_err *err);
/* Whether events from `seq` on were removed after this handle was opened. */
bool store_beginning_moved(struct store *store, uint64_t seq);

/* The number of a schema as a store has it in words; -1 when it is none. */
long store_schema_number(const char *text);

/* A new identity, at random. */
void store_identity_new(char identity[STORE_IDENTITY_DIGITS + 1]);

/* ---- postgres.c: several managers on one database ---- */

int postgres_open(const char *address, enum store_mode mode, struct store **out,
                  struct cr_err *err);
