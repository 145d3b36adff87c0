/* The spool: a folder with papers that wait for their printers, so that none is lost and none is
 * printed twice.
 *
 * A paper is two files: NUMBER-OF-KIND.paper, and the same paper marked REPRINT,
 * NUMBER-OF-KIND.again. Both are on disk before the file "reached" says that their event is done
 * with, and only papers of events before that mark go to a printer. The file NUMBER-OF-KIND.going
 * exists from before the delivery until after the printer has taken the paper. If a crash comes in
 * between, nobody knows how much was printed, and the copy marked REPRINT is printed next. So each
 * paper is printed only once without that mark. */
#pragma once

#include "service/printer/print_target.h"

#include <croupier/error.h>

#include <limits.h>
#include <stdint.h>

struct print_spool {
    char dir[PRINT_PATH_MAX];
    int lock;      /* descriptor of the locked file: nobody else prints from this folder */
    uint64_t next; /* the first event that is not done with; 0: nothing was ever printed */
};

/* A paper that waits. */
struct print_job {
    uint64_t number; /* of the event for which it is printed */
    uint64_t of;     /* of the claim or shift, as people know it */
    enum print_kind kind;
    bool was_going; /* it may have been printed already: print the copy marked REPRINT */
};

/* Makes the folder if needed, and locks it. CR_E_STATE while another manager prints from it. */
int print_spool_open(struct print_spool *s, struct cr_err *err);

/* Stores both texts of a paper, durably when this returns 0. May be called again for the same
 * paper. */
int print_spool_keep(struct print_spool *s, const struct print_job *job, const void *paper,
                     size_t len, const void *again, size_t again_len, struct cr_err *err);
/* Marks all events before `next` as done with. */
int print_spool_reach(struct print_spool *s, uint64_t next, struct cr_err *err);

/* Finds the first paper of a kind that may be printed; false when there is none. *count: how many
 * wait. */
bool print_spool_first(const struct print_spool *s, enum print_kind kind, struct print_job *out,
                       unsigned *count);

/* Marks the paper as being delivered, and gives the path of the file to print. After the delivery,
 * call one of the next two. */
int print_spool_begin(struct print_spool *s, struct print_job *job, char path[PATH_MAX],
                      struct cr_err *err);
/* Call this when nothing of the paper was printed; it stays in the spool. */
void print_spool_give_up(struct print_spool *s, const struct print_job *job);
void print_spool_done(struct print_spool *s, const struct print_job *job);
