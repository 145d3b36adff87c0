/* What a back end implements, and what store.c has checked before it is called: modes, batches
 * opened and closed in turn, sizes and counts, sequence numbers that follow each other. A back end
 * fills head and identity when it opens. */
#ifndef LOG_STORE_BACKEND_H
#define LOG_STORE_BACKEND_H

#include "log/store/store.h"

#define STORE_IDENTITY_DIGITS 32

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
    int (*secrets)(struct store *store, const char *id, store_secret_fn *each, void *context,
                   struct cr_err *err);
    /* Inside a batch: the identity of the store that is copied. */
    int (*adopt)(struct store *store, const char *identity, struct cr_err *err);
    int (*head)(struct store *store, struct store_head *head, struct cr_err *err);
    int (*read)(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
                void *context, struct cr_err *err);
    /* NULL: there are none. */
    int (*rows)(struct store *store, uint64_t from, uint64_t to, store_row_fn *each, void *context,
                struct cr_err *err);
    /* NULL: it waits so long, whatever others write. */
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

/* The first member of each back end's own struct. */
struct store {
    const struct store_ops *ops;
    enum store_mode mode;
    bool in_batch;
    bool broken;            /* V1: a write failed; what the store holds is unknown to this handle */
    struct store_head head; /* where the batch's log ends */
    char identity[STORE_IDENTITY_DIGITS + 1];
};

/* The number of a schema as a store has it in words; -1 when it is none. */
long store_schema_number(const char *text);

/* A new identity, at random. */
void store_identity_new(char identity[STORE_IDENTITY_DIGITS + 1]);

#endif
