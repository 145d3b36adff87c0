/* Files of checkpoints. */
#define _GNU_SOURCE
#include "log/proof/witness_file.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "os/durable_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define TITLE "croupier checkpoint 1\n"
/* Bytes read from the end of the file: enough for two whole checkpoints and a part of a third. */
#define TAIL (4 * CHECKPOINT_TEXT_MAX)

static int fault_of(const char *path, const char *what, struct cr_err *err)
{
    return err_set(err, CR_E_IO, "%.300s: %s: %s", path, what, plain_file_fault(errno));
}

/* ---- The end of a file ---- */

/* The last place before `before` at which a checkpoint begins; -1: none. */
static ssize_t title_before(const char *text, ssize_t before)
{
    const size_t len = sizeof(TITLE) - 1;
    for (ssize_t at = before - (ssize_t)len; at >= 0; at--)
        if ((at == 0 || text[at - 1] == '\n') && memcmp(text + at, TITLE, len) == 0)
            return at;
    return -1;
}

/* Reads the last whole checkpoint; *end is where it ends. */
static int read_end(int fd, const char *path, struct checkpoint *out, bool *has, uint64_t *end,
                    struct cr_err *err)
{
    char text[TAIL];
    struct stat facts;
    *has = false;
    *end = 0;
    if (fstat(fd, &facts) != 0)
        return fault_of(path, "cannot be looked at", err);
    const off_t begin = facts.st_size > TAIL ? facts.st_size - TAIL : 0;
    const ssize_t len = pread(fd, text, sizeof(text), begin);
    if (len < 0)
        return fault_of(path, "cannot be read", err);
    ssize_t at = title_before(text, len);
    size_t used = 0;
    /* The last one may be unfinished; then it has no end, and the one before it counts. */
    if (at >= 0 && memmem(text + at, (size_t)(len - at), "\n\n", 2) == NULL)
        at = title_before(text, at);
    if (at >= 0) {
        int rc = checkpoint_parse(text + at, (size_t)(len - at), out, &used, err);
        if (rc != 0)
            return err_prefix(err, "%.200s", path);
        *has = true;
        *end = (uint64_t)begin + (uint64_t)at + used;
    }
    /* Of what was read, not of the size: a floor may have written or taken back in between. It is
     * more than was read where the beginning was not read and there is no checkpoint behind it. */
    const uint64_t rest = (uint64_t)begin + (uint64_t)len - *end;
    if (rest >= CHECKPOINT_TEXT_MAX || rest > (uint64_t)len ||
        (rest > 0 && memmem(text + len - rest, rest, "\n\n", 2) != NULL))
        return err_set(err, CR_E_INPUT,
                       "%.300s: something that is no checkpoint is at its end; keep it and find "
                       "out who wrote it",
                       path);
    return 0;
}

int witness_file_last(const char *path, struct checkpoint *out, bool *has, struct cr_err *err)
{
    uint64_t end;
    const int fd = plain_file_descriptor(path);
    *has = false;
    if (fd < 0)
        return errno == ENOENT ? 0 : fault_of(path, "cannot be opened", err);
    const int rc = read_end(fd, path, out, has, &end, err);
    close(fd);
    return rc;
}

/* ---- Writing ---- */

/* Makes the name of a file durable that may just have been made. A folder that cannot be read, or
 * has no sync, does not count as a fault. */
static int sync_name(const char *path, struct cr_err *err)
{
    errno = durable_sync_folder_of(path);
    return errno == 0 || errno == EACCES || errno == EINVAL
               ? 0
               : fault_of(path, "its folder cannot be made durable", err);
}

int witness_file_open(const char *path, struct witness_file *out, struct cr_err *err)
{
    struct witness_file w = {.path = strdup(path), .fd = -1};
    if (w.path == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    w.fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    int rc = 0;
    if (w.fd < 0)
        rc = fault_of(path, "cannot be opened", err);
    else if (flock(w.fd, LOCK_EX | LOCK_NB) != 0)
        rc = err_set(err, CR_E_STATE, "%.300s: another process writes checkpoints into it", path);
    if (rc == 0)
        rc = read_end(w.fd, path, &w.last, &w.has_last, &w.size, err);
    if (rc == 0 && ftruncate(w.fd, (off_t)w.size) != 0)
        rc = fault_of(path, "cannot be written", err);
    if (rc == 0 && w.size == 0)
        rc = sync_name(path, err);
    return err_or_filled(rc, out, w, witness_file_close);
}

void witness_file_close(struct witness_file *w)
{
    if (w->fd >= 0)
        close(w->fd);
    free(w->path);
    *w = (struct witness_file){.fd = -1};
}

int witness_file_append(struct witness_file *w, const struct checkpoint *c, struct cr_err *err)
{
    char text[CHECKPOINT_TEXT_MAX];
    const size_t len = checkpoint_encode(c, text);
    if (w->has_last && (c->seq < w->last.seq || !checkpoint_agrees(c, &w->last)))
        return err_set(err, CR_E_STATE, "%.200s: ends with event %llu, and %llu does not follow it",
                       w->path, (unsigned long long)w->last.seq, (unsigned long long)c->seq);
    int fault = durable_write(w->fd, text, len);
    if (fault == 0 && fsync(w->fd) != 0)
        fault = errno;
    if (fault != 0) {
        /* A partly written checkpoint must not stand before the next one. */
        const int cut = ftruncate(w->fd, (off_t)w->size);
        (void)cut;
        errno = fault;
        return fault_of(w->path, "cannot be written", err);
    }
    w->size += len;
    w->last = *c;
    w->has_last = true;
    return 0;
}

/* ---- Finding ---- */

/* The first checkpoint that begins at or after a place of the file; false at the end. */
static bool read_at(const struct witness_file *w, uint64_t place, uint64_t *begin, size_t *len,
                    struct checkpoint *out)
{
    char text[2 * CHECKPOINT_TEXT_MAX];
    struct cr_err err;
    /* Read from one byte earlier, to see that a line begins here. */
    const uint64_t from = place > 0 ? place - 1 : 0;
    const ssize_t got = pread(w->fd, text, sizeof(text), (off_t)from);
    for (ssize_t at = place > 0 ? 1 : 0; at < got; at++) {
        if (at > 0 && text[at - 1] != '\n')
            continue;
        if (checkpoint_parse(text + at, (size_t)(got - at), out, len, &err) != 0)
            continue;
        *begin = from + (uint64_t)at;
        return true;
    }
    return false;
}

/* Finds by bisection where the first checkpoint of seq >= from begins: they are in order. */
static uint64_t find(const struct witness_file *w, uint64_t from)
{
    uint64_t low = 0, high = w->size, begin;
    size_t len;
    struct checkpoint c;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (!read_at(w, middle, &begin, &len, &c) || begin >= high || c.seq >= from)
            high = middle;
        else
            low = begin + len;
    }
    return low;
}

int witness_file_list(const struct witness_file *w, uint64_t from, uint64_t limit, struct text *out,
                      uint64_t *next, struct cr_err *err)
{
    struct checkpoint c;
    char text[CHECKPOINT_TEXT_MAX];
    uint64_t begin = find(w, from);
    size_t len = 0;
    *next = 0;
    for (uint64_t count = 0; begin < w->size; count++, begin += len) {
        if (!read_at(w, begin, &begin, &len, &c))
            return err_set(err, CR_E_IO, "%.300s: cannot be read", w->path);
        if (count == limit || out->size - out->len <= CHECKPOINT_TEXT_MAX) {
            *next = c.seq;
            return 0;
        }
        text_add_len(out, text, checkpoint_encode(&c, text));
    }
    return 0;
}
