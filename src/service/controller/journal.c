/* Reads and writes a table's journal; see journal.h. */
#include "service/controller/journal.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char magic[] = "croupier table journal 1\n";

#define HASH_BYTES 32
#define HEAD_BYTES (sizeof(magic) - 1 + 2 * sizeof(uint32_t))
#define FILE_MAX   (HEAD_BYTES + sizeof(struct journal_page) + HASH_BYTES)

static int fail(struct cr_err *err, const char *path, const char *what)
{
    return err_set(err, CR_E_IO, "%s: cannot %s: %s", path, what, strerror(errno));
}

/* ---- The lock ---- */

int journal_open(struct journal *j, const char *path, struct cr_err *err)
{
    char name[JOURNAL_PATH_MAX];
    if ((size_t)snprintf(j->path, sizeof(j->path), "%s", path) >= sizeof(j->path) - 8)
        return err_set(err, CR_E_INPUT, "%.100s…: the path is too long", path);
    snprintf(name, sizeof(name), "%.*s.lock", (int)(sizeof(name) - 6), path);
    j->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (j->lock < 0)
        return fail(err, name, "create");
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(j->lock, F_SETLK, &lock) == 0)
        return 0;
    close(j->lock);
    return err_set(err, CR_E_STATE, "%s: another table controller works with this memory", path);
}

void journal_close(struct journal *j)
{
    close(j->lock);
}

/* ---- Reading ---- */

static void hash_of(const uint8_t *data, size_t len, uint8_t out[HASH_BYTES])
{
    crypto_generichash(out, HASH_BYTES, data, len, NULL, 0);
}

/* The bytes of a page with so many events. */
static size_t page_bytes(uint32_t event_count)
{
    return offsetof(struct journal_page, events) + event_count * sizeof(struct round_event);
}

static bool decode(const uint8_t *data, size_t len, struct journal_page *out)
{
    uint32_t sizes[2];
    uint8_t hash[HASH_BYTES];
    if (len < HEAD_BYTES + HASH_BYTES || memcmp(data, magic, sizeof(magic) - 1) != 0)
        return false;
    memcpy(sizes, data + sizeof(magic) - 1, sizeof(sizes));
    if (sizes[0] != sizeof(*out) || sizes[1] > JOURNAL_EVENTS_MAX ||
        len != HEAD_BYTES + page_bytes(sizes[1]) + HASH_BYTES)
        return false;
    hash_of(data, len - HASH_BYTES, hash);
    if (memcmp(hash, data + len - HASH_BYTES, HASH_BYTES) != 0)
        return false;
    memset(out, 0, sizeof(*out));
    memcpy(out, data + HEAD_BYTES, page_bytes(sizes[1]));
    return out->event_count == sizes[1];
}

int journal_read(const struct journal *j, struct journal_page *out, bool *damaged,
                 struct cr_err *err)
{
    *damaged = false;
    FILE *file = plain_file_open(j->path);
    if (file == NULL)
        return errno == ENOENT ? 0 : fail(err, j->path, "open");
    uint8_t *data = malloc(FILE_MAX + 1);
    size_t len = data != NULL ? fread(data, 1, FILE_MAX + 1, file) : 0;
    const bool failed = data == NULL || ferror(file);
    fclose(file);
    if (failed) {
        free(data);
        return fail(err, j->path, "read");
    }
    *damaged = !decode(data, len, out);
    free(data);
    return *damaged ? 0 : 1;
}

/* ---- Writing ---- */

static size_t encode(const struct journal_page *page, uint8_t *out)
{
    const uint32_t sizes[2] = {sizeof(*page), page->event_count};
    const size_t used = page_bytes(page->event_count);
    memcpy(out, magic, sizeof(magic) - 1);
    memcpy(out + sizeof(magic) - 1, sizes, sizeof(sizes));
    memcpy(out + HEAD_BYTES, page, used);
    hash_of(out, HEAD_BYTES + used, out + HEAD_BYTES + used);
    return HEAD_BYTES + used + HASH_BYTES;
}

int journal_write(const struct journal *j, const struct journal_page *page, struct cr_err *err)
{
    uint8_t *data = malloc(FILE_MAX);
    if (data == NULL)
        return err_set(err, CR_E_IO, "%s: out of memory", j->path);
    int rc = durable_file_replace(j->path, 0600, data, encode(page, data), err);
    free(data);
    return rc;
}
