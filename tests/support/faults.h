/* Calls that fail on purpose: the k-th call of a kind, once or from then on.
 *
 * The linker redirects the calls of this project's own code (faults_link_args in
 * tests/meson.build); faults_watch_sqlite does so for SQLite's memory and files. Memory of other
 * libraries is not affected. */
#pragma once

#include <stdbool.h>

enum fault_kind {
    FAULT_MEMORY, /* malloc, calloc, realloc, strdup */
    FAULT_OPEN,   /* opening or creating a file */
    FAULT_WRITE,  /* writing or changing a file's length: the disk is full */
    FAULT_SYNC,
    FAULT_CLOSE, /* data that was accepted earlier cannot be written */
    FAULT_NAME,  /* rename, link */
    FAULT_KINDS
};

const char *fault_name(enum fault_kind kind);

/* The k-th call of this kind from now on fails, and with from_then_on every later one; k counts
 * from 1. With k 0 no call fails and calls are only counted. */
void faults_arm(enum fault_kind kind, unsigned k, bool from_then_on);
/* No call fails any more. Returns how many calls of the kind there were. */
unsigned faults_disarm(void);
/* Whether there were so many calls that one failed. */
bool faults_happened(void);

/* Must be called once, before the program's first use of SQLite. */
void faults_watch_sqlite(void);
