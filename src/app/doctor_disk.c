/* croupier doctor: checks the file of an SQLite store, its folder and its disk. */
#define _GNU_SOURCE /* F_OFD_GETLK */

#include "app/doctor.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define MEGABYTE    INT64_C(1000000)
#define SPACE_LEAST (64 * MEGABYTE)
#define SPACE_FEW   (1000 * MEGABYTE)
#define DAYS_FEW    14
#define INODES_FEW  100
#define SYNC_TRIES  5

/* ---- Who writes ---- */

static void look_at_lock(struct doctor *d, const char *path)
{
    char name[PATH_MAX + 8], holder[32] = "";
    snprintf(name, sizeof name, "%s.lock", path);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        doctor_ok(d, "lock", "nobody has it open for writing");
        return;
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const bool held = fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    ssize_t len = read(fd, holder, sizeof holder - 1);
    holder[len > 0 ? len : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
    close(fd);
    if (held)
        doctor_ok(d, "lock", "process %s has it open for writing: a manager runs on it",
                  holder[0] ? holder : "?");
    else
        doctor_ok(d, "lock", "nobody has it open for writing");
}

/* ---- Permissions ---- */

static void look_at_writing(struct doctor *d, const char *path, const char *folder)
{
    if (faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0) {
        doctor_problem(d, "permissions", "%s cannot be written by this user: %s", path,
                       strerror(errno));
        doctor_todo(d, "run as the manager's user, or give it the file (chown)");
    } else if (faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) != 0) {
        doctor_problem(d, "permissions", "the folder %s cannot be written by this user: %s", folder,
                       strerror(errno));
        doctor_todo(d, "the manager needs its write-ahead log and lock there; run as its user, or "
                       "give it the folder (chown)");
    }
}

static void look_at_modes(struct doctor *d, const char *path, const char *folder)
{
    struct stat file, place;
    if (stat(path, &file) != 0 || stat(folder, &place) != 0)
        return;
    if (file.st_mode & S_IROTH) {
        doctor_problem(d, "permissions", "every user of this machine can read %s", path);
        doctor_todo(d, "chmod 600 %s", path);
    } else if (file.st_mode & (S_IRGRP | S_IWGRP | S_IWOTH)) {
        doctor_warn(d, "permissions", "others than the owner can read or write %s (mode %03o)",
                    path, (unsigned)file.st_mode & 0777u);
        doctor_todo(d, "chmod 600 %s", path);
    } else {
        doctor_ok(d, "permissions", "only its owner can read and write it");
    }
    if ((place.st_mode & S_IWOTH) && !(place.st_mode & S_ISVTX)) {
        doctor_problem(d, "permissions", "every user of this machine can remove files in %s",
                       folder);
        doctor_todo(d, "chmod 700 %s", folder);
    }
}

/* ---- A write-ahead log that has grown ---- */

#define LOG_MUCH (256 * MEGABYTE) /* 32 MB are usual */

static void look_at_log(struct doctor *d, const char *path)
{
    char name[PATH_MAX + 8], size[COPYING_COUNT_MAX];
    struct stat info;
    snprintf(name, sizeof name, "%s-wal", path);
    if (stat(name, &info) != 0 || info.st_size < LOG_MUCH)
        return;
    doctor_warn(d, "disk", "%s has grown to %s", name, copying_bytes(info.st_size, size));
    doctor_todo(d,
                "some program has held an old state of the store open, or does (a backup, a "
                "report, an SQLite tool: fuser %s); end it, it shrinks by itself then",
                path);
}

/* ---- Space ---- */

/* How many bytes the store grows in a day, by its own history; 0 when that is too short to tell. */
static int64_t daily_growth(const struct store_facts *facts)
{
    const int64_t hour = 3600000, span = facts->last_ms - facts->first_ms;
    if (span < hour || facts->bytes <= 0)
        return 0;
    return (int64_t)((double)facts->bytes * 24.0 * (double)hour / (double)span);
}

static void look_at_space(struct doctor *d, const char *folder, const struct store_facts *facts)
{
    struct statvfs disk;
    char free_text[COPYING_COUNT_MAX], rate_text[COPYING_COUNT_MAX], left[96] = "";
    if (statvfs(folder, &disk) != 0) {
        doctor_problem(d, "disk", "%s: %s", folder, strerror(errno));
        return;
    }
    const int64_t space = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    const int64_t rate = facts ? daily_growth(facts) : 0;
    const int64_t days = rate > 0 ? space / rate : INT64_MAX;
    copying_bytes(space, free_text);
    if (rate > 0)
        snprintf(left, sizeof left, "; the store grows by %s a day, so it lasts %lld days",
                 copying_bytes(rate, rate_text), (long long)(days < 36500 ? days : 36500));
    if (space < SPACE_LEAST || days < 1)
        doctor_problem(d, "disk", "%s free in %s%s", free_text, folder, left);
    else if (space < SPACE_FEW || days < DAYS_FEW)
        doctor_warn(d, "disk", "%s free in %s%s", free_text, folder, left);
    else
        doctor_ok(d, "disk", "%s free in %s%s", free_text, folder, left);
    if (space < SPACE_FEW || days < DAYS_FEW)
        doctor_todo(d, "make room or move the store to a larger disk; on a full disk the floor "
                       "closes");
    if (disk.f_files > 0 && disk.f_favail < INODES_FEW) {
        doctor_problem(d, "disk", "%llu names can still be made in %s",
                       (unsigned long long)disk.f_favail, folder);
        doctor_todo(d, "remove small files on that disk");
    }
}

/* ---- Syncing ---- */

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* V1: measures how long a write takes to be on disk. The time is reported, but not judged. */
static void look_at_syncing(struct doctor *d, const char *folder)
{
    char name[PATH_MAX + 64], block[4096] = {0};
    int64_t times[SYNC_TRIES];
    snprintf(name, sizeof name, "%s/.croupier-doctor-%ld", folder, (long)getpid());
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        doctor_problem(d, "syncing", "no file can be made in %s: %s", folder, strerror(errno));
        doctor_todo(d, "the manager could not start here; look at permissions, space, and whether "
                       "the disk is mounted read-only");
        return;
    }
    bool failed = false;
    for (unsigned i = 0; i < SYNC_TRIES && !failed; i++) {
        const int64_t start = clock_mono_ns();
        failed = pwrite(fd, block, sizeof block, 0) != (ssize_t)sizeof block || fsync(fd) != 0;
        times[i] = (clock_mono_ns() - start) / 1000;
    }
    const int fault = errno;
    close(fd);
    unlink(name);
    if (failed) {
        doctor_problem(d, "syncing", "a write to %s does not reach the disk: %s", folder,
                       strerror(fault));
        doctor_todo(d, "do not run a floor on this disk");
        return;
    }
    qsort(times, SYNC_TRIES, sizeof *times, by_size);
    doctor_ok(d, "syncing", "a write is on disk after %lld.%03lld ms (the middle of %d)",
              (long long)times[SYNC_TRIES / 2] / 1000, (long long)times[SYNC_TRIES / 2] % 1000,
              SYNC_TRIES);
}

void doctor_look_disk(struct doctor *d, const char *path, const struct store_facts *facts)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    const char *folder = dirname(copy);
    if (access(folder, F_OK) != 0)
        return;
    if (access(path, F_OK) == 0) {
        look_at_lock(d, path);
        look_at_writing(d, path, folder);
        look_at_modes(d, path, folder);
        look_at_log(d, path);
    }
    look_at_space(d, folder, facts);
    look_at_syncing(d, folder);
}
