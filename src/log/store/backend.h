/* The operations that each back end of the store implements. store.c checks before it calls them:
 * modes, that batches are opened and closed in turn, sizes and counts, and that event numbers
 * follow each other. A back end fills `identity` when it opens and `head` when a batch begins. */
#pragma once

#include "log/store/store.h"

#define STORE_IDENTITY_DIGITS 32

/* Types of the operations that read. */
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
    /* NULL, like `others`, when there can be only one writer. */
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
    /* An empty text removes the secret. */
    int (*put_secret)(struct store *store, const char *id, const char *text, struct cr_err *err);
    /* Gives the secret of that name, or all in ascending order when id is NULL. NULL: the store has
     * no secrets. */
    store_secrets_op *secrets;
    /* Texts that the store has about itself, by name: "identity", and for its beginning "first",
     * "before" and "archive". "" when there is none; a text that does not fit is cut. put_meta is
     * called inside a batch. */
    int (*meta)(struct store *store, const char *key, char *out, size_t size, struct cr_err *err);
    int (*put_meta)(struct store *store, const char *key, const char *value, struct cr_err *err);
    store_head_op *head;
    store_read_op *read;
    /* Removes the events before `first`, inside a batch; from then on programs that cannot read a
     * log that begins later refuse the store. NULL: the store always has its whole log. */
    int (*remove_before)(struct store *store, uint64_t first, struct cr_err *err);
    /* Gives back the space of removed events. NULL: there is nothing to do. */
    int (*compact)(struct store *store, struct cr_err *err);
    /* NULL: the store has no rows. */
    store_rows_op *rows;
    /* NULL: the store cannot hear of other writers, and store_wait waits the whole time. */
    int (*wait)(struct store *store, unsigned timeout_ms, struct cr_err *err);
    /* See store_pending_bytes. NULL: always 0. */
    uint64_t (*pending_bytes)(const struct store *store);
    /* See store_check_place. NULL: the store cannot be taken away without an error from writing. */
    int (*check_place)(struct store *store, struct cr_err *err);
    /* See store_strangers. NULL: there can be none. */
    int (*strangers)(struct store *store, char *out, size_t size, struct cr_err *err);
    /* Between hold and release, reads show one moment of a store that others write to. NULL:
     * nobody does. */
    int (*hold)(struct store *store, struct cr_err *err);
    void (*release)(struct store *store);
};

/* The operations that back ends implement under the same names. */
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
    bool broken; /* V1: a write failed, and this handle does not know what the store has */
    struct store_head head; /* end of the log, inside a batch */
    char identity[STORE_IDENTITY_DIGITS + 1];
    struct store_beginning beginning;
    struct store *archive; /* with the events before the beginning; NULL: not opened */
};

/* ---- store_beginning.c ---- */

/* Reads where the log begins, and opens the archive with the events before that if it is there,
 * because the program may not be allowed to later. */
int store_beginning_find(struct store *store, struct cr_err *err);
/* Gives the archive with the events before the beginning; the error says where it should be. */
int store_beginning_archive(struct store *store, struct store **out, struct cr_err *err);
/* True when events from `seq` on were removed after this handle was opened. */
bool store_beginning_moved(struct store *store, uint64_t seq);

/* Reads the number of a schema from the store's text; -1 when it is no number. */
long store_schema_number(const char *text);

/* Makes a new identity, at random. */
void store_identity_new(char identity[STORE_IDENTITY_DIGITS + 1]);

/* ---- postgres.c: several managers on one database ---- */

int postgres_open(const char *address, enum store_mode mode, struct store **out,
                  struct cr_err *err);
