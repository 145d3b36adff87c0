/* Papers that wait for their printers: a folder, so that none is lost and none is printed twice.
 *
 * A paper is two files, NUMBER-OF-KIND.paper and the same marked REPRINT, NUMBER-OF-KIND.again.
 * Both are on disk before the file "reached" says that the event is done with, and only what lies
 * before that mark goes to a printer. NUMBER-OF-KIND.going is there from before the printer gets
 * the paper until after it has taken it: if a crash comes between, nobody knows how much was
 * printed, and the copy that says REPRINT follows. So each paper is printed once without the mark,
 * or the mark is on it.
 */
#pragma once

#include "service/printer/print_target.h"

#include <croupier/error.h>

#include <limits.h>
#include <stdint.h>

struct print_spool {
    char dir[PRINT_PATH_MAX];
    int lock;      /* held: nobody else prints from this folder */
    uint64_t next; /* the first event that is not done with; 0: nothing was ever done */
};

/* A paper that waits. */
struct print_job {
    uint64_t number; /* of the event that it is printed for */
    uint64_t of;     /* of the claim or shift, as people know it */
    enum print_kind kind;
    bool was_going; /* it may have been printed already */
};

/* Makes the folder when it is not there, and takes it: CR_E_STATE while another manager prints from
 * it. */
int print_spool_open(struct print_spool *s, struct cr_err *err);

/* Durable when it returns 0; again when it is there already. */
int print_spool_keep(struct print_spool *s, const struct print_job *job, const void *paper,
                     size_t len, const void *again, size_t again_len, struct cr_err *err);
/* Everything before that event is done with. */
int print_spool_reach(struct print_spool *s, uint64_t next, struct cr_err *err);

/* The first paper of that kind that may be printed; false: none. How many there are. */
bool print_spool_first(const struct print_spool *s, enum print_kind kind, struct print_job *out,
                       unsigned *count);

/* The file to print now; the printer gets it between these two. */
int print_spool_begin(struct print_spool *s, struct print_job *job, char path[PATH_MAX],
                      struct cr_err *err);
/* It was not printed, and the printer knows it. */
void print_spool_give_up(struct print_spool *s, const struct print_job *job);
void print_spool_done(struct print_spool *s, const struct print_job *job);
