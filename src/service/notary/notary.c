/* The notary's worker: makes checkpoints, raises alarms, and checks the old log again; see
 * notary.h. */
#define _GNU_SOURCE
#include "service/notary/notary.h"

#include "floor/alarms.h"
#include "os/clock.h"
#include "service/notary/notary_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOOK_MS         50      /* how often the worker looks for something to sign */
#define EVERY_MS        1000    /* V7: a checkpoint each second … */
#define EVERY_EVENT     1000    /* … or after so many events */
#define PIECE           1024    /* events read under one lock */
#define BEHIND_MS       10000   /* events unsigned for so long are an alarm … */
#define BEHIND_AGAIN_MS 3600000 /* … and again after so long, once it was answered */
#define AGAIN_PIECE     8192    /* events of the old log checked again in one turn */

/* ---- Alarms ---- */

static void raise_alarm(struct notary *n, const char *what)
{
    raise_alarm_once(n->writer, &n->alarm, ALARM_WITNESS, 0, what);
}

void notary_halt(struct notary *n, uint64_t witnessed, const char *why)
{
    char text[800];
    n->is_halted = true;
    snprintf(text, sizeof(text),
             "%s. Nothing is signed until this is settled: keep the store and every file of "
             "checkpoints as they are and find out what happened",
             why);
    raise_alarm_once(n->writer, &n->alarm, ALARM_ROLLBACK, witnessed, text);
}

/* Raises an alarm about a fault; once, until a checkpoint succeeds again. */
static void complain(struct notary *n, const struct cr_err *err)
{
    if (!n->has_complained)
        raise_alarm(n, err->text);
    n->has_complained = true;
}

/* ---- One checkpoint ---- */

int notary_follow(struct notary *n, uint64_t to, struct cr_err *err)
{
    int rc = 0;
    while (rc == 0 && n->log.tree.count < to && (!n->stop || n->is_last)) {
        const uint64_t left = to - n->log.tree.count;
        mutex_lock(&n->lock);
        rc = log_tree_follow(&n->log, n->store, n->log.tree.count + (left < PIECE ? left : PIECE),
                             err);
        mutex_unlock(&n->lock);
    }
    if (n->log.tree.block_count > n->blocks_saved) {
        log_tree_save(&n->log, n->tree_fd, store_identity(n->store), n->blocks_saved);
        n->blocks_saved = n->log.tree.block_count;
    }
    return rc;
}

/* V10: follows the log to its end, with the configuration of exactly the last event that the
 * checkpoint covers. The configuration's hash is worked out again only after an event that may have
 * changed it. */
static int reach_head(struct notary *n, struct checkpoint *c, struct cr_err *err)
{
    int rc = 0;
    bool again = true;
    while (rc == 0 && again) {
        const bool worked_out = n->log.configured;
        const struct floor *f = writer_lock(n->writer);
        c->seq = f->seq;
        if (worked_out)
            floor_configuration(f, n->configuration);
        writer_unlock(n->writer);
        n->log.configured = false;
        rc = notary_follow(n, c->seq, err);
        again = n->log.configured && !worked_out;
        if (!again)
            n->log.configured = false;
    }
    return rc;
}

static int fill(struct notary *n, struct checkpoint *c, struct cr_err *err)
{
    int rc = reach_head(n, c, err);
    if (rc != 0 || n->log.tree.count != c->seq)
        return rc;
    snprintf(c->floor, sizeof(c->floor), "%s", store_identity(n->store));
    c->time_ms = clock_wall_ms();
    memcpy(c->chain, n->log.chain, sizeof(c->chain));
    c->tree = tree_root(&n->log.tree);
    memcpy(c->program, manager_configuration(writer_manager(n->writer))->program, TREE_HASH);
    memcpy(c->configuration, n->configuration, TREE_HASH);
    return signer_sign(n->signer, c, err);
}

static int hand_out(struct notary *n, const struct checkpoint *c, struct cr_err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n->file_count; i++) {
        struct cr_err fault = {0};
        mutex_lock(&n->files_lock);
        const int failed = witness_file_append(&n->files[i], c, &fault);
        mutex_unlock(&n->files_lock);
        if (failed != 0) {
            rc = failed;
            *err = fault;
        }
    }
    mutex_lock(&n->latest_lock);
    n->latest = *c;
    n->has_latest = true;
    mutex_unlock(&n->latest_lock);
    return rc;
}

