/* Delivers one paper to a printer, in a child process with a time limit. */
#pragma once

#include "service/printer/print_spool.h"

#include <sys/types.h>

#define PRINT_LIMIT_MS 30000

enum print_result {
    PRINT_UNDER_WAY,
    PRINT_TAKEN,   /* the printer has it */
    PRINT_REFUSED, /* nothing was printed */
    PRINT_UNKNOWN  /* it broke off: some of it may be printed */
};

struct print_delivery {
    pid_t pid; /* of the child; 0: none */
    int64_t ends_ms;
    bool is_ended; /* the child was killed because it took too long */
};

/* Starts delivering the file; false when no process could be started. */
bool print_delivery_begin(struct print_delivery *d, const struct print_target *target,
                          const struct print_job *job, const char *path, int64_t now_ms);
/* Looks whether the delivery has ended, and how. On a failure, fault says why. */
enum print_result print_delivery_look(struct print_delivery *d, const struct print_target *target,
                                      int64_t now_ms, char *fault, size_t size);
