/* The one thread that writes, with natural group commit: it takes what is waiting, makes it durable
 * in one transaction, and answers all. Whoever comes meanwhile is in the next batch.
 *
 * Other threads look at the floor between writer_lock and writer_unlock; they see durable state
 * only. */
#pragma once

#include "os/worker.h"
#include "service/manager/manager.h"

struct writer;

/* A request on its way. The caller's memory until done is called, once, on the writer's thread (or,
 * when the writer has stopped, by writer_submit itself with result CR_E_IO). */
struct writer_job {
    struct worker_item item; /* first; the writer's */
    struct manager_request request;
    void (*done)(struct writer_job *job);
    void *context;
};

/* Called on the writer's thread when the store failed: no more answers will go out (V1). The
 * process is expected to end. */
typedef void writer_fatal_fn(void *context, const struct cr_err *err);

/* follow: a second handle on the same store for waiting on other managers, or NULL for a store with
 * one writer. */
int writer_start(struct manager *manager, struct store *follow, writer_fatal_fn *fatal,
                 void *context, struct writer **out, struct cr_err *err);
/* Finishes what is waiting, then ends. */
void writer_stop(struct writer *w);

void writer_submit(struct writer *w, struct writer_job *job);
/* Submits and waits. Not from the writer's own thread. */
void writer_call(struct writer *w, struct manager_request *request);

const struct floor *writer_lock(struct writer *w);
void writer_unlock(struct writer *w);
struct manager *writer_manager(struct writer *w);

/* ---- raise_alarm.c ---- */

/* Raises an alarm about no table, unless one of that kind waits for an answer; the text may hold
 * any bytes: the log takes plain text only, and gets that. room is the caller's memory for the
 * request. True when the alarm is in the log now. witnessed: up to which event a witness has seen
 * the log (V8); 0 for other alarms. */
bool raise_alarm_once(struct writer *w, struct manager_request *room, enum alarm_kind kind,
                      uint64_t witnessed, const char *text);
