/* Every call that can fail does, one at a time, each in a process of its own.
 *
 * A piece of work runs in a child process whose k-th call of a kind fails (support/faults.h). It
 * then says so and ends, or it has done all; what it had answered before stays. */
#pragma once

#include "log/store/store.h"
#include "support/faults.h"

/* What a child tells while it lives; its parent reads it afterwards. */
struct told {
    unsigned calls;         /* of the kind, to its end */
    bool happened;          /* the call that was to fail came */
    unsigned done;          /* pieces that were answered */
    bool asked;             /* one more was asked for, and no answer came */
    struct store_head head; /* after the last answer */
    uint64_t claim;
    uint64_t epoch, acked;
};

/* Returns an exit status: 0, or 1 when it has said why not on standard error. */
typedef int work_fn(struct told *told);

struct job {
    const char *name;
    work_fn *run;
    void (*prepare)(void);                              /* before each child; may be NULL */
    void (*check)(const struct told *told, int status); /* after each; 0 or 1, or -1: ended */
};

/* Everything is at most this often for a kind, spread over its calls; 0: every one. */
void each_call(const struct job *job, unsigned at_most);

/* The folder of this test, and a file in it; where the last child's output is. */
const char *each_folder(void);
const char *each_path(const char *name);
#define EACH_OUTPUT "said.out"
