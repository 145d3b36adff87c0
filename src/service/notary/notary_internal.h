/* The notary from the inside, for the files notary*.c only. */
#pragma once

#include "log/proof/log_tree.h"
#include "log/proof/witness_file.h"
#include "os/mutex.h"
#include "service/notary/notarize.h"

#include <stdatomic.h>

/* Since when events wait for a signature. */
struct behind {
    int64_t since_ms;    /* 0: none waits */
    uint64_t signed_seq; /* what was signed then */
    int64_t told_ms;     /* when somebody was told so last; 0: not yet */
};

struct notary {
    struct signer *signer;
    struct witness_file files[NOTARY_WITNESSES_MAX + 1]; /* the trust folder's own first */
    size_t file_count;
    int tree_fd;
    struct store *store, *again_store;
    struct writer *writer;
    struct worker *worker; /* NULL: not started, or stopped */
    atomic_bool stop;

    struct mutex lock; /* of the log's tree: the worker changes it, proofs look at it */
    struct log_tree log;
    size_t blocks_saved;

    struct mutex state_lock; /* of what follows, and of the files */
    struct checkpoint latest;
    bool has_latest;

    /* The worker's own. */
    bool has_caught_up, is_halted, has_complained, is_last;
    uint64_t signed_seq;
    int64_t tried_ms;
    struct behind behind;
    uint8_t configuration[TREE_HASH];
    struct manager_request alarm;
    bool has_found; /* a checkpoint of the trust folder, at the start */
    struct checkpoint found;
    bool again_done;
    struct log_tree again;
};

/* notary.c */
/* The worker's tick. */
int64_t notary_tick(void *notary);
/* The last checkpoint, once the worker has ended. */
void notary_finish(struct notary *n);
/* V7: whether somebody has to be told that events have waited too long. seq: the newest event;
 * now_ms: when this look began, so that a program that was stopped while it looked is not taken for
 * one that does not sign. */
bool notary_is_behind(struct behind *b, uint64_t seq, uint64_t signed_seq, bool is_halted,
                      int64_t now_ms);
void notary_halt(struct notary *n, uint64_t witnessed, const char *why);
int notary_follow(struct notary *n, uint64_t to, struct cr_err *err);

/* notary_start.c: whether the store still has what a witness saw; CR_E_STATE: no. */
int notary_compare(struct store *store, const struct store_head *head, const char *path,
                   const struct checkpoint *c, struct cr_err *err);

/* notary_start.c: the tree up to the checkpoint that was found. */
void notary_catch_up(struct notary *n);

/* new_line.c */

/* Before the signer starts. CR_E_STATE: nothing contradicts the store, or nobody has accepted it.
 */
int new_line_begin(const struct notarize_options *o, const char *address, struct cr_err *err);
