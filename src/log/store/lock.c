/* An open-file-description lock on PATH.lock: unlike SQLite's own locks it is held as long as the
 * writer lives, and unlike classic POSIX locks it does not vanish when some other descriptor of the
 * file is closed. The file stays: removing it would let two writers lock two files of one name. */
#define _GNU_SOURCE /* F_OFD_SETLK */

#include "log/store/sqlite_internal.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int refuse(const char *path, int fd, struct cr_err *err)
{
    char holder[32] = "";
    ssize_t len = pread(fd, holder, sizeof holder - 1, 0);
    holder[len > 0 ? len : 0] = '\0';
    holder[strcspn(holder, "\n")] = '\0';
    return err_set(err, CR_E_STATE, "%s: process %s has this store open for writing; stop it first",
                   path, holder[0] ? holder : "?");
}

static int write_pid(int fd)
{
    char pid[32];
    int len = snprintf(pid, sizeof pid, "%ld\n", (long)getpid());
    return ftruncate(fd, 0) == 0 && pwrite(fd, pid, (size_t)len, 0) == len ? 0 : -1;
}

int lock_take(const char *path, int *fd, struct cr_err *err)
{
    char name[PATH_MAX];
    int len = snprintf(name, sizeof name, "%s.lock", path);
    if (len < 0 || (size_t)len >= sizeof name)
        return err_set(err, CR_E_INPUT, "%.200s…: the name is too long", path);
    int opened = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (opened < 0)
        return err_set(err, CR_E_IO, "%s: %s", name, strerror(errno));
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int code = CR_OK;
    if (fcntl(opened, F_OFD_SETLK, &lock) != 0) {
        if (errno == EAGAIN || errno == EACCES)
            code = refuse(path, opened, err);
        else
            code = err_set(err, CR_E_IO, "%s: cannot lock: %s", name, strerror(errno));
    } else if (write_pid(opened) != 0) {
        code = err_set(err, CR_E_IO, "%s: %s", name, strerror(errno));
    }
    if (code != CR_OK) {
        close(opened);
        return code;
    }
    *fd = opened;
    return CR_OK;
}

bool lock_is_held(const char *path)
{
    char name[PATH_MAX + 8];
    snprintf(name, sizeof name, "%s.lock", path);
    const int opened = open(name, O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return errno != ENOENT;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const bool is_free = fcntl(opened, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
    close(opened);
    return !is_free;
}

void lock_drop(int fd, bool in_order)
{
    if (fd < 0)
        return;
    if (in_order && ftruncate(fd, 0) != 0)
        in_order = false; /* the file looks as if the writer had been killed */
    close(fd);
}
