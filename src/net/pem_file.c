/* Files that hold certificates and their keys; see pem_file.h. */
#include "net/pem_file.h"

#include "base/plain_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

int pem_file_load(const char *path, gnutls_datum_t *out)
{
    FILE *file = plain_file_open(path);
    unsigned char *room = file ? gnutls_malloc(PEM_FILE_MAX) : NULL;
    const size_t len = room ? fread(room, 1, PEM_FILE_MAX, file) : PEM_FILE_MAX;
    const bool is_whole = len < PEM_FILE_MAX && ferror(file) == 0;
    if (file)
        fclose(file);
    if (!is_whole) {
        gnutls_free(room);
        return -1;
    }
    *out = (gnutls_datum_t){room, (unsigned)len};
    return 0;
}

uint64_t pem_file_mark(const char *path)
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
