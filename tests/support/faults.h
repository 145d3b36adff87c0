/* Calls that fail on purpose: the k-th one of a kind, once or from then on.
 *
 * Calls of our own code are caught by the linker (faults_link_args in tests/meson.build); SQLite's
 * memory and files by faults_watch_sqlite. Other libraries' own memory is not touched. */
#pragma once

#include <stdbool.h>

enum fault_kind {
    FAULT_MEMORY, /* malloc, calloc, realloc, strdup */
    FAULT_OPEN,   /* a file is opened, or made */
    FAULT_WRITE,  /* bytes, a new length: the disk is full */
    FAULT_SYNC,
    FAULT_CLOSE, /* bytes that the disk had promised to take */
    FAULT_NAME,  /* rename, link */
    FAULT_KINDS
};

const char *fault_name(enum fault_kind kind);

/* Counts from 1; 0: count only. */
void faults_arm(enum fault_kind kind, unsigned k, bool from_then_on);
/* Nothing fails any more. Returns how many calls of the kind there were. */
unsigned faults_disarm(void);
/* Whether the k-th call came. */
bool faults_happened(void);

/* Once, before the program's first use of SQLite. */
void faults_watch_sqlite(void);
