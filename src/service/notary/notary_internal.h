/* The notary from the inside, for the files notary*.c only. */
#ifndef SERVICE_NOTARY_NOTARY_INTERNAL_H
#define SERVICE_NOTARY_NOTARY_INTERNAL_H

#include "log/proof/log_tree.h"
#include "log/proof/witness_file.h"
#include "service/notary/notary.h"

#include <pthread.h>
#include <stdatomic.h>

struct notary {
    struct signer *signer;
    struct witness_file files[NOTARY_WITNESSES_MAX + 1]; /* the trust folder's own first */
    size_t file_count;
    int tree_fd;
    struct store *store, *again_store;
    struct writer *writer;
    pthread_t thread;
    bool is_started;
    atomic_bool stop;

    pthread_mutex_t lock; /* of the log's tree: the thread changes it, proofs look at it */
    struct log_tree log;
    size_t blocks_saved;

    pthread_mutex_t state_lock; /* of what follows, and of the files */
    pthread_cond_t changed;
    struct checkpoint latest;
    bool has_latest;

    /* The thread's own. */
    bool is_halted, has_complained, is_last;
    uint64_t signed_seq;
    int64_t tried_ms;
    uint8_t configuration[TREE_HASH];
    struct manager_request alarm;
    bool has_found; /* a checkpoint of the trust folder, at the start */
    struct checkpoint found;
    bool again_done;
    struct log_tree again;
};

/* notary.c */
void *notary_run(void *notary);
void notary_halt(struct notary *n, const char *why);
int notary_follow(struct notary *n, uint64_t to, struct cr_err *err);

/* notary_start.c: the tree up to the checkpoint that was found. */
void notary_catch_up(struct notary *n);

#endif
