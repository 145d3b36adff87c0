/* The store: an append-only log of events and the state rows derived from it, in one transaction.
 *
 * A back end knows nothing of what events mean: it keeps texts in order, with the hash of each, and
 * small records by number. All SQL is inside the back ends; one conformance suite runs on all.
 *
 * A writer works in batches: store_begin takes the writer's lock and says where the log ends
 * (another manager may have written meanwhile), store_append adds, store_commit makes it durable.
 * An error from any of the three means that nothing is known about the batch: the caller ends the
 * process and starts again from what the store then says (V1); it never retries.
 */
#pragma once

#include <croupier/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_HASH_BYTES 32
#define STORE_BODY_MAX   65536
#define STORE_SEQ_MAX    (UINT64_C(1) << 53)
#define STORE_BATCH_MAX  1024 /* events, and rows, in one call of store_append */
#define STORE_SECRET_MAX 256
#define STORE_SECRET_ID  96
#define STORE_FOLDER_MAX 1024

/* Where the log ends. An empty log: seq 0 and a hash of zeros. */
struct store_head {
    uint64_t seq;
    uint8_t hash[STORE_HASH_BYTES];
};

struct store_event {
    uint64_t seq;     /* contiguous from 1 */
    const char *body; /* JSON text, borrowed; not terminated */
    uint32_t len;
    uint8_t hash[STORE_HASH_BYTES]; /* BLAKE2b-256 of the hash before it and the body */
};

/* A record derived from the log, of STORE_BODY_MAX bytes at most. Rows with no bytes are removed.
 */
struct store_row {
    uint64_t id;      /* below 2^63 */
    const void *body; /* borrowed */
    uint32_t len;
};

struct store;

enum store_mode {
    STORE_READ,  /* look only; beside a running manager too */
    STORE_WRITE, /* the one writer of an SQLite file, or one of several on PostgreSQL */
    STORE_CREATE /* STORE_WRITE, and make the store when there is none */
};

/* Opens "sqlite:PATH" (or a plain path), "postgresql://…", "memory:", or, only for reading, an
 * archive of past months: "archive:FOLDER" (archive_store.h). Runs the numbered migrations that are
 * missing (STORE_WRITE, STORE_CREATE); a store newer than the program is refused. A second writer
 * on one SQLite file is refused with a sentence that says who has it. */
int store_open(const char *address, enum store_mode mode, struct store **out, struct cr_err *err);
void store_close(struct store *store);

/* What a manager tells the others that share its store about its program; the store does not know
 * what the numbers mean. Zeros: a program that does not say. */
struct store_program {
    uint32_t semantics; /* the highest version of the events' meaning that it knows */
    uint32_t layout;    /* of the rows that it writes */
};

/* Takes a manager's name. Managers that share a store tell each other's tables apart by their
 * names: a name belongs to one writer until its handle is closed or its connection is gone. The
 * call waits some seconds for the latter, then returns CR_E_STATE. While the name is taken,
 * store_others shows the program to the others. */
int store_take_name(struct store *store, const char *name, const struct store_program *program,
                    struct cr_err *err);

/* Calls back for each other writer that has taken a name and is alive; nobody where there is only
 * one writer. Inside a batch the answer holds for a writer that reads the log after it has taken
 * its name: it will see this batch. */
typedef void store_program_fn(void *context, const struct store_program *program);
int store_others(struct store *store, store_program_fn *each, void *context, struct cr_err *err);

/* "sqlite", "postgresql", "memory", or STORE_ARCHIVE: the log only, without rows and secrets. */
#define STORE_ARCHIVE "archive"
const char *store_engine(const struct store *store);

/* A random identity given at creation; "db copy" keeps it. 32 hexadecimal digits. */
const char *store_identity(const struct store *store);

/* ---- Where the log begins ----
 * Events that an archive has may be removed from a store (log/proof/log_archive.h). The store then
 * says with which event it begins and where the archive is; store_read goes on to give every event,
 * those before the beginning out of the archive. */

struct store_beginning {
    uint64_t first;                   /* 1: nothing was removed */
    uint8_t before[STORE_HASH_BYTES]; /* the hash of the event before it */
    char folder[STORE_FOLDER_MAX]; /* of the archive, as it was when events were removed; or "" */
};
const struct store_beginning *store_beginning(const struct store *store);

/* Makes this program look for archives in this folder, not where the stores say; NULL: where the
 * stores say. To be called before any store is opened; the text is not copied. */
void store_use_archive(const char *folder);

/* Returns seq if that event can be read, because it is in the store or its archive is there;
 * otherwise the first event that can be read. For callers that look back only as far as is easy. */
uint64_t store_first_at_hand(struct store *store, uint64_t seq);

