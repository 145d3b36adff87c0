/* The notary's state, and what the files of this folder share. */
#pragma once

#include "log/proof/log_tree.h"
#include "log/proof/witness_file.h"
#include "os/mutex.h"
#include "service/notary/notarize.h"

#include <stdatomic.h>

/* Since when events wait for a signature. */
struct behind {
    int64_t since_ms;    /* 0: nothing waits */
    uint64_t signed_seq; /* the last signed event at that time */
    int64_t told_ms;     /* when the alarm was raised last; 0: not yet */
};

struct notary {
    struct signer *signer;
    struct witness_file files[NOTARY_WITNESSES_MAX + 1]; /* the trust folder's own file first */
    size_t file_count;
    int tree_fd;
    struct store *store, *again_store;
    struct writer *writer;
    struct worker *worker; /* NULL: not started, or stopped */
    atomic_bool stop;

    struct mutex lock; /* protects the tree, which the worker changes and proofs read */
    struct log_tree log;
    size_t blocks_saved;

    struct mutex files_lock; /* protects the files; held while a witness' disk is waited for */

    /* Protects the next two members. It is never held while anything is waited for: the server's
     * threads ask for them, also with the writer's lock. */
    struct mutex latest_lock;
    struct checkpoint latest;
    bool has_latest;

    /* Used by the worker only. */
    bool has_caught_up, is_halted, has_complained, is_last;
    uint64_t signed_seq;
    int64_t tried_ms;
    struct behind behind;
    uint8_t configuration[TREE_HASH];
    struct manager_request alarm;
    bool has_found; /* at the start, a witness had a checkpoint */
    struct checkpoint found;
    bool again_done;
    struct log_tree again;
};

/* notary.c */
/* The worker's tick. */
int64_t notary_tick(void *notary);
/* Makes the last checkpoint, once the worker has ended. */
void notary_finish(struct notary *n);
/* V7: whether to raise the alarm that events have waited too long for a signature. seq: the newest
 * event; now_ms: when this turn of the worker began, so that a program that was stopped in the
 * middle of it does not look like one that does not sign. */
bool notary_is_behind(struct behind *b, uint64_t seq, uint64_t signed_seq, bool is_halted,
                      int64_t now_ms);
void notary_halt(struct notary *n, uint64_t witnessed, const char *why);
int notary_follow(struct notary *n, uint64_t to, struct cr_err *err);

/* notary_start.c: whether the store still has what a witness saw. CR_E_STATE: it does not. */
int notary_compare(struct store *store, const struct store_head *head, const char *path,
                   const struct checkpoint *c, struct cr_err *err);

/* notary_start.c: builds the tree up to the checkpoint that was found at the start. */
void notary_catch_up(struct notary *n);

/* new_line.c */

/* Sets the files that contradict the store aside. Call this before the signer starts. CR_E_STATE
 * when no file contradicts the store, or nobody has accepted the loss. */
int new_line_begin(const struct notarize_options *o, const char *address, struct cr_err *err);