static void make_checkpoint(struct notary *n)
{
    struct checkpoint c = {0};
    struct cr_err err = {0};
    int rc = fill(n, &c, &err);
    if (rc == 0 && n->log.tree.count != c.seq)
        return; /* the worker was stopped before it reached the end */
    n->tried_ms = clock_mono_ms();
    if (rc == 0) {
        n->signed_seq = c.seq;
        rc = hand_out(n, &c, &err);
    }
    if (rc != 0)
        complain(n, &err);
    else
        n->has_complained = false;
}

static uint64_t head_of(struct notary *n)
{
    const uint64_t seq = writer_lock(n->writer)->seq;
    writer_unlock(n->writer);
    return seq;
}

static void look(struct notary *n)
{
    const uint64_t seq = head_of(n);
    const bool is_due = clock_mono_ms() - n->tried_ms >= EVERY_MS;
    const bool is_much = seq - n->signed_seq >= EVERY_EVENT && !n->has_complained;
    if (seq > n->signed_seq && (is_due || is_much))
        make_checkpoint(n);
}

/* The wait begins anew with each checkpoint, so a notary that signs is never behind. A manager that
 * stood still has events that waited long, too; they are signed first, and another alarm says why
 * they waited. */
bool notary_is_behind(struct behind *b, uint64_t seq, uint64_t signed_seq, bool is_halted,
                      int64_t now_ms)
{
    if (seq <= signed_seq && !is_halted)
        b->since_ms = 0;
    else if (b->since_ms == 0 || b->signed_seq != signed_seq)
        b->since_ms = now_ms;
    b->signed_seq = signed_seq;
    const bool is_told = b->told_ms != 0 && now_ms - b->told_ms < BEHIND_AGAIN_MS;
    return b->since_ms != 0 && now_ms - b->since_ms >= BEHIND_MS && !is_told;
}

/* V7: raises an alarm when the log grows and nothing is signed, whatever the reason, unless the
 * rollback alarm, which says why, still waits for an answer. */
static void look_behind(struct notary *n, int64_t now_ms)
{
    const uint64_t seq = head_of(n);
    if (!notary_is_behind(&n->behind, seq, n->signed_seq, n->is_halted, now_ms))
        return;
    writer_lock(n->writer);
    const bool waits = manager_has_alarm(writer_manager(n->writer), ALARM_ROLLBACK, "");
    writer_unlock(n->writer);
    if (waits)
        return;
    char text[400];
    snprintf(text, sizeof(text),
             "nothing is signed: the log is at event %llu, the last checkpoint is of event %llu%s",
             (unsigned long long)seq, (unsigned long long)n->signed_seq,
             n->is_halted ? ". The loss was accepted: restart the manager once with "
                            "--new-checkpoints, so that a new line of checkpoints begins"
                          : "");
    raise_alarm(n, text);
    n->behind.told_ms = now_ms;
}

/* ---- Checking the old log again ---- */

/* A start takes the tree's blocks from its own file without reading the events below them. So these
 * events are read bit by bit later, and compared with the checkpoint that the start found. */
static void look_again(struct notary *n)
{
    struct cr_err err = {0};
    if (n->again_done)
        return;
    const uint64_t left = n->found.seq - n->again.tree.count;
    int rc = log_tree_follow(&n->again, n->again_store,
                             n->again.tree.count + (left < AGAIN_PIECE ? left : AGAIN_PIECE), &err);
    const bool at_end = n->again.tree.count == n->found.seq;
    if (rc == 0 && !at_end)
        return;
    if (rc == 0 && !log_tree_is(&n->again, &n->found))
        rc = err_set(&err, CR_E_STATE,
                     "the log up to event %llu is not what its checkpoint says: it was changed",
                     (unsigned long long)n->found.seq);
    if (rc == CR_E_STATE)
        notary_halt(n, n->found.seq, err.text);
    else if (rc != 0)
        complain(n, &err);
    n->again_done = true;
    tree_free(&n->again.tree);
}

/* ---- The worker ---- */

int64_t notary_tick(void *context)
{
    struct notary *n = context;
    const int64_t now_ms = clock_mono_ms();
    if (!n->has_caught_up) {
        notary_catch_up(n);
        n->has_caught_up = true;
        return LOOK_MS;
    }
    if (!n->is_halted)
        look_again(n);
    if (!n->is_halted)
        look(n);
    look_behind(n, now_ms);
    return LOOK_MS;
}

/* Makes a last checkpoint at an orderly end, so that every event has a witness, unless the tree is
 * still being built and that would take long. */
void notary_finish(struct notary *n)
{
    n->is_last = !n->is_halted && n->log.tree.count > 0 && n->log.tree.count >= n->signed_seq;
    if (n->is_last && head_of(n) > n->signed_seq)
        make_checkpoint(n);
}
