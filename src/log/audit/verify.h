/* Verification of a whole store, offline or beside a running manager, in constant memory.
 *
 * Four readers go over the log once: the chain of hashes (V7), the auditor with its own books (V2,
 * V3, V5, V6, V8, V10, V11), a replay of the floor, which must come to the same texts and rows
 * (V4), and the floor's own check of its balance after every event (V3). An offline reader cannot
 * see whether an answer left before its event was durable (V1), nor whether a table closed in time
 * (V9). That a log was cut short or wholly rewritten is noticed only by comparison with an event
 * that was noted elsewhere (`expect`).
 */
#pragma once

#include "floor/floor.h"
#include "log/audit/auditor.h"
#include "log/store/store.h"

#include <stdatomic.h>

#define VERIFY_KEPT_FAULTS 100

struct verify_options {
    bool quick;                        /* the chain and the auditor only: no replay, no rows */
    bool one_thread;                   /* no helper thread: for tests that must repeat exactly */
    const struct floor_limits *limits; /* NULL: the largest that any floor may have */
    const struct store_head *expect;   /* NULL, or an event and the hash that it had earlier */
    const atomic_bool *stop;           /* NULL, or set by another thread to give up */
    store_progress_fn *progress;       /* NULL for none */
    void *context;
};

struct verify_report {
    struct store_head head;               /* the end of the log that was read */
    uint64_t rows;                        /* rows compared */
    bool rows_of_another_layout;          /* not compared: another version wrote them */
    bool replay_stopped;                  /* after its first fault */
    uint64_t faults[VERIFY_PROMISES + 1]; /* number of faults of each promise */
    unsigned kept_count;                  /* the first faults in the order of the log */
    struct verify_fault kept[VERIFY_KEPT_FAULTS];
};

/* 0 when the store could be read to its end, faults or not; CR_E_IO when it could not; CR_E_INPUT
 * when its events have a meaning that this program does not know (floor/semantics.h);
 * CR_E_STATE when it was told to stop: the report is then of no use. */
int verify_store(struct store *store, const struct verify_options *options,
                 struct verify_report *out, struct cr_err *err);

uint64_t verify_fault_count(const struct verify_report *report);
