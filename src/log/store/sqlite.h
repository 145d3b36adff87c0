/* The SQLite back end: one file, one writer, readers beside it. */
#pragma once

#include "log/store/store.h"

/* For tests: disks that fail, small pages and frequent checkpoints. NULL and 0: as in production.
 */
struct sqlite_options {
    const char *vfs;         /* all file access goes through it: no lock, no permissions */
    const char *synchronous; /* anything but EXTRA breaks V1 */
    unsigned page_bytes;
    unsigned checkpoint_pages;
};

int sqlite_open(const char *path, enum store_mode mode, const struct sqlite_options *options,
                struct store **out, struct cr_err *err);

/* CR_E_STATE when there is no store at `path` but there are parts of one (-wal, -journal, -shm, or
 * the lock of a writer that did not end in order): a new store would destroy them. */
int sqlite_refuse_remains(const char *path, struct cr_err *err);
