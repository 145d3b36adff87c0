/* Starts and stops the notary, and compares what the witnesses know with the store (V8). */
#define _GNU_SOURCE
#include "service/notary/notary_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Files ---- */

static int open_files(struct notary *n, const char *dir, const char *const *witnesses,
                      size_t witness_count, struct cr_err *err)
{
    char path[4096];
    int rc = 0;
    if (witness_count > NOTARY_WITNESSES_MAX)
        return err_set(err, CR_E_INPUT, "at most %d witnesses", NOTARY_WITNESSES_MAX);
    if (strlen(dir) > sizeof(path) - 32)
        return err_set(err, CR_E_INPUT, "the path is too long");
    snprintf(path, sizeof(path), "%s/" WITNESS_OWN, dir);
    for (size_t i = 0; rc == 0 && i <= witness_count; i++) {
        rc = witness_file_open(i == 0 ? path : witnesses[i - 1], &n->files[i], err);
        n->file_count += rc == 0;
    }
    if (rc != 0)
        return rc;
    snprintf(path, sizeof(path), "%s/tree", dir);
    n->tree_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (n->tree_fd < 0)
        return err_set(err, CR_E_IO, "%.300s: cannot be opened: %s", path, strerror(errno));
    return 0;
}

int notary_new(const char *dir, const char *const *witnesses, size_t witness_count,
               struct signer *signer, struct notary **out, struct cr_err *err)
{
    struct notary *n = calloc(1, sizeof(*n));
    if (n == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    n->signer = signer;
    n->tree_fd = -1;
    n->log.configured = true; /* the configuration's hash is not worked out yet */
    mutex_init(&n->lock);
    mutex_init(&n->files_lock);
    mutex_init(&n->latest_lock);
    int rc = open_files(n, dir, witnesses, witness_count, err);
    return err_or_made(rc, out, n, notary_free);
}

void notary_free(struct notary *n)
{
    if (n == NULL)
        return;
    notary_stop(n);
    for (size_t i = 0; i < n->file_count; i++)
        witness_file_close(&n->files[i]);
    if (n->tree_fd >= 0)
        close(n->tree_fd);
    store_close(n->store);
    store_close(n->again_store);
    tree_free(&n->log.tree);
    tree_free(&n->again.tree);
    mutex_destroy(&n->lock);
    mutex_destroy(&n->files_lock);
    mutex_destroy(&n->latest_lock);
    free(n);
}

/* ---- Comparing ---- */

int notary_compare(struct store *store, const struct store_head *head, const char *path,
                   const struct checkpoint *c, struct cr_err *err)
{
    uint8_t hash[STORE_HASH_BYTES];
    if (strcmp(c->floor, store_identity(store)) != 0)
        return err_set(err, CR_E_INPUT, "%.200s: is of floor %s, and the store is of floor %s",
                       path, c->floor, store_identity(store));
    if (c->seq > head->seq)
        return err_set(err, CR_E_STATE,
                       "rollback: %.150s witnessed event %llu, and the store ends at event %llu",
                       path, (unsigned long long)c->seq, (unsigned long long)head->seq);
    int rc = store_read_hash(store, c->seq, hash, err);
    if (rc != 0)
        return rc;
    if (memcmp(hash, c->chain, sizeof(hash)) != 0)
        return err_set(err, CR_E_STATE,
                       "rollback: event %llu of the store is not the one that %.150s witnessed",
                       (unsigned long long)c->seq, path);
    return 0;
}

static int compare(struct notary *n, const struct witness_file *w, const struct store_head *head,
                   struct cr_err *err)
{
    if (!w->has_last)
        return 0;
    if (!checkpoint_is_signed(&w->last, signer_key(n->signer)))
        return err_set(err, CR_E_INPUT,
                       "%.200s: its last checkpoint is not signed by this floor's key; after a "
                       "change of the key begin a new file",
                       w->path);
    return notary_compare(n->store, head, w->path, &w->last, err);
}

/* Compares all files with the store. If several contradict it, the alarm is about the one that has
 * seen most. */
static int compare_all(struct notary *n, char halted[512], struct cr_err *err)
{
    struct store_head head;
    uint64_t witnessed = 0;
    int rc = store_head(n->store, &head, err);
    for (size_t i = 0; rc == 0 && i < n->file_count; i++) {
        rc = compare(n, &n->files[i], &head, err);
        if (rc != CR_E_STATE)
            continue;
        rc = 0;
        if (n->files[i].last.seq > witnessed)
            snprintf(halted, 512, "%s", err->text);
        witnessed = n->files[i].last.seq > witnessed ? n->files[i].last.seq : witnessed;
    }
    if (rc == 0 && witnessed > 0)
        notary_halt(n, witnessed, halted);
    return rc;
}

/* Finds the newest checkpoint that any witness has. The old log is compared with it. */
static void find_last(struct notary *n)
{
    for (size_t i = 0; i < n->file_count; i++)
        if (n->files[i].has_last && (!n->has_found || n->files[i].last.seq > n->found.seq)) {
            n->found = n->files[i].last;
            n->has_found = true;
        }
    n->again_done = !n->has_found;
    n->latest = n->found;
    n->has_latest = n->has_found;
    n->signed_seq = n->has_found ? n->found.seq : 0;
}

int notary_start(struct notary *n, const char *address, struct writer *writer, char halted[512],
                 struct cr_err *err)
{
    halted[0] = '\0';
    n->writer = writer;
    int rc = store_open(address, STORE_READ, &n->store, err);
    if (rc == 0)
        rc = store_open(address, STORE_READ, &n->again_store, err);
    if (rc == 0)
        rc = compare_all(n, halted, err);
    if (rc != 0)
        return rc;
    find_last(n);
    const struct worker_config config = {.name = "notary", .context = n, .tick = notary_tick};
    rc = worker_start(&config, &n->worker, err);
    if (rc == 0)
        worker_poke(n->worker); /* so that the tree is built even if the program ends at once */
    return rc;
}

void notary_stop(struct notary *n)
{
    if (n == NULL || n->worker == NULL)
        return;
    n->stop = true;
    worker_stop(n->worker);
    n->worker = NULL;
    notary_finish(n);
}

/* ---- The tree ---- */

/* Builds the tree from the file of blocks if that agrees with the checkpoint, or else from the
 * whole log. */
void notary_catch_up(struct notary *n)
{
    struct cr_err err = {0};
    if (!n->has_found || n->is_halted)
        return;
    mutex_lock(&n->lock);
    int rc = log_tree_load(&n->log, n->tree_fd, n->store, n->found.seq, &err);
    n->blocks_saved = n->log.tree.block_count;
    mutex_unlock(&n->lock);
    if (rc == 0)
        rc = notary_follow(n, n->found.seq, &err);
    if (rc == 0 && (n->stop || log_tree_is(&n->log, &n->found)))
        return;
    mutex_lock(&n->lock);
    tree_free(&n->log.tree);
    memset(n->log.chain, 0, sizeof(n->log.chain));
    n->blocks_saved = 0;
    mutex_unlock(&n->lock);
    rc = notary_follow(n, n->found.seq, &err);
    if (rc == 0 && !n->stop && !log_tree_is(&n->log, &n->found))
        rc = err_set(&err, CR_E_STATE,
                     "the log up to event %llu is not what its checkpoint says: it was changed",
                     (unsigned long long)n->found.seq);
    if (rc != 0)
        notary_halt(n, rc == CR_E_STATE ? n->found.seq : 0, err.text);
}
