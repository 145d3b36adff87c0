/* Where a paper goes. */
#include "cli/operate/paper_out.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(const char *path, int error, struct cr_err *err)
{
    return err_set(err, CR_E_IO, "cannot write %.200s: %s", path, strerror(error));
}

/* All of it; an errno, 0 when all is well. */
static int write_all(int fd, const char *data, size_t len)
{
    while (len > 0) {
        const ssize_t n = write(fd, data, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        data += n;
        len -= (size_t)n;
    }
    return 0;
}

int paper_out_file(const char *path, const char *data, size_t len, struct cr_err *err)
{
    char beside[PATH_MAX];
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return err_set(err, CR_E_IO, "cannot write %.200s: it is there and is no plain file", path);
    const int n = snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
    if (n < 0 || (size_t)n >= sizeof beside)
        return failed(path, ENAMETOOLONG, err);
    const int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return failed(path, errno, err);
    int error = write_all(fd, data, len);
    if (!error && fsync(fd))
        error = errno;
    if (close(fd) && !error)
        error = errno;
    if (!error && rename(beside, path))
        error = errno;
    if (!error)
        return CR_OK;
    unlink(beside);
    return failed(path, error, err);
}

int paper_out_printer(const char *path, const char *data, size_t len, struct cr_err *err)
{
    struct stat there;
    if (stat(path, &there) != 0)
        return failed(path, errno, err);
    if (!S_ISCHR(there.st_mode) && !S_ISFIFO(there.st_mode))
        return err_set(err, CR_E_INPUT, "%.200s is no printer; --escpos FILE writes a file", path);
    const int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return failed(path, errno, err);
    int error = write_all(fd, data, len);
    if (close(fd) && !error)
        error = errno;
    return error ? failed(path, error, err) : CR_OK;
}
