/* The SQLite back end: one file, one writer, readers beside it. */
#pragma once

#include "log/store/store.h"

/* For tests: disks that fail, small pages and frequent checkpoints. NULL and 0: as in production.
 */
struct sqlite_options {
    const char *vfs;         /* files are not touched but through it: no lock, no permissions */
    const char *synchronous; /* anything but EXTRA breaks V1 */
    unsigned page_bytes;
    unsigned checkpoint_pages;
};

int sqlite_open(const char *path, enum store_mode mode, const struct sqlite_options *options,
                struct store **out, struct cr_err *err);

/* CR_E_STATE when parts of a store lie where the store itself does not (-wal, -journal, -shm, or
 * the lock of a writer that did not end in order): one that is made there would destroy them. */
int sqlite_refuse_remains(const char *path, struct cr_err *err);
