/* Whether a file is still the one that was looked at before; see file_mark.h. */
#include "net/file_mark.h"

#include <sys/stat.h>

uint64_t file_mark(const char *path)
{
    struct stat s;
    if (!path || stat(path, &s) != 0)
        return 0;
    const uint64_t parts[] = {(uint64_t)s.st_ino,         (uint64_t)s.st_size,
                              (uint64_t)s.st_mtim.tv_sec, (uint64_t)s.st_mtim.tv_nsec,
                              (uint64_t)s.st_ctim.tv_sec, (uint64_t)s.st_ctim.tv_nsec};
    uint64_t sum = 1;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        sum = (sum ^ parts[i]) * UINT64_C(0x100000001b3);
    return sum;
}
