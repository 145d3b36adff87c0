/* Files that hold secrets; see secret_file.h. */
#include "os/secret_file.h"

#include "base/err.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(int fd, const char *path, const struct stat *about, struct cr_err *err)
{
    const bool is_file = S_ISREG(about->st_mode);
    close(fd);
    if (!is_file)
        return err_set(err, CR_E_INPUT, "%s: is not a plain file", path);
    return err_set(err, CR_E_INPUT,
                   "%s: others than its owner can open it, and it holds a secret; take their "
                   "rights away (chmod 600 %s)",
                   path, path);
}

static int open_own(const char *path, int *out, struct cr_err *err)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &about) != 0) {
        int why = errno;
        if (fd >= 0)
            close(fd);
        return err_set(err, why == ENOENT ? CR_E_NOT_FOUND : CR_E_IO, "%s: %s", path,
                       strerror(why));
    }
    if (!S_ISREG(about.st_mode) || (about.st_mode & 077) != 0)
        return refuse(fd, path, &about, err);
    *out = fd;
    return CR_OK;
}

int secret_file_read(const char *path, char *out, size_t room, size_t *len, struct cr_err *err)
{
    int fd = -1;
    size_t have = 0;
    ssize_t n = 1;
    int rc = open_own(path, &fd, err);
    if (rc != CR_OK)
        return rc;
    while (n > 0 && have < room) {
        n = read(fd, out + have, room - have);
        have += n > 0 ? (size_t)n : 0;
    }
    close(fd);
    if (n < 0)
        return err_set(err, CR_E_IO, "%s: cannot be read", path);
    if (have == room)
        return err_set(err, CR_E_INPUT, "%s: is longer than %zu bytes", path, room - 1);
    out[have] = '\0';
    if (len)
        *len = have;
    return CR_OK;
}

int secret_file_check(const char *path, struct cr_err *err)
{
    int fd = -1;
    int rc = open_own(path, &fd, err);
    if (rc == CR_OK)
        close(fd);
    return rc;
}

int secret_file_make(const char *dir, const char *name, const void *data, size_t len,
                     struct cr_err *err)
{
    char path[PATH_MAX];
    if ((size_t)snprintf(path, sizeof(path), "%s/%s", dir, name) >= sizeof(path))
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", dir);
    return durable_file_make(path, 0600, data, len, err);
}
