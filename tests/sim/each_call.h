/* Lets every call that can fail do so, one at a time, each in a process of its own.
 *
 * A job runs in a child process in which the k-th call of a kind fails (support/faults.h). The
 * child must then either report an error and end, or complete its work; whatever it had answered
 * before must be kept. */
#pragma once

#include "log/store/store.h"
#include "support/faults.h"

/* Memory shared with the child, which the parent reads after the child's end. */
struct told {
    unsigned calls;         /* calls of the kind until the end */
    bool happened;          /* the call that was to fail was made */
    unsigned done;          /* requests that were answered */
    bool asked;             /* another request was made and not answered */
    struct store_head head; /* after the last answer */
    uint64_t claim;
    uint64_t epoch, acked;
};

/* Runs in the child. Returns its exit status: 0, or 1 after writing the reason to standard error.
 */
typedef int work_fn(struct told *told);

struct job {
    const char *name;
    work_fn *run;
    void (*prepare)(void);                              /* before each child; may be NULL */
    void (*check)(const struct told *told, int status); /* after each; 0 or 1, or -1: aborted */
};

/* For each kind of call, makes at most so many calls fail, spread over all calls of the child; 0:
 * every call. */
void each_call(const struct job *job, unsigned at_most);

/* The test's folder, and the path of a file in it, which is valid for a few calls. EACH_OUTPUT is
 * the standard output of the last child. */
const char *each_folder(void);
const char *each_path(const char *name);
#define EACH_OUTPUT "said.out"
