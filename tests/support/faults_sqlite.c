/* Calls that fail on purpose (faults.h): SQLite's memory, and its files through a VFS that wraps
 * the usual one. */
#include "support/faults_inside.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- Memory ---- */

static sqlite3_mem_methods memory;

static void *take(int size)
{
    return fault_strikes(FAULT_MEMORY) ? NULL : memory.xMalloc(size);
}

static void *retake(void *old, int size)
{
    return fault_strikes(FAULT_MEMORY) ? NULL : memory.xRealloc(old, size);
}

/* ---- Files ---- */

/* SQLite's table of functions for an open file, and the table that replaces it. */
struct methods {
    sqlite3_io_methods mine; /* must be first, because SQLite's file points to it */
    const sqlite3_io_methods *real;
};

static struct methods tables[8];
static sqlite3_vfs *disk;

static const sqlite3_io_methods *real_of(const sqlite3_file *file)
{
    return ((const struct methods *)(const void *)file->pMethods)->real;
}

static int write_file(sqlite3_file *file, const void *data, int len, sqlite3_int64 offset)
{
    return fault_strikes(FAULT_WRITE) ? SQLITE_FULL
                                      : real_of(file)->xWrite(file, data, len, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 len)
{
    return fault_strikes(FAULT_WRITE) ? SQLITE_IOERR_TRUNCATE : real_of(file)->xTruncate(file, len);
}

static int sync_file(sqlite3_file *file, int flags)
{
    return fault_strikes(FAULT_SYNC) ? SQLITE_IOERR_FSYNC : real_of(file)->xSync(file, flags);
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    file->pMethods = NULL;
    if (fault_strikes(FAULT_OPEN))
        return SQLITE_CANTOPEN;
    int rc = disk->xOpen(disk, name, file, flags, out);
    if (file->pMethods == NULL)
        return rc;
    struct methods *t = tables;
    while (t->real != NULL && t->real != file->pMethods)
        t++;
    if (t == &tables[sizeof(tables) / sizeof(tables[0]) - 1])
        abort();
    if (t->real == NULL) {
        t->real = file->pMethods;
        t->mine = *t->real;
        t->mine.xWrite = write_file;
        t->mine.xTruncate = truncate_file;
        t->mine.xSync = sync_file;
    }
    file->pMethods = &t->mine;
    return rc;
}

void faults_watch_sqlite(void)
{
    static sqlite3_vfs front;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
    sqlite3_mem_methods ours = memory;
    ours.xMalloc = take;
    ours.xRealloc = retake;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* no pool of small blocks */
    disk = sqlite3_vfs_find(NULL);
    front = *disk;
    front.zName = "faults";
    front.pNext = NULL;
    front.xOpen = open_file;
    if (disk == NULL || sqlite3_vfs_register(&front, 1) != SQLITE_OK)
        abort();
}
