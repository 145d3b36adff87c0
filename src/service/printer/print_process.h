/* The process that prints: it keeps papers in the spool and delivers each to its printer.
 *
 * The manager has confined itself and cannot start programs, and a printer that hangs must not hold
 * anything up. So papers go over a socket to a process that was forked before, and each delivery is
 * a child of that process, with a time limit. */
#pragma once

#include "service/printer/print_spool.h"

enum print_order {
    PRINT_TELL, /* only asks for the answer */
    PRINT_KEEP, /* keep the job and its two texts: the paper, and the same marked REPRINT */
    PRINT_REACH /* all events before job.number are done with */
};

/* A question on the socket; the two texts follow. */
struct print_question {
    enum print_order what;
    struct print_job job;
    uint32_t len, again_len;
};

#define PRINT_PAPER_MAX (16u * 1024 * 1024)

struct print_answer {
    int32_t rc;       /* result of the order; err says why */
    uint64_t next;    /* as in struct print_spool */
    bool is_busy;     /* a paper is being delivered */
    uint32_t waiting; /* papers that wait for a printer with a fault */
    struct cr_err err;
    char fault[256]; /* why a printer does not take papers; "": all of them do */
};

/* What the process does (an apart_work). context: struct print_targets, with its spool set. */
void print_process(int socket, void *context);
