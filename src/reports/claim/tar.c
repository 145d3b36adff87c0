/* Writing an archive. */
#include "reports/claim/tar.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

#define BLOCK 512

/* The header as it stands in the file. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is a block");

static void put_octal(char *field, size_t size, uint64_t value)
{
    char digits[32];
    snprintf(digits, sizeof(digits), "%0*llo", (int)size - 1, (unsigned long long)value);
    CHECK(strlen(digits) == size - 1);
    memcpy(field, digits, size);
}

void tar_add(struct text *tar, const char *name, int64_t time_s, const char *data, size_t len)
{
    struct header h;
    unsigned sum = 0;
    CHECK(strlen(name) <= TAR_NAME_MAX && time_s >= 0);
    memset(&h, 0, sizeof(h));
    memcpy(h.name, name, strlen(name));
    put_octal(h.mode, sizeof(h.mode), 0644);
    put_octal(h.uid, sizeof(h.uid), 0);
    put_octal(h.gid, sizeof(h.gid), 0);
    put_octal(h.size, sizeof(h.size), len);
    put_octal(h.mtime, sizeof(h.mtime), (uint64_t)time_s);
    h.type = '0';
    memcpy(h.magic, "ustar", 6);
    memcpy(h.version, "00", 2);
    /* Summed up with blanks in its own place. */
    memset(h.checksum, ' ', sizeof(h.checksum));
    for (size_t i = 0; i < sizeof(h); i++)
        sum += ((const unsigned char *)&h)[i];
    put_octal(h.checksum, 7, sum);
    text_add_len(tar, (const char *)&h, sizeof(h));
    text_add_len(tar, data, len);
    text_add_repeated(tar, '\0', (BLOCK - len % BLOCK) % BLOCK);
}

void tar_end(struct text *tar)
{
    text_add_repeated(tar, '\0', (size_t)2 * BLOCK);
}
