/* One paper on its way to a printer: a child process with a time limit. */
#pragma once

#include "service/printer/print_spool.h"

#include <sys/types.h>

#define PRINT_LIMIT_MS 30000

enum print_result {
    PRINT_UNDER_WAY,
    PRINT_TAKEN,   /* the printer has it */
    PRINT_REFUSED, /* nothing was printed */
    PRINT_UNKNOWN  /* it was ended in the middle: some of it may be printed */
};

struct print_delivery {
    pid_t pid; /* 0: nothing is under way */
    int64_t ends_ms;
    bool is_ended; /* it took too long */
};

/* Starts handing the file to the printer; false without a process. */
bool print_delivery_begin(struct print_delivery *d, const struct print_target *target,
                          const struct print_job *job, const char *path, int64_t now_ms);
/* How it went; fault says why it did not. */
enum print_result print_delivery_look(struct print_delivery *d, const struct print_target *target,
                                      int64_t now_ms, char *fault, size_t size);
