/* The one thread that writes to the store, with group commit: it takes all requests that wait,
 * makes them durable in one transaction, and answers them. Requests that come meanwhile are in the
 * next batch.
 *
 * Other threads read the floor between writer_lock() and writer_unlock(); they see durable state
 * only. */
#pragma once

#include "os/worker.h"
#include "service/manager/manager.h"

struct writer;

/* A request for the writer. The memory is the caller's, and must stay valid until done() is called.
 * That happens once: on the writer's thread, or, when the writer has stopped, in writer_submit()
 * itself with result CR_E_IO. */
struct writer_job {
    struct worker_item item; /* first; used by the writer */
    struct manager_request request;
    void (*done)(struct writer_job *job);
    void *context;
};

/* Called when the store failed, on the thread that found out: no more answers will be sent (V1).
 * The process is expected to end. */
typedef void writer_fatal_fn(void *context, const struct cr_err *err);

/* Starts the writer's threads. follow: a second handle on the same store, for waiting for other
 * managers; NULL for a store with one writer only. fatal gets context. */
int writer_start(struct manager *manager, struct store *follow, writer_fatal_fn *fatal,
                 void *context, struct writer **out, struct cr_err *err);
/* Writes the requests that wait, and ends the threads. */
void writer_stop(struct writer *w);

void writer_submit(struct writer *w, struct writer_job *job);
/* Submits a request and waits for its result. Not for the writer's own thread. request->body is
 * NULL afterwards. */
void writer_call(struct writer *w, struct manager_request *request);

const struct floor *writer_lock(struct writer *w);
void writer_unlock(struct writer *w);
struct manager *writer_manager(struct writer *w);

/* ---- raise_alarm.c ---- */

/* Raises an alarm that concerns no table, unless one of that kind waits for an answer. Characters
 * of the text that the log does not take are replaced. room: memory for the request, used during
 * the call. True when the alarm is now in the log. witnessed: the event up to which a witness has
 * seen the log (V8); 0 for other alarms. */
bool raise_alarm_once(struct writer *w, struct manager_request *room, enum alarm_kind kind,
                      uint64_t witnessed, const char *text);
