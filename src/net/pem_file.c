/* Files that hold certificates; see pem_file.h. */
#include "net/pem_file.h"

#include "base/plain_file.h"

#include <stdbool.h>
#include <stdio.h>

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
