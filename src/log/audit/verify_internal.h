/* Parts of a verification, for the files of this folder. */
#pragma once

#include "log/audit/verify.h"
#include "log/replay/replay.h"
#include "os/mutex.h"

/* ---- verify_rows.c: the rows as the log makes them ---- */

/* What rows of finished claims, disputes and alarms must be: the floor forgets them, the store
 * does not. Hash by row id. */
struct verify_done {
    uint64_t id; /* 0: free */
    uint8_t hash[16];
};

struct verify_rows {
    struct verify_done *done; /* by hash of the id */
    size_t count, slots;
};

/* Remembers the finished ones among what the last steps touched, then cleans the floor. */
bool verify_rows_clean(struct verify_rows *r, struct floor *floor);
void verify_rows_release(struct verify_rows *r);

struct verifier;
/* Compares every row of the store; faults are V4. */
int verify_rows_compare(struct verifier *v, struct store *store, struct cr_err *err);

/* What is kept beside the log is what the log has the hashes of (V4). */
int verify_secrets_compare(struct verifier *v, struct store *store, struct cr_err *err);

/* ---- verify.c ---- */

/* Threads that work at the same time write to different lines of the processor's memory: a line
 * that two of them write to, or that one reads and another writes to, goes back and forth with
 * every event. This is room for what a processor fetches at once. */
#define VERIFY_APART 128

struct verifier {
    /* Set before the threads begin, or once, at a fault. */
    const struct verify_options *options;
    const struct floor_limits *room; /* of floor_memory */
    struct verify_report *report;
    struct auditor *auditor;
    struct replay *replay;
    void *floor_memory;
    uint64_t refused_at;
    atomic_bool refused; /* the events have a meaning that this program does not know */
    atomic_bool out_of_memory;
    bool check_all;    /* V3: all books after every event, not only those that it touched */
    struct mutex lock; /* report */
    char apart_from_chain[VERIFY_APART];
    struct store_head chained; /* by the thread that reads the store */
    char apart_from_floor[VERIFY_APART];
    struct floor floor; /* by the replay */
    struct verify_rows rows;
};

static inline bool verify_is_stopped(const struct verifier *v)
{
    return v->options->stop != NULL && atomic_load(v->options->stop);
}

void verify_say(struct verifier *v, unsigned promise, uint64_t seq, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads one event. */
typedef void verify_reader(struct verifier *v, const struct store_event *event);

/* ---- verify_pipe.c: events from the store to several readers ---- */

/* `first` in the thread that reads the store, the others there and in a thread that helps it. */
int verify_pipe_run(struct verifier *v, struct store *store, uint64_t from, uint64_t to,
                    verify_reader *first, verify_reader *const *readers, unsigned count,
                    struct cr_err *err);
