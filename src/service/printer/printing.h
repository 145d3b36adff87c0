/* Automatic printing (TAB-11, REC-3, REC-4): a worker beside the writer follows the log and has a
 * paper printed for each event that needs one.
 *
 *   receipt  when a jackpot is cleared at the manager; when it is paid, if it needs no clearing
 *   slip     when a jackpot is paid
 *   form     when a shift is closed
 *
 * The worker only reads the log. How far it has come is kept in the spool (print_spool.h), so that
 * a paper is neither lost nor printed twice, whatever crashes. A printer that fails raises the
 * alarm "printer", and its papers wait. */
#pragma once

#include "service/manager/writer.h"
#include "service/printer/print_target.h"

struct printing_work;

/* Forks the process that prints: call this before the first thread is started and before the
 * program confines itself. *out is NULL when nothing is to be printed. If targets names no spool,
 * it is beside the store's file. */
int printing_prepare(const struct print_targets *targets, const char *store,
                     struct printing_work **out, struct cr_err *err);
int printing_start(struct printing_work *w, const char *store, struct writer *writer,
                   struct cr_err *err);
/* Ends the worker and the process. w may be NULL. */
void printing_stop(struct printing_work *w);
