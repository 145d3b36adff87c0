/* Files that are whole and on disk, or not there; see durable_file.h. */
#include "os/durable_file.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Parts ---- */

int durable_write(int fd, const void *data, size_t len)
{
    const char *at = data;
    while (len > 0) {
        const ssize_t n = write(fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        at += n;
        len -= (size_t)n;
    }
    return 0;
}

int durable_sync(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const int error = fd < 0 || fsync(fd) != 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    return error;
}

int durable_sync_folder_of(const char *path)
{
    char copy[PATH_MAX];
    if ((size_t)snprintf(copy, sizeof(copy), "%s", path) >= sizeof(copy))
        return ENAMETOOLONG;
    return durable_sync(dirname(copy));
}

/* Syncs and closes a file that was written; the first fault counts. */
static int end_writing(int fd, int error)
{
    if (error == 0 && fsync(fd) != 0)
        error = errno;
    if (close(fd) != 0 && error == 0)
        error = errno;
    return error;
}

/* ---- The whole at once ---- */

static int fail(struct cr_err *err, const char *path, const char *what, int error)
{
    return err_set(err, CR_E_IO, "%.300s: cannot be %s: %s", path, what, strerror(error));
}

int durable_file_make(const char *path, mode_t mode, const void *data, size_t len,
                      struct cr_err *err)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0)
        return fail(err, path, "made", errno);
    const int error = end_writing(fd, durable_write(fd, data, len));
    if (error == 0)
        return CR_OK;
    unlink(path);
    return fail(err, path, "written", error);
}

int durable_file_replace(const char *path, mode_t mode, const void *data, size_t len,
                         struct cr_err *err)
{
    char beside[PATH_MAX];
    if ((size_t)snprintf(beside, sizeof(beside), "%s.new", path) >= sizeof(beside))
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", path);
    const int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd < 0)
        return fail(err, beside, "made", errno);
    int error = end_writing(fd, durable_write(fd, data, len));
    if (error != 0)
        return fail(err, beside, "written", error);
    error = rename(beside, path) != 0 ? errno : durable_sync_folder_of(path);
    return error == 0 ? CR_OK : fail(err, path, "replaced", error);
}

/* ---- In pieces ---- */

/* A process that died may have left a file of the same name, because numbers of processes come
 * again: in a container at every start. */
#define NAMES_MAX 100

int durable_file_begin(struct durable_file *f, const char *path, mode_t mode)
{
    const long pid = (long)getpid();
    f->path = path;
    f->fd = -1;
    errno = EEXIST;
    for (unsigned i = 0; f->fd < 0 && errno == EEXIST && i < NAMES_MAX; i++) {
        const int n = i == 0
                          ? snprintf(f->beside, sizeof(f->beside), "%s.%ld.tmp", path, pid)
                          : snprintf(f->beside, sizeof(f->beside), "%s.%ld-%u.tmp", path, pid, i);
        if (n < 0 || (size_t)n >= sizeof(f->beside))
            return ENAMETOOLONG;
        f->fd = open(f->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return f->fd < 0 ? errno : 0;
}

/* link refuses an existing name, rename does not. */
static int give_name(const struct durable_file *f, bool may_replace)
{
    if (may_replace)
        return rename(f->beside, f->path) != 0 ? errno : 0;
    if (link(f->beside, f->path) != 0)
        return errno;
    unlink(f->beside);
    return 0;
}

int durable_file_finish(struct durable_file *f, bool may_replace)
{
    int error = end_writing(f->fd, 0);
    f->fd = -1;
    if (error == 0)
        error = give_name(f, may_replace);
    if (error != 0) {
        unlink(f->beside);
        return error;
    }
    error = durable_sync_folder_of(f->path);
    return error == EACCES || error == EINVAL ? 0 : error;
}

void durable_file_abandon(struct durable_file *f)
{
    if (f->fd < 0)
        return;
    close(f->fd);
    f->fd = -1;
    unlink(f->beside);
}
