/* Opening files that are read whole; see plain_file.h. */
#include "base/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int plain_file_descriptor(const char *path)
{
    struct stat info;
    /* O_NONBLOCK: opening a pipe then does not wait for its other end. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return -1;
    /* Character devices such as /dev/null may be read too. */
    if (fstat(fd, &info) == 0 && (S_ISREG(info.st_mode) || S_ISCHR(info.st_mode)))
        return fd;
    close(fd);
    errno = S_ISDIR(info.st_mode) ? EISDIR : ESPIPE;
    return -1;
}

FILE *plain_file_open(const char *path)
{
    const int fd = plain_file_descriptor(path);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && file == NULL)
        close(fd);
    return file;
}

const char *plain_file_fault(int number)
{
    return number == ESPIPE ? "it is a pipe or a socket, not a file" : strerror(number);
}