/* Inside a batch: removes the events before the beginning, and notes the beginning. The caller must
 * have made sure that the archive has these events. CR_E_STATE for a store in memory. */
int store_trim(struct store *store, const struct store_beginning *beginning, struct cr_err *err);
/* After store_trim, outside of a batch: gives the space of the removed events back to the
 * machine. */
int store_compact(struct store *store, struct cr_err *err);

/* ---- Writing ---- */

int store_begin(struct store *store, struct store_head *head, struct cr_err *err);
/* Events must follow the head; rows are inserted or replaced, in order. May be called several times
 * in a batch; the batch may be read before it is committed. */
int store_append(struct store *store, const struct store_event *events, size_t event_count,
                 const struct store_row *rows, size_t row_count, struct cr_err *err);
/* Durable when it returns 0. Also tells the other managers of a PostgreSQL store. */
int store_commit(struct store *store, struct cr_err *err);
/* Ends the batch and releases the lock; nothing is written. */
void store_abandon(struct store *store);

/* V1: checks that the store is still the one that was opened, where it was opened. Each commit
 * checks the same; this is for a writer that has nothing to write. */
int store_check_place(struct store *store, struct cr_err *err);

/* Bytes that were written but could not be brought into the store's file yet, after the last
 * commit: they become more as long as somebody holds an old state of the store open. 0 for engines
 * without such bytes. */
uint64_t store_pending_bytes(const struct store *store);

/* Removes all rows, inside a batch, before they are rebuilt from the log. */
int store_clear_rows(struct store *store, struct cr_err *err);

/* Keeps a secret, such as the hash of a password, beside the log and not in it, because many may
 * read the log. Inside a batch; an empty text removes the secret. `id` and `text` are shorter than
 * STORE_SECRET_ID and STORE_SECRET_MAX bytes. An event of the same batch has the hash of the
 * text. */
int store_put_secret(struct store *store, const char *id, const char *text, struct cr_err *err);

/* ---- Reading ----
 * Others can write to a store, so what comes out of it is within the bounds above or an error:
 * callbacks need not check lengths again. */

int store_head(struct store *store, struct store_head *head, struct cr_err *err);

/* Calls back for each event from `from` on, at most max of them, in order; stops early when the
 * callback returns non-zero, and returns that. Borrowed memory is valid during the call only. */
typedef int store_event_fn(void *context, const struct store_event *event);
int store_read(struct store *store, uint64_t from, uint64_t max, store_event_fn *each,
               void *context, struct cr_err *err);
/* Reads the hash of one event; all zero where there is no such event. */
int store_read_hash(struct store *store, uint64_t seq, uint8_t out[STORE_HASH_BYTES],
                    struct cr_err *err);

/* The same for the rows with ids from..to inclusive, in ascending order. */
typedef int store_row_fn(void *context, const struct store_row *row);
int store_rows(struct store *store, uint64_t from, uint64_t to, store_row_fn *each, void *context,
               struct cr_err *err);

/* A secret; CR_E_NOT_FOUND when there is none of that name. */
int store_secret(struct store *store, const char *id, char *out, size_t size, struct cr_err *err);
/* Calls back for all secrets, in ascending order of the names' bytes. */
typedef int store_secret_fn(void *context, const char *id, const char *text);
int store_secrets(struct store *store, store_secret_fn *each, void *context, struct cr_err *err);

/* Between store_hold and store_release, reads show one moment (a snapshot) of a store that others
 * write to. */
int store_hold(struct store *store, struct cr_err *err);
void store_release(struct store *store);

/* Waits until another manager has committed, or for timeout_ms; may return early. Back ends with
 * one writer only wait. */
int store_wait(struct store *store, unsigned timeout_ms, struct cr_err *err);

/* Writes to `out` the names of objects in the database that no program of ours made, and that act
 * when the store is written to or show it differently from what it is, such as triggers, rules and
 * views; "" when there are none. */
int store_strangers(struct store *store, char *out, size_t size, struct cr_err *err);

/* ---- Whole stores ---- */

/* Copies log, rows and secrets into an empty store, of another engine perhaps, keeping the
 * identity; of a log that begins later, what the store itself has, and where the rest is. Checks
 * the chain on the way. All of it arrives in one transaction, or nothing. progress may be NULL. */
typedef void store_progress_fn(void *context, uint64_t done, uint64_t total);
int store_copy(struct store *from, struct store *to, store_progress_fn *progress, void *context,
               struct cr_err *err);

/* The hash of an event after another: BLAKE2b-256(before ‖ body). */
void store_chain(const uint8_t before[STORE_HASH_BYTES], const char *body, size_t len,
                 uint8_t out[STORE_HASH_BYTES]);
