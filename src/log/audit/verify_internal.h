/* Parts of a verification, for the files of this folder. */
#pragma once

#include "log/audit/verify.h"
#include "log/replay/replay.h"
#include "os/mutex.h"

/* ---- verify_rows.c: the rows as the log makes them ---- */

/* The expected hash of the row of a finished claim, dispute or alarm, by row id. The floor forgets
 * these; the store keeps their rows. */
struct verify_done {
    uint64_t id; /* 0: free */
    uint8_t hash[16];
};

struct verify_rows {
    struct verify_done *done; /* at a place found by the hash of the id */
    size_t count, slots;
};

/* Notes the finished claims, disputes and alarms among the rows that the last steps touched, then
 * clears the floor's list of touched rows. False when memory ran out. */
bool verify_rows_clean(struct verify_rows *r, struct floor *floor);
void verify_rows_release(struct verify_rows *r);

struct verifier;
/* Compares every row of the store with the state of the floor; a difference is a fault of V4. */
int verify_rows_compare(struct verifier *v, struct store *store, struct cr_err *err);

/* Compares the secrets that are kept beside the log with the hashes that the log has of them
 * (V4). */
int verify_secrets_compare(struct verifier *v, struct store *store, struct cr_err *err);

/* ---- verify.c ---- */

/* Padding between members that different threads write to: if they shared a cache line, it would go
 * back and forth between the processors with every event. The size covers what a processor fetches
 * at once. */
#define VERIFY_APART 128

struct verifier {
    /* Set before the threads start, or once, when something is wrong. */
    const struct verify_options *options;
    const struct floor_limits *room; /* the limits that floor_memory was made for */
    struct verify_report *report;
    struct auditor *auditor;
    struct replay *replay;
    void *floor_memory;
    uint64_t refused_at;
    atomic_bool refused; /* the events have a meaning that this program does not know */
    atomic_bool out_of_memory;
    bool check_all;    /* V3: all books after every event, not only those that it touched */
    struct mutex lock; /* guards report */
    char apart_from_chain[VERIFY_APART];
    struct store_head chained; /* written by the thread that reads the store */
    char apart_from_floor[VERIFY_APART];
    struct floor floor; /* written by the replay */
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

/* Runs `first` in the thread that reads the store, and the other readers in that thread and in a
 * helper thread. `from` and `to` are the first and the last event. */
int verify_pipe_run(struct verifier *v, struct store *store, uint64_t from, uint64_t to,
                    verify_reader *first, verify_reader *const *readers, unsigned count,
                    struct cr_err *err);
