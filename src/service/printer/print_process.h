/* The process that prints: it keeps papers in the spool and hands each to its printer.
 *
 * The manager has confined itself and starts no programs; and a printer that hangs must not hold up
 * anything. So papers go over a socket to a process that was forked before, and each delivery is a
 * child of that one, with a time limit. */
#pragma once

#include "service/printer/print_spool.h"

enum print_order {
    PRINT_TELL, /* nothing but the answer */
    PRINT_KEEP, /* the job, and two texts: the paper and the same marked REPRINT */
    PRINT_REACH /* job.number is the first event that is not done with */
};

/* On the socket, followed by the two texts. */
struct print_question {
    enum print_order what;
    struct print_job job;
    uint32_t len, again_len;
};

#define PRINT_PAPER_MAX (16u * 1024 * 1024)

struct print_answer {
    int32_t rc;       /* of the order; err says why */
    uint64_t next;    /* as in the spool; 0: nothing was ever done */
    bool is_busy;     /* a printer has a paper and has not said how it went */
    uint32_t waiting; /* papers that a printer has not taken yet */
    struct cr_err err;
    char fault[256]; /* why a printer does not take papers; "": all do */
};

/* What the process does (apart_work); context: struct print_targets, whose spool is named. */
void print_process(int socket, void *context);
