/* Papers that print themselves (TAB-11, REC-3, REC-4): a worker beside the writer that follows the
 * log and has a paper printed for each event that calls for one.
 *
 *   receipt  when a jackpot is cleared at the manager; when it is paid, if it needs no clearing
 *   slip     when a jackpot is paid
 *   form     when a shift is closed
 *
 * It only reads the log. Where it stands is in the spool (print_spool.h), so that a paper is
 * neither lost nor printed twice, whatever crashes. A printer that fails raises the alarm
 * "printer", and its papers wait.
 */
#pragma once

#include "service/manager/writer.h"
#include "service/printer/print_target.h"

struct printing_work;

/* Before the first thread, and before the program confines itself. *out is NULL when nothing is to
 * be printed. Without a spool of its own it is beside the store's file. */
int printing_prepare(const struct print_targets *targets, const char *store,
                     struct printing_work **out, struct cr_err *err);
int printing_start(struct printing_work *w, const char *store, struct writer *writer,
                   struct cr_err *err);
/* NULL is allowed. */
void printing_stop(struct printing_work *w);
