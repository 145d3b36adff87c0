/* The VFS of power_vfs.h: SQLite's file methods on files in memory. What a cut leaves of them is in
 * power_disk.c. */
#include "store/power_vfs.h"

#include "base/check.h"
#include "store/power_disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct power_handle {
    sqlite3_file base;
    struct power_disk *disk;
    struct power_file *file;
};

static struct power_handle *handle_of(sqlite3_file *file)
{
    return (struct power_handle *)file;
}

static int file_close(sqlite3_file *f)
{
    handle_of(f)->file->open = false;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *f, void *out, int amount, sqlite3_int64 offset)
{
    struct power_handle *h = handle_of(f);
    if (h->disk->off)
        return SQLITE_IOERR_READ;
    const struct power_bytes *now = &h->file->now;
    size_t wanted = (size_t)amount, at = (size_t)offset;
    size_t there = at >= now->len ? 0 : now->len - at;
    size_t got = there < wanted ? there : wanted;
    if (got)
        memcpy(out, now->data + at, got);
    memset((char *)out + got, 0, wanted - got);
    return got < wanted ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static enum power_moment moment_of(const struct power_file *file, bool sync)
{
    size_t len = strlen(file->name);
    if (len > 4 && strcmp(file->name + len - 4, "-wal") == 0)
        return sync ? POWER_WAL_SYNC : POWER_WAL_WRITE;
    if (len > 8 && strcmp(file->name + len - 8, "-journal") == 0)
        return POWER_OTHER;
    return sync ? POWER_DB_SYNC : POWER_DB_WRITE;
}

/* The write during which the power goes is among those that the cut may keep, whole or torn. */
static int file_write(sqlite3_file *f, const void *data, int amount, sqlite3_int64 offset)
{
    struct power_handle *h = handle_of(f);
    if (h->disk->off)
        return SQLITE_IOERR_WRITE;
    enum power_fate fate = power_tick(h->disk, moment_of(h->file, false));
    if (fate == POWER_FAILS)
        return SQLITE_FULL;
    power_file_write(h->file, data, (size_t)amount, (size_t)offset);
    return fate == POWER_FINE ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    struct power_handle *h = handle_of(f);
    if (h->disk->off)
        return SQLITE_IOERR_TRUNCATE;
    enum power_fate fate = power_tick(h->disk, POWER_OTHER);
    if (fate == POWER_FAILS)
        return SQLITE_IOERR_TRUNCATE;
    power_file_truncate(h->file, (size_t)size);
    return fate == POWER_FINE ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

/* Like the Unix VFS, the first sync of a new file also syncs the folder. */
static int file_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    struct power_handle *h = handle_of(f);
    if (h->disk->off)
        return SQLITE_IOERR_FSYNC;
    enum power_fate fate = power_tick(h->disk, moment_of(h->file, true));
    if (fate == POWER_FAILS)
        power_file_lose(h->file);
    if (fate != POWER_FINE)
        return SQLITE_IOERR_FSYNC;
    power_file_sync(h->file);
    if (!h->file->name_kept)
        power_folder_sync(h->disk);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    struct power_handle *h = handle_of(f);
    *size = (sqlite3_int64)h->file->now.len;
    return h->disk->off ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int file_lock(sqlite3_file *f, int level)
{
    (void)f, (void)level;
    return SQLITE_OK;
}

static int file_check_lock(sqlite3_file *f, int *held)
{
    (void)f;
    *held = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *f, int what, void *argument)
{
    (void)f, (void)what, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *f)
{
    (void)f;
    return 4096; /* as the Unix VFS says; tearing at 512 bytes is harsher */
}

static int file_characteristics(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int shm_map(sqlite3_file *f, int number, int size, int extend, void volatile **out)
{
    (void)extend;
    struct power_disk *disk = handle_of(f)->disk;
    *out = NULL;
    if (disk->off)
        return SQLITE_IOERR_SHMMAP;
    CHECK(number < POWER_SHM_REGIONS);
    if (!disk->shm[number]) {
        disk->shm[number] = calloc(1, (size_t)size);
        CHECK(disk->shm[number]);
    }
    *out = disk->shm[number];
    return SQLITE_OK;
}

static int shm_lock(sqlite3_file *f, int offset, int count, int flags)
{
    (void)f, (void)offset, (void)count, (void)flags;
    return SQLITE_OK;
}

static void shm_barrier(sqlite3_file *f)
{
    (void)f;
}

static int shm_unmap(sqlite3_file *f, int delete)
{
    (void)delete;
    power_shm_drop(handle_of(f)->disk);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

/* ---- The folder ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *flags_out)
{
    struct power_disk *disk = vfs->pAppData;
    struct power_handle *h = handle_of(f);
    h->base.pMethods = NULL;
    if (disk->off || !name)
        return SQLITE_CANTOPEN;
    struct power_file *file = power_file_find(disk, name);
    if (!file) {
        if (!(flags & SQLITE_OPEN_CREATE))
            return SQLITE_CANTOPEN;
        file = power_file_new(disk, name);
        /* The store syncs the folder itself after it has made the file. */
        file->name_kept = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    }
    file->open = true;
    h->disk = disk;
    h->file = file;
    h->base.pMethods = &methods;
    if (flags_out)
        *flags_out = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    struct power_disk *disk = vfs->pAppData;
    struct power_file *file = power_file_find(disk, name);
    if (disk->off)
        return SQLITE_IOERR_DELETE;
    if (!file)
        return SQLITE_IOERR_DELETE_NOENT;
    enum power_fate fate = power_tick(disk, POWER_DELETE);
    if (fate == POWER_FAILS)
        return SQLITE_IOERR_DELETE;
    file->linked = false;
    if (fate == POWER_GOES)
        return SQLITE_IOERR_DELETE;
    if (sync_folder)
        power_folder_sync(disk);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *there)
{
    struct power_disk *disk = vfs->pAppData;
    const struct power_file *file = power_file_find(disk, name);
    *there = file && (flags != SQLITE_ACCESS_EXISTS || file->now.len > 0);
    return disk->off ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

/* The random numbers that SQLite asks for (salts) come from the seed too. */
static int vfs_randomness(sqlite3_vfs *vfs, int size, char *out)
{
    struct power_disk *disk = vfs->pAppData;
    for (int i = 0; i < size; i++)
        out[i] = (char)rng_below(&disk->rng, 256);
    return size;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *julian_ms)
{
    (void)vfs;
    *julian_ms = INT64_C(212345678900000);
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs, (void)size, (void)out;
    return 0;
}

static sqlite3_vfs vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(struct power_handle),
    .mxPathname = POWER_NAME_MAX,
    .zName = POWER_VFS,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_name,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTimeInt64 = vfs_time,
    .xGetLastError = vfs_last_error,
};

struct power_disk *power_disk_new(uint64_t seed)
{
    struct power_disk *disk = calloc(1, sizeof *disk);
    CHECK(disk);
    disk->rng.state = seed;
    vfs.pAppData = disk;
    CHECK(sqlite3_vfs_register(&vfs, 0) == SQLITE_OK);
    return disk;
}
